// Fluids on a staggered grid (src/solvers/stable-fluids/stable-fluids.ts), y up, x fastest, then y, then z:
//
//          +----- v ------+        u, v and w live on the faces towards lower x, y and z, all other quantities at the centres.
//          |   y + 1      |
//          u     p        u        Grid locations by number: 0, 1, 2 on the faces of u, v, w; 3 at centres.
//          |     dye      | x + 1  Along an axis a quantity is at nodes (its own axis) or between them.
//          +----- v ------+
//
// Velocities are padded: one layer of ghost cells beyond every edge, so that stencils and interpolation have no branches there. All
// padded fields have the same layout, so that an offset in one is valid in all. Scalars and pressure are plain: ny nz lines of nx
// (kernels/poisson/lines.ts). A 2-D fluid is a volume one cell deep: it has no w and no ghost cells along z.

import { Field } from '../abi/field'
import { add, minimum, load, LANE, maximum, mul, splat, sub } from '../abi/simd'

/** Grid location of scalars. */
export const CENTER: i32 = 3

/** The grid: cells along x, y, z, and which axes are periodic. */
@unmanaged
export class FluidBox {
  nx: i32
  ny: i32
  nz: i32
  xWraps: i32
  yWraps: i32
  zWraps: i32
}

/** The grid and the velocity. */
@unmanaged
export class FluidFlow extends FluidBox {
  u: Field
  v: Field
  w: Field
}

/** Address of line (y, z) of a padded field; y from -1 to ny, z from -1 to nz. */
@inline export function padded(field: Field, y: i32, z: i32, ny: i32, deep: bool): usize {
  return field.row((deep ? (z + 1) * (ny + 2) : 0) + y)
}

/** Bytes from a cell of a padded field to the next along an axis. */
@inline export function stepAlong(axis: i32, field: Field, ny: i32): i32 {
  return axis == 0 ? <i32>LANE : axis == 1 ? field.stride : (ny + 2) * field.stride
}

/** Velocity component m at four positions of location c, from the nearest faces: the value itself, or the mean of two or four. */
@inline export function velocityAt(address: usize, m: i32, c: i32, alongM: i32, alongC: i32): v128 {
  if (m == c) return load(address)
  const pair = add(load(address), load(address + alongM))
  if (c == CENTER) return mul(splat(0.5), pair)
  return mul(splat(0.25), add(pair, add(load(address - alongC), load(address + alongM - alongC))))
}

/** Half-cell offset along an axis between the staggered locations of component m and of location c. */
@inline export function halfStep(axis: i32, m: i32, c: i32): f32 {
  return m == c ? 0 : axis == m ? 0.5 : axis == c ? -0.5 : 0
}

/** Index at which the box begins along an axis: 0 for quantities at nodes, half a cell before the first one otherwise. */
@inline export function beginning(node: bool): f32 { return node ? 0 : -0.5 }

/** A distance t [cells] from `place` on a periodic axis of n cells that begins at `low`, brought back into the box. */
@inline export function around(t: v128, place: v128, low: v128, n: i32): v128 {
  const cells = <f32>n
  return sub(t, mul(splat(cells), f32x4.floor(mul(sub(add(place, t), low), splat(1 / cells)))))
}

/** A distance clamped to two ends. NaN becomes the lower one, so that no address is ever outside the field. */
@inline export function within(t: v128, low: v128, high: v128): v128 { return minimum(high, maximum(low, t)) }

/** A distance rounded down to whole cells, at most `last`, the distance of the last cell that has a successor. */
@inline export function wholeCells(t: v128, last: v128): v128 { return minimum(last, f32x4.floor(t)) }

/** Whole numbers below 2²² as integers: the low bits of a float above 2²³ are those of the integer. */
@inline function integers(a: v128): v128 { return i32x4.sub(add(a, splat(12582912)), i32x4.splat(0x4b400000)) }

/** Byte offsets of distances in whole cells. */
@inline export function offsets(deep: bool, cx: v128, cy: v128, cz: v128, stride: usize, plane: usize): v128 {
  const o = i32x4.add(i32x4.shl(integers(cx), 2), i32x4.mul(integers(cy), i32x4.splat(<i32>stride)))
  return deep ? i32x4.add(o, i32x4.mul(integers(cz), i32x4.splat(<i32>plane))) : o
}

