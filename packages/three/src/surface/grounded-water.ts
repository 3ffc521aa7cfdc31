import { float, mix, smoothstep, texture, uniform, vec2, vec3, vec4 } from 'three/tsl'
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
import { onlyWhere } from '../light/rays/only-where.js'
import { cellTexture } from '../shared/cell-texture.js'
import { replaceNonFinite } from '../shared/finite-values.js'
import { createFoamNoise } from '../shared/foam-noise.js'
import { toHalf } from '../shared/half-float.js'
import { insideVarying } from '../shared/inside-varying.js'
import { splineSample } from '../shared/spline-sample.js'
import { HeightField } from './height-field.js'
import { createHeightTexture } from './height-texture.js'
import { levelByte, RippleBytes } from './shading/ripples.js'
import { Waterline } from './shore/waterline.js'
import type { WaterScale } from './water-scale.js'

/** Optical depth of water over ground along its usual depth, for red, green and blue [1]. */
const absorbedInUsualDepth = [0.95, 0.3, 0.2] as const
/** Sides of the textures of ripples and of foam [cells]. */
const [rippleSide, foamSide] = [13, 11]
/** Variance of the slopes of ripples on still water, and the additional variance on fast water [1]. */
const [calm, rapid] = [0.0003, 0.012]
/** Side of the tile by which ripples are shifted, over theirs, and the shift in parts of theirs for slopes of 1 [1]. */
const [shiftSide, shift] = [43.1, 0.3]
/** Side of the noise by which the phases vary [cells]. */
const earlySide = 69
/** Way of a texture in a period up to which its restart is not seen [cells]. */
const still = 0.1
/** Largest length over which patches of foam are stretched along the flow, to both sides, in parts of their texture [1]. */
const streak = 0.05
/** Largest drawn speed of the water, relative to the speed of long waves at the usual depth [1]. */
const fastest = 4

/** A vector in the axes of the finer ripples. */
const aslant = (v: Node<'vec2'>): Node<'vec2'> => vec2(v.dot(vec2(0.8, 0.6)), v.dot(vec2(-0.6, 0.8)))

/** Two textures that the flow carries, restarted in turn. */
export interface FlowPhases {
  /** Time since the middle of the first phase, and of the second, in periods: from -1/2 to 1/2. */
  first: Node<'float'>
  second: Node<'float'>
  /** Share of the second [1]. */
  share: Node<'float'>
  /** Way of the water in a period [m]. */
  drift: Node<'vec2'>
}

/** Largest variance of slopes within a cell [1]. */
const roughestFront = 0.02

/**
 * Water on ground, as TSL functions of its depth and flow. Two alternating phases advect the textures of ripples and foam: each moves
 * with the flow for a while, and restarts while only the other is visible (Vlachos, "Water flow in Portal 2", SIGGRAPH 2010).
 */
export class GroundedWater {
  readonly ground: GroundSurface
  /** Height of the drawn water over the ground [m], below 0 on dry land: one float per cell. */
  readonly depthTexture: DataTexture
  readonly depthField: HeightField
  /** Velocity along x and z [m/s], foam [1], and the height of the drawn water over the ground [m]. */
  readonly flowTexture: DataTexture
  /** Depth from which on water is fully opaque [m]. */
  readonly visible = uniform(1)
  /** Usual depth [m]. */
  readonly usualDepth = uniform(1)
  /** Light lost per metre [1/m]: relative to the usual depth, unless the look has an absorption of its own. */
  attenuation: Node<'vec3'> = vec3(...absorbedInUsualDepth).div(this.usualDepth)
  /** Whether that light is relative to the usual depth. */
  isRelative = true
  /**
   * Brightness of sunlight at a place (x, z) in world space [m] below a depth of water [m], relative to still water [1]; the last is the
   * width of a pixel there [m]. Undefined without caustics.
   */
  caustics: ((place: Node<'vec2'>, depth: Node<'float'>, footprint: Node<'float'>) => Node<'float'>) | undefined
  readonly #noise = createFoamNoise()
  readonly #ripples = new RippleBytes()
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
    this.ground.detail.setCover(depth, this.#nx, this.ground.bedTexture.image.height)
    const flow = this.flowTexture.image.data as Uint16Array
    for (let cell = 0; cell < depth.length; cell++) flow[4 * cell + 3] = toHalf(depth[cell]!)
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
    return insideVarying(this.depthField.height(place).div(this.ground.heightScale))
  }

