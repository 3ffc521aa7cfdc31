import { Fn, float, mix, smoothstep, texture, uniform, varying, vec2, vec3, vec4 } from 'three/tsl'
import {
  DataTexture,
  HalfFloatType,
  LinearFilter,
  type Node,
  RGBAFormat,
  type TextureNode,
  type UniformNode,
  Vector2,
} from 'three/webgpu'
import { copyCells, type GroundSource } from '../ground/ground-source.js'
import type { GroundSurface } from '../ground/ground-surface.js'
import { replaceNonFinite } from '../shared/finite-values.js'
import { createFoamNoise } from '../shared/foam-noise.js'
import { toHalf } from '../shared/half-float.js'
import { HeightField } from './height-field.js'
import { createHeightTexture } from './height-texture.js'
import { createRipples } from './ripples.js'
import type { WaterScale } from './water-scale.js'
import { Waterline } from './waterline.js'

/** Sides of the textures of ripples and of foam [cells]. */
const [rippleSide, foamSide] = [13, 11]
/** Variance of the slopes of ripples on still water, and the additional variance on fast water [1]. */
const [calm, rapid] = [0.0003, 0.012]
/** Largest drawn speed of the water, relative to the speed of long waves at the usual depth [1]. */
const fastest = 4

/**
 * Water on ground, as TSL functions of its depth and flow. Two alternating phases advect the textures of ripples and foam: each moves
 * with the flow for a while, and restarts while only the other is visible (Vlachos, "Water flow in Portal 2", SIGGRAPH 2010).
 */
export class GroundedWater {
  readonly ground: GroundSurface
  /** Height of the drawn water over the ground [m], below 0 on dry land: one float per cell. */
  readonly depthTexture: DataTexture
  readonly depthField: HeightField
  /** Velocity along x and z [m/s], foam [1]. */
  readonly flowTexture: DataTexture
  /** Depth from which on water is fully opaque [m]. */
  readonly visible = uniform(1)
  /** Usual depth [m]. */
  readonly usualDepth = uniform(1)
  readonly #noise = createFoamNoise()
  readonly #ripples = createRipples()
  readonly #cells: UniformNode<'vec2', Vector2>
  readonly #cellSize: UniformNode<'float', number>
  /** Progress of the cycle of the two phases, 0 to 1, and its period [s]. */
  readonly #cycle = uniform(0)
  readonly #period = uniform(1)
  readonly #speed = uniform(1)
  readonly #waterline: Waterline
  readonly #nx: number
  #time: number | undefined

  constructor(ground: GroundSurface, cellSize: number) {
    const { width: nx, height: nz } = ground.bedTexture.image
    this.ground = ground
    this.#nx = nx
    this.#cells = uniform(new Vector2(nx, nz))
    this.#cellSize = uniform(cellSize)
    this.depthTexture = createHeightTexture(nx, nz)
    this.depthTexture.name = 'water depth'
    this.depthField = new HeightField(this.depthTexture, cellSize, ground.heightScale)
    this.flowTexture = new DataTexture(new Uint16Array(4 * nx * nz), nx, nz, RGBAFormat, HalfFloatType)
    this.flowTexture.name = 'water flow'
    this.flowTexture.magFilter = this.flowTexture.minFilter = LinearFilter
    this.#waterline = new Waterline(nx, nz)
  }

  get scale(): WaterScale {
    return this.ground.scaleOfWater
  }

