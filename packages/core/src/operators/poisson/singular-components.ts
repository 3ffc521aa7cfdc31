// Where neither a fixed edge nor a mask nor a shift determines the level of p, the operator is singular, separately in each connected
// component of open cells. A solution exists only if the right-hand side sums to zero there, and p is defined up to a constant: the
// means of both are subtracted in each singular component (kernels/poisson/components.ts).

import { type Pass, pass } from '../../backend/pass.js'
import type { Field, KernelResource, RowSums } from '../../fields/field.js'
import { ComponentTotal } from '../../generated/layouts/poisson/components.js'
import { ComponentsFound } from '../../generated/layouts/poisson/lines.js'
import type { MultigridLevel } from './level.js'
import type { SolverMemory } from './solver-memory.js'

/** Largest number of singular components whose means are subtracted. */
const MAX_COMPONENTS = 65536

export class SingularComponents {
  /** ComponentsFound. */
  readonly found: RowSums
  readonly #memory: SolverMemory
  readonly #finest: MultigridLevel
  readonly #totals: RowSums
  readonly #numbers: Field

  constructor(memory: SolverMemory, finest: MultigridLevel) {
    this.#memory = memory
    this.#finest = finest
    this.found = memory.records(1, ComponentsFound.doubles)
    const most = Math.min(MAX_COMPONENTS, Math.ceil(finest.cells / 2))
    this.#totals = memory.records(most, ComponentTotal.doubles)
    this.#numbers = memory.field('components', finest.nx, finest.lines)
  }

  /** Finds the components. To be executed after the operator has changed, between solves: `residual` of the grid is used as scratch. */
  label(): Pass {
    // The kernel shares its arguments with the next one, but has no values to subtract from.
    return pass('poissonLabelComponents', 1, this.#arguments(this.#finest.rhs, this.#totals, this.#memory.never))
  }

  /**
   * Postcondition: in each singular component the values sum to zero, and `sums` has the RhsSums of each line. Does nothing if all
   * cells form one singular component: the kernels of the solve then subtract the mean themselves.
   */
  subtractMeans(values: Field, sums: RowSums, halt: KernelResource = this.#memory.never): Pass {
    return pass('poissonSubtractComponentMeans', 1, this.#arguments(values, sums, halt))
  }

  #arguments(values: Field, sums: RowSums, halt: KernelResource) {
    const { matrixArguments, lineArguments, residual } = this.#finest
    const tables = { components: this.#numbers, held: residual, found: this.found, totals: this.#totals }
    return { halt, ...matrixArguments, ...lineArguments, ...tables, values, sums }
  }
}
