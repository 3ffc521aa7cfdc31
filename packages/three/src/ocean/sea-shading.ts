// Shading of the open sea: rough water, foam and haze.

import { cameraPosition, Fn, mix, modelWorldMatrix, positionWorld, smoothstep, vec3 } from 'three/tsl'
import type { Node } from 'three/webgpu'
import { meanFresnel } from '../light/optics.js'
import {
  lightFromBelow,
  lightOnFoam,
  lightThroughCrests,
  reflectionOfRoughWater,
  sunGlitter,
} from '../surface/shading/water-light.js'
import type { WaterLook } from '../surface/shading/water-look.js'
import type { WaterMaterial } from '../surface/shading/water-material.js'
import type { OceanField, SeaShape } from './ocean-field.js'

/** Largest share of light that bubbles below foam scatter [1]. */
const bubbles = 0.3

/** Radiance of the open sea: unresolved waves are roughness, breaking crests are white, distant water fades into the sky. */
export function shadeSea(
  material: WaterMaterial,
  ocean: OceanField,
  place: Node<'vec2'>,
  look: WaterLook,
): Node<'vec3'> {
  return Fn(() => {
    const footprint = positionWorld.fwidth().length().toVar()
    const shape = ocean.shape(place, footprint)
    const { x, y, z } = shape.normal
    const normal = vec3(x.mul(material.distortionScale), y, z.mul(material.distortionScale))
      .transformDirection(modelWorldMatrix)
      .toVar()
    const fromEye = positionWorld.sub(cameraPosition).toVar()
    const toEye = fromEye.normalize().negate().toVar()
    const facing = normal.dot(toEye).max(0.02).toVar()

    const below = lightFromBelow(material, normal, toEye, footprint, look)
    const through = lightThroughCrests(material, normal, toEye).add(lightThroughThinWater(material, shape, toEye))
    const above = reflectionOfRoughWater(material, normal, toEye, footprint, shape.variance, look)
    const water = mix(below.add(through), above, meanFresnel(facing, shape.variance))
    const lit = water.add(sunGlitter(material, normal, toEye, shape.variance))

    const share = foamShare(material, ocean, place, shape).toVar()
    const white = ocean.froth(place, share, footprint).mul(0.95)
    const onFoam = lightOnFoam(material, normal).toVar()
    // Bubbles below the surface scatter light around the foam and between its patches.
    const aerated = mix(lit, material.crestColor.rgb.mul(onFoam), share.mul(bubbles))
    const surface = mix(aerated, material.foamColor.rgb.mul(onFoam), white)

    const distance = fromEye.length().div(material.haze)
    const clear = distance.mul(distance).negate().exp()
    const skyline = toEye.negate().toVar()
    const behind = material.sky.radiance(vec3(skyline.x, skyline.y.max(0), skyline.z).normalize())
    return mix(behind, surface, clear)
  })()
}

/** Share of the surface under foam: where it is compressed at present, and where earlier crests have left foam. */
function foamShare(material: WaterMaterial, ocean: OceanField, place: Node<'vec2'>, shape: SeaShape): Node<'float'> {
  const left = ocean.foam(place)
  const made = smoothstep(material.foamStart, material.foamFull, shape.jacobian)
  return ocean.hasTiles ? left.max(made) : left
}

/** Compressed water is a thin crest: sunlight from behind shines through it. */
function lightThroughThinWater(material: WaterMaterial, { squeeze }: SeaShape, toEye: Node<'vec3'>): Node<'vec3'> {
  const thin = squeeze.mul(-2.2).clamp(0, 1)
  const backlit = toEye.negate().dot(material.sunDirection).mul(0.5).add(0.5).clamp(0, 1).pow(3)
  return material.crestColor.rgb.mul(material.sunColor.rgb).mul(thin.mul(backlit.mul(0.4).add(0.06)))
}
