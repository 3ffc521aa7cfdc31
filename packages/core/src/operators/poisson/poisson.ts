// Poisson's equation on a grid, by multigrid or by conjugate gradients with multigrid as the preconditioner, in passes for the
// backend:
//
//   Σ over the faces of a cell of a (p - p') + shift p = rhs
//
// p lives at cell centres, the openness a of faces, 0 to 1, between them; a = 0 is a wall. Surfaces have nx × ny cells, volumes
// nx × ny × nz, stored as ny nz lines (kernels/poisson/lines.ts). Cell size and units are the caller's: for -∇²p = s on cells of
// width h, rhs is h² s.
//
//   level.ts                 one grid, its fields, and the letters that the kernels have for them
//   axis.ts                  one axis of a grid, and the weights of the transfer to the next coarser one
//   operator.ts              the operators of all grids
//   v-cycle.ts               the V-cycle
//   conjugate-gradient.ts    the iteration
//   solve-scalars.ts         sums over all cells, and the end of a solve
//   singular-components.ts   components in which p is defined up to a constant

import { type Instruction, type Program, repeatUntil, serial } from '../../backend/program.js'
import type { Arena } from '../../fields/arena.js'
import type { Field, KernelResource } from '../../fields/field.js'
import type { AlongAxes, PoissonAxis } from './axis.js'
import { ConjugateGradient } from './conjugate-gradient.js'
import { type MultigridLevels, makeLevels } from './level.js'
import { operatorPasses, type PoissonOpenness } from './operator.js'
import { SingularComponents } from './singular-components.js'
import { SolveScalars } from './solve-scalars.js'
import { SolverMemory } from './solver-memory.js'
import { MultigridCycle } from './v-cycle.js'

/**
 * Problems of up to this many cells are solved on a single thread. An iteration has some thirty barriers, and sums of one thread: two
 * threads are slower, unless both cores are idle (docs/decisions/0028-a-pass-list-is-a-program.md).
 */
const SERIAL_CELLS = 65536

export interface PoissonOptions {
  /** Whether conjugate gradients are used, with the cycle as preconditioner. Default true: more robust among solids, slightly slower. */
  readonly gradient?: boolean
  /** Residual at which to stop, relative to the right-hand side (Euclidean norms). Default 1e-6. */
  readonly tolerance?: number
  /**
   * A record whose first double is the largest residual allowed in any cell, in the unit of the right-hand side. It replaces the
   * tolerance, for callers that guarantee a bound in every cell.
   */
  readonly limit?: KernelResource
  /** Largest number of iterations; each contains one cycle. Default 24. */
  readonly iterations?: number
  /** Sweeps before and again after each coarser grid. Default 2 with conjugate gradients, 3 without: the fastest for each. */
  readonly sweeps?: number
  /** Added to the diagonal of every cell, for implicit diffusion: x = x0 + a Σ (x' - x) has shift 1/a and rhs x0/a. Default 0. */
  readonly shift?: number
  /** Whether solves start from the values in p. Default false: from zero. */
  readonly warm?: boolean
}

export class Poisson {
  /** Resources to bind to the memory. */
  readonly resources: readonly { bind(memory: ArrayBufferLike): void }[]
  readonly #axes: AlongAxes<PoissonAxis>
  readonly #options: Required<Omit<PoissonOptions, 'limit'>>
  readonly #levels: MultigridLevels
  readonly #components: SingularComponents
  readonly #scalars: SolveScalars
  readonly #cycle: MultigridCycle
  readonly #gradient: ConjugateGradient

  /** `axes`: x, y and, for volumes, z, from the fastest in memory to the slowest. */
  constructor(arena: Arena, axes: readonly PoissonAxis[], { limit, ...options }: PoissonOptions = {}) {
    this.#axes = threeAxes(axes)
    const usualSweeps = options.gradient === false ? 3 : 2
    this.#options = {
      gradient: true,
      tolerance: 1e-6,
      iterations: 24,
      sweeps: usualSweeps,
      shift: 0,
      warm: false,
      ...options,
    }
    const { gradient, tolerance, sweeps } = this.#options
    const memory = new SolverMemory(arena)
    this.#levels = makeLevels(memory, this.#axes)
    const [finest] = this.#levels
    this.#components = new SingularComponents(memory, finest)
    this.#scalars = new SolveScalars(memory, finest, this.#components.found, { tolerance, limit })
    this.#gradient = new ConjugateGradient(memory, finest, this.#scalars, this.#components)
    this.#cycle = new MultigridCycle(this.#levels, { sweeps, symmetric: gradient, halt: this.#scalars.state })
    this.resources = memory.resources
  }

  /** Fills the tables. To be called once the resources are bound to the memory. */
  start(): void {
    for (const level of this.#levels) level.start()
  }

  /** Iterations of the last solve; each contains one cycle. */
  get iterations(): number {
    return this.#scalars.iterations
  }

  /** Norm of the residual of the last solve, relative to the right-hand side, before p is rounded; 0 if the right-hand side is zero. */
  get residual(): number {
    return this.#scalars.residual
  }

  /** Largest residual of a cell after the last solve, before p is rounded. */
  get largestResidual(): number {
    return this.#scalars.largestResidual
  }

  /** Passes that compute the operators of all grids. To be run before the first solve and whenever the openness has changed. */
  build(openness: PoissonOpenness = {}): Instruction[] {
    const passes = operatorPasses(this.#levels, this.#axes, this.#options.shift, openness)
    return this.#asOneBlock([...passes, this.#components.label()])
  }

  /**
   * Passes that solve for p. Postcondition: `residual` is at most the tolerance (or `largestResidual` at most the limit), or
   * the largest number of iterations has been reached.
   */
  passes(rhs: Field, p: Field): Instruction[] {
    const { gradient, iterations, warm } = this.#options
    const solve = this.#gradient.stages(rhs, p, warm)
    const iteration = [
      ...solve.removeMeans,
      ...this.#cycle.passes,
      ...(gradient ? solve.gradientStep : solve.addCorrection),
      ...solve.residual,
    ]
    return this.#asOneBlock([...solve.begin, repeatUntil(this.#scalars.state, iterations, iteration), ...solve.end])
  }

  /** The passes of a small problem as one serial block, those of a larger one as they are. */
  #asOneBlock(passes: Instruction[]): Instruction[] {
    return this.#levels[0].cells <= SERIAL_CELLS ? [serial(passes)] : passes
  }

  /** Input of a cycle, for callers with an iteration of their own. */
  get residualField(): Field {
    return this.#levels[0].rhs
  }

  /** Output of a cycle. */
  get correctionField(): Field {
    return this.#levels[0].solution
  }

  /** One V-cycle from zero. Postcondition: `correctionField` is the preconditioner applied to `residualField`. */
  cycle(): Program {
    return this.#cycle.passes
  }
}

/** The axes of a volume; a surface is one cell deep. */
function threeAxes(axes: readonly PoissonAxis[]): AlongAxes<PoissonAxis> {
  const [x, y, z = { cells: 1, before: 'reflect', after: 'reflect' } as const] = axes
  if (!x || !y || axes.length > 3) throw new RangeError(`a surface has two axes, a volume three, got ${axes.length}`)
  for (const { cells, before, after } of [x, y, z]) {
    if (!Number.isInteger(cells) || cells < 1) throw new RangeError(`an axis has a whole number of cells, got ${cells}`)
    if ((before === 'periodic') !== (after === 'periodic'))
      throw new RangeError(`an axis is periodic at both ends or at none, got ${before} and ${after}`)
  }
  return [x, y, z]
}
