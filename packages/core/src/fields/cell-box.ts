import { columnAt, type Grid, rowAt } from './grid.js'

/** A rectangle of cells. */
export interface CellBox {
  /** First column and row. */
  readonly i: number
  readonly j: number
  /** Columns and rows; 0 if it is empty. */
  readonly nx: number
  readonly nz: number
}

/** Values over a rectangle of cells, row by row. */
export interface Patch extends CellBox {
  readonly values: Float64Array
}

/** The cells whose centres may lie within `reach` [m] of the segment from a to b, clipped to the grid. */
export function cellsWithin(
  grid: Grid,
  a: readonly [number, number],
  b: readonly [number, number],
  reach: number,
): CellBox {
  const i = Math.max(0, Math.ceil(columnAt(grid, Math.min(a[0], b[0]) - reach)))
  const j = Math.max(0, Math.ceil(rowAt(grid, Math.min(a[1], b[1]) - reach)))
  const iEnd = Math.min(grid.nx - 1, Math.floor(columnAt(grid, Math.max(a[0], b[0]) + reach)))
  const jEnd = Math.min(grid.nz - 1, Math.floor(rowAt(grid, Math.max(a[1], b[1]) + reach)))
  return { i, j, nx: Math.max(0, iEnd - i + 1), nz: Math.max(0, jEnd - j + 1) }
}
