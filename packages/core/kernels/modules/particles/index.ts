// Advection of passive particles, four at a time: dx/dt = u(x) by the midpoint rule (src/flow/particles.ts). A module of its own
// with its own memory (src/flow/carrier.ts), small enough for synchronous compilation in browsers.

import { greaterThan, add, select, minimum, load, maximum, mul, splat, store, sub, WIDE } from '../../abi/simd'

/** One axis of a quantity of the flow, written by src/flow/carrier.ts. */
@unmanaged
export class Axis {
  /** Cells from the low corner to the first value. */
  first: f32
  /** Distance from the first value to the last, or the period [values]. */
  last: f32
  /** Index of the last value that has a successor. */
  most: f32
  /** Bytes from a value to the next, and from the last one to its successor, which on a periodic axis is the first value. */
  step: i32
  lastStep: i32
  wraps: i32
}

/** A quantity of the flow; its three axes follow. */
@unmanaged
export class Values {
  /** Address of the first value. */
  origin: usize
  deep: i32
  /** Whether the successor of every value that can be read is one step away. */
  regular: i32
}

@unmanaged
export class Carried {
  count: i32
  /** x, y, z of each [m]. */
  positions: usize
  /** Velocities in the middle of the step [m/s]. */
  velocities: usize
  /** Indices of the particles that are lost. */
  lost: usize
  /** Addresses of the values of u, v, w and the openness; 0 if absent. */
  u: usize
  v: usize
  w: usize
  open: usize
  /** Cells per metre. */
  inverse: f32
  dt: f32
  /** Half of the sides of the box, in metres and in cells. */
  x: f32
  y: f32
  z: f32
  i: f32
  j: f32
  k: f32
  xWraps: i32
  yWraps: i32
  zWraps: i32
}

@inline function axisOf(values: usize, axis: usize): Axis { return changetype<Axis>(values + offsetof<Values>() + axis * offsetof<Axis>()) }

/** Distances from the first value to positions along an axis [values]. */
@inline function alongAxis(axis: Axis, place: v128): v128 {
  let t = sub(place, splat(axis.first))
  const last = splat(axis.last)
  if (axis.wraps) t = sub(t, mul(last, f32x4.floor(f32x4.div(t, last))))
  // NaN becomes the first value, so that no address is ever outside the field.
  return minimum(last, maximum(splat(0), t))
}

/** Whole numbers below 2²² as integers: the low bits of a float above 2²³ are those of the integer. */
@inline function integers(a: v128): v128 { return i32x4.sub(add(a, splat(12582912)), i32x4.splat(0x4b400000)) }

@inline function stepsOf(axis: Axis, whole: v128): v128 {
  return select(f32x4.eq(whole, splat(axis.most)), i32x4.splat(axis.lastStep), i32x4.splat(axis.step))
}

@inline function mix(a: v128, b: v128, s: v128): v128 { return add(a, mul(s, sub(b, a))) }

/** Linear interpolation between four values and their successors along x, which are adjacent in memory: a pair is one load. */
@inline function pairs(a: usize, b: usize, c: usize, d: usize, s: v128): v128 {
  const first = v128.load64_lane(b, v128.load64_zero(a), 1), last = v128.load64_lane(d, v128.load64_zero(c), 1)
  return mix(v128.shuffle<f32>(first, last, 0, 2, 4, 6), v128.shuffle<f32>(first, last, 1, 3, 5, 7), s)
}

@inline function valuesAt(a: v128): v128 {
  let values = v128.load32_zero(i32x4.extract_lane(a, 0))
  values = v128.load32_lane(i32x4.extract_lane(a, 1), values, 1)
  values = v128.load32_lane(i32x4.extract_lane(a, 2), values, 2)
  return v128.load32_lane(i32x4.extract_lane(a, 3), values, 3)
}

/** Linear interpolation between four values and those a number of steps further. */
@inline function apart(a: v128, steps: v128, s: v128): v128 { return mix(valuesAt(a), valuesAt(i32x4.add(a, steps)), s) }

