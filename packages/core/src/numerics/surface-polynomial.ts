// Fits a polynomial to Λ, the operator with the symbol k tanh(k d), as a function of the five-point Laplacian.
//
// Between vertical walls on a level bed, every eigenfunction of the horizontal Laplacian is one at all depths. Λ is therefore a function
// of A = -∇² with zero normal derivative at the walls: Λ = sqrt(A) tanh(d sqrt(A)). With lengths in cells, and with A the five-point
// Laplacian, whose eigenvalues λ are in 0 … 10 (src/solvers/iwave/wall-faces.ts),
//
//   Λ = A p(A),   p(λ) = sum_k c_k T_k(1 - λ/5),   p(λ) ≈ k tanh(k d) / λ,   k² = λ + λ²/16.
//
// The second term of k² corrects the Laplacian: a plane wave has λ = k² - (kx⁴ + kz⁴)/12, and the mean of kx⁴ + kz⁴ over all
// directions is 3/4 k⁴. An error of ±k²/48 remains, which depends on the direction: 0.2 % of the frequency for waves of ten cells
// on deep water.
//
// The fit is a least-squares fit of the relative error, from the longest wave of the grid on. In deep water p has a singularity at λ = 0,
// and a polynomial of degree n tells waves apart that differ on the scale of n cells: the degree grows with the grid. In water of depth d
// the nearest singularity is a pole at λ = -(π/2d)², and the degree grows with d.

import { cos, sin, tanh } from './elementary.js'
import { factorPositive, solveLower, solveTransposed } from './least-squares.js'

/** Upper bound of the eigenvalues of A [1/cell²]. */
export const LARGEST_EIGENVALUE = 10

/**
 * Terms of the polynomial for each cell of the longest half wave, on deep water. On 256 cells, frequencies of the longest wave, of
 * waves up to half as long, and of shorter ones are .9 %, .5 % and .1 % off. With 1.5 terms it is 3.1 %, 2.2 % and .6 %.
 */
const TERMS_OF_LENGTH = 2.25
/** Terms for each cell of depth, and further ones: errors of the frequency below .15 %. */
const TERMS_OF_DEPTH = 6.5
const FEWEST_TERMS = 8
/** Most terms: those of 512 cells. Longer waves of deep water are too slow. */
const MOST_TERMS = 1152
/** Least half wave that the fit takes into account [cells]. */
const SHORTEST_GRID = 8
/** Samples for each term. */
const SAMPLES = 4
/** Below this eigenvalue, waves of six cells, a sample counts in proportion to 1/sqrt(λ): errors of long waves add up for longer. */
const LONG = 1
/** Regularization relative to the first diagonal element. Keeps p small below the least eigenvalue of the samples. */
const RIDGE = 1e-13

export interface SurfacePolynomial {
  /** c_k. */
  readonly coefficients: Float64Array
  /** Upper bound of the eigenvalues of Λ [1/cell]. */
  readonly spectralRadius: number
}

/** Fits the polynomial. `depth` [cells] may be infinite; `longest`: longest half wave of the grid [cells]. */
export function fitSurfacePolynomial(depth: number, longest: number): SurfacePolynomial {
  const reach = Math.max(SHORTEST_GRID, longest)
  const n = Math.min(MOST_TERMS, Math.ceil(FEWEST_TERMS + Math.min(TERMS_OF_LENGTH * reach, TERMS_OF_DEPTH * depth)))
  const coefficients = fitTerms(n, depth, square(Math.PI / reach))
  let spectralRadius = 0
  const samples = SAMPLES * n
  for (let s = 0; s <= samples; s++) {
    const lambda = LARGEST_EIGENVALUE * square(sin((Math.PI * s) / (2 * samples)))
    spectralRadius = Math.max(spectralRadius, polynomialSymbol(coefficients, lambda))
  }
  return { coefficients, spectralRadius }
}

/** λ p(λ) [1/cell]: the eigenvalue of Λ for an eigenvalue λ of A [1/cell²]. */
export function polynomialSymbol(coefficients: Float64Array, lambda: number): number {
  // Clenshaw's recurrence in the form of Reinsch, as in kernels/linear-waves/walls.ts.
  const alpha = 4 / LARGEST_EIGENVALUE
  let b = 0
  let d = 0
  for (let k = coefficients.length - 1; k > 0; k--) {
    d += coefficients[k]! - alpha * lambda * b
    b += d
  }
  return lambda * (coefficients[0]! + d - 0.5 * alpha * lambda * b)
}

/** k tanh(k d) for an eigenvalue of the five-point Laplacian. */
function targetOf(lambda: number, depth: number): number {
  const k = Math.sqrt(lambda + (lambda * lambda) / 16)
  return k * tanh(k * depth)
}

/**
 * Least squares in the basis T_k(cos θ) = cos kθ. With the moments W_k = sum w cos kθ over the samples, the matrix of the normal
 * equations is (W_|k-l| + W_k+l) / 2.
 */
function fitTerms(n: number, depth: number, least: number): Float64Array {
  const samples = SAMPLES * n
  // Samples are at θ = (2s + 1) π / (2 samples); cos kθ is an entry of this table.
  const table = Float64Array.from({ length: 4 * samples }, (_, m) => cos((Math.PI * m) / (2 * samples)))
  const moments = new Float64Array(2 * n)
  const right = new Float64Array(n)
  for (let s = 0; s < samples; s++) {
    const lambda = LARGEST_EIGENVALUE * square(sin((Math.PI * (2 * s + 1)) / (4 * samples)))
    if (lambda < least) continue
    const target = targetOf(lambda, depth) / lambda
    const weight = 1 / (target * target * Math.sqrt(Math.min(LONG, lambda)))
    for (let k = 0; k < 2 * n; k++) {
      const value = weight * table[(k * (2 * s + 1)) % table.length]!
      moments[k]! += value
      if (k < n) right[k]! += value * target
    }
  }
  const matrix = new Float64Array(n * n)
  for (let k = 0; k < n; k++) for (let l = 0; l <= k; l++) matrix[k * n + l] = 0.5 * (moments[k - l]! + moments[k + l]!)
  for (let k = 0; k < n; k++) matrix[k * n + k]! += RIDGE * moments[0]!
  factorPositive(matrix, n)
  return solveTransposed(matrix, solveLower(matrix, right))
}

function square(x: number): number {
  return x * x
}
