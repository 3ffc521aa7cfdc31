// Once per animation frame: sends events, shows the newest frame, draws, and measures the time.

import { markFirstWater } from '../session/first-water.js'
import { isVolume } from '../session/fluid-display.js'
import type { Session } from '../session/session.js'
import { fitReliefScale } from '../session/settings.js'
import * as state from '../session/state.js'
import type { Frame } from '../worker/protocol.js'
import type { WaterView } from './view.js'

/** Longest duration that counts as a frame [ms]; after longer ones the page was hidden, or the computer asleep. */
const longestFrame = 10_000
/** Time between two changes of the color scale [ms]. */
const rangeInterval = 200
/** Weight of the newest duration in the mean that is shown. */
const smoothing = 0.1

export class FrameLoop {
  readonly #session: Session
  readonly #view: () => WaterView | undefined
  /** The last openness and bed, for a view that is created later. */
  #openness: Float32Array | undefined
  #bed: Float32Array | undefined
  #lastTime = 0
  #rangeShownAt = 0
  #hasDrawnWater = false
  /** Whether the last animation frame drew anything. */
  #drew = false

  constructor(session: Session, view: () => WaterView | undefined) {
    this.#session = session
    this.#view = view
  }

  start(): void {
    requestAnimationFrame(this.#tick)
  }

  /** Resets the state of the last simulation. */
  reset(): void {
    this.#openness = this.#bed = undefined
  }

  /** Brings a view that was created later up to date. */
  initialize(view: WaterView): void {
    const { info, bodies } = this.#session
    if (info) view.open(info)
    view.setBodies(bodies)
    if (info && this.#openness) view.setOpenness(this.#openness)
    if (info && this.#bed) view.setBed(this.#bed)
    view.setHeightScale(state.heightScale.value)
  }

  readonly #tick = (now: number): void => {
    requestAnimationFrame(this.#tick)
    this.#session.sendEvents()
    const frame = this.#session.takeFrame()
    const isFirst = !this.#hasDrawnWater
    if (frame) {
      this.#show(frame)
      if (!isFirst) this.#session.recycle(frame)
    }
    this.#measure(now)
    this.#drew = this.#view()?.render() ?? false
    if (!frame || !isFirst) return
    if (this.#drew) {
      this.#hasDrawnWater = true
      markFirstWater()
    }
    // The simulation loads its bodies when it gets the first frame back, and therefore not before that is drawn.
    this.#session.recycle(frame)
  }

  #show(frame: Frame): void {
    if (frame.openness) this.#setOpenness(frame.openness)
    if (frame.bed && frame.heights) this.#setBed(frame.bed, frame.heights)
    this.#view()?.setFrame(frame)
    this.#showRange()
    if (frame.poses) this.#setPoses(frame.poses)
    this.#view()?.setSpray(frame.spray)
  }

  #setOpenness(openness: Float32Array): void {
    this.#openness = openness.slice()
    this.#view()?.setOpenness(openness)
    const { info } = this.#session
    if (!info || isVolume(info)) return
    const { cellSize } = info.grid
    state.solidArea.value = openness.reduce((sum, open) => sum + 1 - open, 0) * cellSize * cellSize
  }

  /** Sets the bed. The first frame of a simulation determines the exaggeration of its relief. */
  #setBed(bed: Float32Array, heights: Float32Array): void {
    const isFirst = this.#bed === undefined
    this.#bed = bed.slice()
    this.#view()?.setBed(bed)
    if (!isFirst) return
    const lowest = bed.reduce((least, height) => Math.min(least, height), Number.POSITIVE_INFINITY)
    const highest = heights.reduce((most, height) => Math.max(most, height), Number.NEGATIVE_INFINITY)
    // Bodies are drawn to scale, and so is the terrain around them.
    state.fittingHeightScale.value = this.#session.bodies ? 1 : fitReliefScale(highest - lowest, state.extent.value)
  }

  /** Shows the range of the colors on the surface, a few times a second. */
  #showRange(): void {
    const now = performance.now()
    const range = this.#view()?.surfaceRange
    if (range && now - this.#rangeShownAt < rangeInterval) return
    this.#rangeShownAt = now
    state.surfaceRange.value = range
  }

  #setPoses(poses: Float32Array): void {
    this.#session.bodies?.setPoses(poses)
    this.#view()?.moveBodies()
    this.#session.readChosenBody()
  }

  /** The time since the last animation frame counts only if that one drew: a page with nothing to draw is not slow. */
  #measure(now: number): void {
    const duration = now - this.#lastTime
    this.#lastTime = now
    if (!this.#drew || duration >= longestFrame) return
    const mean = state.frameDuration.value ?? duration
    state.frameDuration.value = mean + smoothing * (duration - mean)
    this.#view()?.noteFrame(duration)
  }
}
