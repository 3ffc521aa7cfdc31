// Shapes that move over the surface. Positions use only basic arithmetic and have the same bits on every machine.

import { type MutableCellBox, setCells } from '../../fields/cell-box.js'
import type { Grid } from '../../fields/grid.js'
import type { Motion } from '../schema/motion.js'
import type { PatchShape } from '../schema/shape.js'
import { positionOnPath } from './path.js'
import { centerOf, extentOf, heightOf } from './shapes.js'

/** A shape that moves with time. Nothing is allocated after construction. */
export class MovingShape {
  readonly #grid: Grid
  readonly #motion: Motion
  readonly #center: readonly [number, number]
  readonly #low: readonly [number, number]
  readonly #high: readonly [number, number]
  readonly #height: (x: number, z: number) => number
  /** Position on its path [m]. */
  readonly #position: [number, number] = [0, 0]
  /** Displacement from the position in the scene [m]. */
  #dx = 0
  #dz = 0

  constructor(shape: PatchShape, motion: Motion, grid: Grid) {
    const { low, high } = extentOf(shape)
    this.#grid = grid
    this.#motion = motion
    this.#center = centerOf(shape)
    this.#low = low
    this.#high = high
    this.#height = heightOf(shape, grid.cellSize)
  }

  /** Moves the shape to its position at a time [s]. */
  moveTo(time: number): void {
    const motion = this.#motion
    if ('velocity' in motion) {
      this.#dx = motion.velocity[0] * time
      this.#dz = motion.velocity[1] * time
      return
    }
    positionOnPath(motion.path, time, motion.loop, this.#position)
    this.#dx = this.#position[0] - this.#center[0]
    this.#dz = this.#position[1] - this.#center[1]
  }

  /** Height of the shape at a point, at its present position. */
  heightAt(x: number, z: number): number {
    return this.#height(x - this.#dx, z - this.#dz)
  }

  /** Sets a box to the cells that the shape can overlap at its present position, clipped to the grid. */
  reach(box: MutableCellBox): void {
    const [low, high, edge] = [this.#low, this.#high, this.#grid.cellSize]
    const [dx, dz] = [this.#dx, this.#dz]
    setCells(box, this.#grid, low[0] + dx - edge, high[0] + dx + edge, low[1] + dz - edge, high[1] + dz + edge)
  }

  /** Columns and rows of a box that contains the shape at any position. */
  get mostCells(): { nx: number; nz: number } {
    const { nx, nz, cellSize } = this.#grid
    const cells = (low: number, high: number) => Math.floor((high - low) / cellSize) + 3
    return {
      nx: Math.min(nx, cells(this.#low[0], this.#high[0])),
      nz: Math.min(nz, cells(this.#low[1], this.#high[1])),
    }
  }
}
