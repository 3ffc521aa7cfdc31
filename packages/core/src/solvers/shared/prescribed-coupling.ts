// One-way coupling of bodies with prescribed waves: the waves move the bodies, and bodies do not change the waves.

import { CellByCell } from '../../coupling/cell-by-cell.js'
import { type Grid, rowOf } from '../../fields/grid.js'

/** Waves as bodies meet them, over the centre of cell (i, j): whole numbers, because a fraction that is passed to a function may be allocated. */
interface PrescribedWaves {
  /** Elevation of the surface [m]. */
  heightOver(i: number, j: number): number
  /** Sets `flow` to the velocity of the water at the surface along x and z [m/s]. */
  setFlowOver(flow: Float64Array, i: number, j: number): void
}

export class PrescribedCoupling extends CellByCell {
  readonly isTwoWay = false
  readonly isDispersive = false
  readonly grid: Grid
  readonly gravity: number
  readonly #waves: PrescribedWaves
  readonly #depth: number

  constructor(grid: Grid, waves: PrescribedWaves, gravity: number, depth: number) {
    super()
    this.grid = grid
    this.gravity = gravity
    this.#waves = waves
    this.#depth = depth
  }

  levelAt(cell: number): number {
    const j = rowOf(this.grid, cell)
    const i = cell - j * this.grid.nx
    return this.#waves.heightOver(i, j)
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
    this.#waves.setFlowOver(flow, i, j)
  }

  raise(): number {
    return 0
  }

  press(): number {
    return 0
  }

  settle(): void {}
}
