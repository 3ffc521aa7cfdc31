// Symmetric positive definite systems of six equations: the motion of a body along and about three axes. A matrix is 36 doubles, row by
// row, of which only those on and below the diagonal are used. All arrays are addresses.

import { at, put } from './cell-list'

@inline export function addTo(array: usize, k: i32, value: f64): void { put(array, k, at(array, k) + value) }

/** Adds weight × ∫ c cᵀ for a direction d, from ten moments (src/numerics/moments.ts). c is linear in r: c = [d, [d]ₓᵀ r]. */
export function addMoments(m: usize, weight: f64, dx: f64, dy: f64, dz: f64, moments: usize): void {
  const amount = at(moments, 0), x = at(moments, 1), y = at(moments, 2), z = at(moments, 3)
  const xx = at(moments, 4), yy = at(moments, 5), zz = at(moments, 6)
  const xy = at(moments, 7), yz = at(moments, 8), zx = at(moments, 9)
  addTo(m, 0, weight * amount * dx * dx)
  addTo(m, 6, weight * amount * dy * dx)
  addTo(m, 7, weight * amount * dy * dy)
  addTo(m, 12, weight * amount * dz * dx)
  addTo(m, 13, weight * amount * dz * dy)
  addTo(m, 14, weight * amount * dz * dz)
  // r × d, integrated.
  const tx = y * dz - z * dy, ty = z * dx - x * dz, tz = x * dy - y * dx
  addTo(m, 18, weight * tx * dx)
  addTo(m, 19, weight * tx * dy)
  addTo(m, 20, weight * tx * dz)
  addTo(m, 24, weight * ty * dx)
  addTo(m, 25, weight * ty * dy)
  addTo(m, 26, weight * ty * dz)
  addTo(m, 30, weight * tz * dx)
  addTo(m, 31, weight * tz * dy)
  addTo(m, 32, weight * tz * dz)
  // (r × d)(r × d)ᵀ, integrated.
  addTo(m, 21, weight * (yy * dz * dz - 2 * yz * dy * dz + zz * dy * dy))
  addTo(m, 27, weight * (yz * dx * dz - xy * dz * dz - zz * dx * dy + zx * dy * dz))
  addTo(m, 28, weight * (zz * dx * dx - 2 * zx * dx * dz + xx * dz * dz))
  addTo(m, 33, weight * (xy * dy * dz - yy * dx * dz - zx * dy * dy + yz * dx * dy))
  addTo(m, 34, weight * (zx * dx * dy - yz * dx * dx - xx * dy * dz + xy * dx * dz))
  addTo(m, 35, weight * (xx * dy * dy - 2 * xy * dx * dy + yy * dx * dx))
}

/** out = matrix × vector. */
export function multiply(matrix: usize, vector: usize, out: usize): void {
  for (let row = 0; row < 6; row++) {
    let sum: f64 = 0
    for (let column = 0; column < 6; column++)
      sum += at(matrix, column <= row ? 6 * row + column : 6 * column + row) * at(vector, column)
    put(out, row, sum)
  }
}

/** Solves matrix × x = vector by Cholesky's method: the vector becomes the solution, the matrix its Cholesky factor. */
export function solve(matrix: usize, vector: usize): void {
  for (let row = 0; row < 6; row++)
    for (let column = 0; column <= row; column++) {
      let sum = at(matrix, 6 * row + column)
      for (let k = 0; k < column; k++) sum -= at(matrix, 6 * row + k) * at(matrix, 6 * column + k)
      put(matrix, 6 * row + column, row == column ? Math.sqrt(sum) : sum / at(matrix, 6 * column + column))
    }
  for (let row = 0; row < 6; row++) {
    let sum = at(vector, row)
    for (let k = 0; k < row; k++) sum -= at(matrix, 6 * row + k) * at(vector, k)
    put(vector, row, sum / at(matrix, 6 * row + row))
  }
  for (let row = 5; row >= 0; row--) {
    let sum = at(vector, row)
    for (let k = row + 1; k < 6; k++) sum -= at(matrix, 6 * k + row) * at(vector, k)
    put(vector, row, sum / at(matrix, 6 * row + row))
  }
}
