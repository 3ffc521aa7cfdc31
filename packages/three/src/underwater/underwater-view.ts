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
  If,
  mix,
  output,
  positionView,
  positionWorld,
  screenSize,
  smoothstep,
  vec4,
} from 'three/tsl'
import { BackSide, Mesh, type Node, NodeMaterial, type PlaneGeometry } from 'three/webgpu'
import { sunFromWater } from '../light/optics.js'
import type { WaterSurface } from '../surface/water-surface.js'
import { type UndersideOptions, undersideOf } from './underside.js'
import { scatteredLight, transmittance } from './water-body.js'
import { depthBelow, inSurface } from './water-level.js'

/** Points along a ray at which shafts of light are sampled. */
const samples = 10
/** Strength of the shafts, away from the sun and towards it: part of the scattered light that follows the caustics [1]. */
const shaftStrength = [0.3, 0.9] as const
/** Width over which they are averaged, in parts of the greatest depth of the caustics [1]. */
const softness = 0.06
/** Brightness of water that clings to the lens along the waterline, relative to the picture behind it [1]. */
const meniscus = 0.45
/** Width of that water on both sides of the line: in parts of the height of the picture [1], and the least in pixels. */
const [meniscusShare, meniscusPixels] = [0.004, 2.5]
/** Length of rays that meet nothing [m]. */
const endless = 1e4

/** Sunlight that waves or ripples have focused: `CausticsMap` and `RippleCaustics` fit. */
export interface FocusedLight {
  /** Depth from which on the light is that of this depth [m]. */
  readonly depth: Node<'float'>
  /** Brightness relative to still water [1] at a depth [m] in the ray that crosses still water at a place (x, z). */
  lightAt(place: Node<'vec2'>, depth: Node<'float'>, footprint: Node<'float'>): Node<'float'>
}

/** Options of {@link UnderwaterView}. */
export interface UnderwaterViewOptions extends UndersideOptions {
  /** Caustics of the same water: light that they focus is visible as shafts. */
  caustics?: FocusedLight
  /** Fog above the water, for points that are not seen through it. Default: clear air. */
  air?: Node<'vec4'> | undefined
}

