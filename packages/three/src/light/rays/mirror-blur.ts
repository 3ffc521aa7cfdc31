// Blur of mirror images by ripples that are too small to be seen. A slope s deflects a reflected ray by 2 s up or down, and sideways by less,
// the lower the eye is: images of lamps and masts are drawn out into vertical streaks. Where the ray meets an object after a way d, and
// the water is a way D from the eye, the image is blurred by the angle 2 s d / (D + d) as seen by the eye: not at all at the waterline.

import { float, int, Loop } from 'three/tsl'
import type { Node } from 'three/webgpu'

/** Samples of a Gaussian along the vertical. */
export class Blur {
  readonly #spacing: number
  readonly #beside: number

  /**
   * @param spacing Distance of samples in deviations [1].
   * @param beside Samples on each side of the middle.
   */
  constructor(spacing: number, beside: number) {
    this.#spacing = spacing
    this.#beside = beside
  }

  /**
   * Adds up the samples of an image: one if it is sharp, else all. A loop, because renderers in software would read all samples of a branch
   * for every pixel.
   * @param isSeen Whether there is anything to add up.
   * @param add Adds a sample, by its place in deviations of the blur [1] and its weight; the sum of all weights is 1.
   */
  addUp(isSeen: Node<'bool'>, isSharp: Node<'bool'>, add: (place: Node<'float'>, weight: Node<'float'>) => void): void {
    const last = isSharp.select(int(0), int(this.#beside)).toVar()
    const end = isSeen.select(last, last.negate().sub(1)).toVar()
    Loop({ type: 'int', start: last.negate(), end, condition: '<=' }, ({ i }) => {
      const place = float(i).mul(this.#spacing).toVar()
      const weight = place.mul(place).mul(-0.5).exp().div(this.#sum())
      add(place, isSharp.select(float(1), weight))
    })
  }

  /**
   * Level of the mipmaps in which a texel is half as wide as the way between two samples: interpolated, it fills that way, and blurs
   * sideways by less than the samples do along the vertical.
   * @param pixels Deviation of the blur in the picture [px].
   */
  level(pixels: Node<'float'>): Node<'float'> {
    return pixels
      .mul(this.#spacing / 2)
      .max(1)
      .log2()
  }

  /** A level whose texels, interpolated, cover all samples. The outermost ones are `2 beside` texels of their own level from the middle. */
  coveringLevel(level: Node<'float'>): Node<'float'> {
    return level.add(Math.ceil(Math.log2(2 * (2 * this.#beside))))
  }

  /** Sum of the weights, 1 in the middle. */
  #sum(): number {
    let sum = 1
    for (let k = 1; k <= this.#beside; k++) sum += 2 * Math.exp(-0.5 * (this.#spacing * k) ** 2)
    return sum
  }
}

/**
 * Deviation of reflected rays in their vertical plane [1], as the tangent of its angle.
 * @param variance Variance of the slopes that are not resolved, along both axes together [1].
 */
export function deviationOfRays(variance: Node<'float'>): Node<'float'> {
  return variance.max(0).mul(0.5).sqrt().mul(2)
}
