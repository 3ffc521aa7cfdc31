// A symbol of two wavenumbers as a sum over axes plus separable terms, and its least-squares fit by Gauss–Newton steps:
//
//   W(kx, kz) = sum_m a_m (b_m(kx) + b_m(kz)) + sum_t s_t f_t(kx) f_t(kz),     f_t = sum_m f_tm b_m
//
// The terms are quadratic in the f_tm: a step solves the linear least-squares problem of the derivatives. Fitted together, two terms
// do what three eigenvectors of the matrix of an unrestricted fit do.

import { leastSquares } from './least-squares.js'

/** A separable term: weight × f(kx) f(kz). */
export interface SeparableTerm {
  readonly weight: number
  /** f_m for m = 1 … P. */
  readonly factors: Float64Array
}

export interface SeparableSymbol {
  /** a_m for m = 1 … P: the part along each axis. */
  readonly axis: Float64Array
  readonly terms: readonly SeparableTerm[]
}

/** Largest number of Gauss–Newton steps of a fit, smallest part of a step that is tried, and gain in the error that is worth another step. */
const STEPS = 8
const LEAST_SHARE = 0.1
const ENOUGH = 1e-3

/** The symbol at wavenumbers whose b_1 … b_P are given. */
export function symbolOf({ axis, terms }: SeparableSymbol, bx: Float64Array, bz: Float64Array): number {
  let sum = 0
  for (let m = 0; m < axis.length; m++) sum += axis[m]! * (bx[m]! + bz[m]!)
  for (const { weight, factors } of terms) sum += weight * dot(factors, bx) * dot(factors, bz)
  return sum
}

/** A symbol closer to `aim` at the weighted samples, after Gauss–Newton steps, each halved until it lowers the error. */
export function improved(
  symbol: SeparableSymbol,
  bx: readonly Float64Array[],
  bz: readonly Float64Array[],
  aim: Float64Array,
  weight: Float64Array,
): SeparableSymbol {
  let best = symbol
  let { error, residual } = misfit(best, bx, bz, aim, weight)
  for (let step = 0; step < STEPS; step++) {
    const change = leastSquares(slopes(best, bx, bz), residual, weight)
    const before = error
    for (let share = 1; share > LEAST_SHARE; share /= 2) {
      const next = moved(best, change, share)
      const after = misfit(next, bx, bz, aim, weight)
      if (after.error >= error) continue
      best = next
      error = after.error
      residual = after.residual
      break
    }
    if (error > (1 - ENOUGH) * before) break
  }
  return best
}

function misfit(
  symbol: SeparableSymbol,
  bx: readonly Float64Array[],
  bz: readonly Float64Array[],
  aim: Float64Array,
  weight: Float64Array,
) {
  let error = 0
  const residual = aim.map((value, s) => value - symbolOf(symbol, bx[s]!, bz[s]!))
  for (let s = 0; s < residual.length; s++) error += square(weight[s]! * residual[s]!)
  return { error, residual }
}

/** Derivatives of the symbol at each sample with respect to a_m and all f_tm. */
function slopes(
  { axis, terms }: SeparableSymbol,
  bx: readonly Float64Array[],
  bz: readonly Float64Array[],
): Float64Array {
  const P = axis.length
  const width = P * (1 + terms.length)
  const rows = new Float64Array(bx.length * width)
  for (let s = 0; s < bx.length; s++) {
    const x = bx[s]!
    const z = bz[s]!
    for (let m = 0; m < P; m++) rows[s * width + m] = x[m]! + z[m]!
    terms.forEach(({ weight, factors }, t) => {
      const fx = weight * dot(factors, x)
      const fz = weight * dot(factors, z)
      const place = s * width + P * (1 + t)
      for (let m = 0; m < P; m++) rows[place + m] = x[m]! * fz + fx * z[m]!
    })
  }
  return rows
}

function moved({ axis, terms }: SeparableSymbol, change: Float64Array, share: number): SeparableSymbol {
  const P = axis.length
  return {
    axis: axis.map((a, m) => a + share * change[m]!),
    terms: terms.map(({ weight, factors }, t) => ({
      weight,
      factors: factors.map((f, m) => f + share * change[P * (1 + t) + m]!),
    })),
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let m = 0; m < a.length; m++) sum += a[m]! * b[m]!
  return sum
}

function square(x: number): number {
  return x * x
}
