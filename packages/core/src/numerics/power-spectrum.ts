// The spectrum of a recorded elevation: the variance in each band of frequencies, by Welch's method (1967): overlapping segments with
// a Hann window, their periodograms averaged.

import { cos, sin } from './elementary.js'

/** Most values of a record that is transformed as a whole. */
const SHORT_RECORD = 512

/** Variance by frequency, as `powerSpectrum` returns it. */
export interface PowerSpectrum {
  /** Frequencies, equally spaced from 0 to half the sampling rate [Hz]. */
  frequencies: Float64Array
  /** Variance per frequency: the square of the unit of the values, per Hz. */
  densities: Float64Array
}

/**
 * Spectrum of values at equal intervals. On return, the sum of densities times the spacing of the frequencies is the variance of the
 * values, up to the effect of the window. The mean of the values does not count.
 *
 * @param values The values, such as the elevation at a probe after each step.
 * @param interval Time between two values [s].
 * @returns Frequencies and densities.
 *
 * @example
 * ```ts
 * import { powerSpectrum } from 'seiche'
 *
 * const heights = Array.from({ length: 600 }, () => {
 *   sim.step()
 *   return sim.heightAt(1, 0)
 * })
 * const { frequencies, densities } = powerSpectrum(heights, sim.timeStep)
 * const peak = densities.indexOf(Math.max(...densities))
 * console.log(`the period of the strongest wave is ${1 / frequencies[peak]!} s`)
 * ```
 */
export function powerSpectrum(values: ArrayLike<number>, interval: number): PowerSpectrum {
  const total = values.length
  // A short record is one segment: sharp peaks are worth more than a smooth line.
  const segment = total <= SHORT_RECORD ? total : Math.max(SHORT_RECORD, Math.floor(total / 3))
  // Zeros behind the segment give frequencies between those of the segment: the top of a peak is found.
  const padded = transformLength(2 * segment)
  const window = hannWindow(segment)
  let mean = 0
  for (let k = 0; k < total; k++) mean += values[k]! / total
  const energy = window.reduce((sum, weight) => sum + weight * weight, 0)
  const half = padded / 2
  const densities = new Float64Array(half + 1)
  let segments = 0
  for (let start = 0; segment > 0 && start + segment <= total; start += Math.ceil(segment / 2), segments++) {
    const [real, imaginary] = [new Float64Array(padded), new Float64Array(padded)]
    for (let k = 0; k < segment; k++) real[k] = window[k]! * (values[start + k]! - mean)
    fourierTransform(real, imaginary)
    for (let k = 0; k <= half; k++) {
      // Positive and negative frequencies together, but zero and the highest are there once.
      const both = k === 0 || k === half ? 1 : 2
      densities[k]! += (both * interval * (real[k]! * real[k]! + imaginary[k]! * imaginary[k]!)) / energy
    }
  }
  return {
    frequencies: Float64Array.from(densities, (_, k) => k / (padded * interval)),
    densities: densities.map((density) => density / Math.max(1, segments)),
  }
}

/**
 * Hann's window: weights that fade to zero at both ends of a record, so that its ends, which do not fit together, add no waves.
 *
 * @param length Number of weights.
 * @returns The weights sin²(π (k + ½)/length) [1]; their mean is 1/2, their mean square 3/8.
 *
 * @example
 * ```ts
 * import { hannWindow } from 'seiche'
 *
 * hannWindow(4) // .146, .854, .854, .146
 * ```
 */
export function hannWindow(length: number): Float64Array {
  return Float64Array.from({ length }, (_, k) => {
    const s = sin((Math.PI * (k + 0.5)) / length)
    return s * s
  })
}

/** The shortest length of a transform that is not below this one: a power of two. */
function transformLength(least: number): number {
  let length = 1
  while (length < least) length *= 2
  return length
}

/**
 * The discrete Fourier transform in place (Cooley and Tukey 1965): value m becomes the sum of all values k times e^(-2πi km/n).
 *
 * @param real Real parts; their number n is a power of two.
 * @param imaginary Imaginary parts, as many.
 * @throws RangeError for another length.
 *
 * @example
 * ```ts
 * import { fourierTransform } from 'seiche'
 *
 * const [real, imaginary] = [Float64Array.of(1, 0, -1, 0), new Float64Array(4)]
 * fourierTransform(real, imaginary) // real: 0, 2, 0, 2
 * ```
 */
export function fourierTransform(real: Float64Array, imaginary: Float64Array): void {
  const n = real.length
  if (n === 0 || n !== transformLength(n) || imaginary.length !== n)
    throw new RangeError(
      `a transform takes as many real as imaginary parts, a power of two; got ${n}, ${imaginary.length}`,
    )
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1
    for (; j & bit; bit >>= 1) j ^= bit
    j ^= bit
    if (i < j) for (const part of [real, imaginary]) [part[i], part[j]] = [part[j]!, part[i]!]
  }
  for (let length = 2; length <= n; length *= 2) {
    const angle = (-2 * Math.PI) / length
    for (let k = 0; k < length / 2; k++) {
      const [c, s] = [cos(angle * k), sin(angle * k)]
      for (let start = k; start < n; start += length) {
        const other = start + length / 2
        const re = real[other]! * c - imaginary[other]! * s
        const im = real[other]! * s + imaginary[other]! * c
        real[other] = real[start]! - re
        imaginary[other] = imaginary[start]! - im
        real[start]! += re
        imaginary[start]! += im
      }
    }
  }
}
