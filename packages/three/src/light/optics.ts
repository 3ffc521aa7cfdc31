import { float, refract, vec3 } from 'three/tsl'
import type { Node } from 'three/webgpu'

/** Refractive index of water for visible light [1]. */
export const refractiveIndex = 1.333

/** Unit direction towards the sun as seen from below level water, by Snell's law. `sunDirection`: the same above the water. */
export function sunFromWater(sunDirection: Node<'vec3'>): Node<'vec3'> {
  return refract(sunDirection.negate(), vec3(0, 1, 0), float(1 / refractiveIndex)).negate()
}

/** Reflectance of water at normal incidence [1]: ((n - 1) / (n + 1))². */
const normalReflectance = ((refractiveIndex - 1) / (refractiveIndex + 1)) ** 2

/**
 * Reflectance of smooth water at the given cosine between ray and normal, for unpolarized light: Fresnel's equations. With
 * g² = n² - 1 + c², the transmitted cosine times n, they need one square root and two divisions.
 * @param index Refractive index behind the surface over that before it [1]; its inverse for rays from below. There g is 0 beyond the
 * critical angle, which gives total reflection without a branch.
 */
export function fresnel(cosine: Node<'float'>, index = refractiveIndex): Node<'float'> {
  const c = cosine.clamp(0, 1).toVar()
  const g = c
    .mul(c)
    .add(index ** 2 - 1)
    .max(0)
    .sqrt()
    .toVar()
  const [less, more] = [g.sub(c).toVar(), g.add(c).toVar()]
  const across = less.div(more)
  const along = c.mul(more).sub(1).div(c.mul(less).add(1)).toVar()
  return across.mul(across).mul(along.mul(along).add(1)).mul(0.5)
}

/**
 * Reflectance of rough water, averaged over unresolved slopes. `variance`: that of the slopes, both directions together [1] (Bruneton, Neyret and Holzschuch, "Real-time realistic ocean lighting", 2010).
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

/** Slope variance of ripples of millimetres, which no tile contains, and of the width of the sun [1]. */
const leastVariance = 0.0006

/**
 * Sun glitter: radiance reflected by the facets of rough water over the irradiance of a level surface [1/sr]. The slopes of facets are
 * Gaussian around the normal. Facets that reflect the sun have their normal half way between eye and sun (Cox and Munk 1954).
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
  // At grazing view, facets occlude each other.
  const seen = normal.dot(toEye).max(0).add(spread.sqrt().mul(0.6)).add(0.02).mul(4).mul(upward.pow(4))
  return facets.mul(fresnel(half.dot(toEye))).div(seen)
}
