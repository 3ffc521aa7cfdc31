import { DataTexture, DataUtils, HalfFloatType, RGBAFormat } from 'three/webgpu'
import { toHalf } from '../../shared/half-float.js'
import { hashToUnit } from '../../shared/hash.js'
import { repeated } from '../../shared/texture-filters.js'

/** Texels along each side. */
const side = 128
/** Number of waves. */
const count = 28
/** Smallest and largest number of whole waves along a side. */
const [fewest, most] = [4, 26]

/**
 * Slopes of small ripples in all directions, as a periodic texture: slopes along x and z and the sum of their squares, which is
 * 1 on average. Its mipmaps give the variance of unresolved slopes (Olano and Baker, "LEAN mapping", 2010).
 */
export function createRipples(): DataTexture {
  const slopes = new Float32Array(2 * side * side)
  for (let wave = 0; wave < count; wave++) {
    // Uniformly distributed over directions and over the logarithm of the length, as the short waves of a sea.
    const angle = (2 * Math.PI * (wave + hashToUnit(wave, 1, 1))) / count
    const waves = fewest * (most / fewest) ** hashToUnit(wave, 2, 2)
    const [mx, mz] = [Math.round(waves * Math.cos(angle)), Math.round(waves * Math.sin(angle))]
    const phase = hashToUnit(wave, 3, 3)
    const [alongX, alongZ] = [Math.cos(angle), Math.sin(angle)].map((share) => share * Math.sqrt(2 / count)) as [
      number,
      number,
    ]
    for (let texel = 0; texel < side * side; texel++) {
      const [i, j] = [texel % side, Math.floor(texel / side)]
      const swing = Math.sin(2 * Math.PI * ((mx * i + mz * j) / side + phase))
      slopes[2 * texel]! += alongX * swing
      slopes[2 * texel + 1]! += alongZ * swing
    }
  }
  const halves = new Uint16Array(4 * side * side)
  for (let texel = 0; texel < side * side; texel++) {
    const [x, z] = [slopes[2 * texel]!, slopes[2 * texel + 1]!]
    halves.set([toHalf(x), toHalf(z), toHalf(x * x + z * z), 0], 4 * texel)
  }
  const ripples = repeated(new DataTexture(halves, side, side, RGBAFormat, HalfFloatType), 'ripples')
  ripples.needsUpdate = true
  return ripples
}

/** Variance of the slopes of such a texture, both axes together [1]: nearly 1, because waves of one length and direction may meet. */
export function varianceOf({ image }: DataTexture): number {
  const halves = image.data as Uint16Array
  let sum = 0
  for (let at = 2; at < halves.length; at += 4) sum += DataUtils.fromHalfFloat(halves[at]!)
  return (4 * sum) / halves.length
}
