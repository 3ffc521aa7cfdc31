import type { Flow, Periodic } from 'seiche'
// Line integral convolution (B. Cabral and L. Leedom, "Imaging vector fields using line integral convolution", SIGGRAPH 1993): every pixel
// is the mean of a noise along the streamline through it, which smears the noise along the flow, as iron filings show the field of
// a magnet. The weights are a window times a ripple; advancing the phase of the ripple makes the lines move.

import { cos, Fn, float, floor, If, Loop, mix, smoothstep, texture, uniform, uv, vec2, vec3, vec4 } from 'three/tsl'
import {
  type BufferGeometry,
  ClampToEdgeWrapping,
  Color,
  type ColorRepresentation,
  DataTexture,
  HalfFloatType,
  LinearFilter,
  Mesh,
  type MeshBasicNodeMaterial,
  type Node,
  RedFormat,
  RepeatWrapping,
  RGBAFormat,
  type UniformNode,
  Vector2,
} from 'three/webgpu'
import { type ColorMap, type ColorMapName, colorMapOf } from '../shared/color-map.js'
import { toHalf } from '../shared/half-float.js'
import { hashToUnit } from '../shared/hash.js'
import { repeated } from '../shared/texture-filters.js'
import { unlitMaterial } from '../shared/unlit-material.js'
import { ValueRange } from '../shared/value-range.js'
import { defaultSolid, FluidSlice, type SliceAt } from './fluid-slice.js'

/** Options of {@link FlowLines}. */
export interface FlowLinesOptions {
  /** Colour map of the speed. Default `lagoon`. */
  map?: ColorMap | ColorMapName
  /** Speeds of the first and the last colour [m/s]. Default: from 0 to the highest speed, which is followed over time. */
  range?: readonly [low: number, high: number]
  /** Width of a line [m]. Default: 1/400 of the longer side. */
  grain?: number
  /** Length over which the noise is averaged along a streamline [m]. Default: 44 times `grain`. */
  length?: number
  /** Frequency at which the pattern advances by one ripple [1/s]. Default 0.8; 0 is a still picture. */
  pace?: number
  /** Contrast of the lines, 0 to 1. Default 0.8. */
  contrast?: number
  /** Draws only light and shade with transparency, over another view whose colours stay. Default false. */
  overlay?: boolean
  /** Plane of a 3-D fluid. Default: the middle plane across z. */
  slice?: SliceAt
  /** Periodic axes: lines wrap around along them. Default: none. */
  periodic?: Periodic
  /** Colour of solids: cells whose field `open` is below 1/2. */
  solidColor?: ColorRepresentation
}

/** Texels of the noise along each side. */
const side = 256
/** Steps along the streamline, each way. */
const steps = 20
/** Ripples within the window. */
const ripples = 1.5
/** Standard deviation of the averaged noise, by which the contrast is normalized. */
const usualDeviation = 0.09
/** Highest opacity of an overlay. */
const overlayDensity = 0.55
/** An overlay fades below this part of the highest speed, since fluid at rest has no lines. */
const overlayStill = 0.03

/**
 * Line integral convolution (Cabral and Leedom 1993) of a 2-D fluid, or of a plane of a 3-D fluid: fine lines that move with the flow.
 *
 * Call `update()` after the fluid has changed.
 *
 * @example
 * ```ts
 * const lines = new FlowLines(sim, { overlay: true })
 * scene.add(new DensityPlane(sim), lines)
 * lines.update(1 / 60) // in each frame, with the time since the last one [s]
 * ```
 */
export class FlowLines extends Mesh<BufferGeometry, MeshBasicNodeMaterial> {
  override readonly type: string = 'FlowLines'
  /** Velocity along columns and rows and speed, each relative to the highest speed, and openness. Half floats, which every device filters. */
  readonly texture: DataTexture
  /** Speeds of the first and the last colour [m/s]. */
  readonly range: ValueRange
  /** Number of ripples by which the pattern has advanced, modulo 1. */
  readonly phase: UniformNode<'float', number> = uniform(0)
  /** Contrast of the lines, 0 to 1. */
  readonly contrast: UniformNode<'float', number>
  /** Colour of solids. */
  readonly solidColor: UniformNode<'color', Color>
  /** Frequency at which the pattern advances by one ripple [1/s]. */
  pace: number
  readonly #slice: FluidSlice
  readonly #noise: DataTexture
  readonly #map: { map: ColorMap; own: boolean }
  /** Velocity along columns and rows, speed, openness of each cell. */
  readonly #values: Float32Array
  readonly #scratch: Float32Array
  /** Highest speed, the unit of the velocities in the texture [m/s]. */
  readonly #fastest: UniformNode<'float', number> = uniform(1)

  /**
   * @param fluid Simulation of a fluid, or arrays.
   * @param options Look and plane.
   * @throws RangeError if the velocities are missing or do not fit the cells.
   */
  constructor(fluid: Flow, options: FlowLinesOptions = {}) {
    const slice = new FluidSlice(fluid, options.slice, options.periodic)
    const material = unlitMaterial('line integral convolution')
    super(slice.geometry(), material)
    this.name = 'flow lines'
    this.#slice = slice
    const { columns, rows } = slice
    this.#values = new Float32Array(4 * columns * rows).fill(1)
    this.#scratch = new Float32Array(columns * rows)
    this.texture = new DataTexture(new Uint16Array(4 * columns * rows), columns, rows, RGBAFormat, HalfFloatType)
    this.texture.name = 'flow'
    this.texture.magFilter = this.texture.minFilter = LinearFilter
    this.texture.wrapS = slice.wraps[0] ? RepeatWrapping : ClampToEdgeWrapping
    this.texture.wrapT = slice.wraps[1] ? RepeatWrapping : ClampToEdgeWrapping
    this.#noise = noise()
    this.#map = colorMapOf(options.map ?? 'lagoon')
    this.range = new ValueRange(options.range)
    this.contrast = uniform(options.contrast ?? 0.8)
    this.solidColor = uniform(new Color(options.solidColor ?? defaultSolid))
    this.pace = options.pace ?? 0.8
    const grain = options.grain ?? Math.max(...slice.size) / 400
    if (options.overlay) {
      material.transparent = true
      material.depthWrite = false
    }
    this.#look(grain, options.length ?? 44 * grain, options.overlay ?? false)
    this.update()
  }

