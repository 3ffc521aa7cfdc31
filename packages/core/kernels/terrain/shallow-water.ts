// Shallow water over terrain: one substep (src/solvers/terrain/shallow-water.ts has the equations and the references).
//
// Finite volumes by the MUSCL-Hancock scheme, unsplit:
//
//   primitives   eta = d + bed, u = q/d                                       rows j-1, j, j+1
//   slopes       of eta, u, v and the bed, limited (monotonised central); the slope of d follows. Thin water over steps of the bed:
//                shallow-thin-water.ts
//   half a step  of the equations in every column, with its own slopes
//   faces        states of each column at its four faces (shallow-face-states.ts); fluxes through the faces (riemann.ts)
//   theta        limiter: a column gives no more water than it has; every flux is multiplied by theta of its upstream column
//   update       d, q from the fluxes; friction; the largest wave speed for the next substep
//
// Intermediate rows stay in scratch of the thread, in the first-level cache, until the neighbouring rows are available. Fields are
// read once and written once, into a second set, so that no thread reads values that another writes. A thread works on blocks of
// columns; three columns and rows of the neighbouring blocks are computed twice.

import { JOINED, kindOf } from './boundary-data'
import { Field } from '../abi/field'
import { slowing } from './friction'
import { BEFORE, BEHIND, TANGENTIAL, DEPTH } from './riemann'
import { insideOf, primitives, velocity } from './shallow-columns'
import { fluxesX, fluxesZ, noFluxes } from './shallow-fluxes'
import { faceStates } from './shallow-face-states'
import { BLOCK, FLUX_X, FLUX_Z, lineOf, OPENNESS, PITCH, PRIMITIVES, BED_SLOPE_X, BED_SLOPE_Z, THETA, third } from './shallow-scratch'
import {
  greaterThan, abs as magnitude, add, at, select, div, minimum, load, maximum, mul, neg, put, splat, sqrt as root, store, sub, where,
} from '../abi/simd'

/** Results of a row after a substep. */
@unmanaged
export class ShallowRow {
  /** The largest wave speed [m/s]. */
  speed: f64
  /** Water that has entered through edges so far [m of one cell]. */
  entered: f64
}

@unmanaged
export class ShallowPass {
  /** Depth [m], its compensation term, and discharge per width [m²/s], before the substep. */
  depth: Field
  depthError: Field
  qx: Field
  qz: Field
  /** The same after it. */
  newDepth: Field
  newDepthError: Field
  newQx: Field
  newQz: Field
  /** Elevation of the terrain [m]. */
  bed: Field
  /** Openness of each cell; only read by the kernel among solids. */
  openness: Field
  /** Boundary data beyond the edges (boundary-data.ts). */
  xBefore: Field
  xAfter: Field
  zBefore: Field
  zAfter: Field
  /** A double: length of the substep [s]. */
  clock: Field
  /** ShallowRow of each row. */
  rows: Field
  /** A row of bytes for each thread. */
  scratch: Field
  gravity: f32
  /** g n² of Manning's friction. */
  friction: f32
  /** Depth below which the velocity is reduced [m]. */
  dry: f32
  cellSize: f32
  /** 1 if water can move along the axis, else 0. */
  alongX: f32
  alongZ: f32
}

/**
 * theta of a row: the content of each column over its outflow, at most 1. Beyond the edges it is always 1. Returns whether it may be less
 * than 1 somewhere.
 */
