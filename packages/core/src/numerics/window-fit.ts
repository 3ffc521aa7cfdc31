// Fits a window (a finite convolution kernel) that approximates Λ, the operator with the symbol k tanh(k d).
//
// The operator is a pyramid, as in Canabal et al., "Dispersion Kernels for Water Wave Simulation" (ACM Trans. Graph. 35,
// 2016): a window of 2P + 1 cells cannot distinguish a wave of 64 cells from a constant, but on a grid of cells eight times
// as wide this wave is short. The pyramid here is symmetric by construction, so that leapfrog conserves an energy:
//
//   Λ = W0 + Rᵀ (W1 + Rᵀ (W2 + …) R) R        R: restriction to cells twice as wide
//
// Waves do not grow and volume is conserved if each W has a symbol >= 0 that is 0 for k = 0. With
//
//   b_m(k) = 1 - cos(m k)        (as weights: the centre less half the sum of the two neighbours at m)
//   W(kx, kz) = sum_m a_m (b_m(kx) + b_m(kz)) + sum_t s_t f_t(kx) f_t(kz),     f_t = sum_m f_tm b_m
//
// the symbol is 0 for k = 0 term by term, for any coefficients. A least-squares fit gives a and the matrix of coefficients
// A_mn of b_m(kx) b_n(kz). Its first two eigenvectors are the separable terms to begin with; Gauss–Newton steps then fit a and
// both terms together. If the symbol is still negative somewhere, a multiple of the five-point Laplacian, b_1(kx) + b_1(kz), is
// added.
//
// R is the transpose of linear interpolation, weights (1, 3, 3, 1) / 8 along each axis, response p(k) = cos³(kx/2)
// cos³(kz/2). On the coarse grid, waves shorter than four fine cells are aliased to longer ones. Uncorrected, the two
// standing waves of four cells, a quarter of a wave apart, would have frequencies 5 % too high and 7 % too low. A coarse
// level is therefore fitted to λ q with a roll-off q(k) = cos²(kx/2) cos²(kz/2), which is zero for the waves with the
// strongest aliasing, and the finer level to the remainder.

import { cos, exp, tanh } from './elementary.js'
import { factorPositive, leastSquares, solveTransposed } from './least-squares.js'
import { improved, type SeparableSymbol, type SeparableTerm, symbolOf } from './separable-symbol.js'
import { symmetricEigen } from './symmetric-eigen.js'

/**
 * Separable terms of a level. Largest errors of pyramids of 6 to 8 levels with P = 6, from 4 to 128 cells, on deep water: 4.9 % with one
 * term, 3.0 % with two, 3.5 % with three; with three eigenvectors that are not fitted together 2.8 %. On water of four cells' depth: 8.9,
 * 2.0, 3.2 and 2.3 %.
 */
export const TERMS = 2

/** The window of one level, in units of its own cells: TERMS terms, some of weight 0 if P is smaller. */
export interface WindowLevel extends SeparableSymbol {
  /** Width of this level's cells in cells of level 0. */
  readonly spacing: number
}

export interface WindowFit {
  /** From the finest to the coarsest. */
  readonly levels: readonly WindowLevel[]
  /** Upper bound of the eigenvalues λ [1/cell]; leapfrog needs g λ dt² <= 4. */
  readonly spectralRadius: number
}

/** Samples in polar coordinates, in one octant: wavenumbers from waves of LONGEST cells on, in steps of STEP / P e-folds … */
const LONGEST = 64
const STEP = 0.6
/** … in P + 2 directions. The symbol of a window of 2P + 1 cells then cannot oscillate between two samples. */
const MORE_DIRECTIONS = 2
/** Narrow windows are sampled like those of this half width. */
const FEWEST = 4
/** Wavenumber above which waves are short, a little above that of four cells, and the weight of the samples of short waves. */
const SHORT = 0.55 * Math.PI
const SHORT_WEIGHT = 0.2
/** The coarsest level is fitted to waves of up to this many half widths; longer ones have decreasing weights. */
const REACH = 16 / 6
/**
 * Target of a coarse level relative to the exact symbol. A finer level can only add to the symbol, so that an excess of a coarse
 * level remains: a low target puts the errors of long waves on both sides of zero.
 */
