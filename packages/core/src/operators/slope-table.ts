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

  /** `isPeriodic`: else both edges are closed. */
  constructor(arena: Arena, length: number, isPeriodic: boolean, cellSize: number) {
    this.#cellSize = cellSize
    const edges = isPeriodic ? 'periodic' : 'reflect'
    this.values = new AxisTable(arena, length, edges, edges)
    this.slopes = isPeriodic ? this.values : new AxisTable(arena, length, 'fixed', 'fixed')
    this.table = new Field(arena, TABLE, SLOPE_WORDS * this.values.pairs().length, 1)
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
    this.values.pairs().forEach(([p, q], entry) => {
      const at = offset + SLOPE_WORDS * entry
      words[at] = COMPLEX * p
      words[at + 1] = COMPLEX * q
      data[at + 2] = (sign * wavenumbers[p]!) / this.#cellSize
      data[at + 3] = (sign * wavenumbers[q]!) / this.#cellSize
    })
  }
}
