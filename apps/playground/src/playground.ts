// Connects session, view and tools; no other file depends on all three.

import { batch, effect, signal } from '@preact/signals'
import { type AskedComparison, compareParameter } from './compare/asked-comparison.js'
import { bothViews } from './compare/both-views.js'
import type { Comparison } from './compare/comparison.js'
import type { BodyMesh } from './files/body-mesh.js'
import { defaultDisplay, type FluidDisplay, fieldsFor } from './session/display/fluid-display.js'
import { type SurfaceDisplay, surfaceFieldsFor } from './session/display/surface-display.js'
import { firstWater } from './session/first-water.js'
import * as instruments from './session/instruments.js'
import { openLinkedRun } from './session/links/linked-run.js'
import { isRunFragment } from './session/links/run-link.js'
import { writeComparison, writeQuality, writeSurfaceUrl, writeUrl } from './session/links/url-state.js'
import type { RemoteBodies } from './session/remote-bodies.js'
import { Session } from './session/session.js'
import type { SchemaNode } from './session/settings/schema-node.js'
import * as state from './session/state.js'
import type { Action } from './tools/event-queue.js'
import { Helm } from './tools/helm.js'
import { Measuring } from './tools/measuring.js'
import { ToolController } from './tools/tool-controller.js'
import type { CameraPose } from './view/camera-fit.js'
import { type CreatedView, createView } from './view/create.js'
import { FrameDisplay } from './view/frame-display.js'
import { FrameLoop } from './view/frame-loop.js'
import { maintainView } from './view/maintain-view.js'
import { PointerInput } from './view/pointer.js'
import { loadStage } from './view/stages/create-stage.js'
import type { FreeArea, QualityChoice, WaterView } from './view/view.js'
import type { SimulationInfo } from './worker/protocol.js'

/** How long messages about a rejected event, or a restart, stay [ms]. */
const messageShownFor = 5000

export class Playground {
  readonly session = new Session(state, {
    // A plain canvas needs no stage.
    prepare: (info) => (state.viewChoice === 'canvas' ? Promise.resolve() : loadStage(info)),
    opened: (info, bodies) => this.#prepareFor(info, bodies),
    readOnly: () => this.tools.hideCursor(),
    reached: (step, duration) => this.comparison.value?.firstReached(step, duration),
    instruments,
  })
  readonly measuring = new Measuring(
    instruments,
    () => instruments.markShare * state.extent.value,
    (message) => (state.rejection.value = message),
  )
  readonly tools = new ToolController(
    state,
    this.session,
    () => bothViews(this.#view, this.comparison.value?.view),
    this.measuring,
  )
  /** The simulation beside that of the page, if there is one. */
  readonly comparison = signal<Comparison | undefined>(undefined)
  /** Steers the boat, where there is one. */
  readonly helm = new Helm((throttle, rudder) => {
    const body = state.steered.value
    // From the first key to the release of all keys, steering is one action.
    this.#steering ??= this.session.events.begin()
    if (body !== undefined) this.#steering.add({ type: 'steer', body, throttle, rudder })
    if (throttle === 0 && rudder === 0) this.#steering = undefined
  })
  readonly #display = new FrameDisplay(this.session, state, () => this.#view)
  readonly #frames = new FrameLoop(
    this.session,
    this.#display,
    () => this.#view,
    () => this.comparison.value,
  )
  #stage: HTMLElement | undefined
  #view: WaterView | undefined
  #pointers: PointerInput | undefined
  #steering: Action | undefined
  #free: FreeArea = { left: 0, top: 0, right: 0, bottom: 0 }

