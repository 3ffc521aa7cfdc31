// Fluids on a staggered grid (src/solvers/stable-fluids.ts), y up, x fastest, then y, then z:
//
//          +----- v ------+        u, v and w live on the faces towards lower x, y and z, all else at the centres.
//          |   y + 1      |
//          u     p        u        Places of quantities by number: 0, 1, 2 on the faces of u, v, w; 3 at centres.
//          |     dye      | x + 1  Along an axis a quantity is at nodes (its own axis) or between them.
//          +----- v ------+
//
// Velocities are padded: one cell of ghosts beyond every edge, so that no stencil and no interpolation has branches there, and all padded
// fields have one layout, so that a distance in one is the distance in all. Scalars and pressure are plain: ny nz lines of
// nx (kernels/poisson-lines.ts). A 2-D fluid is a volume one cell deep: it has no w and no ghosts along z.

import { Field } from './field'
import { add, least, load, LANE, most, mul, splat, sub } from './wide'

/** The place of scalars. */
export const CENTRE: i32 = 3

/** Address of line (y, z) of a padded field; y from -1 to ny, z from -1 to nz. */
@inline export function padded(field: Field, y: i32, z: i32, ny: i32, deep: bool): usize {
  return field.row((deep ? (z + 1) * (ny + 2) : 0) + y)
}

/** Bytes from a cell of a padded field to the next along an axis. */
@inline export function stepAlong(axis: i32, field: Field, ny: i32): i32 {
  return axis == 0 ? <i32>LANE : axis == 1 ? field.stride : (ny + 2) * field.stride
}

/** Velocity component m at four places c, from the nearest faces: itself, or the mean of two or four. */
@inline export function velocityAt(address: usize, m: i32, c: i32, alongM: i32, alongC: i32): v128 {
  if (m == c) return load(address)
  const pair = add(load(address), load(address + alongM))
  if (c == CENTRE) return mul(splat(0.5), pair)
  return mul(splat(0.25), add(pair, add(load(address - alongC), load(address + alongM - alongC))))
}

/** What half a cell makes of a distance along an axis when component m is looked up from place c. */
@inline export function halfStep(axis: i32, m: i32, c: i32): f32 {
  return m == c ? 0 : axis == m ? 0.5 : axis == c ? -0.5 : 0
}

/**
 * A distance t [cells] from `place` along an axis of n cells, brought back into the box: around, or onto its edge. `node`: the quantity
 * lives at nodes of the axis. Not-a-number becomes the lower edge, so that no address is ever outside.
 */
@inline export function inside(t: v128, place: v128, n: i32, node: bool, wraps: i32): v128 {
  const cells = <f32>n
  const low = node ? splat(0) : splat(-0.5)
  if (wraps) {
    const turns = f32x4.floor(mul(sub(add(place, t), low), splat(1 / cells)))
    t = sub(t, mul(splat(cells), turns))
  }
  return least(sub(add(low, splat(cells)), place), most(sub(low, place), t))
}

/** The cell before a distance, as a distance in whole cells; at the upper edge the last but one, so that the next exists. */
@inline export function wholeCells(t: v128, place: v128, n: i32): v128 {
  return least(sub(splat(<f32>(n - 1)), place), f32x4.floor(t))
}

/** Distances in bytes of four cells from the first of four neighbours. */
@inline export function offsets(deep: bool, cx: v128, cy: v128, cz: v128, stride: i32, plane: i32): v128 {
  let o = i32x4.add(i32x4.shl(i32x4.trunc_sat_f32x4_s(cx), 2), i32x4(0, 4, 8, 12))
  o = i32x4.add(o, i32x4.mul(i32x4.trunc_sat_f32x4_s(cy), i32x4.splat(stride)))
  return deep ? i32x4.add(o, i32x4.mul(i32x4.trunc_sat_f32x4_s(cz), i32x4.splat(plane))) : o
}

/** Two cells each of four places: those of the first two places, or of the last two. A pair is one load. */
@inline function firstPairs(a: usize, o: v128): v128 {
  return v128.load64_lane(a + i32x4.extract_lane(o, 1), v128.load64_zero(a + i32x4.extract_lane(o, 0)), 1)
}
@inline function lastPairs(a: usize, o: v128): v128 {
  return v128.load64_lane(a + i32x4.extract_lane(o, 3), v128.load64_zero(a + i32x4.extract_lane(o, 2)), 1)
}

/** Linear between the two cells along x at each of four places. */
@inline function alongLine(a: usize, o: v128, s: v128): v128 {
  const first = firstPairs(a, o), last = lastPairs(a, o)
  const left = v128.shuffle<f32>(first, last, 0, 2, 4, 6), right = v128.shuffle<f32>(first, last, 1, 3, 5, 7)
  return add(left, mul(s, sub(right, left)))
}

@inline function mix(a: v128, b: v128, s: v128): v128 { return add(a, mul(s, sub(b, a))) }

/** Linear between the four or eight cells around each of four places; sx, sy, sz are the shares of the farther ones. */
@inline export function interpolate(
  deep: bool, a: usize, o: v128, stride: usize, plane: usize, sx: v128, sy: v128, sz: v128,
): v128 {
  const near = mix(alongLine(a, o, sx), alongLine(a + stride, o, sx), sy)
  if (!deep) return near
  return mix(near, mix(alongLine(a + plane, o, sx), alongLine(a + plane + stride, o, sx), sy), sz)
}

@inline function lowestOf(a: usize, o: v128): v128 {
  const first = firstPairs(a, o), last = lastPairs(a, o)
  return least(v128.shuffle<f32>(first, last, 0, 2, 4, 6), v128.shuffle<f32>(first, last, 1, 3, 5, 7))
}
@inline function highestOf(a: usize, o: v128): v128 {
  const first = firstPairs(a, o), last = lastPairs(a, o)
  return most(v128.shuffle<f32>(first, last, 0, 2, 4, 6), v128.shuffle<f32>(first, last, 1, 3, 5, 7))
}

/** A value no lower than the lowest and no higher than the highest of the cells around each of four places. */
@inline export function limited(deep: bool, value: v128, a: usize, o: v128, stride: usize, plane: usize): v128 {
  let low = least(lowestOf(a, o), lowestOf(a + stride, o))
  let high = most(highestOf(a, o), highestOf(a + stride, o))
  if (deep) {
    low = least(low, least(lowestOf(a + plane, o), lowestOf(a + plane + stride, o)))
    high = most(high, most(highestOf(a + plane, o), highestOf(a + plane + stride, o)))
  }
  return least(high, most(low, value))
}
