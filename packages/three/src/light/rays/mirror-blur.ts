// Blur of mirror images by ripples that are too small to be seen. A slope s deflects a reflected ray by 2 s up or down, and sideways by less,
// the lower the eye is: images of lamps and masts are drawn out into vertical streaks. Where the ray meets an object after a way d, and
// the water is a way D from the eye, the image is blurred by the angle 2 s d / (D + d) as seen by the eye: not at all at the waterline.

import type { Node } from 'three/webgpu'

/** Places of samples along the vertical in deviations of the blur [1], and their weights: those of a Gaussian, sum 1. */
const spacing = 0.85
const places = [-2, -1, 0, 1, 2]
const whole = places.reduce((sum, place) => sum + gaussian(place), 0)

/** Places of the samples in deviations of the blur, and their weights. */
export const blurSamples: readonly (readonly [place: number, weight: number])[] = places.map((place) => [
  spacing * place,
  gaussian(place) / whole,
])

function gaussian(place: number): number {
  return Math.exp(-0.5 * (spacing * place) ** 2)
}

/**
 * Deviation of reflected rays in their vertical plane [1], as the tangent of its angle.
 * @param variance Variance of the slopes that are not resolved, along both axes together [1].
 */
export function deviationOfRays(variance: Node<'float'>): Node<'float'> {
  return variance.max(0).mul(0.5).sqrt().mul(2)
}

/**
 * Level of the mipmaps in which a texel is half as wide as the way between two samples: interpolated, it fills that way, and blurs sideways
 * by less than the samples do along the vertical.
 * @param pixels Deviation of the blur in the picture [px].
 */
export function blurLevel(pixels: Node<'float'>): Node<'float'> {
  return pixels
    .mul(spacing / 2)
    .max(1)
    .log2()
}
