// Displaced water in the room for bodies, where kernels loop over its cells (kernels/bodies/displaced-cells.ts).

import { DisplacedCells } from '../generated/layouts/bodies/displaced-cells.js'
import type { BodyRoom } from './body-room.js'

/** kernels/bodies/displaced-cells.ts. Records, lists and arrays are addresses. */
interface Kernels {
  markDisplaced(displaced: number): void
  addDisplaced(displaced: number, columns: number, first: number, end: number, raised: number): void
  listDisplaced(displaced: number, cells: number, changes: number): number
  settleDisplaced(displaced: number, water: number, cells: number, changes: number, count: number): void
}

export class DisplacedMemory {
  /** Raised height of each cell, and the height to which it is to be raised [m]; a mark of each cell; a list of cells. */
  readonly heights: Float64Array
  readonly targets: Float64Array
  readonly marks: Uint8Array
  readonly cells: Int32Array
  readonly #record: number
  readonly #words: Int32Array
  readonly #doubles: Float64Array
  readonly #room: BodyRoom

  constructor(room: BodyRoom, cells: number) {
    const { buffer } = room
    this.#room = room
    this.#record = room.take(DisplacedCells.bytes)
    this.#words = new Int32Array(buffer, this.#record, DisplacedCells.words)
    this.#doubles = new Float64Array(buffer, this.#record, DisplacedCells.doubles)
    this.heights = new Float64Array(buffer, room.take(8 * cells), cells)
    this.targets = new Float64Array(buffer, room.take(8 * cells), cells)
    this.marks = new Uint8Array(buffer, room.take(cells), cells)
    // The kernel writes an entry beyond the last.
    this.cells = new Int32Array(buffer, room.take(4 * (cells + 1)), cells + 1)
    const { word } = DisplacedCells
    this.#words[word.heights] = this.heights.byteOffset
    this.#words[word.targets] = this.targets.byteOffset
    this.#words[word.marks] = this.marks.byteOffset
    this.#words[word.cells] = this.cells.byteOffset
  }

  get #kernels(): Kernels {
    return this.#room.kernels as unknown as Kernels
  }

  /** Begins with the first `count` cells of the list. */
  begin(count: number, roundingRemainder: number): void {
    this.#words[DisplacedCells.word.count] = count
    this.#doubles[DisplacedCells.double.roundingRemainder] = roundingRemainder
    this.#kernels.markDisplaced(this.#record)
  }

  /** Adds the columns of a body. `columns`: address of their record; `raised`: height of the waterplane that is in the water already [m]. */
  add(columns: number, first: number, end: number, raised: number): void {
    this.#kernels.addDisplaced(this.#record, columns, first, end, raised)
  }

  /** Lists the cells that change and their changes [m]. Returns how many there are. */
  list(cells: Int32Array, changes: Float64Array): number {
    return this.#kernels.listDisplaced(this.#record, cells.byteOffset, changes.byteOffset)
  }

  /** Counts the changes that the water has made as raised, and removes cells that bodies have left from the list. */
  settle(cells: Int32Array, changes: Float64Array, count: number): void {
    this.#kernels.settleDisplaced(
      this.#record,
      this.#room.exchange.waterAt,
      cells.byteOffset,
      changes.byteOffset,
      count,
    )
  }

  get count(): number {
    return this.#words[DisplacedCells.word.count]!
  }

  get roundingRemainder(): number {
    return this.#doubles[DisplacedCells.double.roundingRemainder]!
  }
}
