import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RedFormat, RepeatWrapping } from 'three/webgpu'

/** Texels along each side. */
const side = 256

/** Thin clouds as a periodic texture, from -1 to 1 as 0 to 255: smooth noise of five sizes, each half as strong as the last. */
export function createCloudTexture(): DataTexture {
  const bytes = new Uint8Array(side * side)
  for (let texel = 0; texel < bytes.length; texel++) {
    const [u, v] = [(texel % side) / side, Math.floor(texel / side) / side]
    let sum = 0
    for (let cells = 4, weight = 1; cells <= 64; cells *= 2, weight *= 0.55) sum += weight * smoothNoise(u, v, cells)
    bytes[texel] = Math.min(255, Math.max(0, 127.5 + 110 * sum))
  }
  const texture = new DataTexture(bytes, side, side, RedFormat)
  texture.wrapS = texture.wrapT = RepeatWrapping
  texture.magFilter = LinearFilter
  texture.minFilter = LinearMipmapLinearFilter
  texture.generateMipmaps = true
  texture.needsUpdate = true
  return texture
}

/** Values from -1 to 1 at the corners of a lattice that repeats, joined smoothly. */
function smoothNoise(u: number, v: number, cells: number): number {
  const [x, y] = [u * cells, v * cells]
  const [i, j] = [Math.floor(x), Math.floor(y)]
  const [s, t] = [ease(x - i), ease(y - j)]
  const corner = (a: number, b: number): number => chance((a % cells) + cells * (b % cells) + 7919 * cells)
  const near = corner(i, j) * (1 - s) + corner(i + 1, j) * s
  const far = corner(i, j + 1) * (1 - s) + corner(i + 1, j + 1) * s
  return near * (1 - t) + far * t
}

function ease(t: number): number {
  return t * t * (3 - 2 * t)
}

/** A number from -1 to 1 for a whole number. */
function chance(seed: number): number {
  let word = Math.imul(seed ^ 0x5bd1e995, 0x9e3779b1)
  word = Math.imul(word ^ (word >>> 15), 0x2c1b3c6d)
  return ((word ^ (word >>> 13)) >>> 0) / 2147483648 - 1
}
