// The spectrum of a recorded elevation: the variance in each band of frequencies, by Welch's method (1967): overlapping segments with
// a Hann window, their periodograms averaged.

/** Most values of a record that is transformed as a whole. */
const shortRecord = 512

export interface PowerSpectrum {
  /** Hz */
  frequencies: Float64Array
  /** Variance per frequency: the square of the unit of the values, per Hz. */
  densities: Float64Array
}

/**
 * Spectrum of values at equal intervals. On return, the sum of densities times the spacing of the frequencies is the variance of the
 * values, up to the effect of the window.
 *
 * @param interval time between values [s]
 */
export function powerSpectrum(values: ArrayLike<number>, interval: number): PowerSpectrum {
  const total = values.length
  // A short record is one segment: sharp peaks are worth more than a smooth line.
  const segment = total <= shortRecord ? total : Math.max(shortRecord, Math.floor(total / 3))
  // Zeros behind the segment give frequencies between those of the segment: the top of a peak is found.
  const padded = 2 ** Math.ceil(Math.log2(2 * segment))
  const mean = Array.from(values).reduce((sum, value) => sum + value, 0) / total
  const window = Float64Array.from({ length: segment }, (_, k) => Math.sin((Math.PI * (k + 0.5)) / segment) ** 2)
  const energy = window.reduce((sum, weight) => sum + weight * weight, 0)
  const half = padded / 2
  const densities = new Float64Array(half + 1)
  let segments = 0
  for (let start = 0; start + segment <= total; start += Math.ceil(segment / 2), segments++) {
    const [real, imaginary] = [new Float64Array(padded), new Float64Array(padded)]
    for (let k = 0; k < segment; k++) real[k] = window[k]! * (values[start + k]! - mean)
    transform(real, imaginary)
    for (let k = 0; k <= half; k++) {
      // Positive and negative frequencies together, but zero and the highest are there once.
      const both = k === 0 || k === half ? 1 : 2
      densities[k]! += (both * interval * (real[k]! ** 2 + imaginary[k]! ** 2)) / energy
    }
  }
  return {
    frequencies: Float64Array.from(densities, (_, k) => k / (padded * interval)),
    densities: densities.map((density) => density / Math.max(1, segments)),
  }
}

/** Fourier transform in place, for lengths that are powers of two (Cooley and Tukey 1965). */
function transform(real: Float64Array, imaginary: Float64Array): void {
  const n = real.length
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1
    for (; j & bit; bit >>= 1) j ^= bit
    j ^= bit
    if (i < j) for (const part of [real, imaginary]) [part[i], part[j]] = [part[j]!, part[i]!]
  }
  for (let length = 2; length <= n; length *= 2) {
    const angle = (-2 * Math.PI) / length
    for (let k = 0; k < length / 2; k++) {
      const [cos, sin] = [Math.cos(angle * k), Math.sin(angle * k)]
      for (let start = k; start < n; start += length) {
        const other = start + length / 2
        const re = real[other]! * cos - imaginary[other]! * sin
        const im = real[other]! * sin + imaginary[other]! * cos
        real[other] = real[start]! - re
        imaginary[other] = imaginary[start]! - im
        real[start]! += re
        imaginary[start]! += im
      }
    }
  }
}
