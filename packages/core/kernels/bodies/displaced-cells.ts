// Displaced water, cell by cell (src/coupling/displaced.ts): the heights by which bodies have raised the level, and those by which they are to raise it.
// Lists keep the order of the bodies and their columns.

import { Columns } from '../modules/submersion/index'
import { at, cellAt, put, valueAt } from './cell-list'
import { CoupledWater } from './coupled-water'

/** A height that rounding may leave in a cell without a body [m]. It is moved to the rounding remainder. */
export const ROUNDING: f64 = 1e-6

@unmanaged
export class DisplacedCells {
  /** Addresses: of the raised and the wanted height of each cell of the grid [m] (doubles), of its mark (a byte), of the list of cells (integers). */
  heights: usize
  targets: usize
  marks: usize
  cells: usize
  /** Cells in the list. */
  count: i32
  pad: i32
  /** Height that rounding has left in cells that bodies have left, summed over cells [m]. */
  roundingRemainder: f64
}

/** Marks the cells of the list, before columns are added. */
export function markDisplaced(displaced: DisplacedCells): void {
  for (let k = 0; k < displaced.count; k++) store<u8>(displaced.marks + <usize>cellAt(displaced.cells, k), 1)
}

/** Adds the displaced heights of a body to the targets. `raised`: height of its waterplane that is in the water already [m]. */
export function addDisplaced(displaced: DisplacedCells, columns: Columns, first: i32, end: i32, raised: f64): void {
  let count = displaced.count
  const marks = displaced.marks, cells = displaced.cells
  for (let k = first; k < end; k++) {
    const height = at(columns.displacedHeight, k)
    const plane: f64 = raised == 0 ? 0 : at(columns.waterplane, k)
    if (height == 0 && plane == 0) continue
    const cell = cellAt(columns.cell, k)
    i32.store(cells + (<usize>count << 2), cell)
    count += 1 - <i32>load<u8>(marks + <usize>cell)
    store<u8>(marks + <usize>cell, 1)
    if (plane != 0) put(displaced.heights, cell, at(displaced.heights, cell) + raised * plane)
    if (height != 0) put(displaced.targets, cell, at(displaced.targets, cell) + height)
  }
  displaced.count = count
}

/** Lists the changes from the raised heights to the targets. Returns how many there are. */
export function listDisplaced(displaced: DisplacedCells, cells: usize, changes: usize): i32 {
  let count = 0
  for (let k = 0; k < displaced.count; k++) {
    const cell = cellAt(displaced.cells, k)
    store<u8>(displaced.marks + <usize>cell, 0)
    const change = at(displaced.targets, cell) - at(displaced.heights, cell)
    i32.store(cells + (<usize>count << 2), cell)
    put(changes, count, change)
    count += i32(change != 0)
  }
  return count
}

/** Adds the changes that the water has made to the raised heights. Removes cells that bodies have left from the list, and clears the targets. */
export function settleDisplaced(displaced: DisplacedCells, water: CoupledWater, cells: usize, changes: usize, count: i32): void {
  const heights = displaced.heights, openness = water.openness
  for (let k = 0; k < count; k++) {
    const cell = cellAt(cells, k)
    put(heights, cell, at(heights, cell) + at(changes, k))
  }
  let kept = 0, remainder = displaced.roundingRemainder
  for (let k = 0; k < displaced.count; k++) {
    const cell = cellAt(displaced.cells, k)
    const height = at(heights, cell)
    if (at(displaced.targets, cell) != 0 || Math.abs(height) > ROUNDING) {
      i32.store(displaced.cells + (<usize>kept << 2), cell)
      kept++
    } else {
      const j = cell / openness.nx
      remainder += height * valueAt(openness.row(j) + (<usize>(cell - j * openness.nx) << 2))
      put(heights, cell, 0)
    }
    put(displaced.targets, cell, 0)
  }
  displaced.count = kept
  displaced.roundingRemainder = remainder
}
