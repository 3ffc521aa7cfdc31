// Rain: streaks that fall, and the rings of drops on water.
//
// Both are functions of time alone, without state. The water is divided into cells, in each of which a drop falls once a period at a
// place that a hash of cell and period gives; its ring widens and fades until the next one.

import {
  attribute,
  cameraProjectionMatrix,
  cameraViewMatrix,
  Fn,
  float,
  positionGeometry,
  smoothstep,
  uniform,
  varying,
  vec2,
  vec4,
} from 'three/tsl'
import { type InstancedBufferGeometry, Mesh, type Node, NodeMaterial } from 'three/webgpu'
import { Sky } from '../light/sky.js'
import { attributeOf, particleQuads } from '../particles/particle-quads.js'
import { hashToUnit } from '../shared/hash.js'

/** Streaks at once, in the heaviest rain. */
const streaks = 700
/** Rate of rain at which two thirds of all cells have a ring [m/s]: 180 mm an hour, a cloudburst. */
const cloudburst = 5e-5
/** Side of a cell and height of the streaks above the water, in parts of the extent [1]. */
const [cellShare, heightShare] = [1 / 18, 0.45]
/** Largest side of a cell [m]: rings of metres would be those of rocks. */
const widestCell = 0.8
/** Time between two drops in a cell [s]. */
const period = 0.9
/** Steepest slope of a ring [1]. */
const steepness = 0.8
/** Variance of the slopes where there is a ring in each cell, over all places and ages [1]. */
const variance = 0.006
/** Speed of drops of 2 mm [m/s]; over large extents they are drawn faster, or they would seem to hang in the air. */
const speed = 6.5
/** Longest time in which a streak falls through the picture [s]. */
const longestFall = 0.9
/** Time for which a picture is exposed [s]: the length of a streak. */
const exposure = 1 / 45

/** Options of {@link Rain}. */
export interface RainOptions {
  /** Extent of the rain along x and z, centred on the origin [m]. */
  extent: readonly [number, number]
  /** Rate of rain [m/s]: 3e-6 is 10 mm an hour. */
  rate: number
  /** Sky that lights the drops. */
  sky?: Sky
  /** Whether falling streaks are drawn, besides the rings. Default true. */
  streaks?: boolean
}

/**
 * Rain over water: the object draws falling streaks; water with the option `rain` has its rings. One draw call of at most 700 quads.
 *
 * @example
 * ```ts
 * const rain = new Rain({ extent: [20, 20], rate: 1e-5 })
 * const water = new WaterSurface(sim, { rain })
 * scene.add(water, rain)
 * rain.update(sim.time) // after each step
 * ```
 */
export class Rain extends Mesh<InstancedBufferGeometry, NodeMaterial> {
  override readonly type: string = 'Rain'
  /** Part of the cells with a ring [1]. */
  readonly #density = uniform(0)
  readonly #time = uniform(0)
  readonly #cell: number
  readonly #hasStreaks: boolean
  #rate = 0

  /** @param options Where it rains, how much, and in what light. */
  constructor({ extent, rate, sky = new Sky(), streaks: hasStreaks = true }: RainOptions) {
    const material = new NodeMaterial()
    super(drops(), material)
    this.name = 'rain'
    this.frustumCulled = false
    // In front of the water, which is transparent, too.
    this.renderOrder = 1
    this.#cell = Math.min(widestCell, cellShare * Math.max(...extent))
    this.#hasStreaks = hasStreaks
    material.name = 'rain'
    material.transparent = true
    material.depthWrite = false
    this.#shade(material, extent, sky)
    this.rate = rate
  }

  /** Rate of rain [m/s]; rings and streaks are in proportion to it until they overlap. */
  get rate(): number {
    return this.#rate
  }

