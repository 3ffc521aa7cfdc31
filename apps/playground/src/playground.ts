// Joins engine, view and interface: the only place that knows all three.

import { batch, effect } from '@preact/signals'
import type { WaterEvent } from 'seiche'
import { defaultDisplay, type FluidDisplay, fieldsFor, isVolume } from './session/fluid-display.js'
import { emptyHistory, withSample } from './session/history.js'
import { RemoteBodies } from './session/remote-bodies.js'
import { type SceneEntry, sceneFiles } from './session/scenes.js'
import {
  applySettings,
  type Boundary,
  fitHeightScale,
  fitReliefScale,
  type Settings,
  withRecord,
} from './session/settings.js'
import { SimulationClient } from './session/simulation-client.js'
import { readOnlyReasonOf, solverSettingsOf } from './session/solvers.js'
import * as state from './session/state.js'
import { writeUrl } from './session/url-state.js'
import { addEvent } from './tools/body-events.js'
import {
  Channel,
  hasBrush,
  type PaintingTool,
  StrokePath,
  type StrokePoint,
  strokeEvent,
  type Tool,
  worksInFluid,
} from './tools/brush.js'
import { type FluidBrush, type FluidTool, fluidPush, fluidStroke } from './tools/fluid-strokes.js'
import { Helm } from './tools/helm.js'
import { launchEvent } from './tools/launch.js'
import type { WaterPoint } from './tools/water-point.js'
import { createView, type ViewChoice } from './view/create.js'
import { type Drag, listenToPointers, type Stroke } from './view/pointer.js'
import { isOpenSea } from './view/stages/sea/sea-plan.js'
import type { BodyPick, FreeArea, VolumePick, WaterView } from './view/view.js'
import type { BodyInfo, Frame, Report, SimulationInfo } from './worker/protocol.js'

/** Brushes, in parts of the pool's longer side. */
export const smallestBrush = 0.005
export const largestBrush = 0.12
/** Middle of the depth slider for water that is deep, in parts of the pool's longer side. */
const deepSliderMiddle = 0.1
/** How long it is shown that a body cannot be somewhere [ms]. */
const rejectionShownFor = 5000
/** Pieces of strokes in a fluid are this long at least, in radii: events that are closer tell nothing more. */
const fluidSpacing = 0.3
/** How much bodies shine that are pointed at, chosen and held. */
const glowOf = { pointed: 0.5, chosen: 0.35, held: 0.8 } as const

/** Of a brush that warms. */
export const warmColor = '#ff8a3c'

