// One axis of the restriction from n cells to about half as many, m, that cover the same length.
//
//   | 0 | 1 | 2 | 3 | 4 | 5 |          The weights of a coarse cell are those of linear interpolation, transposed: a hat
//   |   0   |   1   |   2   |          function of height 1 at its centre and 0 at its neighbours' centres, divided by the
//                                      sum of the hat. For n = 2m they are (1, 3, 3, 1) / 8.
//
// If n is not 2m, coarse cells are n / m fine cells wide, so that both grids end at the same walls. Weights outside the grid are
// folded back according to the mirror symmetry of the edge. Between walls the restriction R then preserves constants, and its
// transpose preserves sums. The prolongation is the transpose times n / m, which is linear interpolation and preserves constants.

import type { Arena } from '../fields/arena.js'
import type { EdgeKind } from '../fields/boundaries.js'
import { Field, type FieldInfo } from '../fields/field.js'
import { LANES } from '../generated/layouts/abi/simd.js'
import { DOWN_TAPS, UP_TAPS } from '../generated/layouts/window/pyramid.js'

/** 0, 1, 2, 3 as the bytes of a word, with 4 in each byte to step from float to float. */
const FOUR_BYTES = 0x03020100
const LANE_BYTES = 0x04040404

/** Smaller values of the hat function are zeros up to rounding. */
const NOTHING = 1e-9

const MEANING: FieldInfo = { name: 'axis', unit: '', description: 'weights between two grids' }

export class PyramidAxis {
  /** Fine and coarse cells. */
  readonly fine: number
  readonly coarse: number
  /** Whether coarse cells are exactly two fine cells wide: kernels then compute positions instead of looking them up. */
  readonly isRegular: boolean
  /** For each coarse cell: the first fine cell (row 0) and the weights (rows 1 … 5). */
  readonly down: Field
  /** For each fine cell: the first coarse cell (row 0), the weights (rows 1, 2) and the byte indices of a SIMD swizzle (rows 3, 4). */
  readonly up: Field
  readonly #before: EdgeKind
  readonly #after: EdgeKind

  constructor(arena: Arena, fine: number, coarse: number, before: EdgeKind, after: EdgeKind) {
    this.fine = fine
    this.coarse = coarse
    this.isRegular = fine === 2 * coarse
    this.#before = before
    this.#after = after
    this.down = new Field(arena, MEANING, this.coarse, 1 + DOWN_TAPS)
    this.up = new Field(arena, MEANING, fine, 1 + 2 * UP_TAPS)
  }

  /** Fills the tables. To be called once they are bound to the memory. */
  start(): void {
    const { fine, coarse } = this
    const ratio = fine / coarse
    const down = new Float64Array(coarse * (1 + DOWN_TAPS))
    const up = new Float64Array(fine * (1 + 2 * UP_TAPS))
    const firstCoarse = (i: number) => Math.ceil((i + 0.5) / ratio - 0.5) - 1
    const firstFine = (I: number) => Math.floor((I + 0.5) * ratio - 0.5 - ratio) + 1
    for (let I = 0; I < coarse; I++) {
      const first = firstFine(I)
      const centre = (I + 0.5) * ratio - 0.5
      const hat = Array.from({ length: DOWN_TAPS }, (_, t) => Math.max(0, 1 - Math.abs(first + t - centre) / ratio))
      const sum = hat.reduce((total, height) => total + height, 0)
      hat.forEach((height, t) => {
        if (height < NOTHING) return
        const weight = height / sum
        const { cell, sign } = this.#fold(first + t)
        down[(1 + cell - first) * coarse + I]! += sign * weight
        // The same pair of cells from the fine cell's side. On a periodic axis the fine index is brought inside, and the coarse
        // index shifts by a whole period with it.
        const inside = cell < 0 ? cell + fine : cell >= fine ? cell - fine : cell
        const seen = I + Math.round((inside - cell) / ratio)
        up[(1 + seen - firstCoarse(inside)) * fine + inside]! += sign * weight * ratio
      })
    }
    this.down.write(down)
    this.up.write(up)
    writeIntegers(this.down, 0, firstFine)
    writeIntegers(this.up, 0, firstCoarse)
    for (let t = 0; t < UP_TAPS; t++)
      writeIntegers(this.up, 1 + UP_TAPS + t, (i) => {
        // The four bytes of a float, counted from the first coarse cell of the vector that contains i.
        const place = firstCoarse(i) + t - firstCoarse(i - (i % LANES))
        return LANE_BYTES * place + FOUR_BYTES
      })
  }

  /** The mirror image inside the grid of a cell outside, and its sign. Kernels handle periodic axes themselves. */
  #fold(i: number): { cell: number; sign: number } {
    if (i >= 0 && i < this.fine) return { cell: i, sign: 1 }
    const kind = i < 0 ? this.#before : this.#after
    if (kind === 'periodic') return { cell: i, sign: 1 }
    return { cell: i < 0 ? -1 - i : 2 * this.fine - 1 - i, sign: kind === 'fixed' ? -1 : 1 }
  }
}

/** Writes a row of integers into a field, as their bit patterns. */
function writeIntegers(field: Field, row: number, value: (i: number) => number): void {
  const { data, offset, stride, nx } = field
  const words = new Int32Array(data.buffer, data.byteOffset + 4 * (offset + row * stride), nx)
  for (let i = 0; i < nx; i++) words[i] = value(i)
}
