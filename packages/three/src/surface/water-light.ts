// Terms of the light that comes from a water surface, shared by the shadings of pools, seas and water over ground.

import { Fn, float, If, mix, pmremTexture, positionWorld, reflect, refract, vec3 } from 'three/tsl'
import type { Node, NodeBuilder, Scene, Texture } from 'three/webgpu'
import { glitter, refractiveIndex } from '../light/optics.js'
import { seeBelow } from '../light/screen-refraction.js'
import type { WaterLook } from './water-look.js'
import type { WaterMaterial } from './water-material.js'

/** Width of the sun's mirror image, as 1 - cosine [1]: about half a degree, a little more than the sun, for ripples too small for the grid. */
const sunWidth = 0.00006
/** Radiance of the mirror image, integrated over its width. */
const sunPower = 0.005

/** Irradiance of the sun relative to the colours of the sky, for glitter. */
const sunlight = 0.24
/** Upper limit of the glitter; brighter pixels would flicker. */
const brightest = 1.6

/** Reflection of smooth water. */
export function lightFromAbove(
  material: WaterMaterial,
  normal: Node<'vec3'>,
  toEye: Node<'vec3'>,
  footprint: Node<'float'>,
  look: WaterLook,
): Node<'vec3'> {
  const mirrored = reflect(toEye.negate(), normal).toVar()
  // A ray reflected downwards meets the water again and mostly leaves upwards: it has the radiance of the sky.
  const direction = vec3(mirrored.x, mirrored.y.abs(), mirrored.z).normalize().toVar()
  const seen = look.reflect
    ? look.reflect(positionWorld, direction, footprint)
    : surroundings(material, direction, look.envMap)
  return seen.add(glint(material, direction, normal))
}

/** Reflection of rough water. It comes from higher in the sky, because the visible facets lean towards the camera. */
export function reflectionOfRoughWater(
  material: WaterMaterial,
  normal: Node<'vec3'>,
  toEye: Node<'vec3'>,
  footprint: Node<'float'>,
  variance: Node<'float'>,
  look: WaterLook,
): Node<'vec3'> {
  const mirrored = reflect(toEye.negate(), normal).toVar()
  const raised = mirrored.y.abs().add(variance.sqrt().mul(0.7))
  const direction = vec3(mirrored.x, raised, mirrored.z).normalize().toVar()
  return look.reflect
    ? look.reflect(positionWorld, direction, footprint)
    : surroundings(material, direction, look.envMap)
}

/** Radiance of the environment of the material or of the scene, else of the sky. */
function surroundings(material: WaterMaterial, direction: Node<'vec3'>, envMap: Texture | undefined): Node<'vec3'> {
  if (envMap) return pmremTexture(envMap, direction, float(0))
  return Fn((builder) => {
    // The types of three lack the scene of a builder.
    const { scene } = builder as NodeBuilder & { scene: Scene | null }
    const environment = scene?.environment ?? null
    return environment ? pmremTexture(environment, direction, float(0)) : material.sky.radiance(direction)
  })()
}

/**
 * Mirror image of the sun as a lobe of finite width. Where the normal varies within a pixel, the lobe is widened and dimmed by the same
 * factor, so that glints neither flicker nor vanish at a distance (Kaplanyan et al. 2016, simplified).
 */
export function glint(material: WaterMaterial, direction: Node<'vec3'>, normal: Node<'vec3'>): Node<'vec3'> {
  const change = normal.fwidth()
  const spread = change.dot(change).mul(0.5).min(0.05)
  const width = float(sunWidth).add(spread).toVar()
  const offset = float(1).sub(direction.dot(material.sunDirection)).max(0)
  const lobe = offset.div(width).negate().exp()
  return material.sunColor.rgb.mul(lobe.mul(sunPower).div(width))
}

/** Sun glitter of rough water, compressed towards a maximum. `variance`: that of unresolved slopes [1]. */
export function sunGlitter(
  material: WaterMaterial,
  normal: Node<'vec3'>,
  toEye: Node<'vec3'>,
  variance: Node<'float'>,
): Node<'vec3'> {
  const facets = glitter(normal, toEye, material.sunDirection, variance).mul(sunlight).toVar()
  return material.sunColor.rgb.mul(facets.div(facets.div(brightest).add(1)))
}

/** Sunlight that deep water scatters back: a little more under slopes that face the sun. */
export function lightOfDepth(material: WaterMaterial, normal: Node<'vec3'>): Node<'vec3'> {
  return material.waterColor.rgb.mul(normal.dot(material.sunDirection).max(0).mul(0.8).add(0.5))
}

/** Light that leaves the water: from its ground by refraction, and scattered by its depth. */
export function lightFromBelow(
  material: WaterMaterial,
  normal: Node<'vec3'>,
  toEye: Node<'vec3'>,
  footprint: Node<'float'>,
  look: WaterLook,
  ground?: { absorption: Node<'vec3'>; depth: Node<'float'>; color: Node<'vec3'> },
): Node<'vec3'> {
  const deep = lightOfDepth(material, normal).toVar()
  if (look.refraction === false) return deep
  const direction = refract(toEye.negate(), normal, float(1 / refractiveIndex)).toVar()
  const seen = seeBelow(direction, ground?.depth)
  const color = (seen.lost && ground ? seen.lost.select(ground.color, seen.color) : seen.color).toVar()
  const { refract: hidden } = look
  if (hidden) {
    If(seen.visible.not(), () => {
      color.assign(hidden(positionWorld, direction, footprint))
    })
  }
  // Light is absorbed on its way down to the ground and on its way up to the camera.
  const left = (ground?.absorption ?? material.absorption).mul(seen.path.add(seen.drop)).negate().exp().toVar()
  return mix(deep, color, left)
}

/** Sunlight through back-lit slopes: strongest when the camera looks towards the sun, zero on level water. */
export function lightThroughCrests(material: WaterMaterial, normal: Node<'vec3'>, toEye: Node<'vec3'>): Node<'vec3'> {
  const steepness = float(1).sub(normal.y).mul(4).clamp(0, 1)
  const backlit = toEye.negate().dot(material.sunDirection).mul(0.5).add(0.5).clamp(0, 1).pow(2)
  return material.crestColor.rgb.mul(steepness.mul(backlit).mul(0.45))
}

/** Irradiance of foam by sun and sky. */
export function lightOnFoam(material: WaterMaterial, normal: Node<'vec3'>): Node<'vec3'> {
  const skylight = mix(material.sky.horizonColor.rgb, material.sky.zenithColor.rgb, 0.3).mul(0.95)
  return material.sunColor.rgb.mul(normal.dot(material.sunDirection).max(0).mul(0.55).add(0.12)).add(skylight)
}