  /** Velocity along x and z [m/s], foam [1], and depth [m], below 0 on dry land: splines over the cells. */
  flow(place: Node<'vec2'>): Node<'vec4'> {
    return splineSample(cellTexture(this.flowTexture), this.#cells, place.div(this.#cells.mul(this.#cellSize)).add(0.5))
  }

  /** Speed over that of a long wave in water of the usual depth [1]. */
  relativeSpeed(flow: Node<'vec4'>): Node<'float'> {
    return flow.xy.length().div(this.#speed)
  }

  /** The phases of advection at a place, for `ripples` and `froth`. */
  phases(place: Node<'vec2'>, flow: Node<'vec4'>): FlowPhases {
    // The phase varies with position: otherwise the whole river would pulse. A coarse level of the noise varies so slowly that textures
    // are not torn.
    const early = texture(this.#noise, place.div(this.#cellSize.mul(earlySide))).level(float(4)).x
    const first = this.#cycle.add(early.mul(2)).fract().toVar()
    const second = first.add(0.5).fract().toVar()
    const drift = flow.xy.mul(this.#period).toVar()
    // Water that stays where it is needs no second phase: to blend two pictures that both stand still would be shimmer.
    const isMoving = drift.length().div(this.#cellSize.mul(still)).min(1)
    const share = first.mul(2).sub(1).abs().mul(isMoving).toVar()
    return { first: first.sub(0.5).toVar(), second: second.sub(0.5).toVar(), share, drift }
  }

  /** Slopes of ripples along x and z, and the variance of their unresolved slopes [1]. */
  ripples(place: Node<'vec2'>, flow: Node<'vec4'>, phases: FlowPhases): Node<'vec3'> {
    const variance = smoothstep(0, 1, this.relativeSpeed(flow)).mul(rapid).add(calm).toVar()
    const turned = { ...phases, drift: aslant(phases.drift) }
    return this.#ripplesOf(place, variance, (at, side, isFiner) =>
      this.#advected(this.#ripples.texture, at, isFiner ? turned : phases, side),
    )
  }

  /**
   * Variance of slopes within a cell where a front is as steep as the grid can tell [1]: of a slope that changes by c across the cell, c² / 12. There the sun
   * glitters in a band; on the spline alone, it would in one dash for each cell.
   * @param slope Slope of the grid at the fragment [1].
   * @param footprint Width of a pixel [m].
   */
  withinCell(slope: Node<'vec2'>, footprint: Node<'float'>): Node<'float'> {
    const change = slope
      .fwidth()
      .mul(this.#cellSize.div(footprint.max(1e-6)))
      .toVar()
    return change
      .dot(change)
      .mul(1 / 12)
      .min(roughestFront)
  }

  /** The same on water that does not flow. */
  stillRipples(place: Node<'vec2'>): Node<'vec3'> {
    return this.#ripplesOf(place, float(calm), (at, side) => this.#stillRipples(at.div(side)))
  }

  /**
   * A place, shifted from place to place: tiles of ripples and of their light that repeat would be seen as a weave on wide water.
   * @param length Length over which the shift varies, over that of ripples [1]. Light is drawn out where it varies fast. Default 1.
   */
  shifted(place: Node<'vec2'>, length = 1): Node<'vec2'> {
    const side = this.#cellSize.mul(rippleSide)
    // Its texels are cells wide: where a pixel is wider, ripples and light are not resolved.
    const tile = this.#stillRipples(place.yx.div(side.mul(shiftSide * length))).level(float(0))
    const slopes = this.#ripples.decode(tile).xy
    return place.add(slopes.mul(side.mul(shift)))
  }

  /** The bytes of ripples at a place of their tile. */
  #stillRipples(at: Node<'vec2'>): TextureNode {
    return cellTexture(this.#ripples.texture).sample(at)
  }

  #ripplesOf(
    place: Node<'vec2'>,
    variance: Node<'float'>,
    sampled: (at: Node<'vec2'>, side: Node<'float'>, isFiner: boolean) => Node<'vec4'>,
  ): Node<'vec3'> {
    const side = this.#cellSize.mul(rippleSide)
    const at = this.shifted(place).toVar()
    const carried = this.#ripples.decode(sampled(at, side, false)).toVar()
    // The finer ripples are rotated, which hides the period of both.
    const upright = (v: Node<'vec2'>): Node<'vec2'> => vec2(v.dot(vec2(0.8, -0.6)), v.dot(vec2(0.6, 0.8)))
    const finer = this.#ripples.decode(sampled(aslant(at), side.mul(0.37), true)).toVar()
    const hidden = carried.z
      .sub(carried.xy.dot(carried.xy))
      .max(0)
      .add(finer.z.sub(finer.xy.dot(finer.xy)).max(0))
    return vec3(carried.xy.add(upright(finer.xy)).mul(variance.mul(0.5).sqrt()), hidden.mul(variance).mul(0.5))
  }

  /**
   * Whiteness of a point for a share of foam [1]: lace with holes from near, uniform white from afar. Patches are stretched along the
   * flow, and have bubbles in them; foam that fades becomes thin before it is gone.
   */
  froth(place: Node<'vec2'>, phases: FlowPhases, share: Node<'float'>, footprint: Node<'float'>): Node<'float'> {
    const patch = this.#cellSize.mul(foamSide)
    // The mean of two places along the flow is stretched along it.
    const { drift } = phases
    const along = drift.div(drift.length().div(patch.mul(streak)).max(1)).toVar()
    const ahead = this.#advected(this.#noise, place.add(along), phases, patch).x
    const coarse = ahead
      .add(this.#advected(this.#noise, place.sub(along), phases, patch).x)
      .mul(0.5)
      .toVar()
    const turned = { ...phases, drift: drift.yx }
    const fine = this.#advected(this.#noise, place.yx, turned, patch.mul(0.23)).x.toVar()
    const noise = coarse.sub(0.5).mul(1.25).add(fine.sub(0.5).mul(0.5)).add(0.5).toVar()
    const soft = footprint.div(patch).mul(4).add(0.3).min(0.5)
    const edge = float(1).sub(share)
    const cover = smoothstep(edge.sub(soft), edge.add(soft), noise)
    const thick = share.mul(share).mul(-14).exp().oneMinus()
    return cover.mul(thick).mul(mix(fine.mul(0.5).add(0.5), 1, cover.mul(share)))
  }

  /** A periodic texture advected by the flow: `place` and `drift` of the phases in the same axes. */
  #advected(
    picture: DataTexture,
    place: Node<'vec2'>,
    { first, second, share, drift }: FlowPhases,
    side: Node<'float'>,
  ): Node<'vec4'> {
    const sampled = cellTexture(picture)
    const at = (phase: Node<'float'>, shift: number) =>
      sampled.sample(
        place
          .sub(drift.mul(phase))
          .div(side)
          .add(vec2(shift, shift * 0.7)),
      )
    // A blend of both has less contrast than either: the factor restores the variance.
    const lost = share.mul(share).add(share.oneMinus().mul(share.oneMinus())).sqrt()
    const mixed = at(first, 0).toVar()
    // Water at rest has one phase. Where it begins to move, pixels beside it may choose a wrong mipmap, which has no weight there.
    onlyWhere(share.greaterThan(0), () => {
      mixed.assign(mix(mixed, at(second, 0.43), share))
    })
    return vec4(mixed.xy.sub(this.#middle(picture)).div(lost).add(this.#middle(picture)), mixed.zw)
  }

  #middle(picture: DataTexture): Node<'float'> {
    return float(picture === this.#noise ? 0.5 : levelByte)
  }

  dispose(): void {
    for (const each of [this.depthTexture, this.flowTexture, this.#noise, this.#ripples.texture]) each.dispose()
  }
}
