import { Quaternion, Vector3 } from 'three/webgpu'
import type { FluidDisplay } from '../../session/display/fluid-display.js'
import {
  initialSurfaceDisplay,
  isBright,
  isQuantity,
  mapOf,
  type SurfaceDisplay,
} from '../../session/display/surface-display.js'
import { type Marks, markShare } from '../../session/instruments.js'
import type { RemoteBodies } from '../../session/remote-bodies.js'
import type { WaterPoint } from '../../tools/water-point.js'
import type { PlacedSource, SimulationInfo } from '../../worker/protocol.js'
import { pngOf } from '../picture.js'
import { cellIndex } from '../shared/solids/cell-index.js'
import { SurfaceValues } from '../shared/surface/surface-values.js'
import type { BodyPick, BrushCursor, FreeArea, ViewFrame, VolumePick, WaterView } from '../view.js'
import { isInside, outlineOf } from './body-outlines.js'
import { drawMarks } from './drawn-marks.js'
import { FluidCanvas } from './fluid-canvas.js'
import { drawArrows, drawBodies, drawBrush, type Place } from './overlays.js'
import { paintSolid, paintTerrain, paintValues, shade, tableOf } from './paint-surface.js'

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
  #marks: Marks = { probes: [], section: undefined }
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

  surfaceValue(at: WaterPoint): number | undefined {
    return this.#table && this.#picture?.values?.valueAt(at)
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
    const under = [...this.#bodies.placed.entries()].filter(([, body]) => isInside(outlineOf(body), at))
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
    const place = this.#place()
    this.#context.imageSmoothingEnabled = true
    this.#context.drawImage(source, place.x, place.y, place.width, place.height)
    this.#drawOver(place)
    return true
  }

  readonly quality = undefined

  setQuality(): void {}

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

  setMarks(marks: Marks): void {
    this.#marks = marks
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
  readonly fittingPose = undefined
  readonly focalLength = undefined

  setFocalLength(): void {}

  setCamera(): void {}

  placeCamera(): void {}

  setCameraDrag(): void {}

  dispose(): void {
    this.#resizer.disconnect()
  }

  /** Rectangle of the water on the canvas [CSS px]: as large as the free area allows; a channel is at least a strip. */
  #place(): Place {
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

  /** Draws arrows, bodies, sources and the brush over the water. */
  #drawOver(place: Place): void {
    const { source, cellSize, values } = this.#picture!
    const { x, y, width, height } = place
    const map = {
      middleX: x + width / 2,
      middleY: y + height / 2,
      pixelsPerMeter: width / (source.width * cellSize),
    }
    const color = isBright(this.#surface) ? 'rgb(20 26 36 / 0.9)' : 'rgb(255 255 255 / 0.9)'
    if (values && this.#surface.arrows) drawArrows(this.#context, values, [source.width, source.height], place, color)
    if (this.#bodies) drawBodies(this.#context, this.#bodies.placed, this.#glows, map)
    drawMarks(this.#context, this.#marks, {
      x: (at) => map.middleX + at * map.pixelsPerMeter,
      // The second coordinate of a fluid points up.
      y: (at) => map.middleY + (this.#fluid ? -at : at) * map.pixelsPerMeter,
      radius: markShare * Math.max(width, height),
    })
    // Sources are drawn like brushes.
    for (const { x, z, radius, softness = 1 } of this.#sources)
      drawBrush(this.#context, { at: [x, z], radius, softness }, map)
    if (!this.#cursor) return
    const [across, along] = this.#cursor.at
    drawBrush(this.#context, { ...this.#cursor, at: [across, this.#fluid ? -along : along] }, map)
  }
}
