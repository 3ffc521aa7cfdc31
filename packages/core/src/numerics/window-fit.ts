// A window that does to a field what Λ does to water: multiply a wave of wavenumber k by k tanh(k d).
//
// The operator is a pyramid, as in Canabal et al., "Dispersion Kernels for Water Wave Simulation" (ACM Trans. Graph. 35,
// 2016): a window of 2P + 1 cells cannot tell a wave of 64 cells from a constant, but on a grid of cells eight times as
// wide it is short. This one is symmetric by construction, so that leapfrog conserves an energy:
//
//   Λ = W0 + Rᵀ (W1 + Rᵀ (W2 + …) R) R        R: restriction to cells twice as wide
//
// It can neither grow waves nor make water when each W has a symbol >= 0 that is 0 for k = 0. With
//
//   b_m(k) = 1 - cos(m k)        (as weights: the centre less half the sum of the two neighbours at m)
//   W(kx, kz) = sum_m a_m (b_m(kx) + b_m(kz)) + sum_t s_t f_t(kx) f_t(kz),     f_t = sum_m f_tm b_m
//
// the second holds term by term, whatever the coefficients. A least-squares fit gives a and the matrix of coefficients
// A_mn of b_m(kx) b_n(kz); eigenvectors of A are the separable terms, three suffice, and a and s are fitted once more
// for these three. What then is still negative is lifted by a little of the five-point Laplacian, b_1(kx) + b_1(kz).
//
// R is the transpose of linear interpolation, weights (1, 3, 3, 1) / 8 along each axis, response p(k) = cos³(kx/2)
// cos³(kz/2). The coarse grid folds waves shorter than four fine cells onto longer ones. Left alone, that would give the
// two standing waves of four cells, a quarter of a wave apart, frequencies 5 % too high and 7 % too low. So a coarse level
// is fitted to λ q with a roll-off q(k) = cos²(kx/2) cos²(kz/2), which is zero for what would be folded most, and the finer
// level to what is then missing.

import { cos, exp, tanh } from './elementary.js'
import { factorPositive, leastSquares, solveTransposed } from './least-squares.js'
import { symmetricEigen } from './symmetric-eigen.js'

/** Separable terms of a level. Deep pyramids of P = 6 err by up to 3.7 % with two, 3.1 % with three, and a fourth does not help. */
export const TERMS = 3

/** A separable term: weight × f(kx) f(kz). */
interface SeparableTerm {
  readonly weight: number
  /** f_m for m = 1 … P. */
  readonly factors: Float64Array
}

/** The window of one level, in units of its own cells. */
export interface WindowLevel {
  /** a_m for m = 1 … P: along each axis alone. */
  readonly axis: Float64Array
  /** TERMS of them; a window narrower than that has some of weight 0. */
  readonly terms: readonly SeparableTerm[]
  /** Width of this level's cells in cells of level 0. */
  readonly spacing: number
}

export interface WindowFit {
  /** From the finest to the coarsest. */
  readonly levels: readonly WindowLevel[]
  /** No wave is multiplied by more than this [1/cell]; leapfrog needs g λ dt² <= 4. */
  readonly spectralRadius: number
}

/** Samples in polar coordinates, within an octant: wavenumbers in e-folds of this over P, from waves of 64 cells on … */
const LONGEST = 64
const STEP = 0.6
/** … in P + 2 directions. A window of 2P + 1 cells then cannot swing unseen between two samples. */
const MORE_DIRECTIONS = 2
/** Narrow windows are sampled like those of this half width. */
const FEWEST = 4
/** Waves shorter than four cells, less a margin so that those of four are held from both sides, and what their samples count. */
const SHORT = 0.55 * Math.PI
const SHORT_WEIGHT = 0.2
/** A coarsest level answers for waves up to this many half widths; longer ones count less and less. */
const REACH = 16 / 6
/**
 * Share of its waves that a coarse level aims for. A finer level can add but not take away, so what a coarse one has too much
 * of stays: aiming low puts the errors of long waves on both sides of zero.
 */
const SHARE = 0.975
/** Fits with ever more weight on samples below the floor. */
const FITS = 6
const BOOST = 3
/** Least symbol that is asked for, and least that is accepted, in Laplacians. */
const FLOOR = 0.01
const LEAST = 1e-3
/** Intervals per P of the grid over the quarter square of wavenumbers on which sign and size of the symbol are checked. */
const CHECKS = 8

/** Where the fit looks, and what the basis is there. */
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
 * Fits the operator. `halfWidth` is P [cells]; `depth` the water's [cells of level 0], may be infinite; `spacings` the
 * widths of the levels' cells in cells of level 0: 1, 2, 4, … or a little less where a coarse grid has to be stretched.
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
      // The frequency is the root of the symbol: its relative error is that of the symbol, halved.
      weight[s] = 1 / lambda
      const reach = (k * REACH * halfWidth) / (2 * Math.PI)
      if (isCoarsest && reach < 1) weight[s]! *= 0.5 * reach * reach
      if (isFinest && k > SHORT) weight[s]! *= SHORT_WEIGHT
    }
    levels.unshift(fitLevel(halfWidth, spacing, samples, target, weight))
  }
  return { levels, spectralRadius: largestOf(levels) }
}