@inline function limitOutflow(pass: ShallowPass, scratch: usize, row: i32, c0: i32, c1: i32, ratio: f32, solids: bool): bool {
  const theta = lineOf(scratch, THETA + third(row))
  const nx = pass.depth.nx, nz = pass.depth.nz
  const one = splat(1), zero = splat(0)
  const count = c1 - c0
  if ((row < 0 || row >= nz) && kindOf(row < 0 ? pass.zBefore : pass.zAfter, 0) != JOINED) {
    for (let i = -4; i < count + 4; i += 4) store(theta + (<usize>i << 2), one)
    return false
  }
  const depth = lineOf(scratch, PRIMITIVES + 4 * third(row) + DEPTH)
  const x1 = lineOf(scratch, FLUX_X + 4 * third(row))
  const z0 = lineOf(scratch, FLUX_Z + 4 * third(row)), z1 = lineOf(scratch, FLUX_Z + 4 * third(row + 1))
  const openness = lineOf(scratch, OPENNESS + third(row))
  let isLimited = false
  for (let i = -4; i < count + 4; i += 4) {
    const x = <usize>i << 2
    const out = add(
      sub(maximum(zero, v128.load(x1 + x - 4, 4)), minimum(zero, v128.load(x1 + x - 4))),
      sub(maximum(zero, load(z1 + x)), minimum(zero, load(z0 + x))),
    )
    const has = solids ? mul(load(depth + x), load(openness + x)) : load(depth + x)
    const gives = maximum(mul(splat(ratio), out), splat(f32.MIN_NORMAL_VALUE))
    if (v128.any_true(greaterThan(gives, has))) {
      store(theta + x, minimum(one, div(has, gives)))
      isLimited = true
    } else store(theta + x, one)
  }
  if (c0 == 0 && kindOf(pass.xBefore, insideOf(pass, row)) != JOINED) put(theta, -1, 1)
  if (c1 == nx && kindOf(pass.xAfter, insideOf(pass, row)) != JOINED) put(theta, count, 1)
  return isLimited
}

/** The flux times theta, which is 1 unless `isLimited`. */
@inline function times(isLimited: bool, theta: v128, flux: v128): v128 {
  return isLimited ? mul(theta, flux) : flux
}

/** The exact rounding error of the sum of two numbers (Knuth's TwoSum). */
@inline function twoSumError(sum: v128, a: v128, b: v128): v128 {
  const part = sub(sum, a)
  return add(sub(a, sub(sum, part)), sub(b, part))
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
  const count = c1 - c0
  const zero = splat(0), ratio = splat(dt / pass.cellSize), dry = splat(pass.dry), gravity = splat(pass.gravity)
  const friction = splat(pass.friction * dt), rough = pass.friction > 0
  const alongX = splat(pass.alongX), alongZ = splat(pass.alongZ)
  let fastest = zero
  for (let i = 0; i < count; i += 4) {
    const x = <usize>i << 2
    const left = fx + x - 4, up = fz0 + x, down = fz1 + x
    // Each flux times theta of its upstream column.
    const mLeft = v128.load(left), mRight = v128.load(left, 4), mUp = v128.load(up), mDown = v128.load(down)
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
    const lost = add(twoSumError(net, netX, netZ), add(twoSumError(netX, inLeft, neg(outRight)), twoSumError(netZ, inUp, neg(outDown))))
    const y = add(mul(scale, net), add(load(depthError + x), mul(scale, lost)))
    const sum = add(d0, y)
    const d = maximum(zero, sum)
    const kept = add(twoSumError(sum, d0, y), sub(sum, d))
    let px = sub(
      sub(times(isLimited, tLeft, v128.load(left, BEHIND * PITCH)), times(isLimited, tRight, v128.load(left, BEFORE * PITCH + 4))),
      load(sourceX + x),
    )
    let pz = sub(
      sub(times(isLimited, tUp, v128.load(up, BEHIND * PITCH)), times(isLimited, tDown, v128.load(down, BEFORE * PITCH))),
      load(sourceZ + x),
    )
    let sx = sub(mul(inUp, v128.load(up, TANGENTIAL * PITCH)), mul(outDown, v128.load(down, TANGENTIAL * PITCH)))
    let sz = sub(mul(inLeft, v128.load(left, TANGENTIAL * PITCH)), mul(outRight, v128.load(left, TANGENTIAL * PITCH + 4)))
    let gainX = add(mul(ratio, px), mul(scale, sx)), gainZ = add(mul(ratio, pz), mul(scale, sz))
    let u = velocity(add(load(qx + x), gainX), d, dry), v = velocity(add(load(qz + x), gainZ), d, dry)
    if (rough) {
      const slow = slowing(u, v, d, dry, friction)
      u = mul(slow, u)
      v = mul(slow, v)
    }
    if (i + 4 > count) {
      // Mask of the lanes up to the last column.
      const real = i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(count - i))
      u = where(real, u)
      v = where(real, v)
    }
    const c = root(mul(gravity, d))
    const speed = add(mul(alongX, add(magnitude(u), c)), mul(alongZ, add(magnitude(v), c)))
    fastest = maximum(fastest, i + 4 > count ? where(i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(count - i)), speed) : speed)
    store(newDepth + x, d)
    store(newDepthError + x, kept)
    store(newQx + x, mul(d, u))
    store(newQz + x, mul(d, v))
  }
  const record = changetype<ShallowRow>(pass.rows.row(row))
  const speed = max(
    max(f32x4.extract_lane(fastest, 0), f32x4.extract_lane(fastest, 1)),
    max(f32x4.extract_lane(fastest, 2), f32x4.extract_lane(fastest, 3)),
  )
  record.speed = c0 == 0 ? <f64>speed : max(record.speed, <f64>speed)
  record.entered += throughEdges(pass, scratch, row, c0, c1, dt / pass.cellSize)
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

