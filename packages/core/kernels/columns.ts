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

import {
  ABSORB, copyRow, FIXED, fillRow, ghostAfter, ghostBefore, PERIODIC, putAfter, REFLECT,radiateAfter, radiateBefore, radiated, 
} from './edges'
import { Field } from './field'
import { laplacian, matteLaplacian } from './stencil'
import { at, load, mul, put, splat, store, sub, WIDE } from './wide'

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
  /** Mur's coefficient (c dt - dx) / (c dt + dx). */
  radiation: f32
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
  const phi = pass.phi.row(j)
  const eta = pass.eta.row(j)
  const source = pass.source.row(j)
  const keep = splat(pass.keep), kick = splat(pass.kick), level = splat(pass.level)
  const ghosts = oldGhosts(phi, nx)
  for (let x: usize = 0, end = <usize>nx << 2; x < end; x += WIDE)
    store(phi + x, kicked(source + x, eta + x, keep, kick, level))
  fillGhosts(pass, phi, ghosts)
}

/** What a radiating edge remembers of a row before its kick: ghost and neighbour at either end. */
@inline function oldGhosts(phi: usize, nx: i32): v128 {
  return f32x4(at(phi, -1), at(phi, 0), at(phi, nx - 1), at(phi, nx))
}

@inline function fillGhosts(pass: ColumnsPass, phi: usize, old: v128): void {
  const nx = pass.phi.nx
  const before = pass.xBefore == ABSORB
    ? radiated(f32x4.extract_lane(old, 1), at(phi, 0), f32x4.extract_lane(old, 0), pass.radiation)
    : ghostBefore(pass.xBefore, phi, nx)
  const after = pass.xAfter == ABSORB
    ? radiated(f32x4.extract_lane(old, 2), at(phi, nx - 1), f32x4.extract_lane(old, 3), pass.radiation)
    : ghostAfter(pass.xAfter, phi, nx)
  put(phi, -1, before)
  putAfter(phi, nx, after)
}

/** Kicks a row at the domain's z edge and fills the halo row beyond it; periodic halos wait for the sweep. */
function kickSeam(pass: ColumnsPass, j: i32): void {
  const phi = pass.phi
  const nx = phi.nx, nz = phi.nz
  if (j == 0 && pass.zBefore == ABSORB) radiateBefore(phi.row(-1), phi.row(0), nx, pass.radiation)
  if (j == nz - 1 && pass.zAfter == ABSORB) radiateBefore(phi.row(nz), phi.row(nz - 1), nx, pass.radiation)
  kickRow(pass, j)
  if (j == 0) closeHaloRow(pass, pass.zBefore, phi.row(-1), phi.row(0))
  if (j == nz - 1) closeHaloRow(pass, pass.zAfter, phi.row(nz), phi.row(nz - 1))
}

@inline function closeHaloRow(pass: ColumnsPass, kind: i32, ghost: usize, neighbour: usize): void {
  if (kind == REFLECT) copyRow(ghost, neighbour, pass.phi.nx)
  else if (kind == FIXED) fillRow(ghost, pass.phi.nx, 0)
  else if (kind == ABSORB) radiateAfter(ghost, neighbour, pass.phi.nx, pass.radiation)
}

/** Postcondition: the first and last row of every band is kicked, halos beside them are filled. */
export function columnsKickSeams(pass: ColumnsPass, begin: i32, end: i32): void {
  kickSeam(pass, begin)
  if (end - 1 > begin) kickSeam(pass, end - 1)
}

/** The periodic halo rows copy rows at the far side, which are seams of other bands and kicked by now. */
@inline function wrapHaloRows(pass: ColumnsPass, begin: i32, end: i32): void {
  const phi = pass.phi
  if (begin == 0 && pass.zBefore == PERIODIC) copyRow(phi.row(-1), phi.row(phi.nz - 1), phi.nx)
  if (end == phi.nz && pass.zAfter == PERIODIC) copyRow(phi.row(phi.nz), phi.row(0), phi.nx)
}

/** Drift of four columns, given the kicked potentials of the row below. `matte` is known at compile time. */
@inline function driftFour(matte: bool, eta: usize, phi: usize, up: usize, down: v128, m: usize, mUp: usize, mDown: usize, drift: v128): void {
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
      const ghosts = oldGhosts(down, nx)
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
      fillGhosts(pass, down, ghosts)
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
