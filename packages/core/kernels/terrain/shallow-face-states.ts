// Reconstruction of shallow water: limited slopes, half a step of the equations, and the state of each column at its four faces.
// Thin water over steps of the bed has slopes of its own (shallow-thin-water.ts).

import { slowing } from './friction'
import { ACROSS, ALONG, DEPTH } from './riemann'
import { lineOf, OPENNESS, PITCH, PRIMITIVES, BED_SLOPE_X, BED_SLOPE_Z, STATE_DOWN, STATE_LEFT, STATE_RIGHT, STATE_UP, third } from './shallow-scratch'
import { hollowDrag, isThin, isUnresolved, minmod } from './shallow-thin-water'
import { ShallowPass } from './shallow-water'
import { greaterThan, add, and, andNot, minimum, load, maximum, mul, select, splat, store, sub, where, WIDE } from '../abi/simd'

/** Half of the slope over a cell, from the differences to its neighbours: monotonised central limiter. Zero if either difference is zero. */
@inline export function halfSlopeOf(before: v128, here: v128, behind: v128): v128 {
  return halfLimited(sub(here, before), sub(behind, here))
}

@inline export function halfLimited(a: v128, b: v128): v128 {
  const zero = splat(0)
  const mean = mul(splat(0.25), add(a, b))
  // Half of the mean, between 0 and the smaller of the differences if they have the same sign, else 0.
  return maximum(minimum(zero, maximum(a, b)), minimum(maximum(zero, minimum(a, b)), mean))
}

/** The same with the slope of minmod. */
@inline function halfMinmod(a: v128, b: v128): v128 { return mul(splat(0.5), minmod(a, b)) }

/**
 * Half of the slope of the depth over a cell: slope of the surface minus slope of the bed, so that the reconstructed beds of neighbours agree
 * at their face, also at shores. Limited so that the depth is not negative at either face.
 */
@inline export function halfDepthSlope(etaSlope: v128, bedSlope: v128, d: v128): v128 {
  return maximum(sub(splat(0), d), minimum(d, sub(etaSlope, bedSlope)))
}

/**
 * Postcondition: halves of the slopes of surface and depth of a row, in the scratch rows of its face states. Precondition: primitives of the
 * row and of the rows on either side. Returns whether no column is dry and none is thin (shallow-thin-water.ts). `deep` assumes it: the result
 * is void if it returns false. If not `deep`, the masks of columns with slopes and the drag of hollows are stored, too. Both bools are
 * compile-time constants.
 */
