// Pressure projection: makes the flow divergence-free. φ is the change of the pressure times dt/(ρ dx) [m/s], so that its difference across
// a face is a change of velocity:
//
//   Σ over the faces of a cell of a (φ - φ') = -Σ ± (a u + (1 - a) u_solid),   then   u -= φ - φ' where the face is open,
//   and p += ρ dx/dt φ, the pressure [Pa]
//
// a is the openness of a face (Batty, Bertails and Bridson 2007). At an open edge p and φ are zero on the edge itself, half a cell away.
//
// Threads: each pass writes its own lines; p and the ghost cells are only read.

import { Field } from '../abi/field'
import { FluidBox, padded } from './lines'
import { greaterThan, abs, add, at as cell, select, load, LANE, maximum, mul, neg, put, splat, store, sub, where, WIDE } from '../abi/simd'

@unmanaged
export class FluidForcePass extends FluidBox {
  /** The velocity component after advection, and the new one. */
  advected: Field
  q: Field
  /** Face flags (boundary.ts), and the prescribed velocity of solids, walls and inflows. */
  faceFlag: Field
  faceVelocity: Field
  /** The pressure, or its change φ. */
  p: Field
  /** Acceleration at centres [m/s²], plain; used if `forced`. */
  force: Field
  forced: i32
  /** The component: 0, 1, 2. */
  axis: i32
  dt: f32
  /** Change of velocity for a unit difference of p, and dt ν/dx² of the part of the viscosity that is applied. */
  factor: f32
  spread: f32
}

/** Plain line (y, z), which may be one beyond an edge: wrapped on a periodic axis, else the last line inside. */
@inline function lineOf(pass: FluidForcePass, field: Field, y: i32, z: i32): usize {
  const ny = pass.ny, nz = pass.nz
  const toY = y < 0 ? (pass.yWraps ? ny - 1 : 0) : y >= ny ? (pass.yWraps ? 0 : ny - 1) : y
  const toZ = z < 0 ? (pass.zWraps ? nz - 1 : 0) : z >= nz ? (pass.zWraps ? 0 : nz - 1) : z
  return field.row(toZ * ny + toY)
}

/** Fills the ghost cells of a line of p or of a force along x: wrapped, else the mirrored value with this sign. */
@inline function closeEnds(row: usize, nx: i32, wraps: i32, sign: f32): void {
  put(row, -1, wraps ? cell(row, nx - 1) : sign * cell(row, 0))
  put(row, nx, wraps ? cell(row, 0) : sign * cell(row, nx - 1))
}

const FORCE: i32 = 0
const SLOPE: i32 = 1
const LOAD: i32 = 2

/** Postcondition: q = advected + dt force - factor (p - p') on free faces, else the prescribed velocity. */
export function fluidForce(pass: FluidForcePass, begin: i32, end: i32): void {
  slopes(pass, begin, end, FORCE)
}

/** Postcondition: q -= factor (p - p') on free faces. */
export function fluidSlope(pass: FluidForcePass, begin: i32, end: i32): void {
  slopes(pass, begin, end, SLOPE)
}

/**
 * The explicit half of viscosity and pressure, before advection. Precondition: the ghost cells of q are filled. Postcondition:
 * advected = q + spread Σ (q' - q) - factor (p - p') on free faces, else q.
 */
export function fluidAddExplicitHalf(pass: FluidForcePass, begin: i32, end: i32): void {
  slopes(pass, begin, end, LOAD)
}

/** Σ (q' - q) over the neighbours. There is no neighbour beyond the last face of the component's own axis. */
@inline function spreadOf(q: usize, deep: bool, back: usize, front: usize, below: usize, over: usize): v128 {
  const here = load(q)
  let sum = add(add(sub(load(q - LANE), here), sub(load(q + LANE), here)), add(sub(load(q - back), here), sub(load(q + front), here)))
  if (deep) sum = add(sum, add(sub(load(q - below), here), sub(load(q + over), here)))
  return sum
}

