import type { Flow, Periodic } from 'seiche'
import { Fn, float, fwidth, mix, smoothstep, uniform, uv, vec2, vec3 } from 'three/tsl'
import {
  type BufferGeometry,
  Color,
  type ColorRepresentation,
  DataTexture,
  FloatType,
  Mesh,
  type MeshBasicNodeMaterial,
  NearestFilter,
  type Node,
  type Renderer,
  RGBAFormat,
  RGFormat,
  type UniformNode,
} from 'three/webgpu'
import { cellTexture } from '../shared/cell-texture.js'
import { type ColorMap, type ColorMapName, colorMapOf } from '../shared/color-map.js'
import { unlitMaterial } from '../shared/unlit-material.js'
import { ValueRange } from '../shared/value-range.js'
import { channel, cubicAt } from './cubic-sampling.js'
import { FineDye, finenessFor } from './fine-dye.js'
import { defaultSolid, FluidSlice, type SliceAt } from './fluid-slice.js'

/** Options of {@link DensityPlane}. */
export interface DensityPlaneOptions {
  /** Quantity: the name of a field, `speed` [m/s] or `vorticity` [1/s]. Default: the first of `density`, `smoke`, `temperature` that exists, else `speed`. */
  show?: string
  /** Dyes by field and colour, drawn together instead of `show`. */
  dyes?: { readonly [field: string]: ColorRepresentation }
  /** Mixing of dyes: `ink` absorbs light on a bright background, `light` emits it on a dark one. Default `ink`. */
  mixing?: 'ink' | 'light'
  /** Amount of a dye that has its full colour, in the unit of the field. Default 1. */
  fullAmount?: number
  /** Colour without dye. Default: nearly white for `ink`, nearly black for `light`. */
  background?: ColorRepresentation
  /** Colour map. Default: `balance` for vorticity and pressure, `ember` for temperature, else `lagoon`. */
  map?: ColorMap | ColorMapName
  /** Values of the first and the last colour. Default: follows the values, symmetric about 0 for vorticity and pressure. */
  range?: readonly [low: number, high: number]
  /** Plane of a 3-D fluid. Default: the middle plane across z. */
  slice?: SliceAt
  /** Periodic axes: interpolation wraps around along them. Default: none. */
  periodic?: Periodic
  /** Colour of solids: cells whose field `open` is below 1/2. */
  solidColor?: ColorRepresentation
  /**
   * Draws dyes two to four times finer than the flow, which carries them on the graphics device; needs `dyes`, velocities, and a call of
   * `render` before each frame. A number is that of the most fine cells, such as the pixels of the picture. Default false.
   */
  fine?: boolean | number
  /** Strength of a relief in which dyes are lit from the upper left, 0 to 1. Default 0. */
  relief?: number
}

const inkBackground = 0xfbfaf6
const lightBackground = 0x05060a
/** Brightness of the light around luminous dyes over their own [1], and the mipmaps that it is the mean of. */
const bloom = 0.35
const bloomLevels = [2.5, 3.5, 4.5, 5.5]
/** Width over which a relief rises and falls, in cells of the flow [1]. */
const reliefWidth = 5
/** Quantities of either sign, whose range is symmetric about 0. */
const signed = ['vorticity', 'p', 'pressure']
/** The last colour of such a quantity is at this many root mean squares: single cells at walls can have much more. */
const deviations = 5

/**
 * A scalar quantity, or a mixture of dyes, in a 2-D fluid or on a plane of a 3-D fluid, drawn in colours.
 *
 * The plane lies in the box of the fluid: metres, middle at the origin. Its colours are those of the colour map; they are neither lit
 * nor tone mapped. Call `update()` after the fluid has changed.
 *
 * @example
 * ```ts
 * const plane = new DensityPlane(sim, { show: 'vorticity', range: [-4, 4] })
 * scene.add(plane)
 * plane.update() // after each step
 * ```
 */
export class DensityPlane extends Mesh<BufferGeometry, MeshBasicNodeMaterial> {
  override readonly type: string = 'DensityPlane'
  /** Value and openness of each cell; for dyes the openness followed by the dyes, four channels per texture. 32-bit floats, interpolated in the shader. */
  readonly textures: readonly DataTexture[]
  /** Values of the first and the last colour. */
  readonly range: ValueRange
  /** Amount of a dye that has its full colour, in the unit of the field. */
  readonly fullAmount: UniformNode<'float', number>
  /** Colour of solids. */
  readonly solidColor: UniformNode<'color', Color>
  /** Colour without dye. */
  readonly background: UniformNode<'color', Color>
  readonly #slice: FluidSlice
  readonly #show: string
  readonly #dyes: readonly string[]
  readonly #map: { map: ColorMap; own: boolean } | undefined
  readonly #scratch: Float32Array
  /** Finer dyes, one for each texture; none without the option `fine`. */
  readonly #fine: readonly FineDye[]

