// Shading of water in a basin, smooth or with ripples of the wind: reflection, refraction and light through crests.

import { cameraPosition, Fn, mix, modelWorldMatrix, positionWorld, vec3 } from 'three/tsl'
import type { Node } from 'three/webgpu'
import { fresnel, meanFresnel } from '../../light/optics.js'
import { type HeightField, slopeWith } from '../height-field.js'
import { meniscusSlope } from '../shore/meniscus.js'
import {
  lightFromAbove,
  lightFromBelow,
  lightThroughCrests,
  reflectionOfRoughWater,
  sunGlitter,
  withinPixel,
} from './water-light.js'
import type { WaterLook } from './water-look.js'
import type { WaterMaterial } from './water-material.js'

/** Radiance of the water towards the camera. */
export function shadePool(
  material: WaterMaterial,
  field: HeightField,
  place: Node<'vec2'>,
  look: WaterLook,
): Node<'vec3'> {
  return Fn(() => {
    const footprint = positionWorld.fwidth().length().toVar()
    const shape = slopeWith(look.patch, field, place)
    const waves = look.rain ? shape.add(look.rain.rings(place, footprint)) : shape
    const bent = look.walls ? waves.add(meniscusSlope(look.walls(place).toVar(), footprint)) : waves
    const ripples = material.ripples?.at(place).toVar()
    const slope = (ripples ? bent.add(ripples.xy) : bent).mul(material.distortionScale).toVar()
    const normal = vec3(slope.x.negate(), 1, slope.y.negate()).transformDirection(modelWorldMatrix).toVar()
    const toEye = cameraPosition.sub(positionWorld).normalize().toVar()
    // At grazing view the interpolated normal may face away from the camera; a small minimum of the cosine keeps Fresnel finite there.
    const facing = normal.dot(toEye).max(0.02).toVar()

    const below = lightFromBelow(material, normal, toEye, footprint, look)
    const within = below.add(lightThroughCrests(material, normal, toEye))
    if (!ripples) {
      const { light, left } = lightFromAbove(material, normal, toEye, footprint, look)
      return mix(within, light, fresnel(facing).mul(left))
    }
    // Waves of the grid are smaller than a pixel, too, far away.
    const grid = vec3(bent.x.negate(), 1, bent.y.negate()).normalize().toVar()
    const variance = ripples.z.add(withinPixel(grid)).toVar()
    const above = reflectionOfRoughWater(material, normal, toEye, footprint, variance, look)
    return mix(within, above, meanFresnel(facing, variance)).add(sunGlitter(material, normal, toEye, variance))
  })()
}
