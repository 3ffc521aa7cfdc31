// Quantities of the surface from the frames of a simulation: for color maps, and for arrows of the flow.

import type { SurfaceDisplay } from '../../../session/display/surface-display.js'
import { isQuantity, isSigned } from '../../../session/display/surface-display.js'
import type { WaterPoint } from '../../../tools/water-point.js'
import type { SimulationInfo } from '../../../worker/protocol.js'
import type { ViewFrame } from '../../view.js'
import { cellIndex } from '../solids/cell-index.js'

/** Part of the range that is left after a frame with smaller values: colors neither jump nor stay too pale. */
const rangeKept = 0.985
/** The same for a difference, which may be large for a moment: when two simulations are a part of a step apart. */
const differenceKept = 0.9

export class SurfaceValues {
  /** The quantity of each cell, in its unit. */
  readonly values: Float32Array
  /** Lowest and highest value in colors; around zero for quantities of either sign. */
  range: readonly [low: number, high: number] = [0, 1]
  /** Velocity of the flow along x and z at the centers of cells [m/s]. */
  readonly u: Float32Array
  readonly w: Float32Array
  readonly #info: Pick<SimulationInfo, 'grid' | 'surfaceFieldNames'>
  readonly #openness: Float32Array
  readonly #previous: Float32Array
  #previousTime = Number.NaN
  #display: SurfaceDisplay = { look: 'water', arrows: false }
  #hasRange = false

  constructor(info: Pick<SimulationInfo, 'grid' | 'surfaceFieldNames'>) {
    const cells = info.grid.nx * info.grid.nz
    this.#info = info
    this.values = new Float32Array(cells)
    this.u = new Float32Array(cells)
    this.w = new Float32Array(cells)
    this.#previous = new Float32Array(cells)
    this.#openness = new Float32Array(cells).fill(1)
  }

  setDisplay(display: SurfaceDisplay): void {
    if (display.look !== this.#display.look) this.#hasRange = false
    this.#display = display
  }

  setOpenness(openness: Float32Array): void {
    this.#openness.set(openness)
  }

  /** The quantity in the cell at a point, in its unit. */
  valueAt(at: WaterPoint): number | undefined {
    return this.values[cellIndex(this.#info.grid, at)]
  }

  /** Takes a frame; tells whether it had everything that the display needs. */
  update(frame: ViewFrame): boolean {
    const { look, arrows } = this.#display
    const { heights, time } = frame
    if (!heights) return false
    const isReady = this.#fill(frame)
    // The rate of change is that since the last frame; a frame of the same time changes nothing.
    if (time !== this.#previousTime) {
      this.#previous.set(heights)
      this.#previousTime = time
    }
    if (isReady && isQuantity(look)) this.#followRange()
    return isReady || (arrows && !isQuantity(look))
  }

  #fill(frame: ViewFrame): boolean {
    const { look, arrows } = this.#display
    const heights = frame.heights!
    const knowsFlow = (arrows || look === 'speed') && this.#flow(frame)
    switch (look) {
      case 'height':
        this.values.set(heights)
        return true
      case 'potential': {
        const phi = frame.fields?.phi
        if (phi) this.values.set(phi)
        return phi !== undefined
      }
      case 'difference': {
        const difference = frame.fields?.difference
        if (difference) this.values.set(difference)
        return difference !== undefined
      }
      case 'rise':
        this.#rate(heights, frame.time)
        return true
      case 'depth': {
        const depth = this.#field(frame, 'depth')
        if (depth) this.values.set(depth)
        return depth !== undefined
      }
      case 'speed':
        for (let cell = 0; cell < this.values.length; cell++)
          this.values[cell] = Math.hypot(this.u[cell]!, this.w[cell]!)
        return knowsFlow
      default:
        return knowsFlow
    }
  }

  #rate(heights: Float32Array, time: number): void {
    const passed = time - this.#previousTime
    if (Number.isNaN(passed) || passed < 0) this.values.fill(0)
    else if (passed > 0)
      for (let cell = 0; cell < heights.length; cell++)
        this.values[cell] = (heights[cell]! - this.#previous[cell]!) / passed
  }

  /** One of the fields that every frame has. */
  #field({ surfaceFields }: ViewFrame, name: string): Float32Array | undefined {
    const index = this.#info.surfaceFieldNames.indexOf(name)
    const cells = this.values.length
    return index < 0 ? undefined : surfaceFields?.subarray(index * cells, (index + 1) * cells)
  }

  /** The velocity: discharge over depth, or the gradient of the potential. */
  #flow(frame: ViewFrame): boolean {
    const [depth, qx, qz] = ['depth', 'qx', 'qz'].map((name) => this.#field(frame, name))
    if (depth && qx && qz) {
      const dry = 1e-3 * depth.reduce((most, value) => Math.max(most, value), 0)
      for (let cell = 0; cell < depth.length; cell++) {
        const isWet = depth[cell]! > dry
        this.u[cell] = isWet ? qx[cell]! / depth[cell]! : 0
        this.w[cell] = isWet ? qz[cell]! / depth[cell]! : 0
      }
      return true
    }
    const phi = frame.fields?.phi
    if (phi) this.#gradient(phi)
    return phi !== undefined
  }

  #gradient(phi: Float32Array): void {
    const { nx, nz, cellSize } = this.#info.grid
    for (let j = 0; j < nz; j++)
      for (let i = 0; i < nx; i++) {
        const cell = j * nx + i
        const [west, east] = [i > 0 ? cell - 1 : cell, i < nx - 1 ? cell + 1 : cell]
        const [north, south] = [j > 0 ? cell - nx : cell, j < nz - 1 ? cell + nx : cell]
        const isOpen = this.#openness[cell]! > 0.5
        this.u[cell] = isOpen && east > west ? (phi[east]! - phi[west]!) / ((east - west) * cellSize) : 0
        this.w[cell] = isOpen && south > north ? (phi[south]! - phi[north]!) / (((south - north) / nx) * cellSize) : 0
      }
  }

  /** The range grows at once and shrinks slowly. */
  #followRange(): void {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let cell = 0; cell < this.values.length; cell++) {
      if (this.#openness[cell]! < 0.5) continue
      low = Math.min(low, this.values[cell]!)
      high = Math.max(high, this.values[cell]!)
    }
    const isAround = this.#display.look === 'difference' || (isSigned(this.#display.look) && low < 0)
    const most = Math.max(isAround ? Math.max(-low, high) : high, 1e-12)
    const least = isAround ? -most : isSigned(this.#display.look) ? low : 0
    const kept = this.#hasRange ? (this.#display.look === 'difference' ? differenceKept : rangeKept) : 0
    this.range = [Math.min(least, kept * this.range[0]), Math.max(most, kept * this.range[1])]
    this.#hasRange = true
  }
}
