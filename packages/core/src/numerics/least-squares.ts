// Weighted linear least squares by the normal equations.

/** Regularization: the part of the mean diagonal that is added to it. Keeps coefficients small that the samples do not determine. */
const RIDGE = 1e-10

/**
 * The coefficients c that minimise sum over samples of (weight (row · c - target))². `rows` has one row for each sample, with
 * one basis value for each unknown.
 */
export function leastSquares(rows: Float64Array, targets: Float64Array, weights: Float64Array): Float64Array {
  const samples = targets.length
  const n = rows.length / samples
  const matrix = new Float64Array(n * n)
  const right = new Float64Array(n)
  for (let s = 0; s < samples; s++) {
    const square = weights[s]! * weights[s]!
    const row = rows.subarray(s * n, (s + 1) * n)
    for (let i = 0; i < n; i++) {
      const scaled = square * row[i]!
      right[i]! += scaled * targets[s]!
      for (let j = 0; j <= i; j++) matrix[i * n + j]! += scaled * row[j]!
    }
  }
  let trace = 0
  for (let i = 0; i < n; i++) trace += matrix[i * n + i]!
  for (let i = 0; i < n; i++) matrix[i * n + i]! += (RIDGE * trace) / n
  factorPositive(matrix, n)
  return solveTransposed(matrix, solveLower(matrix, right))
}

/** Cholesky: replaces the lower half of a symmetric positive definite matrix by L, M = L Lᵀ. */
export function factorPositive(matrix: Float64Array, n: number): void {
  for (let j = 0; j < n; j++)
    for (let i = j; i < n; i++) {
      let sum = matrix[i * n + j]!
      for (let k = 0; k < j; k++) sum -= matrix[i * n + k]! * matrix[j * n + k]!
      matrix[i * n + j] = i === j ? Math.sqrt(sum) : sum / matrix[j * n + j]!
    }
}

/** Solves Lᵀ x = b, with L in the lower half of its matrix. */
export function solveTransposed(L: Float64Array, right: Float64Array): Float64Array {
  const n = right.length
  const x = right.slice()
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i]! -= L[k * n + i]! * x[k]!
    x[i]! /= L[i * n + i]!
  }
  return x
}

/** Solves L x = b. */
export function solveLower(L: Float64Array, right: Float64Array): Float64Array {
  const n = right.length
  const x = right.slice()
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i]! -= L[i * n + k]! * x[k]!
    x[i]! /= L[i * n + i]!
  }
  return x
}