@inline function surfaceSlopes(pass: ShallowPass, scratch: usize, row: i32, count: i32, solids: bool, deep: bool): bool {
  const here = lineOf(scratch, PRIMITIVES + 4 * third(row))
  const up = lineOf(scratch, PRIMITIVES + 4 * third(row - 1)), down = lineOf(scratch, PRIMITIVES + 4 * third(row + 1))
  const slopesX = lineOf(scratch, STATE_RIGHT), slopesZ = lineOf(scratch, STATE_UP)
  const sourceX = lineOf(scratch, BED_SLOPE_X + third(row)), sourceZ = lineOf(scratch, BED_SLOPE_Z + third(row))
  const dry = splat(pass.dry), zero = splat(0)
  const openness = lineOf(scratch, OPENNESS + third(row))
  const openUp = lineOf(scratch, OPENNESS + third(row - 1)), openDown = lineOf(scratch, OPENNESS + third(row + 1))
  const unsigned = i32x4.splat(0x7fffffff)
  let shallow = zero
  let x: usize = -WIDE
  do {
    // The column before: from there, all offsets along x are constants of loads, which cost no instruction.
    const p = here + x - 4, a = up + x, b = down + x
    const d = v128.load(p, DEPTH * PITCH + 4), eta = v128.load(p, 4), bed = sub(eta, d)
    const etaLeft = v128.load(p), etaRight = v128.load(p, 8), etaUp = v128.load(a), etaDown = v128.load(b)
    // Rises of the bed from the column before, and to the column behind.
    const bedX0 = sub(bed, sub(etaLeft, v128.load(p, DEPTH * PITCH))), bedX1 = sub(sub(etaRight, v128.load(p, DEPTH * PITCH + 8)), bed)
    const bedZ0 = sub(bed, sub(etaUp, v128.load(a, DEPTH * PITCH))), bedZ1 = sub(sub(etaDown, v128.load(b, DEPTH * PITCH)), bed)
    const steps = maximum(add(and(unsigned, bedX0), and(unsigned, bedX1)), add(and(unsigned, bedZ0), and(unsigned, bedZ1)))
    let etaX = halfSlopeOf(etaLeft, eta, etaRight), etaZ = halfSlopeOf(etaUp, eta, etaDown)
    let bedX = halfLimited(bedX0, bedX1), bedZ = halfLimited(bedZ0, bedZ1)
    if (deep) {
      shallow = v128.or(shallow, f32x4.le(d, maximum(dry, steps)))
      v128.store(slopesX + x, halfDepthSlope(etaX, bedX, d), DEPTH * PITCH)
      v128.store(slopesZ + x, halfDepthSlope(etaZ, bedZ, d), DEPTH * PITCH)
    } else {
      // The slope is zero in a dry column and next to a solid. It is not set to zero next to dry terrain: water at rest has no slope
      // there anyway, because one difference is zero, and without the slope, water that recedes from a shore would stay behind.
      const wet = greaterThan(d, dry)
      let wetX = solids ? and(wet, betweenOpen(openness + x - 4, openness + x + 4)) : wet
      let wetZ = solids ? and(wet, betweenOpen(openUp + x, openDown + x)) : wet
      let dragX = zero, dragZ = zero
      const thin = greaterThan(steps, d)
      shallow = v128.or(shallow, v128.or(thin, f32x4.le(d, dry)))
      if (v128.any_true(and(wet, thin))) {
        const thinX = isThin(bedX0, bedX1, d), thinZ = isThin(bedZ0, bedZ1, d)
        etaX = select(thinX, halfMinmod(sub(eta, etaLeft), sub(etaRight, eta)), etaX)
        etaZ = select(thinZ, halfMinmod(sub(eta, etaUp), sub(etaDown, eta)), etaZ)
        bedX = select(thinX, halfMinmod(bedX0, bedX1), bedX)
        bedZ = select(thinZ, halfMinmod(bedZ0, bedZ1), bedZ)
        wetX = andNot(wetX, isUnresolved(bedX0, bedX1, add(bedX, bedX), d))
        wetZ = andNot(wetZ, isUnresolved(bedZ0, bedZ1, add(bedZ, bedZ), d))
        dragX = hollowDrag(bedX0, bedX1, d, v128.load(p, ACROSS * PITCH + 4))
        dragZ = hollowDrag(bedZ0, bedZ1, d, v128.load(p, ALONG * PITCH + 4))
      }
      etaX = where(wetX, etaX)
      etaZ = where(wetZ, etaZ)
      v128.store(slopesX + x, where(wetX, halfDepthSlope(etaX, bedX, d)), DEPTH * PITCH)
      v128.store(slopesZ + x, where(wetZ, halfDepthSlope(etaZ, bedZ, d)), DEPTH * PITCH)
      v128.store(slopesX + x, wetX, ACROSS * PITCH)
      v128.store(slopesZ + x, wetZ, ACROSS * PITCH)
      store(sourceX + x, dragX)
      store(sourceZ + x, dragZ)
    }
    store(slopesX + x, etaX)
    store(slopesZ + x, etaZ)
    x += WIDE
  } while (<i32>x < (count + 4) << 2)
  return !v128.any_true(shallow)
}

/**
 * Postcondition: face states and bed-slope source of a row, half a step later. Precondition: the slopes of `surfaceSlopes`. The source is
 * g d d(eta)/dx, pressure and bed slope together (riemann.ts), and the drag of hollows.
 *
 * Slopes are halves, because the faces are half a cell away. Factors of two do not change the rounding.
 */