@inline function slopes(pass: FluidForcePass, begin: i32, end: i32, kind: i32): void {
  const axis = pass.axis, nx = pass.nx, ny = pass.ny, nz = pass.nz, deep = nz > 1
  const ys = ny + <i32>(axis == 1), bytes = <usize>(nx + <i32>(axis == 0)) << 2
  const halfDt = splat(0.5 * pass.dt), factor = splat(pass.factor), spread = splat(pass.spread)
  const stride = <usize>pass.q.stride, plane = <usize>(ny + 2) * stride
  for (let l = begin; l < end; l++) {
    const y = l % ys, z = l / ys
    const backY = axis == 1 ? y - 1 : y, backZ = axis == 2 ? z - 1 : z
    const p = lineOf(pass, pass.p, y, z), force = lineOf(pass, pass.force, y, z)
    let pBack = lineOf(pass, pass.p, backY, backZ), forceBack = lineOf(pass, pass.force, backY, backZ)
    if (axis == 0) {
      closeEnds(p, nx, pass.xWraps, -1)
      if (pass.forced) closeEnds(force, nx, pass.xWraps, 1)
      pBack -= LANE
      forceBack -= LANE
    }
    // Beyond an open edge p is minus p inside; at other edges these faces are not free.
    const beyond = axis == 1 ? !pass.yWraps && y == ny : axis == 2 ? !pass.zWraps && z == nz : false
    const before = axis == 1 ? !pass.yWraps && y == 0 : axis == 2 ? !pass.zWraps && z == 0 : false
    const sign = splat(beyond ? -1 : 1), signBack = splat(before ? -1 : 1)
    const q = padded(pass.q, y, z, ny, deep), faceFlag = padded(pass.faceFlag, y, z, ny, deep)
    const advected = padded(pass.advected, y, z, ny, deep), faceVelocity = padded(pass.faceVelocity, y, z, ny, deep)
    const front = axis == 1 && y == ny ? 0 : stride, over = axis == 2 && z == nz ? 0 : plane
    for (let x: usize = 0; x < bytes; x += WIDE) {
      const free = greaterThan(splat(0.5), load(faceFlag + x))
      const slope = mul(factor, sub(mul(sign, load(p + x)), mul(signBack, load(pBack + x))))
      if (kind == SLOPE) {
        store(q + x, sub(load(q + x), where(free, slope)))
        continue
      }
      if (kind == LOAD) {
        const smooth = mul(spread, spreadOf(q + x, deep, stride, front, plane, over))
        store(advected + x, add(load(q + x), where(free, sub(smooth, slope))))
        continue
      }
      let value = sub(load(advected + x), slope)
      if (pass.forced) value = add(value, mul(halfDt, add(load(force + x), load(forceBack + x))))
      store(q + x, select(free, value, load(faceVelocity + x)))
    }
  }
}

/** Extremes of one line: the largest speed along an axis [m/s], and the largest divergence times the cell size [m/s]. */
@unmanaged
export class FlowExtremes {
  speed: f64
  divergence: f64
}

@unmanaged
export class FluidDivergencePass {
  u: Field
  v: Field
  w: Field
  /** Openness of the faces towards lower x, y, z, plain; 1 in the halo row before the first line and beyond the last cell. */
  ax: Field
  ay: Field
  az: Field
  /** Velocity of the solids at the faces, padded. */
  uSolid: Field
  vSolid: Field
  wSolid: Field
  rhs: Field
  /** FlowExtremes of each line. */
  sums: Field
  solids: i32
  nx: i32
  ny: i32
  nz: i32
  yWraps: i32
  zWraps: i32
}

/** a u + (1 - a) u_solid. */
@inline function through(solids: i32, u: usize, a: usize, solid: usize): v128 {
  if (!solids) return load(u)
  const other = load(solid)
  return add(other, mul(load(a), sub(load(u), other)))
}

