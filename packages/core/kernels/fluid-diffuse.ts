// Implicit diffusion, one axis after the other (Yanenko 1971): along each the system is tridiagonal and solved exactly, so a
// step costs the same for any viscosity and any time step.
//
//   (1 + θ a L) x' = (1 - (1 - θ) a L) x,   L x at k = w⁻ (x[k] - x[k-1]) + w⁺ (x[k] - x[k+1]),   a = dt ν/dx²
//
// θ is 1/2 where (1 - θ) 4 a <= 1 allows it, second order, and tends to 1 beyond (src/solvers/stable-fluids.ts): no wave changes its
// sign. w is 1 between free values, 2 towards a wall half a cell away, 0 where nothing sticks; for scalars it is the openness of
// the face, so that what leaves a cell arrives in the next. Held values keep their equation x' = x.
//
// Four lines at once, one in each lane. A periodic axis closes the system to a ring: Sherman and Morrison's formula.

import { Field } from './field'
import { padded } from './fluid-lines'
import { above, add, div, load, mul, neg, splat, store, sub, where, WIDE } from './wide'

@unmanaged
export class FluidDiffusePass {
  x: Field
  /** Of velocities: hold (kernels/fluid-edges.ts), padded like x. Of scalars: openness of the faces along the axis, plain like x. */
  gate: Field
  /** A row of bytes for each thread: five times as many vectors as the longest axis has values. */
  scratch: Field
  /** 1 for scalars. */
  scalar: i32
  axis: i32
  /** Values along x, y and z. */
  xs: i32
  ys: i32
  zs: i32
  /** Cells along y: the layout of padded fields. */
  ny: i32
  deep: i32
  wraps: i32
  /** θ a and (1 - θ) a. */
  implicit: f32
  explicit: f32
  /** w at the ends, and the values there. */
  wBefore: f32
  wAfter: f32
  before: f32
  after: f32
}

@inline function line(pass: FluidDiffusePass, field: Field, y: i32, z: i32): usize {
  return pass.scalar ? field.row(z * pass.ny + y) : padded(field, y, z, pass.ny, pass.deep != 0)
}

/** Vectors of scratch. */
@inline function work(scratch: usize, n: i32, part: i32): usize { return scratch + <usize>(part * n) * WIDE }

/** How x at k is tied to its neighbour: by the hold of that neighbour, or by a face. */
@inline function tie(pass: FluidDiffusePass, gate: v128): v128 {
  return pass.scalar ? gate : where(above(splat(1.5), gate), splat(1))
}

/**
 * Four lines of n vectors `step` bytes apart, in place; gates `gateStep` apart. Solved for the change of x, which is zero where x is
 * uniform, so that rounding keeps what there is. Thomas' pivots are sums of positive terms: 1 - c is carried along as e, where a difference
 * of numbers as large as a would be nothing but rounding.
 */
function solve(pass: FluidDiffusePass, x: usize, step: usize, gate: usize, gateStep: usize, n: i32, scratch: usize): void {
  const ring = pass.wraps && n > 1
  const c = work(scratch, n, 0), d = work(scratch, n, 1), q = work(scratch, n, 2)
  const implicit = splat(pass.implicit), whole = splat(pass.implicit + pass.explicit), one = splat(1)
  const first = load(x), lastGate = load(gate + <usize>(n - 1) * gateStep), firstGate = load(gate)
  let before = ring ? load(x + <usize>(n - 1) * step) : splat(pass.before)
  let e = splat(0), dBack = splat(0), qBack = splat(0), corner = splat(0), gamma = one
  for (let k = 0; k < n; k++) {
    const address = x + <usize>k * step, here = load(address), g = load(gate + <usize>k * gateStep)
    const isLast = k == n - 1
    const next = isLast ? (ring ? first : splat(pass.after)) : load(address + step)
    const free = pass.scalar ? i32x4.splat(-1) : above(splat(0.5), g)
    let low: v128, high: v128
    if (k == 0 && !ring) low = splat(pass.wBefore)
    else if (pass.scalar) low = g
    else low = tie(pass, k == 0 ? lastGate : load(gate + <usize>(k - 1) * gateStep))
    if (isLast && !ring) high = splat(pass.wAfter)
    else high = tie(pass, isLast ? firstGate : load(gate + <usize>(k + 1) * gateStep))
    low = where(free, low)
    high = where(free, high)
    const right = mul(whole, add(mul(low, sub(before, here)), mul(high, sub(next, here))))
    before = here
    low = mul(implicit, low)
    high = mul(implicit, high)
    // The diagonal without what ties to the neighbours within the line.
    let own = one, column = splat(0)
    if (k == 0) {
      own = add(own, low)
      if (ring) {
        // A' = A - u vᵀ, u = (-g, …, -h), v = (1, …, l/g): g the diagonal, l and h the ties around the ring.
        corner = low
        gamma = add(own, high)
        own = add(own, gamma)
        column = neg(gamma)
      }
      low = splat(0)
    }
    if (isLast) {
      own = add(own, high)
      if (ring) {
        column = sub(column, high)
        own = add(own, div(mul(corner, high), gamma))
      }
      high = splat(0)
    }
    const rest = add(own, mul(low, e)), pivot = div(one, add(rest, high))
    const forth = mul(high, pivot)
    e = mul(rest, pivot)
    dBack = mul(add(right, mul(low, dBack)), pivot)
    store(c + <usize>k * WIDE, forth)
    store(d + <usize>k * WIDE, dBack)
    if (ring) {
      qBack = mul(add(column, mul(low, qBack)), pivot)
      store(q + <usize>k * WIDE, qBack)
    }
  }
  if (ring) closeRing(c, d, q, n, div(corner, gamma))
  let change = splat(0)
  for (let k = n - 1; k >= 0; k--) {
    const address = x + <usize>k * step
    change = ring ? load(d + <usize>k * WIDE) : add(load(d + <usize>k * WIDE), mul(load(c + <usize>k * WIDE), change))
    store(address, add(load(address), change))
  }
}

