// Where the recorded values of a surface lie. A recording may hold a part of the grid, or every nth cell: positions come from the description
// of the field, and the grid of the scene tells whether the part is the whole.

import type { FieldInfo, RunInfo } from '../run-info.js'

/** Largest difference between lengths that counts as rounding, in cells. */
const ROUNDING = 1e-6

/** An axis of a recorded surface. */
export interface SurfaceAxis {
  /** Number of values. */
  readonly count: number
  /** Position of the first value [m]. */
  readonly first: number
  /** Values of the same spacing along the whole grid, and the place of the first recorded one among them. */
  readonly whole: number
  readonly offset: number
  /** Whether the last value is followed by the first: the whole of a periodic grid is recorded. */
  readonly wraps: boolean
  /** Whether the recording ends inside of the grid, before its first value and after its last. */
  readonly isCutBefore: boolean
  readonly isCutAfter: boolean
}

/** Positions of the values of a surface. */
export interface SurfaceLayout {
  readonly x: SurfaceAxis
  readonly z: SurfaceAxis
  /** Distance between values [m]. */
  readonly cellSize: number
  /** Cells of the grid from one value to the next. */
  readonly stride: number
}

/**
 * Positions of the values of a field on a surface.
 *
 * @param run The run.
 * @param field The description of the field.
 * @returns The layout.
 */
export function surfaceLayout({ scene }: Pick<RunInfo, 'scene'>, field: FieldInfo): SurfaceLayout {
  const { shape, origin, cellSize } = field
  const { boundaries, solver, grid } = scene
  const [columns, rows] = grid.cells
  const axis = (count: number, first: number, cells: number, isPeriodic: boolean): SurfaceAxis => {
    const before = (first + (cells * grid.cellSize) / 2 - grid.cellSize / 2) / cellSize
    const offset = Math.max(0, Math.floor(before + ROUNDING))
    const length = (cells * grid.cellSize) / cellSize
    const wraps = isPeriodic && Math.abs(length - count) < ROUNDING
    return {
      count,
      first,
      whole: Math.max(Math.ceil(length - ROUNDING), offset + count),
      offset,
      wraps,
      isCutBefore: before > ROUNDING,
      isCutAfter: before + count < length - ROUNDING,
    }
  }
  // An ocean is periodic by its method.
  const isPeriodic = (edge: 'x-' | 'z-') => solver.type === 'ocean' || boundaries[edge] === 'periodic'
  return {
    x: axis(shape[1]!, origin.x, columns, isPeriodic('x-')),
    z: axis(shape[0]!, origin.z ?? 0, rows, isPeriodic('z-')),
    cellSize,
    stride: Math.round(cellSize / grid.cellSize),
  }
}
