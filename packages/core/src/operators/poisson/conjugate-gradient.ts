// Conjugate gradients on the finest grid, preconditioned by the V-cycle (Tatebe 1993). kernels/poisson/conjugate-gradient.ts has the
// equations of an iteration. Letters of the kernels, and names in TypeScript:
//
//   b          #rhs              right-hand side, 0 in cells without an equation
//   x + rest   #solution, #rest  solution as a sum of two floats
//   d          #direction        search direction
//   r          finest.rhs        residual of the solve, which the cycle takes
//   z          finest.solution   the cycle applied to r
//
// x is a sum of two floats, because the residual depends on differences of neighbours, and one float has a relative precision of 1e-7
// in p, not in the difference. The residual is computed from its definition in every iteration: with the usual recurrence, a residual
// of 6e-5 was reported as 1e-6. It is the residual of x before x is rounded to p.
//
// O. Tatebe, "The multigrid preconditioned conjugate gradient method", 6th Copper Mountain Conference (1993).

import { type Pass, pass } from '../../backend/pass.js'
import type { Field } from '../../fields/field.js'
import { Stage } from '../../generated/layouts/poisson/conjugate-gradient.js'
import type { MultigridLevel } from './level.js'
import type { SingularComponents } from './singular-components.js'
import type { SolveScalars } from './solve-scalars.js'
import type { SolverMemory } from './solver-memory.js'

/** The parts of a solve, in the order of their execution. */
export interface SolveStages {
  /** Takes the right-hand side and the first guess, and computes the first residual. */
  readonly begin: readonly Pass[]
  /** Removes the means that rounding leaves in the residual of a singular problem. The cycle follows. */
  readonly removeMeans: readonly Pass[]
  /** The solution after one iteration of conjugate gradients. */
  readonly gradientStep: readonly Pass[]
  /** The solution after one iteration without conjugate gradients: the result of the cycle is added. */
  readonly addCorrection: readonly Pass[]
  /** The residual of the new solution. Ends the solve if it is small enough. */
  readonly residual: readonly Pass[]
  /** Hands out the solution, without its mean in singular components. */
  readonly end: readonly Pass[]
}

export class ConjugateGradient {
  readonly #finest: MultigridLevel
  readonly #scalars: SolveScalars
  readonly #components: SingularComponents
  readonly #rhs: Field
  readonly #solution: Field
  readonly #rest: Field
  readonly #direction: Field

  constructor(memory: SolverMemory, finest: MultigridLevel, scalars: SolveScalars, components: SingularComponents) {
    this.#finest = finest
    this.#scalars = scalars
    this.#components = components
    const field = (name: string) => memory.field(name, finest.nx, finest.lines)
    this.#rhs = field('rhs of the solve')
    this.#solution = field('solution of the solve')
    this.#rest = field('rounding error of the solution')
    this.#direction = field('search direction')
  }

  /** The parts of a solve for p. `warm`: from the values in p, else from zero. */
  stages(rhs: Field, p: Field, warm: boolean): SolveStages {
    const { lines } = this.#finest
    const { state, lineSums } = this.#scalars
    const args = this.#arguments(rhs, p, warm)
    const update = (stage: number) => this.#scalars.update(stage)
    const residual = pass('poissonStart', lines, args)
    return {
      begin: [
        pass('poissonBegin', lines, args),
        this.#components.subtractMeans(this.#rhs, lineSums),
        update(Stage.begin),
        warm ? residual : pass('poissonStartFromZero', lines, args),
        update(Stage.check),
      ],
      removeMeans: [pass('poissonRemoveMean', lines, args), this.#components.subtractMeans(args.r, lineSums, state)],
      gradientStep: [
        pass('poissonDotRZ', lines, args),
        update(Stage.direction),
        pass('poissonUpdateDirection', lines, args),
        pass('poissonApply', lines, args),
        update(Stage.stepLength),
        pass('poissonUpdateSolution', lines, args),
      ],
      addCorrection: [pass('poissonAddCorrection', lines, args)],
      residual: [residual, update(Stage.count)],
      end: [
        update(Stage.end),
        this.#components.subtractMeans(this.#solution, lineSums),
        pass('poissonFinish', lines, args),
      ],
    }
  }

  #arguments(rhs: Field, p: Field, warm: boolean) {
    const { state, lineSums } = this.#scalars
    return {
      rhs,
      p,
      b: this.#rhs,
      x: this.#solution,
      rest: this.#rest,
      d: this.#direction,
      r: this.#finest.rhs,
      z: this.#finest.solution,
      ...this.#finest.matrixArguments,
      ...this.#finest.lineArguments,
      halt: state,
      state,
      sums: lineSums,
      warm: Number(warm),
    }
  }
}
