// The scalars of a solve: norms, means, the coefficients of conjugate gradients, and whether the solve has ended. Each pass over the
// cells leaves one record of sums, in doubles, for each line. Between two such passes one thread adds these records, from the first
// line to the last, and computes the scalars of that stage. The results are therefore the same for any number of threads.

import { type Pass, pass } from '../../backend/pass.js'
import type { KernelResource, RowSums } from '../../fields/field.js'
import { SolveState, Stage } from '../../generated/layouts/poisson/conjugate-gradient.js'
import { ResidualSums } from '../../generated/layouts/poisson/lines.js'
import type { MultigridLevel } from './level.js'
import type { SolverMemory } from './solver-memory.js'

const COLUMN = SolveState.double

/** When a solve ends. */
export interface StopCriterion {
  /** Residual relative to the right-hand side (Euclidean norms). */
  readonly tolerance: number
  /** A record whose first double is the largest residual allowed in any cell. It replaces the tolerance. */
  readonly limit: KernelResource | undefined
}

export class SolveScalars {
  /** SolveState. Its first double is not zero once the solve has ended. */
  readonly state: RowSums
  /** One record for each line, from the last pass over the cells. */
  readonly lineSums: RowSums
  readonly #memory: SolverMemory
  readonly #equations: RowSums
  readonly #found: RowSums
  readonly #stop: StopCriterion

  /** `found`: ComponentsFound. */
  constructor(memory: SolverMemory, finest: MultigridLevel, found: RowSums, stop: StopCriterion) {
    this.#memory = memory
    this.state = memory.records(1, SolveState.doubles)
    this.lineSums = memory.records(finest.lines, ResidualSums.doubles)
    this.#equations = finest.equations
    this.#found = found
    this.#stop = stop
  }

  /** Computes the scalars of a stage; the first and the last stage also if the solve has ended. */
  update(stage: number): Pass {
    const { tolerance, limit } = this.#stop
    const { never } = this.#memory
    return pass('poissonUpdateScalars', 1, {
      halt: stage === Stage.begin || stage === Stage.end ? never : this.state,
      state: this.state,
      sums: this.lineSums,
      built: this.#equations,
      found: this.#found,
      stage,
      tolerance,
      limit: limit ?? never,
      limited: Number(limit !== undefined),
    })
  }

  /** Iterations of the last solve. */
  get iterations(): number {
    return this.state.data[COLUMN.iterations]!
  }

  /** Norm of the residual of the last solve, relative to the right-hand side; 0 if the right-hand side is zero. */
  get residual(): number {
    const rhsSquares = this.state.data[COLUMN.rhsSquares]!
    return rhsSquares > 0 ? Math.sqrt(this.state.data[COLUMN.residualSquares]! / rhsSquares) : 0
  }

  /** Largest residual of a cell after the last solve; 0 if the right-hand side is zero. */
  get largestResidual(): number {
    return this.state.data[COLUMN.rhsSquares]! > 0 ? this.state.data[COLUMN.largest]! : 0
  }
}
