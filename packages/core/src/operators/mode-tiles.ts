// Memory of modes: a row has the modes along x of four rows of the grid, as complex vectors (kernels/spectral/spectrum.ts).

import type { Arena } from '../fields/arena.js'
import { type KernelResource, takeRecord, writeRecord } from '../fields/field.js'
import { COMPLEX } from '../generated/layouts/spectral/lifting.js'

/** Bytes of a cache line. */
const LINE = 64

/**
 * Rows begin at a cache line, so that four adjacent modes are two lines and not three. Their distance is an odd number of lines: the same mode of
 * successive rows, which the transforms along z read, is then in different sets of a cache.
 */
export class ModeTiles implements KernelResource {
  readonly rows: number
  readonly record: number
  /** Modes in a row. */
  readonly #modes: number
  readonly #address: number
  /** Bytes from one row to the next. */
  readonly #stride: number

  constructor(arena: Arena, modes: number, rows: number) {
    const lines = Math.ceil((modes * COMPLEX) / LINE)
    this.rows = rows
    this.#modes = modes
    this.#stride = (lines + 1 - (lines % 2)) * LINE
    this.#address = arena.allocate(rows * this.#stride)
    this.record = takeRecord(arena)
  }

  bind(memory: ArrayBufferLike): void {
    const nx = (this.#modes * COMPLEX) / 4
    writeRecord(memory, this.record, { origin: this.#address, nx, nz: this.rows, stride: this.#stride })
  }
}
