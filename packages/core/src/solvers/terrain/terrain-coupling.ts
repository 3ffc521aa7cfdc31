// Coupling of bodies with water over terrain, which has depth and discharge.

import type { WaterCoupling } from '../../coupling/water-coupling.js'
import type { CellBox } from '../../fields/cell-box.js'
import type { Field } from '../../fields/field.js'
import { type Grid, rowOf } from '../../fields/grid.js'
import type { FlowFields } from './flow-fields.js'

export class TerrainCoupling implements WaterCoupling {
  readonly isTwoWay = true
  readonly isDispersive = false
  readonly grid: Grid
  readonly gravity: number
  readonly #water: FlowFields
  readonly #depth: Field
  readonly #bed: Field
  readonly #openness: Field
  readonly #changed: (box: CellBox) => void
  /** Pressure impulse of each cell since the last `settle` [m²/s]. */
  readonly #impulses: Float64Array
  #isPressed = false
  /** The cells that have changed since the last `settle`. */
  readonly #touched = new TouchedBox()
  readonly #box = { i: 0, j: 0, nx: 0, nz: 0 }

  /** `changed`: called after each exchange, with the box of the cells that it has changed. */
  constructor(water: FlowFields, changed: (box: CellBox) => void) {
    this.grid = water.grid
    this.gravity = water.discretization.gravity
    this.#water = water
    this.#depth = water.depth
    this.#bed = water.bed.field
    this.#openness = water.openness.field
    this.#changed = changed
    this.#impulses = new Float64Array(water.grid.nx * water.grid.nz)
  }

