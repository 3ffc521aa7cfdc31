// Water that stands still between two steps, cell by cell, as bodies know it: for tests of what they do to it.

import { CellByCell } from '../src/coupling/cell-by-cell.js'
import type { WaterSurface } from '../src/coupling/water-coupling.js'
import type { Grid } from '../src/fields/grid.js'

export class StillWater extends CellByCell {
  readonly isTwoWay = true
  readonly isDispersive = false
  readonly gravity = 9.81
  readonly grid: Grid
  /** Levels, rounded as fields are [m]; -Infinity where it is dry. */
  readonly levels: Float32Array
  /** All cells are open. */
  readonly surface: WaterSurface
  readonly #depth: number

  constructor(grid: Grid, depth = 10) {
    super()
    this.grid = grid
    this.levels = new Float32Array(grid.nx * grid.nz)
    this.#depth = depth
    const values = (data: Float32Array) => ({ data, offset: 0, stride: grid.nx })
    const level = values(this.levels)
    this.surface = { level, eta: level, openness: values(new Float32Array(this.levels.length).fill(1)), raised: 0 }
  }

  levelAt(cell: number): number {
    return this.levels[cell]!
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

  wetnessAt(cell: number): number {
    return this.levels[cell] === Number.NEGATIVE_INFINITY ? 0 : 1
  }

  flowAt(_cell: number, flow: Float64Array): void {
    flow.fill(0)
  }

  raise(cell: number, height: number): number {
    const before = this.levels[cell]!
    this.levels[cell] = before + height
    return this.levels[cell]! - before
  }

  press(_cell: number, impulse: number): number {
    return impulse
  }

  settle(): void {}
}
