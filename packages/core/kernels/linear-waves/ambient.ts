// Ambient waves and their scattering by solids (src/solvers/iwave/ambient.ts). The state of the solver is that of the scattered
// waves s; the ambient waves a are prescribed; the visible surface is the total s + a. Each pass works cell by cell.

import { Field } from '../abi/field'
import { add, load, mul, splat, store, sub, WIDE } from '../abi/simd'

@unmanaged
export class AmbientPass {
  /** Scattered waves. */
  eta: Field
  phi: Field
  /** Ambient waves, and Λ of their potential. */
  ambientEta: Field
  ambientPhi: Field
  ambientRise: Field
  /** Total of both; `rise` is Λ of the potential. */
  totalEta: Field
  totalPhi: Field
  rise: Field
  /** Openness of each cell. */
  openness: Field
}

/** Postcondition: total = scattered + ambient. */
export function addAmbient(pass: AmbientPass, begin: i32, end: i32): void {
  const bytes = <usize>pass.eta.nx << 2
  for (let j = begin; j < end; j++) {
    const eta = pass.eta.row(j), phi = pass.phi.row(j), totalEta = pass.totalEta.row(j), totalPhi = pass.totalPhi.row(j)
    const ambientEta = pass.ambientEta.row(j), ambientPhi = pass.ambientPhi.row(j)
    for (let x: usize = 0; x < bytes; x += WIDE) {
      store(totalEta + x, add(load(eta + x), load(ambientEta + x)))
      store(totalPhi + x, add(load(phi + x), load(ambientPhi + x)))
    }
  }
}

/** Applies the openness m to the total wave, s + a <- m (s + a), as a change of s. Postcondition: s = m s - (1 - m) a. */
export function scatterAmbient(pass: AmbientPass, begin: i32, end: i32): void {
  const bytes = <usize>pass.eta.nx << 2
  const one = splat(1)
  for (let j = begin; j < end; j++) {
    const eta = pass.eta.row(j), phi = pass.phi.row(j), m = pass.openness.row(j)
    const ambientEta = pass.ambientEta.row(j), ambientPhi = pass.ambientPhi.row(j)
    for (let x: usize = 0; x < bytes; x += WIDE) {
      const open = load(m + x), solid = sub(one, open)
      store(eta + x, sub(mul(open, load(eta + x)), mul(solid, load(ambientEta + x))))
      store(phi + x, sub(mul(open, load(phi + x)), mul(solid, load(ambientPhi + x))))
    }
  }
}

/** Precondition: `rise` is Λ of the total potential among solids. Postcondition: it is that of the scattered waves. */
export function subtractAmbientRise(pass: AmbientPass, begin: i32, end: i32): void {
  const bytes = <usize>pass.rise.nx << 2
  const none = splat(0)
  for (let j = begin; j < end; j++) {
    const rise = pass.rise.row(j), ambientRise = pass.ambientRise.row(j), m = pass.openness.row(j)
    for (let x: usize = 0; x < bytes; x += WIDE)
      store(rise + x, sub(load(rise + x), v128.and(f32x4.ne(load(m + x), none), load(ambientRise + x))))
  }
}