const SHARE = 0.975
/** Largest number of fits, and the factor by which each raises the weights of samples below the floor. */
const FITS = 6
const BOOST = 3
/** Least symbol that the fit aims for, and least that is accepted, relative to the five-point Laplacian. */
const FLOOR = 0.01
const LEAST = 1e-3
/** Intervals per P of the grid of wavenumbers on which sign and size of the symbol are checked. */
const CHECKS = 8

/** Wavenumbers at which the symbol is fitted, and the basis functions there. */
interface Samples {
  readonly kx: Float64Array
  readonly kz: Float64Array
  readonly k: Float64Array
  /** b_1 … b_P of kx and kz. */
  readonly bx: readonly Float64Array[]
  readonly bz: readonly Float64Array[]
  /** Rows of the full fit; see `fullBasis`. */
  readonly rows: Float64Array
}

/**
 * Fits the operator. `halfWidth` is P [cells]; `depth` is that of the water [cells of level 0] and may be infinite; `spacings`
 * are the widths of the levels' cells in cells of level 0: 1, 2, 4, … or a similar ratio where sizes are not powers of two.
 */
export function fitWindow(halfWidth: number, depth: number, spacings: readonly number[]): WindowFit {
  const samples = sampleWavenumbers(halfWidth)
  const levels: WindowLevel[] = []
  for (let l = spacings.length - 1; l >= 0; l--) {
    const spacing = spacings[l]!
    const isFinest = l === 0
    const isCoarsest = l === spacings.length - 1
    const count = samples.k.length
    const target = new Float64Array(count)
    const weight = new Float64Array(count)
    for (let s = 0; s < count; s++) {
      const k = samples.k[s]!
      const lambda = k * tanh((k * depth) / spacing)
      const rollOff = isFinest ? 1 : SHARE * square(cos(samples.kx[s]! / 2) * cos(samples.kz[s]! / 2))
      target[s] = lambda * rollOff - fromCoarser(levels, 0, spacing, samples.kx[s]!, samples.kz[s]!)
      // The frequency is the square root of the symbol: its relative error is half that of the symbol.
      weight[s] = 1 / lambda
      const reach = (k * REACH * halfWidth) / (2 * Math.PI)
      if (isCoarsest && reach < 1) weight[s]! *= 0.5 * reach * reach
      if (isFinest && k > SHORT) weight[s]! *= SHORT_WEIGHT
    }
    levels.unshift(fitLevel(halfWidth, spacing, samples, target, weight))
  }
  return { levels, spectralRadius: largestOf(levels) }
}

/** Symbol of the whole pyramid [1/cell of level 0], without aliasing; (kx, kz) in radians per cell of level 0. */
export function pyramidSymbol({ levels }: WindowFit, kx: number, kz: number): number {
  return levelSymbol(levels[0]!, kx, kz) + fromCoarser(levels, 1, levels[0]!.spacing, kx, kz)
}

/** Mean of the symbol [1/cell of level 0]: the diagonal of the operator. */
export function meanSymbol(fit: WindowFit): number {
  const steps = 4 * (fit.levels[0]!.axis.length + 1)
  const wavenumber = (step: number) => (Math.PI * (step + 0.5)) / steps
  let sum = 0
  for (let i = 0; i < steps; i++)
    for (let j = 0; j < steps; j++) sum += pyramidSymbol(fit, wavenumber(i), wavenumber(j))
  return sum / (steps * steps)
}

/** Symbol of one level by itself, in units of its cells. */
export function levelSymbol({ axis, terms }: WindowLevel, kx: number, kz: number): number {
  return symbolOf({ axis, terms }, basisAt(axis.length, kx), basisAt(axis.length, kz))
}

/** Contribution of the levels from `first` on to a level of the given spacing, through every R and its transpose. */
function fromCoarser(levels: readonly WindowLevel[], first: number, spacing: number, kx: number, kz: number): number {
  let sum = 0
  let share = 1
  let width = spacing
  for (let l = first; l < levels.length; l++) {
    const level = levels[l]!
    const ratio = level.spacing / width
    share *= square(passed(ratio, (width / spacing) * kx) * passed(ratio, (width / spacing) * kz)) / ratio
    width = level.spacing
    sum += share * levelSymbol(level, (width / spacing) * kx, (width / spacing) * kz)
  }
  return sum
}

/** Response of R along one axis, with a hat function of the given ratio of cell widths. */
function passed(ratio: number, k: number): number {
  const c = cos((ratio * k) / 4)
  return c * c * c
}

