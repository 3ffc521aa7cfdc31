// Conjugate gradient around the V-cycle, on the finest grid. Scalars are doubles in a record that `poissonTally` writes between two
// passes, from sums by lines that are added from first to last: one order, whatever the number of threads.

import { fillRow } from '../boundary/edges'
import { Field } from '../abi/field'
import { balanceAt, closeLine, facesAfter, halted, isOneLake, lineAfter, lineBefore, ResidualSums, RhsSums } from './lines'
import { abs, greaterThan, add, load, maximum, mul, splat, store, sub, where, WIDE } from '../abi/simd'

/** The scalars of a solve. */
@unmanaged
export class SolveState {
  /** Not zero ends the solve: later passes return at once. */
  halt: f64
  iterations: f64
  /** Square of the right-hand side, and of the residual. */
  given: f64
  left: f64
  /** r · z, and the steps it gives. */
  slope: f64
  alpha: f64
  beta: f64
  /** What is taken from every cell's right-hand side, and in the end from every p, where p is known but for a constant. */
  mean: f64
  level: f64
  /** The least square of the residual so far. */
  least: f64
  /** Mean of the residual where p is known but for a constant: rounding, see `poissonCenter`. */
  astray: f64
  /** The largest residual of a cell. */
  largest: f64
}

/** Times this the iteration ends: a right-hand side without solution would let conjugate gradient grow for ever. */
const LOST: f64 = 100

/** What to make of the sums. */
export const enum Stage { begin, check, turn, step, count, end }

@unmanaged
export class GradientPass {
  halt: Field
  state: Field
  /** Of each line RhsSums, ResidualSums or one product. */
  sums: Field
  rhs: Field
  p: Field
  /** The right-hand side, and the solution as the sum of two numbers: what x cannot hold is in `rest`. */
  b: Field
  x: Field
  rest: Field
  r: Field
  z: Field
  d: Field
  ax: Field
  ay: Field
  az: Field
  e: Field
  inverse: Field
  ny: i32
  xWraps: i32
  yWraps: i32
  zWraps: i32
  /** 1 to start from p, else from zero. */
  warm: i32
}

@inline function low(a: v128): v128 { return f64x2.promote_low_f32x4(a) }
@inline function high(a: v128): v128 { return f64x2.promote_low_f32x4(v128.shuffle<f32>(a, a, 2, 3, 2, 3)) }
/** sum + a b in doubles, two lanes. */
@inline function gather(sum: v128, a: v128, b: v128): v128 {
  return f64x2.add(sum, f64x2.add(f64x2.mul(low(a), low(b)), f64x2.mul(high(a), high(b))))
}
@inline function total(sum: v128): f64 { return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1) }
@inline function highest(a: v128): f32 {
  return max(max(f32x4.extract_lane(a, 0), f32x4.extract_lane(a, 1)), max(f32x4.extract_lane(a, 2), f32x4.extract_lane(a, 3)))
}
@inline function stateOf(state: Field): SolveState { return changetype<SolveState>(state.origin) }

/** Postcondition: b and x are the given fields where there are equations, else 0; sums of b and b². */
export function poissonBegin(pass: GradientPass, begin: i32, end: i32): void {
  const bytes = <usize>pass.x.nx << 2
  for (let l = begin; l < end; l++) {
    const b = pass.b.row(l), x0 = pass.x.row(l), rest = pass.rest.row(l), inverse = pass.inverse.row(l)
    memory.copy(b, pass.rhs.row(l), bytes)
    if (pass.warm) memory.copy(x0, pass.p.row(l), bytes)
    let sum = splat(0), squares = splat(0)
    for (let x: usize = 0; x < bytes; x += WIDE) {
      const known = greaterThan(load(inverse + x), splat(0))
      const given = where(known, load(b + x))
      store(b + x, given)
      store(x0 + x, pass.warm ? where(known, load(x0 + x)) : splat(0))
      store(rest + x, splat(0))
      sum = gather(sum, given, splat(1))
      squares = gather(squares, given, given)
    }
    closeLine(x0, pass.x.nx, pass.xWraps)
    closeLine(rest, pass.x.nx, pass.xWraps)
    const sums = changetype<RhsSums>(pass.sums.row(l))
    sums.sum = total(sum)
    sums.squares = total(squares)
  }
}

