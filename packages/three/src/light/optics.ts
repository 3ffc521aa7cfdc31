import { float, refract, vec3 } from 'three/tsl'
import type { Node } from 'three/webgpu'
import { deviationOf, seenAreas, shownArea } from './visible-facets.js'

/** Refractive index of water for visible light [1]. */
export const refractiveIndex = 1.333

/** Unit direction towards the sun as seen from below level water, by Snell's law. `sunDirection`: the same above the water. */
export function sunFromWater(sunDirection: Node<'vec3'>): Node<'vec3'> {
  return refract(sunDirection.negate(), vec3(0, 1, 0), float(1 / refractiveIndex)).negate()
}

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
 * Reflectance of rough water, averaged over the unresolved slopes that are seen: Fresnel's equations at the two cosines that have the mean
 * and the variance of those of visible facets. Within 3 % of the integral over Gaussian slopes at all angles, up to the slopes of a gale.
 * @param cosine Cosine between the direction to the eye and the mean normal [1].
 * @param variance Variance of the slopes, both directions together [1].
 */
export function meanFresnel(cosine: Node<'float'>, variance: Node<'float'>): Node<'float'> {
  const { mean, deviation } = seenAreas(cosine, deviationOf(sineOf(cosine), variance))
  // A facet that shows the area t leans by its slope: the cosine of incidence is t over the length of its normal.
  const upright = variance.add(1).inverseSqrt().toVar()
  const [middle, off] = [mean.mul(upright).toVar(), deviation.mul(upright).toVar()]
  return fresnel(middle.sub(off))
    .add(fresnel(middle.add(off)))
    .mul(0.5)
}

/** Slope variance of ripples of millimetres, which no tile contains, and of the width of the sun [1]. */
export const leastVariance = 0.0006

/**
 * Sun glitter: radiance reflected by the facets of rough water over the irradiance of a surface that faces the sun [1/sr]. The slopes of
 * facets are Gaussian around the normal. Facets that reflect the sun have their normal half way between eye and sun (Cox and Munk 1954).
 * Facets occlude each other from the eye and from the sun (Smith 1967): the integral over all directions is the reflected sunlight.
 * @param normal Unit normal of the resolved surface in world space.
 * @param toEye Unit direction to the eye.
 * @param toSun Unit direction to the sun.
 * @param variance Variance of the unresolved slopes, both directions together [1].
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
  const level = normal.y.max(0.05).toVar()
  const off = half.xz.div(upward).sub(normal.xz.div(level)).toVar()
  const facets = off.dot(off).div(spread).negate().exp().div(spread.mul(Math.PI))
  const seen = shownTo(toEye, normal, level, spread)
  const lit = shownTo(vec3(toSun), normal, level, spread)
  // Smith's masking of both: 1 / (1 + Λ(eye) + Λ(sun)), where 1 + Λ is the visible area over that of the mean surface.
  const hidden = lit.whole.div(lit.cosine).sub(1).max(0)
  const squared = upward.mul(upward).toVar()
  const area = seen.whole.add(seen.cosine.mul(hidden)).mul(4).mul(squared).mul(squared)
  return facets.mul(fresnel(half.dot(toEye))).div(area)
}

/** Areas that the mean surface and its facets show to a direction, over the area from above [1]. */
function shownTo(
  direction: Node<'vec3'>,
  normal: Node<'vec3'>,
  level: Node<'float'>,
  variance: Node<'float'>,
): { cosine: Node<'float'>; whole: Node<'float'> } {
  const cosine = normal.dot(direction).div(level).max(0.001).toVar()
  return { cosine, whole: shownArea(cosine, deviationOf(sineOf(direction.y), variance)).toVar() }
}

function sineOf(cosine: Node<'float'>): Node<'float'> {
  return cosine.mul(cosine).oneMinus().max(0).sqrt()
}
