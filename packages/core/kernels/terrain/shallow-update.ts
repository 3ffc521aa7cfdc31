// The end of a substep of shallow water: depth and discharge of a row from the fluxes through its faces.

import { JOINED, kindOf } from './boundary-data'
import { slowing } from './friction'
import { BEFORE, BEHIND, TANGENTIAL } from './riemann'
import { velocity } from './shallow-columns'
import { FLUX_X, FLUX_Z, lineOf, PITCH, BED_SLOPE_X, BED_SLOPE_Z, THETA, third } from './shallow-scratch'
import { ShallowPass, ShallowRow } from './shallow-water'
import {
  greaterThan, abs as magnitude, add, at, select, div, load, maximum, mul, splat, sqrt as root, store, sub, where, WIDE,
} from '../abi/simd'

/** The flux times theta, which is 1 unless `isLimited`. */
@inline function times(isLimited: bool, theta: v128, flux: v128): v128 {
  return isLimited ? mul(theta, flux) : flux
}

/** The exact rounding error of the sum of two numbers (Knuth's TwoSum). */
@inline function twoSumError(sum: v128, a: v128, b: v128): v128 {
  const part = sub(sum, a)
  return add(sub(a, sub(sum, part)), sub(b, part))
}

/** The same of a difference a - b. */
@inline function twoDifferenceError(difference: v128, a: v128, b: v128): v128 {
  const part = sub(difference, a)
  return sub(sub(a, sub(difference, part)), add(b, part))
}

/**
 * Postcondition: depth and discharge of a row after the substep, and its largest wave speed. `isLimited`: whether theta may be less than 1 in
 * this row or those on either side, a compile-time constant like `solids`.
 */
@inline function update(
  pass: ShallowPass, scratch: usize, row: i32, c0: i32, c1: i32, dt: f32, isLimited: bool, solids: bool,
): void {
  const x0 = <usize>c0 << 2
  const fx = lineOf(scratch, FLUX_X + 4 * third(row))
  const fz0 = lineOf(scratch, FLUX_Z + 4 * third(row)), fz1 = lineOf(scratch, FLUX_Z + 4 * third(row + 1))
  const theta = lineOf(scratch, THETA + third(row))
  const thetaUp = lineOf(scratch, THETA + third(row - 1)), thetaDown = lineOf(scratch, THETA + third(row + 1))
  const sourceX = lineOf(scratch, BED_SLOPE_X + third(row)), sourceZ = lineOf(scratch, BED_SLOPE_Z + third(row))
  const depth = pass.depth.row(row) + x0, depthError = pass.depthError.row(row) + x0
  const qx = pass.qx.row(row) + x0, qz = pass.qz.row(row) + x0
  const newDepth = pass.newDepth.row(row) + x0, newDepthError = pass.newDepthError.row(row) + x0
  const newQx = pass.newQx.row(row) + x0, newQz = pass.newQz.row(row) + x0
  const openness = pass.openness.row(row) + x0
  const zero = splat(0), ratio = splat(dt / pass.cellSize), dry = splat(pass.dry), gravity = splat(pass.gravity)
  const friction = splat(pass.friction * dt), rough = pass.friction > 0
  const alongX = splat(pass.alongX), alongZ = splat(pass.alongZ)
  let fastest = zero
  // Columns that are left, from each lane on.
  let left = i32x4.sub(i32x4.splat(c1 - c0), i32x4(0, 1, 2, 3))
  let x: usize = 0
  do {
    const before = fx + x - 4, up = fz0 + x, down = fz1 + x
    // Each flux times theta of its upstream column.
    const mLeft = v128.load(before), mRight = v128.load(before, 4), mUp = v128.load(up), mDown = v128.load(down)
    const t = isLimited ? load(theta + x) : zero
    const tLeft = isLimited ? select(greaterThan(mLeft, zero), load(theta + x - 4), t) : t
    const tRight = isLimited ? select(greaterThan(mRight, zero), t, load(theta + x + 4)) : t
    const tUp = isLimited ? select(greaterThan(mUp, zero), load(thetaUp + x), t) : t
    const tDown = isLimited ? select(greaterThan(mDown, zero), t, load(thetaDown + x)) : t
    const inLeft = times(isLimited, tLeft, mLeft), outRight = times(isLimited, tRight, mRight)
    const inUp = times(isLimited, tUp, mUp), outDown = times(isLimited, tDown, mDown)
    const m = solids ? load(openness + x) : zero
    const scale = solids ? select(greaterThan(m, zero), div(ratio, m), zero) : ratio
    const d0 = load(depth + x)
    // Sums with their rounding errors: far more water flows through a river than is in it. A negative depth stays in `depthError`
    // until water arrives.
    const netX = sub(inLeft, outRight), netZ = sub(inUp, outDown), net = add(netX, netZ)
    const lost = add(
      twoSumError(net, netX, netZ), add(twoDifferenceError(netX, inLeft, outRight), twoDifferenceError(netZ, inUp, outDown)),
    )
    const y = add(mul(scale, net), add(load(depthError + x), mul(scale, lost)))
    const sum = add(d0, y)
    const d = maximum(zero, sum)
    store(newDepth + x, d)
    store(newDepthError + x, add(twoSumError(sum, d0, y), sub(sum, d)))
    const px = sub(
      sub(times(isLimited, tLeft, v128.load(before, BEHIND * PITCH)), times(isLimited, tRight, v128.load(before, BEFORE * PITCH + 4))),
      load(sourceX + x),
    )
    const pz = sub(
      sub(times(isLimited, tUp, v128.load(up, BEHIND * PITCH)), times(isLimited, tDown, v128.load(down, BEFORE * PITCH))),
      load(sourceZ + x),
    )
    const sx = sub(mul(inUp, v128.load(up, TANGENTIAL * PITCH)), mul(outDown, v128.load(down, TANGENTIAL * PITCH)))
    const sz = sub(mul(inLeft, v128.load(before, TANGENTIAL * PITCH)), mul(outRight, v128.load(before, TANGENTIAL * PITCH + 4)))
    const gainX = add(mul(ratio, px), mul(scale, sx)), gainZ = add(mul(ratio, pz), mul(scale, sz))
    let u = velocity(add(load(qx + x), gainX), d, dry), v = velocity(add(load(qz + x), gainZ), d, dry)
    if (rough) {
      const slow = slowing(u, v, d, dry, friction)
      u = mul(slow, u)
      v = mul(slow, v)
    }
    const real = i32x4.gt_s(left, zero)
    u = where(real, u)
    v = where(real, v)
    store(newQx + x, mul(d, u))
    store(newQz + x, mul(d, v))
    const c = root(mul(gravity, d))
    const speed = add(mul(alongX, add(magnitude(u), c)), mul(alongZ, add(magnitude(v), c)))
    fastest = maximum(fastest, where(real, speed))
    left = i32x4.sub(left, i32x4.splat(4))
    x += WIDE
  } while (<i32>x < (c1 - c0) << 2)
  const record = changetype<ShallowRow>(pass.rows.row(row))
  const speed = max(
    max(f32x4.extract_lane(fastest, 0), f32x4.extract_lane(fastest, 1)),
    max(f32x4.extract_lane(fastest, 2), f32x4.extract_lane(fastest, 3)),
  )
  record.speed = c0 == 0 ? <f64>speed : max(record.speed, <f64>speed)
  record.entered += throughEdges(pass, scratch, row, c0, c1, dt / pass.cellSize)
}

