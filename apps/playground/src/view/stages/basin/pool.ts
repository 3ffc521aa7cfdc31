// A basin in the ground. Its radiance is a function of position and normal, used three times: on the walls themselves, for rays that the water
// reflects, and for rays that the water refracts towards parts that the near rim hides.

import type { CausticsMap, RayColor, RayLength, SunShadow } from '@seiche/three'
import { abs, Fn, float, If, mix, positionWorld, smoothstep, vec2, vec3 } from 'three/tsl'
import {
  BackSide,
  BoxGeometry,
  type BufferGeometry,
  Group,
  Mesh,
  type Node,
  NodeMaterial,
  type Object3D,
} from 'three/webgpu'
import type { Lighting } from '../../shared/lighting.js'
import type { Basin, BasinSize } from '../../shared/solids/basin.js'
import type { OpennessTexture } from '../../shared/solids/openness-texture.js'
import type { BasinWater } from './basin-setting.js'
import { lightPast } from './shadow.js'

const up = vec3(0, 1, 0)

/** Share of sunlight that deck, tiles and water together reflect [1]. */
const sunlitAlbedo = 0.45

/** Surface of floor and walls, and the place that the basin is in. */
export interface PoolStyle {
  /** Color of floor and walls at a place in their plane [m]. `blur` [m] is the width of a pixel there. */
  lining(place: Node<'vec2'>, blur: Node<'float'>, point: Node<'vec3'>, normal: Node<'vec3'>): Node<'vec3'>
  /** All around the basin, from its rim on. */
  surroundings(size: BasinSize, lighting: Lighting): Object3D
}

export class Pool extends Group implements Basin {
  readonly #size: BasinSize
  readonly #lighting: Lighting
  readonly #caustics: () => CausticsMap
  readonly #openWater: OpennessTexture
  readonly #shadow: SunShadow | undefined
  readonly #style: PoolStyle
  readonly #half: Node<'vec2'>

  constructor(size: BasinSize, lighting: Lighting, { caustics, openness, shadow }: BasinWater, style: PoolStyle) {
    super()
    this.name = 'pool'
    this.#size = size
    this.#lighting = lighting
    this.#caustics = caustics
    this.#openWater = openness
    this.#style = style
    this.#shadow = shadow
    this.#half = vec2(size.width / 2, size.length / 2)
    this.add(this.#makeBasin(), style.surroundings(size, lighting))
  }

  /** A ray from the water upwards meets the wall above the waterline, or the sky. */
  readonly reflect: RayColor = (origin, direction, footprint) =>
    Fn(() => {
      const hit = this.#intersectWalls(origin, direction)
      const color = this.#lighting.sky.radiance(direction).toVar()
      If(hit.point.y.lessThan(this.#size.rim), () => {
        color.assign(this.#tiles(hit.point, hit.normal, footprint))
      })
      return color
    })()

  /** A ray from the water downwards meets floor or wall. */
  readonly refract: RayColor = (origin, direction, footprint) =>
    Fn(() => {
      const hit = this.#intersectWalls(origin, direction)
      const toFloor = this.#distanceToFloor(origin, direction).toVar()
      const onFloor = toFloor.lessThan(hit.distance)
      const point = onFloor.select(origin.add(direction.mul(toFloor)), hit.point).toVar()
      return this.#tiles(point, onFloor.select(up, hit.normal).toVar(), footprint)
    })()

  readonly refractedLength: RayLength = (origin, direction) =>
    this.#intersectWalls(origin, direction).distance.min(this.#distanceToFloor(origin, direction))

  override dispose(): void {
    super.dispose()
    this.traverse((part) => {
      if (!(part instanceof Mesh)) return
      const mesh = part as Mesh<BufferGeometry, NodeMaterial>
      mesh.geometry.dispose()
      mesh.material.dispose()
    })
  }

  #distanceToFloor(origin: Node<'vec3'>, direction: Node<'vec3'>): Node<'float'> {
    return origin.y.add(this.#size.depth).div(direction.y.negate().max(0.001))
  }

  #intersectWalls(
    origin: Node<'vec3'>,
    direction: Node<'vec3'>,
  ): { point: Node<'vec3'>; normal: Node<'vec3'>; distance: Node<'float'> } {
    const heading = direction.xz.sign().toVar()
    const speed = direction.xz.abs().max(1e-5)
    const distances = this.#half.mul(heading).sub(origin.xz).mul(heading).max(0).div(speed).toVar()
    const distance = distances.x.min(distances.y).toVar()
    const alongX = distances.x.lessThan(distances.y)
    const normal = alongX.select(vec3(heading.x.negate(), 0, 0), vec3(0, 0, heading.y.negate())).toVar()
    return { point: origin.add(direction.mul(distance)).toVar(), normal, distance }
  }

  /** Light from a point of the basin. `blur` [m] is the width of a pixel there; edges of tiles are softened by it. */
  #tiles(point: Node<'vec3'>, normal: Node<'vec3'>, blur: Node<'float'>): Node<'vec3'> {
    const flat = abs(normal.y).greaterThan(0.5)
    const alongX = abs(normal.x).greaterThan(0.5)
    const onSurface = flat.select(point.xz, alongX.select(point.zy, point.xy)).toVar()
    return this.#style.lining(onSurface, blur, point, normal).mul(this.#light(point, normal, blur, this.#shadow))
  }