/** `poissonStart` where x and rest are zero. */
export function poissonStartFromZero(pass: GradientPass, begin: i32, end: i32): void {
  if (halted(pass.halt)) return
  const mean = splat(<f32>stateOf(pass.state).mean), bytes = <usize>pass.x.nx << 2
  for (let l = begin; l < end; l++) {
    const inverse = pass.inverse.row(l), b = pass.b.row(l), r = pass.r.row(l)
    let squares = splat(0), sum = splat(0), largest = splat(0), x: usize = 0
    do {
      const left = where(greaterThan(load(inverse + x), splat(0)), sub(load(b + x), mean))
      store(r + x, left)
      squares = gather(squares, left, left)
      sum = gather(sum, left, splat(1))
      largest = maximum(abs(left), largest)
      x += WIDE
    } while (x < bytes)
    putSums(changetype<ResidualSums>(pass.sums.row(l)), squares, sum, splat(0), largest)
  }
}

@inline function putSums(sums: ResidualSums, squares: v128, sum: v128, level: v128, largest: v128): void {
  sums.squares = total(squares)
  sums.sum = total(sum)
  sums.level = total(level)
  sums.largest = <f64>highest(largest)
}

/** Postcondition: r = b - mean - A (x + rest) where there are equations; sums of r², r and x, and the largest r. */
export function poissonStart(pass: GradientPass, begin: i32, end: i32): void {
  if (halted(pass.halt)) return
  const deep = pass.x.nz > pass.ny
  for (let l = begin; l < end; l++)
    if (deep) startLine(pass, l, true)
    else startLine(pass, l, false)
}

@inline function startLine(pass: GradientPass, l: i32, deep: bool): void {
  const ny = pass.ny, planes = pass.x.nz / ny, y = l % ny, z = l / ny
  const back = lineBefore(l, y, ny, 1, pass.yWraps), front = lineAfter(l, y, ny, 1, pass.yWraps)
  const below = lineBefore(l, z, planes, ny, pass.zWraps), over = lineAfter(l, z, planes, ny, pass.zWraps)
  const ax = pass.ax.row(l), e = pass.e.row(l), inverse = pass.inverse.row(l)
  const aBack = pass.ay.row(l), aFront = facesAfter(pass.ay, l, front)
  const aBelow = pass.az.row(l), aAbove = facesAfter(pass.az, l, over)
  const p = pass.x.row(l), rest = pass.rest.row(l), b = pass.b.row(l), r = pass.r.row(l)
  const mean = splat(<f32>stateOf(pass.state).mean)
  let squares = splat(0), sum = splat(0), level = splat(0), largest = splat(0)
  for (let x: usize = 0, bytes = <usize>pass.x.nx << 2; x < bytes; x += WIDE) {
    const known = greaterThan(load(inverse + x), splat(0))
    const coarse = balanceAt(
      x, deep, p, ax, e, pass.x.row(back), pass.x.row(front), aBack, aFront, pass.x.row(below), pass.x.row(over), aBelow, aAbove,
    )
    const fine = balanceAt(
      x, deep, rest, ax, e, pass.rest.row(back), pass.rest.row(front), aBack, aFront, pass.rest.row(below), pass.rest.row(over),
      aBelow, aAbove,
    )
    const left = where(known, sub(sub(sub(load(b + x), mean), coarse), fine))
    store(r + x, left)
    squares = gather(squares, left, left)
    sum = gather(sum, left, splat(1))
    level = gather(level, where(known, load(p + x)), splat(1))
    largest = maximum(abs(left), largest)
  }
  putSums(changetype<ResidualSums>(pass.sums.row(l)), squares, sum, level, largest)
}

/**
 * Postcondition: r sums to zero where nothing holds p. Rounding leaves it a mean, which no p answers to, and the cycle would answer to it
 * with as many times its size as there are cells.
 */
export function poissonRemoveMean(pass: GradientPass, begin: i32, end: i32): void {
  const astray = stateOf(pass.state).astray, mean = splat(<f32>astray)
  if (halted(pass.halt) || astray == 0) return
  for (let l = begin; l < end; l++) {
    const r = pass.r.row(l), inverse = pass.inverse.row(l)
    for (let x: usize = 0, bytes = <usize>pass.x.nx << 2; x < bytes; x += WIDE)
      store(r + x, where(greaterThan(load(inverse + x), splat(0)), sub(load(r + x), mean)))
  }
}

