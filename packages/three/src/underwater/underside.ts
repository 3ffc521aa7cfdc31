// The water surface from below: Snell's window, in which all that is above is seen, and total reflection around it.

import {
  cameraPosition,
  Fn,
  float,
  If,
  mix,
  modelWorldMatrix,
  positionGeometry,
  positionWorld,
  reflect,
  refract,
  smoothstep,
  varying,
  vec3,
} from 'three/tsl'
import type { Node } from 'three/webgpu'
import { fresnel, refractiveIndex } from '../light/optics.js'
import { seeFromWater } from '../light/rays/screen-reflection.js'
import { slopeWith } from '../surface/height-field.js'
import { glint } from '../surface/shading/water-light.js'
import type { RayColor } from '../surface/shading/water-look.js'
import type { WaterSurface } from '../surface/water-surface.js'
import { scatteredLight, transmittance } from './water-body.js'

/** Length of rays in water without a floor [m]: all light of their end is absorbed. */
const endless = 1e4
/** Share of transmitted or reflected light below which objects are not looked for [1]. */
const least = 0.04
/** Part of the skylight that foam lets through [1]: seen from below it is a pale shade on the window, and bright around it. */
const throughFoam = 0.4

/** What is seen from below, besides the water. */
export interface UndersideOptions {
  /** Radiance along rays from the surface upwards in air. Default: the sky of the water. */
  above?: RayColor
  /** Radiance along rays from the surface downwards, for total reflection. Default: deep water, or the ground of the surface. */
  below?: RayColor
  /** Depth of the floor below the water at rest, for the path of reflected rays [m]. Default: no floor. */
  depth?: number
  /**
   * Whether objects above the water are seen through it, and objects in it are mirrored, as far as the frame shows them. Costs one copy
   * of the frame. Default true.
   */
  objects?: boolean
}

/** Radiance of the surface from below, at the fragment of a mesh with its geometry. */
export function undersideOf(
  surface: WaterSurface,
  { above, below, depth, objects = true }: UndersideOptions,
): Node<'vec3'> {
  const { material: water, grounded } = surface
  return Fn(() => {
    const footprint = positionWorld.fwidth().length().toVar()
    const place = varying(positionGeometry.xz)
    const shape = shapeOf(surface, place, footprint)
    const { x, y, z } = shape.normal.toVar()
    const normal = vec3(x.mul(water.distortionScale), y, z.mul(water.distortionScale))
      .transformDirection(modelWorldMatrix)
      .toVar()
    const sight = positionWorld.sub(cameraPosition).normalize().toVar()
    const facing = sight.dot(normal).max(0.001).toVar()

    const reflectance = reflectanceOfRough(facing, shape.variance).toVar()

    // Beyond the critical angle there is no transmitted ray; any direction will do, its share is zero.
    const bent = refract(sight, normal.negate(), float(refractiveIndex)).toVar()
    const upward = vec3(bent.x, bent.y.max(0.001), bent.z).normalize().toVar()
    const seen = (above ? above(positionWorld, upward, footprint) : water.sky.radiance(upward)).toVar()
    if (objects)
      If(reflectance.lessThan(1 - least), () => {
        seen.assign(withObjects(seen, upward, 'above'))
      })
    // Radiance over the square of the refractive index is the same on both sides.
    const window = seen.add(glint(water, upward, normal)).mul(refractiveIndex ** 2)

    const mirrored = reflect(sight, normal).toVar()
    const downward = vec3(mirrored.x, mirrored.y.abs().negate(), mirrored.z).normalize().toVar()
    // Ground is as deep below the hit point as here: near enough for a mirror image that ripples break up.
    const drop = grounded
      ? grounded.depth(positionGeometry.xz).max(0).mul(grounded.ground.heightScale)
      : depth === undefined
        ? undefined
        : float(depth)
    const reach = (drop ? drop.div(downward.y.negate().max(grounded ? 0.06 : 0.2)) : float(endless)).toVar()
    const floor = scatteredLight(surface, float(0), downward, reach).toVar()
    if (below && depth !== undefined) {
      // The width of a pixel grows along the reflected ray, too.
      const spread = reach.div(positionWorld.distance(cameraPosition)).add(1)
      const mirror = below(positionWorld, downward, footprint.mul(spread))
      floor.addAssign(mirror.mul(transmittance(surface, reach.add(depth))))
    }
    if (grounded && drop) {
      const { sandColor, light, caustics } = grounded.ground.material
      const sand = sandColor.rgb.mul(light(vec3(0, 1, 0), caustics?.() ?? float(1), float(0.9)))
      floor.addAssign(sand.mul(transmittance(surface, reach.add(drop))))
    }
    // Ground fills the frame, and in the frame it is seen through all the water before the camera: its mirror image would be too blue, and
    // end at the edges of the picture.
    if (objects && !grounded)
      If(reflectance.greaterThan(least), () => {
        floor.assign(withObjects(floor, downward, 'below'))
      })

    const clear = mix(window, floor, reflectance)
    return shape.white ? mix(clear, skylight(surface), shape.white) : clear
  })()
}

