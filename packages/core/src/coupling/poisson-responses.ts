// Answers of the water under bodies, by the engine's own Poisson solver.

import { PassList } from '../backend/pass-list.js'
import type { Arena } from '../fields/arena.js'
import type { Boundaries } from '../fields/boundaries.js'
import { Field } from '../fields/field.js'
import type { Grid } from '../fields/grid.js'
import type { PoissonAxis } from '../operators/poisson/axis.js'
import { Poisson } from '../operators/poisson/poisson.js'
import type { UnitResponses } from './unit-responses.js'

/** Accuracy of the answers: what is left is put right in the next step. */
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
  #run: (schedule: PassList) => void = () => {}
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
    this.rhs = three('load')
    this.solutions = three('answer')
    this.#poisson = new Poisson(arena, [axis(grid.nx, 'x-'), axis(grid.nz, 'z-')], {
      tolerance: TOLERANCE,
      iterations: MOST_ITERATIONS,
    })
    this.#build = new PassList(arena, this.#poisson.build({ mask: this.mask }))
    this.#solves = this.rhs.map((load, k) => new PassList(arena, this.#poisson.passes(load, this.solutions[k]!)))
    const fields = [this.mask, ...this.rhs, ...this.solutions]
    this.resources = [...fields, ...this.#poisson.resources, this.#build, ...this.#solves]
  }

  /** Fills its tables, once everything is attached. `run`: what runs schedules. */
  start(run: (schedule: PassList) => void): void {
    this.#poisson.start()
    this.#run = run
  }

  solve(): void {
    this.iterations = 0
    this.residual = 0
    this.#run(this.#build)
    for (const schedule of this.#solves) {
      this.#run(schedule)
      this.iterations = Math.max(this.iterations, this.#poisson.iterations)
      this.residual = Math.max(this.residual, this.#poisson.residual)
    }
  }
}
