import { float, mix, vec3 } from 'three/tsl'
import type { Node } from 'three/webgpu'
import { wetAlbedo } from '../../ground/ground-material.js'
import { refractiveIndex } from '../../light/optics.js'
import type { GroundedWater } from '../grounded-water.js'
import { lightOfDepth } from './water-light.js'
import type { WaterMaterial } from './water-material.js'

/**
 * Light that leaves water over level sand of one color: without looking up what is below, and without caustics.
 * @param facing Cosine of the angle between the normal and the direction to the eye [1].
 * @param depth Depth of the water [m].
 */
export function lightFromPlainGround(
  material: WaterMaterial,
  water: GroundedWater,
  normal: Node<'vec3'>,
  facing: Node<'float'>,
  depth: Node<'float'>,
): Node<'vec3'> {
  const { sandColor, light } = water.ground.material
  const bottom = sandColor.rgb.mul(light(vec3(0, 1, 0), float(1), float(1))).mul(vec3(...wetAlbedo)) as Node<'vec3'>
  // The way of light down to the ground and, refracted, up to the camera, over the depth.
  const way = facing
    .mul(facing)
    .oneMinus()
    .div(refractiveIndex ** 2)
    .oneMinus()
    .inverseSqrt()
    .add(1)
  const left = water.attenuation.mul(depth.mul(way)).negate().exp()
  return mix(lightOfDepth(material, normal), bottom, left)
}
