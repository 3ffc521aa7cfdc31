// Once per animation frame: sends events, shows the newest frames, draws, and measures the time.

import { markFirstWater } from '../session/first-water.js'
import { unfolded } from '../session/instruments.js'
import type { Session } from '../session/session.js'
import * as state from '../session/state.js'
import type { FrameDisplay } from './frame-display.js'
import type { SectionDisplay } from './section-display.js'
import type { WaterView } from './view.js'

/** Longest duration that counts as a frame [ms]; after longer ones the page was hidden, or the computer asleep. */
const longestFrame = 10_000
/** Weight of the newest duration in the mean that is shown. */
const smoothing = 0.1

/** Two simulations side by side, which show their frames together. */
export interface FramePair {
  /** Shows the newest frames of both if they are of the same time, and lets both go on. `now`: the wall clock [ms]. */
  showFrames(now: number): void
  /** Draws the second view if anything has changed; tells whether it did. */
  render(): boolean
  /** Receives the duration of the last animation frame [ms]. */
  noteFrame(duration: number): void
}

export class FrameLoop {
  readonly #session: Session
  readonly #display: FrameDisplay
  readonly #view: () => WaterView | undefined
  readonly #pair: () => FramePair | undefined
  /** Undefined until a section is asked for. */
  #section: SectionDisplay | undefined
  #lastTime = 0
  /** Whether the last animation frame drew anything. */
  #drew = false

  constructor(
    session: Session,
    display: FrameDisplay,
    view: () => WaterView | undefined,
    pair: () => FramePair | undefined,
  ) {
    this.#session = session
    this.#display = display
    this.#view = view
    this.#pair = pair
  }

  start(): void {
    requestAnimationFrame(this.#tick)
  }

  readonly #tick = (now: number): void => {
    requestAnimationFrame(this.#tick)
    this.#session.sendEvents()
    const pair = this.#pair()
    if (pair) pair.showFrames(now)
    else this.#showNewest()
    this.#display.showRange()
    if (unfolded.value.has('section')) this.#showSection(now)
    const at = state.pointed.value
    state.pointedValue.value = at && this.#view()?.surfaceValue(at)
    this.#measure(now)
    const drewFirst = this.#view()?.render() ?? false
    const drewSecond = pair?.render() ?? false
    this.#drew = drewFirst || drewSecond
    if (drewFirst && this.#display.shownFrames > 0) markFirstWater()
  }

  #showSection(now: number): void {
    if (this.#section) this.#section.show(now)
    else
      void import('./section-display.js').then(({ SectionDisplay }) => {
        this.#section ??= new SectionDisplay(this.#session, this.#display)
      })
  }

  #showNewest(): void {
    const frame = this.#session.takeFrame()
    if (!frame) return
    this.#display.show(frame)
    this.#session.recycle(frame)
  }

  /** The time since the last animation frame counts only if that one drew: a page with nothing to draw is not slow. */
  #measure(now: number): void {
    const duration = now - this.#lastTime
    this.#lastTime = now
    if (!this.#drew || duration >= longestFrame) return
    const mean = state.frameDuration.value ?? duration
    state.frameDuration.value = mean + smoothing * (duration - mean)
    this.#view()?.noteFrame(duration)
    state.quality.value = this.#view()?.quality
    this.#pair()?.noteFrame(duration)
  }
}
