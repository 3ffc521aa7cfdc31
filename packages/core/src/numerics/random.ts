// Counter-based random numbers: each is a hash of a lattice point, a seed and a stream. Points can be evaluated in any
// order, and a larger lattice has the numbers of the smaller one inside it.

import { cos, log, sin } from './elementary.js'
import { scramble } from './scramble.js'

/**
 * Two words of 32 random bits. Each purpose has its own stream number, so that two uses of one seed are independent. The
 * first coordinate is scrambled before the second is added: a plain sum of multiples would correlate neighbours.
 */
function wordsAt(i: number, j: number, seed: number, stream: number): [number, number] {
  const column = scramble(i, stream, seed)
  return [scramble(column, j, seed), scramble(j, column, seed + 0x5bd1e995)]
}

/** A number between 0 and 1, both excluded, of 52 random bits. */
export function uniformAt(i: number, j: number, seed: number, stream = 0): number {
  const [high, low] = wordsAt(i, j, seed, stream)
  return (high * 1048576 + (low >>> 12) + 0.5) / 4503599627370496
}

/**
 * Two independent deviates of mean 0 and variance 1 (Box and Muller 1958): real and imaginary part of a Gaussian
 * amplitude. With 32 bits for the radius their magnitude is at most 6.8.
 */
export function gaussianPairAt(i: number, j: number, seed: number, stream = 0): [number, number] {
  const [first, second] = wordsAt(i, j, seed, stream)
  const radius = Math.sqrt(-2 * log((first + 0.5) / 4294967296))
  const angle = (2 * Math.PI * second) / 4294967296
  return [radius * cos(angle), radius * sin(angle)]
}