@inline function extrapolate(pass: ShallowPass, scratch: usize, row: i32, count: i32, halfStep: f32, deep: bool): void {
  const here = lineOf(scratch, PRIMITIVES + 4 * third(row))
  const up = lineOf(scratch, PRIMITIVES + 4 * third(row - 1)), down = lineOf(scratch, PRIMITIVES + 4 * third(row + 1))
  const right = lineOf(scratch, STATE_RIGHT), left = lineOf(scratch, STATE_LEFT)
  const top = lineOf(scratch, STATE_UP), bottom = lineOf(scratch, STATE_DOWN + 4 * <usize>(row & 1))
  const sourceX = lineOf(scratch, BED_SLOPE_X + third(row)), sourceZ = lineOf(scratch, BED_SLOPE_Z + third(row))
  const dry = splat(pass.dry), gravity = splat(pass.gravity), gravity2 = splat(2 * pass.gravity), zero = splat(0)
  const time2 = splat(2 * (halfStep / pass.cellSize))
  const friction = splat(pass.friction * halfStep), rough = pass.friction > 0
  const unsigned = i32x4.splat(0x7fffffff)
  let x: usize = -WIDE
  do {
    const p = here + x - 4, a = up + x, b = down + x
    const wetX = deep ? zero : v128.load(right + x, ACROSS * PITCH), wetZ = deep ? zero : v128.load(top + x, ACROSS * PITCH)
    const u = v128.load(p, ACROSS * PITCH + 4)
    const uX = masked(!deep, wetX, halfSlopeOf(v128.load(p, ACROSS * PITCH), u, v128.load(p, ACROSS * PITCH + 8)))
    const uZ = masked(!deep, wetZ, halfSlopeOf(v128.load(a, ACROSS * PITCH), u, v128.load(b, ACROSS * PITCH)))
    const v = v128.load(p, ALONG * PITCH + 4)
    const vX = masked(!deep, wetX, halfSlopeOf(v128.load(p, ALONG * PITCH), v, v128.load(p, ALONG * PITCH + 8)))
    const vZ = masked(!deep, wetZ, halfSlopeOf(v128.load(a, ALONG * PITCH), v, v128.load(b, ALONG * PITCH)))
    const etaX = v128.load(right + x), dX = v128.load(right + x, DEPTH * PITCH)
    const etaZ = v128.load(top + x), dZ = v128.load(top + x, DEPTH * PITCH)
    const d = v128.load(p, DEPTH * PITCH + 4), eta = v128.load(p, 4)
    // Half a step of the equations in primitive form, for eta, u and v.
    const spread = add(add(mul(u, dX), mul(v, dZ)), mul(d, add(uX, vZ)))
    const newDepth = maximum(sub(d, mul(time2, spread)), maximum(and(unsigned, dX), and(unsigned, dZ)))
    const surface = add(eta, sub(newDepth, d))
    let across = sub(u, mul(time2, add(add(mul(u, uX), mul(v, uZ)), mul(gravity, etaX))))
    let along = sub(v, mul(time2, add(add(mul(u, vX), mul(v, vZ)), mul(gravity, etaZ))))
    if (rough) {
      const slow = slowing(across, along, d, dry, friction)
      across = mul(slow, across)
      along = mul(slow, along)
    }
    const weight = mul(gravity2, newDepth)
    store(sourceX + x, deep ? mul(weight, etaX) : add(mul(weight, etaX), load(sourceX + x)))
    store(sourceZ + x, deep ? mul(weight, etaZ) : add(mul(weight, etaZ), load(sourceZ + x)))
    faceState(right + x, left + x, surface, newDepth, across, along, etaX, dX, uX, vX)
    faceState(bottom + x, top + x, surface, newDepth, along, across, etaZ, dZ, vZ, uZ)
    x += WIDE
  } while (<i32>x < (count + 4) << 2)
}

/** The value where the mask is set, else 0; the value itself if there `is` no mask. */
@inline function masked(is: bool, mask: v128, value: v128): v128 { return is ? where(mask, value) : value }

// A function for each set of constants: arms of one `if` that differ in constants only would be merged by Binaryen before it propagates them.

export function deepSurfaceSlopes(pass: ShallowPass, scratch: usize, row: i32, count: i32): bool {
  return surfaceSlopes(pass, scratch, row, count, false, true)
}

export function anySurfaceSlopes(pass: ShallowPass, scratch: usize, row: i32, count: i32): bool {
  return surfaceSlopes(pass, scratch, row, count, false, false)
}

export function surfaceSlopesAmongSolids(pass: ShallowPass, scratch: usize, row: i32, count: i32): bool {
  return surfaceSlopes(pass, scratch, row, count, true, false)
}

export function deepFaceStates(pass: ShallowPass, scratch: usize, row: i32, count: i32, halfStep: f32): void {
  extrapolate(pass, scratch, row, count, halfStep, true)
}

export function faceStates(pass: ShallowPass, scratch: usize, row: i32, count: i32, halfStep: f32): void {
  extrapolate(pass, scratch, row, count, halfStep, false)
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
