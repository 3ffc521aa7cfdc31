// Eigenvectors of a small symmetric matrix by Jacobi rotations: only + - * / and square roots, so the same bits everywhere.

/** Largest number of sweeps over all pairs. Convergence is quadratic and ends the loop long before. */
const MOST_SWEEPS = 30

export interface EigenPair {
  readonly value: number
  /** Of unit length. */
  readonly vector: Float64Array
}

/** All eigenpairs of a symmetric n × n matrix (row-major), by decreasing magnitude of the eigenvalue. */
export function symmetricEigen(matrix: Float64Array, n: number): EigenPair[] {
  const a = matrix.slice()
  const v = new Float64Array(n * n)
  for (let i = 0; i < n; i++) v[i * n + i] = 1
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let rotated = false
    for (let p = 0; p < n; p++)
      for (let q = p + 1; q < n; q++) {
        const off = a[p * n + q]!
        if (Math.abs(off) <= 1e-18 * (Math.abs(a[p * n + p]!) + Math.abs(a[q * n + q]!)) || off === 0) continue
        rotated = true
        // The smaller root of t² + 2 theta t - 1 is the tangent of the angle that makes the off-diagonal element zero.
        const theta = (a[q * n + q]! - a[p * n + p]!) / (2 * off)
        const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
        const c = 1 / Math.sqrt(t * t + 1)
        rotate(a, v, n, p, q, c, t * c)
      }
    if (!rotated) break
  }
  const pairs = Array.from({ length: n }, (_, i) => ({
    value: a[i * n + i]!,
    vector: Float64Array.from({ length: n }, (_, k) => v[k * n + i]!),
  }))
  return pairs.sort((one, other) => Math.abs(other.value) - Math.abs(one.value))
}

/** a <- Jᵀ a J and v <- v J for the rotation J in the plane of p and q. */
function rotate(a: Float64Array, v: Float64Array, n: number, p: number, q: number, c: number, s: number): void {
  for (let k = 0; k < n; k++) {
    const kp = a[k * n + p]!
    const kq = a[k * n + q]!
    a[k * n + p] = c * kp - s * kq
    a[k * n + q] = s * kp + c * kq
    const vp = v[k * n + p]!
    const vq = v[k * n + q]!
    v[k * n + p] = c * vp - s * vq
    v[k * n + q] = s * vp + c * vq
  }
  for (let k = 0; k < n; k++) {
    const pk = a[p * n + k]!
    const qk = a[q * n + k]!
    a[p * n + k] = c * pk - s * qk
    a[q * n + k] = s * pk + c * qk
  }
}
