import type { Flow, Periodic } from 'seiche'
// Line integral convolution (B. Cabral and L. Leedom, "Imaging vector fields using line integral convolution", SIGGRAPH 1993): every pixel
// is the mean of a noise along the streamline through it, so that the noise is smeared along the flow, as iron filings show a
// magnet's field. The weights are a window times a ripple; moving the ripple along makes the lines flow.

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
  /** Colours by speed. Default `lagoon`. */
  map?: ColorMap | ColorMapName
  /** Speeds in the first and last colour [m/s]. Default: from 0, follows the fastest. */
  range?: readonly [low: number, high: number]
  /** Width of a line [m]. Default: 1/400 of the longer side. */
  grain?: number
  /** How far the noise is smeared, in both directions together [m]. Default: 44 times the grain. */
  length?: number
  /** How often in a second lines advance by one ripple. Default 0.8; 0 stands still. */
  pace?: number
  /** How much lines stand out, 0 to 1. Default 0.8. */
  contrast?: number
  /** Only the light and shade of lines, clear between them: lies over another view and leaves its colours. Default false. */
  overlay?: boolean
  /** Which plane of a fluid with depth. Default the middle one across z. */
  slice?: SliceAt
  /** Along which axes the fluid comes again at its end, and its lines go on. Default: none. */
  periodic?: Periodic
  /** Colour of solids, where a field `open` is not 1. */
  solidColor?: ColorRepresentation
}

/** Texels of the noise along each side. */
const side = 256
/** Steps along the streamline, each way. */
const steps = 20
/** Ripples within the window. */
const ripples = 1.5
/** The mean of so many numbers lies this near to the middle; contrast is set by it. */
const usualDeviation = 0.09
/** How dense the light and the shade of an overlay are at most. */
const overlayDensity = 0.55
/** Slower than this part of the fastest, an overlay fades: what stands still has no lines. */
const overlayStill = 0.03

/** Fine lines along the flow of a flat fluid, or of a plane of one with depth, that move with it. Call `update()` when it has changed. */
export class FlowLines extends Mesh<BufferGeometry, MeshBasicNodeMaterial> {
  override readonly type: string = 'FlowLines'
  /** Velocity along the columns and rows over the fastest, speed over the fastest, openness; half floats, which every device filters. */
  readonly texture: DataTexture
  /** Speeds in the first and last colour [m/s]. */
  readonly range: ValueRange
  /** How many ripples lines have advanced. */
  readonly phase: UniformNode<'float', number> = uniform(0)
  readonly contrast: UniformNode<'float', number>
  readonly solidColor: UniformNode<'color', Color>
  /** How often in a second lines advance by one ripple. */
  pace: number
  readonly #slice: FluidSlice
  readonly #noise: DataTexture
  readonly #map: { map: ColorMap; own: boolean }
  /** Velocity along columns and rows, speed, openness of each cell. */
  readonly #values: Float32Array
  readonly #scratch: Float32Array
  /** What the texture's velocities were divided by [m/s]. */
  readonly #fastest: UniformNode<'float', number> = uniform(1)

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
    // Around a periodic edge lines see the noise that they come to, so that those of both sides are one.
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
          // Half a step to see where the flow turns, then a whole one (midpoint rule).
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
      // Darker between lines, lighter on them: the mean stays the map's colour.
      lined.assign(mix(color.mul(bright.mul(1.5).add(0.25)), vec3(1), bright.mul(bright).mul(0.22)))
      const shown = mix(color, lined, this.contrast).toVar()
      If(here.w.lessThan(0.5), () => {
        shown.assign(this.solidColor.rgb)
      })
      return vec4(shown, 1)
    })()
  }

  /** Shows the flow as it is now, `seconds` after the last time. */
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

  /** Frees what it has on the graphics device, but for a colour map that it was given. */
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
