import { ColorMap, type ColorMapName } from '@seiche/three'
import { Quaternion, Vector3 } from 'three/webgpu'
import type { FluidDisplay } from '../../session/fluid-display.js'
import type { RemoteBodies } from '../../session/remote-bodies.js'
import {
  initialSurfaceDisplay,
  isBright,
  isQuantity,
  mapOf,
  type SurfaceDisplay,
} from '../../session/surface-display.js'
import type { WaterPoint } from '../../tools/water-point.js'
import type { PlacedSource, SimulationInfo } from '../../worker/protocol.js'
import { pngOf } from '../picture.js'
import { cellIndex } from '../shared/cell-index.js'
import { SurfaceValues } from '../shared/surface-values.js'
import type { BodyPick, BrushCursor, FreeArea, ViewFrame, VolumePick, WaterView } from '../view.js'
import { isInside, outlineOf } from './body-outlines.js'
import { FluidCanvas } from './fluid-canvas.js'

interface Picture {
  source: HTMLCanvasElement
  pixels: ImageData
  /** m */
  cellSize: number
  /** Openness of each cell: 1 water, 0 solid. */
  openness: Float32Array
  /** Quantities of a surface. */
  values?: SurfaceValues
  /** Depth of the water [m] on terrain, which may be dry, and its index among the surface fields of a frame. */
  depth?: { values: Float32Array; index: number }
}

/** The water from above as a shaded relief on a 2-D canvas, for browsers without WebGPU and WebGL2. */
export class CanvasView implements WaterView {
  readonly renderer = '2-D canvas'
  readonly drawsFlow = false
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  readonly #resizer: ResizeObserver
  #picture: Picture | undefined
  /** A fluid that fills a box, instead of heights. */
  #fluid: FluidCanvas | undefined
  #heights: Float32Array = new Float32Array(0)
  #free: FreeArea = { left: 0, top: 0, right: 0, bottom: 0 }
  #heightScale = 1
  #cursor: BrushCursor | undefined
  #surface: SurfaceDisplay = initialSurfaceDisplay
  /** Colors of a quantity: red, green and blue of 256 values. */
  #table: Uint8Array | undefined
  #sources: readonly PlacedSource[] = []
  #bodies: RemoteBodies | undefined
  #glows: ReadonlyMap<number, number> = new Map()
  #stale = true