  /** Creates a view inside `host` and opens the chosen scene. */
  async start(host: HTMLElement): Promise<void> {
    this.#stage = host
    // The worker is asked for first: it and its kernels are loaded beside the view.
    const opening = this.#openAddress()
    await maintainView(
      host,
      state.viewChoice,
      {
        created: (created, camera) => this.#adoptView(created, camera),
        lost: () => {
          this.#pointers?.dispose()
          this.#view = this.#pointers = undefined
        },
      },
      (stage, kind, lost) => createView(stage, kind, lost, undefined, state.chosenQuality.value),
    )
    this.#followState()
    document.addEventListener('visibilitychange', () => this.session.updateRunning())
    this.#frames.start()
    this.session.watch()
    await opening
    window.addEventListener('hashchange', () => isRunFragment(window.location.hash) && void this.#openAddress())
    // The settings are below the water.
    await firstWater
    const [{ default: schema }, { settingsOf }] = await Promise.all([
      import('../../../packages/core/scene.schema.json'),
      import('./session/settings/scene-settings.js'),
    ])
    batch(() => {
      state.schema.value = schema as unknown as SchemaNode
      state.makeSettings.value = settingsOf
    })
    await this.#openAskedComparison()
  }

  /** Draws with a level of quality from now on, or with the one that the durations of frames allow. */
  changeQuality(choice: QualityChoice): void {
    state.chosenQuality.value = choice
    for (const view of [this.#view, this.comparison.value?.view]) view?.setQuality(choice)
    state.quality.value = this.#view?.quality
    writeQuality(choice)
  }

  /** Opens a second simulation beside that of the page, or closes it. */
  toggleComparison(): void {
    if (this.comparison.value) this.comparison.value.close()
    else void this.#compare({ changes: {}, difference: false })
  }

  async #compare(asked: AskedComparison): Promise<void> {
    const { Comparison } = await import('./compare/comparison.js')
    if (!this.#stage || !state.info.value || this.comparison.value) return
    this.comparison.value = Comparison.open(
      {
        session: this.session,
        display: this.#display,
        view: () => this.#view,
        tools: this.tools,
        stage: this.#stage,
        ended: (reason) => {
          this.comparison.value = undefined
          this.setFreeArea(this.#free)
          if (reason !== undefined) state.problem.value = reason
        },
      },
      asked,
    )
    this.setFreeArea(this.#free)
  }

  /** Opens the comparison of the address, if it has one. */
  async #openAskedComparison(): Promise<void> {
    const text = new URLSearchParams(window.location.search).get(compareParameter)
    const [info, schema] = [state.info.value, state.schema.value]
    if (text !== null && info && schema) {
      const { CompareAddressError, readComparison } = await import('./compare/changes.js')
      const { solversOf } = await import('./session/settings/scene-settings.js')
      try {
        await this.#compare(readComparison(text, info.scene, solversOf(schema)))
      } catch (error) {
        if (!(error instanceof CompareAddressError)) throw error
        state.problem.value = `The comparison in the address could not be opened. ${error.message}`
      }
    }
    effect(() => {
      const open = this.comparison.value
      writeComparison(open && { changes: open.changes.value, difference: open.showsDifference.value })
    })
  }

  /** Opens the run in the address, else the chosen scene. */
  async #openAddress(): Promise<void> {
    const { hash } = window.location
    if (isRunFragment(hash)) await openLinkedRun(this.session, hash)
    else await this.session.open(state.scene.value, {})
  }

  /** The view of the water; undefined while there is none. */
  get view(): WaterView | undefined {
    return this.#view
  }

  /** The water as it is drawn now, as PNG; undefined while there is no view. */
  async picture(): Promise<Blob | undefined> {
    return this.#view?.picture()
  }

  changeDisplay(changes: Partial<FluidDisplay>): void {
    state.chosenDisplay.value = { ...state.chosenDisplay.value, ...changes }
  }

  changeSurface(changes: Partial<SurfaceDisplay>): void {
    state.chosenSurface.value = { ...state.chosenSurface.value, ...changes }
  }

  /**
   * Lets a body from a file fall on the middle of the water. `length`: its longest side [m]; `density` [kg/m³]. A scene without bodies restarts
   * as one that can have them.
   */
  async addBody(body: BodyMesh, length: number, density: number): Promise<void> {
    if (!this.session.bodies) {
      await this.session.change({ values: { ...state.settings.value.values, bodies: [] } })
      await firstReport()
    }
    const { bodies, events } = this.session
    if (!bodies) return
    const surface = this.#view?.surfaceSampler() ?? (() => 0)
    const [x, , z] = body.reach.map((part) => part * length) as [number, number, number]
    const heights = [-1, -0.5, 0, 0.5, 1].flatMap((a) => [-1, -0.5, 0, 0.5, 1].map((b) => surface([a * x, b * z]) ?? 0))
    const top = Math.max(...heights, bodies.highestBodyOver([0, 0], Math.hypot(x, z)))
    const { addBodyEvent } = await import('./files/body-mesh.js')
    events.add(addBodyEvent(body, length, density, top))
  }

  /** Lets the camera follow the chosen body, else the boat; or stops following. */
  toggleFollow(): void {
    const body = state.chosenBody.value ?? state.steered.value
    state.followed.value = state.followed.value === body ? undefined : body
  }

  moveCamera(turn: number, tilt: number, distance: number): void {
    this.#view?.moveCamera(turn, tilt, distance)
  }

  setFreeArea(area: FreeArea): void {
    this.#free = area
    if (this.comparison.value) this.comparison.value.setFreeArea(area)
    else this.#view?.setFreeArea(area)
  }

  #followState(): void {
    effect(() => {
      // A new stage has the default factor.
      state.info.value
      this.#view?.setHeightScale(state.heightScale.value)
    })
    effect(() => {
      state.brush.value
      this.tools.refreshCursor()
    })
    effect(() => this.session.setSpeed(state.speed.value))
    effect(() => this.#showDisplay(state.info.value, state.display.value))
    effect(() => this.#showSurface(state.info.value, state.surfaceDisplay.value))
    effect(() => this.#view?.follow(state.followed.value))
    effect(() => this.tools.showGlow())
    effect(() => {
      // A new stage has no marks.
      state.info.value
      this.tools.showSources()
    })
    effect(() => {
      // A new stage has no marks, and a new simulation no probes.
      const info = state.info.value
      this.#view?.setMarks(instruments.marks.value)
      if (info && info === this.session.info) this.session.setInstruments(instruments.settingsFor(info))
    })
    for (const message of [state.rejection, state.restartNotice])
      effect(() => {
        if (message.value === undefined) return
        const timer = setTimeout(() => (message.value = undefined), messageShownFor)
        return () => clearTimeout(timer)
      })
  }

  /** Applies the display of the fluid to view, simulation and URL. */
  #showDisplay(info: SimulationInfo | undefined, display: FluidDisplay | undefined): void {
    if (!info || info !== this.session.info) return
    writeUrl(state.scene.value, display, display && defaultDisplay(info))
    if (!display) return
    const compared = this.comparison.value?.quantity.value?.fields ?? []
    this.session.showFields([...fieldsFor(info, display), ...compared])
    this.#view?.setDisplay(display)
  }

  /** Applies the display of the surface to view, simulation and URL. */
  #showSurface(info: SimulationInfo | undefined, display: SurfaceDisplay | undefined): void {
    if (!info || info !== this.session.info) return
    writeSurfaceUrl(display)
    if (!display) return
    this.session.showFields(surfaceFieldsFor(info, display))
    this.#view?.setSurfaceDisplay(display)
  }

  #prepareFor(info: SimulationInfo, bodies: RemoteBodies | undefined): void {
    // Keys that are still down have no effect until they are pressed again.
    this.helm.releaseAll()
    this.#display.reset()
    this.tools.reset()
    this.#view?.open(info)
    this.#view?.setBodies(bodies)
    this.#view?.setSpray(undefined)
  }

  /** Shows in a new view what the page shows. */
  #adoptView({ view, canvas, notice }: CreatedView, camera: CameraPose | undefined): void {
    this.#pointers = new PointerInput(canvas, view, this.tools)
    this.#display.initialize(view)
    this.#view = view
    this.setFreeArea(this.#free)
    this.#showDisplay(state.info.value, state.display.value)
    this.#showSurface(state.info.value, state.surfaceDisplay.value)
    this.tools.showSources()
    view.setMarks(instruments.marks.value)
    this.tools.showGlow()
    this.tools.refreshCursor()
    view.follow(state.followed.value)
    if (camera) view.setCamera(camera)
    state.rendererName.value = view.renderer
    state.quality.value = view.quality
    state.drawsFlow.value = view.drawsFlow
    state.notices.value = [
      ...(state.unknownSceneNotice ? [state.unknownSceneNotice] : []),
      ...(notice ? [notice] : []),
      ...(state.reducedMotion
        ? ['Your system asks for reduced motion, so the simulation is paused until you press Play.']
        : []),
    ]
  }
}

/** Waits until a scene that was just opened has its first water; after a failure, for a second at most. */
async function firstReport(): Promise<void> {
  for (let frame = 0; frame < 60 && !state.report.value; frame++) await new Promise(requestAnimationFrame)
}
