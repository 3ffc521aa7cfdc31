// The shadow that bodies throw: their outlines as the sun prints them on the level of the water at rest. A point below asks where its own
// ray of sunlight crosses that level. One small picture without depth serves floor, walls and ground alike, since all of them are below the
// bodies.

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

/** Texels along each side. */
const side = 512
/** Where the print is looked at to soften it, in parts of its softness. */
const taps = [
  [0, 0],
  [0.7, 0.7],
  [-0.7, 0.7],
  [0.7, -0.7],
  [-0.7, -0.7],
] as const

export interface SunShadowOptions {
  /** Extent along x and z [m]. */
  extent: readonly [number, number]
  sky: Sky
  /** Whether sunlight bends at the level 0, as into a pool. Over ground water lies anywhere, and light is taken to go straight. */
  refracts?: boolean
}

export class SunShadow {
  readonly #target: RenderTarget
  readonly #material = new NodeMaterial()
  readonly #camera: Camera = new OrthographicCamera()
  readonly #extent: Node<'vec2'>
  readonly #sky: Sky
  readonly #refracts: boolean
  /** Whether there is a print: 1 or 0. */
  readonly #printed = uniform(0)

  constructor({ extent, sky, refracts = false }: SunShadowOptions) {
    this.#target = new RenderTarget(side, side, { format: RedFormat, depthBuffer: false })
    this.#target.texture.name = 'sun print'
    this.#target.texture.minFilter = this.#target.texture.magFilter = LinearFilter
    this.#extent = vec2(...extent)
    this.#sky = sky
    this.#refracts = refracts
    this.#material.name = 'sun print'
    this.#material.side = DoubleSide
    this.#material.vertexNode = Fn(() => {
      const point = modelWorldMatrix.mul(vec4(positionGeometry, 1)).xyz.toVar()
      const place = this.#crossing(point).div(this.#extent).mul(2)
      return vec4(place.x, place.y.negate(), 0.5, 1)
    })()
    this.#material.fragmentNode = vec4(1)
  }

  /** Prints the bodies anew. To be called before the picture is drawn, when bodies or sun have moved. */
  render(renderer: Renderer, bodies: FloatingBodies): void {
    this.#printed.value = bodies.meshes.length > 0 ? 1 : 0
    if (bodies.meshes.length === 0) return
    const before = renderer.getRenderTarget()
    const { material } = bodies
    for (const mesh of bodies.meshes) (mesh as { material: NodeMaterial }).material = this.#material
    renderer.setRenderTarget(this.#target)
    renderer.render(bodies, this.#camera)
    renderer.setRenderTarget(before)
    for (const mesh of bodies.meshes) mesh.material = material
  }

  /** Share of the sun's light that bodies let pass to a point below them. `softness` [m]: half the width of the shadow's edge. */
  light(point: Node<'vec3'>, softness: Node<'float'>): Node<'float'> {
    return this.lightAt(this.#crossing(point), softness)
  }

  /** The same for a ray of sunlight that crosses the level 0 at a place (x, z) [m]. */
  lightAt(place: Node<'vec2'>, softness: Node<'float'>): Node<'float'> {
    return Fn(() => {
      const shade = taps
        .map(([x, z]) => {
          const uv = place.add(vec2(x, z).mul(softness)).div(this.#extent).add(0.5)
          return texture(this.#target.texture, uv).level(float(0)).x as Node<'float'>
        })
        .reduce((sum, one) => sum.add(one))
      return float(1).sub(shade.mul(this.#printed).div(taps.length))
    })()
  }

  dispose(): void {
    this.#target.dispose()
    this.#material.dispose()
  }

  /** Where the ray of sunlight through a point crosses the level 0. */
  #crossing(point: Node<'vec3'>): Node<'vec2'> {
    const sun = this.#sky.sunDirection
    const straight = vec3(sun)
    if (!this.#refracts) return point.xz.sub(straight.xz.mul(point.y.div(straight.y)))
    const way = point.y.lessThan(0).select(this.#sky.sunDirectionInWater(), straight)
    return point.xz.sub(way.xz.mul(point.y.div(way.y)))
  }
}
