// The implicit step of `kass-miller` as passes: along x in all rows, then along z in all columns. The kernels are
// kernels/terrain/kass-miller.ts and kernels/terrain/tridiagonal-flux.ts.

import { type Pass, pass } from '../../backend/pass.js'
import type { PassList } from '../../backend/pass-list.js'
import type { Arena } from '../../fields/arena.js'
import { Field, type KernelResource, RowSums } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import { LANES } from '../../generated/layouts/abi/simd.js'
import {
  GROUP,
  HEAD,
  LineEntered,
  STRIP,
  WIDEST,
  X_VALUES,
  Z_VALUES,
} from '../../generated/layouts/terrain/kass-miller.js'

/** The water, and its boundary data. */
export interface ImplicitWater {
  readonly depth: Field
  readonly depthError: Field
  readonly bed: Field
  readonly qx: Field
  readonly qz: Field
  readonly openness: Field
  readonly xBefore: Field
  readonly xAfter: Field
  readonly zBefore: Field
  readonly zAfter: Field
  /** A double: the time step [s]. */
  readonly clock: KernelResource
}

export interface ImplicitFlowSettings {
  /** Gravity [m/s²]. */
  readonly gravity: number
  /** Damping: fraction of the discharge that is lost in a step, 0 to 1. */
  readonly tau: number
}

export class ImplicitFlow {
  readonly passes: readonly Pass[]
  readonly #scratch: Field
  readonly #xEntered: RowSums
  readonly #zEntered: RowSums

  constructor(arena: Arena, grid: Grid, water: ImplicitWater, settings: ImplicitFlowSettings, threads: number) {
    const { nx, nz, cellSize } = grid
    const widest = Math.min(WIDEST, Math.ceil(nx / LANES) * LANES)
    const floats = HEAD / 4 + Math.max(X_VALUES * GROUP * (nx + 5), Z_VALUES * widest * (nz + 2))
    this.#scratch = new Field(arena, { name: 'lines', unit: '', description: 'work space' }, floats, threads)
    this.#xEntered = new RowSums(arena, nz, LineEntered.doubles)
    this.#zEntered = new RowSums(arena, nx, LineEntered.doubles)
    const { depth, depthError, bed, qx, qz, openness, clock } = water
    const common = { depth, depthError, bed, openness, clock, scratch: this.#scratch }
    const scalars = { gravity: settings.gravity, cellSize, keep: 1 - settings.tau }
    this.passes = [
      pass('kassMillerX', Math.ceil(nz / GROUP), {
        ...common,
        ...scalars,
        q: qx,
        before: water.xBefore,
        after: water.xAfter,
        entered: this.#xEntered,
      }),
      pass('kassMillerZ', Math.ceil(nx / STRIP), {
        ...common,
        ...scalars,
        q: qz,
        before: water.zBefore,
        after: water.zAfter,
        entered: this.#zEntered,
      }),
    ]
  }

  get resources() {
    return [this.#scratch, this.#xEntered, this.#zEntered]
  }

  /** Replaces the kernels of a list by those that account for solids. */
  meetSolids(list: PassList): void {
    for (const flowPass of list.passes)
      if (flowPass.kernel === 'kassMillerX') list.setKernel(flowPass, 'kassMillerXAmongSolids')
      else if (flowPass.kernel === 'kassMillerZ') list.setKernel(flowPass, 'kassMillerZAmongSolids')
  }

  /** Net volume that has come in through the edges [m of flowPass cell]. */
  get entered(): number {
    const { first, last } = LineEntered.double
    return this.#xEntered.sum(first) + this.#xEntered.sum(last) + this.#zEntered.sum(first) + this.#zEntered.sum(last)
  }

  /** Sets that volume to 0. */
  resetEntered(): void {
    this.#xEntered.data.fill(0)
    this.#zEntered.data.fill(0)
  }
}
