// Terms of the light that comes from a water surface, shared by the shadings of pools, seas and water over ground.

import { Fn, float, mix, pmremTexture, positionWorld, reflect, refract, smoothstep, vec3 } from 'three/tsl'
import type { Node, NodeBuilder, Scene, Texture } from 'three/webgpu'
import { fresnel, glitter, refractiveIndex } from '../../light/optics.js'
import { type MirroredTerrain, seeFromWater } from '../../light/rays/screen-reflection.js'
import { type GroundBelow, seeBelow } from '../../light/rays/screen-refraction.js'
import type { WaterLook } from './water-look.js'
import type { WaterMaterial } from './water-material.js'

/** Width of the sun's mirror image, as 1 - cosine [1]: about half a degree, a little more than the sun, for ripples too small for the grid. */
const sunWidth = 0.00006
/** Radiance of the mirror image, integrated over its width. */
const sunPower = 0.005

/** Irradiance of the sun relative to the colours of the sky, for glitter. */
const sunlight = 0.24
/** Upper limit of the glitter, far above white: single glints of a low sun are no brighter, and all others keep their energy. */
const brightest = 16

/** What smooth water mirrors, and the share of it that is left where the mirrored ray meets the next wave [1]. */
export function lightFromAbove(
  material: WaterMaterial,
  normal: Node<'vec3'>,
  toEye: Node<'vec3'>,
  footprint: Node<'float'>,
  look: WaterLook,
): { light: Node<'vec3'>; left: Node<'float'> } {
  const mirrored = reflect(toEye.negate(), normal).toVar()
  const { rise, left } = pastNextWave(mirrored.y, normal)
  const direction = vec3(mirrored.x, rise, mirrored.z).normalize().toVar()
  const ripples = withinPixel(normal)
  const variance = look.rippleVariance ? ripples.add(look.rippleVariance) : ripples
  const light = mirrorImage(material, direction, footprint, look, variance).add(glint(material, direction, normal))
  return { light, left }
}

/** Variance of the normals within a pixel, which it does not resolve [1]: of a slope that changes by c across it, c² / 12. */
export function withinPixel(normal: Node<'vec3'>): Node<'float'> {
  const change = normal.fwidth().toVar()
  return change.dot(change).mul(1 / 12)
}

/**
 * Rise of a reflected ray after it has passed the next wave [1], and the share of its light that is left [1]. A ray that is reflected
 * downwards meets the water again and mostly leaves upwards. Waves are about as steep there as here: from a slope that rises in front of
 * the ray by s, one that falls by y leaves with y + 2 s. So do low rays, which the next crest is in the way of. Without the slope they
 * would meet the foot of a wall or a bank all along the back of each ripple, as a dark dash. The next wave mirrors by its own reflectance.
 * The rest of the light comes from within the water there, as it does here: by a perfect mirror, the backs of steep waves were bands of sky.
 * @param rise Vertical part of the unit direction of the ray [1].
 */
export function pastNextWave(rise: Node<'float'>, normal: Node<'vec3'>): { rise: Node<'float'>; left: Node<'float'> } {
  const slope = normal.xz.length().div(normal.y.max(0.05)).toVar()
  const meets = smoothstep(slope.negate().sub(1e-6), slope, rise).oneMinus().toVar()
  const along = rise.mul(rise).oneMinus().max(0).sqrt()
  const facing = slope.mul(along).sub(rise).div(slope.mul(slope).add(1).sqrt())
  const left = fresnel(facing).oneMinus().mul(meets).oneMinus()
  return { rise: rise.abs().add(slope.mul(2).mul(meets)), left }
}

/**
 * Reflection of rough water. It comes from higher in the sky, because the visible facets lean towards the camera.
 * @param terrain The terrain around the water, if there is nothing else besides objects.
 */
export function reflectionOfRoughWater(
  material: WaterMaterial,
  normal: Node<'vec3'>,
  toEye: Node<'vec3'>,
  footprint: Node<'float'>,
  variance: Node<'float'>,
  look: WaterLook,
  terrain?: MirroredTerrain,
): Node<'vec3'> {
  const mirrored = reflect(toEye.negate(), normal).toVar()
  const raised = mirrored.y.abs().add(variance.sqrt().mul(0.7))
  const direction = vec3(mirrored.x, raised, mirrored.z).normalize().toVar()
  return mirrorImage(material, direction, footprint, look, variance, terrain)
}

/** Radiance along a reflected ray: of the object that it meets, else of the surroundings. */
function mirrorImage(
  material: WaterMaterial,
  direction: Node<'vec3'>,
  footprint: Node<'float'>,
  look: WaterLook,
  variance: Node<'float'>,
  terrain?: MirroredTerrain,
): Node<'vec3'> {
  const far = look.reflect
    ? look.reflect(positionWorld, direction, footprint)
    : surroundings(material, direction, look.envMap)
  // Without refraction the frame is not copied, and only a picture of its own shows objects.
  const { reflections = look.refraction !== false } = look
  if (reflections === false) return far
  const near = (
    reflections === true
      ? seeFromWater(direction, 'above', variance, terrain)
      : reflections.seen(positionWorld, direction, variance)
  ).toVar()
  return far.mul(near.w.oneMinus()).add(near.xyz)
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
  return directSunlight(material).mul(lobe.mul(sunPower).div(width))
}

/** Color of the sun as far as it shines on the water. */
function directSunlight({ sunColor, sunlight: share }: WaterMaterial): Node<'vec3'> {
  return share ? sunColor.rgb.mul(share(positionWorld)) : sunColor.rgb
}

/** Sun glitter of rough water, compressed towards a maximum. `variance`: that of unresolved slopes [1]. */
export function sunGlitter(
  material: WaterMaterial,
  normal: Node<'vec3'>,
  toEye: Node<'vec3'>,
  variance: Node<'float'>,
): Node<'vec3'> {
  const facets = glitter(normal, toEye, material.sunDirection, variance).mul(sunlight).toVar()
  return directSunlight(material).mul(facets.div(facets.div(brightest).add(1)))
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
  ground?: GroundBelow & { absorption: Node<'vec3'> },
): Node<'vec3'> {
  const deep = lightOfDepth(material, normal).toVar()
  if (look.refraction === false) return deep
  const direction = refract(toEye.negate(), normal, float(1 / refractiveIndex)).toVar()
  const { refract: hidden } = look
  const seen = seeBelow(direction, {
    hidden: hidden && (() => hidden(positionWorld, direction, footprint)),
    length: look.refractedLength?.(positionWorld, direction),
    ground,
    objects: look.objects,
  })
  // Light is absorbed on its way down to the ground and on its way up to the camera.
  const left = (ground?.absorption ?? material.absorption).mul(seen.path.add(seen.drop)).negate().exp().toVar()
  return mix(deep, seen.color, left)
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
