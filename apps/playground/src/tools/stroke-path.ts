import type { WaterPoint } from './water-point.js'

/** A point of a stroke, and the pressure of a pen there, 0 to 1. */
export interface StrokePoint<At = WaterPoint> {
  at: At
  pressure: number
}

/**
 * Joins the points of a pointer to pieces of a stroke that are long enough to matter, so that a mouse which reports a thousand
 * times a second makes no more events than one which reports sixty.
 */
export class StrokePath<At extends readonly number[] = WaterPoint> {
  readonly #paint: (from: At, to: At, pressure: number) => void
  /** Where the last piece ended. */
  #last: At
  /** The last point, if no piece has reached it yet. */
  #pending: StrokePoint<At> | undefined

  constructor(start: At, paint: (from: At, to: At, pressure: number) => void) {
    this.#last = start
    this.#paint = paint
  }

  /** Continues the stroke to a point; paints a piece if it is at least `spacing` [m] away from the end of the last one. */
  to(point: StrokePoint<At>, spacing: number): void {
    this.#pending = point
    if (Math.hypot(...point.at.map((place, axis) => place - this.#last[axis]!)) >= spacing) this.end()
  }

  /** Paints up to the last point. */
  end(): void {
    if (!this.#pending) return
    const { at, pressure } = this.#pending
    this.#pending = undefined
    this.#paint(this.#last, at, pressure)
    this.#last = at
  }
}
