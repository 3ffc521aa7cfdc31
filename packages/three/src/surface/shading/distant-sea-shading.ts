// Shading of the sea far from the grid: level, with ripples, and without looking up what is behind it.

import {
  cameraPosition,
  Fn,
  float,
  mix,
  modelWorldMatrix,
  positionGeometry,
  positionWorld,
  smoothstep,
  vec3,
} from 'three/tsl'
import type { NodeMaterial, UniformNode } from 'three/webgpu'
import { meanFresnel } from '../../light/optics.js'
import { insideVarying } from '../../shared/inside-varying.js'
import type { WaterSurface } from '../water-surface.js'
import { lightFromPlainGround } from './plain-ground.js'
import { reflectionOfRoughWater, sunGlitter } from './water-light.js'
import type { RayColor } from './water-look.js'

/**
 * Sets the nodes of a level sea over ground whose heights the geometry has.
 * @param level Level of the sea [m].
 * @param reflect Radiance along reflected rays.
 */
export function shadeDistantSea(
  material: NodeMaterial,
  surface: WaterSurface,
  level: UniformNode<'float', number>,
  reflect?: RayColor,
): void {
  const { material: water, grounded } = surface
  if (!grounded) throw new TypeError('a distant sea needs water with the option `ground`')
  const { ground, visible } = grounded
  const { xz, y } = positionGeometry
  const scale = ground.heightScale
  material.transparent = true
  material.positionNode = vec3(xz.x, level.mul(scale), xz.y)
  const depth = insideVarying(level.sub(y))
  const place = insideVarying(xz)
  material.maskNode = depth.greaterThan(0)
  material.opacityNode = water.alpha.mul(smoothstep(float(0), visible, depth))
  material.colorNode = Fn(() => {
    const footprint = positionWorld.fwidth().length().toVar()
    const ripples = grounded.stillRipples(place).toVar()
    const slope = ripples.xy.mul(water.distortionScale).toVar()
    const normal = vec3(slope.x.negate(), 1, slope.y.negate()).transformDirection(modelWorldMatrix).toVar()
    const toEye = cameraPosition.sub(positionWorld).normalize().toVar()
    const facing = normal.dot(toEye).max(0.02).toVar()
    const below = lightFromPlainGround(water, grounded, normal, toEye, depth, footprint)
    const look = { reflections: false, ...(reflect && { reflect }) } as const
    const above = reflectionOfRoughWater(water, normal, toEye, footprint, ripples.z, look)
    return mix(below, above, meanFresnel(facing, ripples.z)).add(sunGlitter(water, normal, toEye, ripples.z))
  })()
}
