// Thin water: the bed rises or falls by more than the water is deep from one column to the next.
//
// The slopes of deep water (monotonised central) let the reconstructed bed of a column fall below that of the next column downhill. The
// step up at this face is a sill that the terrain does not have: water hangs behind it, and because its surface still falls, it is
// accelerated for ever. A surface whose slope is taken from the ground of a dry, higher neighbour empties the downhill face in the same
// way. Thin water has three rules instead (docs/decisions/0019-thin-water-over-steps.md).
//
// 1. Slopes of bed and surface are those of minmod. Reconstructed beds then descend from face to face wherever the terrain descends,
//    and the surface at a face is not below the mean of the two surfaces.
// 2. A column over a bend of the bed that is larger than its slope and than the depth has no slopes: here the scheme is of first
//    order, with the hydrostatic reconstruction of Audusse et al. (2004) alone.
// 3. Water that stands lower than the terrain on both sides loses its velocity to a drag. The hydrostatic reconstruction gives a step
//    the pressure of water at rest, so that a puddle of one column would otherwise keep its velocity for ever.
//
// Each rule is a condition on the column alone, and none holds in deep water, whose bits it does not change.

import { greaterThan, abs as magnitude, add, minimum, maximum, mul, neg, splat, sub } from '../abi/simd'

/**
 * Drag coefficient of a hollow: the force on the water in it is HOLLOW_DRAG d |u| u per density and width, so that a puddle slows down to
 * dx / (HOLLOW_DRAG t) within the time t. With 0.1, brimful puddles overflow more slowly than by the scheme of first order; without drag a
 * tenth of the columns of a rough slope are faster than 1 m/s for ever.
 */
const HOLLOW_DRAG: f32 = 0.01

/** The smaller of two differences if they have the same sign, else 0. */
@inline export function minmod(a: v128, b: v128): v128 {
  const zero = splat(0)
  return add(maximum(zero, minimum(a, b)), minimum(zero, maximum(a, b)))
}

/** Mask of the columns in which half of a step of the bed, before or behind them, is more than the depth. */
@inline export function isThin(before: v128, behind: v128, d: v128): v128 {
  return greaterThan(maximum(magnitude(before), magnitude(behind)), add(d, d))
}

/** Mask of the columns over a bend of the bed that is larger than its slope and than the depth. */
@inline export function isUnresolved(before: v128, behind: v128, slope: v128, d: v128): v128 {
  return greaterThan(magnitude(sub(behind, before)), maximum(d, magnitude(slope)))
}

/**
 * Drag on the part of a column that lies below the terrain on both sides, over density and width [m³/s²]. Zero if half of the column is
 * above, so that deep water over a trench is unaffected.
 */
@inline export function hollowDrag(before: v128, behind: v128, d: v128, u: v128): v128 {
  const enclosed = minimum(neg(before), behind)
  const held = minimum(d, maximum(splat(0), sub(add(enclosed, enclosed), d)))
  return mul(mul(splat(HOLLOW_DRAG), held), mul(magnitude(u), u))
}
