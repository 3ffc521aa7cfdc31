// A fluid on a 2-D canvas: a slice in colors, or the absorption of a volume seen from the front.

import { ColorMap, type ColorMapName } from '@seiche/three'
import { Color } from 'three/webgpu'
import { colorsOf, dyesOf, type FluidDisplay, fieldsFor, renderedDye } from '../../session/display/fluid-display.js'
import type { SimulationInfo } from '../../worker/protocol.js'
import { FluidData } from '../shared/fluid-data.js'
import { sliceAt } from '../stages/fluid/fluid-rendering.js'

type Bytes = readonly [number, number, number]

const stone: Bytes = [93, 102, 112]
const [paper, night]: [Bytes, Bytes] = [
  [251, 250, 246],
  [8, 11, 18],
]
/** Optical depth 1 of a dye: meters of concentration 1 along the line of sight, over the longest side. */
const thickness = 0.08
/** Quantities of either sign reach the last color at this many root mean squares: single cells at walls may have much more. */
const deviations = 5

export class FluidCanvas {
  readonly #info: SimulationInfo
  readonly #data: FluidData
  #display: FluidDisplay | undefined
  #map: ColorMap | undefined

  constructor(info: SimulationInfo) {
    this.#info = info
    this.#data = new FluidData(info)
  }

  get cells(): readonly [number, number, number] {
    return this.#data.cells
  }

  setDisplay(display: FluidDisplay): void {
    this.#display = display
    this.#data.need(fieldsFor(this.#info, display))
    const colors = colorsOf(display)
    this.#map = colors === 'white' || colors === 'black' ? undefined : new ColorMap(colors as ColorMapName)
  }

  setFields(fields: Readonly<Record<string, Float32Array>>): void {
    this.#data.set(fields)
  }

  setOpenness(openness: Float32Array): void {
    this.#data.setOpenness(openness)
  }

  /** Paints the fluid, one pixel a cell, the upper edge first. */
  paint({ data: pixels }: ImageData): void {
    const display = this.#display
    if (!display) return
    const [nx, ny, nz] = this.cells
    const { open } = this.#data.fields
    const layer = nz === 1 ? 0 : Math.round(sliceAt(this.#data, display) / this.#data.cellSize + (nz - 1) / 2)
    const colorAt = this.#colors(display, layer)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) {
        const cell = j * nx + i
        const solid = open !== undefined && open[layer * nx * ny + cell]! < 0.5
        const [r, g, b] = solid ? stone : colorAt(cell)
        const at = 4 * ((ny - 1 - j) * nx + i)
        pixels[at] = r
        pixels[at + 1] = g
        pixels[at + 2] = b
        pixels[at + 3] = 255
      }
  }

  /** The color of a cell of a layer. */
  #colors(display: FluidDisplay, layer: number): (cell: number) => Bytes {
    if (display.rendering === 'nothing' || display.show === 'nothing') return () => night
    if (display.rendering !== 'slice') return this.#through(display)
    if (display.show === 'dyes') return this.#mixed(colorsOf(display) === 'white', layer)
    const values = this.#quantity(display.show, layer)
    let [low, high, squares] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
    for (const value of values) {
      low = Math.min(low, value)
      high = Math.max(high, value)
      squares += value * value
    }
    if (display.show === 'vorticity' || display.show === 'p') {
      high = Math.min(Math.max(-low, high), deviations * Math.sqrt(squares / values.length))
      low = -high
    }
    const width = high - low || 1
    return (cell) => {
      const [r, g, b] = this.#map!.at((values[cell]! - low) / width)
      return [255 * r, 255 * g, 255 * b]
    }
  }

  /** On white, dyes absorb light; on black, they emit it. */
  #mixed(onWhite: boolean, layer: number): (cell: number) => Bytes {
    const [nx, ny] = this.cells
    const dyes = dyesOf(this.#info.scene).map((name) => {
      const { r, g, b } = new Color(this.#info.scene.fluid!.dyes[name]!.color).convertLinearToSRGB()
      return { color: [r, g, b] as const, values: this.#data.fields[name]!, offset: layer * nx * ny }
    })
    const ground = onWhite ? paper : night
    return (cell) => {
      const light = [0, 1, 2].map((channel) => {
        let sum = 0
        for (const { color, values, offset } of dyes) {
          const amount = Math.max(0, values[offset + cell]!)
          sum += amount * (onWhite ? -Math.log(Math.max(0.02, color[channel]!)) : color[channel]!)
        }
        return onWhite
          ? ground[channel]! * Math.exp(-sum)
          : ground[channel]! + (255 - ground[channel]!) * (1 - Math.exp(-sum))
      })
      return light as unknown as Bytes
    }
  }

  /** A volume as a cloud in front of the dark. */
  #through(display: FluidDisplay): (cell: number) => Bytes {
    const [nx, ny, nz] = this.cells
    const dye = renderedDye(this.#info, display)
    const values = this.#data.fields[dye]!
    const { r, g, b } = new Color(this.#info.scene.fluid?.dyes[dye]?.color ?? '#ffffff').convertLinearToSRGB()
    const perCell = this.#data.cellSize / (thickness * Math.max(...this.#data.size))
    return (cell) => {
      let sum = 0
      for (let k = 0; k < nz; k++) sum += Math.max(0, values[k * nx * ny + cell]!)
      const dense = 1 - Math.exp(-sum * perCell)
      return [0, 1, 2].map(
        (channel) => night[channel]! + dense * (255 * [r, g, b][channel]! - night[channel]!),
      ) as unknown as Bytes
    }
  }

  /** A quantity in the cells of a layer. */
  #quantity(show: string, layer: number): Float32Array {
    const [nx, ny] = this.cells
    const { fields, cellSize } = this.#data
    if (show !== 'speed' && show !== 'vorticity') return fields[show]!.subarray(layer * nx * ny, (layer + 1) * nx * ny)
    const u = (i: number, j: number): number => {
      const at = (layer * ny + j) * (nx + 1) + i
      return (fields.u![at]! + fields.u![at + 1]!) / 2
    }
    const v = (i: number, j: number): number => {
      const at = (layer * (ny + 1) + j) * nx + i
      return (fields.v![at]! + fields.v![at + nx]!) / 2
    }
    const found = new Float32Array(nx * ny)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) {
        const [left, right] = [Math.max(0, i - 1), Math.min(nx - 1, i + 1)]
        const [below, above] = [Math.max(0, j - 1), Math.min(ny - 1, j + 1)]
        found[j * nx + i] =
          show === 'speed'
            ? Math.hypot(u(i, j), v(i, j))
            : ((v(right, j) - v(left, j)) / (right - left || 1) - (u(i, above) - u(i, below)) / (above - below || 1)) /
              cellSize
      }
    return found
  }
}
