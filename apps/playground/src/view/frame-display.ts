// Shows the frames of a session in its view.

import { isVolume } from '../session/display/fluid-display.js'
import { mostExaggeration } from '../session/scenes/setting.js'
import type { Session } from '../session/session.js'
import { fitReliefScale } from '../session/settings/settings.js'
import type * as State from '../session/state.js'
import type { Frame } from '../worker/protocol.js'
import type { ViewFrame, WaterView } from './view.js'

/** The part of the page's state that frames determine. */
export type FrameState = Pick<
  typeof State,
  'extent' | 'fittingHeightScale' | 'heightScale' | 'solidArea' | 'surfaceRange'
>

/** Time between two changes of the color scale [ms]. */
const rangeInterval = 200

export class FrameDisplay {
  readonly #session: Session
  readonly #state: FrameState
  readonly #view: () => WaterView | undefined
  /** The last openness and bed, for a view that is created later. */
  #openness: Float32Array | undefined
  #bed: Float32Array | undefined
  /** The first frame over terrain: a view that is created later lays sand beside the first water, not beside that of a flood. */
  #first: ViewFrame | undefined
  /** Heights of the last frame [m], for the section, which may be asked for while time stands still. */
  #heights: Float32Array | undefined
  #shownFrames = 0
  #rangeShownAt = 0

  constructor(session: Session, state: FrameState, view: () => WaterView | undefined) {
    this.#session = session
    this.#state = state
    this.#view = view
  }

  /** Openness of each cell in the last frames; undefined until it is known. */
  get openness(): Float32Array | undefined {
    return this.#openness
  }

  /** Height of the bed in each cell [m]; undefined where there is none. */
  get bed(): Float32Array | undefined {
    return this.#bed
  }

  /** Height of the surface in each cell of the last frame [m]; undefined until it is known. */
  get heights(): Float32Array | undefined {
    return this.#heights
  }

  /** Number of frames shown so far. */
  get shownFrames(): number {
    return this.#shownFrames
  }

  /** Resets the state of the last simulation. */
  reset(): void {
    this.#openness = this.#bed = this.#first = this.#heights = undefined
  }

  /** Brings a view that was created later up to date. */
  initialize(view: WaterView): void {
    const { info, bodies } = this.#session
    if (info) view.open(info)
    view.setBodies(bodies)
    if (info && this.#openness) view.setOpenness(this.#openness)
    if (info && this.#bed) view.setBed(this.#bed)
    if (info && this.#first) view.setFrame(this.#first)
    view.setHeightScale(this.#state.heightScale.value)
  }

  show(frame: Frame): void {
    if (frame.openness) this.#setOpenness(frame.openness)
    if (frame.bed) this.#first ??= firstOf(frame)
    if (frame.bed && frame.heights) this.#setBed(frame.bed, frame.heights)
    this.#view()?.setFrame(frame)
    this.#shownFrames++
    if (frame.heights) this.#keep(frame.heights)
    this.showRange()
    if (frame.poses) this.#setPoses(frame.poses)
    this.#view()?.setSpray(frame.spray)
  }

  #setOpenness(openness: Float32Array): void {
    this.#openness = openness.slice()
    this.#view()?.setOpenness(openness)
    const { info } = this.#session
    if (!info || isVolume(info)) return
    const { cellSize } = info.grid
    this.#state.solidArea.value = openness.reduce((sum, open) => sum + 1 - open, 0) * cellSize * cellSize
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
    const { bodies, info } = this.#session
    const most = bodies || !info ? 1 : mostExaggeration(info.scene)
    this.#state.fittingHeightScale.value = fitReliefScale(highest - lowest, this.#state.extent.value, most)
  }

  #keep(heights: Float32Array): void {
    if (this.#heights?.length === heights.length) this.#heights.set(heights)
    else this.#heights = heights.slice()
  }

  /** Shows the range of the colors on the surface, a few times a second. */
  showRange(): void {
    const now = performance.now()
    const range = this.#view()?.surfaceRange
    if (range && now - this.#rangeShownAt < rangeInterval) return
    this.#rangeShownAt = now
    this.#state.surfaceRange.value = range
  }

  #setPoses(poses: Float32Array): void {
    this.#session.bodies?.setPoses(poses)
    this.#view()?.moveBodies()
    this.#session.readChosenBody()
  }
}

/** A copy of the surface in a frame, whose arrays are used again. */
function firstOf({ heights, surfaceFields, time }: Frame): ViewFrame {
  return {
    time,
    ...(heights && { heights: heights.slice() }),
    ...(surfaceFields && { surfaceFields: surfaceFields.slice() }),
  }
}
