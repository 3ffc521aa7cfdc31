// Light in the body of the water: what it absorbs, and what it scatters towards the eye.
//
// Light comes from above and fades with the depth d as exp(-K d). A point of the ray at the distance s scatters a part of it, of which
// exp(-K s) reaches the eye. Along a ray that starts at the depth d0 and rises by r for each metre, the sum up to the length l is
//   S exp(-K d0) (1 - exp(-K (1 - r) l)) / (1 - r).
// Straight down from the surface it is S / 2 for deep water, the colour that deep water has from above: S is twice that colour. Level
// rays are therefore twice as bright, rays upwards brighter still, and all are darker further down. An eye in the water is adapted to it.

import { vec3 } from 'three/tsl'
import type { Node } from 'three/webgpu'
import { lightOfDepth } from '../surface/shading/water-light.js'
import type { WaterSurface } from '../surface/water-surface.js'

/** Exposure of light from the body of the water to an eye in it, over that to an eye in the air [1]. */
const adaptation = 1.6
/** Least value of 1 - r: straight up the sum is proportional to the length. */
const leastFall = 0.04

/**
 * Factor on attenuation that is relative to the usual depth of water over ground [1]. It shows the ground from above, over ways of one
 * depth; sideways a diver looks over ways of many.
 */
const alongWater = 0.45

/** Light lost per metre of drawn water [1/m]. */
export function attenuationOf({ material, grounded }: WaterSurface): Node<'vec3'> {
  if (!grounded) return vec3(material.absorption)
  const drawn = grounded.attenuation.div(grounded.ground.heightScale)
  return grounded.isRelative ? drawn.mul(alongWater) : drawn
}

/** Share of the light that is left after a way through the water [1]. */
export function transmittance(surface: WaterSurface, way: Node<'float'>): Node<'vec3'> {
  return attenuationOf(surface).mul(way).negate().exp()
}

/**
 * Light that the water scatters towards the eye along a ray.
 * @param depth Depth at which the ray starts [m].
 * @param direction Unit direction of the ray, away from the eye.
 * @param length Length of the ray in the water [m].
 */
export function scatteredLight(
  surface: WaterSurface,
  depth: Node<'float'>,
  direction: Node<'vec3'>,
  length: Node<'float'>,
): Node<'vec3'> {
  const attenuation = attenuationOf(surface).toVar()
  const fall = direction.y.oneMinus().max(leastFall).toVar()
  const sum = attenuation.mul(fall.mul(length)).negate().exp().oneMinus().div(fall)
  return lightOfDepth(surface.material, vec3(0, 1, 0))
    .mul(2 * adaptation)
    .mul(attenuation.mul(depth).negate().exp())
    .mul(sum)
}
