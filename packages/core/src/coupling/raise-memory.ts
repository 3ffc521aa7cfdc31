// The pass that raises many cells of water over terrain (kernels/bodies/raise-rows.ts).

import type { Backend, Resource } from '../backend/backend.js'
import { pass } from '../backend/pass.js'
import { RowPass } from '../backend/row-pass.js'
import type { Arena } from '../fields/arena.js'
import { RowSums } from '../fields/field.js'
import { TouchedCells } from '../generated/layouts/bodies/terrain-cells.js'

const { left: LEFT, right: RIGHT, back: BACK, front: FRONT } = TouchedCells.word
/** Cells from which on the list is worth other threads. */
const WORTH_THREADS = 512

export class RaiseMemory {
  readonly resources: readonly Resource[]
  readonly #pass: RowPass
  readonly #rows: number
  readonly #touched: RowSums
  #words: Int32Array = new Int32Array(0)
  readonly #cells
  readonly #heights
  readonly #count

  /** `water`: the record of the water. */
  constructor(arena: Arena, nz: number, threads: number, water: RowSums) {
    this.#rows = nz
    this.#touched = new RowSums(arena, threads, TouchedCells.bytes / 8)
    const args = { water, touched: this.#touched, cells: 0, heights: 0, count: 0 }
    this.#pass = new RowPass(arena, pass('raiseRows', nz, args))
    this.#cells = this.#pass.parameter('cells')
    this.#heights = this.#pass.parameter('heights')
    this.#count = this.#pass.parameter('count')
    this.resources = [this.#touched, this.#pass]
  }

  connect(backend: Backend): void {
    this.#pass.connect(backend)
    const { buffer, byteOffset, length } = this.#touched.data
    this.#words = new Int32Array(buffer, byteOffset, 2 * length)
  }

  /** Whether a list of so many cells is long enough. */
  isWorth(count: number): boolean {
    return count >= WORTH_THREADS
  }

  /**
   * Raises the first cells of a list. Each height becomes the height by which its cell rose. `touched` is called with a cell of the first and one of the
   * last row that have changed, in their first and last columns.
   */
  run(cells: Int32Array, count: number, heights: Float64Array, touched: { add(i: number, j: number): void }): void {
    const words = this.#words
    for (let at = 0; at < words.length; at += TouchedCells.words) words[at + RIGHT] = -1
    this.#cells.set(cells.byteOffset)
    this.#heights.set(heights.byteOffset)
    this.#count.set(count)
    this.#pass.run(this.#rows)
    for (let at = 0; at < words.length; at += TouchedCells.words) {
      if (words[at + RIGHT]! < 0) continue
      touched.add(words[at + LEFT]!, words[at + BACK]!)
      touched.add(words[at + RIGHT]!, words[at + FRONT]!)
    }
  }
}
