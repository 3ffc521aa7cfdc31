// Advection of the velocity by fluxes of third order (kernels/fluids/transport.ts), in substeps whose number follows the flow.

import { type Pass, pass } from '../../backend/pass.js'
import { type Parameter, PassList } from '../../backend/pass-list.js'
import type { Arena } from '../../fields/arena.js'
import type { VolumeField } from '../../fields/volume-field.js'
import { type AxisNumber, axesOf } from './axes.js'
import type { FluidLayout, HeldOnEdge } from './layout.js'
import type { FluidWalls } from './walls/walls.js'

/** Largest Courant number of a substep, summed over the axes. */
const COURANT = 1
/** Most substeps in a step. A faster flow moves by a part of the step only. */
const MOST_SUBSTEPS = 64
/** Weights of the three stages. */
const WEIGHTS = [1, 1 / 4, 2 / 3] as const

export class VelocityTransport {
  /** One substep of all components. */
  readonly substep: PassList
  readonly #layout: FluidLayout
  readonly #walls: FluidWalls
  #rates: readonly Parameter[] = []

  /** `advected`: the components, which each substep changes. `heldAlong`: their prescribed values at the edges. */
  constructor(
    layout: FluidLayout,
    walls: FluidWalls,
    advected: readonly VolumeField[],
    heldAlong: (component: AxisNumber) => HeldOnEdge,
    arena: Arena,
  ) {
    this.#layout = layout
    this.#walls = walls
    const [first, second] = [layout.predictor, layout.scratch()]
    this.substep = new PassList(
      arena,
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
      rate: 0,
    })
  }

  start(): void {
    this.#rates = this.substep.passes
      .filter(({ kernel }) => kernel === 'fluidTransport')
      .map((stage) => this.substep.parameter(stage, 'rate'))
  }

  /** Sets the length of a substep for a flow whose components are at most `speed` [m/s]. Returns the number of substeps in a step. */
  setSpeed(speed: number): number {
    const { grid, dt, dimensions } = this.#layout
    const courant = (dimensions * speed * dt) / grid.cellSize
    const steps = Math.min(MOST_SUBSTEPS, Math.max(1, Math.ceil(courant / COURANT)))
    const rate = Math.min(1, (COURANT * steps) / Math.max(courant, 1e-30)) * (dt / steps / grid.cellSize)
    for (let k = 0; k < this.#rates.length; k++) this.#rates[k]!.set(rate)
    return steps
  }
}
