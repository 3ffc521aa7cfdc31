import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RedFormat, RepeatWrapping } from 'three/webgpu'

/** Texels along each side. */
const side = 128

/**
 * Froth: the web between bubbles of several sizes, as a picture that repeats. Bright where foam holds out longest. It is the
 * difference of the distances to the nearest two of scattered points (Worley 1996), which is zero along the walls of cells.
 * Its values are spread evenly over 0 to 1, so that the share above 1 - c is c.
 */
export function createFoamNoise(): DataTexture {
  const values = new Float32Array(side * side)
  for (const [bubbles, weight] of [
    [6, 0.5],
    [13, 0.32],
    [29, 0.18],
  ] as const)
    addWeb(values, bubbles, weight)
  const order = Uint32Array.from(values.keys()).sort((a, b) => values[a]! - values[b]!)
  const bytes = new Uint8Array(side * side)
  order.forEach((texel, rank) => {
    bytes[texel] = Math.floor((256 * rank) / order.length)
  })
  const noise = new DataTexture(bytes, side, side, RedFormat)
  noise.name = 'foam noise'
  noise.wrapS = noise.wrapT = RepeatWrapping
  noise.magFilter = LinearFilter
  noise.minFilter = LinearMipmapLinearFilter
  noise.generateMipmaps = true
  noise.unpackAlignment = 1
  noise.needsUpdate = true
  return noise
}

function addWeb(values: Float32Array, bubbles: number, weight: number): void {
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const [x, y] = [((column + 0.5) / side) * bubbles, ((row + 0.5) / side) * bubbles]
      let [nearest, second] = [9, 9]
      for (let j = Math.floor(y) - 1; j <= Math.floor(y) + 1; j++)
        for (let i = Math.floor(x) - 1; i <= Math.floor(x) + 1; i++) {
          const [a, b] = [around(i, bubbles), around(j, bubbles)]
          const [dx, dy] = [i + chance(a, b, bubbles) - x, j + chance(b, a, bubbles + 57) - y]
          const distance = Math.sqrt(dx * dx + dy * dy)
          if (distance < nearest) [nearest, second] = [distance, nearest]
          else if (distance < second) second = distance
        }
      values[row * side + column]! += weight * (1 - Math.min(1, second - nearest))
    }
}

function around(index: number, count: number): number {
  return (index + count) % count
}

/** A number from 0 to 1 for a point. */
export function chance(i: number, j: number, salt: number): number {
  let word = Math.imul(i, 0x9e3779b1) ^ Math.imul(j, 0x85ebca77) ^ Math.imul(salt, 0xc2b2ae3d)
  word = Math.imul(word ^ (word >>> 15), 0x2c1b3c6d)
  word = Math.imul(word ^ (word >>> 12), 0x297a2d39)
  return ((word ^ (word >>> 15)) >>> 0) / 4294967296
}
