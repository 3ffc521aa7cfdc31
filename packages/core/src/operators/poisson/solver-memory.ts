import type { Arena } from '../../fields/arena.js'
import { Field, RowSums } from '../../fields/field.js'

interface Resource {
  bind(memory: ArrayBufferLike): void
}

/** Allocates the inner fields and records of the Poisson solver, and lists them for binding to the memory. */
export class SolverMemory {
  readonly arena: Arena
  readonly resources: Resource[] = []
  /** A record of one zero: a pass that has it as `halt` is always executed. */
  readonly never: RowSums

  constructor(arena: Arena) {
    this.arena = arena
    this.never = this.records(1, 1)
  }

  field(name: string, nx: number, lines: number): Field {
    return this.own(
      new Field(this.arena, { name, unit: '', description: "inner field of Poisson's problem" }, nx, lines),
    )
  }

  /** `count` records of `doubles` each. */
  records(count: number, doubles: number): RowSums {
    return this.own(new RowSums(this.arena, count, doubles))
  }

  own<Kind extends Resource>(resource: Kind): Kind {
    this.resources.push(resource)
    return resource
  }
}
