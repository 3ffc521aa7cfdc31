import {
  attribute,
  cameraProjectionMatrix,
  Fn,
  float,
  mix,
  modelViewMatrix,
  positionGeometry,
  smoothstep,
  uniform,
  varying,
  varyingProperty,
  vec2,
  vec3,
  vec4,
} from 'three/tsl'
import {
  AdditiveBlending,
  BufferAttribute,
  Color,
  type ColorRepresentation,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  type MeshBasicNodeMaterial,
  type Node,
  NormalBlending,
  Sphere,
  type UniformNode,
  Vector3,
} from 'three/webgpu'
import { type ColorMap, type ColorMapName, colorMapOf } from '../shared/color-map.js'
import { pixelAt } from '../shared/towards-eye.js'
import { unlitMaterial } from '../shared/unlit-material.js'
import { ValueRange } from '../shared/value-range.js'

/** Moving points; `Particles` of the package `seiche` fits. */
export interface ParticlesLike {
  /** x, y, z of each [m]. */
  readonly positions: Float32Array
  /** Velocity of each along x, y, z [m/s]. */
  readonly velocities: Float32Array
  /** Age of each in parts of its lifetime, 0 to 1: particles fade in and out. Absent: they do not fade. */
  readonly ages?: Float32Array
}

/** Options of {@link FlowParticles}. */
export interface FlowParticlesOptions {
  /** Radius of a particle [m]. Default: all particles side by side cover a third of the extent of their first positions. */
  radius?: number
  /** Exposure time [s]: particles are streaks as long as their way in it. Default: the fastest are streaks of 14 radii. */
  exposure?: number
  /** `glow` adds light, for dark backgrounds; `dots` cover the background. Default `glow`. */
  look?: 'glow' | 'dots'
  /** Opacity of a particle, 0 to 1. Default 0.7 for `glow`, 0.9 for `dots`. */
  opacity?: number
  /** Colour map of the speed. Default `ember` for `glow`, `lagoon` for `dots`. */
  map?: ColorMap | ColorMapName
  /** One colour for all, instead of `map`. */
  color?: ColorRepresentation
  /** Speeds of the first and the last colour [m/s]. Default: from 0 to the highest speed, which is followed over time. */
  range?: readonly [low: number, high: number]
}

/** Length of the longest streaks, in radii. */
const streakRadii = 14
/** Smallest drawn radius [px]: smaller particles become fainter instead, since they would flicker. */
const leastPixels = 0.8
/** Ages at which particles have faded in, and at which they begin to fade out, in parts of the lifetime. */
const fadedIn = 0.12
const fadeOut = 0.8
/** Used part of the colour map: glowing particles must be brighter than black, dots darker than white. */
const shares = { glow: [0.35, 1], dots: [0, 0.72] } as const

/**
 * Particles as soft points and streaks, coloured by speed.
 *
 * Call `update()` after they have moved.
 *
 * @example
 * ```ts
 * const particles = new Particles({ count: 100_000, flow: sim, lifetime: 4 })
 * const points = new FlowParticles(particles)
 * scene.add(points)
 * particles.step(sim, 1 / 60)
 * points.update()
 * ```
 */
export class FlowParticles extends Mesh<InstancedBufferGeometry, MeshBasicNodeMaterial> {
  override readonly type: string = 'FlowParticles'
  /** Radius of a particle [m]. */
  readonly radius: UniformNode<'float', number>
  /** Exposure time [s]: the duration of a streak. */
  readonly exposure: UniformNode<'float', number>
  /** Opacity of a particle, 0 to 1. */
  readonly opacity: UniformNode<'float', number>
  /** Speeds of the first and the last colour [m/s]. */
  readonly range: ValueRange
  readonly #map: { map: ColorMap; own: boolean } | undefined
  readonly #color: UniformNode<'color', Color> | undefined
  readonly #followsSpeed: boolean
  #particles: ParticlesLike

  /**
   * @param particles Particles, whose number stays the same.
   * @param options Size and colours.
   */
  constructor(particles: ParticlesLike, options: FlowParticlesOptions = {}) {
    const look = options.look ?? 'glow'
    const material = unlitMaterial('particles', {
      transparent: true,
      depthWrite: false,
      blending: look === 'glow' ? AdditiveBlending : NormalBlending,
    })
    const count = particles.positions.length / 3
    super(points(count), material)
    this.name = 'flow particles'
    this.count = count
    this.#particles = particles
    this.range = new ValueRange(options.range)
    this.#followsSpeed = options.exposure === undefined
    this.radius = uniform(options.radius ?? usualRadius(particles.positions))
    this.exposure = uniform(options.exposure ?? 0)
    this.opacity = uniform(options.opacity ?? (look === 'glow' ? 0.7 : 0.9))
    if (options.color === undefined) this.#map = colorMapOf(options.map ?? (look === 'glow' ? 'ember' : 'lagoon'))
    else this.#color = uniform(new Color(options.color))
    this.#look(look)
    this.update()
  }

