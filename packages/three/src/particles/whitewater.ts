import {
  attribute,
  cameraPosition,
  cameraProjectionMatrix,
  Fn,
  float,
  modelViewMatrix,
  modelWorldMatrix,
  positionGeometry,
  screenSize,
  smoothstep,
  varying,
  vec2,
  vec3,
  vec4,
} from 'three/tsl'
import { type InstancedBufferGeometry, Mesh, NodeMaterial, Vector3 } from 'three/webgpu'
import { hashToUnit } from '../shared/hash.js'
import { fieldOf } from '../surface/field-of.js'
import type { WaterInput } from '../surface/height-source.js'
import { lightOnFoam } from '../surface/shading/water-light.js'
import type { WaterSurface } from '../surface/water-surface.js'
import { gravity, landingTime } from './ballistic-path.js'
import type { BubbleCloud, Entrainment } from './bubble-cloud.js'
import { LandingFoam } from './landing-foam.js'
import { cornerAlong, flightDirection } from './particle-quads.js'
import { emptyParticle, ParticleRing } from './particle-ring.js'
import { followWater, levelAt } from './surface-level.js'

/** Drops at once, at most, unless an option says otherwise. */
const usualCapacity = 6144
/** Drops that a fully breaking cell throws in a second, for each metre per second of its water [1/m]. */
const rate = 60
/** Growth of foam that counts as breaking, and as fully breaking [1/s]. */
const [growthFrom, growthTo] = [0.25, 1.6]
/** Speed of a thrown drop over that of long waves, upwards and in all directions; and over that of the flow [1]. */
const [thrownUp, thrownAside, carried] = [0.9, 0.4, 1.15]
/** Most depth of water that counts for this speed, in cells [1]: a front is not higher than some cells. */
const frontHeight = 5
/** Least radius of a cluster of drops in parts of a cell and of the extent [1]. Largest radius over the least [1]. */
const [shareOfCell, shareOfExtent, widest] = [0.05, 1 / 6000, 3.2]
/** Radius of the smallest clusters in the picture [px]: smaller ones are drawn as large, and as much more transparent. */
const leastPixels = 1.1
/** Opacity of a cluster [1]. */
const density = 0.75
/** Lifetime of the foam of a drop [s]: its least, to which each adds up to as much; half width in radii [1]. */
const [foamLife, foamWidth] = [0.7, 9]
/** Length of a drawn drop: time for which a picture is exposed [s], and most half widths [1]. */
const [exposure, longest] = [1 / 50, 3]
/** Bubbles for each thrown drop [1], where the water is deeper than this many cells [1]. */
const [bubblesPerDrop, deepEnough] = [0.5, 0.15]

/** Options of {@link Whitewater}. */
export interface WhitewaterOptions {
  /** Most drops at once. Default 6144. */
  capacity?: number
  /** Bubbles of the same water: breaking fronts draw in air. Default: none. */
  bubbles?: BubbleCloud | undefined
}

/**
 * Drops that breaking fronts throw, over terrain: bores, surf, rapids. They start where foam grows, or in cells that the field `breaking`
 * marks, fly on parabolas, and land as foam. The same frames give the same drops.
 *
 * Two draw calls of at most `capacity` quads.
 *
 * @example
 * ```ts
 * const ground = new GroundSurface(sim)
 * const water = new WaterSurface(sim, { ground })
 * const whitewater = new Whitewater(water, sim)
 * scene.add(water, whitewater)
 * sim.step()
 * water.update()
 * whitewater.update(sim.time) // after the water
 * ```
 */
export class Whitewater extends Mesh<InstancedBufferGeometry, NodeMaterial> {
  override readonly type: string = 'Whitewater'
  readonly #water: WaterSurface
  readonly #input: WaterInput
  readonly #bubbles: BubbleCloud | undefined
  readonly #ring: ParticleRing
  readonly #landed: LandingFoam
  readonly #cellSize: number
  /** Radius of the smallest cluster [m]. */
  readonly #least: number
  /** Foam of the last frame. */
  readonly #foam: Float32Array
  readonly #at = new Vector3()
  readonly #particle = emptyParticle()
  readonly #air: Entrainment = { x: 0, y: 0, z: 0, vx: 0, vy: 0, vz: 0, reach: 0, count: 0 }

