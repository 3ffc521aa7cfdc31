// The profile of the water along a line: surface and ground over the distance from its start.

import type { Grid } from 'seiche'
import type { WaterPoint } from '../tools/water-point.js'

/** A line over the water, from its start to its end [m]. */
export type SectionLine = readonly [from: WaterPoint, to: WaterPoint]

export interface Profile {
  /** Distance from the start [m]. */
  distance: Float64Array
  /** Elevation of the surface [m]; NaN on dry land, in solids and beyond the grid. */
  surface: Float64Array
  /** Elevation of the ground [m]; NaN where it is deep, or unknown. */
  ground: Float64Array
}

/** The fields of a frame along which a section is cut, row by row. */
export interface SectionFields {
  grid: Pick<Grid, 'nx' | 'nz' | 'cellSize'>
  heights: ArrayLike<number>
  /** Elevation of the terrain [m]. */
  bed?: ArrayLike<number> | undefined
  /** Depth of the water at rest [m], where there is no terrain; Infinity where it is deep. */
  depth?: number | undefined
  /** Openness of the cells [1]. */
  openness?: ArrayLike<number> | undefined
}

/** Most points of a profile: about one for each pixel. */
const mostPoints = 400
/** Water thinner than this part of a cell is dry land. */
const dry = 1e-3
/** Width of an edge, in cells. */
const rim = 1e-6

/** The line along the longer side through the middle of the water. */
export function middleLine({ nx, nz, cellSize }: Pick<Grid, 'nx' | 'nz' | 'cellSize'>): SectionLine {
  const [x, z] = [(nx * cellSize) / 2, (nz * cellSize) / 2]
  return nx >= nz
    ? [
        [-x, 0],
        [x, 0],
      ]
    : [
        [0, -z],
        [0, z],
      ]
}

export function lengthOf([[x0, z0], [x1, z1]]: SectionLine): number {
  return Math.hypot(x1 - x0, z1 - z0)
}

/** The profile along a line, by bilinear interpolation between the centers of cells. */
export function profileOf(line: SectionLine, fields: SectionFields): Profile {
  const { grid, heights, bed, depth, openness } = fields
  const [[x0, z0], [x1, z1]] = line
  const length = lengthOf(line)
  const count = Math.max(2, Math.min(mostPoints, Math.ceil(length / grid.cellSize) + 1))
  const profile: Profile = {
    distance: new Float64Array(count),
    surface: new Float64Array(count),
    ground: new Float64Array(count),
  }
  for (let n = 0; n < count; n++) {
    const part = n / (count - 1)
    const [x, z] = [x0 + part * (x1 - x0), z0 + part * (z1 - z0)]
    const cell = cellAt(grid, x, z)
    const isOpen = cell >= 0 && (openness?.[cell] ?? 1) >= 0.5
    const ground = bed ? interpolate(bed, grid, x, z) : -(depth ?? Number.NaN)
    const surface = interpolate(heights, grid, x, z)
    const isDry = bed !== undefined && surface - ground < dry * grid.cellSize
    profile.distance[n] = part * length
    profile.ground[n] = Number.isFinite(ground) ? ground : Number.NaN
    profile.surface[n] = isOpen && !isDry ? surface : Number.NaN
  }
  return profile
}

/** Index of the cell at a point; −1 beyond the grid. */
function cellAt({ nx, nz, cellSize }: SectionFields['grid'], x: number, z: number): number {
  const [i, j] = [x / cellSize + nx / 2, z / cellSize + nz / 2]
  // The ends of a line through the whole water lie on the edge, up to rounding.
  const cellOf = (at: number, cells: number): number =>
    at > -rim && at < cells + rim ? Math.min(cells - 1, Math.max(0, Math.floor(at))) : -1
  const [column, row] = [cellOf(i, nx), cellOf(j, nz)]
  return column >= 0 && row >= 0 ? row * nx + column : -1
}

/** Value at a point; beyond the centers of the outermost cells, theirs. */
function interpolate(values: ArrayLike<number>, { nx, nz, cellSize }: SectionFields['grid'], x: number, z: number) {
  const clamp = (at: number, cells: number): number => Math.min(cells - 1, Math.max(0, at / cellSize + cells / 2 - 0.5))
  const [column, row] = [clamp(x, nx), clamp(z, nz)]
  const [i, j] = [Math.min(Math.floor(column), Math.max(0, nx - 2)), Math.min(Math.floor(row), Math.max(0, nz - 2))]
  const [s, t] = [column - i, row - j]
  const at = (di: number, dj: number): number => values[Math.min(nz - 1, j + dj) * nx + Math.min(nx - 1, i + di)]!
  return (at(0, 0) * (1 - s) + at(1, 0) * s) * (1 - t) + (at(0, 1) * (1 - s) + at(1, 1) * s) * t
}