/** In a row without limited outflow. */
export function updateFree(pass: ShallowPass, scratch: usize, row: i32, c0: i32, c1: i32, dt: f32): void {
  update(pass, scratch, row, c0, c1, dt, false, false)
}

/** Where outflow may be limited. */
export function updateLimited(pass: ShallowPass, scratch: usize, row: i32, c0: i32, c1: i32, dt: f32): void {
  update(pass, scratch, row, c0, c1, dt, true, false)
}

/** Among solids. */
export function updateAmongSolids(pass: ShallowPass, scratch: usize, row: i32, c0: i32, c1: i32, dt: f32): void {
  update(pass, scratch, row, c0, c1, dt, true, true)
}

/** Water that enters a row of the block through edges [m of one cell]. */
function throughEdges(pass: ShallowPass, scratch: usize, row: i32, c0: i32, c1: i32, ratio: f32): f64 {
  const fx = lineOf(scratch, FLUX_X + 4 * third(row))
  const theta = lineOf(scratch, THETA + third(row))
  const nx = pass.depth.nx, nz = pass.depth.nz
  let sum: f64 = 0
  if (c0 == 0 && kindOf(pass.xBefore, row) != JOINED) sum += entering(at(fx, -1), at(theta, 0), ratio)
  if (c1 == nx && kindOf(pass.xAfter, row) != JOINED) sum += entering(-at(fx, nx - 1 - c0), at(theta, nx - 1 - c0), ratio)
  if (row == 0 && kindOf(pass.zBefore, 0) != JOINED) {
    const fz = lineOf(scratch, FLUX_Z + 4 * third(row))
    for (let i = 0; i < c1 - c0; i++) sum += entering(at(fz, i), at(theta, i), ratio)
  }
  if (row == nz - 1 && kindOf(pass.zAfter, 0) != JOINED) {
    const fz = lineOf(scratch, FLUX_Z + 4 * third(row + 1))
    for (let i = 0; i < c1 - c0; i++) sum += entering(-at(fz, i), at(theta, i), ratio)
  }
  return sum
}

/** The same value as in `update`: the flux is a float, but its product with the ratio need not be one. */
@inline function entering(inward: f32, theta: f32, ratio: f32): f64 {
  return <f64>(inward < 0 ? theta * inward : inward) * <f64>ratio
}