  /** Walls shade the water next to them. */
  sunlight({ xz, y }: Node<'vec3'>): Node<'float'> {
    return this.#overWalls(xz, y, float(0.004 * this.#size.depth))
  }

  light(point: Node<'vec3'>, normal: Node<'vec3'>): Node<'vec3'> {
    return this.#light(point, normal, point.fwidth().length())
  }

  /** Sunlight focused by the waves and shaded by walls, obstacles and bodies, plus skylight, which is weaker in corners. */
  #light(point: Node<'vec3'>, normal: Node<'vec3'>, blur: Node<'float'>, shadow?: SunShadow): Node<'vec3'> {
    const { depth } = this.#size
    const { sky, sunlight, skylight, lamp } = this.#lighting
    const sun = sky.sunDirection
    const below = point.y.negate().max(0).toVar()
    const wet = smoothstep(-0.002 * depth, 0.002 * depth, below)
    const inWater = sky.sunDirectionInWater().toVar()
    const facing = normal.dot(mix(vec3(sun), inWater, wet)).max(0)

    // The point where the ray towards the sun leaves the water.
    const surfaced = point.xz.add(inWater.xz.mul(below.div(inWater.y))).toVar()
    const penumbra = below.mul(0.03).add(0.004 * depth)
    const overWalls = this.#overWalls(surfaced, point.y.max(0), penumbra)
    // Surfaces must not shade themselves: start a little outside.
    const start = point.xz.add(normal.xz.mul(0.03 * depth))
    const past = overWalls.mul(mix(float(1), lightPast(this.#openWater, start, surfaced), wet))
    const lit = shadow ? past.mul(shadow.lightAt(surfaced, below.mul(0.02).add(0.004 * depth))) : past

    const waves = this.#caustics().lightAt(surfaced, below, blur).toVar()
    const open = this.#skyShare(point, normal)
    // Lamps under water: even light, modulated by the waves; a little of it falls on objects above the surface.
    const lamplight = lamp.rgb.mul(mix(float(0.3), waves.mul(0.55).add(0.45), wet))
    // Stone, tiles and water in the sun light the shaded sides of what stands above them.
    const bounced = sunlight.mul(vec3(sun).y.mul(sunlitAlbedo).mul(normal.y.oneMinus().mul(0.5)).mul(wet.oneMinus()))
    return sunlight.mul(facing.mul(lit).mul(waves)).add(skylight.add(lamplight).mul(open)).add(bounced)
  }

  /** Whether the ray towards the sun from a place (x, z) at a height passes over the walls [1]. `penumbra`: half its width [m]. */
  #overWalls(place: Node<'vec2'>, height: Node<'float'>, penumbra: Node<'float'>): Node<'float'> {
    const sun = this.#lighting.sky.sunDirection
    const atRim = place.add(sun.xz.mul(float(this.#size.rim).sub(height).max(0).div(sun.y))).toVar()
    const clearance = this.#half.sub(atRim.abs()).toVar()
    return smoothstep(penumbra.negate(), penumbra, clearance.x.min(clearance.y))
  }

  /** Share of the sky visible from a point of the basin: less in the corners. */
  #skyShare(point: Node<'vec3'>, normal: Node<'vec3'>): Node<'float'> {
    const { depth, rim } = this.#size
    const toWall = this.#half.sub(point.xz.abs()).max(0).toVar()
    const toFloor = point.y.add(depth).max(0)
    const toCorner = abs(normal.y).greaterThan(0.5).select(toWall.x.min(toWall.y), toFloor)
    return toCorner
      .div(0.35 * (depth + rim))
      .clamp(0, 1)
      .sqrt()
      .mul(0.4)
      .add(0.6)
  }

  #makeBasin(): Mesh {
    const { width, length, depth, rim } = this.#size
    const geometry = new BoxGeometry(width, depth + rim, length).translate(0, (rim - depth) / 2, 0)
    // The inner faces are drawn. The top face is removed: it would be visible from below.
    geometry.setIndex(withoutGroup(geometry, 2))
    const material = new NodeMaterial()
    material.name = 'basin'
    material.side = BackSide
    material.colorNode = Fn(() => {
      const fromEdge = this.#half.sub(positionWorld.xz.abs()).toVar()
      const nearFloor = positionWorld.y.add(depth).toVar()
      const onFloor = nearFloor.lessThan(fromEdge.x.min(fromEdge.y))
      const onX = fromEdge.x.lessThan(fromEdge.y)
      const wall = onX.select(vec3(positionWorld.x.sign().negate(), 0, 0), vec3(0, 0, positionWorld.z.sign().negate()))
      const blur = positionWorld.fwidth().length()
      return this.#tiles(positionWorld, onFloor.select(up, wall).toVar(), blur)
    })()
    return new Mesh(geometry, material)
  }
}

/** The indices of a box without one of its six faces. */
function withoutGroup(geometry: BoxGeometry, face: number): number[] {
  const index = geometry.getIndex()
  const group = geometry.groups[face]
  if (!index || !group) return []
  const all = Array.from(index.array)
  all.splice(group.start, group.count)
  geometry.clearGroups()
  return all
}
