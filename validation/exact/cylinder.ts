// Waves around a circular cylinder that stands on the bed (MacCamy and Fuchs 1954), for water of any depth: the depth enters through k
// alone.
//
//   eta / incident amplitude = sum_n e_n i^n (J_n(kr) - J'_n(ka)/H'_n(ka) H_n(kr)) cos nθ,   e_0 = 1, else 2,   H = J + iY
//
// θ = 0 is the direction in which the incident waves run.
//
// R. C. MacCamy and R. A. Fuchs, "Wave forces on piles: a diffraction theory", Beach Erosion Board, Technical Memorandum 69 (1954).

import { besselFunctions } from './bessel.js'

/** Amplitude at a point relative to the incident waves, as a complex number. Lengths [m], k [rad/m], θ [rad]. */
export function cylinderWaves(k: number, radius: number, r: number, theta: number): { re: number; im: number } {
  const terms = Math.ceil(k * r) + 24
  const at = besselFunctions(terms, k * r)
  const wall = besselFunctions(terms + 1, k * radius)
  const derivative = (f: readonly number[], n: number) => (n === 0 ? -f[1]! : (f[n - 1]! - f[n + 1]!) / 2)
  let [re, im] = [0, 0]
  for (let n = 0; n <= terms; n++) {
    const [dJ, dY] = [derivative(wall.J, n), derivative(wall.Y, n)]
    // J_n - J'_n/H'_n H_n, with 1/H' = H'*/|H'|².
    const size = dJ * dJ + dY * dY
    const [qRe, qIm] = [(dJ * dJ) / size, (-dJ * dY) / size]
    const [J, Y] = [at.J[n]!, at.Y[n]!]
    const [a, b] = [J - (qRe * J - qIm * Y), -(qRe * Y + qIm * J)]
    const factor = (n === 0 ? 1 : 2) * Math.cos(n * theta)
    // Times i^n.
    const [x, y] = [
      [a, b],
      [-b, a],
      [-a, -b],
      [b, -a],
    ][n % 4] as [number, number]
    if (!Number.isFinite(x) || !Number.isFinite(y)) break
    re += factor * x
    im += factor * y
  }
  return { re, im }
}
