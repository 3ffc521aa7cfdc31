// A source term: a source of the scene as a patch of weights that a pass adds in every substep. A mass source is added to the elevation,
// a pressure source to the potential. The weights of a moving source are computed in every step for its exact position, in a patch that
// is large enough for any position: between two cells the source fades from one to the other and never jumps.

import type { Pass } from '../../backend/pass.js'
import type { Parameter, PassList } from '../../backend/pass-list.js'
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
  /** Cells that the source covers, and cells of its patch. The patch is larger where an edge cuts the source off. */
  readonly #reach: MutableCellBox
  readonly #box: MutableCellBox
  /** Sum of the weights, each times the openness of its cell. */
  total = 0
  /** Arguments of its pass, in each list that contains it. */
  #parameters: { amount: Parameter; column: Parameter; row: Parameter }[] = []

  /** `passOf`: plans the pass that adds its weights, from cell (i, j) on. The pass has arguments `i`, `j` and `amount`. */
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

  /** Finds the arguments of its pass in the lists and fills the weights for time 0. */
  start(lists: readonly PassList[]): void {
    this.#parameters = lists.map((list) => ({
      amount: list.parameter(this.pass, 'amount'),
      column: list.parameter(this.pass, 'i'),
      row: list.parameter(this.pass, 'j'),
    }))
    if (this.#moving) this.moveTo(0)
    else this.#fill()
  }

  /** Sets the amount that its pass adds in every run, times the weights, in the unit of the pass. */
  pour(amount: number): void {
    for (const parameters of this.#parameters) parameters.amount.set(amount)
  }

  /** Moves it to its position at a time [s], if it moves. */
  moveTo(time: number): void {
    if (!this.#moving) return
    this.#moving.moveTo(time)
    this.#moving.reach(this.#reach)
    this.#box.i = Math.min(this.#reach.i, this.#grid.nx - this.#box.nx)
    this.#box.j = Math.min(this.#reach.j, this.#grid.nz - this.#box.nz)
    for (const { column, row } of this.#parameters) {
      column.set(this.#box.i)
      row.set(this.#box.j)
    }
    this.#fill()
  }

  /** Adjusts the weights to a change of the openness, if it is under the patch. */
  refill(changed: CellBox): void {
    if (overlap(changed, this.#box)) this.#fill()
  }

  /** Fills the weights; those of solid cells are 0. */
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
