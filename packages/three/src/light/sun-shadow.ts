// A shadow map of bodies without depth: their outlines are projected along the sunlight onto the plane y = 0, the water at rest. A point
// below is in shadow if its ray of sunlight crosses that plane inside an outline. Floor, walls and ground share one map, since all of them
// are below the bodies.

import { Fn, float, modelWorldMatrix, positionGeometry, texture, uniform, vec2, vec3, vec4 } from 'three/tsl'
import {
  type Camera,
  DoubleSide,
  LinearFilter,
  type Node,
  NodeMaterial,
  OrthographicCamera,
  RedFormat,
  type Renderer,
  RenderTarget,
} from 'three/webgpu'
import type { FloatingBodies } from '../bodies/floating-bodies.js'
import type { Sky } from './sky.js'

/** Texels along each side of the map. */
const side = 512
/** Sample positions for soft edges, in parts of the softness. */
const taps = [
  [0, 0],
  [0.7, 0.7],
  [-0.7, 0.7],
  [0.7, -0.7],
  [-0.7, -0.7],
] as const

/** Options of {@link SunShadow}. */
export interface SunShadowOptions {
  /** Extent of the map along x and z, centred on the origin [m]. */
  extent: readonly [number, number]
  /** Sky whose sun casts the shadow. */
  sky: Sky
  /** Whether sunlight is refracted at y = 0, as in a pool. Over terrain, where water has any level, light is straight. Default false. */
  refracts?: boolean
}

/**
 * The shadow of floating bodies on the floor, walls or ground below them.
 *
 * @example
 * ```ts
 * const shadow = new SunShadow({ extent: [10, 10], sky, refracts: true })
 * shadow.render(renderer, bodies) // before each frame in which bodies or sun have moved
 * floor.colorNode = color.mul(shadow.light(positionWorld, float(0.02)))
 * ```
 */
export class SunShadow {
  readonly #target: RenderTarget
  readonly #material = new NodeMaterial()
  readonly #camera: Camera = new OrthographicCamera()
  readonly #extent: Node<'vec2'>
  readonly #sky: Sky
  readonly #refracts: boolean
  /** 1 if the map contains bodies, else 0. */
  readonly #filled = uniform(0)

  /** @param options Extent of the map and the sky. */
  constructor({ extent, sky, refracts = false }: SunShadowOptions) {
    this.#target = new RenderTarget(side, side, { format: RedFormat, depthBuffer: false })
    this.#target.texture.name = 'sun shadow'
    this.#target.texture.minFilter = this.#target.texture.magFilter = LinearFilter
    this.#extent = vec2(...extent)
    this.#sky = sky
    this.#refracts = refracts
    this.#material.name = 'sun shadow'
    this.#material.side = DoubleSide
    this.#material.vertexNode = Fn(() => {
      const point = modelWorldMatrix.mul(vec4(positionGeometry, 1)).xyz.toVar()
      const place = this.#crossing(point).div(this.#extent).mul(2)
      return vec4(place.x, place.y.negate(), 0.5, 1)
    })()
    this.#material.fragmentNode = vec4(1)
  }

  /**
   * Draws the shadow map. Call it before the frame when bodies or the sun have moved.
   * @param renderer Renderer of the scene; its render target is restored.
   * @param bodies Bodies that cast the shadow.
   */
  render(renderer: Renderer, bodies: FloatingBodies): void {
    this.#filled.value = bodies.meshes.length > 0 ? 1 : 0
    if (bodies.meshes.length === 0) return
    const before = renderer.getRenderTarget()
    const { material } = bodies
    for (const mesh of bodies.meshes) (mesh as { material: NodeMaterial }).material = this.#material
    renderer.setRenderTarget(this.#target)
    renderer.render(bodies, this.#camera)
    renderer.setRenderTarget(before)
    for (const mesh of bodies.meshes) mesh.material = material
  }

  /**
   * Part of the sunlight that reaches a point below the bodies.
   * @param point Point in world space [m].
   * @param softness Half the width of the edge of the shadow [m].
   * @returns 1 in full light, 0 in full shadow.
   */
  light(point: Node<'vec3'>, softness: Node<'float'>): Node<'float'> {
    return this.lightAt(this.#crossing(point), softness)
  }

  /**
   * Part of the sunlight in a ray that crosses the plane y = 0 at a given position.
   * @param place Position (x, z) [m].
   * @param softness Half the width of the edge of the shadow [m].
   * @returns 1 in full light, 0 in full shadow.
   */
  lightAt(place: Node<'vec2'>, softness: Node<'float'>): Node<'float'> {
    return Fn(() => {
      const shade = taps
        .map(([x, z]) => {
          const uv = place.add(vec2(x, z).mul(softness)).div(this.#extent).add(0.5)
          return texture(this.#target.texture, uv).level(float(0)).x as Node<'float'>
        })
        .reduce((sum, sample) => sum.add(sample))
      return float(1).sub(shade.mul(this.#filled).div(taps.length))
    })()
  }

  /** Frees the shadow map on the graphics device. */
  dispose(): void {
    this.#target.dispose()
    this.#material.dispose()
  }

  /** Position (x, z) at which the ray of sunlight through a point crosses the plane y = 0. */
  #crossing(point: Node<'vec3'>): Node<'vec2'> {
    const sun = this.#sky.sunDirection
    const straight = vec3(sun)
    if (!this.#refracts) return point.xz.sub(straight.xz.mul(point.y.div(straight.y)))
    const way = point.y.lessThan(0).select(this.#sky.sunDirectionInWater(), straight)
    return point.xz.sub(way.xz.mul(point.y.div(way.y)))
  }
}
