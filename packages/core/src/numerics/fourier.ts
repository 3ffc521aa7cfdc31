// The plan of a fast Fourier transform: its stages, the order of its result, and the twiddle factors as shears.
// kernels/spectral/fft.ts executes it.

import { cos, sin } from './elementary.js'

/** Longest transform. */
export const LONGEST_TRANSFORM = 4096

/** The radices of the stages of a length, in order, or undefined if a prime other than 2, 3, 5 divides it. */
export function radicesOf(length: number): number[] | undefined {
  const radices: number[] = []
  let rest = length
  for (const radix of [5, 3, 4, 2]) for (; rest % radix === 0; rest /= radix) radices.push(radix)
  return rest === 1 ? radices : undefined
}

/** Whether there is a transform of this length. */
export function isTransformLength(length: number): boolean {
  return length >= 1 && length <= LONGEST_TRANSFORM && radicesOf(length) !== undefined
}

/** The shortest transform length that is not below this one; undefined beyond the longest. */
export function nextTransformLength(length: number): number | undefined {
  for (let n = length; n <= LONGEST_TRANSFORM; n++) if (isTransformLength(n)) return n
  return undefined
}

/** The longest transform length that is not above this one. */
export function previousTransformLength(length: number): number {
  let n = Math.min(length, LONGEST_TRANSFORM)
  while (!isTransformLength(n)) n--
  return n
}

/**
 * Factor by which a transform followed by its inverse multiplies: a power of two, so that its reciprocal is a float.
 * Butterflies of 2 and 4 contribute 2 and 4; those of 3 and 5 are scaled so that they contribute 4.
 */
export function gainOf(length: number): number {
  return radicesOf(length)!.reduce((gain, radix) => gain * (radix % 2 === 0 ? radix : 4), 1)
}

/** Factor of a transform in addition to e^(-2πi jk/n), and of its inverse to e^(2πi jk/n): 1 for powers of two. */
export function scaleOf(length: number): number {
  return Math.sqrt(gainOf(length) / length)
}

/** Position of each frequency k = 0 .. n - 1 after the stages: its digits reversed. */
export function placesOfFrequencies(length: number): Int32Array {
  const places = new Int32Array(length)
  const radices = radicesOf(length)!
  for (let k = 0; k < length; k++) {
    let [rest, block] = [k, length]
    for (const radix of radices) {
      block /= radix
      places[k]! += (rest % radix) * block
      rest = Math.floor(rest / radix)
    }
  }
  return places
}

/** A rotation by `angle` as shears and whole quarter turns. */
export interface Shear {
  /** tan(angle'/2), angle' = angle - quarters π/2. */
  readonly t: number
  /** sin(angle'). */
  readonly s: number
  readonly quarters: number
}

/** Shears of the angle 2π × turns; by default the nearest whole quarter turn is separated. */
export function shearOf(turns: number, quarters = Math.round(4 * turns)): Shear {
  const angle = 2 * Math.PI * (turns - quarters / 4)
  const s = sin(angle)
  return { t: s / (1 + cos(angle)), s, quarters: ((quarters % 4) + 4) % 4 }
}

/** The twiddle factors of all stages, in the order in which the kernel reads them: for each j, the shears of outputs 1 .. radix - 1. */
export function twiddleShears(length: number): { radix: number; shears: Shear[] }[] {
  let block = length
  return radicesOf(length)!.map((radix) => {
    block /= radix
    const shears: Shear[] = []
    for (let j = 1; j < block; j++)
      for (let q = 1; q < radix; q++) {
        const turns = (q * j) / (radix * block)
        shears.push(shearOf(turns, quartersOf(radix, q, j, block)))
      }
    return { radix, shears }
  })
}

/** Quarter turns that are fixed in the butterflies of radix 4 and 2; undefined: the nearest one. */
function quartersOf(radix: number, q: number, j: number, block: number): number | undefined {
  if (radix === 2) return 1
  if (radix !== 4) return undefined
  if (q === 3) return j <= Math.floor((2 * block) / 3) ? 1 : 2
  return q - 1
}
