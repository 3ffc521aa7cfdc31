// Flux of water and momentum through a face between two columns over uneven terrain, four faces at once.
//
// Hydrostatic reconstruction (Audusse, Bouchut, Bristeau, Klein and Perthame, SIAM J. Sci. Comput. 25, 2004): the bed at the face is
// the higher of the two beds, and each side contributes only its water above it. The flux between the two reconstructed states is
// that of the approximate Riemann solver HLLC (Toro, Shock-capturing methods for free-surface shallow flows, 2001).
//
// All terms are differences. The bed enters only through eta and d, and momentum fluxes are relative to the hydrostatic pressure
// g d²/2 of either side. Pressure and bed slope then combine to g d d(eta)/dx inside a cell (shallow-water.ts), and for water at
// rest every term is exactly zero, instead of cancelling others. Depth at the face of the side with the lower bed: the depth of the
// other side plus the difference of the surfaces.

import { PITCH } from './shallow-scratch'
import { greaterThan, abs as magnitude, add, select, div, minimum, maximum, mul, splat, sqrt as root, sub } from '../abi/simd'

/** Lower bound of the difference of the wave speeds in the divisor [m/s]. */
const STILL: f32 = 1e-20

/** A column at a face: its surface, depth, velocity across the face and along it, in four scratch rows. */
export const ETA: usize = 0
export const DEPTH: usize = 1
export const ACROSS: usize = 2
export const ALONG: usize = 3

/**
 * A flux: water [m²/s]; normal momentum over density, relative to the pressure of the column before the face, or behind it [m³/s²];
 * tangential velocity of the upstream column [m/s].
 */
export const MASS: usize = 0
export const BEFORE: usize = 1
export const BEHIND: usize = 2
export const TANGENTIAL: usize = 3

/** In the place of a flux while it is computed: the depths on both sides of the face [m], and the speeds of the two waves, at most and at least 0 [m/s]. */
const DEPTH_BEFORE: usize = 0
const DEPTH_BEHIND: usize = 1
const SLOW: usize = 2
const FAST: usize = 3

/**
 * Wave speeds at four faces: the first half of a flux. `before` and `behind`: addresses of the surfaces of the columns; their other quantities
 * follow at multiples of PITCH. Postcondition: at `flux`, in the order of its parts, the two depths at the face and the two wave speeds. Offsets
 * are constants, which cost no instruction.
 *
 * Square roots and the division depend on each other, and a processor looks ahead no further than one or two fluxes. Half a flux for all faces
 * of a row, and then the other half, takes 0.7 of the time.
 */
@inline export function waveSpeeds(before: usize, behind: usize, flux: usize, gravity: v128): void {
  const zero = splat(0), half = splat(0.5)
  const wholeL = v128.load(before, DEPTH * PITCH), wholeR = v128.load(behind, DEPTH * PITCH)
  // Which bed is higher: compares eta - d of the right and the left column.
  const rise = sub(v128.load(behind), v128.load(before))
  const right = greaterThan(sub(rise, sub(wholeR, wholeL)), zero)
  const dL = select(right, maximum(zero, sub(wholeR, rise)), wholeL)
  const dR = select(right, wholeR, maximum(zero, add(wholeL, rise)))
  v128.store(flux, dL, DEPTH_BEFORE * PITCH)
  v128.store(flux, dR, DEPTH_BEHIND * PITCH)
  const uL = v128.load(before, ACROSS * PITCH), uR = v128.load(behind, ACROSS * PITCH)
  const cL = root(mul(gravity, dL)), cR = root(mul(gravity, dR))
  // State between the two waves if both are rarefactions.
  const uMid = add(mul(half, add(uL, uR)), sub(cL, cR))
  const cMid = add(mul(half, add(cL, cR)), mul(splat(0.25), sub(uL, uR)))
  let slow = minimum(sub(uL, cL), sub(uMid, cMid)), fast = maximum(add(uR, cR), add(uMid, cMid))
  if (v128.any_true(f32x4.le(minimum(dL, dR), zero))) {
    // The front of water on dry terrain has the speed u + 2c.
    const wetL = greaterThan(dL, zero), wetR = greaterThan(dR, zero)
    slow = select(wetL, select(wetR, slow, sub(uL, cL)), sub(sub(uR, cR), cR))
    fast = select(wetR, select(wetL, fast, add(uR, cR)), add(add(uL, cL), cL))
  }
  v128.store(flux, minimum(slow, zero), SLOW * PITCH)
  v128.store(flux, maximum(fast, zero), FAST * PITCH)
}

/** Fluxes through four faces, from the results of `waveSpeeds`, which they replace. */
@inline export function faceFlux(before: usize, behind: usize, flux: usize, gravity: v128): void {
  const zero = splat(0)
  const dL = v128.load(flux, DEPTH_BEFORE * PITCH), dR = v128.load(flux, DEPTH_BEHIND * PITCH)
  const sL = v128.load(flux, SLOW * PITCH), sR = v128.load(flux, FAST * PITCH)
  const uL = v128.load(before, ACROSS * PITCH), uR = v128.load(behind, ACROSS * PITCH)
  const share = div(splat(1), maximum(sub(sR, sL), splat(STILL)))
  const qL = mul(dL, uL), qR = mul(dR, uR)
  const product = mul(sL, sR)
  const step = sub(dR, dL)
  const pressure = mul(mul(splat(0.5), gravity), mul(step, add(dR, dL)))
  const mass = mul(share, add(sub(mul(sR, qL), mul(sL, qR)), mul(product, step)))
  const push = mul(share, add(
    sub(mul(sR, mul(qL, uL)), mul(sL, add(mul(qR, uR), pressure))),
    mul(product, sub(qR, qL)),
  ))
  v128.store(flux, mass)
  v128.store(flux, push, BEFORE * PITCH)
  v128.store(flux, sub(push, pressure), BEHIND * PITCH)
  const vL = v128.load(before, ALONG * PITCH), vR = v128.load(behind, ALONG * PITCH)
  v128.store(flux, select(greaterThan(mass, zero), vL, vR), TANGENTIAL * PITCH)
}

/**
 * Force of a wall on water of depth d that moves away from it at u, over density and width, less the hydrostatic pressure [m³/s²]: the HLL
 * flux between the water and its mirror image.
 */
@inline export function wallPush(d: v128, u: v128, gravity: v128): v128 {
  return mul(mul(d, u), sub(sub(u, magnitude(u)), root(mul(gravity, d))))
}

/** The same for one column. */
@inline export function wallPushOne(d: f32, u: f32, gravity: f32): f32 {
  return d * u * (u - abs<f32>(u) - sqrt<f32>(gravity * d))
}