function fitLevel(
  halfWidth: number,
  spacing: number,
  { k, bx, bz, rows: fullRows }: Samples,
  target: Float64Array,
  baseWeight: Float64Array,
): WindowLevel {
  const P = halfWidth
  const count = k.length
  const laplacian = Float64Array.from({ length: count }, (_, s) => bx[s]![0]! + bz[s]![0]!)
  const aim = target.slice()
  const weight = baseWeight.slice()
  const coefficients = leastSquares(fullRows, aim, weight)
  let parts = startingParts(P, coefficients, bx, bz, weight)
  for (let fit = 1; ; fit++) {
    parts = improved(parts, bx, bz, aim, weight)
    let low = false
    for (let s = 0; s < count; s++) {
      if (symbolOf(parts, bx[s]!, bz[s]!) >= FLOOR * laplacian[s]!) continue
      low = true
      aim[s] = Math.max(target[s]!, 2 * FLOOR * laplacian[s]!)
      weight[s]! *= BOOST
    }
    if (low && fit < FITS) continue
    return withLaplacian({ ...parts, spacing })
  }
}

/** The first terms of the full fit. */
function startingParts(
  P: number,
  coefficients: Float64Array,
  bx: readonly Float64Array[],
  bz: readonly Float64Array[],
  weight: Float64Array,
): SeparableSymbol {
  const pairs = principalFactors(P, pairMatrix(P, coefficients), bx, bz, weight)
  const terms = Array.from({ length: TERMS }, (_, t): SeparableTerm => {
    const pair = pairs[t]
    if (!pair) return { weight: 0, factors: new Float64Array(P) }
    const size = Math.sqrt(Math.abs(pair.value))
    return { weight: pair.value < 0 ? -1 : 1, factors: pair.vector.map((f) => size * f) }
  })
  return { axis: coefficients.slice(0, P), terms }
}

/** Adds the multiple of the Laplacian that makes the symbol positive. */
function withLaplacian(level: WindowLevel): WindowLevel {
  // For k → 0 the ratio of symbol and Laplacian tends to sum a_m m².
  const longest = level.axis.reduce((sum, a, m) => sum + a * (m + 1) * (m + 1), 0)
  let missing = Math.max(0, LEAST - longest)
  overOctant(level.axis.length, (kx, kz) => {
    const laplacian = 2 - cos(kx) - cos(kz)
    missing = Math.max(missing, LEAST - levelSymbol(level, kx, kz) / laplacian)
  })
  const axis = level.axis.slice()
  axis[0]! += missing
  return { ...level, axis }
}

/**
 * An upper bound of all eigenvalues. In the basis of waves, the coarse part couples a wave to its aliases on the coarse grid; no
 * eigenvalue exceeds the largest row sum of magnitudes (Gershgorin). For the wave k the sum of p over its aliases is
 * (|cos³| + |sin³|)(kx/2) times the same in z.
 */
function largestOf(levels: readonly WindowLevel[]): number {
  const { axis } = levels[0]!
  let largest = 0
  overOctant(axis.length, (kx, kz) => {
    let rowSum = 0
    let share = 1
    levels.forEach((level, l) => {
      const width = level.spacing / levels[0]!.spacing
      rowSum += share * levelSymbol(level, width * kx, width * kz)
      const coarser = levels[l + 1]
      if (!coarser) return
      const ratio = coarser.spacing / level.spacing
      share *= (coupling(ratio, width * kx) * coupling(ratio, width * kz)) / ratio
    })
    largest = Math.max(largest, rowSum)
  })
  return largest
}

/** p(k) times the sum of p over the aliases of k along one axis. */
function coupling(ratio: number, k: number): number {
  const c = Math.abs(passed(ratio, k))
  const s = Math.abs(passed(ratio, k + (2 * Math.PI) / ratio))
  return c * (c + s)
}

/** Visits the octant 0 <= kz <= kx <= π without the origin; the other octants follow by symmetry. */
function overOctant(P: number, visit: (kx: number, kz: number) => void): void {
  const intervals = CHECKS * Math.max(P, FEWEST)
  for (let i = 1; i <= intervals; i++)
    for (let j = 0; j <= i; j++) visit((Math.PI * i) / intervals, (Math.PI * j) / intervals)
}