  /**
   * @param fluid Simulation of a fluid, or arrays.
   * @param options Quantity, colours and plane.
   * @throws RangeError if the fluid lacks a field, or if a field does not fit its cells.
   */
  constructor(fluid: Flow, options: DensityPlaneOptions = {}) {
    const slice = new FluidSlice(fluid, options.slice, options.periodic)
    const material = unlitMaterial('fluid plane')
    super(slice.geometry(), material)
    this.name = 'fluid plane'
    this.#slice = slice
    this.#dyes = Object.keys(options.dyes ?? {})
    const dyed = this.#dyes.length > 0
    this.#show = options.show ?? defaultShow(slice)
    this.range = new ValueRange(options.range)
    this.fullAmount = uniform(options.fullAmount ?? 1)
    this.solidColor = uniform(new Color(options.solidColor ?? defaultSolid))
    const mixing = options.mixing ?? 'ink'
    this.background = uniform(new Color(options.background ?? (mixing === 'ink' ? inkBackground : lightBackground)))
    const { columns, rows } = slice
    this.#scratch = new Float32Array(columns * rows)
    this.#map = dyed ? undefined : colorMapOf(options.map ?? defaultMap(this.#show))
    // Four channels per texture; the first channel of the first texture is the openness of the cells.
    const count = dyed ? Math.ceil((this.#dyes.length + 1) / 4) : 1
    this.textures = Array.from({ length: count }, () => floats(columns, rows, dyed ? 4 : 2))
    if (!slice.has('open')) this.#fillOpen()
    const colors = Object.values(options.dyes ?? {}).map((color) => new Color(color))
    const fineness = options.fine && dyed && slice.has('u') ? finenessFor(columns, rows, limitOf(options.fine)) : 1
    this.#fine = fineness > 1 ? this.textures.map((data) => new FineDye(slice, data, fineness, mixing === 'light')) : []
    material.colorNode = Fn(() => {
      const found = this.textures.map((data, k) => {
        const fine = this.#fine[k]
        return (fine ? fine.at(uv()) : cubicAt(cellTexture(data), slice, uv())).toVar()
      })
      const open = dyed ? found[0]!.x : found[0]!.y
      const color = dyed ? this.#mixed(found, colors, mixing, options.relief ?? 0) : this.#mapped(found[0]!.x)
      // The edge of a solid is the contour of openness 1/2, drawn one pixel wide for cells of any size.
      const width = fwidth(open).max(1e-3)
      return mix(this.solidColor.rgb, color, smoothstep(float(0.5).sub(width), float(0.5).add(width), open))
    })()
    this.update()
  }

  #mapped(value: Node<'float'>): Node<'vec3'> {
    const { low, high } = this.range
    return this.#map!.map.color(value.sub(low).div(high.sub(low)))
  }

  /**
   * Inks absorb: their transmittances multiply (Beer–Lambert). Luminous dyes add up, and sums beyond the range of a screen are compressed.
   */
  #mixed(
    found: readonly Node<'vec4'>[],
    colors: readonly Color[],
    mixing: 'ink' | 'light',
    relief: number,
  ): Node<'vec3'> {
    const sum = this.#absorbed(found, colors, mixing).toVar()
    const lit = relief > 0 ? reliefOf(sum, this.#slice).mul(relief).add(1) : float(1)
    if (mixing === 'ink') return this.background.rgb.mul(sum.negate().exp()).mul(lit)
    const glow = this.#glow(colors)
    return this.background.rgb.add(vec3(1).sub(sum.mul(lit).add(glow).negate().exp()))
  }

  /** Optical depth of inks, or radiance of luminous dyes. */
  #absorbed(found: readonly Node<'vec4'>[], colors: readonly Color[], mixing: 'ink' | 'light'): Node<'vec3'> {
    let sum: Node<'vec3'> = vec3(0)
    colors.forEach((color, dye) => {
      const place = dye + 1
      const amount = channel(found[Math.floor(place / 4)]!, place % 4)
        .max(0)
        .div(this.fullAmount)
      const { r, g, b } = color
      const share = mixing === 'ink' ? [r, g, b].map((light) => -Math.log(Math.max(light, 0.003))) : [r, g, b]
      sum = sum.add(vec3(share[0]!, share[1]!, share[2]!).mul(amount))
    })
    return sum
  }

