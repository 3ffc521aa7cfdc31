// Advection of the velocity by fluxes of third order (kernels/fluids/transport.ts), in substeps whose number follows the flow.

import { type Pass, pass } from '../../backend/pass.js'
import type { Program } from '../../backend/program.js'
import type { Arena } from '../../fields/arena.js'
import type { RowSums } from '../../fields/field.js'
import type { VolumeField } from '../../fields/volume-field.js'
import { type AxisNumber, axesOf } from './axes.js'
import type { FluidLayout, HeldOnEdge } from './layout.js'
import { FluidSubsteps } from './substeps.js'
import type { FluidWalls } from './walls/walls.js'

/** Largest Courant number of a substep, summed over the axes. */
const COURANT = 1
/** Weights of the three stages. */
const WEIGHTS = [1, 1 / 4, 2 / 3] as const

export class VelocityTransport {
  /** Advection of all components over a step. */
  readonly program: Program
  readonly substeps: FluidSubsteps
  readonly #layout: FluidLayout
  readonly #walls: FluidWalls

  /**
   * `advected`: the components, which each substep changes. `heldAlong`: their prescribed values at the edges. `limit`: a double, the
   * largest velocity times half of `tolerance`.
   */
  constructor(
    layout: FluidLayout,
    walls: FluidWalls,
    advected: readonly VolumeField[],
    heldAlong: (component: AxisNumber) => HeldOnEdge,
    limit: RowSums,
    tolerance: number,
    arena: Arena,
  ) {
    this.#layout = layout
    this.#walls = walls
    const [first, second] = [layout.predictor, layout.scratch()]
    this.substeps = new FluidSubsteps(layout, limit, tolerance, COURANT, arena)
    this.program = this.substeps.around(
      axesOf(layout.grid).flatMap((axis) => {
        const q = advected[axis]!
        const stages = [
          { from: q, out: first },
          { from: first, out: second },
          { from: second, out: q },
        ]
        return stages.flatMap(({ from, out }, stage) => [
          layout.ghosts(from, axis, heldAlong(axis)),
          this.#stagePass(axis, q, from, out, WEIGHTS[stage]!),
        ])
      }),
    )
  }

  #stagePass(axis: AxisNumber, old: VolumeField, q: VolumeField, out: VolumeField, weight: number): Pass {
    return pass('fluidTransport', this.#layout.lines(axis), {
      ...this.#layout.flow,
      old,
      q,
      out,
      faceFlag: this.#walls.faceFlag[axis]!,
      at: axis,
      weight,
      ...this.#layout.cells,
      ...this.#layout.wraps,
      substeps: this.substeps.record,
    })
  }
}