function sampleWavenumbers(P: number): Samples {
  const step = STEP / Math.max(P, FEWEST)
  const directions = Math.max(P, FEWEST) + MORE_DIRECTIONS
  const kx: number[] = []
  const kz: number[] = []
  const k: number[] = []
  const shortest = Math.PI * Math.SQRT2
  for (let n = 0; ; n++) {
    const size = Math.min(shortest, ((2 * Math.PI) / LONGEST) * exp(step * n))
    for (let d = 0; d < directions; d++) {
      const angle = (Math.PI / 4) * (d / (directions - 1))
      const x = size * cos(angle)
      if (x > Math.PI * (1 + 1e-9)) continue
      kx.push(x)
      kz.push(size * cos(Math.PI / 2 - angle))
      k.push(size)
    }
    if (size === shortest) break
  }
  const bx = kx.map((value) => basisAt(P, value))
  const bz = kz.map((value) => basisAt(P, value))
  const rows = fullBasis(P, bx, bz)
  return { kx: Float64Array.from(kx), kz: Float64Array.from(kz), k: Float64Array.from(k), bx, bz, rows }
}

/** b_1 … b_P at k, by cos((m + 1) k) = 2 cos k cos m k - cos((m - 1) k). */
function basisAt(P: number, k: number): Float64Array {
  const values = new Float64Array(P)
  const c = cos(k)
  let before = 1
  let now = c
  for (let m = 0; m < P; m++) {
    values[m] = 1 - now
    const next = 2 * c * now - before
    before = now
    now = next
  }
  return values
}

/** Rows of the full fit: b_m(kx) + b_m(kz), then b_m(kx) b_n(kz) + b_n(kx) b_m(kz) for n >= m. */
function fullBasis(P: number, bx: readonly Float64Array[], bz: readonly Float64Array[]): Float64Array {
  const width = P + (P * (P + 1)) / 2
  const rows = new Float64Array(bx.length * width)
  let place = 0
  for (let s = 0; s < bx.length; s++) {
    const x = bx[s]!
    const z = bz[s]!
    for (let m = 0; m < P; m++) rows[place++] = x[m]! + z[m]!
    for (let m = 0; m < P; m++) for (let n = m; n < P; n++) rows[place++] = x[m]! * z[n]! + x[n]! * z[m]!
  }
  return rows
}

/** The matrix A of the coefficients of b_m(kx) b_n(kz). */
function pairMatrix(P: number, coefficients: Float64Array): Float64Array {
  const A = new Float64Array(P * P)
  let place = P
  for (let m = 0; m < P; m++)
    for (let n = m; n < P; n++) {
      const value = coefficients[place++]!
      A[m * P + n] = m === n ? 2 * value : value
      A[n * P + m] = A[m * P + n]!
    }
  return A
}

/**
 * Factors of the TERMS products that best approximate sum A_mn b_m(kx) b_n(kz) at the weighted samples: with the Gram matrix
 * G = L Lᵀ of the b_m they are L⁻ᵀ times the first eigenvectors of Lᵀ A L.
 */
function principalFactors(
  P: number,
  A: Float64Array,
  bx: readonly Float64Array[],
  bz: readonly Float64Array[],
  weight: Float64Array,
): { value: number; vector: Float64Array }[] {
  const L = new Float64Array(P * P)
  for (let s = 0; s < bx.length; s++)
    for (let m = 0; m < P; m++)
      for (let n = 0; n <= m; n++) L[m * P + n]! += weight[s]! * (bx[s]![m]! * bx[s]![n]! + bz[s]![m]! * bz[s]![n]!)
  factorPositive(L, P)
  const AL = new Float64Array(P * P)
  for (let m = 0; m < P; m++)
    for (let n = 0; n < P; n++) for (let i = n; i < P; i++) AL[m * P + n]! += A[m * P + i]! * L[i * P + n]!
  const measured = new Float64Array(P * P)
  for (let m = 0; m < P; m++)
    for (let n = 0; n < P; n++) for (let i = m; i < P; i++) measured[m * P + n]! += L[i * P + m]! * AL[i * P + n]!
  return symmetricEigen(measured, P)
    .slice(0, TERMS)
    .map(({ value, vector }) => ({ value, vector: solveTransposed(L, vector) }))
}

function square(x: number): number {
  return x * x
}
