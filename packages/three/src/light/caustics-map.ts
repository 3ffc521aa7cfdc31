// Caustics by light that is really refracted: a mesh of sunlight is sent through the surface and drawn where it arrives.
//
// A vertex is a ray that crosses the plane y = 0 at s, meets the water above or below it, and is refracted there by Snell's law. It
// arrives at x at a depth below rest. Light is conserved, so a triangle of rays that has shrunk by a factor is brighter by that factor,
// and triangles that overlap add up: folds, where rays cross, need no special case. Within a triangle the map from x to s is affine;
// its determinant, by screen-space derivatives, is the ratio of areas exactly.
//
// Four depths share one texture, one in each channel: an instance of the mesh for each, which writes zero into the other channels. All
// are stored where the ray would have crossed the surface of still water. A point at any depth therefore needs a single texture read,
// and still water is 1 everywhere.

import {
  Fn,
  float,
  instanceIndex,
  positionGeometry,
  refract,
  texture,
  uniform,
  varying,
  vec2,
  vec3,
  vec4,
} from 'three/tsl'
import {
  type Camera,
  CustomBlending,
  DoubleSide,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
  Mesh,
  type Node,
  NodeMaterial,
  OneFactor,
  OrthographicCamera,
  PlaneGeometry,
  type Renderer,
  RenderTarget,
  RGBAFormat,
  type UniformNode,
} from 'three/webgpu'
import type { WaterSurface } from '../surface/water-surface.js'
import { refractiveIndex, sunFromWater } from './optics.js'

/** Depths of the four channels, in parts of the greatest [1]: at equal distances, so that weights need no table. */
const channels = 4
/** Most quads of the light mesh along a side. A finer mesh has triangles smaller than texels, which are missed at random. */
const mostQuads = 128
/** Texels along each side of the map. */
const defaultSide = 256
/** Width of the surroundings whose light is drawn, too, in parts of the greatest depth [1]: rays of slopes up to 1 come from there. */
const margin = 0.25
/** Angular width of the sun seen from under water [rad]: it softens caustics in proportion to the depth. */
const sunWidth = 0.0093 / refractiveIndex

/** Options of {@link CausticsMap}. */
export interface CausticsMapOptions {
  /** Depth of the deepest point that is lit, below the water at rest [m]. Deeper points have the light of this depth. */
  depth: number
  /** Texels along each side of the map. Default 256. */
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
  readonly #target: RenderTarget
  readonly #rays: Mesh<PlaneGeometry, NodeMaterial>
  readonly #camera: Camera = new OrthographicCamera()
  readonly #extent: Node<'vec2'>
  /** Side of a texel [m], the longer one. */
  readonly #texel: number

  /**
   * @param surface Water that refracts the light; its sky has the sun.
   * @param options Depth and size of the map.
   */
  constructor(surface: WaterSurface, { depth, side = defaultSide }: CausticsMapOptions) {
    const { extent, heightTexture } = surface
    this.#surface = surface
    this.depth = uniform(depth)
    this.#extent = vec2(...extent)
    this.#texel = Math.max(...extent) / side
    this.#target = new RenderTarget(side, side, {
      format: RGBAFormat,
      type: HalfFloatType,
      depthBuffer: false,
      generateMipmaps: true,
      minFilter: LinearMipmapLinearFilter,
      magFilter: LinearFilter,
    })
    this.#target.texture.name = 'caustics'
    const { width: nx, height: nz } = heightTexture.image
    const geometry = new PlaneGeometry(...extent, Math.min(nx, mostQuads), Math.min(nz, mostQuads)).rotateX(
      -Math.PI / 2,
    )
    this.#rays = new Mesh(geometry, this.#makeMaterial(side))
    this.#rays.frustumCulled = false
    this.#rays.count = channels
  }

  /**
   * Draws the map. Call it before the frame when the water or the sun has moved.
   * @param renderer Renderer of the scene; its render target is restored.
   */
  render(renderer: Renderer): void {
    const before = renderer.getRenderTarget()
    renderer.setRenderTarget(this.#target)
    renderer.render(this.#rays, this.#camera)
    renderer.setRenderTarget(before)
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
    return Fn(() => {
      const width = footprint.max(depth.mul(sunWidth)).div(this.#texel)
      const uv = place.div(this.#extent).add(0.5)
      const layers = texture(this.#target.texture, vec2(uv.x, uv.y)).level(width.max(1.4).log2())
      const at = depth.div(this.depth).clamp(0, 1).mul(channels).toVar()
      const weights = vec4(at)
        .sub(vec4(1, 2, 3, 4))
        .abs()
        .oneMinus()
        .max(0)
      // At the surface, light is not focused yet.
      return layers.dot(weights).add(at.oneMinus().max(0))
    })()
  }

  /** Frees the map and the mesh on the graphics device. */
  dispose(): void {
    this.#target.dispose()
    this.#rays.geometry.dispose()
    this.#rays.material.dispose()
  }

  #makeMaterial(side: number): NodeMaterial {
    const { heightField, material: water } = this.#surface
    const material = new NodeMaterial()
    material.name = 'caustics'
    material.side = DoubleSide
    material.forceSinglePass = true
    material.transparent = true
    material.depthTest = false
    material.depthWrite = false
    material.blending = CustomBlending
    material.blendSrc = material.blendDst = material.blendSrcAlpha = material.blendDstAlpha = OneFactor

    const sun = vec3(water.sunDirection)
    // Light that leaves the map through a wall is replaced by that of the mirror image of the water behind it.
    const half = this.#extent.mul(0.5)
    const around = this.depth.mul(margin).min(half.x.min(half.y))
    const place = positionGeometry.xz.mul(around.div(half).add(1)).toVar()
    const inside = half.sub(half.sub(place.abs()).abs()).mul(place.sign()).toVar()
    const mirrored = half.sub(place.abs()).sign().toVar()
    const level = heightField.height(inside).toVar()
    // The incident ray crosses y = 0 elsewhere than it meets the water. Its crossings are evenly spaced in the light of the sun, the
    // meeting points are not: slopes that face the sun take more of it.
    const source = place.sub(sun.xz.mul(level.div(sun.y.max(0.1))))
    const channel = float(instanceIndex)
    const arrival = Fn(() => {
      const slope = heightField.slope(inside).mul(mirrored).toVar()
      const normal = vec3(slope.x.negate(), 1, slope.y.negate()).normalize()
      const down = refract(sun.negate(), normal, float(1 / refractiveIndex)).toVar()
      const depth = this.depth.mul(channel.add(1).div(channels)).toVar()
      const still = sunFromWater(sun).toVar()
      return place
        .add(down.xz.mul(level.add(depth).max(0).div(down.y.negate().max(0.1))))
        .add(still.xz.mul(depth.div(still.y.max(0.1))))
    })()
    const at = arrival.div(this.#extent).mul(2)
    material.vertexNode = vec4(at.x, at.y.negate(), 0.5, 1)
    // In texels, so that still water has the determinant 1.
    const inTexels = varying(source.div(this.#extent).mul(side))
    const mask = varying(
      vec4(channel)
        .sub(vec4(0, 1, 2, 3))
        .abs()
        .oneMinus()
        .max(0),
    )
    material.fragmentNode = Fn(() => {
      const [alongX, alongY] = [inTexels.dFdx().toVar(), inTexels.dFdy().toVar()] as const
      const ratio = alongX.x.mul(alongY.y).sub(alongX.y.mul(alongY.x)).abs()
      return mask.mul(ratio)
    })()
    return material
  }
}
