// One-way coupling of bodies with prescribed waves: the waves move the bodies, and bodies do not change the waves.

import { CellByCell } from '../../coupling/cell-by-cell.js'
import { cellX, cellZ, type Grid, rowOf } from '../../fields/grid.js'
import type { SurfaceQueries } from '../solver.js'

export class PrescribedCoupling extends CellByCell {
  readonly isTwoWay = false
  readonly isDispersive = false
  readonly grid: Grid
  readonly gravity: number
  readonly #waves: SurfaceQueries
  readonly #depth: number

  constructor(grid: Grid, waves: SurfaceQueries, gravity: number, depth: number) {
    super()
    this.grid = grid
    this.gravity = gravity
    this.#waves = waves
    this.#depth = depth
  }

  levelAt(cell: number): number {
    const j = rowOf(this.grid, cell)
    const i = cell - j * this.grid.nx
    return this.#waves.heightAt(cellX(this.grid, i), cellZ(this.grid, j))
  }

  floorAt(): number {
    return -this.#depth
  }

  depthAt(): number {
    return this.#depth
  }

  opennessAt(): number {
    return 1
  }

  wetnessAt(): number {
    return 1
  }

  flowAt(cell: number, flow: Float64Array): void {
    const j = rowOf(this.grid, cell)
    const i = cell - j * this.grid.nx
    const [x, , z] = this.#waves.velocityAt(cellX(this.grid, i), cellZ(this.grid, j))
    flow[0] = x
    flow[1] = z
  }

  raise(): number {
    return 0
  }

  press(): number {
    return 0
  }

  settle(): void {}
}
