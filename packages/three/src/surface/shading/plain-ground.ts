import { float, mix, positionWorld, refract, vec3 } from 'three/tsl'
import type { Node } from 'three/webgpu'
import { wetAlbedo } from '../../ground/ground-material.js'
import { refractiveIndex } from '../../light/optics.js'
import type { GroundedWater } from '../grounded-water.js'
import { lightOfDepth } from './water-light.js'
import type { WaterMaterial } from './water-material.js'

/**
 * Light that leaves water over level sand of one color, with caustics on it: without looking up what is below.
 * @param toEye Unit direction to the eye.
 * @param depth Depth of the water [m].
 * @param footprint Width of a pixel [m].
 */
export function lightFromPlainGround(
  material: WaterMaterial,
  water: GroundedWater,
  normal: Node<'vec3'>,
  toEye: Node<'vec3'>,
  depth: Node<'float'>,
  footprint: Node<'float'>,
): Node<'vec3'> {
  const { sandColor, light } = water.ground.material
  const ray = refract(toEye.negate(), normal, float(1 / refractiveIndex)).toVar()
  const way = depth.max(0).div(ray.y.negate().max(0.05)).toVar()
  const sun = water.caustics?.(positionWorld.xz.add(ray.xz.mul(way)), depth.max(0), footprint) ?? float(1)
  const bottom = sandColor.rgb.mul(light(vec3(0, 1, 0), sun, float(1))).mul(vec3(...wetAlbedo)) as Node<'vec3'>
  // The way of light down to the ground and, refracted, up to the camera.
  const left = water.attenuation.mul(depth.add(way)).negate().exp()
  return mix(lightOfDepth(material, normal), bottom, left)
}
