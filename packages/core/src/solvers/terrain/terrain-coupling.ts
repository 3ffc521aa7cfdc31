// Bodies on water that has depth and discharge, over ground.

import type { WaterCoupling } from '../../coupling/water-coupling.js'
import type { CellBox } from '../../fields/cell-box.js'
import type { Field } from '../../fields/field.js'
import { type Grid, rowOf } from '../../fields/grid.js'
import type { TerrainSolver, TerrainWater } from './terrain-solver.js'

/** What the base lets bodies do to it. */
export interface TerrainHandle {
  /** Adds a depth to a cell, at most what leaves it dry. Returns what was added [m]. */
  add(i: number, j: number, depth: number): number
  /** The surface within a box has to be found anew. */
  changed(box: CellBox): void
}

export class TerrainCoupling implements WaterCoupling {
  readonly isTwoWay = true
  readonly isDispersive = false
  readonly grid: Grid
  readonly gravity: number
  readonly #water: TerrainWater
  readonly #over: TerrainSolver
  readonly #depth: Field
  readonly #bed: Field
  readonly #openness: Field
  readonly #handle: TerrainHandle
  /** What cells have been pressed with since the last `settle` [m²/s]. */
  readonly #impulses: Float64Array
  #isPressed = false
  /** What has been changed since the last `settle`: a box of cells. */
  #left = Number.POSITIVE_INFINITY
  #right = -1
  #back = Number.POSITIVE_INFINITY
  #front = -1

  constructor(over: TerrainSolver, water: TerrainWater, handle: TerrainHandle) {
    this.grid = over.grid
    this.gravity = water.gravity
    this.#water = water
    this.#over = over
    this.#depth = over.depth
    this.#bed = over.bed.field
    this.#openness = over.openness.field
    this.#handle = handle
    this.#impulses = new Float64Array(over.grid.nx * over.grid.nz)
  }

  /** Where a cell is in the fields: those of one grid lie alike. */
  #placeOf(cell: number): number {
    const j = rowOf(this.grid, cell)
    return this.#depth.offset + cell + j * (this.#depth.stride - this.grid.nx)
  }

  levelAt(cell: number): number {
    const at = this.#placeOf(cell)
    const deep = this.#flowing(at)
    return deep > 0 ? deep + this.#bed.data[at]! : Number.NEGATIVE_INFINITY
  }

  floorAt(cell: number): number {
    return this.#bed.data[this.#placeOf(cell)]!
  }

  depthAt(cell: number): number {
    return this.#depth.data[this.#placeOf(cell)]!
  }

  opennessAt(cell: number): number {
    return this.#openness.data[this.#placeOf(cell)]!
  }

  wetnessAt(cell: number): number {
    const at = this.#placeOf(cell)
    return this.#depth.data[at]! > this.#water.dry ? this.#openness.data[at]! : 0
  }

  flowAt(cell: number, flow: Float64Array): void {
    const j = rowOf(this.grid, cell)
    const i = cell - j * this.grid.nx
    const at = this.#placeOf(cell)
    const deep = this.#depth.data[at]!
    const { data: alongX, stride } = this.#over.qx
    const alongZ = this.#over.qz.data
    flow[0] = flow[1] = 0
    if (deep <= this.#water.dry) return
    const faces = this.#water.onFaces
    flow[0] = (faces ? 0.5 * ((i > 0 ? alongX[at - 1]! : 0) + alongX[at]!) : alongX[at]!) / deep
    flow[1] = (faces ? 0.5 * ((j > 0 ? alongZ[at - stride]! : 0) + alongZ[at]!) : alongZ[at]!) / deep
  }

  raise(cell: number, height: number): number {
    const j = rowOf(this.grid, cell)
    const i = cell - j * this.grid.nx
    if (this.#openness.at(i, j) === 0) return 0
    this.#touch(i, j)
    return this.#handle.add(i, j, height)
  }

  /** Gathers pressure; what it does to the flow is done for all of it at once (`settle`). */
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
    const { qx, qz } = this.#over
    if (this.#depth.at(i, j) <= this.#water.dry) return
    qx.data[qx.offset + j * qx.stride + i]! += x
    qz.data[qz.offset + j * qz.stride + i]! += z
    this.#touch(i, j)
  }

  /** d q/dt = -depth grad (p/ρ): what a cell is pressed with drives its neighbours away from it. */
  #spread({ i: left, j: back, nx: wide, nz: deep }: CellBox): void {
    const { nx, nz, cellSize } = this.grid
    const p = this.#impulses
    const alongX = this.#over.qx.data
    const alongZ = this.#over.qz.data
    const { offset, stride } = this.#depth
    const { onFaces } = this.#water
    const scale = (onFaces ? 1 : 0.5) / cellSize
    for (let j = back; j < back + deep; j++)
      for (let i = left; i < left + wide; i++) {
        const cell = j * nx + i
        // To a face, or to the middle of a cell by central differences; a wall mirrors the pressure.
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

  /** Depth of a cell, by its place in the fields; none if it is dry or a solid [m]. */
  #flowing(at: number): number {
    const deep = this.#depth.data[at]!
    return deep > this.#water.dry && this.#openness.data[at]! > 0 ? deep : 0
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
    if (this.#isPressed) this.#spread(box)
    this.#isPressed = false
    this.#handle.changed(box)
    this.#left = this.#back = Number.POSITIVE_INFINITY
    this.#right = this.#front = -1
  }
}

/** Depth at the face between two cells, none where one of them has none [m]. */
function between(one: number, two: number): number {
  return one > 0 && two > 0 ? 0.5 * (one + two) : 0
}
