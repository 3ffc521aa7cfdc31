// Joins engine, view and interface: the only place that knows all three.

import { batch, effect } from '@preact/signals'
import { Engine } from './engine.js'
import { emptyHistory, withSample } from './history.js'
import { type SceneEntry, sceneFiles } from './scenes.js'
import { applySettings, type Boundary, fitHeightScale, type Settings } from './settings.js'
import * as state from './state.js'
import { createView, type ViewChoice } from './view/create.js'
import { listenToPointers } from './view/pointer.js'
import type { FreeArea, WaterPoint, WaterView } from './view/view.js'
import type { Frame, Report } from './worker/protocol.js'

export class Playground {
  #engine: Engine | undefined
  #view: WaterView | undefined
  #next: Frame | undefined
  #cursor: WaterPoint | undefined
  #opening = 0
  #lastFrame = 0
  #drew = false
  #free: FreeArea = { left: 0, top: 0, right: 0, bottom: 0 }

  /** Takes `host` for the picture and opens the chosen scene. */
  async start(host: HTMLElement): Promise<void> {
    await this.#show(host, state.viewChoice)
    effect(() => this.#view?.setHeightScale(state.heightScale.value))
    effect(() => this.#engine?.setSpeed(state.speed.value))
    document.addEventListener('visibilitychange', () => this.#engine?.run(this.#mayRun()))
    requestAnimationFrame(this.#draw)
    await this.open(state.scene.value, {})
  }

  /** Opens a scene with settings; when that fails the one before goes on, and the problem is shown. */
  async open(scene: SceneEntry, settings: Settings): Promise<void> {
    const turn = ++this.#opening
    state.loading.value = true
    try {
      const engine = await Engine.open(
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
          failed: (message) => this.#fail(engine, message),
        },
      )
      // Someone chose again in the meantime.
      if (turn !== this.#opening) engine.close()
      else this.#adopt(engine, scene, settings)
    } catch (error) {
      if (turn === this.#opening) state.problem.value = error instanceof Error ? error.message : String(error)
    } finally {
      if (turn === this.#opening) state.loading.value = false
    }
  }

  choose(scene: SceneEntry): Promise<void> {
    state.chosenHeightScale.value = undefined
    state.chosenSpeed.value = undefined
    return this.open(scene, this.#threadsOnly())
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

  reset(): Promise<void> {
    return this.open(state.scene.value, state.settings.value)
  }

  setRunning(running: boolean): void {
    state.running.value = running
    this.#engine?.run(this.#mayRun())
  }

  /** One fixed step, with time standing still around it. */
  singleStep(): void {
    if (state.running.value) this.setRunning(false)
    this.#engine?.step()
  }

  drop(at: WaterPoint): void {
    const radius = state.brushRadius.value
    const height = radius * state.brushStrength.value
    this.#engine?.apply({ type: 'drop', x: at[0], z: at[1], radius, height })
  }

  /** Moves the keyboard's cursor by parts of the pool's sides. */
  moveCursor(dx: number, dz: number): void {
    const grid = state.opened.value?.grid
    if (!grid) return
    const [x, z] = this.#cursor ?? [0, 0]
    const halfX = (grid.nx * grid.cellSize) / 2
    const halfZ = (grid.nz * grid.cellSize) / 2
    const clamp = (value: number, half: number): number => Math.min(half, Math.max(-half, value))
    this.#showCursor([clamp(x + dx * 2 * halfX, halfX), clamp(z + dz * 2 * halfZ, halfZ)])
  }

  dropAtCursor(): void {
    if (this.#cursor) this.drop(this.#cursor)
    else this.moveCursor(0, 0)
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
      drop: (at) => this.drop(at),
      stroke: (from, to) => this.#stroke(from, to),
      touched: () => this.#showCursor(undefined),
      movesCamera: () => state.cameraTool.value,
    })
    view.setFreeArea(this.#free)
    if (this.#engine) view.open(this.#engine.opened)
    view.setHeightScale(state.heightScale.value)
    this.#view = view
    state.rendererName.value = view.renderer
    this.#collectNotices(notice)
  }

  #stroke(from: WaterPoint, to: WaterPoint): void {
    const radius = state.brushRadius.value
    const length = Math.hypot(to[0] - from[0], to[1] - from[1])
    if (length === 0) return
    // Pointers report in pieces of any length; in proportion to it, the sum over a path does not depend on the pieces.
    const share = Math.min(1, length / (2 * radius))
    const strength = radius * state.brushStrength.value * 0.6 * share
    this.#engine?.apply({ type: 'stroke', from, to, radius, strength })
  }

  #adopt(engine: Engine, scene: SceneEntry, settings: Settings): void {
    this.#engine?.close()
    this.#engine = engine
    this.#next = undefined
    this.#showCursor(undefined)
    batch(() => {
      state.scene.value = scene
      state.settings.value = settings
      state.opened.value = engine.opened
      state.openings.value++
      const { depth } = engine.opened.scene.solver
      if (settings.depth === undefined && depth !== undefined) state.sceneDepth.value = depth
      state.problem.value = undefined
      state.history.value = emptyHistory
      state.firstVolume.value = undefined
      state.report.value = undefined
      state.stepCount.value = 0
      state.time.value = 0
    })
    this.#view?.open(engine.opened)
    this.#view?.setHeightScale(state.heightScale.value)
    engine.setSpeed(state.speed.value)
    engine.run(this.#mayRun())
  }

  #receive(engine: Engine, frame: Frame): void {
    if (engine !== this.#engine) return
    // A frame nobody has drawn yet is overtaken.
    if (this.#next) engine.recycle(this.#next.heights)
    this.#next = frame
  }

  #note(engine: Engine, report: Report): void {
    if (engine !== this.#engine) return
    const { step, time, energy, volume, maximum, minimum } = report.diagnostics
    const first = state.firstVolume.value ?? volume
    batch(() => {
      if (!state.report.value) {
        state.fittingHeightScale.value = fitHeightScale(Math.max(maximum, -minimum), state.extent.value)
      }
      this.#reach(step, time)
      state.firstVolume.value = first
      state.report.value = report
      state.history.value = withSample(state.history.value, time, energy, (volume - first) / first)
    })
  }

  /** Frames and reports come by different ways; what is shown never goes back. */
  #reach(step: number, time: number): void {
    if (step < state.stepCount.value) return
    state.stepCount.value = step
    state.time.value = time
  }

  #fail(engine: Engine, message: string): void {
    if (engine !== this.#engine) return
    this.#engine = undefined
    state.problem.value = message
  }

  readonly #draw = (now: number): void => {
    requestAnimationFrame(this.#draw)
    const frame = this.#next
    if (frame) {
      this.#next = undefined
      this.#view?.setHeights(frame.heights)
      this.#engine?.recycle(frame.heights)
      this.#reach(frame.step, frame.time)
    }
    // From one frame to the next, if something was drawn in between: a page that has nothing to draw is not slow.
    const duration = this.#drew ? now - this.#lastFrame : undefined
    this.#lastFrame = now
    if (duration !== undefined && duration < 1000) {
      const before = state.frameDuration.value ?? duration
      state.frameDuration.value = before + 0.1 * (duration - before)
      this.#view?.noteFrame(duration)
    }
    this.#drew = this.#view?.render() ?? false
  }

  #showCursor(at: WaterPoint | undefined): void {
    this.#cursor = at
    this.#view?.setCursor(at, state.brushRadius.value)
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
