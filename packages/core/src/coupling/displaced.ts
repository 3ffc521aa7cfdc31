// Displaced water: the height by which bodies have raised the level of each cell [m].
//
// The level of a cell is the level without the body: water that the body has displaced counts in the body's own columns. A boat on a
// still lake therefore changes nothing; a moving boat raises the level in front of it and lowers it behind.
//
// The displaced volume is the volume below the undisturbed level around the body. The rest of the submerged volume, where the local
// level is higher, presses on the water instead (reaction.ts). If it counted as displaced, a body held in place while the level under
// it rises would displace more, which would raise the level further, without end.
//
// The flow of waves of finite height reaches up to the surface, and through the columns of a body. A body that drifts with it therefore
// displaces no water anew: the heights that it has raised drift along (`carry`). Otherwise a buoy on a steep wave would make waves half as
// high as the wave itself.
//
// In dispersive water, heave raises the surface through the draught of the body (submersion/heave.ts). `heave.raised` of the waterplane then is
// in the water already; only the remaining changes, by sliding and tilting, are raised in the columns of the body.

import type { BodyWorld } from '../bodies/world.js'
import { rowOf } from '../fields/grid.js'
import { ROUNDING } from '../generated/layouts/bodies/displaced-cells.js'
import { DisplacedMemory } from './displaced-memory.js'
import type { ColumnMemory } from './submersion/column-memory.js'
import type { SubmergedBody } from './submersion/submerged-body.js'
import type { Submersion } from './submersion/submersion.js'
import type { WaterCoupling } from './water-coupling.js'

/** Time in which the level under a body relaxes to its plane, in units of √(width / g). */
const RELAXATION_TIME = 0.25

export class Displaced {
  /** Raised height of each cell [m]. */
  readonly heights: Float64Array
  /** Cells that are raised, or were in the last exchange: the first `#count` of the list. */
  #cells: Int32Array
  #count = 0
  /** Raised height of each cell after the exchange [m]; all 0 between two exchanges. */
  readonly #target: Float64Array
  /** 1 for the cells in the list; all 0 between two exchanges. */
  readonly #marks: Uint8Array
  /** Height that rounding has left in cells that bodies have left, summed over cells [m]. */
  #roundingRemainder = 0
  readonly #water: WaterCoupling
  readonly #flow = new Float64Array(2)
  /** Entry of the list from which on the columns of each body are smoothed; -1 if they are not. */
  #smoothed = new Int32Array(0)
  /** The kernels that loop over the cells, where these are in the room for bodies. */
  readonly #kernels: DisplacedMemory | undefined

  constructor(water: WaterCoupling) {
    const { nx, nz } = water.grid
    this.#water = water
    this.#kernels = water.room && new DisplacedMemory(water.room, nx * nz)
    this.heights = this.#kernels?.heights ?? new Float64Array(nx * nz)
    this.#target = this.#kernels?.targets ?? new Float64Array(nx * nz)
    this.#marks = this.#kernels?.marks ?? new Uint8Array(nx * nz)
    this.#cells = this.#kernels?.cells ?? new Int32Array(256)
  }

  /** Takes the present displacement as given: the initial level of a scene includes the water that its bodies displace. */
  start({ bodies, columns: { spans, displacedHeight } }: Submersion): void {
    this.heights.fill(0)
    this.#count = 0
    this.#roundingRemainder = 0
    if (!this.#water.isTwoWay) return
    for (const { first, end } of bodies)
      for (let k = first; k < end; k++) {
        if (displacedHeight[k] === 0) continue
        this.#include(spans.cell[k]!)
        this.heights[spans.cell[k]!]! += displacedHeight[k]!
      }
    this.#mark(0)
  }

  /** Sets the marks of all cells of the list. */
  #mark(mark: number): void {
    const marks = this.#marks
    const cells = this.#cells
    const count = this.#count
    for (let k = 0; k < count; k++) marks[cells[k]!] = mark
  }

