// The books of displaced water: by how much bodies have raised the level of each cell [m].
//
// The level under a body is what it would be without the body: water that the body has pushed aside still counts in its own
// columns. So a boat on a still lake changes nothing, and moving it raises the level in front of it and lowers it behind.
//
// What counts as displaced is what lies below the calm level around the body. What is wet more than that, because the level in its
// own columns stands higher, presses on the water instead: a body that is held while the level under it rises would otherwise
// displace more, which raises the level, and so on without end.

import type { BodyWorld } from '../bodies/world.js'
import type { Submersion } from './submersion.js'
import type { WaterCoupling } from './water-coupling.js'

/** What rounding may leave raised where no body is any more [m]; it is booked. */
const CRUMB = 1e-6
/** Time in which ripples under a body are smoothed, in times √(width / g). */
const SMOOTHING = 0.25

export class Displaced {
  /** Raised height of each cell [m]. */
  readonly heights: Float64Array
  /** Cells that are raised, or were in the last step. */
  #cells: number[] = []
  readonly #wanted: Float64Array
  readonly #marks: Uint8Array
  /** What rounding has left raised where bodies have been, cells added up [m]. */
  #roundingRemainder = 0
  readonly #water: WaterCoupling

  constructor(water: WaterCoupling) {
    const { nx, nz } = water.grid
    this.#water = water
    this.heights = new Float64Array(nx * nz)
    this.#wanted = new Float64Array(nx * nz)
    this.#marks = new Uint8Array(nx * nz)
  }

  /** Takes what is wet as displaced already: the water was poured in around the bodies. */
  start({ bodies: submersions, spans, undisturbed }: Submersion): void {
    this.heights.fill(0)
    this.#cells = []
    this.#roundingRemainder = 0
    if (!this.#water.isTwoWay) return
    for (const { first, end } of submersions)
      for (let k = first; k < end; k++) {
        if (undisturbed[k] === 0) continue
        this.#note(spans.cell[k]!)
        this.heights[spans.cell[k]!]! += undisturbed[k]!
      }
    for (const cell of this.#cells) this.#marks[cell] = 0
  }

  /** Raises the water where bodies have come to, lowers it where they have been. */
  update({ bodies: submersions, spans, undisturbed }: Submersion): void {
    for (const cell of this.#cells) this.#marks[cell] = 1
    for (let body = 0; body < submersions.length; body++) {
      const { first, end } = submersions[body]!
      for (let k = first; k < end; k++) {
        if (undisturbed[k] === 0) continue
        this.#note(spans.cell[k]!)
        this.#wanted[spans.cell[k]!]! += undisturbed[k]!
      }
    }
    let kept = 0
    for (const cell of this.#cells) {
      this.#marks[cell] = 0
      const change = this.#wanted[cell]! - this.heights[cell]!
      if (change !== 0) this.heights[cell]! += this.#water.raise(cell, change)
      if (this.#wanted[cell] !== 0 || Math.abs(this.heights[cell]!) > CRUMB) this.#cells[kept++] = cell
      else {
        this.#roundingRemainder += this.heights[cell]! * this.#water.opennessAt(cell)
        this.heights[cell] = 0
      }
      this.#wanted[cell] = 0
    }
    this.#cells.length = kept
  }

  /**
   * Smooths the water under bodies: ripples there lose themselves in a moment. They are what steps of finite length make of a body
   * that moves, and in a closed basin they would gather. Planes stay as they are, and so does the volume.
   */
  smooth(
    { bodies: submersions, spans, x, z, level, openness }: Submersion,
    { masses, velocities }: BodyWorld,
    dt: number,
  ): void {
    for (let body = 0; body < submersions.length; body++) {
      const submerged = submersions[body]!
      if (submerged.volume[0] === 0) continue
      // One that is driven makes waves for a purpose.
      const isDriven = masses[body] === Infinity && (velocities[3 * body] !== 0 || velocities[3 * body + 2] !== 0)
      if (isDriven) continue
      const time = SMOOTHING * Math.sqrt(Math.sqrt(submerged.area[0]!) / this.#water.gravity)
      const share = dt / (dt + time)
      // What does not add up to nothing, among solids and other bodies, is left out.
      let sum = 0
      let weight = 0
      for (let k = submerged.first; k < submerged.end; k++) {
        if (level[k] === Number.NEGATIVE_INFINITY) continue
        const open = spans.coverage[k]! * openness[k]!
        sum += open * (submerged.level.at(x[k]!, z[k]!) - level[k]!)
        weight += open
      }
      if (weight === 0) continue
      const mean = sum / weight
      for (let k = submerged.first; k < submerged.end; k++) {
        if (level[k] === Number.NEGATIVE_INFINITY) continue
        const change = share * spans.coverage[k]! * (submerged.level.at(x[k]!, z[k]!) - level[k]! - mean)
        this.#roundingRemainder += this.#water.raise(spans.cell[k]!, change) * openness[k]!
      }
    }
  }

  #note(cell: number): void {
    if (this.#marks[cell] === 1) return
    this.#marks[cell] = 1
    this.#cells.push(cell)
  }

  /** Volume by which the level is raised [m³]. */
  get volume(): number {
    const { cellSize } = this.#water.grid
    let sum = this.#roundingRemainder
    for (const cell of this.#cells) sum += this.heights[cell]! * this.#water.opennessAt(cell)
    return sum * cellSize * cellSize
  }

  /** Everything that a snapshot needs. */
  get state(): DisplacedState {
    const heights = this.#cells.map((cell) => this.heights[cell]!)
    return { cells: [...this.#cells], heights, roundingRemainder: this.#roundingRemainder }
  }

  set state({ cells, heights, roundingRemainder }: DisplacedState) {
    for (const cell of this.#cells) this.heights[cell] = 0
    this.#cells = [...cells]
    for (const [k, cell] of cells.entries()) this.heights[cell] = heights[k]!
    this.#roundingRemainder = roundingRemainder
  }
}

export interface DisplacedState {
  readonly cells: readonly number[]
  readonly heights: readonly number[]
  readonly roundingRemainder: number
}
