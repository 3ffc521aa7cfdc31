import { Fn, vec2 } from 'three/tsl'
import type { Node, Renderer, UniformNode } from 'three/webgpu'
import type { WaterSurface } from '../../surface/water-surface.js'
import { sunFromWater } from '../optics.js'
import { LightMesh, type RefractingSurface } from './light-mesh.js'

/** Texels of the map for each quad of the light mesh, along a side. A finer mesh has triangles smaller than texels, which are missed at random. */
const texelsPerQuad = 2
/** Texels along each side of the map. */
const defaultSide = 256

/** Options of {@link CausticsMap}. */
export interface CausticsMapOptions {
  /** Depth of the deepest point that is lit, below the water at rest [m]. Deeper points have the light of this depth. */
  depth: number
  /** Texels along each side of the map, an even number. Default 256; half as many show caustics half as sharp, by a quarter of the rays. */
  side?: number
}

/**
 * Sunlight that waves focus on floors, walls and bodies, by refraction of a mesh of light. Its mean is that of still water at each depth.
 *
 * @example
 * ```ts
 * const water = new WaterSurface(sim)
 * const caustics = new CausticsMap(water, { depth: 2 })
 * caustics.render(renderer) // before each frame in which water or sun have moved
 * floor.colorNode = color.mul(caustics.light(positionWorld, positionWorld.fwidth().length()))
 * ```
 */
export class CausticsMap {
  /** Depth of the deepest point that is lit [m]. */
  readonly depth: UniformNode<'float', number>
  readonly #surface: WaterSurface
  readonly #mesh: LightMesh

  /**
   * @param surface Water that refracts the light; its sky has the sun.
   * @param options Depth and size of the map.
   */
  constructor(surface: WaterSurface, { depth, side = defaultSide }: CausticsMapOptions) {
    this.#surface = surface
    this.#mesh = new LightMesh(inBasin(surface), depth, side)
    this.depth = this.#mesh.depth
  }

  /**
   * Changes the size of the map, at any time and without new shaders. Takes effect with the next `render`.
   * @param side Texels along each side.
   */
  setSide(side: number): void {
    this.#mesh.setSide(side)
  }

  /**
   * Draws the map. Call it before the frame when the water or the sun has moved.
   * @param renderer Renderer of the scene; its render target is restored.
   */
  render(renderer: Renderer): void {
    this.#mesh.render(renderer)
  }

  /**
   * Brightness of sunlight at a point under water.
   * @param point Point in the local space of the surface [m].
   * @param footprint Width of a pixel at the point [m]: distant caustics are averaged over it.
   * @returns Brightness relative to still water [1]; 1 above the surface.
   */
  light(point: Node<'vec3'>, footprint: Node<'float'>): Node<'float'> {
    return Fn(() => {
      const below = point.y.negate().max(0).toVar()
      const toSun = sunFromWater(this.#surface.material.sunDirection).toVar()
      const surfaced = point.xz.add(toSun.xz.mul(below.div(toSun.y.max(0.1))))
      return this.lightAt(surfaced, below, footprint)
    })()
  }

  /**
   * Brightness of sunlight in the ray that would cross the surface of still water at a given position.
   * @param place Position (x, z) of that crossing in the local space of the surface [m].
   * @param depth Depth of the lit point below the water at rest [m].
   * @param footprint Width of a pixel at the point [m].
   * @returns Brightness relative to still water [1].
   */
  lightAt(place: Node<'vec2'>, depth: Node<'float'>, footprint: Node<'float'>): Node<'float'> {
    return this.#mesh.lightAt(place, depth, footprint)
  }

  /** Frees the map and the mesh on the graphics device. */
  dispose(): void {
    this.#mesh.dispose()
  }
}

/** Water between walls: light that leaves the map through a wall is replaced by that of the mirror image of the water behind it. */
function inBasin({ extent, heightTexture, heightField, material }: WaterSurface): RefractingSurface {
  const { width: nx, height: nz } = heightTexture.image
  const half = vec2(...extent).mul(0.5)
  return {
    extent,
    quads: (side) => [Math.min(nx, side / texelsPerQuad), Math.min(nz, side / texelsPerQuad)],
    sun: material.sunDirection,
    margin: 0.25,
    at(place) {
      const inside = half.sub(half.sub(place.abs()).abs()).mul(place.sign()).toVar()
      const mirrored = half.sub(place.abs()).sign().toVar()
      return { level: heightField.height(inside).toVar(), slope: () => heightField.slope(inside).mul(mirrored) }
    },
  }
}