/** Sherman and Morrison: d becomes the solution of the ring. */
@inline function closeRing(c: usize, d: usize, q: usize, n: i32, share: v128): void {
  let change = splat(0), column = splat(0)
  for (let k = n - 1; k >= 0; k--) {
    const at = <usize>k * WIDE, forth = load(c + at)
    change = add(load(d + at), mul(forth, change))
    column = add(load(q + at), mul(forth, column))
    store(d + at, change)
    store(q + at, column)
  }
  const end = <usize>(n - 1) * WIDE
  const top = add(load(d), mul(share, load(d + end))), bottom = add(splat(1), add(load(q), mul(share, load(q + end))))
  const factor = div(top, bottom)
  for (let k = 0; k < n; k++) {
    const at = <usize>k * WIDE
    store(d + at, sub(load(d + at), mul(factor, load(q + at))))
  }
}

/** Vectors of a column that are solved together: a cache line. */
const BLOCK: i32 = 16

/** Along y or z. Rows are blocks of 16 columns of every line across. Postcondition: x diffused along the axis. */
export function fluidDiffuseAcross(pass: FluidDiffusePass, begin: i32, end: i32, thread: i32): void {
  const blocks = (pass.xs + BLOCK - 1) / BLOCK, alongY = pass.axis == 1
  const n = alongY ? pass.ys : pass.zs, scratch = pass.scratch.row(thread)
  for (let r = begin; r < end; r++) {
    const block = r % blocks, across = r / blocks
    const x = alongY ? line(pass, pass.x, 0, across) : line(pass, pass.x, across, 0)
    const gate = alongY ? line(pass, pass.gate, 0, across) : line(pass, pass.gate, across, 0)
    const lines = alongY ? 1 : pass.scalar ? pass.ny : pass.ny + 2
    for (let i = block * BLOCK; i < min(pass.xs, (block + 1) * BLOCK); i += 4)
      solve(
        pass, x + (<usize>i << 2), <usize>(lines * pass.x.stride), gate + (<usize>i << 2), <usize>(lines * pass.gate.stride), n, scratch,
      )
  }
}

/** Along x. Rows are groups of four lines, turned so that each has a lane. Postcondition: x diffused along x. */
export function fluidDiffuseAlong(pass: FluidDiffusePass, begin: i32, end: i32, thread: i32): void {
  const n = pass.xs, lines = pass.ys * pass.zs, scratch = pass.scratch.row(thread)
  const turned = work(scratch, n, 3), gates = work(scratch, n, 4)
  for (let r = begin; r < end; r++) {
    const l0 = 4 * r, l1 = min(l0 + 1, lines - 1), l2 = min(l0 + 2, lines - 1), l3 = min(l0 + 3, lines - 1)
    const a = line(pass, pass.x, l0 % pass.ys, l0 / pass.ys), b = line(pass, pass.x, l1 % pass.ys, l1 / pass.ys)
    const c = line(pass, pass.x, l2 % pass.ys, l2 / pass.ys), d = line(pass, pass.x, l3 % pass.ys, l3 / pass.ys)
    turnIn(turned, a, b, c, d, n)
    turnIn(
      gates, line(pass, pass.gate, l0 % pass.ys, l0 / pass.ys), line(pass, pass.gate, l1 % pass.ys, l1 / pass.ys),
      line(pass, pass.gate, l2 % pass.ys, l2 / pass.ys), line(pass, pass.gate, l3 % pass.ys, l3 / pass.ys), n,
    )
    solve(pass, turned, WIDE, gates, WIDE, n, scratch)
    turnOut(turned, a, b, c, d, n)
  }
}

/** Four lines into lanes. */
@inline function turnIn(to: usize, a: usize, b: usize, c: usize, d: usize, n: i32): void {
  for (let i = 0; i < n; i++) {
    const x = <usize>i << 2
    let value = v128.load32_zero(a + x)
    value = v128.load32_lane(b + x, value, 1)
    value = v128.load32_lane(c + x, value, 2)
    store(to + (x << 2), v128.load32_lane(d + x, value, 3))
  }
}

@inline function turnOut(from: usize, a: usize, b: usize, c: usize, d: usize, n: i32): void {
  for (let i = 0; i < n; i++) {
    const x = <usize>i << 2, value = load(from + (x << 2))
    v128.store32_lane(a + x, value, 0)
    v128.store32_lane(b + x, value, 1)
    v128.store32_lane(c + x, value, 2)
    v128.store32_lane(d + x, value, 3)
  }
}
