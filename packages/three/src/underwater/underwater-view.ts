// The picture under water: the surface from below, and the water between the camera and everything in view.
//
// The lens is the near plane of the camera. A pixel is under water where its point of the lens is below the surface. The near plane
// cuts the drawn surface along the same line, so that one picture may be half above and half below: pixels above the line see the
// water's upper side, pixels below it see what is in the water, through the water.

import {
  cameraNear,
  cameraPosition,
  cameraWorldMatrix,
  Fn,
  float,
  mix,
  modelWorldMatrix,
  output,
  positionGeometry,
  positionView,
  positionWorld,
  reflect,
  refract,
  smoothstep,
  varying,
  vec2,
  vec3,
  vec4,
} from 'three/tsl'
import { BackSide, Mesh, type Node, NodeMaterial, type PlaneGeometry } from 'three/webgpu'
import type { CausticsMap } from '../light/caustics-map.js'
import { fresnel, refractiveIndex, sunFromWater } from '../light/optics.js'
import { glint, lightOfDepth } from '../surface/water-light.js'
import type { RayColor } from '../surface/water-look.js'
import type { WaterSurface } from '../surface/water-surface.js'

/** Points along a ray at which shafts of light are sampled. */
const samples = 6
/** Strength of the shafts: part of the scattered light that follows the caustics [1]. */
const shaftStrength = 0.7
/** Brightness of water that clings to the lens along the waterline, relative to the picture behind it [1]. */
const meniscus = 0.45

/** Options of {@link UnderwaterView}. */
export interface UnderwaterViewOptions {
  /** Radiance along rays from the surface upwards in air. Default: the sky of the water. */
  above?: RayColor
  /** Radiance along rays from the surface downwards, for total reflection. Default: deep water. */
  below?: RayColor
  /** Depth of the floor below the water at rest, for the path of reflected rays [m]. Default: no floor. */
  depth?: number
  /** Caustics of the same water: light that they focus is visible as shafts. */
  caustics?: CausticsMap
}

/**
 * The underside of a water surface with Snell's window and total reflection, and the water in front of the camera as fog (Beer–Lambert).
 * Add it to the scene while the camera is near or below the surface.
 *
 * @example
 * ```ts
 * const water = new WaterSurface(sim)
 * const underwater = new UnderwaterView(water, { depth: 3 })
 * scene.add(underwater)
 * scene.fogNode = underwater.fog
 * scene.backgroundNode = underwater.behind(sky.radiance(normalWorldGeometry))
 * ```
 */
export class UnderwaterView extends Mesh<PlaneGeometry, NodeMaterial> {
  override readonly type: string = 'UnderwaterView'
  /** Fog of the whole scene, for `scene.fogNode`: zero for pixels whose point of the lens is above the water. */
  readonly fog: Node<'vec4'>
  readonly #surface: WaterSurface
  readonly #caustics: CausticsMap | undefined

