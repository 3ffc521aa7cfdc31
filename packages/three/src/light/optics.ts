import { float, refract, vec3 } from 'three/tsl'
import type { Node } from 'three/webgpu'

/** Refractive index of water for visible light [1]. */
export const refractiveIndex = 1.333

/** Unit direction towards the sun as seen from below level water, by Snell's law. `sunDirection`: the same above the water. */
export function sunFromWater(sunDirection: Node<'vec3'>): Node<'vec3'> {
  return refract(sunDirection.negate(), vec3(0, 1, 0), float(1 / refractiveIndex)).negate()
}

/** Share of light that water reflects at normal incidence [1]: ((n - 1) / (n + 1))². */
const normalReflectance = ((refractiveIndex - 1) / (refractiveIndex + 1)) ** 2

/** Share of light reflected when the cosine between ray and normal is `cosine`; Schlick's approximation of Fresnel (1994). */
export function fresnel(cosine: Node<'float'>): Node<'float'> {
  return float(1)
    .sub(cosine)
    .clamp(0, 1)
    .pow(5)
    .mul(1 - normalReflectance)
    .add(normalReflectance)
}

/**
 * The same for rough water, averaged over the slopes that are too small to be seen; `variance` is theirs, both directions
 * together [1] (Bruneton, Neyret and Holzschuch, "Real-time realistic ocean lighting", 2010).
 */
export function meanFresnel(cosine: Node<'float'>, variance: Node<'float'>): Node<'float'> {
  const roughness = variance.mul(0.5).sqrt().toVar()
  const grazing = float(1).sub(cosine).clamp(0, 1)
  return grazing
    .pow(roughness.mul(-2.69).exp().mul(5))
    .div(roughness.pow(1.5).mul(22.7).add(1))
    .mul(1 - normalReflectance)
    .add(normalReflectance)
}

/** Slopes that no tile has: ripples of millimetres, and the width of the sun itself [1]. */
const leastVariance = 0.0006

/**
 * Sunlight that facets of rough water mirror to the eye, over the light that falls on a level surface [1/sr]. Facets have
 * Gaussian slopes around the normal; those that mirror have their normal half way between eye and sun (Cox and Munk 1954).
 */
export function glitter(
  normal: Node<'vec3'>,
  toEye: Node<'vec3'>,
  toSun: Node<'vec3'>,
  variance: Node<'float'>,
): Node<'float'> {
  const half = toEye.add(vec3(toSun)).normalize().toVar()
  const spread = variance.add(leastVariance).toVar()
  const upward = half.y.max(0.05).toVar()
  const off = half.xz
    .div(upward)
    .sub(normal.xz.div(normal.y.max(0.05)))
    .toVar()
  const facets = off.dot(off).div(spread).negate().exp().div(spread.mul(Math.PI))
  // Facets hide each other where the eye looks along the water.
  const seen = normal.dot(toEye).max(0).add(spread.sqrt().mul(0.6)).add(0.02).mul(4).mul(upward.pow(4))
  return facets.mul(fresnel(half.dot(toEye))).div(seen)
}
