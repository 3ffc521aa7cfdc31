// Columns: one substep of the linear wave equation (src/solvers/columns.ts has the equations).
//
//   kick   phi -= g dt (eta - level)            in every cell
//   drift  eta -= (H dt / dx^2) sum (phi_neighbour - phi)
//
// The drift of row j needs the kicked rows j - 1, j and j + 1. One sweep kicks row j + 1 while it drifts row j, so each
// field goes through memory once a substep instead of twice, and everything happens in place.
//
// Threads own bands of rows. The first and last row of every band (the seams) are kicked in a pass of their own,
// before the sweep: after the barrier a band may read its neighbours' seams, which nobody writes any more.

import { ABSORB, copyRow, fillRow, FIXED, ghostAfter, ghostBefore, PERIODIC, putAfter, REFLECT } from './edges'
import { Field } from './field'
import { columnAfter, columnBefore, rowBefore, weightsOf } from './radiation'
import { laplacian, matteLaplacian } from './stencil'
import { add, load, mul, put, splat, store, sub, WIDE } from './wide'

/** Bytes of a block: four vectors, so that the address arithmetic of nine rows is paid once for sixteen cells. */
const BLOCK: usize = 4 * WIDE

@unmanaged
export class ColumnsPass {
  /** Elevation [m], read by the kick and advanced by the drift. */
  eta: Field
  /** Velocity potential [m2/s], advanced by the kick. */
  phi: Field
  /** What the kick starts from: phi itself, or phi smoothed by viscosity. */
  source: Field
  /** Openness of each cell, 1 water to 0 solid; only read by the matte kernels. */
  matte: Field
  /** g dt [m/s]. */
  kick: f32
  /** What damping leaves of phi in one substep, -1..1. */
  keep: f32
  /** H dt / dx2 [s/m]. */
  drift: f32
  /** Rest level that phi is measured against [m]. */
  level: f32
  /** RadiationWeights of open edges. */
  radiation: Field
  /** What open z edges remember: three rows for z-, three for z+. */
  edgeMemory: Field
  /** Kinds of the edges x-, x+, z-, z+. */
  xBefore: i32
  xAfter: i32
  zBefore: i32
  zAfter: i32
}

/** Four kicked potentials. */
@inline function kicked(source: usize, eta: usize, keep: v128, kick: v128, level: v128): v128 {
  return sub(mul(keep, load(source)), mul(kick, sub(load(eta), level)))
}

/** Kicks row j in place and fills its ghost columns. */
function kickRow(pass: ColumnsPass, j: i32): void {
  const nx = pass.phi.nx
  const phi = pass.phi.row(j), eta = pass.eta.row(j), source = pass.source.row(j)
  const keep = splat(pass.keep), kick = splat(pass.kick), level = splat(pass.level)
  const before = beforeKick(pass, phi), after = afterKick(pass, phi)
  for (let x: usize = 0, end = <usize>nx << 2; x < end; x += WIDE)
    store(phi + x, kicked(source + x, eta + x, keep, kick, level))
  fillGhosts(pass, phi, before, after)
}

/** How far the second cell from an edge is from the first; a basin one cell wide has only the one. */
@inline function inward(cells: i32): i32 {
  return cells > 1 ? 1 : 0
}

/** What an open x- edge knows of its new ghost before the row is kicked. Its memory lies before the ghost. */
@inline function beforeKick(pass: ColumnsPass, phi: usize): f32 {
  return pass.xBefore == ABSORB ? columnBefore(weightsOf(pass.radiation), phi, -1, 0, inward(pass.phi.nx), -4) : 0
}

/** The same for x+. Its memory lies behind what whole vectors touch. */
@inline function afterKick(pass: ColumnsPass, phi: usize): f32 {
  if (pass.xAfter != ABSORB) return 0
  const nx = pass.phi.nx
  return columnBefore(weightsOf(pass.radiation), phi, nx, nx - 1, nx - 1 - inward(nx), ((nx + 4) & ~3) + 1)
}

/** The ghost columns of a kicked row. */
@inline function fillGhosts(pass: ColumnsPass, phi: usize, before: f32, after: f32): void {
  const nx = pass.phi.nx
  const weights = weightsOf(pass.radiation)
  put(phi, -1, pass.xBefore == ABSORB
    ? before + columnAfter(weights, phi, 0, inward(nx))
    : ghostBefore(pass.xBefore, phi, nx))
  putAfter(phi, nx, pass.xAfter == ABSORB
    ? after + columnAfter(weights, phi, nx - 1, nx - 1 - inward(nx))
    : ghostAfter(pass.xAfter, phi, nx))
}

/**
 * Postcondition: the first and last row of every band is kicked and the halo beside them filled, but for periodic halos,
 * which wait for the sweep. Open z edges look at two rows, which belong to the same band: bands have at least four.
 */
export function columnsKickSeams(pass: ColumnsPass, begin: i32, end: i32): void {
  const phi = pass.phi
  const nz = phi.nz
  const second = inward(nz), secondLast = nz - 1 - inward(nz)
  const weights = weightsOf(pass.radiation)
  if (begin == 0 && pass.zBefore == ABSORB)
    rowBefore(weights, phi.row(-1), phi.row(0), phi.row(second), pass.edgeMemory, 0)
  if (end == nz && pass.zAfter == ABSORB)
    rowBefore(weights, phi.row(nz), phi.row(nz - 1), phi.row(secondLast), pass.edgeMemory, 3)
  kickRow(pass, begin)
  if (end - 1 > begin) kickRow(pass, end - 1)
  if (begin == 0) closeHaloRow(pass, pass.zBefore, -1, 0, second, begin, end)
  if (end == nz) closeHaloRow(pass, pass.zAfter, nz, nz - 1, secondLast, begin, end)
}

