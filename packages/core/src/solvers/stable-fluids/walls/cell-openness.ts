// Openness of cells: the part of a cell that is fluid, from the signed distance of its centre to the nearest solid.

import { CENTER, type VolumeGrid } from '../../../fields/volume-field.js'
import { MIN_OPENNESS } from '../../shared/limits.js'
import type { BoxEdges } from './box-edges.js'
import type { CellRange } from './cell-range.js'
import { type NearestSolids, nearestSolidsOf, type Solids } from './solids.js'
import type { WallFields } from './wall-fields.js'

/** Openness of a face or cell whose centre is so many cells from a solid: linear over the cell that the surface crosses. */
export function opennessAt(cells: number): number {
  const open = Math.min(1, Math.max(0, 0.5 + cells))
  return open < MIN_OPENNESS ? 0 : open
}

export class CellOpenness {
  readonly #grid: VolumeGrid
  readonly #fields: WallFields
  readonly #edges: BoxEdges
  readonly #solids: Solids
  readonly #nearest: NearestSolids

  constructor(grid: VolumeGrid, fields: WallFields, edges: BoxEdges, solids: Solids) {
    this.#grid = grid
    this.#fields = fields
    this.#edges = edges
    this.#solids = solids
    this.#nearest = nearestSolidsOf(grid.nx)
  }

  /** Sets the openness of cells from the solids. */
  fill({ low, high }: CellRange): void {
    const { open } = this.#fields
    if (this.#solids.isEmpty) {
      open.fill(1)
      return
    }
    const { cellSize } = this.#grid
    const { distance } = this.#nearest
    const count = high[0] - low[0]
    for (let k = low[2]; k < high[2]; k++)
      for (let j = low[1]; j < high[1]; j++) {
        this.#solids.nearestSolids(CENTER, low[0], j, k, count, this.#nearest)
        const row = open.index(low[0], j, k)
        for (let p = 0; p < count; p++) open.data[row + p] = opennessAt(distance[p]! / cellSize)
      }
  }

  /** Makes cells consistent with their faces: a cell with an open face is open, and a cell without one is closed. */
  matchFaces({ low, high }: CellRange): void {
    const { open } = this.#fields
    for (let k = low[2]; k < high[2]; k++)
      for (let j = low[1]; j < high[1]; j++)
        for (let i = low[0]; i < high[0]; i++) {
          const at = open.index(i, j, k)
          open.data[at] = this.#hasOpenFace(i, j, k) ? Math.max(MIN_OPENNESS, open.data[at]!) : 0
        }
  }

  /** Whether fluid can pass between a cell and a neighbor. Faces on the edges of the box do not count. */
  #hasOpenFace(i: number, j: number, k: number): boolean {
    const { axes, cells } = this.#edges
    for (let a = 0; a < axes.length; a++) {
      const axis = axes[a]!
      const faces = this.#fields.openFaces[axis]!
      const place = axis === 0 ? i : axis === 1 ? j : k
      const periodic = this.#edges.isPeriodic(axis)
      if ((place > 0 || periodic) && faces.at(i, j, k) > 0) return true
      const isLast = place === cells[axis] - 1
      if (isLast && !periodic) continue
      // The face after the cell is the face before its neighbor; around a periodic axis that is the first cell.
      const next = isLast ? 0 : place + 1
      if (faces.at(axis === 0 ? next : i, axis === 1 ? next : j, axis === 2 ? next : k) > 0) return true
    }
    return false
  }
}
