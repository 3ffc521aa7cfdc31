// Raises a long list of cells of water over terrain on all threads, each in its own rows: there it has the water in its caches. Cells that are in the
// list several times are raised in the order of the list.

import { Field } from '../abi/field'
import { CoupledWater } from './coupled-water'
import { raiseTerrain, TouchedCells } from './terrain-cells'

@unmanaged
export class RaiseRowsPass {
  /** The CoupledWater. */
  water: Field
  /** A TouchedCells in the row of each thread. */
  touched: Field
  /** Addresses of the cells and of the heights by which they are raised [m], and how many there are. */
  cells: i32
  heights: i32
  count: i32
}

export function raiseRows(pass: RaiseRowsPass, begin: i32, end: i32, thread: i32): void {
  if (!OPEN_WATER) unreachable()
  const water = changetype<CoupledWater>(pass.water.origin)
  const nx = water.depth.nx
  raiseTerrain(
    water.depth, water.depthError, water.eta, water.openness, water.qx, water.qz, water.onFaces != 0,
    <usize>pass.cells, 0, pass.count, <usize>pass.heights, begin * nx, end * nx,
    changetype<TouchedCells>(pass.touched.row(thread)),
  )
}
