// The V-cycle (Brandt 1977) solves A p = f approximately, from p = 0, by sweeps on grids that each have half the cells of the finer
// one along each axis:
//
//   sweep      Gauss–Seidel, red cells then black; after the coarser grid black then red, so that the cycle is symmetric
//   restrict   Pᵀ of the residual
//   prolong    P: linear between the centres of the nearest coarse cells (Kwak 1999). One neighbour on each axis is used instead of the
//              corners of a box. Each is reached through one face, whose openness is its weight: a wall contributes nothing
//
// Pᵀ only moves parts of the residual between neighbouring cells. The sum of the right-hand side is therefore the same on all grids,
// and singular problems stay solvable on the coarse ones. The last grid is one cell. Small grids run on a single thread. The kernels
// are in kernels/poisson/cycle.ts.
//
// A. Brandt, "Multi-level adaptive solutions to boundary-value problems", Math. Comp. 31 (1977).
// D. Y. Kwak, "V-cycle multigrid for cell-centered finite differences", SIAM J. Sci. Comput. 21 (1999).

import { type Pass, pass } from '../../backend/pass.js'
import { type Instruction, type Program, serial } from '../../backend/program.js'
import type { KernelResource } from '../../fields/field.js'
import type { MultigridLevel, MultigridLevels } from './level.js'

/** Coarse grids of up to this many cells run on a single thread. Between 4096 and 65536 the time of a solve hardly depends on it. */
const SERIAL_CELLS = 16384

export interface CycleOptions {
  /** Sweeps before and again after each coarser grid. */
  readonly sweeps: number
  /** Whether restriction is the transpose of prolongation, as conjugate gradients need it. If not, the residual is only summed. */
  readonly symmetric: boolean
  /** The cycle is skipped if the first double of this record is not zero. */
  readonly halt: KernelResource
}

export class MultigridCycle {
  /** Postcondition: `solution` of the finest grid is the cycle applied to its `rhs`. */
  readonly passes: Program
  readonly #levels: MultigridLevels
  readonly #options: CycleOptions
  readonly #firstSmall: number

  constructor(levels: MultigridLevels, options: CycleOptions) {
    this.#levels = levels
    this.#options = options
    this.#firstSmall = levels.findIndex(({ cells }) => cells <= SERIAL_CELLS)
    this.passes = this.#from(0)
  }

  /** The cycle from one grid to the coarsest and back; from the first small grid on as one serial block. */
  #from(grid: number): Instruction[] {
    const passes = this.#cycle(grid)
    return grid === this.#firstSmall ? [serial(passes)] : passes
  }

  #cycle(grid: number): Instruction[] {
    const level = this.#levels[grid]!
    const coarse = this.#levels[grid + 1]
    // One sweep solves a single equation.
    if (!coarse) return [pass('poissonSweepFirst', level.lines, this.#sweepArguments(level))]
    return [
      ...this.#sweepsFromZero(level),
      this.#residual(level),
      this.#restrict(level, coarse),
      ...this.#from(grid + 1),
      this.#prolong(level, coarse),
      ...this.#sweeps(level).reverse(),
    ]
  }

  /** Red then black cells in each block, `sweeps` times. */
  #sweeps(level: MultigridLevel): Pass<'poissonSweep'>[] {
    const common = this.#sweepArguments(level)
    const once = blocksOf(level).flatMap((block) =>
      [0, 1].map((colour) => pass('poissonSweep', block.ys * block.zs, { ...common, ...block, colour })),
    )
    return Array.from({ length: this.#options.sweeps }, () => once).flat()
  }

  /** The same from p = 0: the first pass covers all lines and clears the cells that it does not sweep. */
  #sweepsFromZero(level: MultigridLevel): Pass[] {
    const [first, ...others] = this.#sweeps(level)
    return [pass('poissonSweepFirst', level.lines, first!.arguments), ...others]
  }

  #residual(level: MultigridLevel): Pass {
    return pass('poissonResidual', level.lines, this.#sweepArguments(level))
  }

  #restrict(fine: MultigridLevel, coarse: MultigridLevel): Pass {
    const kernel = this.#options.symmetric ? 'poissonRestrict' : 'poissonCollect'
    return pass(kernel, coarse.lines, this.#transferArguments(fine, coarse))
  }

  #prolong(fine: MultigridLevel, coarse: MultigridLevel): Pass {
    return pass('poissonProlong', fine.lines, this.#transferArguments(fine, coarse))
  }

  /** Arguments of a sweep of all lines. */
  #sweepArguments(level: MultigridLevel) {
    return {
      halt: this.#options.halt,
      p: level.solution,
      f: level.rhs,
      r: level.residual,
      ...level.matrixArguments,
      ...level.lineArguments,
      ...allLines(level),
      colour: 0,
    }
  }

  #transferArguments(fine: MultigridLevel, coarse: MultigridLevel) {
    return {
      halt: this.#options.halt,
      r: fine.residual,
      p: fine.solution,
      inverse: fine.inverse,
      ...fine.opennessArguments,
      ...fine.tableArguments,
      ...fine.lineArguments,
      fCoarse: coarse.rhs,
      pCoarse: coarse.solution,
      inverseCoarse: coarse.inverse,
      nyCoarse: coarse.ny,
    }
  }
}

/** A block of lines to sweep: `ys` lines from yFirst on, in each of `zs` planes from zFirst on. */
interface Block {
  readonly yFirst: number
  readonly ys: number
  readonly zFirst: number
  readonly zs: number
}

function allLines({ ny, planes }: MultigridLevel): Block {
  return { yFirst: 0, ys: ny, zFirst: 0, zs: planes }
}

/**
 * Blocks of lines in which cells of one colour are never neighbours. This holds for all lines together, except on a periodic axis with
 * an odd number of lines: the first and the last line would then have the same parity, so that the last is a block of its own.
 */
function blocksOf({ ny, planes, wraps }: MultigridLevel): Block[] {
  const parts = (lines: number, wrap: number) =>
    wrap && lines % 2 ? [[0, lines - 1] as const, [lines - 1, 1] as const] : [[0, lines] as const]
  return parts(planes, wraps.zWraps).flatMap(([zFirst, zs]) =>
    parts(ny, wraps.yWraps).map(([yFirst, ys]) => ({ yFirst, ys, zFirst, zs })),
  )
}
