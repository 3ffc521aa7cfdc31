import { columnAt, type Grid, rowAt } from './grid.js'

/** A rectangle of cells. */
export interface CellBox {
  /** First column and row. */
  readonly i: number
  readonly j: number
  /** Number of columns and rows; 0 if the box is empty. */
  readonly nx: number
  readonly nz: number
}

/** Values over a rectangle of cells, row by row. */
export interface Patch extends CellBox {
  readonly values: Float64Array
}

/** A rectangle of cells that can be changed. */
export type MutableCellBox = { -readonly [Key in keyof CellBox]: CellBox[Key] }

/** The cells whose centres may lie within `reach` [m] of the segment from a to b, clipped to the grid. */
export function cellsWithin(
  grid: Grid,
  a: readonly [number, number],
  b: readonly [number, number],
  reach: number,
): CellBox {
  const box = { i: 0, j: 0, nx: 0, nz: 0 }
  setCells(
    box,
    grid,
    Math.min(a[0], b[0]) - reach,
    Math.max(a[0], b[0]) + reach,
    Math.min(a[1], b[1]) - reach,
    Math.max(a[1], b[1]) + reach,
  )
  return box
}

/** Sets a box to the cells whose centres are between x0 and x1 and between z0 and z1 [m], clipped to the grid. */
export function setCells(box: MutableCellBox, grid: Grid, x0: number, x1: number, z0: number, z1: number): void {
  box.i = Math.max(0, Math.ceil(columnAt(grid, x0)))
  box.j = Math.max(0, Math.ceil(rowAt(grid, z0)))
  box.nx = Math.max(0, Math.min(grid.nx - 1, Math.floor(columnAt(grid, x1))) - box.i + 1)
  box.nz = Math.max(0, Math.min(grid.nz - 1, Math.floor(rowAt(grid, z1))) - box.j + 1)
}

/** Whether a cell is in a box. */
export function contains({ i, j, nx, nz }: CellBox, column: number, row: number): boolean {
  return column >= i && column < i + nx && row >= j && row < j + nz
}

/** Whether two boxes have cells in common. */
export function overlap(a: CellBox, b: CellBox): boolean {
  return a.i < b.i + b.nx && b.i < a.i + a.nx && a.j < b.j + b.nz && b.j < a.j + a.nz
}

/** Extends a box to the smallest one that contains it and another box; an empty box contributes nothing. */
export function unite(box: MutableCellBox, other: CellBox): void {
  if (other.nx === 0 || other.nz === 0) return
  if (box.nx === 0 || box.nz === 0) {
    box.i = other.i
    box.j = other.j
    box.nx = other.nx
    box.nz = other.nz
    return
  }
  const iEnd = Math.max(box.i + box.nx, other.i + other.nx)
  const jEnd = Math.max(box.j + box.nz, other.j + other.nz)
  box.i = Math.min(box.i, other.i)
  box.j = Math.min(box.j, other.j)
  box.nx = iEnd - box.i
  box.nz = jEnd - box.j
}