/** The surface at a point, from below. */
interface Shape {
  /** Normal in local space, not of unit length. */
  normal: Node<'vec3'>
  /** Variance of the unresolved slopes [1]. */
  variance: Node<'float'>
  /** Share that is white with foam [1]; undefined for water without foam. */
  white?: Node<'float'>
}

function shapeOf(
  { heightField, oceanField, grounded, patch, material }: WaterSurface,
  place: Node<'vec2'>,
  footprint: Node<'float'>,
): Shape {
  if (oceanField) {
    const { normal, variance, jacobian } = oceanField.shape(place, footprint)
    const left = oceanField.foam(place)
    const foam = oceanField.hasTiles ? left.max(smoothstep(material.foamStart, material.foamFull, jacobian)) : left
    return { normal, variance, white: oceanField.froth(place, foam.toVar(), footprint).mul(0.8) }
  }
  const slope = slopeWith(patch, heightField, place)
  const wind = grounded ? undefined : material.ripples?.at(place).toVar()
  if (wind) return { normal: upright(slope.add(wind.xy)), variance: wind.z }
  if (!grounded) return { normal: upright(slope), variance: float(0) }
  const flow = grounded.flow(place).toVar()
  const phases = grounded.phases(place, flow)
  const ripples = grounded.ripples(place, flow, phases).toVar()
  const white = grounded.froth(place, phases, flow.z.mul(0.85).toVar(), footprint)
  return { normal: upright(slope.add(ripples.xy)), variance: ripples.z, white }
}

function upright(slope: Node<'vec2'>): Node<'vec3'> {
  const { x, y } = slope.toVar()
  return vec3(x.negate(), 1, y.negate())
}

/** Reflectance from below, averaged over slopes of this variance: the edge of the window is as soft as the water is rough. */
function reflectanceOfRough(cosine: Node<'float'>, variance: Node<'float'>): Node<'float'> {
  const off = cosine.mul(cosine).oneMinus().max(0).mul(variance).mul(0.5).sqrt().toVar()
  const from = (at: Node<'float'>): Node<'float'> => fresnel(at.max(0.001), 1 / refractiveIndex)
  return from(cosine.sub(off))
    .add(from(cosine.add(off)))
    .mul(0.5)
}

function withObjects(far: Node<'vec3'>, direction: Node<'vec3'>, side: 'above' | 'below'): Node<'vec3'> {
  const near = seeFromWater(direction, side).toVar()
  return far.mul(near.w.oneMinus()).add(near.xyz)
}

function skylight({ material: { sky } }: WaterSurface): Node<'vec3'> {
  return mix(sky.horizonColor.rgb, sky.zenithColor.rgb, 0.5).mul(throughFoam)
}
