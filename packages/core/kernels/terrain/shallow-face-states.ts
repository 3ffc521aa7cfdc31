// Reconstruction of shallow water: limited slopes, half a step of the equations, and the state of each column at its four faces.
// Thin water over steps of the bed has slopes of its own (shallow-thin-water.ts).

import { slowing } from './friction'
import { ACROSS, ALONG, DEPTH, ETA } from './riemann'
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
  return add(maximum(zero, minimum(minimum(a2, b2), mean)), minimum(zero, maximum(maximum(a2, b2), mean)))
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
    const p = here + x, a = up + x, b = down + x
    const d = load(p + DEPTH * PITCH), eta = load(p), bed = sub(eta, d)
    const etaLeft = load(p - 4), etaRight = load(p + 4), etaUp = load(a), etaDown = load(b)
    // Rises of the bed from the column before, and to the column behind.
    const bedX0 = sub(bed, sub(etaLeft, load(p + DEPTH * PITCH - 4))), bedX1 = sub(sub(etaRight, load(p + DEPTH * PITCH + 4)), bed)
    const bedZ0 = sub(bed, sub(etaUp, load(a + DEPTH * PITCH))), bedZ1 = sub(sub(etaDown, load(b + DEPTH * PITCH)), bed)
    // The slope is zero in a dry column and next to a solid. It is not set to zero next to dry terrain: water at rest has no slope
    // there anyway, because one difference is zero, and without the slope, water that recedes from a shore would stay behind.
    const wet = greaterThan(d, dry)
    let wetX = solids ? and(wet, betweenOpen(openness + x - 4, openness + x + 4)) : wet
    let wetZ = solids ? and(wet, betweenOpen(openUp + x, openDown + x)) : wet
    const u = load(p + ACROSS * PITCH), v = load(p + ALONG * PITCH)
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
    const uX = where(wetX, slopeOf(load(p + ACROSS * PITCH - 4), u, load(p + ACROSS * PITCH + 4)))
    const uZ = where(wetZ, slopeOf(load(a + ACROSS * PITCH), u, load(b + ACROSS * PITCH)))
    const vX = where(wetX, slopeOf(load(p + ALONG * PITCH - 4), v, load(p + ALONG * PITCH + 4)))
    const vZ = where(wetZ, slopeOf(load(a + ALONG * PITCH), v, load(b + ALONG * PITCH)))
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
    faceState(right + x, left + x, ETA, surface, mul(half, etaX))
    faceState(right + x, left + x, DEPTH, deep, mul(half, dX))
    faceState(right + x, left + x, ACROSS, across, mul(half, uX))
    faceState(right + x, left + x, ALONG, along, mul(half, vX))
    faceState(bottom + x, top + x, ETA, surface, mul(half, etaZ))
    faceState(bottom + x, top + x, DEPTH, deep, mul(half, dZ))
    faceState(bottom + x, top + x, ACROSS, across, mul(half, uZ))
    faceState(bottom + x, top + x, ALONG, along, mul(half, vZ))
  }
}

/** Mask of the lanes in which neither of two cells is solid. */
@inline export function betweenOpen(before: usize, behind: usize): v128 {
  const zero = splat(0)
  return and(greaterThan(load(before), zero), greaterThan(load(behind), zero))
}

@inline export function faceState(behind: usize, before: usize, quantity: usize, middle: v128, half: v128): void {
  store(behind + quantity * PITCH, add(middle, half))
  store(before + quantity * PITCH, sub(middle, half))
}
