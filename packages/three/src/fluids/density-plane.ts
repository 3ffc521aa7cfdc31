import type { Flow, Periodic } from 'seiche'
import { Fn, float, floor, fwidth, ivec2, mix, smoothstep, texture, uniform, uv, vec2, vec3, vec4 } from 'three/tsl'
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
  RGBAFormat,
  RGFormat,
  type TextureNode,
  type UniformNode,
  Vector2,
} from 'three/webgpu'
import { type ColorMap, type ColorMapName, colorMapOf } from '../shared/color-map.js'
import { unlitMaterial } from '../shared/unlit-material.js'
import { ValueRange } from '../shared/value-range.js'
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
}

const inkBackground = 0xfbfaf6
const lightBackground = 0x05060a
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
    material.colorNode = Fn(() => {
      const found = this.textures.map((data) => smoothAt(texture(data), slice).toVar())
      const open = dyed ? found[0]!.x : found[0]!.y
      const color = dyed ? this.#mixed(found, colors, mixing) : this.#mapped(found[0]!.x)
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
  #mixed(found: readonly Node<'vec4'>[], colors: readonly Color[], mixing: 'ink' | 'light'): Node<'vec3'> {
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
    if (mixing === 'ink') return this.background.rgb.mul(sum.negate().exp())
    return this.background.rgb.add(vec3(1).sub(sum.negate().exp()))
  }

  /**
   * Uploads the present values of the fluid.
   * @throws RangeError if a field is missing or does not fit the cells.
   */
  update(): void {
    const slice = this.#slice
    const [first] = this.textures as [DataTexture]
    const values = first.image.data as Float32Array
    if (this.#dyes.length > 0) {
      if (slice.has('open')) slice.write('open', values, 4, 0)
      this.#dyes.forEach((name, dye) => {
        const place = dye + 1
        slice.write(name, this.textures[Math.floor(place / 4)]!.image.data as Float32Array, 4, place % 4)
      })
    } else {
      if (slice.has('open')) slice.write('open', values, 2, 1)
      if (this.#show === 'speed') slice.writeSpeed(values, 2, 0, this.#scratch)
      else if (this.#show === 'vorticity') slice.writeVorticity(values, 2, 0, this.#scratch)
      else slice.write(this.#show, values, 2, 0)
      this.#follow(values)
    }
    for (const data of this.textures) data.needsUpdate = true
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
    for (const data of this.textures) data.dispose()
    if (this.#map?.own) this.#map.map.dispose()
  }
}

function channel(values: Node<'vec4'>, index: number): Node<'float'> {
  return [values.x, values.y, values.z, values.w][index]!
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

/**
 * Interpolation by Catmull–Rom splines through the values of the cells. Linear interpolation shows the cells as diamonds, and
 * approximating splines lower the peaks.
 */
function smoothAt(cells: TextureNode, { columns, rows, wraps }: FluidSlice): Node<'vec4'> {
  const count = uniform(new Vector2(columns, rows))
  const place = uv().mul(count).sub(0.5).toVar()
  const corner = floor(place).toVar()
  const t = place.sub(corner).toVar()
  const [wx, wy] = [weights(t.x).toVar(), weights(t.y).toVar()]
  // Beyond an edge the last cell continues, or the first one follows if the axis is periodic.
  const inside = (index: Node<'float'>, n: Node<'float'>, around: boolean) =>
    around ? index.sub(floor(index.div(n)).mul(n)) : index.clamp(0, n.sub(1))
  const load = (i: number, j: number) =>
    cells.load(
      ivec2(
        vec2(
          inside(corner.x.add(i - 1), count.x, wraps[0]).add(0.5),
          inside(corner.y.add(j - 1), count.y, wraps[1]).add(0.5),
        ),
      ),
    ) as unknown as Node<'vec4'>
  let sum: Node<'vec4'> = vec4(0)
  for (let j = 0; j < 4; j++) {
    let row: Node<'vec4'> = vec4(0)
    for (let i = 0; i < 4; i++) row = row.add(load(i, j).mul(channel(wx, i)))
    sum = sum.add(row.mul(channel(wy, j)))
  }
  return sum
}

function weights(t: Node<'float'>): Node<'vec4'> {
  const u = float(1).sub(t)
  const [t2, u2] = [t.mul(t), u.mul(u)]
  const outer = (near: Node<'float'>, far: Node<'float'>) => near.mul(far).mul(-0.5)
  return vec4(outer(t, u2), t2.mul(t.mul(1.5).sub(2.5)).add(1), u2.mul(u.mul(1.5).sub(2.5)).add(1), outer(u, t2))
}