  #look(grain: number, length: number, overlay: boolean): void {
    const size = uniform(new Vector2(...this.#slice.size))
    const flow = texture(this.texture)
    const speckle = texture(this.#noise)
    const step = length / 2 / steps
    const { low, high } = this.range
    const directionAt = (place: Node<'vec2'>): Node<'vec2'> => {
      const velocity = flow.sample(place.div(size)).level(float(0)).xy.toVar()
      return velocity.div(velocity.length().max(1e-4))
    }
    // Across a periodic edge the noise of the opposite side is sampled: lines are continuous there.
    const [around, along] = this.#slice.wraps
    const laps = vec2(Number(around), Number(along))
    const home = (place: Node<'vec2'>): Node<'vec2'> => place.sub(floor(place.div(size)).mul(size).mul(laps))
    const speckleAt = (place: Node<'vec2'>): Node<'float'> =>
      speckle.sample(home(place).div(grain * side)).level(float(0)).x
    this.material.colorNode = Fn(() => {
      const start = uv().mul(size).toVar()
      const here = flow.sample(uv()).toVar()
      const sum = float(0).toVar()
      const weights = float(0).toVar()
      const add = (place: Node<'vec2'>, distance: Node<'float'>) => {
        const window = cos(distance.mul(Math.PI)).add(1)
        const ripple = cos(distance.mul(Math.PI * 2 * ripples).sub(this.phase.mul(2 * Math.PI))).add(1.15)
        const weight = window.mul(ripple).toVar()
        sum.addAssign(speckleAt(place).mul(weight))
        weights.addAssign(weight)
      }
      add(start, float(0))
      for (const way of [1, -1]) {
        const place = start.toVar()
        Loop({ type: 'int', start: 1, end: steps + 1 }, ({ i }) => {
          // The velocity half a step ahead, then a whole step with it (midpoint rule).
          const middle = place.add(directionAt(place).mul((way * step) / 2))
          place.addAssign(directionAt(middle).mul(way * step))
          add(place, float(i).mul(way / steps))
        })
      }
      const mean = sum.div(weights)
      const bright = smoothstep(0.5 - 2 * usualDeviation, 0.5 + 2 * usualDeviation, mean)
      if (overlay) {
        const tone = bright.mul(2).sub(1).toVar()
        const moving = smoothstep(0, overlayStill, here.z).mul(smoothstep(0.45, 0.55, here.w))
        return vec4(
          vec3(tone.greaterThan(0).select(1, 0)),
          tone.abs().mul(this.contrast).mul(moving).mul(overlayDensity),
        )
      }
      const speed = here.z.mul(this.#fastest)
      const color = this.#map.map.color(speed.sub(low).div(high.sub(low)))
      const lined = vec3(0).toVar()
      // Darker between lines, lighter on them: the mean is the colour of the map.
      lined.assign(mix(color.mul(bright.mul(1.5).add(0.25)), vec3(1), bright.mul(bright).mul(0.22)))
      const shown = mix(color, lined, this.contrast).toVar()
      If(here.w.lessThan(0.5), () => {
        shown.assign(this.solidColor.rgb)
      })
      return vec4(shown, 1)
    })()
  }

  /**
   * Uploads the present velocities and advances the pattern.
   * @param seconds Time since the last update [s].
   */
  update(seconds = 0): void {
    const slice = this.#slice
    const values = this.#values
    slice.writeVelocity(values, 4)
    slice.writeSpeed(values, 4, 2, this.#scratch)
    if (slice.has('open')) slice.write('open', values, 4, 3)
    let fastest = 0
    for (let v = 2; v < values.length; v += 4) fastest = Math.max(fastest, values[v]!)
    const scale = fastest > 0 ? 1 / fastest : 0
    const halves = this.texture.image.data as Uint16Array
    for (let v = 0; v < values.length; v++) halves[v] = toHalf(v % 4 === 3 ? values[v]! : values[v]! * scale)
    this.texture.needsUpdate = true
    this.#fastest.value = fastest
    this.range.include(0, fastest)
    this.phase.value = (this.phase.value + this.pace * seconds) % 1
  }

  /** Frees geometry, material and textures on the graphics device. A {@link ColorMap} that was passed in stays. */
  override dispose(): void {
    super.dispose?.()
    this.geometry.dispose()
    this.material.dispose()
    this.texture.dispose()
    this.#noise.dispose()
    if (this.#map.own) this.#map.map.dispose()
  }
}

function noise(): DataTexture {
  const bytes = Uint8Array.from({ length: side * side }, (_, texel) =>
    Math.floor(256 * hashToUnit(texel % side, Math.floor(texel / side), 11)),
  )
  const made = repeated(new DataTexture(bytes, side, side, RedFormat), 'white noise')
  made.needsUpdate = true
  return made
}