/** Whether four adjacent positions have the same offset: then the cells that they read are adjacent too, and whole vectors are loaded. */
@inline function abreast(o: v128): bool {
  return !v128.any_true(v128.xor(o, v128.shuffle<i32>(o, o, 0, 0, 0, 0)))
}

/** Offsets of the cells relative to the first of four adjacent positions. */
@inline function apart(o: v128): v128 { return i32x4.add(o, i32x4(0, 4, 8, 12)) }

/** Pairs of adjacent cells at the first two of four positions, or at the last two. A pair is one load. */
@inline function firstPairs(a: usize, o: v128): v128 {
  return v128.load64_lane(a + i32x4.extract_lane(o, 1), v128.load64_zero(a + i32x4.extract_lane(o, 0)), 1)
}
@inline function lastPairs(a: usize, o: v128): v128 {
  return v128.load64_lane(a + i32x4.extract_lane(o, 3), v128.load64_zero(a + i32x4.extract_lane(o, 2)), 1)
}

@inline function mix(a: v128, b: v128, s: v128): v128 { return add(a, mul(s, sub(b, a))) }

/** Linear interpolation between the two cells along x at each of four positions. */
@inline function alongLine(a: usize, o: v128, s: v128): v128 {
  const first = firstPairs(a, o), last = lastPairs(a, o)
  return mix(v128.shuffle<f32>(first, last, 0, 2, 4, 6), v128.shuffle<f32>(first, last, 1, 3, 5, 7), s)
}

/** The same for four adjacent positions with the same offset. */
@inline function alongRow(a: usize, s: v128): v128 { return mix(load(a), load(a + LANE), s) }

/** Linear interpolation between the four or eight cells around each of four positions; sx, sy, sz are the weights of the upper cells. */
@inline export function interpolate(
  deep: bool, a: usize, offsets: v128, stride: usize, plane: usize, sx: v128, sy: v128, sz: v128,
): v128 {
  if (abreast(offsets)) {
    const b = a + i32x4.extract_lane(offsets, 0)
    const near = mix(alongRow(b, sx), alongRow(b + stride, sx), sy)
    if (!deep) return near
    return mix(near, mix(alongRow(b + plane, sx), alongRow(b + plane + stride, sx), sy), sz)
  }
  const o = apart(offsets)
  const near = mix(alongLine(a, o, sx), alongLine(a + stride, o, sx), sy)
  if (!deep) return near
  return mix(near, mix(alongLine(a + plane, o, sx), alongLine(a + plane + stride, o, sx), sy), sz)
}

@inline function lowestOf(a: usize, o: v128): v128 {
  const first = firstPairs(a, o), last = lastPairs(a, o)
  return minimum(v128.shuffle<f32>(first, last, 0, 2, 4, 6), v128.shuffle<f32>(first, last, 1, 3, 5, 7))
}
@inline function highestOf(a: usize, o: v128): v128 {
  const first = firstPairs(a, o), last = lastPairs(a, o)
  return maximum(v128.shuffle<f32>(first, last, 0, 2, 4, 6), v128.shuffle<f32>(first, last, 1, 3, 5, 7))
}
@inline function lowestAbreast(a: usize): v128 { return minimum(load(a), load(a + LANE)) }
@inline function highestAbreast(a: usize): v128 { return maximum(load(a), load(a + LANE)) }

/** Values clamped to the range of the cells around each of four positions. */
@inline export function limited(deep: bool, value: v128, a: usize, offsets: v128, stride: usize, plane: usize): v128 {
  let low: v128, high: v128
  if (abreast(offsets)) {
    const b = a + i32x4.extract_lane(offsets, 0)
    low = minimum(lowestAbreast(b), lowestAbreast(b + stride))
    high = maximum(highestAbreast(b), highestAbreast(b + stride))
    if (deep) {
      low = minimum(low, minimum(lowestAbreast(b + plane), lowestAbreast(b + plane + stride)))
      high = maximum(high, maximum(highestAbreast(b + plane), highestAbreast(b + plane + stride)))
    }
  } else {
    const o = apart(offsets)
    low = minimum(lowestOf(a, o), lowestOf(a + stride, o))
    high = maximum(highestOf(a, o), highestOf(a + stride, o))
    if (deep) {
      low = minimum(low, minimum(lowestOf(a + plane, o), lowestOf(a + plane + stride, o)))
      high = maximum(high, maximum(highestOf(a + plane, o), highestOf(a + plane + stride, o)))
    }
  }
  return minimum(high, maximum(low, value))
}
