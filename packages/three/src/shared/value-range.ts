import { uniform } from 'three/tsl'
import type { UniformNode } from 'three/webgpu'

/** Part of its width by which a range narrows in an update when the values no longer need it. */
const shrinking = 0.02

/** Values of the first and the last colour, fixed or following the values. A following range widens at once and narrows slowly. */
export class ValueRange {
  /** Value of the first colour. */
  readonly low: UniformNode<'float', number> = uniform(0)
  /** Value of the last colour. */
  readonly high: UniformNode<'float', number> = uniform(1)
  /** Whether the range follows the values. */
  readonly follows: boolean
  #begun = false

  /**
   * @param range A fixed range, or undefined to follow the values.
   * @throws RangeError if the two numbers are equal or not finite.
   */
  constructor(range: readonly [low: number, high: number] | undefined) {
    this.follows = range === undefined
    if (!range) return
    if (!(range[1] !== range[0] && range.every(Number.isFinite)))
      throw new RangeError(`a range must be two different finite numbers, got ${range.join(', ')}`)
    this.low.value = range[0]
    this.high.value = range[1]
  }

  /**
   * Adapts a following range to the present values.
   * @param low The smallest value.
   * @param high The largest value.
   */
  include(low: number, high: number): void {
    if (!this.follows || !Number.isFinite(low + high)) return
    const width = this.high.value - this.low.value
    const slack = this.#begun ? shrinking * width : 0
    this.low.value = this.#begun ? Math.min(low, this.low.value + slack) : low
    this.high.value = this.#begun ? Math.max(high, this.high.value - slack) : high
    this.#begun = true
    // The range of a uniform field must not be empty.
    if (!(this.high.value > this.low.value)) this.high.value = this.low.value + (Math.abs(this.low.value) || 1) * 1e-6
  }
}