  /**
   * @param water Surface of the water: its heights and light.
   * @param input The input of the surface, with `foam` or `breaking`, `depth`, `qx` and `qz`.
   * @param options Number of drops, and bubbles.
   */
  constructor(water: WaterSurface, input: WaterInput, { capacity = usualCapacity, bubbles }: WhitewaterOptions = {}) {
    const ring = new ParticleRing(capacity)
    const material = new NodeMaterial()
    super(ring.geometry, material)
    this.name = 'whitewater'
    this.frustumCulled = false
    // After the water, which is transparent, too.
    this.renderOrder = 1
    this.#water = water
    this.#input = input
    this.#bubbles = bubbles
    this.#ring = ring
    const { width: nx, height: nz } = water.heightTexture.image
    this.#cellSize = water.extent[0] / nx
    this.#least = Math.max(shareOfCell * this.#cellSize, shareOfExtent * Math.max(...water.extent))
    this.#foam = new Float32Array(nx * nz)
    this.#landed = new LandingFoam(water, ring)
    this.add(this.#landed)
    material.name = 'whitewater'
    material.transparent = true
    material.depthWrite = false
    this.#shade(material)
  }

  /** Drops in the air. */
  get airborne(): number {
    return this.#ring.alive
  }

  /** Part of the drops that are thrown, for slow devices [1]. */
  get share(): number {
    return this.#ring.share
  }

  set share(share: number) {
    this.#ring.share = share
  }

  /**
   * Throws drops where the water breaks. Call it after the update of the water.
   * @param time Time [s]. One before the last, or far after it, ends all drops.
   */
  update(time: number): void {
    const passed = this.#ring.advance(time)
    followWater(this, this.#water)
    const input = this.#input
    const [depth, qx, qz] = [fieldOf(input, 'depth'), fieldOf(input, 'qx'), fieldOf(input, 'qz')]
    const [foam, breaking] = [fieldOf(input, 'foam'), fieldOf(input, 'breaking')]
    if (!depth || !qx || !qz) return
    const nx = this.#water.heightTexture.image.width
    for (let cell = 0; cell < this.#foam.length; cell++) {
      const i = cell % nx
      const j = (cell - i) / nx
      const now = foam ? foam.data[foam.offset + j * foam.stride + i]! : 0
      const grown = now - this.#foam[cell]!
      this.#foam[cell] = now
      if (passed === 0) continue
      let strength = (grown / passed - growthFrom) / (growthTo - growthFrom)
      if (breaking) strength = Math.max(strength, 0.7 * breaking.data[breaking.offset + j * breaking.stride + i]!)
      if (!(strength > 0)) continue
      const d = depth.data[depth.offset + j * depth.stride + i]!
      if (!(d > 1e-3 * this.#cellSize)) continue
      const u = qx.data[qx.offset + j * qx.stride + i]! / d
      const w = qz.data[qz.offset + j * qz.stride + i]! / d
      const speed = Math.hypot(u, w)
      const wanted = Math.min(4, rate * Math.min(1, strength) * speed * passed * this.#ring.share)
      const number = Math.floor(wanted) + Number(hashToUnit(cell, this.#ring.frame, 1) < wanted % 1)
      for (let k = 0; k < number; k++) this.#throw(cell, k, d, u, w)
    }
  }

  /** Frees geometry, materials and textures on the graphics device. */
  override dispose(): void {
    super.dispose?.()
    this.#landed.dispose()
    this.#ring.dispose()
    this.material.dispose()
  }

  #throw(cell: number, k: number, depth: number, u: number, w: number): void {
    const chance = (salt: number): number => hashToUnit(cell, this.#ring.frame, 16 * k + salt)
    const p = this.#particle
    const cellSize = this.#cellSize
    const at = this.#water.drawnCell(cell, this.#at)
    // Long waves are as fast as √(g d); the front of a bore throws water at about that speed.
    const wave = Math.sqrt(gravity * Math.min(depth, frontHeight * cellSize))
    p.x = at.x + cellSize * (chance(2) - 0.5)
    p.z = at.z + cellSize * (chance(3) - 0.5)
    p.y = at.y / this.#water.heightScale.value
    p.vx = carried * u + thrownAside * wave * (2 * chance(4) - 1)
    p.vz = carried * w + thrownAside * wave * (2 * chance(5) - 1)
    p.vy = thrownUp * wave * (0.25 + 0.75 * chance(6))
    p.radius = this.#least * (1 + (widest - 1) * chance(7) ** 3)
    p.seed = chance(8)
    // The level where it lands decides about the time: two rounds find both.
    p.age = landingTime(p.vy, 0)
    for (let round = 0; round < 2; round++)
      p.age = landingTime(p.vy, levelAt(this.#water, p.x + p.vx * p.age, p.z + p.vz * p.age) - p.y)
    if (p.age === 0) return
    p.foamX = p.x + p.vx * p.age
    p.foamZ = p.z + p.vz * p.age
    p.foamLife = foamLife * (1 + chance(9))
    p.foamSize = foamWidth * p.radius
    this.#ring.add(p)
    if (!this.#bubbles || depth < deepEnough * cellSize) return
    const air = this.#air
    air.x = p.x
    air.z = p.z
    air.y = p.y - 0.5 * depth
    air.vx = u
    air.vz = w
    air.vy = 0
    air.reach = Math.min(0.5 * depth, 0.5 * cellSize)
    air.count = bubblesPerDrop
    this.#bubbles.entrain(air)
  }

  #shade(material: NodeMaterial): void {
    const { material: water } = this.#water
    const origin = attribute<'vec4'>('origin', 'vec4')
    const velocity = attribute<'vec4'>('velocity', 'vec4')
    const life = attribute<'vec4'>('life', 'vec4')
    const age = this.#ring.time.sub(life.x).toVar()
    const isThere = age.greaterThanEqual(0).and(age.lessThan(life.y))
    const place = origin.xyz
      .add(velocity.xyz.mul(age))
      .sub(vec3(0, age.mul(age).mul(0.5 * gravity), 0))
      .toVar()
    const view = modelViewMatrix.mul(vec4(place, 1)).toVar()
    const pixel = view.z
      .negate()
      .max(0)
      .mul(2)
      .div(cameraProjectionMatrix.mul(vec4(0, 1, 0, 0)).y.mul(screenSize.y))
    const seen = origin.w.max(pixel.mul(leastPixels)).toVar()
    const radius = isThere.select(seen, float(0)).toVar()
    const thin = varying(origin.w.mul(origin.w).div(seen.mul(seen).max(1e-12)))
    const flight = modelViewMatrix.mul(vec4(velocity.xyz.sub(vec3(0, age.mul(gravity), 0)), 0)).xy.toVar()
    const stretch = flight.length().mul(exposure).div(radius.max(1e-6)).add(1).min(longest)
    const offset = cornerAlong(flightDirection(flight), stretch).mul(radius)
    material.vertexNode = cameraProjectionMatrix.mul(view.add(vec4(offset, 0, 0)))
    const [across, seed] = [varying(positionGeometry.xy), varying(life.w)]
    const world = varying(modelWorldMatrix.mul(vec4(place, 1)).xyz)
    const lit = lightOnFoam(water, vec3(0, 1, 0))
    material.colorNode = Fn(() => {
      const sight = world.sub(cameraPosition).normalize()
      // Drops scatter light forwards: against the sun, spray is bright.
      const forward = sight.dot(water.sunDirection).max(0).pow(8).mul(0.7)
      return water.foamColor.rgb.mul(lit).add(water.sunColor.rgb.mul(forward))
    })()
    material.opacityNode = Fn(() => {
      // A cluster of three drops, whose places differ from quad to quad.
      const drop = (x: number, y: number, size: number) => {
        const turn = seed.mul(2 * Math.PI)
        const at = vec2(turn.cos().mul(x).sub(turn.sin().mul(y)), turn.sin().mul(x).add(turn.cos().mul(y)))
        return smoothstep(size, 0.45 * size, across.sub(at).length())
      }
      return drop(-0.38, 0.1, 0.55)
        .max(drop(0.45, 0.3, 0.38))
        .max(drop(0.1, -0.55, 0.34))
        .mul(thin.mul(density))
    })()
  }
}
