import { vec3 } from 'three/tsl'
import { DataTexture, HalfFloatType, type Node, RGBAFormat } from 'three/webgpu'
import { toHalf } from '../../shared/half-float.js'
import { hashToUnit } from '../../shared/hash.js'
import { repeated } from '../../shared/texture-filters.js'

/** Texels along each side. */
const side = 128
/** Number of waves. */
const count = 28
/** Smallest and largest number of whole waves along a side. */
const [fewest, most] = [4, 26]

/** A slope of 0 in a texel of bytes, as it is read [1]. */
export const levelByte = 128 / 255

/** Slopes of small ripples in all directions, along x and z for each texel of a periodic square. The sum of both squares is 1 on average. */
function slopesOfRipples(): Float32Array {
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
  return slopes
}

/**
 * The slopes of ripples as a periodic texture: slopes along x and z and the sum of their squares, which is 1 on average. Its mipmaps
 * give the variance of unresolved slopes (Olano and Baker, "LEAN mapping", 2010).
 */
export function createRipples(): DataTexture {
  const slopes = slopesOfRipples()
  const halves = new Uint16Array(4 * side * side)
  for (let texel = 0; texel < side * side; texel++) {
    const [x, z] = [slopes[2 * texel]!, slopes[2 * texel + 1]!]
    halves.set([toHalf(x), toHalf(z), toHalf(x * x + z * z), 0], 4 * texel)
  }
  const ripples = repeated(new DataTexture(halves, side, side, RGBAFormat, HalfFloatType), 'ripples')
  ripples.needsUpdate = true
  return ripples
}

/**
 * The same in bytes, which take half the time to read where devices draw in software. Mipmaps of the device would round the slopes of far
 * water, and tilt it: these are rounded from exact means, and a slope of 0 is 0. The sum of squares, from which the squares of slopes are
 * subtracted, has two bytes; both are interpolated, and so is their sum.
 */
export class RippleBytes {
  readonly texture: DataTexture
  /** Variance of the slopes, both axes together [1]: nearly 1, because waves of one length and direction may meet. */
  readonly variance: number
  /** Largest slope, and largest sum of squares [1]. */
  readonly #steepest: number
  readonly #largest: number

  constructor() {
    const slopes = slopesOfRipples()
    const steepest = slopes.reduce((most, slope) => Math.max(most, Math.abs(slope)), 0)
    // Means of the finest level are those of its slopes as they are stored.
    let means = new Float32Array(3 * side * side)
    for (let texel = 0; texel < side * side; texel++) {
      const [x, z] = [0, 1].map((axis) => (Math.round((127 * slopes[2 * texel + axis]!) / steepest) * steepest) / 127)
      means.set([x!, z!, x! * x! + z! * z!], 3 * texel)
    }
    let largest = 0
    for (let at = 2; at < means.length; at += 3) largest = Math.max(largest, means[at]!)
    this.#steepest = steepest
    this.#largest = largest
    const levels = [this.#pack(means)]
    for (let width = side; width > 1; width /= 2) {
      means = halved(means, width)
      levels.push(this.#pack(means))
    }
    this.variance = means[2]!
    this.texture = repeated(new DataTexture(levels[0], side, side, RGBAFormat), 'ripples')
    this.texture.generateMipmaps = false
    this.texture.mipmaps = levels.map((data, level) => ({ data, width: side >> level, height: side >> level }))
    this.texture.needsUpdate = true
  }

  /** Slopes along x and z, and the sum of their squares, from a texel. */
  decode(texel: Node<'vec4'>): Node<'vec3'> {
    const [slope, square] = [this.#steepest / 127, this.#largest / 255]
    return vec3(texel.xy.sub(levelByte).mul(255 * slope), texel.z.mul(255 * square).add(texel.w.mul(square)))
  }

  #pack(means: Float32Array): Uint8Array {
    const bytes = new Uint8Array((4 * means.length) / 3)
    for (let texel = 0; texel < bytes.length / 4; texel++) {
      const [x, z, squares] = means.subarray(3 * texel, 3 * texel + 3) as unknown as [number, number, number]
      const slope = (value: number): number => Math.round(128 + (127 * value) / this.#steepest)
      const square = (255 * squares) / this.#largest
      const whole = Math.floor(square)
      bytes.set([slope(x), slope(z), whole, Math.round(255 * (square - whole))], 4 * texel)
    }
    return bytes
  }
}

/** Means over two by two texels of a square with three numbers for each. */
function halved(means: Float32Array, width: number): Float32Array<ArrayBuffer> {
  const half = width / 2
  return Float32Array.from({ length: 3 * half * half }, (_, at) => {
    const texel = Math.floor(at / 3)
    const first = 3 * (2 * Math.floor(texel / half) * width + 2 * (texel % half)) + (at % 3)
    return (means[first]! + means[first + 3]! + means[first + 3 * width]! + means[first + 3 * width + 3]!) / 4
  })
}