/** A quantity at four positions, in cells from the low corner. Beyond the outermost values it is constant. */
@inline function sampled(values: usize, regular: bool, x: v128, y: v128, z: v128): v128 {
  const xAxis = axisOf(values, 0), yAxis = axisOf(values, 1), zAxis = axisOf(values, 2), deep = changetype<Values>(values).deep
  const tx = alongAxis(xAxis, x), ty = alongAxis(yAxis, y), tz = deep ? alongAxis(zAxis, z) : splat(0)
  const cx = minimum(splat(xAxis.most), f32x4.floor(tx)), cy = minimum(splat(yAxis.most), f32x4.floor(ty))
  const cz = deep ? minimum(splat(zAxis.most), f32x4.floor(tz)) : splat(0)
  const sx = sub(tx, cx), sy = sub(ty, cy), sz = sub(tz, cz)
  const row = i32x4.add(i32x4.shl(integers(cx), 2), i32x4.mul(integers(cy), i32x4.splat(yAxis.step)))
  const from = i32x4.add(
    i32x4.splat(<i32>changetype<Values>(values).origin),
    deep ? i32x4.add(row, i32x4.mul(integers(cz), i32x4.splat(zAxis.step))) : row,
  )
  if (regular) {
    const a = <usize>i32x4.extract_lane(from, 0), b = <usize>i32x4.extract_lane(from, 1)
    const c = <usize>i32x4.extract_lane(from, 2), d = <usize>i32x4.extract_lane(from, 3)
    const up = <usize>yAxis.step, inwards = <usize>zAxis.step, both = up + inwards
    const near = mix(pairs(a, b, c, d, sx), pairs(a + up, b + up, c + up, d + up, sx), sy)
    if (!deep) return near
    return mix(near, mix(
      pairs(a + inwards, b + inwards, c + inwards, d + inwards, sx), pairs(a + both, b + both, c + both, d + both, sx), sy,
    ), sz)
  }
  const dx = stepsOf(xAxis, cx), dy = stepsOf(yAxis, cy), dz = stepsOf(zAxis, cz)
  const near = mix(apart(from, dx, sx), apart(i32x4.add(from, dy), dx, sx), sy)
  if (!deep) return near
  const far = i32x4.add(from, dz)
  return mix(near, mix(apart(far, dx, sx), apart(i32x4.add(far, dy), dx, sx), sy), sz)
}

function sample(values: usize, x: v128, y: v128, z: v128): v128 {
  return changetype<Values>(values).regular ? sampleRegular(values, x, y, z) : sampleAround(values, x, y, z)
}
function sampleRegular(values: usize, x: v128, y: v128, z: v128): v128 { return sampled(values, true, x, y, z) }
function sampleAround(values: usize, x: v128, y: v128, z: v128): v128 { return sampled(values, false, x, y, z) }

/** Positions wrapped into the box of a periodic axis. */
@inline function around(x: v128, half: v128): v128 {
  const side = add(half, half)
  return sub(x, mul(side, f32x4.floor(f32x4.div(add(x, half), side))))
}

@inline function within(x: v128, half: v128): v128 { return minimum(half, maximum(f32x4.neg(half), x)) }

/**
 * Advances all particles by one step. Postcondition: new positions and velocities, and the indices of the lost particles, whose number is
 * returned. A particle is lost if it leaves the box where the flow is outward, or if it is inside a solid. A particle that crosses a wall
 * overshot because of the length of the step: it is put back onto the wall.
 */
