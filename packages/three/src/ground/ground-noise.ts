import { DataTexture, RGBAFormat } from 'three/webgpu'
import { hashToUnit } from '../shared/hash.js'
import { repeated } from '../shared/texture-filters.js'

/** Texels along each side. */
const side = 128
/** Octaves: lattice points along a side, and weight. */
const octaves = [
  [4, 0.5],
  [8, 0.26],
  [16, 0.14],
  [32, 0.1],
] as const
/** Range of the slopes, which are stored as bytes [heights per side]. */
const steepest = 12

/**
 * Unevenness of soil, as a periodic texture: its height from 0 to 1, and its slopes along both axes as 1/2 + slope / 24, in
 * heights per side. Sums of smoothed lattice values (Perlin 2002 for the smoothing polynomial).
 */
export function createGroundNoise(): DataTexture {
  const heights = new Float32Array(side * side)
  for (const [points, weight] of octaves)
    for (let texel = 0; texel < heights.length; texel++)
      heights[texel]! +=
        weight * lattice(((texel % side) / side) * points, (Math.floor(texel / side) / side) * points, points)
  const bytes = new Uint8Array(4 * side * side)
  const slopeByte = (difference: number): number =>
    255 * Math.min(1, Math.max(0, 0.5 + (difference * side) / 2 / (2 * steepest)))
  for (let j = 0; j < side; j++)
    for (let i = 0; i < side; i++) {
      const at = (column: number, row: number): number =>
        heights[((row + side) % side) * side + ((column + side) % side)]!
      bytes.set(
        [255 * at(i, j), slopeByte(at(i + 1, j) - at(i - 1, j)), slopeByte(at(i, j + 1) - at(i, j - 1)), 255],
        4 * (j * side + i),
      )
    }
  const noise = repeated(new DataTexture(bytes, side, side, RGBAFormat), 'ground noise')
  noise.needsUpdate = true
  return noise
}

function lattice(x: number, y: number, points: number): number {
  const [i, j] = [Math.floor(x), Math.floor(y)]
  const [u, v] = [smooth(x - i), smooth(y - j)]
  const value = (a: number, b: number): number => hashToUnit(a % points, b % points, points)
  const near = value(i, j) + u * (value(i + 1, j) - value(i, j))
  const far = value(i, j + 1) + u * (value(i + 1, j + 1) - value(i, j + 1))
  return near + v * (far - near)
}

function smooth(t: number): number {
  return t * t * t * (t * (6 * t - 15) + 10)
}
