// Bodies on water that has depth and discharge, over ground.

import type { Afloat } from '../bodies/afloat.js'
import type { CellBox } from '../fields/cell-box.js'
import type { Grid } from '../fields/grid.js'
import type { GroundWater, OverGround } from './over-ground.js'

/** What the base lets bodies do to it. */
export interface GroundHandle {
  /** Adds a depth to a cell, at most what leaves it dry. Returns what was added [m]. */
  add(i: number, j: number, depth: number): number
  /** The surface within a box has to be found anew. */
  changed(box: CellBox): void
}

export class GroundAfloat implements Afloat {
  readonly yields = true
  readonly isDispersive = false
  readonly grid: Grid
  readonly gravity: number
  readonly #water: GroundWater
  readonly #over: OverGround
  readonly #handle: GroundHandle
  /** What has been changed since the last `settle`: a box of cells. */
  #left = Number.POSITIVE_INFINITY
  #right = -1
  #back = Number.POSITIVE_INFINITY
  #front = -1

  constructor(over: OverGround, water: GroundWater, handle: GroundHandle) {
    this.grid = over.grid
    this.gravity = water.gravity
    this.#water = water
    this.#over = over
    this.#handle = handle
  }

  levelAt(cell: number): number {
    const i = cell % this.grid.nx
    const j = (cell - i) / this.grid.nx
    const { depth, bed, matte } = this.#over
    const deep = depth.at(i, j)
    return matte.at(i, j) > 0 && deep > this.#water.dry ? deep + bed.at(i, j) : Number.NEGATIVE_INFINITY
  }

  floorAt(cell: number): number {
    const i = cell % this.grid.nx
    return this.#over.bed.at(i, (cell - i) / this.grid.nx)
  }

  depthAt(cell: number): number {
    const i = cell % this.grid.nx
    return this.#over.depth.at(i, (cell - i) / this.grid.nx)
  }

  opennessAt(cell: number): number {
    const i = cell % this.grid.nx
    return this.#over.matte.at(i, (cell - i) / this.grid.nx)
  }

  flowAt(cell: number, flow: Float64Array): void {
    const i = cell % this.grid.nx
    const j = (cell - i) / this.grid.nx
    const { depth, qx, qz } = this.#over
    const deep = depth.at(i, j)
    flow.fill(0)
    if (deep <= this.#water.dry) return
    const faces = this.#water.onFaces
    flow[0] = (faces ? 0.5 * ((i > 0 ? qx.at(i - 1, j) : 0) + qx.at(i, j)) : qx.at(i, j)) / deep
    flow[1] = (faces ? 0.5 * ((j > 0 ? qz.at(i, j - 1) : 0) + qz.at(i, j)) : qz.at(i, j)) / deep
  }

  raise(cell: number, height: number): number {
    const i = cell % this.grid.nx
    const j = (cell - i) / this.grid.nx
    if (this.#over.matte.at(i, j) === 0) return 0
    this.#touch(i, j)
    return this.#handle.add(i, j, height)
  }

  /** d q/dt = -depth grad (p/ρ): what a cell is pressed with drives its neighbours away from it. */
  press(cell: number, impulse: number): number {
    const i = cell % this.grid.nx
    const j = (cell - i) / this.grid.nx
    const { nx, nz, cellSize } = this.grid
    const { qx, qz } = this.#over
    const slope = impulse / cellSize
    if (this.#water.onFaces) {
      if (i > 0) this.#push(qx, i - 1, j, -slope * this.#between(i - 1, j, i, j))
      if (i + 1 < nx) this.#push(qx, i, j, slope * this.#between(i, j, i + 1, j))
      if (j > 0) this.#push(qz, i, j - 1, -slope * this.#between(i, j - 1, i, j))
      if (j + 1 < nz) this.#push(qz, i, j, slope * this.#between(i, j, i, j + 1))
    } else {
      // Central differences; a wall mirrors the pressure, so that the cell at it feels its own.
      this.#pushCell(qx, i > 0 ? i - 1 : i, j, -slope / 2)
      this.#pushCell(qx, i + 1 < nx ? i + 1 : i, j, slope / 2)
      this.#pushCell(qz, i, j > 0 ? j - 1 : j, -slope / 2)
      this.#pushCell(qz, i, j + 1 < nz ? j + 1 : j, slope / 2)
    }
    this.#touch(i, j)
    return impulse
  }

  drag(cell: number, x: number, z: number): void {
    const i = cell % this.grid.nx
    const j = (cell - i) / this.grid.nx
    const { qx, qz, depth } = this.#over
    if (depth.at(i, j) <= this.#water.dry) return
    this.#push(qx, i, j, x)
    this.#push(qz, i, j, z)
    this.#touch(i, j)
  }

  /** Depth at the face between two cells, none where one of them is dry [m]. */
  #between(i: number, j: number, k: number, l: number): number {
    const { depth, matte } = this.#over
    if (matte.at(i, j) === 0 || matte.at(k, l) === 0) return 0
    const [one, two] = [depth.at(i, j), depth.at(k, l)]
    return one > this.#water.dry && two > this.#water.dry ? 0.5 * (one + two) : 0
  }

  #pushCell(q: { data: Float32Array; offset: number; stride: number }, i: number, j: number, slope: number): void {
    const { depth, matte } = this.#over
    const deep = depth.at(i, j)
    if (deep > this.#water.dry && matte.at(i, j) > 0) this.#push(q, i, j, slope * deep)
  }

  #push(q: { data: Float32Array; offset: number; stride: number }, i: number, j: number, flow: number): void {
    q.data[q.offset + j * q.stride + i]! += flow
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
    this.#handle.changed({ i, j, nx: Math.min(nx, this.#right + 2) - i, nz: Math.min(nz, this.#front + 2) - j })
    this.#left = this.#back = Number.POSITIVE_INFINITY
    this.#right = this.#front = -1
  }
}
