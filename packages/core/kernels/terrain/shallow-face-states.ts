// Reconstruction of shallow water: limited slopes, half a step of the equations, and the state of each column at its four faces.
// Thin water over steps of the bed has slopes of its own (shallow-thin-water.ts).

import { slowing } from './friction'
import { ACROSS, ALONG, DEPTH } from './riemann'
import { lineOf, OPENNESS, PITCH, PRIMITIVES, BED_SLOPE_X, BED_SLOPE_Z, STATE_DOWN, STATE_LEFT, STATE_RIGHT, STATE_UP, third } from './shallow-scratch'
import { hollowDrag, isThin, isUnresolved, minmod } from './shallow-thin-water'
import { ShallowPass } from './shallow-water'
import { greaterThan, abs as magnitude, add, and, andNot, minimum, load, maximum, mul, neg, select, splat, store, sub, where } from '../abi/simd'

/** Slope over a cell from the differences to its neighbours: monotonised central limiter. Zero if either difference is zero. */
@inline export function slopeOf(before: v128, here: v128, behind: v128): v128 {
  return limited(sub(here, before), sub(behind, here))
}

@inline export function limited(a: v128, b: v128): v128 {
  const zero = splat(0)
  const a2 = add(a, a), b2 = add(b, b), mean = mul(splat(0.5), add(a, b))
  // The mean, between 0 and the smaller of the doubled differences if they have the same sign, else 0.
  return maximum(minimum(zero, maximum(a2, b2)), minimum(maximum(zero, minimum(a2, b2)), mean))
}

/**
 * Slope of the depth over a cell: slope of the surface minus slope of the bed, so that the reconstructed beds of neighbours agree at
 * their face, also at shores. Limited so that the depth is not negative at either face.
 */
@inline export function depthSlope(etaSlope: v128, bedSlope: v128, d: v128): v128 {
  const most2 = add(d, d)
  return maximum(neg(most2), minimum(most2, sub(etaSlope, bedSlope)))
}

/**
 * Postcondition: face states and bed-slope source of a row, half a step later. Precondition: primitives of the row and of the rows on
 * either side. The source is g d d(eta)/dx, pressure and bed slope together (riemann.ts), and the drag of hollows.
 */
