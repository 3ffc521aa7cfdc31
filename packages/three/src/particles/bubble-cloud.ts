import {
  attribute,
  cameraProjectionMatrix,
  cameraWorldMatrix,
  Fn,
  float,
  mix,
  modelViewMatrix,
  positionGeometry,
  reflect,
  refract,
  smoothstep,
  varying,
  vec2,
  vec3,
  vec4,
} from 'three/tsl'
import { type InstancedBufferGeometry, Mesh, type Node, NodeMaterial } from 'three/webgpu'
import { fresnel, refractiveIndex, sunFromWater } from '../light/optics.js'
import { hashToUnit } from '../shared/hash.js'
import { lightOfDepth, lightOnFoam } from '../surface/shading/water-light.js'
import type { WaterSurface } from '../surface/water-surface.js'
import { bubbleRadius, bubbleSpeed, flattening, flatteningPower, surfacingAge } from './bubble-motion.js'
import { LandingFoam } from './landing-foam.js'
import { emptyParticle, ParticleRing } from './particle-ring.js'
import { followWater, levelAt, levelNode } from './surface-level.js'

/** Bubbles at once, at most, unless an option says otherwise. */
const usualCapacity = 1536
/** Most bubbles of one call of `entrain`. */
const mostAtOnce = 48
/** Least radius of a bubble [m], and in parts of the extent of the water [1]: smaller ones would not be seen. */
const [leastRadius, leastShare] = [0.8e-3, 1 / 2200]
/** Largest radius over the least [1]. */
const widest = 7
/** Sideways oscillation of a rising bubble: amplitude in radii [1] and angular frequency [1/s] (about 6 Hz, Clift et al. 1978). */
const [wobble, wobbleRate] = [1.1, 38]
/** Least height of a bubble over its width [1]. */
const flattest = 0.5
/** Reflectance from which on a bubble covers what is behind it [1]. */
const opaque = 0.22
/** Part of the light at the surface that a bubble scatters from its neighbours [1]. */
const swarm = 0.4
/** Lifetime of the foam of a bubble [s]: its least, to which each adds up to as much; half width in radii [1]. */
const [foamLife, foamWidth] = [0.5, 2.6]

/** Options of {@link BubbleCloud}. */
export interface BubbleCloudOptions {
  /** Most bubbles at once. Default 1536. */
  capacity?: number
  /** Depth of the floor below the water at rest [m]: bubbles are born above it. Default: no floor. */
  depth?: number
}

/** A place where water draws in air, in the local space of the water. */
export interface Entrainment {
  /** Position [m]. */
  x: number
  y: number
  z: number
  /** Velocity of the water there [m/s]. */
  vx: number
  vy: number
  vz: number
  /** Radius of the region [m]. */
  reach: number
  /** Expected number of bubbles; a fraction is the probability of one more. At most 48. */
  count: number
}

/**
 * Bubbles of air under water, from bodies that plunge, falling jets and breaking waves. A bubble follows the water that carried it down,
 * rises at the terminal speed of its size, wobbles, and ends at the surface as foam. It is drawn as a sphere of air in water: total
 * reflection at its rim, clear in its middle. It is part of the opaque scene, which water refracts: it is seen from above, too.
 *
 * Two draw calls of at most `capacity` quads. The same calls give the same bubbles.
 *
 * @example
 * ```ts
 * const water = new WaterSurface(sim)
 * const bubbles = new BubbleCloud(water)
 * scene.add(water, bubbles)
 * bubbles.update(sim.time) // after each step
 * bubbles.entrain({ x: 0, y: 0, z: 0, vx: 0, vy: -2, vz: 0, reach: 0.1, count: 20 })
 * ```
 */
export class BubbleCloud extends Mesh<InstancedBufferGeometry, NodeMaterial> {
  override readonly type: string = 'BubbleCloud'
  readonly #water: WaterSurface
  readonly #ring: ParticleRing
  readonly #foam: LandingFoam
  readonly #floor: number
  readonly #radii: readonly [least: number, most: number]
  readonly #particle = emptyParticle()
  /** Calls of `entrain` so far. */
  #calls = 0

