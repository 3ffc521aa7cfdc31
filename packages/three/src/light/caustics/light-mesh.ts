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
  RepeatWrapping,
  RGBAFormat,
  type UniformNode,
} from 'three/webgpu'
import { refractiveIndex, sunFromWater } from '../optics.js'

/** Depths of the four channels, in parts of the greatest [1]: at equal distances, so that weights need no table. */
const channels = 4
/** Angular width of the sun seen from under water [rad]: it softens caustics in proportion to the depth. */
const sunWidth = 0.0093 / refractiveIndex

/** A water surface that refracts light. */
export interface RefractingSurface {
  /** Extent of the map along x and z [m]. */
  readonly extent: readonly [number, number]
  /** Quads of the mesh along x and z for a map of `side` texels along each side. */
  quads(side: number): readonly [x: number, z: number]
  /** Unit direction towards the sun. */
  readonly sun: Node<'vec3'>
  /** Width of the surroundings whose light is drawn, too, in parts of the greatest depth [1]: rays of slopes up to 1 come from there. */
  readonly margin: number
  /** Whether the map is a tile that repeats. */
  readonly repeats?: boolean
  /** Elevation [m] and slope [1] of the surface at a place, which may lie in the surroundings. */
  at(place: Node<'vec2'>): { level: Node<'float'>; slope(): Node<'vec2'> }
}

/** Brightness of refracted sunlight at four depths, as a texture. */
export class LightMesh {
  /** Depth of the deepest point that is lit [m]. */
  readonly depth: UniformNode<'float', number>
  readonly #target: RenderTarget
  readonly #rays: Mesh<PlaneGeometry, NodeMaterial>
  readonly #camera: Camera = new OrthographicCamera()
  readonly #extent: Node<'vec2'>
  readonly #surface: RefractingSurface
  /** Side of a texel [m], the longer one; and texels along each side of the map. */
  readonly #texel = uniform(1)
  readonly #side = uniform(1)

  /** `side`: texels along each side of the map. */
  constructor(surface: RefractingSurface, depth: number, side: number) {
    const { extent, repeats } = surface
    this.#surface = surface
    this.depth = uniform(depth)
    this.#extent = vec2(...extent)
    this.#target = new RenderTarget(side, side, {
      format: RGBAFormat,
      type: HalfFloatType,
      depthBuffer: false,
      generateMipmaps: true,
      minFilter: LinearMipmapLinearFilter,
      magFilter: LinearFilter,
      ...(repeats && { wrapS: RepeatWrapping, wrapT: RepeatWrapping }),
    })
    this.#target.texture.name = 'caustics'
    this.#rays = new Mesh(new PlaneGeometry(), this.#makeMaterial(surface))
    this.#rays.frustumCulled = false
    this.#rays.count = channels
    this.setSide(side)
  }

  /** Changes the texels along each side of the map. Takes effect with the next `render`. */
  setSide(side: number): void {
    this.#side.value = side
    const { extent, quads } = this.#surface
    this.#texel.value = Math.max(...extent) / side
    this.#target.setSize(side, side)
    this.#rays.geometry.dispose()
    this.#rays.geometry = new PlaneGeometry(...extent, ...quads(side)).rotateX(-Math.PI / 2)
  }

  render(renderer: Renderer): void {
    const before = renderer.getRenderTarget()
    renderer.setRenderTarget(this.#target)
    renderer.render(this.#rays, this.#camera)
    renderer.setRenderTarget(before)
  }

  /** Brightness relative to still water [1] in the ray that would cross the surface of still water at `place`. */
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

  dispose(): void {
    this.#target.dispose()
    this.#rays.geometry.dispose()
    this.#rays.material.dispose()
  }

  #makeMaterial(surface: RefractingSurface): NodeMaterial {
    const material = new NodeMaterial()
    material.name = 'caustics'
    material.side = DoubleSide
    material.forceSinglePass = true
    material.transparent = true
    material.depthTest = false
    material.depthWrite = false
    material.blending = CustomBlending
    material.blendSrc = material.blendDst = material.blendSrcAlpha = material.blendDstAlpha = OneFactor

    const sun = vec3(surface.sun)
    const half = this.#extent.mul(0.5)
    const around = this.depth.mul(surface.margin).min(half.x.min(half.y))
    const place = positionGeometry.xz.mul(around.div(half).add(1)).toVar()
    const { level, slope } = surface.at(place)
    // The incident ray crosses y = 0 elsewhere than it meets the water. Its crossings are evenly spaced in the light of the sun, the
    // meeting points are not: slopes that face the sun take more of it.
    const source = place.sub(sun.xz.mul(level.div(sun.y.max(0.1))))
    const channel = float(instanceIndex)
    const arrival = Fn(() => {
      const tilt = slope().toVar()
      const normal = vec3(tilt.x.negate(), 1, tilt.y.negate()).normalize()
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
    const inTexels = varying(source.div(this.#extent).mul(this.#side))
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
