// The water as passes over bodies read it: one record for both kinds of water that bodies act on.

import { Field } from '../abi/field'
import { readBasinFlow, readBasinLevels } from './basin-cells'
import { readCells } from './cell-list'
import { readTerrainFlow, readTerrainLevels } from './terrain-cells'

/** The fields of the water, as their coupling describes them (src/coupling/water-coupling.ts). Those that a kind of water has not are 0. */
@unmanaged
export class CoupledWater {
  openness: Field
  /** Elevation: of a basin that which acts on bodies. */
  eta: Field
  /** Of a basin: the potential that acts on bodies. */
  phi: Field
  /** Over terrain: depth with its rounding error, bed and discharges. */
  depth: Field
  depthError: Field
  bed: Field
  qx: Field
  qz: Field
  /** Whether discharges are those through the faces ahead of the cells. */
  onFaces: i32
  /** Whether short waves leave deep water at rest. */
  isDispersive: i32
  /** What bodies press: the potential of a basin, over terrain the sums of impulses (doubles). */
  pressed: Field
  pad: i32
  /** Depth up to which ground counts as dry, and the depth of a basin [m]. */
  dry: f64
  stillDepth: f64
  gravity: f64
  cellSize: f64
}

/** Kernels for basins alone leave out the other kind. */
@inline export function isBasin(water: CoupledWater): bool { return !OPEN_WATER || changetype<usize>(water.depth) == 0 }

export function readLevels(water: CoupledWater, cells: usize, first: i32, end: i32, levels: usize): void {
  if (isBasin(water)) readBasinLevels(water.eta, water.openness, cells, first, end, levels)
  else readTerrainLevels(water.depth, water.bed, water.openness, water.dry, cells, first, end, levels)
}

export function readDepths(water: CoupledWater, cells: usize, first: i32, end: i32, depths: usize): void {
  if (!isBasin(water)) readCells(water.depth, cells, first, end, depths)
  else for (let k = first; k < end; k++) f64.store(depths + (<usize>k << 3), water.stillDepth)
}

export function readFlow(water: CoupledWater, cells: usize, first: i32, end: i32, flowX: usize, flowZ: usize): void {
  if (isBasin(water)) readBasinFlow(water.phi, water.openness, water.cellSize, cells, first, end, flowX, flowZ)
  else readTerrainFlow(water.depth, water.qx, water.qz, water.dry, water.onFaces != 0, cells, first, end, flowX, flowZ)
}
