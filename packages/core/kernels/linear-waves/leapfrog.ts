// Leapfrog for elevation and potential, the potential half a substep behind (src/solvers/iwave/iwave.ts has the equations):
//
//   kick   phi -= g dt (eta - level)
//   drift  eta += dt Λphi,   Λphi being `rise`, computed in between by the window or the transforms.
//
// Among solids, Λ is restricted to the water: with m the openness of a cell and K(i, j) the weights of Λ,
//   rise_i = (Λphi)_i - sum_j K(i, j) (1 - m_j) (phi_j - phi_i) = (Λ(m phi) + phi Λ(1 - m))_i    where m_i > 0.
// This is the flow through a pipe between each pair of cells, whose width is the product of their openness. A fixed edge is one
// more neighbour, at phi = 0 and always open. A cell of openness m has the area m dx²; hence volume is conserved, water at rest
// stays at rest, and the operator is symmetric, so that energy is conserved: a reflecting wall, for any weights.
//
// Each pass works cell by cell, or reads neighbours only in fields that it does not write.

import { Field } from '../abi/field'
import { laplacian, laplacianAmongSolids } from './stencil'
import { add, load, mul, splat, store, sub, WIDE } from '../abi/simd'

@unmanaged
export class LeapfrogPass {
  eta: Field
  phi: Field
  /** Potential before the kick: phi itself, or phi smoothed by viscosity. */
  source: Field
  /** Λphi [m/s]; among solids Λ(m phi) before `riseAmongSolids`. */
  rise: Field
  /** Openness m of each cell, and Λ(1 - m); only read among solids. */
  openness: Field
  riseOfSolid: Field
  /** Openness times phi; only written among solids. */
  masked: Field
  /** Damping factor of each cell in the sponge of open edges; only read by the kernels `…Faded`. */
  fade: Field
  /** Level of each cell that phi is measured against [m]; only read by the kernels `…AmongPools`. */
  levels: Field
  /** g dt [m/s]. */
  kick: f32
  /** Factor of phi by damping. */
  keep: f32
  /** dt [s]. */
  drift: f32
  /** Level that phi is measured against [m], where it is the same in all cells. */
  level: f32
  /** dt γ/(ρ dx²) [m/s], surface tension. */
  tension: f32
}

@inline function kickRows(pass: LeapfrogPass, begin: i32, end: i32, faded: bool, pools: bool): void {
  const bytes = <usize>pass.phi.nx << 2
  const keep = splat(pass.keep), kick = splat(pass.kick), rest = splat(pass.kick * pass.level)
  for (let j = begin; j < end; j++) {
    const phi = pass.phi.row(j), eta = pass.eta.row(j), source = pass.source.row(j), fade = pass.fade.row(j)
    const levels = pass.levels.row(j)
    for (let x: usize = 0; x < bytes; x += WIDE) {
      const ofLevel = pools ? mul(kick, load(levels + x)) : rest
      // The level is subtracted after the product: see `kicked` in columns.ts.
      let kicked = sub(mul(keep, load(source + x)), sub(mul(kick, load(eta + x)), ofLevel))
      if (faded) kicked = mul(kicked, load(fade + x))
      store(phi + x, kicked)
    }
  }
}

export function kickPotential(pass: LeapfrogPass, begin: i32, end: i32): void {
  kickRows(pass, begin, end, false, false)
}

export function kickPotentialFaded(pass: LeapfrogPass, begin: i32, end: i32): void {
  kickRows(pass, begin, end, true, false)
}

/** The same where walls separate pools of different level (src/solvers/shared/pools.ts). */
export function kickPotentialAmongPools(pass: LeapfrogPass, begin: i32, end: i32): void {
  kickRows(pass, begin, end, false, true)
}

export function kickPotentialFadedAmongPools(pass: LeapfrogPass, begin: i32, end: i32): void {
  kickRows(pass, begin, end, true, true)
}

/** Surface tension: phi += dt γ/ρ ∇²eta with the five-point Laplacian; no flux into solids. The halo of eta has to be filled. */
@inline function stretchRows(pass: LeapfrogPass, begin: i32, end: i32, openness: bool): void {
  const bytes = <usize>pass.phi.nx << 2
  const tension = splat(pass.tension)
  for (let j = begin; j < end; j++) {
    const phi = pass.phi.row(j), row = pass.eta.row(j), up = pass.eta.row(j - 1), down = pass.eta.row(j + 1)
    const m = pass.openness.row(j), mUp = pass.openness.row(j - 1), mDown = pass.openness.row(j + 1)
    for (let x: usize = 0; x < bytes; x += WIDE) {
      const c = load(row + x)
      const sum = openness
        ? laplacianAmongSolids(row + x, c, load(up + x), load(down + x), m + x, mUp + x, mDown + x)
        : laplacian(row + x, c, load(up + x), load(down + x))
      store(phi + x, add(load(phi + x), mul(tension, sum)))
    }
  }
}

export function stretch(pass: LeapfrogPass, begin: i32, end: i32): void {
  stretchRows(pass, begin, end, false)
}

export function stretchAmongSolids(pass: LeapfrogPass, begin: i32, end: i32): void {
  stretchRows(pass, begin, end, true)
}

/** Postcondition: masked = openness times phi. */
export function maskPotential(pass: LeapfrogPass, begin: i32, end: i32): void {
  const bytes = <usize>pass.phi.nx << 2
  for (let j = begin; j < end; j++) {
    const phi = pass.phi.row(j), m = pass.openness.row(j), masked = pass.masked.row(j)
    for (let x: usize = 0; x < bytes; x += WIDE) store(masked + x, mul(load(m + x), load(phi + x)))
  }
}

/** Precondition: `rise` is Λ(m phi). Postcondition: `rise` is Λ phi among solids. */
export function riseAmongSolids(pass: LeapfrogPass, begin: i32, end: i32): void {
  const bytes = <usize>pass.phi.nx << 2
  const none = splat(0)
  for (let j = begin; j < end; j++) {
    const phi = pass.phi.row(j), m = pass.openness.row(j), rise = pass.rise.row(j), ofSolid = pass.riseOfSolid.row(j)
    for (let x: usize = 0; x < bytes; x += WIDE)
      store(rise + x, v128.and(f32x4.ne(load(m + x), none), add(load(rise + x), mul(load(phi + x), load(ofSolid + x)))))
  }
}

@inline function driftRows(pass: LeapfrogPass, begin: i32, end: i32, faded: bool): void {
  const bytes = <usize>pass.eta.nx << 2
  const drift = splat(pass.drift)
  for (let j = begin; j < end; j++) {
    const eta = pass.eta.row(j), rise = pass.rise.row(j), fade = pass.fade.row(j)
    for (let x: usize = 0; x < bytes; x += WIDE) {
      let drifted = add(load(eta + x), mul(drift, load(rise + x)))
      if (faded) drifted = mul(drifted, load(fade + x))
      store(eta + x, drifted)
    }
  }
}

export function driftElevation(pass: LeapfrogPass, begin: i32, end: i32): void {
  driftRows(pass, begin, end, false)
}

export function driftElevationFaded(pass: LeapfrogPass, begin: i32, end: i32): void {
  driftRows(pass, begin, end, true)
}
