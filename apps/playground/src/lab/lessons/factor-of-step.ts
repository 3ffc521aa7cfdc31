// The factor by which a wave changes in one step, from its last amplitudes. Several lessons compare it with the eigenvalues of a scheme.

/**
 * The largest |λ| of a sequence that obeys a[n+1] = p a[n] - q a[n-1], whose λ are the roots of λ² - p λ + q = 0. A linear
 * scheme of second order makes this sequence of any of its waves.
 *
 * @param amplitudes Successive amplitudes, oldest first.
 * @returns The factor; NaN before six amplitudes.
 */
export function factorOfStep(amplitudes: readonly number[]): number {
  const a = amplitudes.slice(-8)
  if (a.length < 6) return Number.NaN
  // Where one λ has taken over, p and q are not determined, and the ratio of neighbours is λ.
  const ratios = [1, 2, 3].map((back) => a.at(-back)! / a.at(-back - 1)!)
  const [last, ...others] = ratios
  if (others.every((ratio) => Math.abs(ratio / last! - 1) < 1e-3)) return Math.abs(last!)
  // Least squares for p and q.
  let [xx, xy, yy, xz, yz] = [0, 0, 0, 0, 0]
  for (let n = 1; n < a.length - 1; n++) {
    const [x, y, z] = [a[n]!, -a[n - 1]!, a[n + 1]!]
    xx += x * x
    xy += x * y
    yy += y * y
    xz += x * z
    yz += y * z
  }
  const determinant = xx * yy - xy * xy
  const p = (xz * yy - yz * xy) / determinant
  const q = (yz * xx - xz * xy) / determinant
  const inner = (p * p) / 4 - q
  return inner <= 0 ? Math.sqrt(q) : Math.abs(p / 2) + Math.sqrt(inner)
}
