import { uniform } from 'three/tsl'
import type { UniformNode } from 'three/webgpu'

/** How much of its width a range that follows its values loses in each update when they no longer need it. */
const shrinking = 0.02

/** Numbers shown in the first and the last colour: given, or following what there is. Wide enough at once, narrower only slowly. */
export class ValueRange {
  readonly low: UniformNode<'float', number> = uniform(0)
  readonly high: UniformNode<'float', number> = uniform(1)
  readonly follows: boolean
  #begun = false

  constructor(range: readonly [low: number, high: number] | undefined) {
    this.follows = range === undefined
    if (!range) return
    if (!(range[1] !== range[0] && range.every(Number.isFinite)))
      throw new RangeError(`a range needs two different numbers, got ${range.join(', ')}`)
    this.low.value = range[0]
    this.high.value = range[1]
  }

  /** Takes note of the lowest and highest number there is. */
  include(low: number, high: number): void {
    if (!this.follows || !Number.isFinite(low + high)) return
    const width = this.high.value - this.low.value
    const slack = this.#begun ? shrinking * width : 0
    this.low.value = this.#begun ? Math.min(low, this.low.value + slack) : low
    this.high.value = this.#begun ? Math.max(high, this.high.value - slack) : high
    this.#begun = true
    // One number all over still needs two ends.
    if (!(this.high.value > this.low.value)) this.high.value = this.low.value + (Math.abs(this.low.value) || 1) * 1e-6
  }
}
