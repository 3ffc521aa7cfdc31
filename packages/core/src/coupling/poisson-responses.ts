// Answers of the water under bodies, by the engine's own Poisson solver.

import { Schedule } from '../backend/pass-list.js'
import type { Arena } from '../fields/arena.js'
import type { Boundaries } from '../fields/boundaries.js'
import { Field } from '../fields/field.js'
import type { Grid } from '../fields/grid.js'
import type { PoissonAxis } from '../operators/poisson/axis.js'
import { Poisson } from '../operators/poisson/poisson.js'
import type { Responses } from './unit-responses.js'

/** Accuracy of the answers: what is left is put right in the next step. */
const TOLERANCE = 1e-2
const MOST_ITERATIONS = 6

type Three<Item> = [Item, Item, Item]

export class BodyResponses implements Responses {
  readonly mask: Field
  readonly loads: Three<Field>
  readonly answers: Three<Field>
  readonly tenants: { attach(memory: ArrayBufferLike): void }[]
  readonly #poisson: Poisson
  readonly #build: Schedule
  readonly #solves: readonly Schedule[]
  #run: (schedule: Schedule) => void = () => {}
  iterations = 0
  residual = 0

  constructor(grid: Grid, boundaries: Boundaries, arena: Arena) {
    const axis = (cells: number, edge: keyof Boundaries): PoissonAxis => {
      const kind = boundaries[edge] === 'periodic' ? 'periodic' : 'reflect'
      return { cells, before: kind, after: kind }
    }
    const field = (name: string) =>
      new Field(arena, { name, unit: '', meaning: 'for the water under bodies' }, grid.nx, grid.nz)
    const three = (name: string): Three<Field> => [field(`${name} 0`), field(`${name} 1`), field(`${name} 2`)]
    this.mask = field('mask')
    this.loads = three('load')
    this.answers = three('answer')
    this.#poisson = new Poisson(arena, [axis(grid.nx, 'x-'), axis(grid.nz, 'z-')], {
      tolerance: TOLERANCE,
      iterations: MOST_ITERATIONS,
    })
    this.#build = new Schedule(arena, this.#poisson.build({ mask: this.mask }))
    this.#solves = this.loads.map((load, k) => new Schedule(arena, this.#poisson.passes(load, this.answers[k]!)))
    const fields = [this.mask, ...this.loads, ...this.answers]
    this.tenants = [...fields, ...this.#poisson.tenants, this.#build, ...this.#solves]
  }

  /** Fills its tables, once everything is attached. `run`: what runs schedules. */
  start(run: (schedule: Schedule) => void): void {
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
