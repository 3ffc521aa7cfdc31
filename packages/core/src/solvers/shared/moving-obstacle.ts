// A solid that moves: a shape of the scene, where it is now and which cells it can reach there.

import { contains, type MutableCellBox } from '../../fields/cell-box.js'
import { cellX, cellZ, type Grid } from '../../fields/grid.js'
import { MovingShape } from '../../scene/rasterize/motion.js'
import type { Motion } from '../../scene/schema/motion.js'
import type { SolidShape } from '../../scene/schema/scene.js'

export class MovingObstacle {
  readonly box: MutableCellBox = { i: 0, j: 0, nx: 0, nz: 0 }
  /** How deep it reaches below the rest level [m]. */
  readonly draught: number
  readonly #grid: Grid
  readonly #shape: MovingShape

  constructor(solid: SolidShape, motion: Motion, draught: number, grid: Grid) {
    this.draught = draught
    this.#grid = grid
    this.#shape = new MovingShape(solid, motion, grid)
  }

  /** Goes to where it is at a time [s]. */
  moveTo(time: number): void {
    this.#shape.moveTo(time)
    this.#shape.reach(this.box)
  }

  /** What it leaves open of a cell, 0 to 1. */
  openAt(i: number, j: number): number {
    if (!contains(this.box, i, j)) return 1
    return 1 - Math.min(1, Math.max(0, this.#shape.heightAt(cellX(this.#grid, i), cellZ(this.#grid, j))))
  }
}