  set rate(rate: number) {
    this.#rate = rate
    this.#density.value = 1 - Math.exp(-Math.max(0, rate) / cloudburst)
    this.geometry.instanceCount = Math.round(streaks * this.#density.value)
    this.visible = this.#hasStreaks && this.geometry.instanceCount > 0
  }

  /**
   * Moves the rain.
   * @param time Time [s].
   */
  update(time: number): void {
    this.#time.value = time
  }

  /**
   * Slopes of the rings.
   * @param place Position (x, z) on the water [m].
   * @param footprint Width of a pixel there [m]: distant rings vanish.
   * @returns Slopes along x and z [1].
   */
  rings(place: Node<'vec2'>, footprint: Node<'float'>): Node<'vec2'> {
    return Fn(() => this.#layer(place, 0).add(this.#layer(place, 1)).mul(this.#seen(footprint)))()
  }

  /**
   * Variance of the slopes of distant rings, which are not seen: rain makes water matt.
   * @param footprint Width of a pixel there [m].
   * @returns The variance along both axes together [1].
   */
  unseen(footprint: Node<'float'>): Node<'float'> {
    return this.#seen(footprint).oneMinus().mul(this.#density).mul(variance)
  }

  /** Share of the rings that are drawn [1]. */
  #seen(footprint: Node<'float'>): Node<'float'> {
    return smoothstep(0.4 * this.#cell, 0.1 * this.#cell, footprint)
  }

  /** Frees geometry and material on the graphics device. */
  override dispose(): void {
    super.dispose?.()
    this.geometry.dispose()
    this.material.dispose()
  }

  /** Rings of one grid of cells; that of the second layer is shifted and turned, which hides both. */
  #layer(place: Node<'vec2'>, layer: number): Node<'vec2'> {
    const turned = layer === 0 ? place : vec2(place.dot(vec2(0.8, 0.6)), place.dot(vec2(-0.6, 0.8)))
    const at = turned
      .div(this.#cell)
      .add(0.37 * layer)
      .toVar()
    const cell = at.floor().toVar()
    const clock = this.#time
      .div(period)
      .add(chance(cell, float(0), 1 + layer))
      .toVar()
    const drop = clock.floor().toVar()
    const age = clock.fract().toVar()
    const center = vec2(chance(cell, drop, 3 + layer), chance(cell, drop, 5 + layer))
      .sub(0.5)
      .mul(0.34)
    const away = at.fract().sub(0.5).sub(center).toVar()
    const distance = away.length().max(1e-4).toVar()
    const radius = age.mul(0.3)
    // Two crests behind each other, as narrow as the ring leaves room for.
    const phase = distance.sub(radius).div(0.045).toVar()
    const wave = phase.sin().mul(phase.mul(phase).mul(-0.16).exp())
    const falls = chance(cell, drop, 7 + layer)
      .lessThan(this.#density)
      .select(float(1), float(0))
    const slope = away.div(distance).mul(wave.mul(age.oneMinus().mul(age.oneMinus())).mul(falls).mul(steepness))
    return layer === 0 ? slope : vec2(slope.dot(vec2(0.8, -0.6)), slope.dot(vec2(0.6, 0.8)))
  }

  #shade(material: NodeMaterial, extent: readonly [number, number], sky: Sky): void {
    const reach = Math.max(...extent)
    const height = heightShare * reach
    const fast = Math.max(speed, height / longestFall)
    const drop = attribute<'vec3'>('drop', 'vec3')
    const fallen = drop.y.add(this.#time.mul(fast / height)).fract()
    const start = vec4(drop.x.mul(extent[0]), fallen.oneMinus().mul(height), drop.z.mul(extent[1]), 1)
    const view = cameraViewMatrix.mul(start).toVar()
    // At least a pixel or so wide at any distance.
    const width = view.z
      .negate()
      .mul(0.0011)
      .max(0.0005 * reach)
    const down = cameraViewMatrix.mul(vec4(0, 1, 0, 0)).xyz
    const long = down.mul(positionGeometry.y.add(1).mul(0.5 * fast * exposure))
    material.vertexNode = cameraProjectionMatrix.mul(
      view.add(vec4(long, 0)).add(vec4(positionGeometry.x.mul(width), 0, 0, 0)),
    )
    const across = varying(positionGeometry.xy)
    const life = varying(fallen)
    material.colorNode = sky.horizonColor.rgb.mul(0.85).add(sky.sunColor.rgb.mul(0.2))
    material.opacityNode = Fn(() => {
      const soft = across.x.abs().oneMinus().mul(across.y.abs().oneMinus())
      return soft.mul(smoothstep(0, 0.25, life)).mul(0.42)
    })()
  }
}

/** A pseudo-random number from 0 to 1 for a cell and a drop. */
function chance(cell: Node<'vec2'>, drop: Node<'float'>, salt: number): Node<'float'> {
  // The drop is wrapped: large arguments of the sine would lose their digits.
  return cell
    .dot(vec2(12.9898, 78.233))
    .add(drop.mod(61).mul(3.7))
    .add(17.3 * salt)
    .sin()
    .mul(43758.5453)
    .fract()
}

function drops(): InstancedBufferGeometry {
  const geometry = particleQuads(streaks, { drop: 3 })
  const places = attributeOf(geometry, 'drop').array
  for (let k = 0; k < places.length; k++) places[k] = hashToUnit(k, 0, 23) - (k % 3 === 1 ? 0 : 0.5)
  return geometry
}