/** Postcondition: rhs is minus the net outflow of each cell [m/s]; `sums` are the extremes of each line. */
export function fluidDivergence(pass: FluidDivergencePass, begin: i32, end: i32): void {
  const nx = pass.nx, ny = pass.ny, nz = pass.nz, deep = nz > 1, solids = pass.solids
  const bytes = <usize>nx << 2, stride = <usize>pass.u.stride, plane = <usize>(ny + 2) * stride
  for (let l = begin; l < end; l++) {
    const y = l % ny, z = l / ny
    const u = padded(pass.u, y, z, ny, deep), v = padded(pass.v, y, z, ny, deep), w = padded(pass.w, y, z, ny, deep)
    const us = padded(pass.uSolid, y, z, ny, deep), vs = padded(pass.vSolid, y, z, ny, deep), ws = padded(pass.wSolid, y, z, ny, deep)
    const ax = pass.ax.row(l), ay = pass.ay.row(l), az = pass.az.row(l)
    const ayNext = pass.ay.row(y < ny - 1 ? l + 1 : pass.yWraps ? z * ny : -1)
    const azNext = pass.az.row(z < nz - 1 ? l + ny : pass.zWraps ? y : -1)
    const rhs = pass.rhs.row(l)
    let fastest = splat(0), largest = splat(0)
    for (let x: usize = 0; x < bytes; x += WIDE) {
      const right = x + LANE
      let flow = add(
        sub(through(solids, u + right, ax + right, us + right), through(solids, u + x, ax + x, us + x)),
        sub(through(solids, v + stride + x, ayNext + x, vs + stride + x), through(solids, v + x, ay + x, vs + x)),
      )
      if (deep)
        flow = add(flow, sub(through(solids, w + plane + x, azNext + x, ws + plane + x), through(solids, w + x, az + x, ws + x)))
      const i = <i32>(x >> 2)
      const here = i32x4.lt_s(i32x4.add(i32x4.splat(i), i32x4(0, 1, 2, 3)), i32x4.splat(nx))
      store(rhs + x, neg(flow))
      largest = maximum(largest, where(here, abs(flow)))
      let speed = maximum(abs(load(u + x)), abs(load(v + x)))
      if (deep) speed = maximum(speed, abs(load(w + x)))
      fastest = maximum(fastest, where(here, speed))
    }
    const extremes = changetype<FlowExtremes>(pass.sums.row(l))
    extremes.speed = <f64>highest(fastest)
    extremes.divergence = <f64>highest(largest)
  }
}

@inline function highest(a: v128): f32 {
  return max(
    max(f32x4.extract_lane(a, 0), f32x4.extract_lane(a, 1)), max(f32x4.extract_lane(a, 2), f32x4.extract_lane(a, 3)),
  )
}

@unmanaged
export class FluidLimitPass {
  /** FlowExtremes of each line. */
  sums: Field
  /** A record: the largest allowed divergence times the cell size [m/s]. */
  limit: Field
  tolerance: f32
}

/** Postcondition: limit = tolerance × the largest velocity. The pass has one row, so that exactly one thread executes it. */
export function fluidLimit(pass: FluidLimitPass, begin: i32, end: i32): void {
  if (begin == end) return
  let fastest: f64 = 0
  for (let l = 0; l < pass.sums.nz; l++) fastest = max(fastest, changetype<FlowExtremes>(pass.sums.row(l)).speed)
  f64.store(pass.limit.origin, fastest * <f64>pass.tolerance)
}

@unmanaged
export class FluidSumPass {
  q: Field
  change: Field
  factor: f32
}

/** Postcondition: q += factor × change, both plain. */
export function fluidSum(pass: FluidSumPass, begin: i32, end: i32): void {
  const factor = splat(pass.factor)
  for (let l = begin; l < end; l++) {
    const q = pass.q.row(l), change = pass.change.row(l)
    for (let x: usize = 0, bytes = <usize>pass.q.nx << 2; x < bytes; x += WIDE)
      store(q + x, add(load(q + x), mul(factor, load(change + x))))
  }
}

@unmanaged
export class FluidFadePass {
  /** The pressure, plain. */
  p: Field
  /** A record: `tolerance` × the largest velocity of the last step [m/s]. */
  limit: Field
  tolerance: f32
  /** dt/dx [s/m]. */
  rate: f32
}

/** Largest Courant number at which a step uses the whole pressure of the last one. */
const MOST_COURANT: f64 = 3

/**
 * The pressure of the last step, as far as it tells that of this step. Half of its gradient acts at the departure point, half at the arrival point;
 * the projection finds what is missing, and adds it to p. An error e of p therefore becomes (e(arrival) - e(departure))/2 in the next step, which does
 * not decay where the two have opposite signs. They have the same sign as long as particles move a few cells; beyond, e would last, and each error of
 * the projection would add to it until the flow had no bound.
 *
 * Postcondition: p is smaller by 3/C where the Courant number C of the fastest fluid is larger than 3. Then e decays in any flow.
 */
export function fluidFade(pass: FluidFadePass, begin: i32, end: i32): void {
  const courant = f64.load(pass.limit.origin) / <f64>pass.tolerance * <f64>pass.rate
  if (!(courant > MOST_COURANT)) return
  const share = splat(<f32>(MOST_COURANT / courant))
  for (let l = begin; l < end; l++) {
    const p = pass.p.row(l)
    for (let x: usize = 0, bytes = <usize>pass.p.nx << 2; x < bytes; x += WIDE) store(p + x, mul(share, load(p + x)))
  }
}