/** Sums of r · z. */
export function poissonDotRZ(pass: GradientPass, begin: i32, end: i32): void {
  if (halted(pass.halt)) return
  for (let l = begin; l < end; l++) {
    const r = pass.r.row(l), z = pass.z.row(l)
    let sum = splat(0)
    for (let x: usize = 0, bytes = <usize>pass.x.nx << 2; x < bytes; x += WIDE) sum = gather(sum, load(r + x), load(z + x))
    f64.store(pass.sums.row(l), total(sum))
  }
}

/** Postcondition: d = z + beta d. */
export function poissonUpdateDirection(pass: GradientPass, begin: i32, end: i32): void {
  if (halted(pass.halt)) return
  const beta = <f32>stateOf(pass.state).beta, wide = splat(beta)
  for (let l = begin; l < end; l++) {
    const z = pass.z.row(l), d = pass.d.row(l)
    for (let x: usize = 0, bytes = <usize>pass.x.nx << 2; x < bytes; x += WIDE)
      store(d + x, beta == 0 ? load(z + x) : add(load(z + x), mul(wide, load(d + x))))
    closeLine(d, pass.x.nx, pass.xWraps)
  }
}

/** Sums of d · A d. */
export function poissonApply(pass: GradientPass, begin: i32, end: i32): void {
  if (halted(pass.halt)) return
  const deep = pass.x.nz > pass.ny
  for (let l = begin; l < end; l++)
    if (deep) applyLine(pass, l, true)
    else applyLine(pass, l, false)
}

@inline function applyLine(pass: GradientPass, l: i32, deep: bool): void {
  const ny = pass.ny, planes = pass.x.nz / ny, y = l % ny, z = l / ny
  const back = lineBefore(l, y, ny, 1, pass.yWraps), front = lineAfter(l, y, ny, 1, pass.yWraps)
  const below = lineBefore(l, z, planes, ny, pass.zWraps), over = lineAfter(l, z, planes, ny, pass.zWraps)
  const ax = pass.ax.row(l), e = pass.e.row(l), inverse = pass.inverse.row(l)
  const aBack = pass.ay.row(l), aFront = facesAfter(pass.ay, l, front)
  const aBelow = pass.az.row(l), aAbove = facesAfter(pass.az, l, over)
  const d = pass.d.row(l), dBack = pass.d.row(back), dFront = pass.d.row(front)
  const dBelow = pass.d.row(below), dAbove = pass.d.row(over)
  let sum = splat(0)
  for (let x: usize = 0, bytes = <usize>pass.x.nx << 2; x < bytes; x += WIDE) {
    const flow = balanceAt(x, deep, d, ax, e, dBack, dFront, aBack, aFront, dBelow, dAbove, aBelow, aAbove)
    sum = gather(sum, where(greaterThan(load(inverse + x), splat(0)), flow), load(d + x))
  }
  f64.store(pass.sums.row(l), total(sum))
}

/** x + rest += change, as two numbers that do not overlap (Knuth's exact sum). */
@inline function accumulate(x: usize, rest: usize, change: v128): void {
  const old = load(x)
  const more = add(change, load(rest))
  const sum = add(old, more), gained = sub(sum, old)
  store(x, sum)
  store(rest, add(sub(old, sub(sum, gained)), sub(more, gained)))
}

/** Postcondition: x += alpha d. */
export function poissonUpdateSolution(pass: GradientPass, begin: i32, end: i32): void {
  if (halted(pass.halt)) return
  const alpha = splat(<f32>stateOf(pass.state).alpha)
  for (let l = begin; l < end; l++) {
    const x0 = pass.x.row(l), rest = pass.rest.row(l), d = pass.d.row(l)
    for (let x: usize = 0, bytes = <usize>pass.x.nx << 2; x < bytes; x += WIDE)
      accumulate(x0 + x, rest + x, mul(alpha, load(d + x)))
    closeLine(x0, pass.x.nx, pass.xWraps)
    closeLine(rest, pass.x.nx, pass.xWraps)
  }
}

