// Periodic noise that clouds are made of: a plane that says where they are, and a volume that makes their edges billow.

import { Data3DTexture, DataTexture, RedFormat, RepeatWrapping, UnsignedByteType } from 'three/webgpu'
import { hashToUnit } from '../../shared/hash.js'
import { interpolated, repeated } from '../../shared/texture-filters.js'

/** Texels along each side of the plane, lattice points of its coarsest octave, and octaves. */
const [planeSide, planeLattice, planeOctaves] = [256, 4, 6]
/** Texels along each side of the volume, cells of its coarsest octave, and octaves. */
const [volumeSide, volumeCells, volumeOctaves] = [32, 3, 2]

/** Sums of smoothed lattice values, from 0 to 1, each octave about half as strong as the one before it. */
export function createCoverNoise(): DataTexture {
  const values = new Float32Array(planeSide * planeSide)
  for (
    let octave = 0, points = planeLattice, weight = 0.5;
    octave < planeOctaves;
    octave++, points *= 2, weight *= 0.52
  )
    for (let texel = 0; texel < values.length; texel++) {
      const [x, y] = [texel % planeSide, Math.floor(texel / planeSide)]
      values[texel]! += weight * lattice((x / planeSide) * points, (y / planeSide) * points, points)
    }
  const noise = repeated(new DataTexture(ranks(values), planeSide, planeSide, RedFormat), 'places of clouds')
  noise.needsUpdate = true
  return noise
}

/** Closeness to the nearest of scattered points, from 0 to 1 (Worley 1996): round billows with sharp clefts between them. */
export function createBillows(): Data3DTexture {
  const bytes = new Uint8Array(volumeSide ** 3)
  for (let texel = 0; texel < bytes.length; texel++) {
    const at = [texel % volumeSide, Math.floor(texel / volumeSide) % volumeSide, Math.floor(texel / volumeSide ** 2)]
    let value = 0
    for (
      let octave = 0, cells = volumeCells, weight = 0.65;
      octave < volumeOctaves;
      octave++, cells *= 2, weight *= 0.54
    )
      value +=
        weight *
        (1 -
          nearestPoint(
            at.map((place) => ((place + 0.5) / volumeSide) * cells),
            cells,
          ))
    bytes[texel] = 255 * Math.min(1, Math.max(0, value))
  }
  const noise = interpolated(new Data3DTexture(bytes, volumeSide, volumeSide, volumeSide), 'billows of clouds')
  noise.format = RedFormat
  noise.type = UnsignedByteType
  noise.wrapS = noise.wrapT = noise.wrapR = RepeatWrapping
  noise.needsUpdate = true
  return noise
}

/** Ranks of values as bytes: the part of the plane above 1 - c is c. */
function ranks(values: Float32Array): Uint8Array {
  const bytes = new Uint8Array(values.length)
  Uint32Array.from(values.keys())
    .sort((a, b) => values[a]! - values[b]!)
    .forEach((texel, rank) => {
      bytes[texel] = Math.floor((256 * rank) / values.length)
    })
  return bytes
}

function lattice(x: number, y: number, points: number): number {
  const [i, j] = [Math.floor(x), Math.floor(y)]
  const [u, v] = [smooth(x - i), smooth(y - j)]
  const value = (a: number, b: number): number => hashToUnit(a % points, b % points, points + 311)
  const near = value(i, j) + u * (value(i + 1, j) - value(i, j))
  const far = value(i, j + 1) + u * (value(i + 1, j + 1) - value(i, j + 1))
  return near + v * (far - near)
}

function smooth(t: number): number {
  return t * t * t * (t * (6 * t - 15) + 10)
}

/** Distance to the nearest of the points of a periodic lattice, one at random in each of its cells [cells]. */
function nearestPoint(at: readonly number[], cells: number): number {
  const [x, y, z] = at as [number, number, number]
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)]
  let nearest = 9
  for (let c = k - 1; c <= k + 1; c++)
    for (let b = j - 1; b <= j + 1; b++)
      for (let a = i - 1; a <= i + 1; a++) {
        const cell = wrapped(a, cells) + cells * (wrapped(b, cells) + cells * wrapped(c, cells))
        const dx = a + hashToUnit(cell, 1, cells) - x
        const dy = b + hashToUnit(cell, 2, cells) - y
        const dz = c + hashToUnit(cell, 3, cells) - z
        nearest = Math.min(nearest, dx * dx + dy * dy + dz * dz)
      }
  return Math.sqrt(nearest)
}

function wrapped(index: number, count: number): number {
  return ((index % count) + count) % count
}
