// Spray that the wind blows off breaking crests.
//
// A cell emits spray where its foam grows: there the surface folds at present. Origin, velocity and time of birth of each puff are
// written once, into a ring of instances; the vertex shader moves it by its age. A puff is a cloud of drops too small to be seen apart.

import {
  attribute,
  cameraPosition,
  cameraProjectionMatrix,
  cameraViewMatrix,
  Fn,
  float,
  positionGeometry,
  smoothstep,
  texture,
  uniform,
  varying,
  vec2,
  vec3,
  vec4,
} from 'three/tsl'
import { type InstancedBufferGeometry, Mesh, NodeMaterial, Vector3 } from 'three/webgpu'
import { attributeOf, cornerAlong, flightDirection, particleQuads } from '../particles/particle-quads.js'
import { hashToUnit } from '../shared/hash.js'
import type { WaterInput } from '../surface/height-source.js'
import { lightOnFoam } from '../surface/shading/water-light.js'
import type { WaterSurface } from '../surface/water-surface.js'
import { readSea } from './sea-source.js'

/** Puffs at once, at most. */
const capacity = 2048
/** Life of a puff [s]: its half, to which each adds up to as much. */
const halfLife = 0.9
/** Wind in which crests begin to lose spray, and in which they lose most [m/s]: Beaufort 5 and 10. */
const [firstWind, fullWind] = [9, 24]
/** Growth of foam from which on a cell emits [1/s], and puffs that a cell emits in a second of full wind. */
const [growth, rate] = [0.3, 3]
/** Height from which on a cell belongs to a crest, over the root mean square of all heights [1]. */
const crestHeight = 0.8
/** Part of the speed of the wind that spray has, and part that it is thrown up with [1]. */
const [carried, thrown] = [0.5, 0.11]
/** Acceleration downwards [m/s²]: the wind carries small drops, which fall slower than stones. */
const fall = 3.2
/** Height of a puff above the water, at least, in its half widths [1]. */
const clearance = 1.1
/** Longer gaps between frames are jumps in time [s]: spray of before is gone. */
const longestGap = 1.5

/** Options of {@link CrestSpray}. */
export interface CrestSprayOptions {
  /** Speed of the wind [m/s]. Below 9 m/s there is no spray. */
  windSpeed: number
  /** Direction that the wind blows to, from x towards z [degrees]. Default 0. */
  windDirection?: number
}

/**
 * Spray of breaking crests of an ocean, carried by the wind. One draw call of at most 2048 quads. The same frames give the same spray.
 *
 * @example
 * ```ts
 * const water = new WaterSurface(sim, { tiles: 9 })
 * const spray = new CrestSpray(water, sim, { windSpeed: 20 })
 * scene.add(water, spray)
 * sim.step()
 * water.update()
 * spray.update() // after the water
 * ```
 */
export class CrestSpray extends Mesh<InstancedBufferGeometry, NodeMaterial> {
  override readonly type: string = 'CrestSpray'
  readonly #water: WaterSurface
  readonly #input: WaterInput
  readonly #wind: readonly [x: number, z: number]
  readonly #strength: number
  readonly #foam: Float32Array
  readonly #time = uniform(0)
  readonly #vertex = new Vector3()
  #last: number | undefined
  /** Frames so far, and the place of the next puff in the ring. */
  #frame = 0
  #next = 0

  /**
   * @param water Surface of the ocean: its heights, light and haze.
   * @param input The input of the surface, with foam and time.
   * @param options The wind.
   */
  constructor(water: WaterSurface, input: WaterInput, { windSpeed, windDirection = 0 }: CrestSprayOptions) {
    const material = new NodeMaterial()
    super(particleQuads(capacity, { origin: 4, velocity: 4, birth: 2 }), material)
    this.name = 'crest spray'
    this.frustumCulled = false
    // After the water, which is transparent, too.
    this.renderOrder = 1
    this.#water = water
    this.#input = input
    const angle = (windDirection * Math.PI) / 180
    this.#wind = [windSpeed * Math.cos(angle), windSpeed * Math.sin(angle)]
    this.#strength = Math.min(1, Math.max(0, (windSpeed - firstWind) / (fullWind - firstWind)))
    const { width: nx, height: nz } = water.heightTexture.image
    this.#foam = new Float32Array(nx * nz)
    this.visible = this.#strength > 0
    material.name = 'crest spray'
    material.transparent = true
    material.depthWrite = false
    this.#shade(material)
  }