  /**
   * @param surface Water; its absorption and its colour are those of the fog.
   * @param options What is seen through the surface and in it.
   */
  constructor(surface: WaterSurface, options: UnderwaterViewOptions = {}) {
    const { material: water } = surface
    const material = new NodeMaterial()
    super(surface.geometry, material)
    this.name = 'underside of the water'
    this.frustumCulled = false
    this.scale.copy(surface.scale)
    this.position.copy(surface.position)
    this.#surface = surface
    this.#caustics = options.caustics
    material.name = 'underside of the water'
    material.side = BackSide
    material.positionNode = water.positionNode
    material.maskNode = water.maskNode
    material.colorNode = this.#underside(options)
    this.fog = Fn(() => {
      // The light of a point has been absorbed on its way down, too.
      const drop = positionWorld.y.negate().max(0)
      const along = positionWorld.sub(this.#lens())
      return vec4(this.#through(output.rgb, along, along.length().add(drop)), output.a)
    })()
  }

  /**
   * The background behind the water: deep water for pixels that are under water.
   * @param radiance Background above the water.
   * @returns Node for `scene.backgroundNode`.
   */
  behind(radiance: Node<'vec3'>): Node<'vec3'> {
    const isWet = this.#clearance(this.#lens().toVar()).lessThan(0)
    return isWet.select(lightOfDepth(this.#surface.material, vec3(0, 1, 0)), radiance)
  }

  /** Frees the material on the graphics device; the geometry is that of the surface. */
  override dispose(): void {
    // Some supported versions of three have no such method.
    super.dispose?.()
    this.material.dispose()
  }

  /** Radiance of the surface from below. */
  #underside({ above, below, depth }: UnderwaterViewOptions): Node<'vec3'> {
    const { material: water, heightField } = this.#surface
    return Fn(() => {
      const slope = heightField.slope(varying(positionGeometry.xz)).mul(water.distortionScale).toVar()
      const normal = vec3(slope.x.negate(), 1, slope.y.negate()).transformDirection(modelWorldMatrix).toVar()
      const sight = positionWorld.sub(cameraPosition).normalize().toVar()
      const footprint = positionWorld.fwidth().length().toVar()
      const facing = sight.dot(normal).max(0.001).toVar()
      // Beyond the critical angle there is no transmitted ray; any direction will do, its share is zero.
      const bent = refract(sight, normal.negate(), float(refractiveIndex)).toVar()
      const upward = vec3(bent.x, bent.y.max(0.001), bent.z).normalize().toVar()
      const seen = above ? above(positionWorld, upward, footprint) : water.sky.radiance(upward)
      const mirrored = reflect(sight, normal).toVar()
      const downward = vec3(mirrored.x, mirrored.y.abs().negate(), mirrored.z).normalize().toVar()
      const deep = lightOfDepth(water, vec3(0, 1, 0)).toVar()
      const floor = deep.toVar()
      if (below && depth !== undefined) {
        const reach = float(depth).div(downward.y.negate().max(0.2)).toVar()
        // The width of a pixel grows along the reflected ray, too.
        const spread = reach.div(positionWorld.distance(cameraPosition)).add(1)
        const mirror = below(positionWorld, downward, footprint.mul(spread))
        floor.assign(mix(deep, mirror, this.#transmittance(reach.add(depth))))
      }
      return mix(seen.add(glint(water, upward, normal)), floor, fresnel(facing, 1 / refractiveIndex))
    })()
  }

  /** Point of the lens in world space at this pixel [m]. */
  #lens(): Node<'vec3'> {
    return cameraWorldMatrix.mul(vec4(positionView.mul(cameraNear.div(positionView.z.negate())), 1)).xyz
  }

  /** Height of this pixel's point of the lens above the water [m]. Outside of the water's extent it is above. */
  #clearance(lens: Node<'vec3'>): Node<'float'> {
    const { scale, position, heightField, extent, oceanField } = this.#surface
    const place = lens.xz.sub(vec2(position.x, position.z)).div(vec2(scale.x, scale.z)).toVar()
    const over = lens.y.sub(heightField.height(place).add(position.y))
    if (oceanField) return over
    const outside = place.abs().sub(vec2(...extent).mul(0.5))
    return over.max(outside.x.max(outside.y))
  }

  #transmittance(way: Node<'float'>): Node<'vec3'> {
    return this.#surface.material.absorption.mul(way).negate().exp()
  }

  /** Radiance after `way` metres of water, with the waterline on the lens. */
  #through(radiance: Node<'vec3'>, along: Node<'vec3'>, way: Node<'float'>): Node<'vec3'> {
    const lens = this.#lens().toVar()
    const over = this.#clearance(lens).toVar()
    const pixel = over.fwidth().max(1e-6)
    const line = smoothstep(pixel.mul(2.5), pixel.mul(0.5), over.abs())
    const scattered = lightOfDepth(this.#surface.material, vec3(0, 1, 0)).mul(this.#shafts(lens, along))
    const wet = mix(scattered, radiance, this.#transmittance(way))
    const clear = over.lessThan(0).select(wet, radiance).toVar()
    return mix(clear, clear.mul(meniscus), line)
  }

  /** Mean brightness of the sunlight along a ray, relative to still water [1]. */
  #shafts(lens: Node<'vec3'>, along: Node<'vec3'>): Node<'float'> {
    const caustics = this.#caustics
    if (!caustics) return float(1)
    const toSun = sunFromWater(this.#surface.material.sunDirection).toVar()
    const length = along.length()
    // Light from afar is absorbed: shafts beyond the greatest depth of the map are not seen apart.
    const step = along.mul(caustics.depth.mul(2).div(length).min(1).div(samples)).toVar()
    const soft = caustics.depth.mul(0.02)
    let sum: Node<'float'> = float(0)
    for (let k = 0; k < samples; k++) {
      const point = lens.add(step.mul(k + 0.5)).toVar()
      const deep = point.y.negate().max(0)
      const surfaced = point.xz.add(toSun.xz.mul(deep.div(toSun.y.max(0.1))))
      sum = sum.add(caustics.lightAt(surfaced, deep, soft))
    }
    return sum.div(samples).sub(1).mul(shaftStrength).add(1)
  }
}