  /** Index of a cell in the fields; all fields of one grid have the same layout. */
  #indexOf(cell: number): number {
    const j = rowOf(this.grid, cell)
    return this.#depth.offset + cell + j * (this.#depth.stride - this.grid.nx)
  }

  levelAt(cell: number): number {
    const at = this.#indexOf(cell)
    const deep = this.#flowing(at)
    return deep > 0 ? deep + this.#bed.data[at]! : Number.NEGATIVE_INFINITY
  }

  floorAt(cell: number): number {
    return this.#bed.data[this.#indexOf(cell)]!
  }

  depthAt(cell: number): number {
    return this.#depth.data[this.#indexOf(cell)]!
  }

  opennessAt(cell: number): number {
    return this.#openness.data[this.#indexOf(cell)]!
  }

  wetnessAt(cell: number): number {
    const at = this.#indexOf(cell)
    return this.#depth.data[at]! > this.#water.discretization.dry ? this.#openness.data[at]! : 0
  }

  flowAt(cell: number, flow: Float64Array): void {
    const j = rowOf(this.grid, cell)
    const i = cell - j * this.grid.nx
    const at = this.#indexOf(cell)
    const deep = this.#depth.data[at]!
    const { data: alongX, stride } = this.#water.qx
    const alongZ = this.#water.qz.data
    flow[0] = flow[1] = 0
    if (deep <= this.#water.discretization.dry) return
    const faces = this.#water.discretization.onFaces
    flow[0] = (faces ? 0.5 * ((i > 0 ? alongX[at - 1]! : 0) + alongX[at]!) : alongX[at]!) / deep
    flow[1] = (faces ? 0.5 * ((j > 0 ? alongZ[at - stride]! : 0) + alongZ[at]!) : alongZ[at]!) / deep
  }

  raise(cell: number, height: number): number {
    const j = rowOf(this.grid, cell)
    const i = cell - j * this.grid.nx
    if (this.#openness.at(i, j) === 0) return 0
    this.#touched.add(i, j)
    const raised = this.#water.addDepth(i, j, height)
    const { data, offset, stride } = this.#water.eta
    data[offset + j * stride + i]! += raised
    return raised
  }

  /** Sums pressure impulses; `settle` applies them to the discharge together. */
  press(cell: number, impulse: number): number {
    const j = rowOf(this.grid, cell)
    this.#impulses[cell]! += impulse
    this.#isPressed = true
    this.#touched.add(cell - j * this.grid.nx, j)
    return impulse
  }

  // Cells of a list follow each other in rows: the division that finds a row is slower than all else, and is made once for each run of cells.

  readLevels(cells: Int32Array, first: number, end: number, levels: Float64Array): void {
    const { nx } = this.grid
    const { data: depth, offset, stride } = this.#depth
    const bed = this.#bed.data
    const open = this.#openness.data
    const { dry } = this.#water.discretization
    let k = first
    while (k < end) {
      const j = (cells[k]! / nx) | 0
      const start = j * nx
      const row = offset + j * (stride - nx)
      for (let cell = cells[k]!; k < end && cell >= start && cell < start + nx; cell = cells[++k]!) {
        const deep = depth[row + cell]!
        const isWet = deep > dry && open[row + cell]! > 0 && deep > 0
        levels[k] = isWet ? deep + bed[row + cell]! : Number.NEGATIVE_INFINITY
      }
    }
  }

  readDepths(cells: Int32Array, first: number, end: number, depths: Float64Array): void {
    this.#read(this.#depth, cells, first, end, depths)
  }

  readOpenness(cells: Int32Array, first: number, end: number, openness: Float64Array): void {
    this.#read(this.#openness, cells, first, end, openness)
  }

  #read({ data, offset, stride }: Field, cells: Int32Array, first: number, end: number, values: Float64Array): void {
    const { nx } = this.grid
    let k = first
    while (k < end) {
      const j = (cells[k]! / nx) | 0
      const start = j * nx
      const row = offset + j * (stride - nx)
      for (let cell = cells[k]!; k < end && cell >= start && cell < start + nx; cell = cells[++k]!)
        values[k] = data[row + cell]!
    }
  }

  readWetness(cells: Int32Array, first: number, end: number, wetness: Float64Array): void {
    const { nx } = this.grid
    const { data: depth, offset, stride } = this.#depth
    const open = this.#openness.data
    const { dry } = this.#water.discretization
    let k = first
    while (k < end) {
      const j = (cells[k]! / nx) | 0
      const start = j * nx
      const row = offset + j * (stride - nx)
      for (let cell = cells[k]!; k < end && cell >= start && cell < start + nx; cell = cells[++k]!)
        wetness[k] = depth[row + cell]! > dry ? open[row + cell]! : 0
    }
  }

  readFlow(cells: Int32Array, first: number, end: number, flowX: Float64Array, flowZ: Float64Array): void {
    const { nx } = this.grid
    const { data: depth, offset, stride } = this.#depth
    const alongX = this.#water.qx.data
    const alongZ = this.#water.qz.data
    const { dry, onFaces } = this.#water.discretization
    let k = first
    while (k < end) {
      const j = (cells[k]! / nx) | 0
      const start = j * nx
      const row = offset + j * (stride - nx)
      for (let cell = cells[k]!; k < end && cell >= start && cell < start + nx; cell = cells[++k]!) {
        const at = row + cell
        const deep = depth[at]!
        flowX[k] = flowZ[k] = 0
        if (deep <= dry) continue
        flowX[k] = (onFaces ? 0.5 * ((cell > start ? alongX[at - 1]! : 0) + alongX[at]!) : alongX[at]!) / deep
        flowZ[k] = (onFaces ? 0.5 * ((j > 0 ? alongZ[at - stride]! : 0) + alongZ[at]!) : alongZ[at]!) / deep
      }
    }
  }

  raiseCells(cells: Int32Array, first: number, end: number, heights: Float64Array): void {
    const { nx } = this.grid
    const { offset, stride } = this.#depth
    const open = this.#openness.data
    const eta = this.#water.eta.data
    let k = first
    while (k < end) {
      const j = (cells[k]! / nx) | 0
      const start = j * nx
      const row = offset + j * (stride - nx)
      let low = start + nx
      let high = -1
      for (let cell = cells[k]!; k < end && cell >= start && cell < start + nx; cell = cells[++k]!) {
        const at = row + cell
        if (open[at] === 0) {
          heights[k] = 0
          continue
        }
        if (cell < low) low = cell
        if (cell > high) high = cell
        const raised = this.#water.addDepthAt(at, heights[k]!)
        eta[at]! += raised
        heights[k] = raised
      }
      this.#touched.addRow(j, low - start, high - start)
    }
  }

  pressCells(cells: Int32Array, first: number, end: number, impulses: Float64Array): void {
    const { nx } = this.grid
    const sums = this.#impulses
    let k = first
    while (k < end) {
      const j = (cells[k]! / nx) | 0
      const start = j * nx
      let low = start + nx
      let high = -1
      for (let cell = cells[k]!; k < end && cell >= start && cell < start + nx; cell = cells[++k]!) {
        sums[cell]! += impulses[k]!
        if (cell < low) low = cell
        if (cell > high) high = cell
      }
      this.#touched.addRow(j, low - start, high - start)
    }
    if (first < end) this.#isPressed = true
  }

  dragCells(cells: Int32Array, first: number, end: number, heights: Float64Array, x: number, z: number): void {
    const { nx } = this.grid
    const { data: depth, offset, stride } = this.#depth
    const alongX = this.#water.qx.data
    const alongZ = this.#water.qz.data
    const { dry } = this.#water.discretization
    let k = first
    while (k < end) {
      const j = (cells[k]! / nx) | 0
      const start = j * nx
      const row = offset + j * (stride - nx)
      let low = start + nx
      let high = -1
      for (let cell = cells[k]!; k < end && cell >= start && cell < start + nx; cell = cells[++k]!) {
        const at = row + cell
        if (depth[at]! <= dry) continue
        alongX[at]! += x * heights[k]!
        alongZ[at]! += z * heights[k]!
        if (cell < low) low = cell
        if (cell > high) high = cell
      }
      this.#touched.addRow(j, low - start, high - start)
    }
  }

  /** Applies d q/dt = -depth grad (p/ρ) in a box. */
  #applyImpulses({ i: left, j: back, nx: wide, nz: deep }: CellBox): void {
    const { nx, nz, cellSize } = this.grid
    const p = this.#impulses
    const alongX = this.#water.qx.data
    const alongZ = this.#water.qz.data
    const { offset, stride } = this.#depth
    const { onFaces } = this.#water.discretization
    const scale = (onFaces ? 1 : 0.5) / cellSize
    for (let j = back; j < back + deep; j++)
      for (let i = left; i < left + wide; i++) {
        const cell = j * nx + i
        // The gradient at a face, or at the centre of a cell by central differences. A wall mirrors the pressure.
        const behindX = onFaces || i === 0 ? p[cell]! : p[cell - 1]!
        const behindZ = onFaces || j === 0 ? p[cell]! : p[cell - nx]!
        const slopeX = scale * (behindX - p[i + 1 < nx ? cell + 1 : cell]!)
        const slopeZ = scale * (behindZ - p[j + 1 < nz ? cell + nx : cell]!)
        if (slopeX === 0 && slopeZ === 0) continue
        const at = offset + j * stride + i
        const here = this.#flowing(at)
        if (here === 0) continue
        alongX[at]! += slopeX * (onFaces ? between(here, this.#flowing(at + 1)) : here)
        alongZ[at]! += slopeZ * (onFaces ? between(here, this.#flowing(at + stride)) : here)
      }
    for (let j = back; j < back + deep; j++) p.fill(0, j * nx + left, j * nx + left + wide)
  }

  /** Depth of a cell, by its index in the fields [m]; 0 if it is dry or solid. */
  #flowing(at: number): number {
    const deep = this.#depth.data[at]!
    return deep > this.#water.discretization.dry && this.#openness.data[at]! > 0 ? deep : 0
  }

  settle(): void {
    const box = this.#box
    if (!this.#touched.take(this.grid, box)) return
    if (this.#isPressed) this.#applyImpulses(box)
    this.#isPressed = false
    this.#changed(box)
  }
}

/** The smallest box around cells. All its numbers are small integers, which need no heap memory. */
class TouchedBox {
  #left = 0
  #right = -1
  #back = 0
  #front = -1

  add(i: number, j: number): void {
    if (this.#right < 0) {
      this.#left = this.#right = i
      this.#back = this.#front = j
      return
    }
    if (i < this.#left) this.#left = i
    else if (i > this.#right) this.#right = i
    if (j < this.#back) this.#back = j
    else if (j > this.#front) this.#front = j
  }

  /** Adds the cells of row j from `left` to `right`; none if `right` is before `left`. */
  addRow(j: number, left: number, right: number): void {
    if (right < left) return
    this.add(left, j)
    this.add(right, j)
  }

  /** Sets `box` to the cells and those beside them, and forgets them. Returns false if there are none. */
  take({ nx, nz }: Grid, box: { i: number; j: number; nx: number; nz: number }): boolean {
    if (this.#right < 0) return false
    box.i = Math.max(0, this.#left - 1)
    box.j = Math.max(0, this.#back - 1)
    box.nx = Math.min(nx, this.#right + 2) - box.i
    box.nz = Math.min(nz, this.#front + 2) - box.j
    this.#right = this.#front = -1
    return true
  }
}

/** Depth at the face between two cells [m]; 0 if one of them is dry. */
function between(before: number, after: number): number {
  return before > 0 && after > 0 ? 0.5 * (before + after) : 0
}
