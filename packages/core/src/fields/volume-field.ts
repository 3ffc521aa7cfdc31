// Volumes: nx × ny × nz cells, x fastest, then y, then z, y up, the middle at the origin. A 2-D fluid is a volume one cell deep.
//
//        +----- v -----+       u, v, w live on the faces towards lower x, y, z; everything else at the centres. The centre of cell
//        |             |       (i, j, k) is at x = (i + 1/2 - nx/2) cellSize, and y and z alike.
//        u  p, dye     u
//        |             |
//        +----- v -----+
//
// Plain fields are ny nz lines of nx. Padded ones have a layer of ghosts on all sides (kernels/fluids/lines.ts).

import { CENTER } from '../generated/layouts/fluids/lines.js'
import type { Arena } from './arena.js'
import { Field, type FieldInfo } from './field.js'
import type { Grid } from './grid.js'

/** Size and spacing of a volume. */
export interface VolumeGrid extends Grid {
  /** Cells along y. */
  readonly ny: number
}

/** Where on the cell a quantity lives: on the faces of u, v or w, or at centres. */
export type GridLocation = 0 | 1 | 2 | 3
export { CENTER }

/** Position of a place's index along an axis [m]. */
export function positionAlong(cells: number, cellSize: number, index: number, onFaces: boolean): number {
  return (index + (onFaces ? 0 : 0.5) - cells / 2) * cellSize
}

/** A quantity in a volume. */
export class VolumeField extends Field {
  readonly location: GridLocation
  /** Values along x, y and z: one more than cells along the axis on whose faces they live. */
  readonly extent: readonly [number, number, number]
  readonly #ny: number
  readonly #padded: boolean
  readonly #deep: boolean

  constructor(arena: Arena, description: FieldInfo, { nx, ny, nz }: VolumeGrid, place: GridLocation, padded: boolean) {
    const deep = nz > 1
    super(arena, description, padded ? nx + 1 : nx, padded ? (ny + 2) * (deep ? nz + 2 : 1) - 1 : ny * nz)
    this.location = place
    this.extent = [nx + Number(place === 0), ny + Number(place === 1), nz + Number(place === 2)]
    this.#ny = ny
    this.#padded = padded
    this.#deep = deep
  }

  /** Of the compact copy that `read` makes, slowest axis first. */
  override get shape(): readonly number[] {
    const [columns, rows, planes] = this.extent
    return this.#deep ? [planes, rows, columns] : [rows, columns]
  }

  /** Where value (i, j, k) is in `data`. Of padded fields each may also be -1 or one beyond the last cell. */
  index(i: number, j: number, k: number): number {
    const line = this.#padded ? (this.#deep ? (k + 1) * (this.#ny + 2) : 0) + j : k * this.#ny + j
    return this.offset + line * this.stride + i
  }

  override at(i: number, j: number, k = 0): number {
    return this.data[this.index(i, j, k)]!
  }

  /** A compact copy: planes of rows of values along x. */
  override read(): Float32Array {
    const [columns, rows, planes] = this.extent
    const copy = new Float32Array(columns * rows * planes)
    for (let k = 0, to = 0; k < planes; k++)
      for (let j = 0; j < rows; j++, to += columns) {
        const start = this.index(0, j, k)
        copy.set(this.data.subarray(start, start + columns), to)
      }
    return copy
  }

  /** Sets every value from planes of rows of values along x. */
  override write(values: ArrayLike<number>): void {
    const [columns, rows, planes] = this.extent
    if (values.length !== columns * rows * planes)
      throw new RangeError(`${this.name} has ${planes} × ${rows} × ${columns} values, got ${values.length}`)
    for (let k = 0, from = 0; k < planes; k++)
      for (let j = 0; j < rows; j++) {
        const start = this.index(0, j, k)
        for (let i = 0; i < columns; i++) this.data[start + i] = values[from++]!
      }
  }
}
