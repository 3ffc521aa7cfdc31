// Measures the difference between the frames of two simulations.

import type { Frame, SimulationInfo } from '../worker/protocol.js'
import { type ComparedQuantity, cellGridOf, differenceField, valuesOf } from './compared-quantity.js'
import { type DifferenceNumbers, Resampling, sliceRange, subtract } from './difference.js'

type MeasuredSimulation = Pick<SimulationInfo, 'grid' | 'fluid' | 'timeStep'>

export class DifferenceMeter {
  readonly quantity: ComparedQuantity
  readonly #infos: readonly [MeasuredSimulation, MeasuredSimulation]
  readonly #resampling: Resampling
  /** The quantity of the first simulation in its own cells and in those of the second, and that of the second. */
  #first: Float32Array | undefined
  readonly #resampled: Float32Array
  #second: Float32Array | undefined
  readonly #difference: Float32Array<ArrayBuffer>
  /** Simulated times of the last frames of both [s]. */
  readonly #times: [first: number, second: number] = [Number.NaN, Number.NaN]

  constructor(first: MeasuredSimulation, second: MeasuredSimulation, quantity: ComparedQuantity) {
    this.quantity = quantity
    this.#infos = [first, second]
    const grid = cellGridOf(second)
    this.#resampling = new Resampling(cellGridOf(first), grid)
    const cells = grid.counts.reduce((product, count) => product * count, 1)
    this.#resampled = new Float32Array(cells)
    this.#difference = new Float32Array(cells)
  }

  /** Takes the frame of the first or of the second simulation. */
  take(which: 0 | 1, frame: Pick<Frame, 'heights' | 'fluid' | 'time'>): void {
    const values = valuesOf(frame, this.quantity, cellGridOf(this.#infos[which]))
    if (!values) return
    this.#times[which] = frame.time
    // A frame is given back, and its arrays with it.
    if (which === 0) this.#first = values.slice()
    else this.#second = values.slice()
  }

  /**
   * The difference of the last frames; undefined until there are frames of both at the same time. `openness`: of the second simulation.
   */
  measure(openness: Float32Array | undefined): DifferenceNumbers | undefined {
    if (!this.#first || !this.#second || !this.#areTogether) return undefined
    this.#resampling.apply(this.#first, this.#resampled)
    return subtract(this.#resampled, this.#second, openness, this.#difference)
  }

  /** Whether the last frames are of the same common step. Where steps do not divide each other, the times differ by half a step at most. */
  get #areTogether(): boolean {
    const longer = Math.max(...this.#infos.map(({ timeStep }) => timeStep))
    return Math.abs(this.#times[0] - this.#times[1]) < 0.51 * longer
  }

  /** Values of the first and the last color of a slice of the last difference. `at`: its position along z, -1 to 1. */
  sliceRange(at: number): [low: number, high: number] {
    return sliceRange(this.#difference, cellGridOf(this.#infos[1]).counts, at)
  }

  /** A frame of the second simulation with the difference, as views show it. */
  withDifference(frame: Frame): Frame {
    const difference = this.#difference
    return frame.fluid
      ? { ...frame, fluid: { ...frame.fluid, [differenceField]: difference } }
      : { ...frame, fields: { ...frame.fields, difference } }
  }
}
