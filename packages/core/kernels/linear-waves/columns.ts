// Columns: one substep of the linear wave equation (src/solvers/columns/columns.ts has the equations).
//
//   kick   phi -= g dt (eta - level)            in every cell; the level of its pool (src/solvers/shared/pools.ts)
//   drift  eta -= (H dt / dx^2) sum (phi_neighbour - phi)
//
// The drift of row j needs the kicked rows j - 1, j and j + 1. One sweep kicks row j + 1 while it drifts row j, so that each
// field is read and written once in a substep instead of twice, and updated in place.
//
// Threads own bands of rows. The first and last row of every band (the seams) are kicked in a pass of their own, before the
// sweep: after the barrier a band may read the seams of its neighbours, which no thread writes during the sweep.

import { ABSORB, copyRow, fillRow, FIXED, ghostAfter, ghostBefore, PERIODIC, putAfter, REFLECT } from '../boundary/edges'
import { Field } from '../abi/field'
import { radiatedAfter, radiatedBefore, rowAfter, rowBefore } from '../boundary/radiation'
import { advanceBands, advanceSeams, OPEN, POOLS, SOLIDS } from './columns-blocks'
import { laplacian, laplacianAmongSolids } from './stencil'
import { at, load, mul, put, splat, store, sub, WIDE } from '../abi/simd'

/** Bytes of a block: four vectors, so that the address arithmetic of nine rows is done once for sixteen cells. */
const BLOCK: usize = 4 * WIDE

@unmanaged
export class ColumnsPass {
  /** Elevation [m], read by the kick and advanced by the drift. */
  eta: Field
  /** Velocity potential [m2/s], advanced by the kick. */
  phi: Field
  /** Potential before the kick: phi itself, or phi smoothed by viscosity. */
  source: Field
  /** Openness of each cell, 1 water to 0 solid; only read among solids. */
  openness: Field
  /** Level of each cell that phi is measured against [m]; only read by the kernels `…AmongPools`. */
  levels: Field
  /** g dt [m/s]. */
  kick: f32
  /** Factor of phi by damping in one substep, -1..1. */
  keep: f32
  /** H dt / dx2 [s/m]. */
  drift: f32
  /** Level that phi is measured against [m], where it is the same in all cells. */
  level: f32
  /** r of open edges, (c dt - dx) / (c dt + dx). */
  radiation: f32
  /** Kinds of the edges x-, x+, z-, z+. */
  xBefore: i32
  xAfter: i32
  zBefore: i32
  zAfter: i32
  /** Elevation beyond each edge that is FIXED [m]. */
  xBeforeHeight: f32
  xAfterHeight: f32
  zBeforeHeight: f32
  zAfterHeight: f32
  /** Scratch and number of substeps of the kernels `columnsAdvance…` (columns-blocks.ts); not read by others. */
  lines: Field
  substeps: i32
}

/**
 * Four kicked potentials; `rest` is kick times level. The level is subtracted after the product. With eta - level computed first,
 * its rounding changed the energy of a hill on 60² cells by 1e-10 in every substep, always with the same sign (measured by
 * summing the contribution of each rounding in f64). Rounding kick × eta instead has no such bias; the reason is unknown.
 */
@inline function kicked(source: usize, eta: usize, keep: v128, kick: v128, rest: v128): v128 {
  return sub(mul(keep, load(source)), sub(mul(kick, load(eta)), rest))
}

/** Kick times the level of four cells; `pools` is a compile-time constant. */
@inline export function restOf(pools: bool, rest: v128, kick: v128, levels: usize): v128 {
  return pools ? mul(kick, load(levels)) : rest
}

/** Kicks row j in place and fills its ghost columns. */
@inline export function kickRow(pass: ColumnsPass, j: i32, pools: bool): void {
  const nx = pass.phi.nx
  const phi = pass.phi.row(j), eta = pass.eta.row(j), source = pass.source.row(j), levels = pass.levels.row(j)
  const keep = splat(pass.keep), kick = splat(pass.kick), rest = splat(pass.kick * pass.level)
  const before = beforeKick(pass, phi), after = afterKick(pass, phi)
  for (let x: usize = 0, end = <usize>nx << 2; x < end; x += WIDE)
    store(phi + x, kicked(source + x, eta + x, keep, kick, restOf(pools, rest, kick, levels + x)))
  fillGhosts(pass, phi, before, after)
}

/** A kicked ghost cell beyond a fixed edge: a cell whose elevation is held. Rounded as in `kicked`. */
@inline function heldPotential(pass: ColumnsPass, ghost: f32, height: f32): f32 {
  return pass.keep * ghost - (pass.kick * height - pass.kick * pass.level)
}