/** Fills a halo row from its kicked neighbours. */
function closeHaloRow(pass: ColumnsPass, kind: i32, halo: i32, first: i32, second: i32, begin: i32, end: i32): void {
  const phi = pass.phi
  if (kind == REFLECT) copyRow(phi.row(halo), phi.row(first), phi.nx)
  else if (kind == FIXED) fillRow(phi.row(halo), phi.nx, 0)
  else if (kind == ABSORB) {
    // The second row is kicked already if it is a seam; else its kick is worked out here and left to the sweep.
    const isSeam = second == begin || second == end - 1
    const ghost = phi.row(halo), near = phi.row(first), far = phi.row(second)
    const source = pass.source.row(second), eta = pass.eta.row(second)
    const keep = splat(pass.keep), kick = splat(pass.kick), level = splat(pass.level)
    const weights = weightsOf(pass.radiation)
    const firstNew = splat(weights.firstNew), secondNew = splat(weights.secondNew)
    for (let x: usize = 0, bytes = <usize>phi.nx << 2; x < bytes; x += WIDE) {
      const farNew = isSeam ? load(far + x) : kicked(source + x, eta + x, keep, kick, level)
      store(ghost + x, add(load(ghost + x), add(mul(firstNew, load(near + x)), mul(secondNew, farNew))))
    }
  }
}

/** The periodic halo rows copy rows at the far side, which are seams of other bands and kicked by now. */
@inline function wrapHaloRows(pass: ColumnsPass, begin: i32, end: i32): void {
  const phi = pass.phi
  if (begin == 0 && pass.zBefore == PERIODIC) copyRow(phi.row(-1), phi.row(phi.nz - 1), phi.nx)
  if (end == phi.nz && pass.zAfter == PERIODIC) copyRow(phi.row(phi.nz), phi.row(0), phi.nx)
}

/** Drift of four columns, given the kicked potentials of the row below. `matte` is known at compile time. */
@inline function driftFour(
  matte: bool, eta: usize, phi: usize, up: usize, down: v128, m: usize, mUp: usize, mDown: usize, drift: v128,
): void {
  const c = load(phi)
  const sum = matte ? matteLaplacian(phi, c, load(up), down, m, mUp, mDown) : laplacian(phi, c, load(up), down)
  store(eta, sub(load(eta), mul(drift, sum)))
}

/** Kick of four columns of the row below, at `far` of them in bytes, and drift of the four above them. */
@inline function kickDriftFour(
  matte: bool, far: usize, eta: usize, phi: usize, up: usize, down: usize, source: usize, etaDown: usize,
  m: usize, mUp: usize, mDown: usize, keep: v128, kick: v128, level: v128, drift: v128,
): void {
  const d = kicked(source + far, etaDown + far, keep, kick, level)
  store(down + far, d)
  driftFour(matte, eta + far, phi + far, up + far, d, m + far, mUp + far, mDown + far, drift)
}

/** Postcondition: all rows of the band are kicked and drifted. */
@inline function sweep(pass: ColumnsPass, begin: i32, end: i32, matte: bool): void {
  wrapHaloRows(pass, begin, end)
  const nx = pass.phi.nx
  const bytes = <usize>nx << 2
  const keep = splat(pass.keep), kick = splat(pass.kick), level = splat(pass.level), drift = splat(pass.drift)
  for (let j = begin; j < end; j++) {
    const eta = pass.eta.row(j)
    const phi = pass.phi.row(j), up = pass.phi.row(j - 1), down = pass.phi.row(j + 1)
    const m = pass.matte.row(j), mUp = pass.matte.row(j - 1), mDown = pass.matte.row(j + 1)
    let x: usize = 0
    if (j + 1 < end - 1) {
      const source = pass.source.row(j + 1), etaDown = pass.eta.row(j + 1)
      const before = beforeKick(pass, down), after = afterKick(pass, down)
      for (; x + BLOCK <= bytes; x += BLOCK) {
        const e = eta + x, p = phi + x, u = up + x, d = down + x, s = source + x, f = etaDown + x
        const n = m + x, nUp = mUp + x, nDown = mDown + x
        kickDriftFour(matte, 0, e, p, u, d, s, f, n, nUp, nDown, keep, kick, level, drift)
        kickDriftFour(matte, WIDE, e, p, u, d, s, f, n, nUp, nDown, keep, kick, level, drift)
        kickDriftFour(matte, 2 * WIDE, e, p, u, d, s, f, n, nUp, nDown, keep, kick, level, drift)
        kickDriftFour(matte, 3 * WIDE, e, p, u, d, s, f, n, nUp, nDown, keep, kick, level, drift)
      }
      for (; x < bytes; x += WIDE)
        kickDriftFour(matte, x, eta, phi, up, down, source, etaDown, m, mUp, mDown, keep, kick, level, drift)
      fillGhosts(pass, down, before, after)
    } else {
      for (; x < bytes; x += WIDE)
        driftFour(matte, eta + x, phi + x, up + x, load(down + x), m + x, mUp + x, mDown + x, drift)
    }
  }
}

export function columnsSweep(pass: ColumnsPass, begin: i32, end: i32): void {
  sweep(pass, begin, end, false)
}

export function columnsSweepMatte(pass: ColumnsPass, begin: i32, end: i32): void {
  sweep(pass, begin, end, true)
}
