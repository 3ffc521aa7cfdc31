// The five-point Laplacian between walls, from the openness m of the cells. A cell has the open area m; a face has an open width a:
//
//   a = the larger openness of its two cells, or 0 if one of them is solid, times the smaller limit of the two cells
//   limit of a cell = min(1, 5 m / sum of the larger opennesses at its faces)
//
// A round wall cuts cells such that the faces of a cut cell towards the water are wider than the cell is open on average. Of the rules
// that know only m, this one is the most accurate: eigenvalues of an annulus whose inner wall has a radius of 8 cells are .2 % off at
// most; with the product of both opennesses, the rule of kernels/poisson, 1.7 %, and 1.5 % with the smaller one. Without the limit, a cell
// that is hardly open between wide faces would have a large eigenvalue.
//
// By Gershgorin's theorem for the matrix between faces, an eigenvalue is at most the largest sum over two neighbours of (sum of
// a)/m: at most 10 for any solids.

import type { Arena } from '../../fields/arena.js'
import { type Boundaries, edgeArguments } from '../../fields/boundaries.js'
import { type Field, RowSums } from '../../fields/field.js'
import { LANES } from '../../generated/layouts/abi/simd.js'
import { FIXED, PERIODIC } from '../../generated/layouts/boundary/edges.js'
import { WallSpan } from '../../generated/layouts/linear-waves/walls.js'
import { LARGEST_EIGENVALUE } from '../../numerics/surface-polynomial.js'
import type { IwaveFields } from './fields.js'

/** α of kernels/linear-waves/walls.ts. */
export const ALPHA = 4 / LARGEST_EIGENVALUE
/** Largest sum of a/m over the faces of a cell. */
const LARGEST_SUM = LARGEST_EIGENVALUE / 2

export class WallFaces {
  /** Open widths of the faces towards lower x and z [cells]. */
  readonly xFaces: Field
  readonly zFaces: Field
  /** α/m; 0 in solid cells. */
  readonly overArea: Field
  /** The part of each row that has walls. */
  readonly spans: RowSums
  readonly #openness: Field
  readonly #boundaries: Boundaries
  /** Limit of each cell. Has the strides of the fields. */
  readonly #limits: Field

  /** `openness`: of every cell of the domain. */
  constructor(fields: IwaveFields, openness: Field, arena: Arena) {
    const { grid, boundaries } = fields.domain
    this.#openness = openness
    this.#boundaries = boundaries
    this.xFaces = fields.make()
    this.zFaces = fields.make()
    this.overArea = fields.make()
    this.#limits = fields.make()
    this.spans = new RowSums(arena, grid.nz, WallSpan.doubles)
  }

  /** Fills the fields from the openness, whose halo has to be filled. */
  fill(): void {
    this.#fillLimits()
    const { data: m, nx, nz, stride, offset } = this.#openness
    const limits = this.#limits.data
    const [xFaces, zFaces] = [this.xFaces.data, this.zFaces.data]
    const width = (cell: number, next: number) => widthOf(m[cell]!, m[next]!) * Math.min(limits[cell]!, limits[next]!)
    // The faces beyond the last cell of a row or column are those towards lower x or z of its ghost cell.
    for (let j = 0; j <= nz; j++)
      for (let i = 0; i <= nx; i++) {
        const cell = offset + j * stride + i
        if (j < nz) xFaces[cell] = width(cell, cell - 1)
        if (i < nx) zFaces[cell] = width(cell, cell - stride)
      }
    for (let j = 0; j < nz; j++) this.#fillRow(j)
  }

  #fillRow(j: number): void {
    const { data: m, nx, stride, offset } = this.#openness
    const [xFaces, zFaces, overArea] = [this.xFaces.data, this.zFaces.data, this.overArea.data]
    let first = Number.POSITIVE_INFINITY
    let end = 0
    for (let i = 0; i < nx; i++) {
      const cell = offset + j * stride + i
      overArea[cell] = m[cell]! > 0 ? ALPHA / m[cell]! : 0
      if (Math.min(m[cell]!, xFaces[cell]!, xFaces[cell + 1]!, zFaces[cell]!, zFaces[cell + stride]!) === 1) continue
      first = Math.min(first, Math.floor(i / LANES))
      end = Math.floor(i / LANES) + 1
    }
    this.spans.data[j * WallSpan.doubles + WallSpan.double.first] = Math.min(first, end)
    this.spans.data[j * WallSpan.doubles + WallSpan.double.end] = end
  }

  #fillLimits(): void {
    const { data: m, nx, nz, stride, offset } = this.#openness
    const { xBefore, xAfter, zBefore, zAfter } = edgeArguments(this.#boundaries)
    // Nothing flows through a wall; beyond a fixed edge the ghost cell has the opposite value, which doubles the difference.
    const atEdge = (kind: number) => (kind === PERIODIC ? 1 : kind === FIXED ? 2 : 0)
    for (let j = 0; j < nz; j++)
      for (let i = 0; i < nx; i++) {
        const cell = offset + j * stride + i
        const here = m[cell]!
        const sum =
          (i > 0 ? 1 : atEdge(xBefore)) * widthOf(here, m[cell - 1]!) +
          (i < nx - 1 ? 1 : atEdge(xAfter)) * widthOf(here, m[cell + 1]!) +
          (j > 0 ? 1 : atEdge(zBefore)) * widthOf(here, m[cell - stride]!) +
          (j < nz - 1 ? 1 : atEdge(zAfter)) * widthOf(here, m[cell + stride]!)
        this.#limits.data[cell] = sum > LARGEST_SUM * here ? (LARGEST_SUM * here) / sum : 1
      }
    this.#limits.extend(xBefore === PERIODIC, zBefore === PERIODIC)
  }
}

/** Open width of a face without the limits. */
function widthOf(here: number, there: number): number {
  return here > 0 && there > 0 ? Math.max(here, there) : 0
}