export class Playground {
  #engine: SimulationClient | undefined
  #view: WaterView | undefined
  #next: Frame | undefined
  /** What has been painted since the last frame. */
  #strokes: WaterEvent[] = []
  /** The keyboard's brush, and where it went last. */
  #cursor: WaterPoint | undefined
  #heading: WaterPoint = [1, 0]
  /** Where solid ground is now, for a view that begins later. */
  #openness: Float32Array | undefined
  /** How high the ground is now, where there is any. */
  #bed: Float32Array | undefined
  #bodies: RemoteBodies | undefined
  /** Numbers of bodies that are pointed at and held. */
  #pointed: number | undefined
  #held: number | undefined
  /** What steers a boat, where there is one. */
  readonly helm = new Helm((throttle, helm) => {
    const body = state.steered.value
    if (body !== undefined) addEvent(this.#strokes, { type: 'steer', body, throttle, helm })
  })
  #opening = 0
  #lastFrame = 0
  #drew = false
  #free: FreeArea = { left: 0, top: 0, right: 0, bottom: 0 }

  /** Takes `host` for the picture and opens the chosen scene. */
  async start(host: HTMLElement): Promise<void> {
    await this.#show(host, state.viewChoice)
    effect(() => this.#view?.setHeightScale(state.heightScale.value))
    effect(() => {
      // A brush that changes is seen where it is.
      state.brush.value
      this.#showCursor(this.#cursor)
    })
    effect(() => this.#engine?.setSpeed(state.speed.value))
    effect(() => this.#showDisplay(state.info.value, state.display.value))
    effect(() => this.#view?.follow(state.followed.value))
    effect(() => this.#showGlow(state.chosenBody.value, state.tool.value === 'grab'))
    effect(() => {
      if (state.declined.value === undefined) return
      const timer = setTimeout(() => (state.declined.value = undefined), rejectionShownFor)
      return () => clearTimeout(timer)
    })
    document.addEventListener('visibilitychange', () => this.#engine?.run(this.#mayRun()))
    requestAnimationFrame(this.#draw)
    await this.open(state.scene.value, {})
  }

  /** Opens a scene with settings; when that fails the one before goes on, and the problem is shown. */
  async open(scene: SceneEntry, settings: Settings, display = state.chosenDisplay.value): Promise<void> {
    const turn = ++this.#opening
    state.loading.value = true
    try {
      const engine = await SimulationClient.open(
        {
          scene: applySettings(scene.text, settings),
          source: scene.source,
          files: sceneFiles,
          running: this.#mayRun(),
          ...(settings.threads !== undefined && { threads: settings.threads }),
        },
        {
          frame: (frame) => this.#receive(engine, frame),
          report: (report) => this.#note(engine, report),
          bodies: (infos) => this.#meetBodies(engine, infos),
          refused: (message) => this.#refuse(engine, message),
          declined: (message) => this.#decline(engine, message),
          failed: (message) => this.#fail(engine, message),
        },
      )
      // Someone chose again in the meantime.
      if (turn !== this.#opening) engine.close()
      else this.#adopt(engine, scene, settings, display)
    } catch (error) {
      if (turn === this.#opening) state.problem.value = error instanceof Error ? error.message : String(error)
    } finally {
      if (turn === this.#opening) state.loading.value = false
    }
  }

  choose(scene: SceneEntry): Promise<void> {
    state.chosenHeightScale.value = undefined
    state.chosenSpeed.value = undefined
    return this.open(scene, this.#threadsOnly(), {})
  }

  /** Changes settings; the scene begins anew with them, so that what is seen can be repeated. */
  change(changes: Settings): Promise<void> {
    return this.open(state.scene.value, { ...state.settings.value, ...changes })
  }

  /** Gives all walls one behaviour, or each its own again. */
  changeBoundary(boundary: Boundary | undefined): Promise<void> {
    const { boundary: _, ...others } = state.settings.value
    return this.open(state.scene.value, boundary === undefined ? others : { ...others, boundary })
  }

  /** Shows the fluid otherwise. */
  changeDisplay(changes: Partial<FluidDisplay>): void {
    state.chosenDisplay.value = { ...state.chosenDisplay.value, ...changes }
  }

  /** Tells view and engine how the fluid is shown. */
  #showDisplay(info: SimulationInfo | undefined, display: FluidDisplay | undefined): void {
    if (!info || info !== this.#engine?.info) return
    writeUrl(state.scene.value, display, display && defaultDisplay(info))
    if (!display) return
    this.#engine?.show(fieldsFor(info, display))
    this.#view?.setDisplay(display)
  }

  reset(): Promise<void> {
    return this.open(state.scene.value, state.settings.value)
  }

  setRunning(running: boolean): void {
    state.running.value = running
    this.#handOver()
    this.#engine?.run(this.#mayRun())
  }

  /** One fixed step, with time standing still around it. */
  singleStep(): void {
    if (state.running.value) this.setRunning(false)
    this.#handOver()
    this.#engine?.step()
  }

  chooseTool(tool: Tool): void {
    state.chosenTool.value = tool
    if (!hasBrush(tool)) this.#showCursor(undefined)
  }

  /** Gives the chosen body another density [kg/m³]. */
  weigh(density: number): void {
    const body = state.chosenBody.value
    if (body === undefined) return
    addEvent(this.#strokes, { type: 'weigh', body, density })
    state.chosenReading.value = { submerged: state.chosenReading.value?.submerged ?? 0, density }
  }

  /** Makes the brush wider or narrower by a factor. */
  resizeBrush(factor: number): void {
    state.brushSize.value = Math.min(largestBrush, Math.max(smallestBrush, state.brushSize.value * factor))
  }

  /** Changes softness or strength of the brush that is in use. */
  setBrush(changes: Partial<{ softness: number; strength: number }>): void {
    const brush = state.brushOf(state.tool.value)
    brush.value = { ...brush.value, ...changes }
  }

  softenBrush(by: number): void {
    const softness = Math.min(1, Math.max(0, state.brush.value.softness + by))
    this.setBrush({ softness: Math.round(softness * 100) / 100 })
  }

  /** The scene as it is set, with everything that has happened to the water, as text of a scene file. */
  async recording(): Promise<string> {
    this.#handOver()
    const text = applySettings(state.scene.value.text, state.settings.value)
    return withRecord(text, (await this.#engine?.record()) ?? [])
  }

  /** The camera goes along with the chosen body, else with the boat that is steered; asked again, it stays. */
  toggleFollow(): void {
    const body = state.chosenBody.value ?? state.steered.value
    state.followed.value = state.followed.value === body ? undefined : body
  }

  /** Moves the keyboard's cursor by parts of the pool's sides. */
  moveCursor(dx: number, dz: number): void {
    const grid = state.info.value?.grid
    if (!grid) return
    const [x, z] = this.#cursor ?? [0, 0]
    const halfX = (grid.nx * grid.cellSize) / 2
    const halfZ = ((grid.ny ?? grid.nz) * grid.cellSize) / 2
    // In a fluid the second coordinate goes up.
    const down = grid.ny === undefined ? dz : -dz
    const length = Math.hypot(dx, down)
    if (length > 0) this.#heading = [dx / length, down / length]
    const clamp = (value: number, half: number): number => Math.min(half, Math.max(-half, value))
    this.#showCursor([clamp(x + dx * 2 * halfX, halfX), clamp(z + down * 2 * halfZ, halfZ)])
  }

  /** Uses the tool at the keyboard's cursor; with the tool that grabs, chooses the next body. */
  dabAtCursor(): void {
    const tool = state.tool.value
    if (tool === 'grab') {
      const count = state.bodies.value.length
      if (count > 0) this.#choose(((state.chosenBody.value ?? -1) + 1) % count)
    } else if (!this.#cursor) this.moveCursor(0, 0)
    else if (worksInFluid(tool)) this.#touchFluid(tool, this.#cursor)
    else if (hasBrush(tool)) this.#painter(tool)(this.#cursor, this.#cursor, 1)
  }

  /** Inks or pushes the fluid at the keyboard's cursor, which goes through the middle of a volume. */
  #touchFluid(tool: FluidTool, [x, y]: WaterPoint): void {
    const info = state.info.value
    const at = info && isVolume(info) ? [x, y, 0] : [x, y]
    if (tool === 'ink') this.#strokes.push(...fluidStroke('ink', at, at, this.#fluidBrush()))
    else this.#strokes.push(fluidPush(at, this.#heading, this.#fluidBrush()))
  }

  #fluidBrush(): FluidBrush {
    return { ...state.brush.value, dye: state.ink.value, extent: state.extent.value }
  }

  moveCamera(turn: number, tilt: number, distance: number): void {
    this.#view?.moveCamera(turn, tilt, distance)
  }

  setFreeArea(area: FreeArea): void {
    this.#free = area
    this.#view?.setFreeArea(area)
  }

  /** Makes the view, and the next lesser one if its graphics device is lost. */
  async #show(host: HTMLElement, choice: ViewChoice): Promise<void> {
    const { view, canvas, notice } = await createView(host, choice, () => {
      unlisten()
      this.#view = undefined
      canvas.remove()
      void this.#show(host, choice === 'auto' ? 'webgl' : 'canvas')
    })
    const unlisten = listenToPointers(canvas, view, {
      tool: () => state.tool.value,
      begin: (tool, start) => this.#begin(tool, start),
      point: (pick) => this.#point(pick?.body),
      choose: (pick) => this.#choose(pick.body),
      hold: (pick, x, y) => this.#hold(pick, x, y),
      beginVolumeDrag: (tool, pick) => this.#beginVolumeDrag(tool, pick),
      hoverVolume: (tool, pick) => this.#hoverVolume(tool, pick.at),
      hover: (tool, at) => this.#hover(tool, at),
    })
    view.setFreeArea(this.#free)
    if (this.#engine) view.open(this.#engine.info)
    view.setBodies(this.#bodies)
    if (this.#engine && this.#openness) view.setOpenness(this.#openness)
    if (this.#engine && this.#bed) view.setBed(this.#bed)
    view.setHeightScale(state.heightScale.value)
    this.#view = view
    this.#showDisplay(state.info.value, state.display.value)
    state.rendererName.value = view.renderer
    state.drawsFlow.value = view.drawsFlow
    this.#collectNotices(notice)
  }

  #begin(tool: PaintingTool, start: StrokePoint): Stroke {
    const paint = this.#painter(tool)
    paint(start.at, start.at, start.pressure)
    const path = new StrokePath(start.at, paint)
    const { radius } = state.brush.value
    const cell = state.info.value?.grid.cellSize ?? 0
    // Drops and bodies stand apart; strokes are as fine as the brush and the cells can show.
    const apart = tool === 'drop' ? 1.6 : tool === 'launch' ? 3.2 : undefined
    const spacing = Math.max(cell / 2, (apart ?? (worksInFluid(tool) ? fluidSpacing : 0.15)) * radius)
    return { to: (point) => path.to(point, spacing), end: () => apart === undefined && path.end() }
  }

  #point(body: number | undefined): void {
    if (this.#pointed === body) return
    this.#pointed = body
    this.#showGlow()
  }

  #choose(body: number): void {
    batch(() => {
      state.chosenBody.value = body
      this.#readChosen()
    })
  }

  /** A hand takes a body and moves it until it lets go; what others opened in the meantime it leaves alone. */
  #hold({ body, at, dragTarget }: BodyPick, clientX: number, clientY: number): Drag {
    const engine = this.#engine
    if (!this.#bodies?.bodies[body]?.info.isMovable) return { to: () => {}, end: () => {} }
    const move = (x: number, y: number): void => {
      if (engine === this.#engine) addEvent(this.#strokes, { type: 'grip', body, at, to: dragTarget(x, y) })
    }
    this.#held = body
    this.#showGlow()
    move(clientX, clientY)
    return {
      to: move,
      end: () => {
        if (engine === this.#engine) addEvent(this.#strokes, { type: 'release', body })
        this.#held = undefined
        this.#showGlow()
      },
    }
  }

  /** A hand reaches into a volume of fluid and takes it along until it lets go. */
  #beginVolumeDrag(tool: PaintingTool, { at, dragTarget }: VolumePick): Drag {
    const engine = this.#engine
    if (!worksInFluid(tool)) return { to: () => {}, end: () => {} }
    const paint = (from: readonly number[], to: readonly number[], pressure: number): void => {
      if (engine === this.#engine) this.#strokes.push(...fluidStroke(tool, from, to, this.#fluidBrush(), pressure))
    }
    const path = new StrokePath<readonly number[]>(at, paint)
    paint(at, at, 1)
    const spacing = fluidSpacing * state.brush.value.radius
    return {
      to: (x, y) => {
        const place = dragTarget(x, y)
        path.to({ at: place, pressure: 1 }, spacing)
        this.#hoverVolume(tool, place)
      },
      end: () => path.end(),
    }
  }

  #hoverVolume(tool: PaintingTool, [x, y, depth]: readonly [number, number, number]): void {
    this.#cursor = undefined
    const { radius, softness } = state.brush.value
    this.#view?.setCursor({ at: [x, y], depth, radius, softness, tool, ...this.#inkColor() })
  }

  #inkColor(): { color?: string } {
    const ink = state.ink.value
    const dye = state.info.value?.scene.fluid?.dyes[ink]
    return ink === 'temperature' ? { color: warmColor } : dye ? { color: dye.color } : {}
  }

  #showGlow(chosen = state.chosenBody.value, isGrabbing = state.tool.value === 'grab'): void {
    const glows = new Map<number, number>()
    if (chosen !== undefined && isGrabbing) glows.set(chosen, glowOf.chosen)
    if (this.#pointed !== undefined) glows.set(this.#pointed, glowOf.pointed)
    if (this.#held !== undefined) glows.set(this.#held, glowOf.held)
    this.#view?.highlight(glows)
  }

  /** Lets a new body fall at a place. */
  #launch(at: WaterPoint): void {
    const [bodies, info] = [this.#bodies, state.info.value]
    if (!bodies || !info) return
    const { radius } = state.brush.value
    const launch = { shape: state.launchShape.value, radius, density: state.launchDensity.value }
    const top = Math.max(this.#view?.surfaceSampler()(at) ?? 0, bodies.highestBodyOver(at, radius))
    addEvent(this.#strokes, launchEvent(launch, at, top, info))
  }

  /** What a tool makes of the pieces of one stroke. */
  #painter(tool: PaintingTool): (from: WaterPoint, to: WaterPoint, pressure: number) => void {
    if (tool === 'launch') return (_, to) => this.#launch(to)
    if (worksInFluid(tool))
      return (from, to, pressure) => this.#strokes.push(...fluidStroke(tool, from, to, this.#fluidBrush(), pressure))
    if (tool !== 'dig')
      return (from, to, pressure) => this.#strokes.push(strokeEvent(tool, from, to, state.brush.value, pressure))
    const channel = new Channel(this.#view?.surfaceSampler() ?? (() => 0), state.brush.value)
    return (from, to, pressure) => this.#strokes.push(channel.dig(from, to, pressure))
  }

  /** Gives the engine what has been painted: once a frame, and before anything that must come after it. */
  #handOver(): void {
    if (this.#strokes.length === 0) return
    this.#engine?.apply(this.#strokes)
    this.#strokes = []
  }

  #hover(tool: PaintingTool, at: WaterPoint | undefined): void {
    this.#cursor = undefined
    const { radius, softness } = state.brush.value
    this.#view?.setCursor(at && { at, radius, softness, tool, ...this.#inkColor() })
  }

  #adopt(engine: SimulationClient, scene: SceneEntry, settings: Settings, display: Partial<FluidDisplay>): void {
    this.#engine?.close()
    this.#engine = engine
    this.#next = undefined
    // Keys that are still down steer nothing until they are pressed again.
    this.helm.rest()
    this.#strokes = []
    this.#bed = undefined
    this.#pointed = this.#held = undefined
    this.#bodies = engine.info.hasBodies ? new RemoteBodies(engine.info) : undefined
    this.#showCursor(undefined)
    // Before anything that follows the state tells the view how to show it.
    this.#view?.open(engine.info)
    batch(() => {
      state.chosenDisplay.value = display
      state.bodies.value = []
      state.chosenBody.value = undefined
      state.followed.value = undefined
      state.chosenReading.value = undefined
      state.declined.value = undefined
      state.scene.value = scene
      state.settings.value = settings
      state.info.value = engine.info
      state.openings.value++
      if (settings.depth === undefined)
        state.sceneDepth.value = solverSettingsOf(engine.info.scene).depth ?? deepSliderMiddle * state.extent.value
      state.readOnlyReason.value = readOnlyReasonOf(engine.info.scene)
      state.solidArea.value = undefined
      state.problem.value = undefined
      state.history.value = emptyHistory
      state.firstVolume.value = undefined
      state.report.value = undefined
      state.stepCount.value = 0
      state.time.value = 0
    })
    this.#view?.setBodies(this.#bodies)
    this.#view?.setSpray(undefined)
    this.#view?.setHeightScale(state.heightScale.value)
    engine.setSpeed(state.speed.value)
    engine.run(this.#mayRun())
  }

  #receive(engine: SimulationClient, frame: Frame): void {
    if (engine !== this.#engine) return
    // A frame nobody has drawn yet is overtaken.
    const overtaken = this.#next
    this.#next = frame
    if (!overtaken) return
    // Solids and ground are sent only when they change: what the frame before brought still holds.
    const { openness, bed, ...surface } = overtaken
    this.#next = { ...(openness && { openness }), ...(bed && { bed }), ...frame }
    engine.recycle({ ...surface, ...(openness && frame.openness && { openness }), ...(bed && frame.bed && { bed }) })
  }

  #note(engine: SimulationClient, report: Report): void {
    if (engine !== this.#engine) return
    const { step, time, energy, maximum, minimum, airborneVolume = 0 } = report.diagnostics
    // Drops in the air come back.
    const volume = report.diagnostics.volume + airborneVolume
    const first = state.firstVolume.value ?? volume
    batch(() => {
      if (!state.report.value && !engine.info.hasTerrain && !engine.info.fluid) {
        const highest = Math.max(maximum, -minimum)
        // Bodies are as high as they are long: with them water is drawn as it is.
        const asItIs = isOpenSea(engine.info) || engine.info.hasBodies
        state.fittingHeightScale.value = asItIs ? 1 : fitHeightScale(highest, state.extent.value)
      }
      this.#reach(step, time)
      state.firstVolume.value = first
      state.report.value = report
      state.history.value = withSample(
        state.history.value,
        time,
        energy,
        first > 0 && !engine.info.fluid ? (volume - first) / first : Number.NaN,
      )
    })
  }

  /** Frames and reports come by different ways; what is shown never goes back. */
  #reach(step: number, time: number): void {
    if (step < state.stepCount.value) return
    state.stepCount.value = step
    state.time.value = time
  }

  #meetBodies(engine: SimulationClient, infos: readonly BodyInfo[]): void {
    if (engine !== this.#engine) return
    this.#bodies?.meet(infos)
    state.bodies.value = infos
  }

  /** Shows the numbers of the chosen body, when they have changed by as much as can be read. */
  #readChosen(): void {
    const body = this.#bodies?.bodies[state.chosenBody.value ?? -1]
    if (!body) return
    const density = Number(body.density.toPrecision(3))
    const submerged = Math.round(body.submerged * 1000) / 1000
    const shown = state.chosenReading.value
    if (shown?.density !== density || shown.submerged !== submerged) state.chosenReading.value = { density, submerged }
  }

  #decline(engine: SimulationClient, message: string): void {
    if (engine === this.#engine) state.declined.value = message
  }

  #refuse(engine: SimulationClient, message: string): void {
    if (engine !== this.#engine) return
    state.readOnlyReason.value = message
    this.#showCursor(undefined)
  }

  #fail(engine: SimulationClient, message: string): void {
    if (engine !== this.#engine) return
    this.#engine = undefined
    state.problem.value = message
  }

  readonly #draw = (now: number): void => {
    requestAnimationFrame(this.#draw)
    this.#handOver()
    const frame = this.#next
    if (frame) {
      this.#next = undefined
      if (frame.openness) this.#meetSolids(frame.openness)
      if (frame.bed && frame.heights) this.#meetGround(frame.bed, frame.heights)
      if (frame.heights) this.#view?.setHeights(frame.heights, frame.surfaceFields, frame.time)
      if (frame.fluid) this.#view?.setFluid(frame.fluid, frame.time)
      if (frame.poses) this.#meetPoses(frame.poses, frame.spray)
      this.#engine?.recycle(frame)
      this.#reach(frame.step, frame.time)
    }
    // From one frame to the next, if something was drawn in between: a page that has nothing to draw is not slow.
    const duration = this.#drew ? now - this.#lastFrame : undefined
    this.#lastFrame = now
    if (duration !== undefined && duration < 10_000) {
      const before = state.frameDuration.value ?? duration
      state.frameDuration.value = before + 0.1 * (duration - before)
      this.#view?.noteFrame(duration)
    }
    this.#drew = this.#view?.render() ?? false
  }

  #meetPoses(poses: Float32Array, spray: Float32Array | undefined): void {
    this.#bodies?.move(poses)
    this.#view?.moveBodies()
    this.#view?.setSpray(spray)
    this.#readChosen()
  }

  #meetSolids(openness: Float32Array): void {
    this.#openness = openness.slice()
    this.#view?.setOpenness(openness)
    const info = state.info.value
    if (!info || isVolume(info)) return
    const { cellSize } = info.grid
    state.solidArea.value = openness.reduce((sum, open) => sum + 1 - open, 0) * cellSize * cellSize
  }

  #meetGround(bed: Float32Array, heights: Float32Array): void {
    const first = this.#bed === undefined
    this.#bed = bed.slice()
    this.#view?.setBed(bed)
    if (!first) return
    const lowest = bed.reduce((least, height) => Math.min(least, height), Number.POSITIVE_INFINITY)
    const highest = heights.reduce((most, height) => Math.max(most, height), Number.NEGATIVE_INFINITY)
    const relief = fitReliefScale(highest - lowest, state.extent.value)
    state.fittingHeightScale.value = this.#bodies ? 1 : relief
  }

  #showCursor(at: WaterPoint | undefined): void {
    this.#cursor = at
    const { radius, softness } = state.brush.value
    const tool = state.tool.value
    const held = hasBrush(tool) ? tool : 'push'
    this.#view?.setCursor(at && { at, radius, softness, tool: held, ...this.#inkColor() })
  }

  /** A hidden page does not compute. */
  #mayRun(): boolean {
    return state.running.value && document.visibilityState === 'visible'
  }

  #threadsOnly(): Settings {
    const { threads } = state.settings.value
    return threads === undefined ? {} : { threads }
  }

  #collectNotices(fromView: string | undefined): void {
    state.notices.value = [
      ...(fromView ? [fromView] : []),
      ...(state.reducedMotion
        ? ['Your system asks for little motion, so time stands still until you press play.']
        : []),
    ]
  }
}
