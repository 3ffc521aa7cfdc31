// Implicit diffusion by splitting, one axis after the other (Yanenko 1971). Along each axis the system is tridiagonal and solved
// exactly, so that a step costs the same for any viscosity and any time step.
//
//   (1 + θ a L) x' = (1 - (1 - θ) a L) x,   L x at k = w⁻ (x[k] - x[k-1]) + w⁺ (x[k] - x[k+1]),   a = dt ν/dx²
//
// θ is 1/2 (second order) if (1 - θ) 4 a <= 1 holds for it, and tends to 1 beyond (src/solvers/stable-fluids/stable-fluids.ts), so that no
// mode changes its sign. w is 1 between free values, 2 towards a no-slip wall half a cell away, 0 towards a free-slip one. For scalars
// it is the openness of the face, so that the sum is conserved. Prescribed values have the equation x' = x.
//
// Four lines are solved at once, one in each SIMD lane, and up to four such vectors side by side: each pivot depends on the division of
// the previous one, and the other vectors hide its latency. A periodic axis makes the system cyclic: formula of Sherman and Morrison.
//
// Threads: lines are independent; a thread writes only to its own lines and its own scratch.

import { Field } from '../abi/field'
import { padded } from './lines'
import { storeTransposed } from '../spectral/spectrum'
import { greaterThan, add, div, load, mul, neg, splat, store, sub, where, WIDE } from '../abi/simd'

/** Vectors side by side: one cache line. */
export const ABREAST: i32 = 4

