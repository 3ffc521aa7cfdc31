import type { Grid } from 'seiche'
import type { WaterPoint } from '../../../tools/water-point.js'

/** Index of the cell that contains a point, or of the nearest cell. */
export function cellIndex({ nx, nz, cellSize }: Pick<Grid, 'nx' | 'nz' | 'cellSize'>, [x, z]: WaterPoint): number {
  const column = Math.min(nx - 1, Math.max(0, Math.floor(x / cellSize + nx / 2)))
  const row = Math.min(nz - 1, Math.max(0, Math.floor(z / cellSize + nz / 2)))
  return row * nx + column
}