/**
 * The underside of a water surface with Snell's window and total reflection, and the water in front of the camera, which absorbs and
 * scatters light. For water in a basin, for a sea and for water over ground. Add it to the scene while the camera is near or below the
 * surface.
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
  readonly #caustics: FocusedLight | undefined

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
    // Drawn after all opaque objects, as the upper side: it shows those above and mirrors those below.
    material.transparent = options.objects !== false
    // Where the underside is seen, the lens is under water, whatever the fog finds between two cells.
    material.fog = false
    material.positionNode = water.positionNode
    material.maskNode = water.maskNode
    const underside = undersideOf(surface, options)
    material.colorNode = Fn(() => {
      const lens = this.#lens().toVar()
      const along = positionWorld.sub(lens).toVar()
      const deep = depthBelow(surface, lens).toVar()
      return this.#withMeniscus(this.#through(underside, lens, deep, along, along.length()), deep)
    })()
    this.fog = Fn(() => {
      const lens = this.#lens().toVar()
      const deep = depthBelow(surface, lens).toVar()
      const seen = (options.air ?? output).rgb.toVar()
      If(isWet(deep), () => {
        const along = positionWorld.sub(lens).toVar()
        const length = along.length().toVar()
        // The light of a point has been absorbed on its way down, too.
        const level = surface.grounded ? lens.y.add(deep) : float(surface.position.y)
        const drop = level.sub(positionWorld.y).toVar()
        const wet = this.#through(seen, lens, deep, along, length.add(drop.max(0)))
        // Points above the water are seen through the underside alone, which has fog of its own.
        seen.assign(mix(wet, seen, smoothstep(0.02, 0.06, drop.negate().div(length))))
      })
      return vec4(this.#withMeniscus(seen, deep), output.a)
    })()
  }

  /**
   * The background behind the water: deep water for pixels that are under water.
   * @param radiance Background above the water.
   * @returns Node for `scene.backgroundNode`.
   */
  behind(radiance: Node<'vec3'>): Node<'vec3'> {
    return Fn(() => {
      const lens = this.#lens().toVar()
      const deep = depthBelow(this.#surface, lens).toVar()
      const seen = radiance.toVar()
      If(isWet(deep), () => {
        seen.assign(this.#scattered(lens, deep, lens.sub(cameraPosition).normalize().mul(endless).toVar()))
      })
      return this.#withMeniscus(seen, deep)
    })()
  }

  /** Frees the material on the graphics device; the geometry is that of the surface. */
  override dispose(): void {
    // Some supported versions of three have no such method.
    super.dispose?.()
    this.material.dispose()
  }

  /** Point of the lens in world space at this pixel [m]. */
  #lens(): Node<'vec3'> {
    return cameraWorldMatrix.mul(vec4(positionView.mul(cameraNear.div(positionView.z.negate())), 1)).xyz
  }

  /** Radiance of a point after the water between it and the lens. `way`: length over which its light is absorbed [m]. */
  #through(
    radiance: Node<'vec3'>,
    lens: Node<'vec3'>,
    deep: Node<'float'>,
    along: Node<'vec3'>,
    way: Node<'float'>,
  ): Node<'vec3'> {
    return radiance.mul(transmittance(this.#surface, way)).add(this.#scattered(lens, deep, along))
  }

  /** Light that the water scatters to the lens. */
  #scattered(lens: Node<'vec3'>, deep: Node<'float'>, along: Node<'vec3'>): Node<'vec3'> {
    const length = along.length().toVar()
    const light = scatteredLight(this.#surface, deep.max(0), along.div(length), length)
    return light.mul(this.#shafts(lens, deep, along, length))
  }

  /** Water that clings to the lens along the waterline. `deep`: depth of this pixel's point of the lens [m]. */
  #withMeniscus(radiance: Node<'vec3'>, deep: Node<'float'>): Node<'vec3'> {
    const width = screenSize.y.mul(meniscusShare).max(meniscusPixels)
    const pixels = deep.abs().div(deep.fwidth().max(1e-6))
    return mix(radiance, radiance.mul(meniscus), smoothstep(width, width.mul(0.2), pixels))
  }

  /** Mean brightness of the sunlight along a ray, relative to still water [1]. Shafts are seen best towards the sun. */
  #shafts(lens: Node<'vec3'>, deep: Node<'float'>, along: Node<'vec3'>, length: Node<'float'>): Node<'float'> {
    const caustics = this.#caustics
    if (!caustics) return float(1)
    const surface = this.#surface
    const toSun = sunFromWater(surface.material.sunDirection).toVar()
    // Light from afar is absorbed: shafts beyond the greatest depth of the map are not seen apart.
    const step = along.mul(caustics.depth.mul(2).div(length).min(1).div(samples)).toVar()
    const soft = caustics.depth.mul(softness)
    const focus = caustics.depth.mul(0.5)
    const top = lens.y.add(deep).toVar()
    let sum: Node<'float'> = float(0)
    for (let k = 0; k < samples; k++) {
      const point = lens.add(step.mul(k + 0.5)).toVar()
      const down = top.sub(point.y).max(0)
      const surfaced = inSurface(surface, point).add(toSun.xz.mul(down.div(toSun.y.max(0.1))))
      // Below the depth at which light is focused best, shafts keep their pattern: a point would else be seen as a blot, not as a beam.
      sum = sum.add(caustics.lightAt(surfaced, down.min(focus), soft))
    }
    const towards = along.dot(toSun).div(length).mul(0.5).add(0.5).toVar()
    const strength = mix(shaftStrength[0], shaftStrength[1], towards.mul(towards))
    return sum.div(samples).sub(1).mul(strength).add(1)
  }
}

/** Whether a pixel is under water, by the depth of its point of the lens [m]: a pixel too many, which leaves no gap beside the surface. */
function isWet(deep: Node<'float'>): Node<'bool'> {
  return deep.greaterThan(deep.fwidth().negate())
}
