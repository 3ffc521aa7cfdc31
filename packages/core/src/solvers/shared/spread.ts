// Spreads water that a moving solid displaces onto the open cells near it.
//
// All cells within four receive a share, half as much with every cell of distance. With these weights the bow wave moves on smoothly: seen
// from the next cell, the rest of the last one has the same proportions. Weights that fall off linearly made ripples three times as high
// before a moving wall.

import type { CellBox } from '../../fields/cell-box.js'
import type { Grid } from '../../fields/grid.js'

/** Cells to either side that receive displaced water. */
export const NEAR = 4
/**
 * Least open area that receives water [cells]: a smaller one would rise too high. Beside a wall in a channel there is
 * 1/2 + 1/4 + 1/8 + 1/16, beside a corner the square of that.
 */
const MIN_AREA = 0.5

/** Water that can be raised cell by cell. */
export interface Receiver {
  readonly grid: Pick<Grid, 'nx' | 'nz'>
  /** Openness of a cell that may receive water; 0 for other cells. */
  capacityAt(i: number, j: number): number
  /** Raises the level of a cell by a height [m]. Returns openness × the height by which it rose [m of one cell]. */
  raise(i: number, j: number, height: number): number
}

/**
 * Spreads a volume around a cell.
 *
 * @param volume [m of one cell]
 * @returns The volume that was added, or undefined if there is too little open area near the cell.
 */
export function spreadNear(receiver: Receiver, column: number, row: number, volume: number): number | undefined {
  const { nx, nz } = receiver.grid
  const [left, right] = [Math.max(0, column - NEAR), Math.min(nx - 1, column + NEAR)]
  const [back, front] = [Math.max(0, row - NEAR), Math.min(nz - 1, row + NEAR)]
  let area = 0
  for (let j = back; j <= front; j++)
    for (let i = left; i <= right; i++) area += weight(i - column) * weight(j - row) * receiver.capacityAt(i, j)
  if (area < MIN_AREA) return undefined
  let added = 0
  for (let j = back; j <= front; j++)
    for (let i = left; i <= right; i++)
      if (receiver.capacityAt(i, j) > 0)
        added += receiver.raise(i, j, (volume / area) * weight(i - column) * weight(j - row))
  return added
}

/**
 * Spreads a volume evenly in and around a box of cells, as far out as necessary.
 *
 * @param volume [m of one cell]
 * @returns The volume that was added; 0 if the whole grid has too little open area.
 */
export function spreadAround(receiver: Receiver, box: CellBox, volume: number): number {
  const { nx, nz } = receiver.grid
  for (let margin = NEAR; ; margin *= 2) {
    const [left, back] = [Math.max(0, box.i - margin), Math.max(0, box.j - margin)]
    const right = Math.min(nx, box.i + box.nx + margin)
    const front = Math.min(nz, box.j + box.nz + margin)
    let area = 0
    for (let j = back; j < front; j++) for (let i = left; i < right; i++) area += receiver.capacityAt(i, j)
    if (area >= MIN_AREA) {
      let added = 0
      for (let j = back; j < front; j++)
        for (let i = left; i < right; i++)
          if (receiver.capacityAt(i, j) > 0) added += receiver.raise(i, j, volume / area)
      return added
    }
    if (left === 0 && back === 0 && right === nx && front === nz) return 0
  }
}

/** 1 at distance 0, half as much with every cell. */
function weight(distance: number): number {
  return 1 / (1 << Math.abs(distance))
}
