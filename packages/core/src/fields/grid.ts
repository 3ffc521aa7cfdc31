// The surface grid. It lies in the x-z plane, y up, with its middle at the origin:
//
//        x- edge                      x+ edge
//          |                            |
//   z- ----+--------+--------+--------+----        The centre of cell (i, j) is at
//          |        |        |        |              x = (i + 1/2 - nx/2) cellSize
//          |  (0,0) |  (1,0) |  (2,0) |              z = (j + 1/2 - nz/2) cellSize
//          |   eta  ·  phi   |        |            eta, phi, openness live at centres;
//          +--- · --+--------+--------+            · slopes and fluxes live on the faces between them.
//          |  (0,1) |        |        |
//   z+ ----+--------+--------+--------+----        1.5-D is a grid one cell wide: nz = 1.

/** Size and spacing of a surface grid, or of a fluid's volume. */
export interface Grid {
  /** Cells along x. */
  readonly nx: number
  /** Cells along z; 1 in a 2-D fluid. */
  readonly nz: number
  /** Cells along y; only in volumes (volume-field.ts). */
  readonly ny?: number
  /** Width of a cell [m]. */
  readonly cellSize: number
}

/** x of the centre of column i [m]. */
export function cellX(grid: Grid, i: number): number {
  return (i + 0.5 - grid.nx / 2) * grid.cellSize
}

/** z of the centre of row j [m]. */
export function cellZ(grid: Grid, j: number): number {
  return (j + 0.5 - grid.nz / 2) * grid.cellSize
}

/** Fractional column index whose centre is at x. */
export function columnAt(grid: Grid, x: number): number {
  return x / grid.cellSize + grid.nx / 2 - 0.5
}

/** Fractional row index whose centre is at z. */
export function rowAt(grid: Grid, z: number): number {
  return z / grid.cellSize + grid.nz / 2 - 0.5
}

/** Row j of the cell with number j nx + i; its column is cell - rowOf(grid, cell) × nx. */
export function rowOf(grid: Grid, cell: number): number {
  return Math.floor(cell / grid.nx)
}