  /** Puffs in the air. */
  get airborne(): number {
    const births = this.geometry.getAttribute('birth')
    let alive = 0
    for (let k = 0; k < capacity; k++) if (this.#time.value - births.getX(k) < births.getY(k)) alive++
    return alive
  }

  /** Emits spray where foam has grown since the last call. Call it after the update of the water. */
  update(): void {
    const { foam, time = 0 } = readSea(this.#input)
    if (!foam || this.#strength === 0) return
    const passed = this.#last === undefined ? -1 : time - this.#last
    this.#last = time
    this.#time.value = time
    const isJump = passed < 0 || passed > longestGap
    if (isJump) this.#clear()
    this.#frame++
    const { width: nx, data: heights } = this.#water.heightTexture.image as { width: number; data: Float32Array }
    const crest = crestHeight * rootMeanSquare(heights)
    const { data, offset, stride, begins, covers } = foam
    for (let cell = 0; cell < this.#foam.length; cell++) {
      const i = cell % nx
      const now = Math.min(
        1,
        Math.max(0, (data[offset + ((cell - i) / nx) * stride + i]! - begins) / (covers - begins)),
      )
      const grown = now - this.#foam[cell]!
      this.#foam[cell] = now
      // Foam grows on the faces of waves, too, but the wind takes only that of their crests.
      if (isJump || grown <= growth * passed || heights[cell]! < crest) continue
      if (hashToUnit(cell, this.#frame, 1) < this.#strength * rate * passed * now) this.#emit(cell, time)
    }
  }

  /** Frees geometry and material on the graphics device. */
  override dispose(): void {
    super.dispose?.()
    this.geometry.dispose()
    this.material.dispose()
  }

  #clear(): void {
    const births = attributeOf(this.geometry, 'birth')
    births.array.fill(0)
    births.needsUpdate = true
  }

  #emit(cell: number, time: number): void {
    const chance = (salt: number): number => hashToUnit(cell, this.#frame, salt)
    const { extent, heightTexture } = this.#water
    const cellSize = extent[0] / heightTexture.image.width
    const at = this.#water.drawnCell(cell, this.#vertex)
    const [windX, windZ] = this.#wind
    const speed = Math.hypot(windX, windZ)
    const share = carried * (0.6 + 0.8 * chance(2))
    const aside = 0.12 * (chance(3) - 0.5)
    const slot = this.#next
    this.#next = (slot + 1) % capacity
    const origins = attributeOf(this.geometry, 'origin')
    const velocities = attributeOf(this.geometry, 'velocity')
    const births = attributeOf(this.geometry, 'birth')
    const spread = (salt: number): number => cellSize * (chance(salt) - 0.5)
    origins.setXYZW(slot, at.x + spread(4), at.y, at.z + spread(5), chance(6))
    velocities.setXYZW(
      slot,
      share * (windX - aside * windZ),
      thrown * speed * (0.35 + chance(7)),
      share * (windZ + aside * windX),
      cellSize * (0.14 + 0.22 * chance(8)),
    )
    births.setXY(slot, time, halfLife * (1 + chance(9)))
    for (const attribute of [origins, velocities, births]) attribute.needsUpdate = true
  }

  #shade(material: NodeMaterial): void {
    const { material: water, extent, sea, heightField } = this.#water
    const noise = sea?.foamNoise
    const origin = attribute<'vec4'>('origin', 'vec4')
    const velocity = attribute<'vec4'>('velocity', 'vec4')
    const birth = attribute<'vec2'>('birth', 'vec2')
    const age = this.#time.sub(birth.x).toVar()
    const life = age.div(birth.y.max(0.001)).toVar()
    const isAlive = life.greaterThanEqual(0).and(life.lessThan(1))
    const size = isAlive.select(velocity.w.mul(life.mul(2.2).add(0.7)), float(0)).toVar()
    const place = Fn(() => {
      const moved = origin.xyz
        .add(velocity.xyz.mul(age))
        .sub(vec3(0, age.mul(age).mul(0.5 * fall), 0))
        .toVar()
      // Spray flies over the waves before it: in the water its quad would end along a line.
      const above = heightField.height(moved.xz).add(size.mul(clearance))
      // An ocean repeats: the copy next to the camera is drawn.
      const period = vec2(...extent)
      const tile = cameraPosition.xz.sub(moved.xz).div(period).round().mul(period)
      return vec3(moved.x.add(tile.x), moved.y.max(above), moved.z.add(tile.y))
    })().toVar()
    const view = cameraViewMatrix.mul(vec4(place, 1)).toVar()
    const flight = cameraViewMatrix.mul(vec4(velocity.xyz, 0)).xy
    const offset = cornerAlong(flightDirection(flight).toVar(), 2.1)
    material.vertexNode = cameraProjectionMatrix.mul(view.add(vec4(offset.mul(size), 0, 0)))

    const across = varying(positionGeometry.xy)
    const seed = varying(origin.w)
    const fade = varying(life)
    const world = varying(place)
    const lit = lightOnFoam(water, vec3(0, 1, 0))
    material.colorNode = Fn(() => {
      const sight = world.sub(cameraPosition).normalize()
      // Drops scatter light forwards: against the sun, spray is bright.
      const forward = sight.dot(water.sunDirection).max(0).pow(8).mul(0.7)
      return water.foamColor.rgb.mul(lit).mul(0.92).add(water.sunColor.rgb.mul(forward))
    })()
    material.opacityNode = Fn(() => {
      const r = across.dot(across)
      const soft = r.oneMinus().max(0)
      const torn = noise ? texture(noise, across.mul(vec2(0.16, 0.07)).add(vec2(seed, seed.mul(7.3)))).x : float(0.5)
      const dense = smoothstep(0.12, 0.75, soft.mul(1.15).add(torn.mul(0.65)).sub(0.62))
      const gone = smoothstep(0, 0.12, fade).mul(fade.oneMinus().pow(1.4))
      const distance = world.distance(cameraPosition).div(water.haze)
      return dense.mul(gone).mul(distance.mul(distance).negate().exp()).mul(0.42)
    })()
  }
}

function rootMeanSquare(values: Float32Array): number {
  let sum = 0
  for (const value of values) sum += value * value
  return Math.sqrt(sum / values.length)
}
