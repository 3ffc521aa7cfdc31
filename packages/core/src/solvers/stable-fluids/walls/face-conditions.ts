// The boundary condition on every face: its flag, the velocity of the solid or edge there, and its openness.
//
//   on an edge of the box     the condition of the edge; a wall where the cell inside is solid
//   inside a no-slip solid    the velocity of the solid; next to the fluid a ghost value, the flow mirrored at the surface
//   inside a free-slip solid  extrapolated in layers (extension-layers.ts); open down to half a cell below the surface
//   elsewhere                 free, with the openness that its distance to the nearest solid gives

import type { VolumeGrid } from '../../../fields/volume-field.js'
import { DEEP, FREE, HELD, MIRROR } from '../../../generated/layouts/fluids/boundary.js'
import type { AxisNumber } from '../axes.js'
import type { BoxEdges } from './box-edges.js'
import { opennessAt } from './cell-openness.js'
import type { CellRange } from './cell-range.js'
import { type NearestSolids, nearestSolidsOf, type Solids } from './solids.js'
import type { WallFields } from './wall-fields.js'

/** Depth inside no-slip solids up to which faces can have neighbors in the fluid, and ghost values from them [cells]. */
const GHOST_DEPTH = 1.5

export class FaceConditions {
  readonly #grid: VolumeGrid
  readonly #fields: WallFields
  readonly #edges: BoxEdges
  readonly #solids: Solids
  /** Of a line of faces, and of a single face. */
  readonly #nearest: NearestSolids
  readonly #nearestOfOne = nearestSolidsOf(1)

  constructor(grid: VolumeGrid, fields: WallFields, edges: BoxEdges, solids: Solids) {
    this.#grid = grid
    this.#fields = fields
    this.#edges = edges
    this.#solids = solids
    this.#nearest = nearestSolidsOf(grid.nx + 1)
  }

  /** Sets the faces across an axis on all sides of the cells of a range. The openness of cells must be set. */
  fill(axis: AxisNumber, { low, high }: CellRange): void {
    const solids = this.#solids
    const hasSolids = !solids.isEmpty
    const isPeriodic = this.#edges.isPeriodic(axis)
    const n = this.#edges.cells[axis]
    const count = high[0] + Number(axis === 0) - low[0]
    const rows = high[1] + Number(axis === 1)
    const planes = high[2] + Number(axis === 2)
    for (let k = low[2]; k < planes; k++)
      for (let j = low[1]; j < rows; j++) {
        if (hasSolids) solids.nearestSolids(axis, low[0], j, k, count, this.#nearest)
        for (let p = 0; p < count; p++) {
          const i = low[0] + p
          const place = axis === 0 ? i : axis === 1 ? j : k
          if ((place === 0 || place === n) && !isPeriodic) this.#setEdgeFace(axis, place > 0, i, j, k)
          else if (hasSolids) this.#setFace(axis, place, i, j, k, p)
          else this.#setFreeFace(axis, i, j, k)
        }
      }
  }

  /** A face on an edge of the box: no fluid passes it where the cell inside is solid. */
  #setEdgeFace(axis: AxisNumber, after: boolean, i: number, j: number, k: number): void {
    const back = Number(after)
    const isOpen =
      this.#fields.open.at(i - (axis === 0 ? back : 0), j - (axis === 1 ? back : 0), k - (axis === 2 ? back : 0)) > 0
    const faceFlag = this.#fields.faceFlag[axis]!
    const at = faceFlag.index(i, j, k)
    faceFlag.data[at] = isOpen && this.#edges.edge(axis, after) === 'open' ? FREE : HELD
    const faceVelocity = this.#fields.faceVelocity[axis]!
    if (isOpen) this.#edges.setNormalVelocity(faceVelocity, axis, after, i, j, k)
    else faceVelocity.data[at] = 0
  }

  #setFreeFace(axis: AxisNumber, i: number, j: number, k: number): void {
    const faceFlag = this.#fields.faceFlag[axis]!
    const at = faceFlag.index(i, j, k)
    faceFlag.data[at] = FREE
    this.#fields.faceVelocity[axis]!.data[at] = 0
  }

  /** A face between cells, at location p of the line that was searched; `place` is its index along the axis. */
  #setFace(axis: AxisNumber, place: number, i: number, j: number, k: number, p: number): void {
    // Without a nearest solid the distance is infinite: the face is open, and nothing of the first solid is used.
    const nearest = this.#solids.at(Math.max(0, this.#nearest.solid[p]!))
    const depth = -this.#nearest.distance[p]! / this.#grid.cellSize
    const open = !nearest.isFreeSlip && depth >= 0 ? 0 : opennessAt(-depth)
    const faceFlag = this.#fields.faceFlag[axis]!
    const at = faceFlag.index(i, j, k)
    if (open > 0) faceFlag.data[at] = FREE
    else if (nearest.isFreeSlip) faceFlag.data[at] = DEEP
    else if (depth >= GHOST_DEPTH) faceFlag.data[at] = HELD
    else this.#setGhostFace(axis, i, j, k, p)
    this.#fields.faceVelocity[axis]!.data[at] = open < 1 ? nearest.velocity[axis]! : 0
    const faces = this.#fields.openFaces[axis]!
    const n = this.#edges.cells[axis]
    if (place < n) faces.data[faces.index(i, j, k)] = open
    // Kernels read the face after the last cell of a line; around a periodic x axis it is the first one.
    if (axis === 0 && place === 0 && this.#edges.isPeriodic(0)) faces.data[faces.index(n, j, k)] = open
  }

  /**
   * Sets the flag of a face inside a no-slip solid, at location p of the line that was searched: the factor of the
   * mirrored flow in its ghost value. With the face at depth d and its neighbors in the fluid at the mean distance m from
   * the surface, the ghost value -(d/m) u, relative to the solid, makes the linear interpolation vanish on the surface.
   * The factor is at most 1, because a larger one would amplify the flow.
   */
  #setGhostFace(axis: AxisNumber, i: number, j: number, k: number, p: number): void {
    const { cellSize } = this.#grid
    const one = this.#nearestOfOne
    const depth = -this.#nearest.distance[p]! / cellSize
    let sum = 0
    let count = 0
    for (let side = 0; side < 2 * this.#edges.axes.length; side++) {
      const step = side % 2 ? 1 : -1
      const along = side >> 1
      this.#solids.nearestSolids(
        axis,
        i + (along === 0 ? step : 0),
        j + (along === 1 ? step : 0),
        k + (along === 2 ? step : 0),
        1,
        one,
      )
      const distance = one.distance[0]!
      if (distance <= 0) continue
      sum += distance / cellSize
      count++
    }
    const share = count > 0 ? Math.min(1, (depth * count) / sum) : 0
    const faceFlag = this.#fields.faceFlag[axis]!
    faceFlag.data[faceFlag.index(i, j, k)] = HELD - MIRROR * share
  }
}