/** Postcondition: x += z, one cycle without conjugate gradient. */
export function poissonAddCorrection(pass: GradientPass, begin: i32, end: i32): void {
  if (halted(pass.halt)) return
  for (let l = begin; l < end; l++) {
    const x0 = pass.x.row(l), rest = pass.rest.row(l), z = pass.z.row(l)
    for (let x: usize = 0, bytes = <usize>pass.x.nx << 2; x < bytes; x += WIDE) accumulate(x0 + x, rest + x, load(z + x))
    closeLine(x0, pass.x.nx, pass.xWraps)
    closeLine(rest, pass.x.nx, pass.xWraps)
  }
}

/** Postcondition: p is the solution, 0 where there is no equation. */
export function poissonFinish(pass: GradientPass, begin: i32, end: i32): void {
  const nx = pass.x.nx, bytes = <usize>nx << 2
  const level = splat(<f32>stateOf(pass.state).level)
  for (let l = begin; l < end; l++) {
    const x0 = pass.x.row(l), rest = pass.rest.row(l), inverse = pass.inverse.row(l)
    if (stateOf(pass.state).given == 0) fillRow(x0, nx, 0)
    else
      for (let x: usize = 0; x < bytes; x += WIDE)
        store(x0 + x, where(greaterThan(load(inverse + x), splat(0)), add(sub(load(x0 + x), level), load(rest + x))))
    memory.copy(pass.p.row(l), x0, bytes)
  }
}

@unmanaged
export class UpdateScalarsPass {
  halt: Field
  state: Field
  sums: Field
  /** Equations of each line, and whether all of them are one lake that nothing holds (kernels/poisson/components.ts). */
  built: Field
  found: Field
  stage: i32
  /** Residual to end at, as a part of the right-hand side. */
  tolerance: f32
  /** A record whose first double is the largest residual that a cell may have, which then decides instead; used if `limited`. */
  limit: Field
  limited: i32
}

@inline function sumOf(sums: Field, offset: usize): f64 {
  let sum: f64 = 0
  for (let l = 0; l < sums.nz; l++) sum += f64.load(sums.row(l) + offset)
  return sum
}

@inline function largestOf(sums: Field, offset: usize): f64 {
  let largest: f64 = 0
  for (let l = 0; l < sums.nz; l++) largest = max(largest, f64.load(sums.row(l) + offset))
  return largest
}

/** The scalars between two passes. One row, so one thread. */
export function poissonUpdateScalars(pass: UpdateScalarsPass, begin: i32, end: i32): void {
  const state = stateOf(pass.state), stage = pass.stage
  if (halted(pass.halt) || begin == end) return
  const sum = sumOf(pass.sums, 0)
  if (stage == Stage.begin) {
    const squares = sumOf(pass.sums, offsetof<RhsSums>('squares')), count = sumOf(pass.built, 0)
    const mean = isOneLake(pass.found) ? sum / count : 0
    // A right-hand side that is all mean leaves rounding only.
    const given = squares - count * mean * mean
    const nothing = !(given > 1e-12 * squares)
    state.halt = nothing ? 1 : 0
    state.iterations = 0
    state.given = nothing ? 0 : given
    state.left = 0
    state.largest = 0
    state.mean = mean
    state.astray = 0
    state.least = Infinity
    state.level = 0
    return
  }
  if (stage == Stage.turn) {
    const before = state.slope
    state.beta = before == 0 ? 0 : sum / before
    state.slope = sum
    if (!(sum > 0)) state.halt = 1
    return
  }
  if (stage == Stage.step) {
    state.alpha = state.slope / sum
    if (!(sum > 0)) state.halt = 1
    return
  }
  if (stage == Stage.end) {
    // x has not changed since its residual was last computed, so that the sums of then are those of now.
    if (isOneLake(pass.found)) state.level = sumOf(pass.sums, offsetof<ResidualSums>('level')) / sumOf(pass.built, 0)
    return
  }
  state.left = sum
  const largest = largestOf(pass.sums, offsetof<ResidualSums>('largest'))
  state.largest = largest
  if (isOneLake(pass.found)) state.astray = sumOf(pass.sums, offsetof<ResidualSums>('sum')) / sumOf(pass.built, 0)
  if (stage == Stage.check) state.slope = 0
  else state.iterations = state.iterations + 1
  const least = min(sum, state.least)
  state.least = least
  if (!(sum <= LOST * least)) state.halt = 1
  const limit = <f64>pass.tolerance
  if (pass.limited ? largest > f64.load(pass.limit.origin) : sum > limit * limit * state.given) return
  state.halt = 1
}
