// Symmetric positive definite systems of six equations: the motion of a body along and about three axes. A matrix is 36 values, row by
// row, of which only those on and below the diagonal are used.

/** Sets c = [d, r × d] for an axis d. */
export function setDirection(c: Float64Array, axis: number, r: ArrayLike<number>): void {
  const next = (axis + 1) % 3
  const last = (axis + 2) % 3
  c.fill(0)
  c[axis] = 1
  c[3 + next] = r[last]!
  c[3 + last] = -r[next]!
}

/** Adds weight × c cᵀ, c = [d, r × d]: a force along d at r in proportion to the velocity along d at r. */
export function addDirection(matrix: Float64Array, weight: number, c: ArrayLike<number>): void {
  for (let row = 0; row < 6; row++)
    for (let column = 0; column <= row; column++) matrix[6 * row + column]! += weight * c[row]! * c[column]!
}

/**
 * Adds weight × ∫ c cᵀ for a direction d, from moments (moments.ts). c is linear in r: c = [d, [d]ₓᵀ r].
 */
export function addMoments(
  matrix: Float64Array,
  weight: number,
  dx: number,
  dy: number,
  dz: number,
  moments: Float64Array,
): void {
  const amount = moments[0]!
  const x = moments[1]!
  const y = moments[2]!
  const z = moments[3]!
  const xx = moments[4]!
  const yy = moments[5]!
  const zz = moments[6]!
  const xy = moments[7]!
  const yz = moments[8]!
  const zx = moments[9]!
  const m = matrix
  m[0]! += weight * amount * dx * dx
  m[6]! += weight * amount * dy * dx
  m[7]! += weight * amount * dy * dy
  m[12]! += weight * amount * dz * dx
  m[13]! += weight * amount * dz * dy
  m[14]! += weight * amount * dz * dz
  // r × d, integrated.
  const tx = y * dz - z * dy
  const ty = z * dx - x * dz
  const tz = x * dy - y * dx
  m[18]! += weight * tx * dx
  m[19]! += weight * tx * dy
  m[20]! += weight * tx * dz
  m[24]! += weight * ty * dx
  m[25]! += weight * ty * dy
  m[26]! += weight * ty * dz
  m[30]! += weight * tz * dx
  m[31]! += weight * tz * dy
  m[32]! += weight * tz * dz
  // (r × d)(r × d)ᵀ, integrated.
  m[21]! += weight * (yy * dz * dz - 2 * yz * dy * dz + zz * dy * dy)
  m[27]! += weight * (yz * dx * dz - xy * dz * dz - zz * dx * dy + zx * dy * dz)
  m[28]! += weight * (zz * dx * dx - 2 * zx * dx * dz + xx * dz * dz)
  m[33]! += weight * (xy * dy * dz - yy * dx * dz - zx * dy * dy + yz * dx * dy)
  m[34]! += weight * (zx * dx * dy - yz * dx * dx - xx * dy * dz + xy * dx * dz)
  m[35]! += weight * (xx * dy * dy - 2 * xy * dx * dy + yy * dx * dx)
}

/** out = matrix × vector. */
export function multiply(matrix: Float64Array, vector: Float64Array, out: Float64Array): void {
  for (let row = 0; row < 6; row++) {
    let sum = 0
    for (let column = 0; column < 6; column++)
      sum += matrix[column <= row ? 6 * row + column : 6 * column + row]! * vector[column]!
    out[row] = sum
  }
}

/** Solves matrix × x = vector by Cholesky's method: the vector becomes the solution, the matrix its Cholesky factor. */
export function solve(matrix: Float64Array, vector: Float64Array): void {
  for (let row = 0; row < 6; row++)
    for (let column = 0; column <= row; column++) {
      let sum = matrix[6 * row + column]!
      for (let k = 0; k < column; k++) sum -= matrix[6 * row + k]! * matrix[6 * column + k]!
      matrix[6 * row + column] = row === column ? Math.sqrt(sum) : sum / matrix[6 * column + column]!
    }
  for (let row = 0; row < 6; row++) {
    let sum = vector[row]!
    for (let k = 0; k < row; k++) sum -= matrix[6 * row + k]! * vector[k]!
    vector[row] = sum / matrix[6 * row + row]!
  }
  for (let row = 5; row >= 0; row--) {
    let sum = vector[row]!
    for (let k = row + 1; k < 6; k++) sum -= matrix[6 * k + row]! * vector[k]!
    vector[row] = sum / matrix[6 * row + row]!
  }
}