  constructor(canvas: HTMLCanvasElement) {
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This browser can draw neither with WebGPU or WebGL2 nor on a 2-D canvas.')
    this.#canvas = canvas
    this.#context = context
    this.#resizer = new ResizeObserver(() => {
      this.#stale = true
    })
    this.#resizer.observe(canvas)
  }

  open(info: SimulationInfo): void {
    const { grid, hasTerrain, surfaceFieldNames } = info
    const source = document.createElement('canvas')
    this.#fluid = info.fluid && new FluidCanvas(info)
    if (this.#fluid) {
      const [nx, ny] = this.#fluid.cells
      source.width = nx
      source.height = ny
      const pixels = new ImageData(nx, ny)
      this.#picture = { source, pixels, cellSize: grid.cellSize, openness: new Float32Array(0) }
      this.#stale = true
      return
    }
    const openness = new Float32Array(grid.nx * grid.nz).fill(1)
    source.width = grid.nx
    source.height = grid.nz
    const depth = { values: new Float32Array(grid.nx * grid.nz), index: surfaceFieldNames.indexOf('depth') }
    const pixels = new ImageData(grid.nx, grid.nz)
    const values = new SurfaceValues(info)
    values.setDisplay(this.#surface)
    this.#picture = { source, pixels, cellSize: grid.cellSize, openness, values, ...(hasTerrain && { depth }) }
    this.#heights = new Float32Array(grid.nx * grid.nz)
    this.#stale = true
  }

  setFrame(frame: ViewFrame): void {
    const { heights, surfaceFields, fluid } = frame
    this.#picture?.values?.update(frame)
    if (heights) this.#heights.set(heights)
    const depth = this.#picture?.depth
    const cells = this.#heights.length
    if (depth && surfaceFields) depth.values.set(surfaceFields.subarray(depth.index * cells, (depth.index + 1) * cells))
    if (fluid) this.#fluid?.setFields(fluid)
    this.#stale = true
  }

  setDisplay(display: FluidDisplay): void {
    this.#fluid?.setDisplay(display)
    this.#stale = true
  }

  setSurfaceDisplay(display: SurfaceDisplay): void {
    this.#surface = display
    this.#picture?.values?.setDisplay(display)
    this.#table = isQuantity(display.look) ? tableOf(mapOf(display)) : undefined
    this.#stale = true
  }

  get surfaceRange(): readonly [number, number] | undefined {
    return this.#table && this.#picture?.values?.range
  }

  /** The point under the pointer in the middle plane: the volume is seen from the front. */
  pickVolume(clientX: number, clientY: number): VolumePick | undefined {
    if (!this.#fluid || this.#fluid.cells[2] === 1) return undefined
    const start = this.#pointAt(clientX, clientY)
    return (
      start && {
        at: [...start, 0],
        dragTarget: (x, y) => [...(this.#pointAt(x, y) ?? start), 0],
      }
    )
  }

  setBodies(bodies: RemoteBodies | undefined): void {
    this.#bodies = bodies
    this.#stale = true
  }

  moveBodies(): void {
    this.#stale = true
  }

  /** Nothing to do: the whole water is visible. */
  follow(): void {}

  /** Not drawn: drops are too small from above. */
  setSpray(): void {}

  highlight(glows: ReadonlyMap<number, number>): void {
    this.#glows = glows
    this.#stale = true
  }

  /** The body under the pointer. It is dragged at its present height, since the view is from above. */
  pickBody(clientX: number, clientY: number): BodyPick | undefined {
    const at = this.pick(clientX, clientY)
    if (!at || !this.#bodies) return undefined
    const under = [...this.#bodies.bodies.entries()].filter(([, body]) => isInside(outlineOf(body), at))
    const [found] = under.sort(([, a], [, b]) => b.position[1]! - a.position[1]!)
    if (!found) return undefined
    const [index, { position, rotation }] = found
    const turn = new Quaternion(...(rotation as unknown as [number, number, number, number])).invert()
    const height = position[1]!
    return {
      body: index,
      at: new Vector3(at[0] - position[0]!, 0, at[1] - position[2]!).applyQuaternion(turn).toArray(),
      height,
      dragTarget: (clientX, clientY) => {
        const [x, z] = this.pick(clientX, clientY) ?? at
        return [x, height, z]
      },
    }
  }

  /** Nothing to do: the heights of dry terrain are its elevation. */
  setBed(): void {}

  surfaceSampler(): (at: WaterPoint) => number {
    const heights = this.#heights.slice()
    const { width: nx, height: nz } = this.#picture?.source ?? { width: 1, height: 1 }
    const grid = { nx, nz, cellSize: this.#picture?.cellSize ?? 1 }
    return (at) => heights[cellIndex(grid, at)] ?? 0
  }

  setOpenness(openness: Float32Array): void {
    if (this.#fluid) this.#fluid.setOpenness(openness)
    else {
      this.#picture?.openness.set(openness)
      this.#picture?.values?.setOpenness(openness)
    }
    this.#stale = true
  }

  picture(): Promise<Blob> {
    this.render()
    return pngOf(this.#canvas)
  }

  render(): boolean {
    if (!this.#stale || !this.#picture) return false
    this.#stale = false
    const { source, pixels, cellSize, openness, depth, values } = this.#picture
    if (this.#fluid) this.#fluid.paint(pixels)
    else {
      shade(pixels, this.#heights, this.#heightScale / cellSize)
      if (values && this.#table) paintValues(pixels, values, this.#table)
      if (depth) paintTerrain(pixels, this.#heights, depth.values, this.#heightScale / cellSize)
      paintSolid(pixels, openness)
    }
    source.getContext('2d')?.putImageData(pixels, 0, 0)
    const canvas = this.#canvas
    canvas.width = canvas.clientWidth
    canvas.height = canvas.clientHeight
    const { x, y, width, height } = this.#place()
    this.#context.imageSmoothingEnabled = true
    this.#context.drawImage(source, x, y, width, height)
    if (values && this.#surface.arrows) this.#drawArrows(values, x, y, width, height)
    this.#drawBodies(x + width / 2, y + height / 2, width / (source.width * cellSize))
    this.#drawCursors(x + width / 2, y + height / 2, width / (source.width * cellSize))
    return true
  }

  noteFrame(): void {}

  pick(clientX: number, clientY: number): WaterPoint | undefined {
    return (this.#fluid?.cells[2] ?? 1) > 1 ? undefined : this.#pointAt(clientX, clientY)
  }

  /** The point under a point of the window; the second coordinate of a fluid points up, that of water down. */
  #pointAt(clientX: number, clientY: number): WaterPoint | undefined {
    if (!this.#picture) return undefined
    const area = this.#canvas.getBoundingClientRect()
    const { x, y, width, height } = this.#place()
    const u = (clientX - area.left - x) / width
    const v = (clientY - area.top - y) / height
    if (u < 0 || u > 1 || v < 0 || v > 1) return undefined
    const { source, cellSize } = this.#picture
    const down = (v - 0.5) * source.height * cellSize
    return [(u - 0.5) * source.width * cellSize, this.#fluid ? -down : down]
  }

  setCursor(cursor: BrushCursor | undefined): void {
    this.#cursor = cursor
    this.#stale = true
  }

  setSources(sources: readonly PlacedSource[]): void {
    this.#sources = sources
    this.#stale = true
  }

  setHeightScale(scale: number): void {
    this.#heightScale = scale
    this.#stale = true
  }

  setFreeArea(area: FreeArea): void {
    this.#free = area
    this.#stale = true
  }

  /** Nothing to do: the view is straight from above. */
  moveCamera(): void {}

  readonly camera = undefined
  readonly pose = undefined

  setCamera(): void {}

  placeCamera(): void {}

  setCameraDrag(): void {}

  dispose(): void {
    this.#resizer.disconnect()
  }

  /** Rectangle of the water on the canvas [CSS px]: as large as the free area allows; a channel is at least a strip. */
  #place(): { x: number; y: number; width: number; height: number } {
    const { left, top, right, bottom } = this.#free
    const margin = 24
    const freeWidth = Math.max(1, this.#canvas.clientWidth - left - right - 2 * margin)
    const freeHeight = Math.max(1, this.#canvas.clientHeight - top - bottom - 2 * margin)
    const { width: nx, height: nz } = this.#picture?.source ?? { width: 1, height: 1 }
    const scale = Math.min(freeWidth / nx, freeHeight / nz)
    const width = Math.max(nx * scale, Math.min(freeWidth, 60))
    const height = Math.max(nz * scale, Math.min(freeHeight, 60))
    return {
      x: left + margin + (freeWidth - width) / 2,
      y: top + margin + (freeHeight - height) / 2,
      width,
      height,
    }
  }

  /** Arrows of the flow, in the rectangle of the water. */
  #drawArrows({ u, w }: SurfaceValues, left: number, top: number, width: number, height: number): void {
    const { width: nx, height: nz } = this.#picture!.source
    const spacing = Math.max(width, height) / arrowsAlong
    const [columns, rows] = [Math.max(1, Math.round(width / spacing)), Math.max(1, Math.round(height / spacing))]
    const places = Array.from({ length: columns * rows }, (_, k) => {
      const [s, t] = [((k % columns) + 0.5) / columns, (Math.floor(k / columns) + 0.5) / rows]
      const cell = Math.floor(t * nz) * nx + Math.floor(s * nx)
      return { x: left + s * width, y: top + t * height, u: u[cell]!, w: w[cell]! }
    })
    const fastest = places.reduce((most, place) => Math.max(most, Math.hypot(place.u, place.w)), 1e-12)
    const context = this.#context
    context.strokeStyle = isBright(this.#surface) ? 'rgb(20 26 36 / 0.9)' : 'rgb(255 255 255 / 0.9)'
    context.lineWidth = 1.5
    context.beginPath()
    for (const { x, y, u, w } of places) {
      const [dx, dy] = [(0.55 * spacing * u) / fastest, (0.55 * spacing * w) / fastest]
      context.moveTo(x - dx, y - dy)
      context.lineTo(x + dx, y + dy)
      context.lineTo(x + 0.4 * dx - 0.35 * dy, y + 0.4 * dy + 0.35 * dx)
      context.moveTo(x + dx, y + dy)
      context.lineTo(x + 0.4 * dx + 0.35 * dy, y + 0.4 * dy - 0.35 * dx)
    }
    context.stroke()
  }

  #drawBodies(middleX: number, middleY: number, pixelsPerMeter: number): void {
    const context = this.#context
    const bodies = [...(this.#bodies?.bodies.entries() ?? [])].sort(([, a], [, b]) => a.position[1]! - b.position[1]!)
    for (const [index, body] of bodies) {
      context.beginPath()
      for (const [x, z] of outlineOf(body)) context.lineTo(middleX + x * pixelsPerMeter, middleY + z * pixelsPerMeter)
      context.closePath()
      context.fillStyle = body.info.color ?? bodyColors[index % bodyColors.length]!
      // Sunken bodies are visible through the water.
      context.globalAlpha = body.submerged > 0.999 ? 0.45 : 1
      context.fill()
      context.globalAlpha = 1
      context.lineWidth = this.#glows.has(index) ? 3 : 1
      context.strokeStyle = this.#glows.has(index) ? '#fff' : 'rgb(0 0 0 / 0.35)'
      context.stroke()
    }
  }

  /** Draws the brush, and the sources on the water like brushes. */
  #drawCursors(middleX: number, middleY: number, pixelsPerMeter: number): void {
    for (const { x, z, radius, softness = 1 } of this.#sources)
      this.#drawCursor({ at: [x, z], radius, softness }, middleX, middleY, pixelsPerMeter)
    if (this.#cursor) this.#drawCursor(this.#cursor, middleX, middleY, pixelsPerMeter)
  }

  #drawCursor(
    { at, radius, softness }: Pick<BrushCursor, 'at' | 'radius' | 'softness'>,
    middleX: number,
    middleY: number,
    pixelsPerMeter: number,
  ): void {
    const context = this.#context
    const ring = (share: number, width: number, color: string): void => {
      context.beginPath()
      const x = middleX + at[0] * pixelsPerMeter
      const down = this.#fluid ? -at[1] : at[1]
      context.arc(x, middleY + down * pixelsPerMeter, share * radius * pixelsPerMeter, 0, 2 * Math.PI)
      context.lineWidth = width
      context.strokeStyle = color
      context.stroke()
    }
    ring(1, 2, '#fff')
    if (softness > 0.08 && softness < 0.95) ring(1 - softness, 1, 'rgb(255 255 255 / 0.5)')
  }
}

/** Arrows along the longer side. */
const arrowsAlong = 30

/** Red, green and blue of 256 values of a color map. */
function tableOf(name: ColorMapName): Uint8Array {
  const map = new ColorMap(name)
  const table = Uint8Array.from({ length: 768 }, (_, k) => Math.round(255 * map.at(Math.floor(k / 3) / 255)[k % 3]!))
  map.dispose()
  return table
}

/** Paints a quantity in the colors of a table. */
function paintValues({ data }: ImageData, { values, range: [low, high] }: SurfaceValues, table: Uint8Array): void {
  const factor = 255 / (high - low || 1)
  for (let cell = 0; cell < values.length; cell++) {
    const entry = 3 * Math.min(255, Math.max(0, Math.round((values[cell]! - low) * factor)))
    for (let channel = 0; channel < 3; channel++) data[4 * cell + channel] = table[entry + channel]!
  }
}

const bodyColors = ['#f2b531', '#d9483b', '#2a8c97', '#f0853a', '#3566a8', '#db6d92']

/** Light from the upper left on slopes, lighter on crests. `perCell` turns height differences between cells into slopes [1/m]. */
function shade({ data, width, height }: ImageData, heights: Float32Array, perCell: number): void {
  for (let j = 0; j < height; j++) {
    const row = j * width
    const before = j > 0 ? row - width : row
    const after = j < height - 1 ? row + width : row
    for (let i = 0; i < width; i++) {
      const west = heights[row + Math.max(i - 1, 0)] ?? 0
      const east = heights[row + Math.min(i + 1, width - 1)] ?? 0
      const slope = (east - west + (heights[after + i] ?? 0) - (heights[before + i] ?? 0)) * perCell
      const light = Math.tanh(slope * 1.5)
      const pixel = 4 * (row + i)
      data[pixel] = 30 + 60 * light
      data[pixel + 1] = 120 + 80 * light
      data[pixel + 2] = 145 + 75 * light
      data[pixel + 3] = 255
    }
  }
}

/** Colors of dry land from low to high: sand, meadow, rock. */
const landColors = [
  [214, 196, 152],
  [128, 150, 92],
  [150, 140, 128],
] as const

/** Paints dry terrain with the lighting of the water; deeper water is darker. */
function paintTerrain({ data, width }: ImageData, heights: Float32Array, depth: Float32Array, perCell: number): void {
  let [low, high, deepest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
  for (let cell = 0; cell < heights.length; cell++) {
    low = Math.min(low, heights[cell]!)
    high = Math.max(high, heights[cell]!)
    deepest = Math.max(deepest, depth[cell]!)
  }
  for (let cell = 0; cell < heights.length; cell++) {
    const i = cell % width
    const west = heights[i > 0 ? cell - 1 : cell]!
    const north = heights[cell >= width ? cell - width : cell]!
    const light = 1 + 0.35 * Math.tanh((2 * heights[cell]! - west - north) * perCell)
    const rank = (2 * (heights[cell]! - low)) / Math.max(high - low, 1e-9)
    const step = Math.min(1, Math.floor(rank))
    const share = deepest > 0 ? Math.min(1, depth[cell]! / deepest) : 0
    const wet = Math.min(1, 40 * share)
    for (let channel = 0; channel < 3; channel++) {
      const [from, to] = [landColors[step]![channel]!, landColors[step + 1]![channel]!]
      const earth = (from + (rank - step) * (to - from)) * light
      const at = 4 * cell + channel
      data[at] = earth * (1 - wet) + data[at]! * (1.15 - 0.6 * share) * wet
    }
  }
}

/** Paints solid cells as stone, blended by their solidity; its edges have the lighting of the water. */
function paintSolid({ data, width, height }: ImageData, openness: Float32Array): void {
  for (let cell = 0; cell < openness.length; cell++) {
    const open = openness[cell] ?? 1
    if (open === 1) continue
    const i = cell % width
    const j = (cell - i) / width
    const west = openness[i > 0 ? cell - 1 : cell] ?? 1
    const east = openness[i < width - 1 ? cell + 1 : cell] ?? 1
    const north = openness[j > 0 ? cell - width : cell] ?? 1
    const south = openness[j < height - 1 ? cell + width : cell] ?? 1
    const light = 0.14 * (west - east + north - south)
    for (const [channel, stone] of [205, 178, 145].entries()) {
      const at = 4 * cell + channel
      data[at] = (data[at] ?? 0) * open + stone * (1 + light) * (1 - open)
    }
  }
}
