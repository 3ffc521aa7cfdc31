// Conjugate gradients on the finest grid, preconditioned by the V-cycle (Tatebe 1993):
//
//   r = b - mean - A x                  poissonStart
//   z = V-cycle of r                    cycle.ts
//   beta = r·z / (r·z of before)        poissonDotRZ, then poissonUpdateScalars
//   d = z + beta d                      poissonUpdateDirection
//   alpha = r·z / d·A d                 poissonApply, then poissonUpdateScalars
//   x += alpha d                        poissonUpdateSolution
//
// Threads: each pass writes to its own lines and leaves one record of sums, in doubles, for each line. One thread adds the records from
// the first line to the last, so that the order, and the result, is the same for any number of threads.

import { fillRow } from '../boundary/edges'
import { Field } from '../abi/field'
import {
  balanceAt, closeLine, facesAbove, facesFront, halted, isSingular, Matrix, ResidualSums, RhsSums, rowAbove, rowBack, rowBelow, rowFront,
  Surface, Volume,
} from './lines'
import { abs, greaterThan, add, load, maximum, mul, splat, store, sub, where, WIDE } from '../abi/simd'

/** The scalars of a solve. */
@unmanaged
export class SolveState {
  /** Not zero: the solve has ended, and later passes return at once. */
  halt: f64
  iterations: f64
  /** Squared norm of the right-hand side, and of the residual. */
  rhsSquares: f64
  residualSquares: f64
  /** r · z, and the coefficients of the iteration. */
  rz: f64
  alpha: f64
  beta: f64
  /** Means of the right-hand side and of the solution, to be subtracted if the problem is singular; else 0. */
  mean: f64
  level: f64
  /** Least squared norm of the residual so far. */
  least: f64
  /** Mean of the residual if the problem is singular: a rounding error, see `poissonRemoveMean`. */
  residualMean: f64
  /** Largest residual of a cell. */
  largest: f64
}

/**
 * The iteration ends when the squared residual exceeds its least value by this factor. If the right-hand side has no solution,
 * conjugate gradients would otherwise grow without bound.
 */
const DIVERGED: f64 = 100

/** The point of the solve at which `poissonUpdateScalars` is called, which decides the scalars that it computes from the sums. */
export const enum Stage {
  /** After `poissonBegin`: norm and mean of the right-hand side. */
  begin,
  /** After the first residual: whether there is anything to do. */
  check,
  /** After r·z: beta. */
  direction,
  /** After d·A d: alpha. */
  stepLength,
  /** After each later residual: counts the iteration and decides whether it was the last. */
  count,
  /** After the last iteration: mean of the solution. */
  end,
}

@unmanaged
export class GradientPass extends Matrix {
  halt: Field
  state: Field
  /** For each line RhsSums, ResidualSums or one dot product. */
  sums: Field
  rhs: Field
  p: Field
  /** The right-hand side. */
  b: Field
  /** The solution is x + rest, a sum of two floats: `rest` is the rounding error of x. */
  x: Field
  rest: Field
  /** Residual, preconditioned residual, search direction. */
  r: Field
  z: Field
  d: Field
  /** 1 to start from p, else from zero. */
  warm: i32
}

@inline function low(a: v128): v128 { return f64x2.promote_low_f32x4(a) }
@inline function high(a: v128): v128 { return f64x2.promote_low_f32x4(v128.shuffle<f32>(a, a, 2, 3, 2, 3)) }
/** sum + a b in doubles: four products, added in two lanes. */
@inline function gather(sum: v128, a: v128, b: v128): v128 {
  return f64x2.add(sum, f64x2.add(f64x2.mul(low(a), low(b)), f64x2.mul(high(a), high(b))))
}
@inline function total(sum: v128): f64 { return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1) }
@inline function highest(a: v128): f32 {
  return max(max(f32x4.extract_lane(a, 0), f32x4.extract_lane(a, 1)), max(f32x4.extract_lane(a, 2), f32x4.extract_lane(a, 3)))
}
@inline function stateOf(state: Field): SolveState { return changetype<SolveState>(state.origin) }

/** Postcondition: b and x are the caller's fields in cells with an equation, else 0; rest = 0; sums of b and b². */
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

/** `poissonStart` for x = rest = 0. */
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

