// Fluids on a staggered grid (src/solvers/stable-fluids/stable-fluids.ts), y up, x fastest, then y, then z:
//
//          +----- v ------+        u, v and w live on the faces towards lower x, y and z, all else at the centres.
//          |   y + 1      |
//          u     p        u        Places of quantities by number: 0, 1, 2 on the faces of u, v, w; 3 at centres.
//          |     dye      | x + 1  Along an axis a quantity is at nodes (its own axis) or between them.
//          +----- v ------+
//
// Velocities are padded: one cell of ghosts beyond every edge, so that no stencil and no interpolation has branches there, and all padded
// fields have one layout, so that a distance in one is the distance in all. Scalars and pressure are plain: ny nz lines of
// nx (kernels/poisson/lines.ts). A 2-D fluid is a volume one cell deep: it has no w and no ghosts along z.

import { Field } from '../abi/field'
import { add, minimum, load, LANE, maximum, mul, splat, sub } from '../abi/simd'

/** The place of scalars. */
export const CENTER: i32 = 3

/** What passes over a box know of it: cells along x, y, z, and which axes are periodic. */
@unmanaged
export class FluidBox {
  nx: i32
  ny: i32
  nz: i32
  xWraps: i32
  yWraps: i32
  zWraps: i32
}

/** And of the flow in it. */
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

/** Velocity component m at four places c, from the nearest faces: itself, or the mean of two or four. */
@inline export function velocityAt(address: usize, m: i32, c: i32, alongM: i32, alongC: i32): v128 {
  if (m == c) return load(address)
  const pair = add(load(address), load(address + alongM))
  if (c == CENTER) return mul(splat(0.5), pair)
  return mul(splat(0.25), add(pair, add(load(address - alongC), load(address + alongM - alongC))))
}

/** What half a cell makes of a distance along an axis when component m is looked up from place c. */
@inline export function halfStep(axis: i32, m: i32, c: i32): f32 {
  return m == c ? 0 : axis == m ? 0.5 : axis == c ? -0.5 : 0
}

/** Where an axis of quantities begins: at nodes, or half a cell before the first of those between them. */
@inline export function beginning(node: bool): f32 { return node ? 0 : -0.5 }

/** A distance t [cells] from `place` on a periodic axis of n cells that begins at `low`, brought back into the box. */
@inline export function around(t: v128, place: v128, low: v128, n: i32): v128 {
  const cells = <f32>n
  return sub(t, mul(splat(cells), f32x4.floor(mul(sub(add(place, t), low), splat(1 / cells)))))
}

/** A distance brought onto the nearest of two ends, if beyond. Not-a-number becomes the lower one, so that no address is ever outside. */
@inline export function within(t: v128, low: v128, high: v128): v128 { return minimum(high, maximum(low, t)) }

/** The cell before a distance, as a distance in whole cells; `last` is that of the last cell that has a next. */
@inline export function wholeCells(t: v128, last: v128): v128 { return minimum(last, f32x4.floor(t)) }

/** Whole numbers of less than 2²² as integers: in a float of more than 2²³ the last bits are those of the integer. */
@inline function integers(a: v128): v128 { return i32x4.sub(add(a, splat(12582912)), i32x4.splat(0x4b400000)) }

/** Distances in bytes of whole cells. */
@inline export function offsets(deep: bool, cx: v128, cy: v128, cz: v128, stride: usize, plane: usize): v128 {
  const o = i32x4.add(i32x4.shl(integers(cx), 2), i32x4.mul(integers(cy), i32x4.splat(<i32>stride)))
  return deep ? i32x4.add(o, i32x4.mul(integers(cz), i32x4.splat(<i32>plane))) : o
}

/** Whether four places next to each other look as far: then what they look up is next to each other as well, and whole vectors are loaded. */
@inline function abreast(o: v128): bool {
  return !v128.any_true(v128.xor(o, v128.shuffle<i32>(o, o, 0, 0, 0, 0)))
}

/** Distances of the cells from the first of four neighbours. */
@inline function apart(o: v128): v128 { return i32x4.add(o, i32x4(0, 4, 8, 12)) }

/** Two cells each of four places: those of the first two places, or of the last two. A pair is one load. */
@inline function firstPairs(a: usize, o: v128): v128 {
  return v128.load64_lane(a + i32x4.extract_lane(o, 1), v128.load64_zero(a + i32x4.extract_lane(o, 0)), 1)
}
@inline function lastPairs(a: usize, o: v128): v128 {
  return v128.load64_lane(a + i32x4.extract_lane(o, 3), v128.load64_zero(a + i32x4.extract_lane(o, 2)), 1)
}

@inline function mix(a: v128, b: v128, s: v128): v128 { return add(a, mul(s, sub(b, a))) }

/** Linear between the two cells along x at each of four places. */
@inline function alongLine(a: usize, o: v128, s: v128): v128 {
  const first = firstPairs(a, o), last = lastPairs(a, o)
  return mix(v128.shuffle<f32>(first, last, 0, 2, 4, 6), v128.shuffle<f32>(first, last, 1, 3, 5, 7), s)
}

/** The same of four places abreast. */
@inline function alongRow(a: usize, s: v128): v128 { return mix(load(a), load(a + LANE), s) }

/** Linear between the four or eight cells around each of four places; sx, sy, sz are the shares of the farther ones. */
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

/** A value no lower than the lowest and no higher than the highest of the cells around each of four places. */
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