@unmanaged
export class FluidDiffusePass {
  x: Field
  /** For velocities: face flags (boundary.ts), padded like x. For scalars: openness of the faces along the axis, plain like x. */
  gate: Field
  /** A row for each thread, with parts for the longest axis: see `part`. */
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

/** Parts of the scratch: c, d and q of the elimination, lines transposed into lanes and their gates, and the state between rows. */
const C: i32 = 0
const D: i32 = 1
const Q: i32 = 2
const TRANSPOSED: i32 = 3
const GATES: i32 = 4
const STATE: i32 = 5

@inline function part(scratch: usize, n: i32, which: i32): usize {
  return scratch + <usize>(which * ((n + 3) & ~3) * ABREAST) * WIDE
}

/** Parts of the length of a line, then the vectors of the state: e, and for periodic axes the corner element and gamma. */
export const LINE_PARTS: i32 = STATE
export const STATE_VECTORS: i32 = 3
/** Bytes between the vectors of the state. */
const STATE_STEP: usize = <usize>ABREAST * WIDE

/** Position of a row in its line. */
const FIRST: i32 = 0
const INNER: i32 = 1
const LAST: i32 = 2

/** Weight w of the difference to a neighbour: from the face flag of that neighbour, or the openness of the face. */
@inline function tie(scalar: bool, gate: v128): v128 {
  return scalar ? gate : where(greaterThan(splat(1.5), gate), splat(1))
}

/**
 * Forward elimination (Thomas) of row k of lines of n values, `bytes` side by side; rows are `step` bytes apart, gates `gateStep`. The
 * unknown is the change of x, which is exactly zero where x is uniform. Pivots are sums of positive terms: e = 1 - c is a variable of
 * its own, because for large a the difference would consist of rounding errors only.
 */
@inline function eliminate(
  pass: FluidDiffusePass, scalar: bool, ring: bool, place: i32, x: usize, step: usize, gate: usize, gateStep: usize, bytes: usize,
  k: i32, n: i32, scratch: usize,
): void {
  const implicit = splat(pass.implicit), whole = splat(pass.implicit + pass.explicit), one = splat(1)
  const edge = splat(place == FIRST ? pass.before : pass.after), tied = splat(place == FIRST ? pass.wBefore : pass.wAfter)
  const row = <usize>k * bytes, wayRound = <usize>(n - 1) * step, gateRound = <usize>(n - 1) * gateStep
  const c = part(scratch, n, C) + row, d = part(scratch, n, D) + row, q = part(scratch, n, Q) + row
  const state = part(scratch, n, STATE), here0 = x + <usize>k * step, gate0 = gate + <usize>k * gateStep
  let v: usize = 0
  do {
    const address = here0 + v, gateAddress = gate0 + v
    const here = load(address), own = load(gateAddress)
    const before = place == FIRST ? (ring ? load(address + wayRound) : edge) : load(address - step)
    const after = place == LAST ? (ring ? load(address - wayRound) : edge) : load(address + step)
    let low: v128, high: v128
    if (place == FIRST && !ring) low = tied
    else if (scalar) low = own
    else low = tie(scalar, load(place == FIRST ? gateAddress + gateRound : gateAddress - gateStep))
    if (place == LAST && !ring) high = tied
    else high = tie(scalar, load(place == LAST ? gateAddress - gateRound : gateAddress + gateStep))
    if (!scalar) {
      const free = greaterThan(splat(0.5), own)
      low = where(free, low)
      high = where(free, high)
    }
    const right = mul(whole, add(mul(low, sub(before, here)), mul(high, sub(after, here))))
    low = mul(implicit, low)
    high = mul(implicit, high)
    // The diagonal without the weights of the neighbours in the line.
    let diagonal = one, column = splat(0)
    if (place == FIRST) {
      diagonal = add(diagonal, low)
      if (ring) {
        // A' = A - u vᵀ, u = (-g, …, -h), v = (1, …, l/g): g the diagonal, l and h the corner elements.
        const gamma = add(diagonal, high)
        store(state + STATE_STEP + v, low)
        store(state + 2 * STATE_STEP + v, gamma)
        diagonal = add(diagonal, gamma)
        column = neg(gamma)
      }
    }
    if (place == LAST) {
      diagonal = add(diagonal, high)
      if (ring) {
        column = neg(high)
        diagonal = add(diagonal, div(mul(load(state + STATE_STEP + v), high), load(state + 2 * STATE_STEP + v)))
      }
    }
    const rest = place == FIRST ? diagonal : add(diagonal, mul(low, load(state + v)))
    const pivot = div(one, place == LAST ? rest : add(rest, high))
    if (place != LAST) {
      store(state + v, mul(rest, pivot))
      store(c + v, mul(high, pivot))
    } else store(c + v, splat(0))
    store(d + v, mul(place == FIRST ? right : add(right, mul(low, load(d + v - bytes))), pivot))
    if (ring) store(q + v, mul(place == FIRST ? column : add(column, mul(low, load(q + v - bytes))), pivot))
    v += WIDE
  } while (v < bytes)
}

/** Solves lines of n vectors, `bytes` side by side, in place. Postcondition: x is the diffused quantity. */
@inline function solve(
  pass: FluidDiffusePass, scalar: bool, ring: bool, x: usize, step: usize, gate: usize, gateStep: usize, bytes: usize, n: i32,
  scratch: usize,
): void {
  eliminate(pass, scalar, ring, FIRST, x, step, gate, gateStep, bytes, 0, n, scratch)
  for (let k = 1; k < n - 1; k++) eliminate(pass, scalar, ring, INNER, x, step, gate, gateStep, bytes, k, n, scratch)
  eliminate(pass, scalar, ring, LAST, x, step, gate, gateStep, bytes, n - 1, n, scratch)
  if (ring) closeRing(bytes, n, scratch)
  const c = part(scratch, n, C), d = part(scratch, n, D)
  for (let k = n - 1; k >= 0; k--) {
    const row = <usize>k * bytes, to = x + <usize>k * step
    let v: usize = 0
    do {
      let change = load(d + row + v)
      if (!ring && k < n - 1) {
        change = add(change, mul(load(c + row + v), load(d + row + bytes + v)))
        store(d + row + v, change)
      }
      store(to + v, add(load(to + v), change))
      v += WIDE
    } while (v < bytes)
  }
}

/** Formula of Sherman and Morrison. Postcondition: d is the solution of the cyclic system. */
@inline function closeRing(bytes: usize, n: i32, scratch: usize): void {
  const end = <usize>(n - 1) * bytes
  for (let v: usize = 0; v < bytes; v += WIDE) {
    const c = part(scratch, n, C) + v, d = part(scratch, n, D) + v, q = part(scratch, n, Q) + v, state = part(scratch, n, STATE) + v
    let change = splat(0), column = splat(0)
    for (let k = n - 1; k >= 0; k--) {
      const at = <usize>k * bytes, forth = load(c + at)
      change = add(load(d + at), mul(forth, change))
      column = add(load(q + at), mul(forth, column))
      store(d + at, change)
      store(q + at, column)
    }
    const share = div(load(state + STATE_STEP), load(state + 2 * STATE_STEP))
    const top = add(load(d), mul(share, load(d + end))), bottom = add(splat(1), add(load(q), mul(share, load(q + end))))
    const factor = div(top, bottom)
    for (let k = 0; k < n; k++) {
      const at = <usize>k * bytes
      store(d + at, sub(load(d + at), mul(factor, load(q + at))))
    }
  }
}

// Separate functions, see `fluidDeparture`.
function solveVelocity(
  pass: FluidDiffusePass, x: usize, step: usize, gate: usize, gateStep: usize, bytes: usize, n: i32, scratch: usize,
): void { solve(pass, false, false, x, step, gate, gateStep, bytes, n, scratch) }
function solveScalar(
  pass: FluidDiffusePass, x: usize, step: usize, gate: usize, gateStep: usize, bytes: usize, n: i32, scratch: usize,
): void { solve(pass, true, false, x, step, gate, gateStep, bytes, n, scratch) }
function solveVelocityRing(
  pass: FluidDiffusePass, x: usize, step: usize, gate: usize, gateStep: usize, bytes: usize, n: i32, scratch: usize,
): void { solve(pass, false, true, x, step, gate, gateStep, bytes, n, scratch) }
function solveScalarRing(
  pass: FluidDiffusePass, x: usize, step: usize, gate: usize, gateStep: usize, bytes: usize, n: i32, scratch: usize,
): void { solve(pass, true, true, x, step, gate, gateStep, bytes, n, scratch) }

/** Solves `count` vectors side by side. */
@inline function solveAbreast(
  pass: FluidDiffusePass, x: usize, step: usize, gate: usize, gateStep: usize, count: i32, n: i32, scratch: usize,
): void {
  const bytes = <usize>count * WIDE
  if (pass.wraps) {
    if (pass.scalar) solveScalarRing(pass, x, step, gate, gateStep, bytes, n, scratch)
    else solveVelocityRing(pass, x, step, gate, gateStep, bytes, n, scratch)
  } else if (pass.scalar) solveScalar(pass, x, step, gate, gateStep, bytes, n, scratch)
  else solveVelocity(pass, x, step, gate, gateStep, bytes, n, scratch)
}

/** Along y or z. Rows of the pass are blocks of 16 columns. Postcondition: x is diffused along the axis. */
export function fluidDiffuseAcross(pass: FluidDiffusePass, begin: i32, end: i32, thread: i32): void {
  const vectors = (pass.xs + 3) / 4, blocks = (vectors + ABREAST - 1) / ABREAST, alongY = pass.axis == 1
  const n = alongY ? pass.ys : pass.zs, scratch = pass.scratch.row(thread)
  const lines = alongY ? 1 : pass.scalar ? pass.ny : pass.ny + 2
  for (let r = begin; r < end; r++) {
    const first = r % blocks * ABREAST, across = r / blocks, column = <usize>first * WIDE
    const x = alongY ? line(pass, pass.x, 0, across) : line(pass, pass.x, across, 0)
    const gate = alongY ? line(pass, pass.gate, 0, across) : line(pass, pass.gate, across, 0)
    solveAbreast(
      pass, x + column, <usize>(lines * pass.x.stride), gate + column, <usize>(lines * pass.gate.stride),
      min(ABREAST, vectors - first), n, scratch,
    )
  }
}

/** Along x. Rows of the pass are groups of four lines, transposed into lanes. Postcondition: x is diffused along x. */
export function fluidDiffuseAlong(pass: FluidDiffusePass, begin: i32, end: i32, thread: i32): void {
  const n = pass.xs, scratch = pass.scratch.row(thread)
  const transposed = part(scratch, n, TRANSPOSED), gates = part(scratch, n, GATES)
  for (let r = begin; r < end; r += ABREAST) {
    const count = min(ABREAST, end - r), step = <usize>count * WIDE
    for (let g = 0; g < count; g++) {
      transposeIn(pass, pass.x, r + g, transposed + <usize>g * WIDE, step)
      transposeIn(pass, pass.gate, r + g, gates + <usize>g * WIDE, step)
    }
    solveAbreast(pass, transposed, step, gates, step, count, n, scratch)
    for (let g = 0; g < count; g++) transposeOut(pass, r + g, transposed + <usize>g * WIDE, step)
  }
}

/** A line of a group of four; excess lanes repeat the last line. */
@inline function lane(pass: FluidDiffusePass, field: Field, group: i32, which: i32): usize {
  const l = min(4 * group + which, pass.ys * pass.zs - 1)
  return line(pass, field, l % pass.ys, l / pass.ys)
}

/** Transposes four lines into lanes, rows `step` bytes apart, with up to three rows beyond their end. */
function transposeIn(pass: FluidDiffusePass, field: Field, group: i32, to: usize, step: usize): void {
  const a = lane(pass, field, group, 0), b = lane(pass, field, group, 1), c = lane(pass, field, group, 2), d = lane(pass, field, group, 3)
  const bytes = <usize>pass.xs << 2
  let x: usize = 0
  do {
    storeTransposed(load(a + x), load(b + x), load(c + x), load(d + x), to, to + step, to + 2 * step, to + 3 * step)
    to += 4 * step
    x += WIDE
  } while (x < bytes)
}

function transposeOut(pass: FluidDiffusePass, group: i32, from: usize, step: usize): void {
  const a = lane(pass, pass.x, group, 0), b = lane(pass, pass.x, group, 1), c = lane(pass, pass.x, group, 2), d = lane(pass, pass.x, group, 3)
  let x: usize = 0
  for (let whole = <usize>(pass.xs & ~3) << 2; x < whole; x += WIDE) {
    storeTransposed(load(from), load(from + step), load(from + 2 * step), load(from + 3 * step), a + x, b + x, c + x, d + x)
    from += 4 * step
  }
  for (let bytes = <usize>pass.xs << 2; x < bytes; x += 4) {
    const value = load(from)
    v128.store32_lane(a + x, value, 0)
    v128.store32_lane(b + x, value, 1)
    v128.store32_lane(c + x, value, 2)
    v128.store32_lane(d + x, value, 3)
    from += step
  }
}
