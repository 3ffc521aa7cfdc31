// Flux of water and momentum through a face between two columns over uneven ground, four faces at once.
//
// Hydrostatic reconstruction (Audusse, Bouchut, Bristeau, Klein and Perthame, SIAM J. Sci. Comput. 25, 2004): the face is as
// high as the higher ground beside it, and each side only brings the water above that. On it the approximate Riemann solver
// HLLC (Toro, Shock-capturing methods for free-surface shallow flows, 2001).
//
// Everything is a difference. The ground enters only through eta and d, and momentum is counted from the hydrostatic
// pressure g d²/2 of either side. Then pressure and the slope of the ground add up to g d d(eta)/dx inside a cell
// (kernels/terrain/shallow-water.ts), and every term of a lake at rest is zero by itself, to the last bit, instead of cancelling
// others. For the depths on the face: the lower side stands eta - eta' above or below the water of the higher side.

import { greaterThan, abs as magnitude, add, select, div, minimum, load, maximum, mul, splat, sqrt as root, store, sub } from '../abi/simd'

/** Difference of wave speeds below which nothing flows [m/s]. */
const STILL: f32 = 1e-20

/** A column at a face: its surface, depth, velocity across the face and along it, in four rows of this pitch in bytes. */
export const ETA: usize = 0
export const DEPTH: usize = 1
export const ACROSS: usize = 2
export const ALONG: usize = 3

/** A flux: water [m2/s]; momentum across, over density, less the pressure of the column before the face, or behind it [m3/s2]; velocity along [m/s]. */
export const MASS: usize = 0
export const BEFORE: usize = 1
export const BEHIND: usize = 2
export const CARRIED: usize = 3

/**
 * Fluxes through four faces. `before` and `behind`: addresses of the columns' surfaces; their other quantities follow at
 * multiples of `pitch`, `normal` and `along` say which row holds which velocity. The same pitch for the result at `flux`.
 */
@inline export function faceFlux(
  before: usize, behind: usize, flux: usize, pitch: usize, normal: usize, along: usize, gravity: v128,
): void {
  const zero = splat(0), half = splat(0.5)
  const etaL = load(before), etaR = load(behind)
  const wholeL = load(before + DEPTH * pitch), wholeR = load(behind + DEPTH * pitch)
  const uL = load(before + normal * pitch), uR = load(behind + normal * pitch)
  const vL = load(before + along * pitch), vR = load(behind + along * pitch)
  // Whose ground is higher: (eta - d) on the right against the left.
  const rise = sub(etaR, etaL)
  const right = greaterThan(sub(rise, sub(wholeR, wholeL)), zero)
  const dL = select(right, maximum(zero, sub(wholeR, rise)), wholeL)
  const dR = select(right, wholeR, maximum(zero, add(wholeL, rise)))
  const cL = root(mul(gravity, dL)), cR = root(mul(gravity, dR))
  // Between the two waves, were they both rarefactions.
  const uMid = add(mul(half, add(uL, uR)), sub(cL, cR))
  const cMid = add(mul(half, add(cL, cR)), mul(splat(0.25), sub(uL, uR)))
  const wetL = greaterThan(dL, zero), wetR = greaterThan(dR, zero)
  // A front on dry ground runs at u + 2c.
  const slow = select(wetL, select(wetR, minimum(sub(uL, cL), sub(uMid, cMid)), sub(uL, cL)), sub(sub(uR, cR), cR))
  const fast = select(wetR, select(wetL, maximum(add(uR, cR), add(uMid, cMid)), add(uR, cR)), add(add(uL, cL), cL))
  const sL = minimum(slow, zero), sR = maximum(fast, zero)
  const share = div(splat(1), maximum(sub(sR, sL), splat(STILL)))
  const qL = mul(dL, uL), qR = mul(dR, uR)
  const product = mul(sL, sR)
  const step = sub(dR, dL)
  const pressure = mul(mul(half, gravity), mul(step, add(dR, dL)))
  const mass = mul(share, add(sub(mul(sR, qL), mul(sL, qR)), mul(product, step)))
  const push = mul(share, add(
    sub(mul(sR, mul(qL, uL)), mul(sL, add(mul(qR, uR), pressure))),
    mul(product, sub(qR, qL)),
  ))
  store(flux, mass)
  store(flux + BEFORE * pitch, push)
  store(flux + BEHIND * pitch, sub(push, pressure))
  store(flux + CARRIED * pitch, select(greaterThan(mass, zero), vL, vR))
}

/** Momentum that a wall takes up from water of depth d that moves away from it at u, less the hydrostatic pressure [m3/s2]: HLL against its mirror image. */
@inline export function wallPush(d: v128, u: v128, gravity: v128): v128 {
  return mul(mul(d, u), sub(sub(u, magnitude(u)), root(mul(gravity, d))))
}

/** The same for one column. */
@inline export function wallPushOne(d: f32, u: f32, gravity: f32): f32 {
  return d * u * (u - abs<f32>(u) - sqrt<f32>(gravity * d))
}