/** The ghost of a fixed x- edge, or the first half of the radiation condition at an open one, before the row is kicked. */
@inline export function beforeKick(pass: ColumnsPass, phi: usize): f32 {
  const ghost = at(phi, -1)
  if (pass.xBefore == FIXED) return heldPotential(pass, ghost, pass.xBeforeHeight)
  return pass.xBefore == ABSORB ? radiatedBefore(ghost, at(phi, 0), pass.radiation) : 0
}

/** The same for x+; whole vectors may overwrite this ghost during the kick. */
@inline export function afterKick(pass: ColumnsPass, phi: usize): f32 {
  const nx = pass.phi.nx
  const ghost = at(phi, nx)
  if (pass.xAfter == FIXED) return heldPotential(pass, ghost, pass.xAfterHeight)
  return pass.xAfter == ABSORB ? radiatedBefore(ghost, at(phi, nx - 1), pass.radiation) : 0
}

/** The ghost columns of a kicked row. */
@inline export function fillGhosts(pass: ColumnsPass, phi: usize, before: f32, after: f32): void {
  const nx = pass.phi.nx
  put(phi, -1, pass.xBefore == FIXED ? before : pass.xBefore == ABSORB
    ? radiatedAfter(before, at(phi, 0), pass.radiation)
    : ghostBefore(pass.xBefore, phi, nx))
  putAfter(phi, nx, pass.xAfter == FIXED ? after : pass.xAfter == ABSORB
    ? radiatedAfter(after, at(phi, nx - 1), pass.radiation)
    : ghostAfter(pass.xAfter, phi, nx))
}

/**
 * Postcondition: the first and last row of every band are kicked, and the halo next to them is filled, except periodic halo
 * rows, which the sweep fills.
 */
export function columnsKickSeams(pass: ColumnsPass, begin: i32, end: i32): void {
  kickSeams(pass, begin, end, false)
}

export function columnsKickSeamsAmongPools(pass: ColumnsPass, begin: i32, end: i32): void {
  kickSeams(pass, begin, end, true)
}

@inline function kickSeams(pass: ColumnsPass, begin: i32, end: i32, pools: bool): void {
  const phi = pass.phi
  const nx = phi.nx, nz = phi.nz
  if (begin == 0 && pass.zBefore == ABSORB) rowBefore(phi.row(-1), phi.row(0), nx, pass.radiation)
  if (end == nz && pass.zAfter == ABSORB) rowBefore(phi.row(nz), phi.row(nz - 1), nx, pass.radiation)
  kickRow(pass, begin, pools)
  if (end - 1 > begin) kickRow(pass, end - 1, pools)
  if (begin == 0) closeHaloRow(pass, pass.zBefore, pass.zBeforeHeight, phi.row(-1), phi.row(0))
  if (end == nz) closeHaloRow(pass, pass.zAfter, pass.zAfterHeight, phi.row(nz), phi.row(nz - 1))
}

/** Fills a halo row from its kicked neighbour, or from its own last value at a fixed edge. */
@inline export function closeHaloRow(pass: ColumnsPass, kind: i32, height: f32, ghost: usize, near: usize): void {
  if (kind == REFLECT) copyRow(ghost, near, pass.phi.nx)
  else if (kind == FIXED) fillRow(ghost, pass.phi.nx, heldPotential(pass, at(ghost, 0), height))
  else if (kind == ABSORB) rowAfter(ghost, near, pass.phi.nx, pass.radiation)
}

/** Fills the periodic halo rows from the rows at the opposite edge, which are seams of other bands and already kicked. */
@inline function wrapHaloRows(pass: ColumnsPass, begin: i32, end: i32): void {
  const phi = pass.phi
  if (begin == 0 && pass.zBefore == PERIODIC) copyRow(phi.row(-1), phi.row(phi.nz - 1), phi.nx)
  if (end == phi.nz && pass.zAfter == PERIODIC) copyRow(phi.row(phi.nz), phi.row(0), phi.nx)
}

/** Drift of four columns, given the kicked potentials of the row below. `openness` is a compile-time constant. */
@inline function driftFour(
  openness: bool, eta: usize, phi: usize, up: usize, down: v128, m: usize, mUp: usize, mDown: usize, drift: v128,
): void {
  const c = load(phi)
  const sum = openness ? laplacianAmongSolids(phi, c, load(up), down, m, mUp, mDown) : laplacian(phi, c, load(up), down)
  store(eta, sub(load(eta), mul(drift, sum)))
}

