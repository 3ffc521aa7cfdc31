// A spring: a source of the scene as a patch of weights that is poured onto the surface in every substep.

import { type Pass, pass } from '../backend/pass.js'
import type { Schedule } from '../backend/schedule.js'
import type { Arena } from '../fields/arena.js'
import type { CellBox } from '../fields/cell-box.js'
import { Field } from '../fields/field.js'
import { cellX, cellZ, type Grid } from '../fields/grid.js'
import { sin } from '../numerics/elementary.js'
import { SceneError } from '../scene/error.js'
import type { Source } from '../scene/schema.js'
import { heightOf, reachOf } from '../scene/shapes.js'

export class Spring {
  readonly weights: Field
  readonly pass: Pass<'pour'>
  readonly #source: Source
  readonly #reach: CellBox
  /** Sum of the weights, each times the openness of its cell. */
  total = 0
  /** Address of the amount that the pass pours. */
  amount = 0

  constructor(source: Source, index: number, grid: Grid, target: Field, arena: Arena) {
    const reach = reachOf(source.shape, grid)
    const { i, j, nx, nz } = reach
    if (nx === 0 || nz === 0)
      throw SceneError.at(['sources', index, 'shape', 'center'], 'this source lies outside the grid')
    this.#source = source
    this.#reach = reach
    this.weights = new Field(arena, { name: `source ${index}`, unit: '', meaning: 'weights of a source' }, nx, nz)
    this.pass = pass('pour', nz, { target, patch: this.weights, i, j, amount: 0 })
  }

  /** Fills the weights; solid cells take none. */
  start(grid: Grid, schedule: Schedule, opennessAt: (i: number, j: number) => number): void {
    const { i, j, nx, nz } = this.#reach
    const height = heightOf(this.#source.shape, grid.cellSize)
    const values = new Float64Array(nx * nz)
    this.total = 0
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++) {
        const openness = opennessAt(i + column, j + row)
        const weight = openness > 0 ? height(cellX(grid, i + column), cellZ(grid, j + row)) : 0
        values[row * nx + column] = weight
        this.total += weight * openness
      }
    this.weights.write(values)
    this.amount = schedule.addressOf(this.pass, 'amount')
  }

  /** Rate [m/s] at a time [s]. */
  rateAt(time: number): number {
    const { rate, period, phase, start, end } = this.#source
    if (time < start || (end !== undefined && time >= end)) return 0
    if (period === undefined) return rate
    const turns = time / period
    return rate * sin(2 * Math.PI * (turns - Math.floor(turns)) + (phase * Math.PI) / 180)
  }
}
