// The end of an exchange in water over terrain, on all threads: the impulses of bodies become discharge, and the speed of the water that has changed is
// found. All passes are over the rows of a box around the cells that have changed.

import { Field } from '../abi/field'
import { CoupledWater } from './coupled-water'
import { applyImpulses, fastestWithin } from './terrain-cells'

@unmanaged
export class SettleTerrainPass {
  /** The CoupledWater. */
  water: Field
  /** A double for each row of the water: the largest speed that is found there [m/s]. */
  speeds: Field
  /** The box: its first column and row, and its columns. */
  left: i32
  back: i32
  wide: i32
}

@inline function waterOf(pass: SettleTerrainPass): CoupledWater { return changetype<CoupledWater>(pass.water.origin) }

/** Applies d q/dt = -depth grad (p/ρ). Reads the impulses of the rows beside its own, which are cleared by the next pass. */
export function settleImpulses(pass: SettleTerrainPass, begin: i32, end: i32): void {
  if (!OPEN_WATER) unreachable()
  const water = waterOf(pass)
  applyImpulses(
    water.pressed, water.depth, water.openness, water.qx, water.qz, water.cellSize, water.dry, water.onFaces != 0,
    pass.left, pass.back + begin, pass.wide, end - begin,
  )
}

export function clearImpulses(pass: SettleTerrainPass, begin: i32, end: i32): void {
  if (!OPEN_WATER) unreachable()
  const pressed = waterOf(pass).pressed
  for (let j = pass.back + begin; j < pass.back + end; j++)
    memory.fill(pressed.row(j) + (<usize>pass.left << 3), 0, <usize>pass.wide << 3)
}

export function settleSpeeds(pass: SettleTerrainPass, begin: i32, end: i32): void {
  if (!OPEN_WATER) unreachable()
  const water = waterOf(pass)
  for (let j = pass.back + begin; j < pass.back + end; j++)
    f64.store(
      pass.speeds.row(j),
      fastestWithin(water.depth, water.qx, water.qz, water.gravity, water.dry, pass.left, j, pass.wide, 1, 0),
    )
}