/** Kick of four columns of the row below, at the byte offset `far`, and drift of the four above them. */
@inline function kickDriftFour(
  openness: bool, pools: bool, far: usize, eta: usize, phi: usize, up: usize, down: usize, source: usize, etaDown: usize,
  levels: usize, m: usize, mUp: usize, mDown: usize, keep: v128, kick: v128, rest: v128, drift: v128,
): void {
  const d = kicked(source + far, etaDown + far, keep, kick, restOf(pools, rest, kick, levels + far))
  store(down + far, d)
  driftFour(openness, eta + far, phi + far, up + far, d, m + far, mUp + far, mDown + far, drift)
}

/** Postcondition: all rows of the band are kicked and drifted. */
@inline function sweep(pass: ColumnsPass, begin: i32, end: i32, openness: bool, pools: bool): void {
  wrapHaloRows(pass, begin, end)
  const nx = pass.phi.nx
  const bytes = <usize>nx << 2
  const keep = splat(pass.keep), kick = splat(pass.kick), rest = splat(pass.kick * pass.level), drift = splat(pass.drift)
  for (let j = begin; j < end; j++) {
    const eta = pass.eta.row(j)
    const phi = pass.phi.row(j), up = pass.phi.row(j - 1), down = pass.phi.row(j + 1)
    const m = pass.openness.row(j), mUp = pass.openness.row(j - 1), mDown = pass.openness.row(j + 1)
    let x: usize = 0
    if (j + 1 < end - 1) {
      const source = pass.source.row(j + 1), etaDown = pass.eta.row(j + 1), levels = pass.levels.row(j + 1)
      const before = beforeKick(pass, down), after = afterKick(pass, down)
      for (; x + BLOCK <= bytes; x += BLOCK) {
        const e = eta + x, p = phi + x, u = up + x, d = down + x, s = source + x, f = etaDown + x
        const n = m + x, nUp = mUp + x, nDown = mDown + x, l = levels + x
        kickDriftFour(openness, pools, 0, e, p, u, d, s, f, l, n, nUp, nDown, keep, kick, rest, drift)
        kickDriftFour(openness, pools, WIDE, e, p, u, d, s, f, l, n, nUp, nDown, keep, kick, rest, drift)
        kickDriftFour(openness, pools, 2 * WIDE, e, p, u, d, s, f, l, n, nUp, nDown, keep, kick, rest, drift)
        kickDriftFour(openness, pools, 3 * WIDE, e, p, u, d, s, f, l, n, nUp, nDown, keep, kick, rest, drift)
      }
      for (; x < bytes; x += WIDE)
        kickDriftFour(openness, pools, x, eta, phi, up, down, source, etaDown, levels, m, mUp, mDown, keep, kick, rest, drift)
      fillGhosts(pass, down, before, after)
    } else {
      for (; x < bytes; x += WIDE)
        driftFour(openness, eta + x, phi + x, up + x, load(down + x), m + x, mUp + x, mDown + x, drift)
    }
  }
}

export function columnsSweep(pass: ColumnsPass, begin: i32, end: i32): void {
  sweep(pass, begin, end, false, false)
}

export function columnsSweepAmongSolids(pass: ColumnsPass, begin: i32, end: i32): void {
  sweep(pass, begin, end, true, false)
}

/** The same where solids separate pools of different level. */
export function columnsSweepAmongPools(pass: ColumnsPass, begin: i32, end: i32): void {
  sweep(pass, begin, end, true, true)
}

/** Several substeps at once: rows of the pass are blocks of rows (columns-blocks.ts). `columnsAdvanceSeams` must follow. */
export function columnsAdvanceBands(pass: ColumnsPass, begin: i32, end: i32, thread: i32): void {
  advanceBands(pass, begin, end, thread, OPEN)
}

export function columnsAdvanceSeams(pass: ColumnsPass, begin: i32, end: i32, thread: i32): void {
  advanceSeams(pass, begin, thread, OPEN)
}

export function columnsAdvanceBandsAmongSolids(pass: ColumnsPass, begin: i32, end: i32, thread: i32): void {
  advanceBands(pass, begin, end, thread, SOLIDS)
}

export function columnsAdvanceSeamsAmongSolids(pass: ColumnsPass, begin: i32, end: i32, thread: i32): void {
  advanceSeams(pass, begin, thread, SOLIDS)
}

export function columnsAdvanceBandsAmongPools(pass: ColumnsPass, begin: i32, end: i32, thread: i32): void {
  advanceBands(pass, begin, end, thread, POOLS)
}

export function columnsAdvanceSeamsAmongPools(pass: ColumnsPass, begin: i32, end: i32, thread: i32): void {
  advanceSeams(pass, begin, thread, POOLS)
}