@inline export function faceStates(pass: ShallowPass, scratch: usize, row: i32, count: i32, halfStep: f32, solids: bool): void {
  const here = lineOf(scratch, PRIMITIVES + 4 * third(row))
  const up = lineOf(scratch, PRIMITIVES + 4 * third(row - 1)), down = lineOf(scratch, PRIMITIVES + 4 * third(row + 1))
  const right = lineOf(scratch, STATE_RIGHT), left = lineOf(scratch, STATE_LEFT)
  const top = lineOf(scratch, STATE_UP), bottom = lineOf(scratch, STATE_DOWN + 4 * <usize>(row & 1))
  const sourceX = lineOf(scratch, BED_SLOPE_X + third(row)), sourceZ = lineOf(scratch, BED_SLOPE_Z + third(row))
  const dry = splat(pass.dry), gravity = splat(pass.gravity), zero = splat(0), half = splat(0.5), time = splat(halfStep / pass.cellSize)
  const friction = splat(pass.friction * halfStep), rough = pass.friction > 0
  const openness = lineOf(scratch, OPENNESS + third(row))
  const openUp = lineOf(scratch, OPENNESS + third(row - 1)), openDown = lineOf(scratch, OPENNESS + third(row + 1))
  for (let i = -4; i < count + 4; i += 4) {
    const x = <usize>i << 2
    // The column before: from there, all offsets along x are constants of loads, which cost no instruction.
    const p = here + x - 4, a = up + x, b = down + x
    const d = v128.load(p, DEPTH * PITCH + 4), eta = v128.load(p, 4), bed = sub(eta, d)
    const etaLeft = v128.load(p), etaRight = v128.load(p, 8), etaUp = v128.load(a), etaDown = v128.load(b)
    // Rises of the bed from the column before, and to the column behind.
    const bedX0 = sub(bed, sub(etaLeft, v128.load(p, DEPTH * PITCH))), bedX1 = sub(sub(etaRight, v128.load(p, DEPTH * PITCH + 8)), bed)
    const bedZ0 = sub(bed, sub(etaUp, v128.load(a, DEPTH * PITCH))), bedZ1 = sub(sub(etaDown, v128.load(b, DEPTH * PITCH)), bed)
    // The slope is zero in a dry column and next to a solid. It is not set to zero next to dry terrain: water at rest has no slope
    // there anyway, because one difference is zero, and without the slope, water that recedes from a shore would stay behind.
    const wet = greaterThan(d, dry)
    let wetX = solids ? and(wet, betweenOpen(openness + x - 4, openness + x + 4)) : wet
    let wetZ = solids ? and(wet, betweenOpen(openUp + x, openDown + x)) : wet
    const u = v128.load(p, ACROSS * PITCH + 4), v = v128.load(p, ALONG * PITCH + 4)
    let etaX = slopeOf(etaLeft, eta, etaRight), etaZ = slopeOf(etaUp, eta, etaDown)
    let bedX = limited(bedX0, bedX1), bedZ = limited(bedZ0, bedZ1)
    let dragX = zero, dragZ = zero
    const steps = maximum(add(magnitude(bedX0), magnitude(bedX1)), add(magnitude(bedZ0), magnitude(bedZ1)))
    if (v128.any_true(and(wet, greaterThan(steps, d)))) {
      const thinX = isThin(bedX0, bedX1, d), thinZ = isThin(bedZ0, bedZ1, d)
      etaX = select(thinX, minmod(sub(eta, etaLeft), sub(etaRight, eta)), etaX)
      etaZ = select(thinZ, minmod(sub(eta, etaUp), sub(etaDown, eta)), etaZ)
      bedX = select(thinX, minmod(bedX0, bedX1), bedX)
      bedZ = select(thinZ, minmod(bedZ0, bedZ1), bedZ)
      wetX = andNot(wetX, isUnresolved(bedX0, bedX1, bedX, d))
      wetZ = andNot(wetZ, isUnresolved(bedZ0, bedZ1, bedZ, d))
      dragX = hollowDrag(bedX0, bedX1, d, u)
      dragZ = hollowDrag(bedZ0, bedZ1, d, v)
    }
    etaX = where(wetX, etaX)
    etaZ = where(wetZ, etaZ)
    const dX = where(wetX, depthSlope(etaX, bedX, d)), dZ = where(wetZ, depthSlope(etaZ, bedZ, d))
    const uX = where(wetX, slopeOf(v128.load(p, ACROSS * PITCH), u, v128.load(p, ACROSS * PITCH + 8)))
    const uZ = where(wetZ, slopeOf(v128.load(a, ACROSS * PITCH), u, v128.load(b, ACROSS * PITCH)))
    const vX = where(wetX, slopeOf(v128.load(p, ALONG * PITCH), v, v128.load(p, ALONG * PITCH + 8)))
    const vZ = where(wetZ, slopeOf(v128.load(a, ALONG * PITCH), v, v128.load(b, ALONG * PITCH)))
    // Half a step of the equations in primitive form, for eta, u and v.
    const spread = add(add(mul(u, dX), mul(v, dZ)), mul(d, add(uX, vZ)))
    const least2 = mul(half, maximum(magnitude(dX), magnitude(dZ)))
    const deep = maximum(sub(d, mul(time, spread)), least2)
    const surface = add(eta, sub(deep, d))
    let across = sub(u, mul(time, add(add(mul(u, uX), mul(v, uZ)), mul(gravity, etaX))))
    let along = sub(v, mul(time, add(add(mul(u, vX), mul(v, vZ)), mul(gravity, etaZ))))
    if (rough) {
      const slow = slowing(across, along, d, dry, friction)
      across = mul(slow, across)
      along = mul(slow, along)
    }
    store(sourceX + x, add(mul(mul(gravity, deep), etaX), dragX))
    store(sourceZ + x, add(mul(mul(gravity, deep), etaZ), dragZ))
    faceState(right + x, left + x, surface, deep, across, along, mul(half, etaX), mul(half, dX), mul(half, uX), mul(half, vX))
    faceState(bottom + x, top + x, surface, deep, along, across, mul(half, etaZ), mul(half, dZ), mul(half, vZ), mul(half, uZ))
  }
}

/** Mask of the lanes in which neither of two cells is solid. */
@inline export function betweenOpen(before: usize, behind: usize): v128 {
  const zero = splat(0)
  return and(greaterThan(load(before), zero), greaterThan(load(behind), zero))
}

/**
 * State of four columns at their faces towards + (`behind`) and - (`before`): surface, depth, velocity across the faces and along them, and
 * half of their slopes.
 */
@inline export function faceState(
  behind: usize, before: usize, eta: v128, d: v128, across: v128, along: v128, etaRise: v128, dRise: v128, acrossRise: v128, alongRise: v128,
): void {
  v128.store(behind, add(eta, etaRise))
  v128.store(before, sub(eta, etaRise))
  v128.store(behind, add(d, dRise), DEPTH * PITCH)
  v128.store(before, sub(d, dRise), DEPTH * PITCH)
  v128.store(behind, add(across, acrossRise), ACROSS * PITCH)
  v128.store(before, sub(across, acrossRise), ACROSS * PITCH)
  v128.store(behind, add(along, alongRise), ALONG * PITCH)
  v128.store(before, sub(along, alongRise), ALONG * PITCH)
}
