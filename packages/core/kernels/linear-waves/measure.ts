// Sums for the diagnostics. Each row is summed in f64 from left to right into a record of its own, and the solver adds the
// records from the first row to the last: the result does not depend on the number of threads.

import { FIXED, PERIODIC } from '../boundary/edges'
import { Field } from '../abi/field'
import { at } from '../abi/simd'

/** Sums of one row, cells weighted by their openness; src/solvers/columns/columns.ts adds the rows. */
@unmanaged
export class SurfaceSums {
  /** Sum of eta, and of eta². */
  eta: f64
  squares: f64
  /** Sum of grad phi · grad phi'. */
  gradients: f64
  /** Sums over faces of the differences of phi along x and z, and of eta there times the difference. */
  alongX: f64
  alongZ: f64
  carriedX: f64
  carriedZ: f64
  /** Least and largest eta. */
  lowest: f64
  highest: f64
}

@unmanaged
export class MeasurePass {
  eta: Field
  phi: Field
  openness: Field
  /** SurfaceSums of each row. */
  sums: Field
  /** g dt of a substep [m/s], for the potential half a substep later; see `measure`. */
  kick: f32
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
}

/**
 * phi is half a substep earlier than eta. The scheme conserves exactly the potential energy of eta plus a kinetic energy that is
 * the product of the gradients of phi and of the next potential, phi' = phi - kick (eta - level).
 */
export function measure(pass: MeasurePass, begin: i32, end: i32): void {
  for (let j = begin; j < end; j++) measureRow(pass, j, false)
}

/** The same where solids close faces. */
export function measureAmongSolids(pass: MeasurePass, begin: i32, end: i32): void {
  for (let j = begin; j < end; j++) measureRow(pass, j, true)
}

/** Openness of the face between two cells. */
@inline function faceOpenness(solids: bool, here: usize, i: i32, there: usize, iThere: i32): f64 {
  return solids ? <f64>at(here, i) * <f64>at(there, iThere) : 1
}

@inline function measureRow(pass: MeasurePass, j: i32, solids: bool): void {
  const nx = pass.eta.nx, nz = pass.eta.nz
  const eta = pass.eta.row(j), phi = pass.phi.row(j), m = pass.openness.row(j)
  const above = j > 0 ? j - 1 : pass.zBefore == PERIODIC ? nz - 1 : -1
  let sum: f64 = 0, squares: f64 = 0, gradients: f64 = 0, alongX: f64 = 0, alongZ: f64 = 0
  let carriedX: f64 = 0, carriedZ: f64 = 0
  let lowest: f64 = Infinity, highest: f64 = -Infinity
  for (let i = 0; i < nx; i++) {
    const h = <f64>at(eta, i)
    const area = solids ? <f64>at(m, i) : 1
    sum += area * h
    squares += area * h * h
    if (area > 0) {
      lowest = min(lowest, h)
      highest = max(highest, h)
    }
    // The face towards x-.
    const left = i > 0 ? i - 1 : pass.xBefore == PERIODIC ? nx - 1 : -1
    if (left >= 0) {
      const slope = faceSlope(at(phi, i), at(phi, left)) * faceOpenness(solids, m, i, m, left)
      gradients += slope * nextSlope(pass, at(phi, i), at(eta, i), at(phi, left), at(eta, left))
      alongX += slope
      carriedX += 0.5 * (h + <f64>at(eta, left)) * slope
    } else if (pass.xBefore == FIXED)
      gradients += area * area * fixedFace(pass, at(phi, i), at(eta, i), at(phi, -1), pass.xBeforeHeight)
    if (i == nx - 1 && pass.xAfter == FIXED)
      gradients += area * area * fixedFace(pass, at(phi, i), at(eta, i), at(phi, nx), pass.xAfterHeight)
    // The face towards z-.
    if (above >= 0) {
      const phiAbove = at(pass.phi.row(above), i), etaAbove = at(pass.eta.row(above), i)
      const slope = faceSlope(at(phi, i), phiAbove) * faceOpenness(solids, m, i, pass.openness.row(above), i)
      gradients += slope * nextSlope(pass, at(phi, i), at(eta, i), phiAbove, etaAbove)
      alongZ += slope
      carriedZ += 0.5 * (h + <f64>etaAbove) * slope
    } else if (pass.zBefore == FIXED)
      gradients += area * area * fixedFace(pass, at(phi, i), at(eta, i), at(pass.phi.row(-1), i), pass.zBeforeHeight)
    if (j == nz - 1 && pass.zAfter == FIXED)
      gradients += area * area * fixedFace(pass, at(phi, i), at(eta, i), at(pass.phi.row(nz), i), pass.zAfterHeight)
  }
  const sums = changetype<SurfaceSums>(pass.sums.row(j))
  sums.eta = sum
  sums.squares = squares
  sums.gradients = gradients
  sums.alongX = alongX
  sums.alongZ = alongZ
  sums.carriedX = carriedX
  sums.carriedZ = carriedZ
  sums.lowest = lowest
  sums.highest = highest
}

@inline function faceSlope(here: f32, there: f32): f64 {
  return <f64>here - <f64>there
}

/** Slope of phi', one kick later. */
@inline function nextSlope(pass: MeasurePass, phi: f32, eta: f32, phiThere: f32, etaThere: f32): f64 {
  return <f64>phi - <f64>phiThere - <f64>pass.kick * (<f64>eta - <f64>etaThere)
}

/** Product of the slopes at a fixed edge: beyond it the elevation is held, and the ghost cell has the openness of its neighbour. */
@inline function fixedFace(pass: MeasurePass, phi: f32, eta: f32, ghost: f32, height: f32): f64 {
  return faceSlope(phi, ghost) * nextSlope(pass, phi, eta, ghost, height)
}
