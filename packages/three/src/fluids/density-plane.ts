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
  /** What is shown: any field by its name, `speed` [m/s] or `vorticity` [1/s]. Default: the first of `density`, `smoke`, `temperature` there is, else `speed`. */
  show?: string
  /** Instead: several dyes at once, each in its colour. */
  dyes?: { readonly [field: string]: ColorRepresentation }
  /** How dyes mix. `ink` swallows light on a bright ground, `light` glows on a dark one. Default `ink`. */
  mixing?: 'ink' | 'light'
  /** How much of a dye shows its full colour. Default 1. */
  fullAmount?: number
  /** Colour where there is no dye. Default nearly white, or nearly black for `light`. */
  background?: ColorRepresentation
  /** Colours. Default `balance` for vorticity and pressure, `ember` for temperature, else `lagoon`. */
  map?: ColorMap | ColorMapName
  /** Numbers shown in the first and last colour. Default: follows what there is; about 0 for vorticity and pressure. */
  range?: readonly [low: number, high: number]
  /** Which plane of a fluid with depth. Default the middle one across z. */
  slice?: SliceAt
  /** Along which axes the fluid comes again at its end. Default: none. */
  periodic?: Periodic
  /** Colour of solids, where a field `open` is not 1. */
  solidColor?: ColorRepresentation
}

const inkGround = 0xfbfaf6
const lightGround = 0x05060a
/** Numbers of either sign, shown about 0. */
const signed = ['vorticity', 'p', 'pressure']
/** Of such numbers, this many root mean squares get the last colour: single cells at walls may have much more. */
const deviations = 5

/**
 * A quantity of a flat fluid, or of a plane of one with depth, in colours; or several dyes mixed. Lies in the fluid's own box: metres,
 * the middle at the origin. Call `update()` when the fluid has changed. Unlit, and not tone mapped: colours are those of the map.
 */
export class DensityPlane extends Mesh<BufferGeometry, MeshBasicNodeMaterial> {
  override readonly type: string = 'DensityPlane'
  /** Values, and how open cells are; or four dyes in each, the openness apart. 32-bit floats, interpolated in the shader. */
  readonly textures: readonly DataTexture[]
  /** Numbers in the first and last colour. */
  readonly range: ValueRange
  /** How much of a dye shows its full colour. */
  readonly fullAmount: UniformNode<'float', number>
  readonly solidColor: UniformNode<'color', Color>
  readonly background: UniformNode<'color', Color>
  readonly #slice: FluidSlice
  readonly #show: string
  readonly #dyes: readonly string[]
  readonly #map: { map: ColorMap; own: boolean } | undefined
  readonly #scratch: Float32Array

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
    this.background = uniform(new Color(options.background ?? (mixing === 'ink' ? inkGround : lightGround)))
    const { columns, rows } = slice
    this.#scratch = new Float32Array(columns * rows)
    this.#map = dyed ? undefined : colorMapOf(options.map ?? defaultMap(this.#show))
    // Dyes go four by four; the first texture begins with the openness of cells.
    const count = dyed ? Math.ceil((this.#dyes.length + 1) / 4) : 1
    this.textures = Array.from({ length: count }, () => floats(columns, rows, dyed ? 4 : 2))
    if (!slice.has('open')) this.#fillOpen()
    const colors = Object.values(options.dyes ?? {}).map((color) => new Color(color))
    material.colorNode = Fn(() => {
      const found = this.textures.map((one) => smoothAt(texture(one), slice).toVar())
      const open = dyed ? found[0]!.x : found[0]!.y
      const color = dyed ? this.#mixed(found, colors, mixing) : this.#mapped(found[0]!.x)
      // The rim of a solid is where a cell is half open; a pixel wide, whatever the cells.
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
   * Ink takes from white light what its colour lacks, and twice as much of it takes that twice (Beer and Lambert): transmittances multiply.
   * Glowing dyes add up; what is more than a screen can show is compressed.
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

  /** Shows the fluid as it is now. */
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
    for (const one of this.textures) one.needsUpdate = true
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

  /** Frees what it has on the graphics device, but for a colour map that it was given. */
  override dispose(): void {
    super.dispose?.()
    this.geometry.dispose()
    this.material.dispose()
    for (const one of this.textures) one.dispose()
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
 * Values between cells by Catmull and Rom's splines, through those of the cells: linear ones would show the cells as diamonds, and smoothing
 * ones would not show what is there.
 */
function smoothAt(cells: TextureNode, { columns, rows, wraps }: FluidSlice): Node<'vec4'> {
  const count = uniform(new Vector2(columns, rows))
  const place = uv().mul(count).sub(0.5).toVar()
  const corner = floor(place).toVar()
  const t = place.sub(corner).toVar()
  const [wx, wy] = [weights(t.x).toVar(), weights(t.y).toVar()]
  // Beyond an edge the last cell goes on, or the first one follows.
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