  #look(look: 'glow' | 'dots'): void {
    const velocity = attribute<'vec3'>('velocity', 'vec3')
    const age = attribute<'float'>('age', 'float')
    const corner = positionGeometry.xy
    /**
     * Position relative to the middle of the streak, along it and across it [radii]; length of its straight part [radii]; opacity
     * factor of small particles.
     */
    const shape = varyingProperty('vec4', 'streak')
    this.material.vertexNode = Fn(() => {
      const middle = modelViewMatrix.mul(vec4(attribute<'vec3'>('place', 'vec3'), 1)).xyz.toVar()
      const scale = modelViewMatrix
        .mul(vec4(1, 0, 0, 0))
        .xyz.length()
        .toVar()
      const moved = modelViewMatrix.mul(vec4(velocity, 0)).xy.mul(this.exposure).toVar()
      const streak = moved.length().toVar()
      const along = streak
        .greaterThan(1e-12)
        .select(moved.div(streak.max(1e-12)), vec2(1, 0))
        .toVar()
      const wanted = this.radius.mul(scale).toVar()
      const radius = wanted.max(pixelAt(middle).mul(leastPixels)).toVar()
      const straight = streak.mul(0.5).div(radius).toVar()
      const place = vec2(corner.x.mul(straight.add(1)), corner.y).toVar()
      const faint = wanted.div(radius)
      shape.assign(vec4(place, straight, faint.mul(faint)))
      const offset = along.mul(place.x).add(vec2(along.y.negate(), along.x).mul(place.y)).mul(radius)
      return cameraProjectionMatrix.mul(vec4(middle.add(vec3(offset, 0)), 1))
    })()
    const [first, last] = shares[look]
    const { low, high } = this.range
    const part = varying(velocity.length().sub(low).div(high.sub(low)) as Node<'float'>)
    const alive = varying(smoothstep(0, fadedIn, age).mul(smoothstep(1, fadeOut, age)))
    const shown = this.#color ? this.#color.rgb : this.#map!.map.color(mix(first, last, part.clamp(0, 1)))
    this.material.colorNode = shown
    this.material.opacityNode = Fn(() => {
      const beyond = shape.x.abs().sub(shape.z).max(0)
      const inside = float(1).sub(vec2(beyond, shape.y).lengthSq()).max(0)
      // Light is spread over the streak, but only in part: fast particles stay visible. Dots have an edge.
      const body = look === 'glow' ? inside.mul(inside).mul(shape.z.add(1).pow(-0.5)) : inside.mul(3).min(1)
      return body.mul(alive).mul(shape.w).mul(this.opacity)
    })()
  }

  /**
   * Uploads the present positions and velocities.
   * @param particles Other particles to draw from now on, as many as at first.
   * @throws RangeError if their number differs.
   */
  update(particles: ParticlesLike = this.#particles): void {
    const { positions, velocities, ages } = particles
    if (positions.length !== 3 * this.count || velocities.length !== positions.length)
      throw new RangeError(`this view was made for ${this.count} particles and cannot show ${positions.length / 3}`)
    this.#particles = particles
    this.#send('place', positions)
    this.#send('velocity', velocities)
    if (ages) this.#send('age', ages)
    if (!this.range.follows) return
    let fastest = 0
    for (let c = 0; c < velocities.length; c += 3) {
      const [u, v, w] = [velocities[c]!, velocities[c + 1]!, velocities[c + 2]!]
      const squares = u * u + v * v + w * w
      if (squares > fastest) fastest = squares
    }
    this.range.include(0, Math.sqrt(fastest))
    if (this.#followsSpeed) this.exposure.value = (streakRadii * this.radius.value) / this.range.high.value
  }

  #send(name: string, values: Float32Array): void {
    const attribute = this.geometry.getAttribute(name) as InstancedBufferAttribute
    attribute.array.set(values)
    attribute.needsUpdate = true
  }

  /** Frees geometry, material and textures on the graphics device. A {@link ColorMap} that was passed in stays. */
  override dispose(): void {
    super.dispose?.()
    this.geometry.dispose()
    this.material.dispose()
    if (this.#map?.own) this.#map.map.dispose()
  }
}

function points(count: number): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(Float32Array.of(-1, -1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0), 3))
  geometry.setIndex([0, 1, 2, 2, 1, 3])
  const buffer = (size: number, value = 0) =>
    new InstancedBufferAttribute(new Float32Array(size * Math.max(1, count)).fill(value), size)
  geometry.setAttribute('place', buffer(3))
  geometry.setAttribute('velocity', buffer(3))
  geometry.setAttribute('age', buffer(1, 0.5))
  geometry.instanceCount = count
  // Particles may be anywhere: no frustum culling by the bounds of the geometry.
  geometry.boundingSphere = new Sphere(new Vector3(), Number.POSITIVE_INFINITY)
  return geometry
}

/** The radius at which all particles side by side cover a third of the two longer sides of their extent [m]. */
function usualRadius(positions: Float32Array): number {
  const low = [0, 0, 0].fill(Number.POSITIVE_INFINITY)
  const high = [0, 0, 0].fill(Number.NEGATIVE_INFINITY)
  for (let c = 0; c < positions.length; c++) {
    low[c % 3] = Math.min(low[c % 3]!, positions[c]!)
    high[c % 3] = Math.max(high[c % 3]!, positions[c]!)
  }
  const [longest, longer] = high.map((end, axis) => end - low[axis]!).sort((a, b) => b - a) as [number, number]
  const area = longest * (longer || longest)
  return positions.length > 0 && area > 0 ? Math.sqrt((0.33 * area) / (Math.PI * (positions.length / 3))) : 0.01
}
