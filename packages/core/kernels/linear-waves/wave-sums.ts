// Sums for the diagnostics of surface waves, by rows in f64 as in measure.ts.

import { Field } from '../abi/field'
import { at } from '../abi/simd'

/** Sums of one row, cells weighted by their openness; the solvers of surface waves add the rows. */
@unmanaged
export class WaveSums {
  /** Sum of eta, and of eta². */
  eta: f64
  squares: f64
  /** Sum of phi' Λphi. */
  kinetic: f64
  /** Sum of Λphi, and of Λphi times the distance from the middle of the row [cells]. */
  rise: f64
  riseAside: f64
  /** Sums over faces of eta there times the difference of phi, along x and z. */
  carriedX: f64
  carriedZ: f64
  /** Least and largest eta. */
  lowest: f64
  highest: f64
  /** Sum of eta × tensionTerm. */
  bending: f64
}

@unmanaged
export class WaveSumsPass {
  eta: Field
  phi: Field
  /** Λphi [m/s]. */
  rise: Field
  /**
   * The elevation that surface tension acts on, only read if `tense`: k² eta [1/m], or for leapfrog eta - dx² ∇²eta with the
   * five-point Laplacian [m].
   */
  tensionTerm: Field
  openness: Field
  /** WaveSums of each row. */
  sums: Field
  /**
   * g dt of a substep and dt γ/(ρ dx²) [m/s], for the next potential phi' = phi - kick (eta - level) - tension (tensionTerm -
   * eta). Both are 0 if phi and eta are synchronous.
   */
  kick: f32
  tension: f32
  level: f32
  tense: i32
  /** 1 if the grid is periodic along x, and along z. */
  wrapX: i32
  wrapZ: i32
}

export function waveSums(pass: WaveSumsPass, begin: i32, end: i32): void {
  const nx = pass.eta.nx, nz = pass.eta.nz
  for (let j = begin; j < end; j++) {
    const eta = pass.eta.row(j), phi = pass.phi.row(j), rise = pass.rise.row(j), m = pass.openness.row(j)
    const tensionTerm = pass.tensionTerm.row(j)
    const above = j > 0 ? j - 1 : pass.wrapZ ? nz - 1 : -1
    let sum: f64 = 0, squares: f64 = 0, kinetic: f64 = 0, bending: f64 = 0
    let risen: f64 = 0, riseAside: f64 = 0, carriedX: f64 = 0, carriedZ: f64 = 0
    let lowest: f64 = Infinity, highest: f64 = -Infinity
    for (let i = 0; i < nx; i++) {
      const h = <f64>at(eta, i)
      const area = <f64>at(m, i)
      sum += area * h
      squares += area * h * h
      let next = <f64>at(phi, i) - <f64>pass.kick * (h - <f64>pass.level)
      if (pass.tense) {
        const bent = <f64>at(tensionTerm, i)
        next -= <f64>pass.tension * (bent - h)
        bending += area * h * bent
      }
      const w = area * <f64>at(rise, i)
      kinetic += next * w
      risen += w
      riseAside += w * (<f64>i - 0.5 * <f64>(nx - 1))
      const left = i > 0 ? i - 1 : pass.wrapX ? nx - 1 : -1
      if (left >= 0)
        carriedX += area * <f64>at(m, left) * 0.5 * (h + <f64>at(eta, left)) * (<f64>at(phi, i) - <f64>at(phi, left))
      if (above >= 0) {
        const open = area * <f64>at(pass.openness.row(above), i)
        carriedZ += open * 0.5 * (h + <f64>at(pass.eta.row(above), i)) * (<f64>at(phi, i) - <f64>at(pass.phi.row(above), i))
      }
      if (area > 0) {
        lowest = min(lowest, h)
        highest = max(highest, h)
      }
    }
    const sums = changetype<WaveSums>(pass.sums.row(j))
    sums.eta = sum
    sums.squares = squares
    sums.kinetic = kinetic
    sums.rise = risen
    sums.riseAside = riseAside
    sums.carriedX = carriedX
    sums.carriedZ = carriedZ
    sums.lowest = lowest
    sums.highest = highest
    sums.bending = bending
  }
}
