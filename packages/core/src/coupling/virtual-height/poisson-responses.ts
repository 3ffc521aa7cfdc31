// Pressure responses of the water under bodies, by the multigrid Poisson solver.

import { PassList } from '../../backend/pass-list.js'
import type { Arena } from '../../fields/arena.js'
import type { Boundaries } from '../../fields/boundaries.js'
import { Field } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import type { PoissonAxis } from '../../operators/poisson/axis.js'
import { Poisson } from '../../operators/poisson/poisson.js'
import type { UnitResponses } from './unit-responses.js'

/** Relative residual of a response. The remaining error of the level is corrected in the next step. */
const TOLERANCE = 1e-2
const MOST_ITERATIONS = 6

type Three<Item> = [Item, Item, Item]

export class PoissonResponses implements UnitResponses {
  readonly mask: Field
  readonly rhs: Three<Field>
  readonly solutions: Three<Field>
  readonly resources: { bind(memory: ArrayBufferLike): void }[]
  readonly #poisson: Poisson
  readonly #build: PassList
  readonly #solves: readonly PassList[]
  #run: (passes: PassList) => void = () => {}
  iterations = 0
  residual = 0

  constructor(grid: Grid, boundaries: Boundaries, arena: Arena) {
    const axis = (cells: number, edge: keyof Boundaries): PoissonAxis => {
      const kind = boundaries[edge] === 'periodic' ? 'periodic' : 'reflect'
      return { cells, before: kind, after: kind }
    }
    const field = (name: string) =>
      new Field(arena, { name, unit: '', description: 'for the water under bodies' }, grid.nx, grid.nz)
    const three = (name: string): Three<Field> => [field(`${name} 0`), field(`${name} 1`), field(`${name} 2`)]
    this.mask = field('mask')
    this.rhs = three('rhs')
    this.solutions = three('solution')
    this.#poisson = new Poisson(arena, [axis(grid.nx, 'x-'), axis(grid.nz, 'z-')], {
      tolerance: TOLERANCE,
      iterations: MOST_ITERATIONS,
    })
    this.#build = new PassList(arena, this.#poisson.build({ mask: this.mask }))
    this.#solves = this.rhs.map((rhs, k) => new PassList(arena, this.#poisson.passes(rhs, this.solutions[k]!)))
    const fields = [this.mask, ...this.rhs, ...this.solutions]
    this.resources = [...fields, ...this.#poisson.resources, this.#build, ...this.#solves]
  }

  /** Fills the tables, once all resources are bound. `run`: runs a list of passes. */
  start(run: (passes: PassList) => void): void {
    this.#poisson.start()
    this.#run = run
  }

  solve(): void {
    this.iterations = 0
    this.residual = 0
    this.#run(this.#build)
    for (const solve of this.#solves) {
      this.#run(solve)
      this.iterations = Math.max(this.iterations, this.#poisson.iterations)
      this.residual = Math.max(this.residual, this.#poisson.residual)
    }
  }
}