@inline function sweep(pass: ShallowPass, begin: i32, end: i32, thread: i32, solids: bool): void {
  const scratch = pass.scratch.row(thread)
  const dt = <f32>f64.load(pass.clock.origin)
  const nx = pass.depth.nx
  for (let c0 = 0, c1 = 0; c0 < nx; c0 = c1) {
    c1 = min(nx, c0 + BLOCK)
    // No block ends within three columns of the edge, so that only the last block needs the boundary data beyond it.
    if (c1 < nx && nx - c1 < 4) c1 -= 4
    // Bit k: whether row - k + 1 is wet. Dry rows without wet neighbours are skipped.
    let wet = <i32>primitives(pass, scratch, begin - 3, c0, c1, solids)
    // Bit k: whether outflow is limited in row - k - 1.
    let limited = 0
    wet = wet << 1 | <i32>primitives(pass, scratch, begin - 2, c0, c1, solids)
    for (let row = begin - 2; row <= end + 1; row++) {
      wet = wet << 1 | <i32>primitives(pass, scratch, row + 1, c0, c1, solids)
      if (wet & 0b111) faceStates(pass, scratch, row, c1 - c0, <f32>0.5 * dt, solids)
      if (wet & 0b010) fluxesX(pass, scratch, row, insideOf(pass, row), c0, c1, solids)
      else noFluxes(lineOf(scratch, FLUX_X + 4 * third(row)), c1 - c0)
      if (row > begin - 2) {
        if (wet & 0b110) fluxesZ(pass, scratch, row, c0, c1, solids)
        else noFluxes(lineOf(scratch, FLUX_Z + 4 * third(row)), c1 - c0)
      }
      if (row > begin - 1) limited = limited << 1 | <i32>limitOutflow(pass, scratch, row - 1, c0, c1, dt / pass.cellSize, solids)
      if (row - 2 >= begin) {
        if (!(wet & 0b11100)) stayDry(pass, row - 2, c0, c1)
        else if (limited & 0b111) update(pass, scratch, row - 2, c0, c1, dt, true, solids)
        else update(pass, scratch, row - 2, c0, c1, dt, false, solids)
      }
    }
  }
}

/** Copies a row of the block that is dry and has no water next to it. */
function stayDry(pass: ShallowPass, row: i32, c0: i32, c1: i32): void {
  const zero = splat(0)
  for (let i = c0; i < c1; i += 4) {
    const x = <usize>i << 2
    store(pass.newDepth.row(row) + x, zero)
    store(pass.newDepthError.row(row) + x, load(pass.depthError.row(row) + x))
    store(pass.newQx.row(row) + x, zero)
    store(pass.newQz.row(row) + x, zero)
  }
  if (c0 == 0) changetype<ShallowRow>(pass.rows.row(row)).speed = 0
}

/** Postcondition: the second set of fields holds the water after a substep. */
export function shallowStep(pass: ShallowPass, begin: i32, end: i32, thread: i32): void {
  sweep(pass, begin, end, thread, false)
}

/** The same among solids. */
export function shallowStepAmongSolids(pass: ShallowPass, begin: i32, end: i32, thread: i32): void {
  sweep(pass, begin, end, thread, true)
}