/** What a wave is multiplied by [1/cell of level 0]; (kx, kz) in radians per cell of level 0. Leaves out what is folded. */
export function pyramidSymbol({ levels }: WindowFit, kx: number, kz: number): number {
  return levelSymbol(levels[0]!, kx, kz) + fromCoarser(levels, 1, levels[0]!.spacing, kx, kz)
}

/** Mean of what waves are multiplied by [1/cell of level 0]: the weight of a cell for itself. */
export function meanSymbol(fit: WindowFit): number {
  const steps = 4 * (fit.levels[0]!.axis.length + 1)
  const wavenumber = (step: number) => (Math.PI * (step + 0.5)) / steps
  let sum = 0
  for (let i = 0; i < steps; i++)
    for (let j = 0; j < steps; j++) sum += pyramidSymbol(fit, wavenumber(i), wavenumber(j))
  return sum / (steps * steps)
}

/** Symbol of one level alone, in units of its cells. */
export function levelSymbol({ axis, terms }: WindowLevel, kx: number, kz: number): number {
  const bx = basisAt(axis.length, kx)
  const bz = basisAt(axis.length, kz)
  let sum = 0
  for (let m = 0; m < axis.length; m++) sum += axis[m]! * (bx[m]! + bz[m]!)
  for (const { weight, factors } of terms) sum += weight * dot(factors, bx) * dot(factors, bz)
  return sum
}

/** What the levels from `first` on add to a level of the given spacing: there and back through every R. */
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

/** Response of R along one axis; where the coarse cells are not quite twice as wide, that of the same hat. */
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
  for (let fit = 1; ; fit++) {
    const coefficients = leastSquares(fullRows, aim, weight)
    const vectors = principalFactors(P, pairMatrix(P, coefficients), bx, bz, weight)
    const rows = separableBasis(P, vectors, bx, bz)
    const refined = leastSquares(rows, aim, weight)
    let low = false
    for (let s = 0; s < count; s++) {
      let symbol = 0
      for (let i = 0; i < refined.length; i++) symbol += refined[i]! * rows[s * refined.length + i]!
      if (symbol >= FLOOR * laplacian[s]!) continue
      low = true
      aim[s] = Math.max(target[s]!, 2 * FLOOR * laplacian[s]!)
      weight[s]! *= BOOST
    }
    if (low && fit < FITS) continue
    const terms = Array.from({ length: TERMS }, (_, t) => ({
      weight: t < vectors.length ? refined[P + t]! : 0,
      factors: vectors[t] ?? new Float64Array(P),
    }))
    return withLaplacian({ axis: refined.slice(0, P), terms, spacing })
  }
}

/** Adds as much of the Laplacian as keeps the symbol positive. */
function withLaplacian(level: WindowLevel): WindowLevel {
  // Towards k = 0 the ratio of the two tends to sum a_m m².
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
 * A bound of all eigenvalues. In the basis of waves the coarse part couples a wave to those that fold onto the same coarse
 * wave; no eigenvalue is larger than the largest sum of the sizes in a row (Gershgorin). For the wave k the sum of p
 * over its companions is (|cos³| + |sin³|)(kx/2) times the same in z.
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

/** p(k) times the sum of p over the waves along one axis that fold onto the same coarse one. */
function coupling(ratio: number, k: number): number {
  const c = Math.abs(passed(ratio, k))
  const s = Math.abs(passed(ratio, k + (2 * Math.PI) / ratio))
  return c * (c + s)
}

/** Visits the octant 0 <= kz <= kx <= π without the origin; symmetry gives the rest. */
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
 * Factors of the TERMS products that make up most of sum A_mn b_m(kx) b_n(kz), measured at the samples with their weights: with
 * the Gram matrix G = L Lᵀ of the b_m they are L⁻ᵀ times the first eigenvectors of Lᵀ A L.
 */
function principalFactors(
  P: number,
  A: Float64Array,
  bx: readonly Float64Array[],
  bz: readonly Float64Array[],
  weight: Float64Array,
): Float64Array[] {
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
    .map(({ vector }) => solveTransposed(L, vector))
}

/** Rows of the second fit: b_m(kx) + b_m(kz), then f_t(kx) f_t(kz). */
function separableBasis(
  P: number,
  vectors: Float64Array[],
  bx: readonly Float64Array[],
  bz: readonly Float64Array[],
): Float64Array {
  const width = P + vectors.length
  const rows = new Float64Array(bx.length * width)
  for (let s = 0; s < bx.length; s++) {
    for (let m = 0; m < P; m++) rows[s * width + m] = bx[s]![m]! + bz[s]![m]!
    vectors.forEach((vector, t) => {
      rows[s * width + P + t] = dot(vector, bx[s]!) * dot(vector, bz[s]!)
    })
  }
  return rows
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let m = 0; m < a.length; m++) sum += a[m]! * b[m]!
  return sum
}

function square(x: number): number {
  return x * x
}
