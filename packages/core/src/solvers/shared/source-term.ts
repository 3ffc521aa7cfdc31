// A spring: a source of the scene as a patch of weights that is poured in every substep, onto the surface or, as
// pressure, onto the potential. A spring that moves has its weights made anew in every step for exactly where it is, in
// a patch that is large enough for it anywhere: between two cells it fades from one to the other and never jumps.

import type { Pass } from '../../backend/pass.js'
import type { PassList } from '../../backend/pass-list.js'
import type { Arena } from '../../fields/arena.js'
import { type CellBox, contains, type MutableCellBox, overlap } from '../../fields/cell-box.js'
import { Field } from '../../fields/field.js'
import { cellX, cellZ, type Grid } from '../../fields/grid.js'
import type { CellOpenness } from '../../fields/sampling.js'
import { SceneError } from '../../scene/parse/error.js'
import { MovingShape } from '../../scene/rasterize/motion.js'
import { sinusoid } from '../../scene/rasterize/series.js'
import { heightOf, reachOf } from '../../scene/rasterize/shapes.js'
import type { Source } from '../../scene/schema/scene.js'

export class SourceTerm {
  readonly weights: Field
  readonly pass: Pass
  readonly #source: Source
  readonly #grid: Grid
  readonly #openness: CellOpenness
  readonly #moving: MovingShape | undefined
  readonly #height: (x: number, z: number) => number
  /** The cells that it reaches, and those under its patch: more where it is cut off by an edge. */
  readonly #reach: MutableCellBox
  readonly #box: MutableCellBox
  /** Sum of the weights, each times the openness of its cell. */
  total = 0
  /** Where the schedules that it is part of keep its arguments. */
  #places: { schedule: PassList; amount: number; column: number; row: number }[] = []

  /** `passOf`: the pass that pours its weights, from cell (i, j) on. It has arguments `i`, `j` and `amount`. */
  constructor(
    source: Source,
    index: number,
    grid: Grid,
    openness: CellOpenness,
    passOf: (source: Source, weights: Field, i: number, j: number) => Pass,
    arena: Arena,
  ) {
    this.#source = source
    this.#grid = grid
    this.#openness = openness
    if (source.motion) {
      const moving = new MovingShape(source.shape, source.motion, grid)
      this.#moving = moving
      this.#height = (x, z) => moving.heightAt(x, z)
      this.#box = { i: 0, j: 0, ...moving.mostCells }
      this.#reach = { i: 0, j: 0, nx: 0, nz: 0 }
    } else {
      this.#height = heightOf(source.shape, grid.cellSize)
      this.#box = { ...reachOf(source.shape, grid) }
      this.#reach = this.#box
    }
    const { i, j, nx, nz } = this.#box
    if (nx === 0 || nz === 0)
      throw SceneError.at(
        ['sources', index, 'shape', source.shape.shape === 'polygon' ? 'points' : 'center'],
        'this source lies outside the grid',
      )
    this.weights = new Field(arena, { name: `source ${index}`, unit: '', description: 'weights of a source' }, nx, nz)
    this.pass = passOf(source, this.weights, i, j)
  }

  get isPressure(): boolean {
    return this.#source.quantity === 'pressure'
  }

  /** Finds its arguments in the schedules and fills the weights for time 0. */
  start(schedules: readonly PassList[]): void {
    this.#places = schedules.map((schedule) => ({
      schedule,
      amount: schedule.addressOf(this.pass, 'amount'),
      column: schedule.addressOf(this.pass, 'i'),
      row: schedule.addressOf(this.pass, 'j'),
    }))
    if (this.#moving) this.moveTo(0)
    else this.#fill()
  }

  /** Pours so much in every run of its pass from now on, in the unit of the pass, times its weights. */
  pour(amount: number): void {
    for (const place of this.#places) place.schedule.setFloat(place.amount, amount)
  }

  /** Goes to where it is at a time [s], if it moves. */
  moveTo(time: number): void {
    if (!this.#moving) return
    this.#moving.moveTo(time)
    this.#moving.reach(this.#reach)
    this.#box.i = Math.min(this.#reach.i, this.#grid.nx - this.#box.nx)
    this.#box.j = Math.min(this.#reach.j, this.#grid.nz - this.#box.nz)
    for (const { schedule, column, row } of this.#places) {
      schedule.setInt(column, this.#box.i)
      schedule.setInt(row, this.#box.j)
    }
    this.#fill()
  }

  /** Follows a change of the openness, if it is under the patch. */
  refill(changed: CellBox): void {
    if (overlap(changed, this.#box)) this.#fill()
  }

  /** Fills the weights; solid cells take none. */
  #fill(): void {
    const { i, j, nx, nz } = this.#box
    const { data, stride, offset } = this.weights
    let total = 0
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++) {
        const openness = contains(this.#reach, i + column, j + row) ? this.#openness.at(i + column, j + row) : 0
        const weight = openness > 0 ? this.#height(cellX(this.#grid, i + column), cellZ(this.#grid, j + row)) : 0
        data[offset + row * stride + column] = weight
        total += weight * openness
      }
    this.total = total
  }

  /** Rate at a time [s]: [m/s] of water, or [m²/s²] of pressure over density. */
  rateAt(time: number): number {
    const { rate, period, phase, start, end } = this.#source
    if (time < start || (end !== undefined && time >= end)) return 0
    if (period === undefined) return rate
    return rate * sinusoid(time, period, phase)
  }
}
