// Seeded gradient noise from integer hashes, the same on every machine. After Perlin 2002, "Improving noise".

import { scramble } from './scramble.js'

/** Slope of the lattice point along (x, z): one of a continuum of gradients with components in -1..1. */
function slope(i: number, j: number, seed: number, x: number, z: number): number {
  const h = scramble(i, j, seed)
  return ((h & 0xffff) / 32767.5 - 1) * x + ((h >>> 16) / 32767.5 - 1) * z
}

const fade = (t: number) => t * t * t * (t * (t * 6 - 15) + 10)
const mix = (a: number, b: number, t: number) => a + (b - a) * t

/** Smooth noise with features about one unit wide, about -0.7..0.7, zero at lattice points. */
export function gradientNoise(x: number, z: number, seed: number): number {
  const i = Math.floor(x)
  const j = Math.floor(z)
  const u = x - i
  const w = z - j
  const near = mix(slope(i, j, seed, u, w), slope(i + 1, j, seed, u - 1, w), fade(u))
  const far = mix(slope(i, j + 1, seed, u, w - 1), slope(i + 1, j + 1, seed, u - 1, w - 1), fade(u))
  return mix(near, far, fade(w))
}

/** Octaves of gradient noise, each half as wide and half as high as the one before. */
export function fractalNoise(x: number, z: number, seed: number, octaves: number): number {
  let sum = 0
  let height = 1
  let frequency = 1
  for (let octave = 0; octave < octaves; octave++) {
    sum += height * gradientNoise(x * frequency, z * frequency, seed + octave)
    height *= 0.5
    frequency *= 2
  }
  return sum
}
