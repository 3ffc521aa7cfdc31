// The derivative along an axis in the kernels' memory (kernels/spectral/differentiate.ts), with the axis whose transforms its result needs.

import type { Arena } from '../fields/arena.js'
import { Field } from '../fields/field.js'
import { SLOPE_WORDS } from '../generated/layouts/spectral/differentiate.js'
import { COMPLEX } from '../generated/layouts/spectral/lifting.js'
import { AxisTable } from './axis-table.js'

const TABLE = { name: 'slopes', unit: '1/m', description: 'derivative along an axis' }

export class SlopeTable {
  /** Tables of the values and of their slopes: the slope of a cosine is a sine. */
  readonly values: AxisTable
  readonly slopes: AxisTable
  readonly table: Field
  readonly #cellSize: number
  /** Pairs of byte offsets, of a mode and of the one that it changes places with, and the positions of both in the buffer. */
  readonly #entries: readonly { offsets: readonly [number, number]; places: readonly [number, number] }[]

  /** `isPeriodic`: else both edges are closed. `keptOf`: the modes of an axis that are not 0, as positions in the order of the band. */
  constructor(
    arena: Arena,
    length: number,
    isPeriodic: boolean,
    cellSize: number,
    keptOf: (axis: AxisTable) => readonly number[],
  ) {
    this.#cellSize = cellSize
    const edges = isPeriodic ? 'periodic' : 'reflect'
    this.values = new AxisTable(arena, length, edges, edges)
    this.slopes = isPeriodic ? this.values : new AxisTable(arena, length, 'fixed', 'fixed')
    const kept = keptOf(this.values)
    this.#entries = isPeriodic
      ? kept.map((place, index) => ({ offsets: [COMPLEX * index, COMPLEX * index], places: [place, place] }))
      : this.values
          .pairs()
          .filter((pair) => pair.some((place) => kept.includes(place)))
          .map(([p, q]) => ({ offsets: [COMPLEX * p, COMPLEX * q], places: [p, q] }))
    this.table = new Field(arena, TABLE, SLOPE_WORDS * this.#entries.length, 1)
  }

  get isPeriodic(): boolean {
    return this.values.kind === 'fourier'
  }

  get resources() {
    return [this.values, ...(this.slopes === this.values ? [] : [this.slopes]), this.table]
  }

  /** Fills the table. */
  start(): void {
    const { data, offset } = this.table
    const words = new Uint32Array(data.buffer, data.byteOffset, data.length)
    const wavenumbers = this.values.wavenumbers()
    // cos(kx) becomes -k sin(kx).
    const sign = this.isPeriodic ? 1 : -1
    this.#entries.forEach(({ offsets, places: [p, q] }, entry) => {
      const at = offset + SLOPE_WORDS * entry
      words.set(offsets, at)
      data[at + 2] = (sign * wavenumbers[p]!) / this.#cellSize
      data[at + 3] = (sign * wavenumbers[q]!) / this.#cellSize
    })
  }
}
