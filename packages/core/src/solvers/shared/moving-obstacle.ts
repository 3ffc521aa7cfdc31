// A moving solid: a shape of the scene, its present position, and the box of cells that it covers there.

import { contains, type MutableCellBox } from '../../fields/cell-box.js'
import { cellX, cellZ, type Grid } from '../../fields/grid.js'
import { MovingShape } from '../../scene/rasterize/motion.js'
import type { Motion } from '../../scene/schema/motion.js'
import type { SolidShape } from '../../scene/schema/scene.js'

export class MovingObstacle {
  /** Cells that it may cover at its present position. */
  readonly box: MutableCellBox = { i: 0, j: 0, nx: 0, nz: 0 }
  /** Depth of its keel below the rest level [m]. */
  readonly draught: number
  readonly #grid: Grid
  readonly #shape: MovingShape

  constructor(solid: SolidShape, motion: Motion, draught: number, grid: Grid) {
    this.draught = draught
    this.#grid = grid
    this.#shape = new MovingShape(solid, motion, grid)
  }

  /** Moves it to its position at a time [s]. */
  moveTo(time: number): void {
    this.#shape.moveTo(time)
    this.#shape.reach(this.box)
  }

  /** Openness that it leaves to a cell, 0 to 1. */
  opennessAt(i: number, j: number): number {
    if (!contains(this.box, i, j)) return 1
    return 1 - Math.min(1, Math.max(0, this.#shape.heightAt(cellX(this.#grid, i), cellZ(this.#grid, j))))
  }
}
