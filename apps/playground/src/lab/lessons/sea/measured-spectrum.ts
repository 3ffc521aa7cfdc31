// The spectrum of a square of water: its variance by frequency, from the two-dimensional Fourier transform of the elevation.

import { airy, fourierTransform, hannWindow } from 'seiche'

/** A square of water with the waves of one band. */
export interface Tile {
  eta: ArrayLike<number>
  /** Cells along each side, a power of two. */
  n: number
  /** [m] */
  cellSize: number
}

/** Frequencies in equal ratios, with the variance between two of them. */
export class MeasuredSpectrum {
  /** Middle of each bin [rad/s], and its width. */
  readonly omega: Float64Array
  readonly width: Float64Array
  readonly #sum: Float64Array
  readonly #from: number
  readonly #ratio: number
  #count = 0

  constructor(from: number, to: number, bins: number) {
    this.#from = from
    this.#ratio = (to / from) ** (1 / bins)
    const edge = (n: number) => from * this.#ratio ** n
    this.omega = Float64Array.from({ length: bins }, (_, n) => Math.sqrt(edge(n) * edge(n + 1)))
    this.width = Float64Array.from({ length: bins }, (_, n) => edge(n + 1) - edge(n))
    this.#sum = new Float64Array(bins)
  }

  /** Adds the water of one time: tiles whose sum is the surface. `periodic`: whether their opposite edges fit together. */
  add(tiles: readonly Tile[], depth: number, periodic: boolean): void {
    this.#count++
    for (const { eta, n, cellSize } of tiles) {
      const variances = periodogram(eta, n, periodic)
      const dk = (2 * Math.PI) / (n * cellSize)
      for (let j = 0; j < n; j++)
        for (let i = 0; i < n; i++) {
          const k = dk * Math.hypot(i < n / 2 ? i : i - n, j < n / 2 ? j : j - n)
          const bin = Math.floor(Math.log(airy.angularFrequency(k, { depth }) / this.#from) / Math.log(this.#ratio))
          if (bin >= 0 && bin < this.#sum.length) this.#sum[bin]! += variances[j * n + i]!
        }
    }
  }

  /** Density of variance S(ω) [m² s] of each bin, averaged over all times; NaN where no wave of the lattice lies. */
  get density(): Float64Array {
    return this.#sum.map((sum, n) => (sum > 0 ? sum / this.#count / this.width[n]! : Number.NaN))
  }
}

/** Mean period 2π m0/m1 [s] of densities at frequencies in equal ratios; unlike a peak, it is defined for a sea with swell as well. */
export function meanPeriodOf(omega: ArrayLike<number>, density: ArrayLike<number>): number {
  let [m0, m1] = [0, 0]
  for (let n = 0; n < omega.length; n++) {
    // The width of a bin is proportional to its frequency.
    const variance = (density[n]! || 0) * omega[n]!
    m0 += variance
    m1 += omega[n]! * variance
  }
  return (2 * Math.PI * m0) / m1
}

/** Variance of each wave of the lattice [m²]; their sum is that of the surface. */
export function periodogram(eta: ArrayLike<number>, n: number, periodic: boolean): Float64Array {
  const [re, im] = [Float64Array.from(eta), new Float64Array(n * n)]
  let power = 1
  if (!periodic) {
    // Hann's window, whose mean square is 3/8 along each axis.
    const window = hannWindow(n)
    for (let cell = 0; cell < n * n; cell++) re[cell]! *= window[cell % n]! * window[Math.floor(cell / n)]!
    power = (3 / 8) ** 2
  }
  const [lineRe, lineIm] = [new Float64Array(n), new Float64Array(n)]
  for (const [along, across] of [
    [1, n],
    [n, 1],
  ] as const)
    for (let line = 0; line < n; line++) {
      for (let i = 0; i < n; i++) {
        lineRe[i] = re[line * across + i * along]!
        lineIm[i] = im[line * across + i * along]!
      }
      fourierTransform(lineRe, lineIm)
      for (let i = 0; i < n; i++) {
        re[line * across + i * along] = lineRe[i]!
        im[line * across + i * along] = lineIm[i]!
      }
    }
  return re.map((value, cell) => (value * value + im[cell]! * im[cell]!) / (n ** 4 * power))
}