  /** Uploads the present state, and writes the level [m], continued beyond the edge of the water. */
  write(source: GroundSource, level: Float32Array, openness?: Float32Array): void {
    const depth = this.depthTexture.image.data as Float32Array
    if (source.depth) copyCells(source.depth, this.#nx, depth)
    replaceNonFinite(depth, this.#nx, 'the depth of the water')
    this.#writeFlow(source, depth)
    this.#waterline.fill(level, depth, this.ground.bed, this.scale.thin, openness)
    this.depthTexture.needsUpdate = true
    this.#passTime(source.time)
  }

  #passTime(time: number | undefined): void {
    const { scale } = this
    this.visible.value = scale.visible
    this.usualDepth.value = scale.depth > 0 ? scale.depth : 1
    this.#speed.value = scale.speed
    // Fast water advects a texture by at most its side: more would distort it.
    this.#period.value = (rippleSide * this.#cellSize.value) / scale.speed
    if (time !== undefined && this.#time !== undefined)
      this.#cycle.value = (((this.#cycle.value + (time - this.#time) / this.#period.value) % 1) + 1) % 1
    this.#time = time
  }

  #writeFlow({ discharge, foam }: GroundSource, depth: Float32Array): void {
    const target = this.flowTexture.image.data as Uint16Array
    const nx = this.#nx
    const { thin, speed } = this.scale
    const most = fastest * speed
    const bounded = (velocity: number): number => Math.min(most, Math.max(-most, velocity))
    for (let cell = 0; cell < depth.length; cell++) {
      const i = cell % nx
      const row = (cell - i) / nx
      const d = depth[cell]!
      if (discharge) {
        // As d tends to 0 so does the velocity; q / d would be a quotient of rounding errors (after Kurganov and Petrova 2007).
        const perDepth = d / (d * d + thin * thin)
        const [qx, qz] = discharge
        target[4 * cell] = toHalf(bounded(qx.data[qx.offset + row * qx.stride + i]! * perDepth))
        target[4 * cell + 1] = toHalf(bounded(qz.data[qz.offset + row * qz.stride + i]! * perDepth))
      }
      if (foam) target[4 * cell + 2] = toHalf(foam.data[foam.offset + row * foam.stride + i]!)
    }
    this.flowTexture.needsUpdate = true
  }

  /** Drawn height of the vertex at a local position (x, z) [m]. */
  surface(place: Node<'vec2'>): Node<'float'> {
    return this.ground.heightField.height(place).add(this.depthField.height(place))
  }

  /** Depth under this fragment [m], interpolated from the vertices: exactly the distance of the two drawn surfaces. Below 0: dry. */
  depth(place: Node<'vec2'>): Node<'float'> {
    return varying(this.depthField.height(place).div(this.ground.heightScale))
  }

  /** Velocity along x and z [m/s] and foam [1]. */
  flow(place: Node<'vec2'>): Node<'vec4'> {
    return texture(this.flowTexture, place.div(this.#cells.mul(this.#cellSize)).add(0.5))
  }

  /** Speed over that of a long wave in water of the usual depth [1]. */
  relativeSpeed(flow: Node<'vec4'>): Node<'float'> {
    return flow.xy.length().div(this.#speed)
  }

  /** Slopes of ripples along x and z, and the variance of their unresolved slopes [1]. */
  ripples(place: Node<'vec2'>, flow: Node<'vec4'>): Node<'vec3'> {
    const variance = smoothstep(0, 1, this.relativeSpeed(flow)).mul(rapid).add(calm).toVar()
    const side = this.#cellSize.mul(rippleSide)
    const carried = this.#advected(this.#ripples, place, flow, side).toVar()
    // The finer ripples are rotated, which hides the period of both.
    const aslant = (v: Node<'vec2'>): Node<'vec2'> => vec2(v.dot(vec2(0.8, 0.6)), v.dot(vec2(-0.6, 0.8)))
    const upright = (v: Node<'vec2'>): Node<'vec2'> => vec2(v.dot(vec2(0.8, -0.6)), v.dot(vec2(0.6, 0.8)))
    const finer = this.#advected(this.#ripples, aslant(place), vec4(aslant(flow.xy), flow.zw), side.mul(0.37)).toVar()
    const hidden = carried.z
      .sub(carried.xy.dot(carried.xy))
      .max(0)
      .add(finer.z.sub(finer.xy.dot(finer.xy)).max(0))
    return vec3(carried.xy.add(upright(finer.xy)).mul(variance.mul(0.5).sqrt()), hidden.mul(variance).mul(0.5))
  }

  /** Whiteness of a point for a share of foam [1]: froth with holes from near, uniform white from afar. */
  froth(place: Node<'vec2'>, flow: Node<'vec4'>, share: Node<'float'>, footprint: Node<'float'>): Node<'float'> {
    const patch = this.#cellSize.mul(foamSide)
    const coarse = this.#advected(this.#noise, place, flow, patch).x
    const fine = this.#advected(this.#noise, place.yx, vec4(flow.yx, flow.zw), patch.mul(0.31)).x
    const noise = coarse.mul(0.6).add(fine.mul(0.4)).toVar()
    const soft = footprint.div(patch).mul(4).add(0.14).min(0.5)
    const edge = float(1).sub(share)
    return smoothstep(edge.sub(soft), edge.add(soft), noise).mul(share.mul(5).clamp(0, 1))
  }

  /** A periodic texture advected by the flow: `place` and velocities of `flow` in the same axes. */
  #advected(picture: DataTexture, place: Node<'vec2'>, flow: Node<'vec4'>, side: Node<'float'>): Node<'vec4'> {
    const sampled: TextureNode = texture(picture)
    return Fn(() => {
      // The phase varies with position: otherwise the whole river would pulse.
      const early = texture(this.#noise, place.div(side.mul(5.3))).x
      const first = this.#cycle.add(early).fract().toVar()
      const second = first.add(0.5).fract().toVar()
      const drift = flow.xy.mul(this.#period)
      const at = (phase: Node<'float'>, shift: number) =>
        sampled.sample(
          place
            .sub(drift.mul(phase.sub(0.5)))
            .div(side)
            .add(vec2(shift, shift * 0.7)),
        )
      const share = first.mul(2).sub(1).abs().toVar()
      // A blend of both has less contrast than either: the factor restores the variance.
      const lost = share.mul(share).add(share.oneMinus().mul(share.oneMinus())).sqrt()
      const mixed = mix(at(first, 0), at(second, 0.43), share).toVar()
      return vec4(mixed.xy.sub(this.#middle(picture)).div(lost).add(this.#middle(picture)), mixed.zw)
    })()
  }

  #middle(picture: DataTexture): Node<'float'> {
    return float(picture === this.#noise ? 0.5 : 0)
  }

  dispose(): void {
    for (const each of [this.depthTexture, this.flowTexture, this.#noise, this.#ripples]) each.dispose()
  }
}