/** Postcondition: r = b - mean - A (x + rest) in cells with an equation, else 0; sums of r², r and x, and the largest |r|. */
export function poissonStart(pass: GradientPass, begin: i32, end: i32): void {
  if (halted(pass.halt)) return
  if (pass.x.nz > pass.ny) for (let l = begin; l < end; l++) startLine<Volume>(pass, l)
  else for (let l = begin; l < end; l++) startLine<Surface>(pass, l)
}

@inline function startLine<Kind>(pass: GradientPass, l: i32): void {
  const y = l % pass.ny, ax = pass.ax.row(l), e = pass.e.row(l), inverse = pass.inverse.row(l)
  const aBack = pass.ay.row(l), aFront = facesFront(pass, l, y), aBelow = pass.az.row(l), aAbove = facesAbove<Kind>(pass, l)
  const p = pass.x.row(l), pBack = rowBack(pass, pass.x, l, y), pFront = rowFront(pass, pass.x, l, y)
  const pBelow = rowBelow<Kind>(pass, pass.x, l), pAbove = rowAbove<Kind>(pass, pass.x, l)
  const b = pass.b.row(l), r = pass.r.row(l), rest = pass.rest.origin - pass.x.origin
  const mean = splat(<f32>stateOf(pass.state).mean)
  let squares = splat(0), sum = splat(0), level = splat(0), largest = splat(0)
  for (let x: usize = 0, bytes = <usize>pass.x.nx << 2; x < bytes; x += WIDE) {
    const known = greaterThan(load(inverse + x), splat(0))
    const coarse = balanceAt<Kind>(x, ax, e, aBack, aFront, aBelow, aAbove, 0, p, pBack, pFront, pBelow, pAbove)
    const fine = balanceAt<Kind>(x, ax, e, aBack, aFront, aBelow, aAbove, rest, p, pBack, pFront, pBelow, pAbove)
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
 * Postcondition: in a singular problem r sums to zero. Rounding leaves r a mean that no p can remove; the cycle would amplify it by
 * a factor of the order of the number of cells.
 */
export function poissonRemoveMean(pass: GradientPass, begin: i32, end: i32): void {
  const residualMean = stateOf(pass.state).residualMean, mean = splat(<f32>residualMean)
  if (halted(pass.halt) || residualMean == 0) return
  for (let l = begin; l < end; l++) {
    const r = pass.r.row(l), inverse = pass.inverse.row(l)
    for (let x: usize = 0, bytes = <usize>pass.x.nx << 2; x < bytes; x += WIDE)
      store(r + x, where(greaterThan(load(inverse + x), splat(0)), sub(load(r + x), mean)))
  }
}

/** Postcondition: `sums` are r · z of each line. */
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
  const beta = <f32>stateOf(pass.state).beta, betas = splat(beta)
  for (let l = begin; l < end; l++) {
    const z = pass.z.row(l), d = pass.d.row(l)
    for (let x: usize = 0, bytes = <usize>pass.x.nx << 2; x < bytes; x += WIDE)
      store(d + x, beta == 0 ? load(z + x) : add(load(z + x), mul(betas, load(d + x))))
    closeLine(d, pass.x.nx, pass.xWraps)
  }
}

/** Postcondition: `sums` are d · A d of each line. */
export function poissonApply(pass: GradientPass, begin: i32, end: i32): void {
  if (halted(pass.halt)) return
  if (pass.x.nz > pass.ny) for (let l = begin; l < end; l++) applyLine<Volume>(pass, l)
  else for (let l = begin; l < end; l++) applyLine<Surface>(pass, l)
}

@inline function applyLine<Kind>(pass: GradientPass, l: i32): void {
  const y = l % pass.ny, ax = pass.ax.row(l), e = pass.e.row(l), inverse = pass.inverse.row(l)
  const aBack = pass.ay.row(l), aFront = facesFront(pass, l, y), aBelow = pass.az.row(l), aAbove = facesAbove<Kind>(pass, l)
  const d = pass.d.row(l), dBack = rowBack(pass, pass.d, l, y), dFront = rowFront(pass, pass.d, l, y)
  const dBelow = rowBelow<Kind>(pass, pass.d, l), dAbove = rowAbove<Kind>(pass, pass.d, l)
  let sum = splat(0)
  for (let x: usize = 0, bytes = <usize>pass.x.nx << 2; x < bytes; x += WIDE) {
    const flow = balanceAt<Kind>(x, ax, e, aBack, aFront, aBelow, aAbove, 0, d, dBack, dFront, dBelow, dAbove)
    sum = gather(sum, where(greaterThan(load(inverse + x), splat(0)), flow), load(d + x))
  }
  f64.store(pass.sums.row(l), total(sum))
}

/** x + rest += change, as two floats that do not overlap: the exact sum of Knuth (TwoSum). */
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

/** Postcondition: x += z. One iteration without conjugate gradients: the V-cycle by itself. */
export function poissonAddCorrection(pass: GradientPass, begin: i32, end: i32): void {
  if (halted(pass.halt)) return
  for (let l = begin; l < end; l++) {
    const x0 = pass.x.row(l), rest = pass.rest.row(l), z = pass.z.row(l)
    for (let x: usize = 0, bytes = <usize>pass.x.nx << 2; x < bytes; x += WIDE) accumulate(x0 + x, rest + x, load(z + x))
    closeLine(x0, pass.x.nx, pass.xWraps)
    closeLine(rest, pass.x.nx, pass.xWraps)
  }
}

/** Postcondition: p is the solution, without its mean if the problem is singular, and 0 in cells without an equation. */
export function poissonFinish(pass: GradientPass, begin: i32, end: i32): void {
  const nx = pass.x.nx, bytes = <usize>nx << 2
  const level = splat(<f32>stateOf(pass.state).level)
  for (let l = begin; l < end; l++) {
    const x0 = pass.x.row(l), rest = pass.rest.row(l), inverse = pass.inverse.row(l)
    if (stateOf(pass.state).rhsSquares == 0) fillRow(x0, nx, 0)
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
  /** Number of equations of each line, and the ComponentsFound. */
  built: Field
  found: Field
  stage: i32
  /** Residual at which the solve ends, relative to the right-hand side (Euclidean norms). */
  tolerance: f32
  /** If `limited`: a record whose first double is the largest residual allowed in a cell; it replaces the tolerance. */
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

/** Computes the scalars between two passes. The pass has one row, so that exactly one thread executes it. */
export function poissonUpdateScalars(pass: UpdateScalarsPass, begin: i32, end: i32): void {
  const state = stateOf(pass.state), stage = pass.stage
  if (halted(pass.halt) || begin == end) return
  const sum = sumOf(pass.sums, 0)
  if (stage == Stage.begin) {
    const squares = sumOf(pass.sums, offsetof<RhsSums>('squares')), count = sumOf(pass.built, 0)
    const mean = isSingular(pass.found) ? sum / count : 0
    // If the right-hand side is constant, only rounding errors remain after its mean is subtracted.
    const rhsSquares = squares - count * mean * mean
    const isZero = !(rhsSquares > 1e-12 * squares)
    state.halt = isZero ? 1 : 0
    state.iterations = 0
    state.rhsSquares = isZero ? 0 : rhsSquares
    state.residualSquares = 0
    state.largest = 0
    state.mean = mean
    state.residualMean = 0
    state.least = Infinity
    state.level = 0
    return
  }
  if (stage == Stage.direction) {
    const before = state.rz
    state.beta = before == 0 ? 0 : sum / before
    state.rz = sum
    if (!(sum > 0)) state.halt = 1
    return
  }
  if (stage == Stage.stepLength) {
    state.alpha = state.rz / sum
    if (!(sum > 0)) state.halt = 1
    return
  }
  if (stage == Stage.end) {
    // x has not changed since the last residual was computed, so that the sums of that pass are still valid.
    if (isSingular(pass.found)) state.level = sumOf(pass.sums, offsetof<ResidualSums>('level')) / sumOf(pass.built, 0)
    return
  }
  state.residualSquares = sum
  const largest = largestOf(pass.sums, offsetof<ResidualSums>('largest'))
  state.largest = largest
  if (isSingular(pass.found)) state.residualMean = sumOf(pass.sums, offsetof<ResidualSums>('sum')) / sumOf(pass.built, 0)
  if (stage == Stage.check) state.rz = 0
  else state.iterations = state.iterations + 1
  const least = min(sum, state.least)
  state.least = least
  if (!(sum <= DIVERGED * least)) state.halt = 1
  const limit = <f64>pass.tolerance
  if (pass.limited ? largest > f64.load(pass.limit.origin) : sum > limit * limit * state.rhsSquares) return
  state.halt = 1
}