export function carry(address: usize): i32 {
  const pass = changetype<Carried>(address)
  const inverse = splat(pass.inverse), dt = splat(pass.dt), half = splat(0.5 * pass.dt * pass.inverse)
  const xHalf = splat(pass.x), yHalf = splat(pass.y), zHalf = splat(pass.z)
  const xMiddle = splat(pass.i), yMiddle = splat(pass.j), zMiddle = splat(pass.k)
  let lost = 0
  for (let p = 0; p < pass.count; p += 4) {
    const at = pass.positions + <usize>p * 12, to = pass.velocities + <usize>p * 12
    // Four triples x, y, z.
    const a = load(at), b = load(at + WIDE), c = load(at + 2 * WIDE)
    let x = v128.shuffle<f32>(v128.shuffle<f32>(a, b, 0, 3, 6, 6), c, 0, 1, 2, 5)
    let y = v128.shuffle<f32>(v128.shuffle<f32>(a, b, 1, 4, 7, 7), c, 0, 1, 2, 6)
    let z = v128.shuffle<f32>(v128.shuffle<f32>(a, b, 2, 5, 5, 5), c, 0, 1, 4, 7)
    const i = add(mul(x, inverse), xMiddle), j = add(mul(y, inverse), yMiddle), k = add(mul(z, inverse), zMiddle)
    let u = sample(pass.u, i, j, k), v = sample(pass.v, i, j, k), w = pass.w ? sample(pass.w, i, j, k) : splat(0)
    const iMidway = add(i, mul(half, u)), jMidway = add(j, mul(half, v)), kMidway = add(k, mul(half, w))
    u = sample(pass.u, iMidway, jMidway, kMidway)
    v = sample(pass.v, iMidway, jMidway, kMidway)
    if (pass.w) w = sample(pass.w, iMidway, jMidway, kMidway)
    x = add(x, mul(dt, u))
    y = add(y, mul(dt, v))
    z = add(z, mul(dt, w))
    if (pass.xWraps) x = around(x, xHalf)
    if (pass.yWraps) y = around(y, yHalf)
    if (pass.zWraps) z = around(z, zHalf)
    const xIn = within(x, xHalf), yIn = within(y, yHalf), zIn = within(z, zHalf)
    const xOut = sub(x, xIn), yOut = sub(y, yIn), zOut = sub(z, zIn)
    let gone = splat(0)
    const outside = v128.any_true(v128.or(f32x4.ne(x, xIn), v128.or(f32x4.ne(y, yIn), f32x4.ne(z, zIn))))
    if (outside || pass.open) {
      const iIn = add(mul(xIn, inverse), xMiddle), jIn = add(mul(yIn, inverse), yMiddle), kIn = add(mul(zIn, inverse), zMiddle)
      if (outside) {
        let outwards = add(mul(xOut, sample(pass.u, iIn, jIn, kIn)), mul(yOut, sample(pass.v, iIn, jIn, kIn)))
        if (pass.w) outwards = add(outwards, mul(zOut, sample(pass.w, iIn, jIn, kIn)))
        gone = greaterThan(outwards, splat(0))
      }
      if (pass.open) gone = v128.or(gone, greaterThan(splat(0.5), sample(pass.open, iIn, jIn, kIn)))
    }
    putTriples(at, xIn, yIn, zIn)
    putTriples(to, u, v, w)
    if (!v128.any_true(gone)) continue
    const bits = i32x4.bitmask(gone)
    for (let lane = 0; lane < min(4, pass.count - p); lane++)
      if (bits & (1 << lane)) {
        i32.store(pass.lost + (<usize>lost << 2), p + lane)
        lost++
      }
  }
  return lost
}

/** Stores four triples x, y, z. */
@inline function putTriples(to: usize, x: v128, y: v128, z: v128): void {
  const high = v128.shuffle<f32>(x, y, 2, 6, 3, 7)
  store(to, v128.shuffle<f32>(v128.shuffle<f32>(x, y, 0, 4, 1, 5), z, 0, 1, 4, 2))
  store(to + WIDE, v128.shuffle<f32>(v128.shuffle<f32>(y, z, 1, 5, 1, 5), high, 0, 1, 4, 5))
  store(to + 2 * WIDE, v128.shuffle<f32>(z, high, 2, 6, 7, 3))
}