  /**
   * Moves the raised heights of bodies that drift with the water, in waves of finite height, as far as the water has taken them since the
   * last exchange, `dt` ago [s]. Precedes `update`, which then raises what remains.
   */
  carry({ bodies, columns: { spans, displacedHeight } }: Submersion, { velocities }: BodyWorld, dt: number): void {
    if (!this.#water.carriesDisplaced) return
    this.#mark(1)
    for (let body = 0; body < bodies.length; body++) {
      const { first, end } = bodies[body]!
      const u = velocities[3 * body]!
      const w = velocities[3 * body + 2]!
      const courant = (this.#drift(bodies[body]!, displacedHeight, spans.cell, u, w) * dt) / this.#water.grid.cellSize
      if (courant === 0) continue
      // Central differences: a difference in the direction of the flow would spread the heights.
      for (let k = first; k < end; k++) {
        this.#shift(spans.cell[k]!, 1, 0, 0.5 * courant * u * displacedHeight[k]!)
        this.#shift(spans.cell[k]!, 0, 1, 0.5 * courant * w * displacedHeight[k]!)
      }
    }
    this.#mark(0)
  }

  /** Share of a body's motion (u, w) that its water makes with it, 0 to 1. */
  #drift(
    { first, end }: SubmergedBody,
    heights: { readonly [column: number]: number },
    cells: { readonly [column: number]: number },
    u: number,
    w: number,
  ): number {
    const square = u * u + w * w
    if (square === 0) return 0
    let along = 0
    let weight = 0
    for (let k = first; k < end; k++) {
      if (heights[k] === 0) continue
      this.#water.flowAt(cells[k]!, this.#flow)
      along += heights[k]! * (this.#flow[0]! * u + this.#flow[1]! * w)
      weight += heights[k]!
    }
    return weight > 0 ? Math.min(1, Math.max(0, along / (weight * square))) : 0
  }

  /** Moves a raised height [m] from the cell behind to the one ahead along an axis. None crosses the edge of the grid. */
  #shift(cell: number, di: number, dj: number, height: number): void {
    if (height === 0) return
    const { nx, nz } = this.#water.grid
    const j = rowOf(this.#water.grid, cell)
    const i = cell - j * nx
    const ahead = i + di < nx && j + dj < nz ? cell + di + dj * nx : cell
    const behind = i - di >= 0 && j - dj >= 0 ? cell - di - dj * nx : cell
    this.#include(ahead)
    this.#include(behind)
    this.heights[ahead]! += height
    this.heights[behind]! -= height
  }

  /** Raises the water in cells that bodies have entered and lowers it in those that they have left. */
  update(submersion: Submersion): void {
    this.#roundingRemainder += submersion.raisedError
    const { memory } = submersion.columns
    if (this.#kernels && memory.recordInRoom > 0) this.#updateByKernels(this.#kernels, submersion, memory)
    else this.#update(submersion)
  }

  #updateByKernels(kernels: DisplacedMemory, { bodies }: Submersion, memory: ColumnMemory): void {
    kernels.begin(this.#count, this.#roundingRemainder)
    for (let body = 0; body < bodies.length; body++) {
      const { first, end, heave } = bodies[body]!
      if (end > first) kernels.add(memory.recordInRoom, first, end, heave.raised)
    }
    const { cells, values } = memory.list
    const count = kernels.list(cells, values)
    this.#water.raiseCells(cells, 0, count, values)
    kernels.settle(cells, values, count)
    this.#count = kernels.count
    this.#roundingRemainder = kernels.roundingRemainder
  }

  #update({ bodies, columns }: Submersion): void {
    const { spans, displacedHeight, waterplane, memory } = columns
    this.#mark(1)
    // A column adds at most one cell to the list.
    this.#reserve(this.#count + spans.count)
    const list = this.#cells
    const marks = this.#marks
    const { cell: cells } = spans
    const heights = this.heights
    const target = this.#target
    let count = this.#count
    for (let body = 0; body < bodies.length; body++) {
      const { first, end, heave } = bodies[body]!
      const { raised } = heave
      for (let k = first; k < end; k++) {
        const cell = cells[k]!
        const height = displacedHeight[k]!
        const plane = raised === 0 ? 0 : waterplane[k]!
        if (height === 0 && plane === 0) continue
        if (marks[cell] === 0) {
          marks[cell] = 1
          list[count++] = cell
        }
        if (plane !== 0) heights[cell]! += raised * plane
        if (height !== 0) target[cell]! += height
      }
    }
    this.#count = count
    this.#mark(0)
    this.#raise(memory)
    this.#forget()
  }

  /** Raises the cells of the list to their targets. */
  #raise(memory: ColumnMemory): void {
    memory.reserveList(this.#count)
    const cells = this.#cells
    const heights = this.heights
    const target = this.#target
    const { cells: changing, values: changes } = memory.list
    let count = 0
    for (let k = 0; k < this.#count; k++) {
      const change = target[cells[k]!]! - heights[cells[k]!]!
      if (change === 0) continue
      changing[count] = cells[k]!
      changes[count++] = change
    }
    this.#water.raiseCells(changing, 0, count, changes)
    for (let k = 0; k < count; k++) heights[changing[k]!]! += changes[k]!
  }

  /** Removes cells that bodies have left from the list, and clears the targets. */
  #forget(): void {
    const cells = this.#cells
    const heights = this.heights
    const target = this.#target
    let kept = 0
    for (let k = 0; k < this.#count; k++) {
      const cell = cells[k]!
      if (target[cell] !== 0 || Math.abs(heights[cell]!) > ROUNDING) cells[kept++] = cell
      else {
        this.#roundingRemainder += heights[cell]! * this.#water.opennessAt(cell)
        heights[cell] = 0
      }
      target[cell] = 0
    }
    this.#count = kept
  }

  /**
   * Relaxes the level under bodies to its plane. The ripples that this removes are an error of finite steps with a moving body; in a
   * closed basin they would accumulate. The plane and the volume stay. All changes are listed first, by the levels of `measure`: the water is raised
   * once, in the order of the bodies.
   */
  smooth({ bodies, columns }: Submersion, { masses, velocities }: BodyWorld, dt: number): void {
    const { memory, spans } = columns
    memory.reserveList(spans.count)
    if (this.#smoothed.length < bodies.length) this.#smoothed = new Int32Array(2 * bodies.length)
    const smoothed = this.#smoothed
    let count = 0
    for (let body = 0; body < bodies.length; body++) {
      const submerged = bodies[body]!
      smoothed[body] = -1
      if (submerged.volume[0] === 0) continue
      // A body that the scene moves, such as a wave paddle, makes waves on purpose.
      const isWaveMaker = masses[body] === Infinity && (velocities[3 * body] !== 0 || velocities[3 * body + 2] !== 0)
      if (isWaveMaker) continue
      const time = RELAXATION_TIME * Math.sqrt(Math.sqrt(submerged.area[0]!) / this.#water.gravity)
      const { first, end, local } = submerged
      // The mean deviation from the plane is left: beside solids and other bodies deviations do not add up to 0.
      const { height, slopeX, slopeZ } = local
      const listed = memory.listSmoothing(first, end, height, slopeX, slopeZ, dt / (dt + time), count)
      if (listed > 0) smoothed[body] = count
      count += listed
    }
    this.#water.raiseCells(memory.list.cells, 0, count, memory.list.values)
    for (let body = 0; body < bodies.length; body++) {
      const { first, end } = bodies[body]!
      if (smoothed[body]! >= 0)
        this.#roundingRemainder = memory.addSmoothed(first, end, smoothed[body]!, this.#roundingRemainder)
    }
  }

  #include(cell: number): void {
    if (this.#marks[cell] === 1) return
    this.#marks[cell] = 1
    if (this.#count === this.#cells.length) this.#reserve(this.#count + 1)
    this.#cells[this.#count++] = cell
  }

  /** Makes the list at least so long. */
  #reserve(length: number): void {
    const cells = this.#cells
    if (length <= cells.length) return
    this.#cells = new Int32Array(2 * length)
    this.#cells.set(cells)
  }

  /** Volume by which the level is raised [m³]. */
  get volume(): number {
    const { cellSize } = this.#water.grid
    let sum = this.#roundingRemainder
    for (let k = 0; k < this.#count; k++)
      sum += this.heights[this.#cells[k]!]! * this.#water.opennessAt(this.#cells[k]!)
    return sum * cellSize * cellSize
  }

  /** State for snapshots. */
  get state(): DisplacedState {
    const cells = [...this.#cells.subarray(0, this.#count)]
    const heights = cells.map((cell) => this.heights[cell]!)
    return { cells, heights, roundingRemainder: this.#roundingRemainder }
  }

  set state({ cells, heights, roundingRemainder }: DisplacedState) {
    for (let k = 0; k < this.#count; k++) this.heights[this.#cells[k]!] = 0
    this.#reserve(cells.length)
    this.#cells.set(cells)
    this.#count = cells.length
    for (const [k, cell] of cells.entries()) this.heights[cell] = heights[k]!
    this.#roundingRemainder = roundingRemainder
  }
}

export interface DisplacedState {
  readonly cells: readonly number[]
  readonly heights: readonly number[]
  readonly roundingRemainder: number
}
