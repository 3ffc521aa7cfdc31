// The reaction of all bodies at once, by passes on all threads (kernels/bodies/press-bodies.ts): the formulas of reaction.ts and pressing.ts, and the
// same bits in the fields. The momentum is summed by rows of the water.

import type { Grid } from '../fields/grid.js'
import { BodyReaction, PressedRow } from '../generated/layouts/bodies/press-bodies.js'
import { WATER_DENSITY } from '../numerics/constants.js'
import type { ExchangeMemory } from './exchange-memory.js'
import type { WaterCoupling } from './water-coupling.js'

const { double: D, word: W, doubles: DOUBLES, words: WORDS } = BodyReaction
const { double: ROW, word: ROW_WORD, doubles: ROW_DOUBLES, words: ROW_WORDS } = PressedRow

export class ParallelReaction {
  readonly #memory: ExchangeMemory
  readonly #water: WaterCoupling
  readonly #grid: Grid
  readonly #doubles: Float64Array
  readonly #words: Int32Array
  readonly #rows: Float64Array
  readonly #rowWords: Int32Array
  #count = 0
  /** Downward momentum that the fields have received in the last `apply` [N s]. */
  momentum = 0

  constructor(memory: ExchangeMemory, water: WaterCoupling) {
    this.#memory = memory
    this.#water = water
    this.#grid = water.grid
    this.#doubles = memory.reactions
    this.#words = memory.reactionWords
    this.#rows = memory.rows
    this.#rowWords = memory.rowWords
  }

  /** Adds a body with the pressure in its columns: impulse for a height [m/s], that of damping [m²/s], and the horizontal velocities [m/s]. */
  add(first: number, end: number, scale: number, damping: number, dragX: number, dragZ: number): void {
    const at = this.#count * DOUBLES
    const word = this.#count * WORDS
    this.#words[word + W.first] = first
    this.#words[word + W.end] = end
    this.#doubles[at + D.momentum] = 0
    this.#doubles[at + D.impulse] = 0
    this.#doubles[at + D.scale] = scale
    this.#doubles[at + D.damping] = damping
    this.#doubles[at + D.dragX] = dragX
    this.#doubles[at + D.dragZ] = dragZ
    this.#count++
  }

  /** Sets the disc of the body that was added last: its centre as fractional column and row, its radius in cells, its momentum [N s]. */
  setDisc(column: number, row: number, reach: number, momentum: number): void {
    const at = (this.#count - 1) * DOUBLES
    this.#doubles[at + D.column] = column
    this.#doubles[at + D.row] = row
    this.#doubles[at + D.reach] = reach
    this.#doubles[at + D.momentum] = momentum
  }

  /** Presses the water by all bodies since the last call, and sets `momentum`. */
  apply(): void {
    const count = this.#count
    this.momentum = 0
    if (count === 0) return
    const { nz, cellSize } = this.#grid
    this.#memory.sharing.run(count)
    this.#memory.pressingBodies.set(count)
    this.#memory.pressing.run(nz, count)
    this.#count = 0
    let impulse = 0
    for (let j = 0; j < nz; j++) {
      const right = this.#rowWords[j * ROW_WORDS + ROW_WORD.right]!
      if (right < 0) continue
      impulse += this.#rows[j * ROW_DOUBLES + ROW.impulse]!
      this.#water.notePressed?.(this.#rowWords[j * ROW_WORDS + ROW_WORD.left]!, j)
      this.#water.notePressed?.(right, j)
    }
    this.momentum = impulse * WATER_DENSITY * cellSize * cellSize
  }
}
