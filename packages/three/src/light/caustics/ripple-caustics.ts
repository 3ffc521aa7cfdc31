// Sunlight that ripples focus. The grid of a landscape or a sea does not resolve the waves that do so: they are shorter than a cell.
// Light is therefore refracted by a tile of ripples that repeats, the same ripples that the water is shaded with. The tile conserves
// light at each depth, so ground under ripples is as bright on average as under still water, on a slope, too.

import { float, texture, uniform, vec2 } from 'three/tsl'
import type { DataTexture, Node, Renderer, UniformNode, Vector3 } from 'three/webgpu'
import { createRipples } from '../../surface/shading/ripples.js'
import { sunFromWater } from '../optics.js'
import { LightMesh } from './light-mesh.js'

/** Texels along each side of the tile, and quads of its light mesh. */
const [texels, quads] = [256, 96]
/** Greatest depth with a brightness of its own, in parts of the side [1]. */
const deepest = 0.4
/** Variance of the slopes of the ripples [1]: those of a light breeze (Cox and Munk 1954). */
const slopeVariance = 0.014
/** Speed of the two trains of ripples, in tiles per root of the tile's side and second: that of waves of an eighth of the side. */
const speedOfTile = Math.sqrt(9.81 / (2 * Math.PI * 8))

/** Options of {@link RippleCaustics}. */
export interface RippleCausticsOptions {
  /** Side of the tile of ripples [m]: its longest ripples are half as long. */
  side: number
  /** Unit direction towards the sun: that of a `Sky` or of a `WaterSurface`. */
  sunDirection: UniformNode<'vec3', Vector3>
}

/**
 * Caustics of ripples that are finer than the cells of a grid, for the ground of wide water and for shafts of light in it. Their mean is
 * that of still water.
 *
 * @example
 * ```ts
 * const water = new WaterSurface(sim, { tiles: 15 })
 * const caustics = new RippleCaustics({ side: 12, sunDirection: water.sunDirection })
 * const underwater = new UnderwaterView(water, { caustics })
 * caustics.render(renderer, sim.time) // before each frame in which time has passed
 * ```
 */
export class RippleCaustics {
  readonly #mesh: LightMesh
  readonly #ripples: DataTexture = createRipples()
  readonly #sun: UniformNode<'vec3', Vector3>
  /** Way of the trains of ripples [tiles]. */
  readonly #drift = uniform(0)
  readonly #speed: number
  #drawn: number | undefined

  /** @param options Size of the ripples, and the sun. */
  constructor({ side, sunDirection }: RippleCausticsOptions) {
    this.#sun = sunDirection
    this.#speed = speedOfTile / Math.sqrt(side)
    this.#mesh = new LightMesh(
      {
        extent: [side, side],
        quads: () => [quads, quads],
        sun: sunDirection,
        margin: 0.5,
        repeats: true,
        at: (place) => ({ level: float(0), slope: () => this.#slope(place.div(side)) }),
      },
      deepest * side,
      texels,
    )
  }

  /** Depth from which on light has the pattern of this depth [m]. */
  get depth(): UniformNode<'float', number> {
    return this.#mesh.depth
  }

  /**
   * Draws the tile. Call it before each frame in which time has passed.
   * @param renderer Renderer of the scene; its render target is restored.
   * @param time Time by which the ripples run [s].
   */
  render(renderer: Renderer, time: number): void {
    if (time === this.#drawn) return
    this.#drawn = time
    // The trains run by whole tiles: the fraction is all that counts, and keeps its digits.
    this.#drift.value = (time * this.#speed) % 1
    this.#mesh.render(renderer)
  }

  /**
   * Brightness of sunlight at a point under water.
   * @param place Position (x, z) of the lit point [m].
   * @param depth Depth of the water above it [m].
   * @param footprint Width of a pixel at the point [m].
   * @returns Brightness relative to still water [1].
   */
  light(place: Node<'vec2'>, depth: Node<'float'>, footprint: Node<'float'>): Node<'float'> {
    const toSun = sunFromWater(this.#sun).toVar()
    return this.lightAt(place.add(toSun.xz.mul(depth.div(toSun.y.max(0.1)))), depth, footprint)
  }

  /**
   * Brightness of sunlight in the ray that would cross the surface of still water at a given position.
   * @param place Position (x, z) of that crossing [m].
   * @param depth Depth of the lit point [m].
   * @param footprint Width of a pixel at the point [m].
   * @returns Brightness relative to still water [1].
   */
  lightAt(place: Node<'vec2'>, depth: Node<'float'>, footprint: Node<'float'>): Node<'float'> {
    return this.#mesh.lightAt(place, depth, footprint)
  }

  /** Frees the tile on the graphics device. */
  dispose(): void {
    this.#mesh.dispose()
    this.#ripples.dispose()
  }

  /** Slopes of two trains of ripples that cross, at a place of the tile [tiles]. */
  #slope(at: Node<'vec2'>): Node<'vec2'> {
    // Multiples of the tile's side in both directions keep the sum periodic.
    const first = texture(this.#ripples, at.add(vec2(this.#drift, 0))).level(float(0)).xy
    const second = texture(this.#ripples, at.yx.sub(vec2(this.#drift, 0))).level(float(0)).yx
    return first.add(second).mul(Math.sqrt(slopeVariance / 2))
  }
}
