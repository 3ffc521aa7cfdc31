import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RepeatWrapping, RGBAFormat } from 'three/webgpu'

/** Texels along each side. */
const side = 256
/** Range of the slopes, which are stored as bytes [heights per side]. */
const steepest = 40

let made: DataTexture | undefined

/**
 * Smooth noise as a periodic texture, one for all stages: its value from -1 to 1 as 0 to 255, and its slopes along both sides as
 * 1/2 + slope / 80. Five sizes, each about half as strong as the last.
 */
export function noiseTexture(): DataTexture {
  made ??= makeNoise()
  return made
}

/** The value of that texture at a place, from 0 to 1, without interpolation. `u`, `v`: place in parts of a side. */
export function noiseAt(u: number, v: number): number {
  const texel = (t: number): number => Math.floor((t - Math.floor(t)) * side)
  return (noiseTexture().image.data as Uint8Array)[4 * (texel(v) * side + texel(u))]! / 255
}

function makeNoise(): DataTexture {
  const values = new Float32Array(side * side)
  for (let texel = 0; texel < values.length; texel++) {
    const [u, v] = [(texel % side) / side, Math.floor(texel / side) / side]
    for (let cells = 4, weight = 1; cells <= 64; cells *= 2, weight *= 0.55)
      values[texel]! += weight * smoothNoise(u, v, cells)
  }
  const bytes = new Uint8Array(4 * side * side)
  const at = (i: number, j: number): number => values[((j + side) % side) * side + ((i + side) % side)]!
  const byte = (value: number): number => Math.min(255, Math.max(0, value))
  const slope = (difference: number): number => byte(127.5 * (1 + (difference * side) / 2 / steepest))
  for (let j = 0; j < side; j++)
    for (let i = 0; i < side; i++)
      bytes.set(
        [127.5 + 110 * at(i, j), slope(at(i + 1, j) - at(i - 1, j)), slope(at(i, j + 1) - at(i, j - 1)), 255].map(byte),
        4 * (j * side + i),
      )
  const texture = new DataTexture(bytes, side, side, RGBAFormat)
  texture.name = 'noise'
  texture.wrapS = texture.wrapT = RepeatWrapping
  texture.magFilter = LinearFilter
  texture.minFilter = LinearMipmapLinearFilter
  texture.generateMipmaps = true
  texture.needsUpdate = true
  return texture
}

/** Values from -1 to 1 at the corners of a lattice that repeats, joined smoothly. `u`, `v`: place in parts of a side. */
export function smoothNoise(u: number, v: number, cells: number): number {
  const [x, y] = [u * cells, v * cells]
  const [i, j] = [Math.floor(x), Math.floor(y)]
  const [s, t] = [ease(x - i), ease(y - j)]
  const inside = (a: number): number => ((a % cells) + cells) % cells
  const corner = (a: number, b: number): number => chance(inside(a) + cells * inside(b) + 7919 * cells)
  const near = corner(i, j) * (1 - s) + corner(i + 1, j) * s
  const far = corner(i, j + 1) * (1 - s) + corner(i + 1, j + 1) * s
  return near * (1 - t) + far * t
}

function ease(t: number): number {
  return t * t * (3 - 2 * t)
}

/** A number from -1 to 1 for a whole number. */
export function chance(seed: number): number {
  let word = Math.imul(seed ^ 0x5bd1e995, 0x9e3779b1)
  word = Math.imul(word ^ (word >>> 15), 0x2c1b3c6d)
  return ((word ^ (word >>> 13)) >>> 0) / 2147483648 - 1
}