  /**
   * @param water Water that the bubbles are in: its surface, light and colour.
   * @param options Number and depth.
   */
  constructor(
    water: WaterSurface,
    { capacity = usualCapacity, depth = Number.POSITIVE_INFINITY }: BubbleCloudOptions = {},
  ) {
    const ring = new ParticleRing(capacity)
    const material = new NodeMaterial()
    super(ring.geometry, material)
    this.name = 'bubbles'
    this.frustumCulled = false
    this.#water = water
    this.#ring = ring
    this.#floor = -depth
    const least = Math.max(leastRadius, leastShare * Math.max(...water.extent))
    this.#radii = [least, widest * least]
    this.#foam = new LandingFoam(water, ring)
    this.add(this.#foam)
    material.name = 'bubbles'
    this.#shade(material)
  }

  /** Bubbles under water. */
  get rising(): number {
    return this.#ring.alive
  }

  /** Mean volume of a bubble [m³], to get their number from an amount of air. */
  get meanVolume(): number {
    const mean = bubbleRadius(0.7, ...this.#radii)
    return (4 / 3) * Math.PI * mean ** 3
  }

  /** Part of the bubbles that are drawn, for slow devices [1]. */
  get share(): number {
    return this.#ring.share
  }

  set share(share: number) {
    this.#ring.share = share
  }

  /**
   * Moves the bubbles. A time before the last one, or far after it, ends them all.
   * @param time Time [s].
   * @returns Time since the last call [s]; 0 at first and after a jump.
   */
  update(time: number): number {
    followWater(this, this.#water)
    return this.#ring.advance(time)
  }

  /**
   * Draws in air: bubbles are born at random points of a region, and move with the water at first.
   * @param where Position, velocity, radius and number. Points above the water and below the floor have none.
   */
  entrain({ x, y, z, vx, vy, vz, reach, count }: Entrainment): void {
    const call = this.#calls++
    const wanted = Math.min(mostAtOnce, count * this.#ring.share)
    const chance = (k: number, salt: number): number => hashToUnit(call, k, salt)
    const number = Math.floor(wanted) + Number(chance(0, 1) < wanted % 1)
    const p = this.#particle
    const speed = Math.hypot(vx, vy, vz)
    for (let k = 0; k < number; k++) {
      // A point in a ball: a direction, and a radius whose cube is uniform.
      const [height, turn] = [2 * chance(k, 2) - 1, 2 * Math.PI * chance(k, 3)]
      const [out, wide] = [reach * Math.cbrt(chance(k, 4)), Math.sqrt(1 - height * height)]
      p.radius = bubbleRadius(chance(k, 5), ...this.#radii)
      p.x = x + out * wide * Math.cos(turn)
      p.z = z + out * wide * Math.sin(turn)
      const level = levelAt(this.#water, p.x, p.z)
      // Under the surface, also where the region reaches into the air.
      p.y = Math.min(y + out * height, level - p.radius * (1 + 4 * chance(k, 12)))
      p.y = Math.max(p.y, this.#floor + p.radius)
      if (p.y > level - p.radius) continue
      const share = 0.3 + 0.7 * chance(k, 6)
      const aside = 0.25 * speed
      p.vx = share * vx + aside * (chance(k, 7) - 0.5)
      p.vy = Math.min(share * vy + aside * (chance(k, 8) - 0.5), 0.9 * bubbleSpeed(p.radius))
      p.vz = share * vz + aside * (chance(k, 9) - 0.5)
      p.pace = bubbleSpeed(p.radius)
      // The flow behind a body or a jet comes to rest after some of its diameters.
      p.kind = Math.min(0.5, Math.max(0.06, (1.5 * reach) / Math.max(speed, 0.1)))
      // A bubble that would be carried through the floor stops above it.
      p.vy = Math.max(p.vy, (this.#floor + p.radius - p.y) / p.kind)
      p.age = surfacingAge({ y: p.y, velocity: p.vy, speed: p.pace, relaxation: p.kind }, level)
      const carried = p.kind * (1 - Math.exp(-p.age / p.kind))
      p.foamX = p.x + p.vx * carried
      p.foamZ = p.z + p.vz * carried
      p.foamLife = foamLife * (1 + chance(k, 10))
      p.foamSize = foamWidth * p.radius
      p.seed = chance(k, 11)
      this.#ring.add(p)
    }
  }

  /** Frees geometry, materials and textures on the graphics device. */
  override dispose(): void {
    super.dispose?.()
    this.#foam.dispose()
    this.#ring.dispose()
    this.material.dispose()
  }

  #shade(material: NodeMaterial): void {
    const water = this.#water
    const origin = attribute<'vec4'>('origin', 'vec4')
    const velocity = attribute<'vec4'>('velocity', 'vec4')
    const life = attribute<'vec4'>('life', 'vec4')
    const age = this.#ring.time.sub(life.x).toVar()
    const isThere = age.greaterThanEqual(0).and(age.lessThan(life.y))
    const radius = isThere.select(origin.w, float(0)).toVar()
    const place = Fn(() => {
      // The path of `bubbleElevation`, and a helix about it.
      const carried = velocity.w.mul(age.div(velocity.w.max(1e-3)).negate().exp().oneMinus()).toVar()
      const straight = origin.xyz
        .add(velocity.xyz.mul(carried))
        .add(vec3(0, life.z.mul(age.sub(carried)), 0))
        .toVar()
      const phase = age.mul(wobbleRate).mul(life.w.mul(0.4).add(0.8)).add(life.w.mul(40)).toVar()
      const aside = vec2(phase.cos(), phase.mul(0.83).sin()).mul(radius.mul(wobble))
      // The surface may have sunk since the birth of the bubble.
      const below = levelNode(water, straight.xz).sub(radius.mul(0.3))
      return vec3(straight.x.add(aside.x), straight.y.min(below), straight.z.add(aside.y))
    })().toVar()
    const corner = positionGeometry.xy
    const aspect = origin.w.pow(flatteningPower).mul(flattening).add(1).reciprocal().max(flattest)
    const breathing = age
      .mul(1.7 * wobbleRate)
      .add(life.w.mul(17))
      .sin()
      .mul(0.08)
      .add(1)
    const offset = corner.mul(vec2(1, aspect.mul(breathing))).mul(radius)
    const view = modelViewMatrix.mul(vec4(place, 1))
    material.vertexNode = cameraProjectionMatrix.mul(view.add(vec4(offset, 0, 0)))
    const across = varying(corner)
    const facing = across.dot(across).oneMinus().max(0).sqrt()
    const normal = cameraWorldMatrix.mul(vec4(vec3(across, facing), 0)).xyz.normalize()
    const sight = cameraWorldMatrix.mul(vec4(0, 0, -1, 0)).xyz.normalize()
    const mirrored = reflect(sight, normal)
    // From water to air: total reflection beyond the critical angle, at three quarters of the radius.
    const mirror = fresnel(facing.max(0.02), 1 / refractiveIndex)
    const sun = mirrored.dot(sunFromWater(water.material.sunDirection)).max(0).pow(40)
    material.maskNode = across
      .length()
      .lessThan(1)
      .and(mirror.add(sun.mul(2)).greaterThan(opaque))
    material.colorNode = Fn(() => {
      const [reflected, light] = [mirrored.toVar(), sun.toVar()]
      const deep = lightOfDepth(water.material, vec3(0, 1, 0)).toVar()
      const mirror = mix(deep, this.#lightFrom(reflected), smoothstep(-0.45, 0.6, reflected.y))
      // Many bubbles scatter the light of all: a swarm is white from every side.
      const scattered = lightOnFoam(water.material, vec3(0, 1, 0)).mul(swarm)
      return mirror.add(scattered).add(water.material.sunColor.rgb.mul(light.mul(1.6)))
    })()
  }

  /** Radiance under water from a direction above: the sky in Snell's window. */
  #lightFrom(direction: Node<'vec3'>): Node<'vec3'> {
    const up = vec3(direction.x, direction.y.max(0.68), direction.z).normalize()
    return this.#water.material.sky.radiance(refract(up, vec3(0, -1, 0), float(refractiveIndex))).mul(0.9)
  }
}
