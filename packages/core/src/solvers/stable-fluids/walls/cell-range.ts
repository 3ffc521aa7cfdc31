// Boxes of cells whose boundary conditions are computed again when solids have moved or strokes have changed them.

/** Cells (i, j, k) from `low` up to and not including `high`. */
export interface CellRange {
  readonly low: [number, number, number]
  readonly high: [number, number, number]
}

/**
 * Cells around a solid within which a change of its surface can change faces: openness reaches half a cell from the
 * surface, ghost faces 1.5 cells into the solid, and the layers of free-slip solids two faces.
 */
const MARGIN = 3

export const emptyRange = (): CellRange => ({ low: [0, 0, 0], high: [0, 0, 0] })

/** Widens a range, whose corners may be fractional, by the margin and to whole cells within the grid. */
export function coverFaces({ low, high }: CellRange, cells: readonly number[]): void {
  for (let axis = 0; axis < 3; axis++) {
    low[axis] = Math.max(0, Math.min(cells[axis]!, Math.floor(low[axis]!) - MARGIN))
    high[axis] = Math.max(0, Math.min(cells[axis]!, Math.ceil(high[axis]!) + MARGIN))
  }
}

/** Sets `union` to the smallest range that contains it and `last`, and `last` to the range that `union` was. */
export function uniteWithLast(union: CellRange, last: CellRange): void {
  for (let axis = 0; axis < 3; axis++) {
    const low = union.low[axis]!
    const high = union.high[axis]!
    union.low[axis] = Math.min(low, last.low[axis]!)
    union.high[axis] = Math.max(high, last.high[axis]!)
    last.low[axis] = low
    last.high[axis] = high
  }
}
