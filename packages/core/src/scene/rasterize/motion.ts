// Where moving things are. Only arithmetic, so that they are at the same place on every machine.

import { type MutableCellBox, setCells } from '../../fields/cell-box.js'
import type { Grid } from '../../fields/grid.js'
import type { Motion } from '../schema/motion.js'
import type { PatchShape } from '../schema/shape.js'
import { centerOf, extentOf, heightOf } from './shapes.js'

/** A shape that moves with time. Nothing is allocated after it has been made. */
export class MovingShape {
  readonly #grid: Grid
  readonly #motion: Motion
  readonly #center: readonly [number, number]
  readonly #low: readonly [number, number]
  readonly #high: readonly [number, number]
  readonly #height: (x: number, z: number) => number
  /** How far it is from where the scene drew it [m]. */
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

  /** Goes to where it is at a time [s]. */
  moveTo(time: number): void {
    const motion = this.#motion
    if ('velocity' in motion) {
      this.#dx = motion.velocity[0] * time
      this.#dz = motion.velocity[1] * time
      return
    }
    const { path, loop } = motion
    const [first, last] = [path[0]!.time, path[path.length - 1]!.time]
    const laps = loop && time > first ? Math.floor((time - first) / (last - first)) : 0
    const now = Math.min(last, Math.max(first, time - laps * (last - first)))
    let leg = 1
    while (leg < path.length - 1 && path[leg]!.time < now) leg++
    const [from, to] = [path[leg - 1]!, path[leg]!]
    const share = (now - from.time) / (to.time - from.time)
    this.#dx = from.at[0] * (1 - share) + to.at[0] * share - this.#center[0]
    this.#dz = from.at[1] * (1 - share) + to.at[1] * share - this.#center[1]
  }

  /** Its height at a point, where it is now. */
  heightAt(x: number, z: number): number {
    return this.#height(x - this.#dx, z - this.#dz)
  }

  /** Sets a box to the cells it can reach where it is now, clipped to the grid. */
  reach(box: MutableCellBox): void {
    const [low, high, edge] = [this.#low, this.#high, this.#grid.cellSize]
    const [dx, dz] = [this.#dx, this.#dz]
    setCells(box, this.#grid, low[0] + dx - edge, high[0] + dx + edge, low[1] + dz - edge, high[1] + dz + edge)
  }

  /** Columns and rows that are enough for its reach wherever it is. */
  get mostCells(): { nx: number; nz: number } {
    const { nx, nz, cellSize } = this.#grid
    const cells = (low: number, high: number) => Math.floor((high - low) / cellSize) + 3
    return {
      nx: Math.min(nx, cells(this.#low[0], this.#high[0])),
      nz: Math.min(nz, cells(this.#low[1], this.#high[1])),
    }
  }
}
