import { type Pass, pass } from '../../backend/pass.js'
import { type Instruction, repeatUntil } from '../../backend/program.js'
import type { Arena } from '../../fields/arena.js'
import { RowSums } from '../../fields/field.js'
import { FluidSubsteps as Substeps } from '../../generated/layouts/fluids/substeps.js'
import type { FluidLayout } from './layout.js'

/** Most substeps in a step. A faster flow is advected over a part of the step only. */
const MOST_SUBSTEPS = 64

/** Substeps of explicit advection, whose number follows the flow (kernels/fluids/substeps.ts). */
export class FluidSubsteps {
  /** Number and length of the substeps, for the kernels of a substep. */
  readonly record: RowSums
  readonly #layout: FluidLayout
  readonly #limit: RowSums
  readonly #courant: number
  readonly #tolerance: number

  /**
   * `limit`: a double, the largest velocity times half of `tolerance`. `courant`: largest Courant number of a substep, summed over the
   * axes.
   */
  constructor(layout: FluidLayout, limit: RowSums, tolerance: number, courant: number, arena: Arena) {
    this.record = new RowSums(arena, 1, Substeps.doubles)
    this.#layout = layout
    this.#limit = limit
    this.#tolerance = tolerance
    this.#courant = courant
  }

  start(): void {
    const { data } = this.record
    const { timeStep, cellSize, courant, tolerance } = Substeps.double
    data[timeStep] = this.#layout.dt
    data[cellSize] = this.#layout.grid.cellSize
    data[courant] = this.#courant
    data[tolerance] = this.#tolerance / 2
  }

  /** A step: these passes, as often as the flow needs them. */
  around(substep: readonly Pass[]): Instruction[] {
    const args = {
      substeps: this.record,
      limit: this.#limit,
      axes: this.#layout.dimensions,
      most: MOST_SUBSTEPS,
    }
    return [
      pass('fluidChooseSubsteps', 1, args),
      repeatUntil(this.record, MOST_SUBSTEPS, [...substep, pass('fluidCountSubstep', 1, args)]),
    ]
  }
}