  /** Light around luminous dyes, as a lens scatters it: the mean over wider and wider surroundings. Fine dyes have the mipmaps for it. */
  #glow(colors: readonly Color[]): Node<'vec3'> {
    if (this.#fine.length === 0) return vec3(0)
    let sum: Node<'vec3'> = vec3(0)
    for (const level of bloomLevels) {
      const found = this.#fine.map((fine) => fine.node.sample(uv()).level(float(level)) as unknown as Node<'vec4'>)
      sum = sum.add(this.#absorbed(found, colors, 'light'))
    }
    return sum.mul(bloom / bloomLevels.length)
  }

  /**
   * Uploads the present values of the fluid.
   * @param passed Simulated time since the last update, for fine dyes [s]; below 0 they begin anew. Default 0.
   * @throws RangeError if a field is missing or does not fit the cells.
   */
  update(passed = 0): void {
    const slice = this.#slice
    const [first] = this.textures as [DataTexture]
    const values = first.image.data as Float32Array
    if (this.#dyes.length > 0) {
      if (slice.has('open')) slice.write('open', values, 4, 0)
      this.#dyes.forEach((name, dye) => {
        const place = dye + 1
        slice.write(name, this.textures[Math.floor(place / 4)]!.image.data as Float32Array, 4, place % 4)
      })
      for (const fine of this.#fine) fine.update(passed, slice.has('open'))
    } else {
      if (slice.has('open')) slice.write('open', values, 2, 1)
      if (this.#show === 'speed') slice.writeSpeed(values, 2, 0, this.#scratch)
      else if (this.#show === 'vorticity') slice.writeVorticity(values, 2, 0, this.#scratch)
      else slice.write(this.#show, values, 2, 0)
      this.#follow(values)
    }
    for (const data of this.textures) data.needsUpdate = true
  }

  /**
   * Carries fine dyes on. Call it before each frame; without the option `fine` it does nothing.
   * @param renderer Renderer of the scene; its render target is restored.
   */
  render(renderer: Renderer): void {
    for (const fine of this.#fine) fine.render(renderer)
  }

  #follow(values: Float32Array): void {
    if (!this.range.follows) return
    let low = Number.POSITIVE_INFINITY
    let high = Number.NEGATIVE_INFINITY
    let squares = 0
    for (let v = 0; v < values.length; v += 2) {
      const value = values[v]!
      if (value < low) low = value
      if (value > high) high = value
      squares += value * value
    }
    if (signed.includes(this.#show)) {
      const most = Math.min(Math.max(-low, high), deviations * Math.sqrt((2 * squares) / values.length))
      this.range.include(-most, most)
    } else this.range.include(this.#show === 'speed' ? 0 : low, high)
  }

  #fillOpen(): void {
    const values = this.textures[0]!.image.data as Float32Array
    const dyed = this.#dyes.length > 0
    for (let v = dyed ? 0 : 1; v < values.length; v += dyed ? 4 : 2) values[v] = 1
  }

  /** Frees geometry, material and textures on the graphics device. A {@link ColorMap} that was passed in stays. */
  override dispose(): void {
    super.dispose?.()
    this.geometry.dispose()
    this.material.dispose()
    for (const resource of [...this.textures, ...this.#fine]) resource.dispose()
    if (this.#map?.own) this.#map.map.dispose()
  }
}

function limitOf(fine: boolean | number): number {
  return typeof fine === 'number' ? fine : Number.POSITIVE_INFINITY
}

function defaultShow(slice: FluidSlice): string {
  return ['density', 'smoke', 'temperature'].find((name) => slice.has(name)) ?? 'speed'
}

function defaultMap(show: string): ColorMapName {
  if (signed.includes(show)) return 'balance'
  return show === 'temperature' ? 'ember' : 'lagoon'
}

function floats(columns: number, rows: number, channels: 2 | 4): DataTexture {
  const values = new Float32Array(channels * columns * rows)
  const made = new DataTexture(values, columns, rows, channels === 4 ? RGBAFormat : RGFormat, FloatType)
  made.name = 'fluid'
  made.magFilter = made.minFilter = NearestFilter
  made.generateMipmaps = false
  made.unpackAlignment = 4
  return made
}

/** Light and shade on dyes as thick as they are dense, lit from the upper left: -1 to 1, 0 where they are even. */
function reliefOf(amounts: Node<'vec3'>, { columns, rows }: FluidSlice): Node<'float'> {
  return Fn(() => {
    const thickness = float(1)
      .sub(
        amounts
          .dot(vec3(1 / 3))
          .negate()
          .exp(),
      )
      .toVar()
    const cells = uv().mul(vec2(columns, rows)).toVar()
    // The slope in cells, by the derivatives of both along the picture.
    const [right, up] = [cells.dFdx().toVar(), cells.dFdy().toVar()]
    const [alongX, alongY] = [thickness.dFdx(), thickness.dFdy()]
    const area = right.x.mul(up.y).sub(right.y.mul(up.x)).toVar()
    const slope = vec2(alongX.mul(up.y).sub(alongY.mul(right.y)), alongY.mul(right.x).sub(alongX.mul(up.x)))
    const facing = slope.div(area.abs().max(1e-9).mul(area.sign())).dot(vec2(0.6, -0.8)).mul(reliefWidth)
    // There is none on the paper beside a dye.
    return facing.div(facing.abs().add(1)).mul(thickness)
  })()
}
