// Sunlight that ripples focus on the ground of water with dry land.

import { Fn, mix, positionGeometry, positionWorld } from 'three/tsl'
import type { Node, Renderer } from 'three/webgpu'
import type { GroundedWater } from '../../surface/grounded-water.js'
import type { WaterSurface } from '../../surface/water-surface.js'
import { RippleCaustics } from './ripple-caustics.js'

/** Side of the tile of ripples [cells], that of the ripples that the water is shaded with. */
const sideInCells = 13
/** Length over which the tile is shifted, over that of the ripples of the surface [1]. */
const shiftLength = 3.1
/** Part of the scattered light: contrast falls with the way down, by this multiple of the attenuation of green light [1]. */
const lostContrast = 2

/**
 * Caustics on the ground of water with dry land, and on bodies in it. They fade with the depth, sooner in murky water, and their mean is
 * that of still water. Make it before the ground is drawn first.
 *
 * @example
 * ```ts
 * const ground = new GroundSurface(sim)
 * const water = new WaterSurface(sim, { ground })
 * const caustics = new GroundCaustics(water) // lights the ground
 * caustics.render(renderer, sim.time) // before each frame in which time has passed
 * ```
 */
export class GroundCaustics {
  /** Caustics of the ripples, without the loss of contrast in murky water: for shafts of light (`UnderwaterView`). */
  readonly ripples: RippleCaustics
  readonly #grounded: GroundedWater

  /**
   * @param water Water with option `ground`; its ground is lit by the caustics.
   * @throws TypeError if the water has no ground.
   */
  constructor(water: WaterSurface) {
    const { grounded, extent, heightTexture } = water
    if (!grounded) throw new TypeError('caustics on ground need water with the option `ground`')
    this.#grounded = grounded
    this.ripples = new RippleCaustics({
      side: (sideInCells * extent[0]) / heightTexture.image.width,
      sunDirection: water.material.sunDirection,
    })
    grounded.caustics = (place, depth, footprint) => this.lightAt(place, depth, footprint)
    grounded.ground.material.caustics = () => {
      const depth = grounded.depth(positionGeometry.xz).max(0)
      return this.lightAt(positionWorld.xz, depth, positionWorld.fwidth().length())
    }
  }

  /**
   * Draws the tile. Call it before each frame in which time has passed.
   * @param renderer Renderer of the scene; its render target is restored.
   * @param time Time by which the ripples run [s].
   */
  render(renderer: Renderer, time: number): void {
    this.ripples.render(renderer, time)
  }

  /**
   * Brightness of sunlight at a point.
   * @param point Point in the local space of the water [m].
   * @param footprint Width of a pixel at the point [m].
   * @returns Brightness relative to still water [1]; 1 above the surface.
   */
  light(point: Node<'vec3'>, footprint: Node<'float'>): Node<'float'> {
    const { ground } = this.#grounded
    const depth = this.#grounded.surface(point.xz).sub(point.y).div(ground.heightScale).max(0)
    return this.lightAt(point.xz, depth, footprint)
  }

  /**
   * Brightness of sunlight under a given depth of water.
   * @param place Position (x, z) of the lit point [m].
   * @param depth Depth of the water above it [m].
   * @param footprint Width of a pixel at the point [m].
   * @returns Brightness relative to still water [1].
   */
  lightAt(place: Node<'vec2'>, depth: Node<'float'>, footprint: Node<'float'>): Node<'float'> {
    return Fn(() => {
      const focused = this.ripples.light(this.#grounded.shifted(place, shiftLength), depth, footprint)
      const contrast = this.#grounded.attenuation.y.mul(depth).mul(-lostContrast).exp()
      return mix(1, focused, contrast)
    })()
  }

  /** Frees the tile on the graphics device. */
  dispose(): void {
    this.ripples.dispose()
    this.#grounded.caustics = this.#grounded.ground.material.caustics = undefined
  }
}
