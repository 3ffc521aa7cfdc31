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
  /** Box of the cells that have changed since the last `settle`. */
  #left = Number.POSITIVE_INFINITY
  #right = -1
  #back = Number.POSITIVE_INFINITY
  #front = -1

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
    this.#touch(i, j)
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
    this.#touch(cell - j * this.grid.nx, j)
    return impulse
  }

  drag(cell: number, x: number, z: number): void {
    const j = rowOf(this.grid, cell)
    const i = cell - j * this.grid.nx
    const { qx, qz } = this.#water
    if (this.#depth.at(i, j) <= this.#water.discretization.dry) return
    qx.data[qx.offset + j * qx.stride + i]! += x
    qz.data[qz.offset + j * qz.stride + i]! += z
    this.#touch(i, j)
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

  #touch(i: number, j: number): void {
    this.#left = Math.min(this.#left, i)
    this.#right = Math.max(this.#right, i)
    this.#back = Math.min(this.#back, j)
    this.#front = Math.max(this.#front, j)
  }

  settle(): void {
    if (this.#right < 0) return
    const { nx, nz } = this.grid
    const [i, j] = [Math.max(0, this.#left - 1), Math.max(0, this.#back - 1)]
    const box = { i, j, nx: Math.min(nx, this.#right + 2) - i, nz: Math.min(nz, this.#front + 2) - j }
    if (this.#isPressed) this.#applyImpulses(box)
    this.#isPressed = false
    this.#changed(box)
    this.#left = this.#back = Number.POSITIVE_INFINITY
    this.#right = this.#front = -1
  }
}

/** Depth at the face between two cells [m]; 0 if one of them is dry. */
function between(before: number, after: number): number {
  return before > 0 && after > 0 ? 0.5 * (before + after) : 0
}
