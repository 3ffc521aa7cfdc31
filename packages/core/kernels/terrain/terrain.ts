// Water over terrain: kernels that its solvers share. A cell holds `openness × (depth + depthError)` of water per area. `depthError` is the
// compensation term: the rounding error of the depth, so that a slow rise of deep water is not lost.

import { Field } from '../abi/field'
import { add, at, load, put, store, WIDE } from '../abi/simd'

@unmanaged
export class SurfacePass {
  depth: Field
  bed: Field
  eta: Field
}

/** Postcondition: eta = depth + bed, which is the bed where it is dry. */
export function surface(pass: SurfacePass, begin: i32, end: i32): void {
  const bytes = <usize>pass.depth.nx << 2
  for (let j = begin; j < end; j++) {
    const depth = pass.depth.row(j), bed = pass.bed.row(j), eta = pass.eta.row(j)
    for (let x: usize = 0; x < bytes; x += WIDE) store(eta + x, add(load(depth + x), load(bed + x)))
  }
}

@unmanaged
export class PourTerrainPass {
  depth: Field
  depthError: Field
  qx: Field
  qz: Field
  /** Weights of the source. */
  patch: Field
  openness: Field
  /** A double: length of the substep [s]. */
  clock: Field
  /** A double for each row of the patch: water added so far [m of one cell]. */
  sums: Field
  /** Cell at cell (0, 0) of the patch. */
  i: i32
  j: i32
  /** 1 if qx and qz are on faces. At centres, removed water takes its momentum with it; otherwise the remaining water would accelerate. */
  faces: i32
  /** Water added per area and time [m/s]. Negative values remove water, at most the amount in the cell. */
  amount: f32
}

/** Postcondition: depth + depthError has changed by amount × weight × dt, and `sums` by the water added. */
export function pourTerrain(pass: PourTerrainPass, begin: i32, end: i32): void {
  const amount = pass.amount * <f32>f64.load(pass.clock.origin)
  if (amount == 0) return
  const nx = pass.patch.nx
  for (let j = begin; j < end; j++) {
    const weights = pass.patch.row(j)
    const depth = pass.depth.row(pass.j + j), depthError = pass.depthError.row(pass.j + j), openness = pass.openness.row(pass.j + j)
    const qx = pass.qx.row(pass.j + j), qz = pass.qz.row(pass.j + j)
    let sum: f64 = 0
    for (let k = 0; k < nx; k++) {
      const i = pass.i + k
      const open = at(openness, i), weight = at(weights, k)
      if (open == 0 || weight == 0) continue
      const before = <f64>at(depth, i) + <f64>at(depthError, i)
      const after = max(before + <f64>(amount * weight), min(before, 0))
      const d = max(<f32>after, <f32>0)
      put(depth, i, d)
      put(depthError, i, <f32>(after - <f64>d))
      sum += <f64>open * (<f64>d + <f64>at(depthError, i) - before)
      if (amount * weight < 0 && !pass.faces) {
        const share = before > 0 ? <f32>(max(after, 0) / before) : <f32>0
        put(qx, i, share * at(qx, i))
        put(qz, i, share * at(qz, i))
      }
    }
    const record = pass.sums.row(j)
    f64.store(record, f64.load(record) + sum)
  }
}

/** Sums of one row, cells weighted by their openness; src/solvers/terrain/terrain-solver.ts adds the rows. */
@unmanaged
export class TerrainSums {
  /** Sum of the depth. */
  depth: f64
  /** Sum of eta² - max(bed, 0)². */
  squares: f64
  /** Sum of q²/depth. */
  kinetic: f64
  /** Sums of qx and qz. */
  alongX: f64
  alongZ: f64
  /** Least and largest eta of wet cells. */
  lowest: f64
  highest: f64
  /** Wet cells. */
  wet: f64
}

@unmanaged
export class MeasureTerrainPass {
  depth: Field
  depthError: Field
  qx: Field
  qz: Field
  bed: Field
  openness: Field
  /** TerrainSums of each row. */
  sums: Field
  /** 1 if qx and qz are on faces, between a cell and the next one. */
  faces: i32
  /** Water shallower than this counts as dry [m]. */
  dry: f32
}

export function measureTerrain(pass: MeasureTerrainPass, begin: i32, end: i32): void {
  const nx = pass.depth.nx
  for (let j = begin; j < end; j++) {
    const depth = pass.depth.row(j), depthError = pass.depthError.row(j), bed = pass.bed.row(j), openness = pass.openness.row(j)
    const qx = pass.qx.row(j), qz = pass.qz.row(j), qzUp = pass.qz.row(j - 1)
    let sum: f64 = 0, squares: f64 = 0, moving: f64 = 0, alongX: f64 = 0, alongZ: f64 = 0, wet: f64 = 0
    let lowest: f64 = Infinity, highest: f64 = -Infinity
    for (let i = 0; i < nx; i++) {
      const open = <f64>at(openness, i)
      if (open == 0) continue
      const d = <f64>at(depth, i) + <f64>at(depthError, i)
      sum += open * d
      const b = <f64>at(bed, i), eta = b + d
      const above = max(b, 0)
      squares += open * (eta * eta - above * above)
      if (at(depth, i) <= pass.dry) continue
      const px = pass.faces ? 0.5 * (<f64>at(qx, i - 1) + <f64>at(qx, i)) : <f64>at(qx, i)
      const pz = pass.faces ? 0.5 * (<f64>at(qzUp, i) + <f64>at(qz, i)) : <f64>at(qz, i)
      moving += open * (px * px + pz * pz) / d
      alongX += open * px
      alongZ += open * pz
      lowest = min(lowest, eta)
      highest = max(highest, eta)
      wet += open
    }
    const sums = changetype<TerrainSums>(pass.sums.row(j))
    sums.depth = sum
    sums.squares = squares
    sums.kinetic = moving
    sums.alongX = alongX
    sums.alongZ = alongZ
    sums.lowest = lowest
    sums.highest = highest
    sums.wet = wet
  }
}

@unmanaged
export class CopyFieldPass {
  from: Field
  to: Field
}

/** Postcondition: the cells of `to` are those of `from`. */
export function copyField(pass: CopyFieldPass, begin: i32, end: i32): void {
  const bytes = <usize>pass.from.nx << 2
  for (let j = begin; j < end; j++) memory.copy(pass.to.row(j), pass.from.row(j), bytes)
}
