// Volumes: nx × ny × nz cells, x fastest, then y, then z; y up, the middle at the origin. A 2-D fluid is a volume one cell deep.
//
//        +----- v -----+       u, v, w live on the faces towards lower x, y, z; all other quantities at the centres. The centre of
//        |             |       cell (i, j, k) is at x = (i + 1/2 - nx/2) cellSize; y and z likewise.
//        u  p, dye     u
//        |             |
//        +----- v -----+
//
// Plain fields are ny nz lines of nx values. Padded ones have a layer of ghost cells on all sides (kernels/fluids/lines.ts).

import { CENTER } from '../generated/layouts/fluids/lines.js'
import type { Arena } from './arena.js'
import { assertLength, Field, type FieldInfo } from './field.js'
import type { Grid } from './grid.js'

/** Size and spacing of a volume. */
export interface VolumeGrid extends Grid {
  /** Cells along y. */
  readonly ny: number
}

/** Grid location of a quantity: 0, 1, 2 on the faces towards lower x, y, z, where the velocities u, v, w are; 3 at centres. */
export type GridLocation = 0 | 1 | 2 | 3
export { CENTER }

/** Coordinate of an index along an axis [m], on faces or at centres. */
export function positionAlong(cells: number, cellSize: number, index: number, onFaces: boolean): number {
  return (index + (onFaces ? 0 : 0.5) - cells / 2) * cellSize
}

/**
 * A quantity in the box of a fluid: `field` of a {@link FluidSimulation} returns it. Velocities are on the faces of the cells, all
 * other quantities at the centres.
 *
 * @example
 * ```ts
 * import type { VolumeField } from 'seiche'
 *
 * const u = sim.field('u') as VolumeField
 * const [columns, rows, planes] = u.extent // one more column than there are cells along x
 * const value = u.data[u.index(columns - 1, 0, 0)] // velocity through the last face of the first row [m/s]
 * ```
 */
export class VolumeField extends Field {
  /** Where on the cells the values are. */
  readonly location: GridLocation
  /** Number of values along x, y and z: one more than there are cells along the axis on whose faces they live. */
  readonly extent: readonly [number, number, number]
  readonly #ny: number
  readonly #padded: boolean
  readonly #deep: boolean

  /** @internal Reserves a new field; a padded one has ghost cells on all sides. */
  constructor(
    arena: Arena,
    description: FieldInfo,
    { nx, ny, nz }: VolumeGrid,
    location: GridLocation,
    padded: boolean,
  ) {
    const deep = nz > 1
    super(arena, description, padded ? nx + 1 : nx, padded ? (ny + 2) * (deep ? nz + 2 : 1) - 1 : ny * nz)
    this.location = location
    this.extent = [nx + Number(location === 0), ny + Number(location === 1), nz + Number(location === 2)]
    this.#ny = ny
    this.#padded = padded
    this.#deep = deep
  }

  /** Extents of the compact copy that `read` makes, slowest axis first. */
  override get shape(): readonly number[] {
    const [columns, rows, planes] = this.extent
    return this.#deep ? [planes, rows, columns] : [rows, columns]
  }

  /**
   * Index of value (i, j, k) in `data`. In fields with ghost cells i, j and k may also be -1, or one beyond the last cell.
   *
   * @param i Number of the value along x, from 0.
   * @param j Number of the value along y, from 0.
   * @param k Number of the value along z, from 0.
   * @returns The index. The values of a row follow each other.
   */
  index(i: number, j: number, k: number): number {
    const line = this.#padded ? (this.#deep ? (k + 1) * (this.#ny + 2) : 0) + j : k * this.#ny + j
    return this.offset + line * this.stride + i
  }

  /**
   * Value (i, j, k).
   *
   * @param i Number of the value along x, from 0.
   * @param j Number of the value along y, from 0.
   * @param k Number of the value along z, from 0.
   * @returns The value, in the field's `unit`.
   */
  override at(i: number, j: number, k = 0): number {
    return this.data[this.index(i, j, k)]!
  }

  /**
   * Copies the values without ghost cells and padding.
   *
   * @param copy Array for the copy, of exactly the right length; a new one by default. To reuse an array is faster.
   * @returns The array: planes along z of rows along y of values along x; their numbers are `extent`.
   * @throws RangeError for an array of another length.
   */
  override read(copy: Float32Array = new Float32Array(this.extent[0] * this.extent[1] * this.extent[2])): Float32Array {
    const [columns, rows, planes] = this.extent
    assertLength(copy, columns * rows * planes)
    for (let k = 0, to = 0; k < planes; k++)
      for (let j = 0; j < rows; j++, to += columns) {
        const start = this.index(0, j, k)
        copy.set(this.data.subarray(start, start + columns), to)
      }
    return copy
  }

  /**
   * Sets every value.
   *
   * @param values Planes along z of rows along y of values along x.
   * @throws RangeError if their number is not that of the field.
   */
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
