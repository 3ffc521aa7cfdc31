import type { VolumeField } from '../fields/volume-field.js'
import type { FluidDiagnostics } from '../solvers/diagnostics.js'
import type { FluidSolver } from '../solvers/solver.js'
import { Simulation } from './simulation.js'

/**
 * A fluid in a box, made by `createSimulation` for the solver `stable-fluids`.
 *
 * @example
 * ```ts
 * import { createSimulation } from 'seiche'
 *
 * const sim = await createSimulation({
 *   seiche: 1,
 *   grid: { cells: [96, 64], cellSize: 0.01 },
 *   solver: { type: 'stable-fluids' },
 *   fluid: { dyes: { ink: {} } },
 * })
 * sim.apply({ type: 'stir', at: [0, 0], radius: 0.1, velocity: [1, 0] })
 * sim.step(60)
 * console.log(sim.velocityAt(0.1, 0), sim.diagnostics().scalars.ink?.total)
 * ```
 */
export class FluidSimulation<Name extends string = string> extends Simulation<Name> {
  readonly kind = 'fluid'
  /** @internal */
  declare protected readonly solver: FluidSolver

  /**
   * Velocity of the fluid at a point.
   *
   * @param x Position along x [m]; the origin is the middle of the box.
   * @param y Height [m].
   * @param z Position along z [m]. Default 0; of no effect in 2-D.
   * @returns The components along x, y and z [m/s].
   */
  velocityAt(x: number, y: number, z = 0): [number, number, number] {
    this.assertAlive()
    this.derive()
    return this.solver.velocityAt(x, y, z)
  }

  /**
   * A field of the fluid. Its values are live: they change with every step.
   *
   * @param name One of `fieldNames`.
   * @returns The field, with its extents and the location of its values on the staggered grid.
   * @throws Error for a field that does not exist.
   */
  override field(name: Name): VolumeField {
    return super.field(name) as VolumeField
  }

  /**
   * Speed, divergence, momentum, amounts of dye: integrals over the fields, and extremes.
   *
   * @returns The diagnostics at the present time.
   * @throws NonFiniteError when fields have become infinite or NaN.
   */
  override diagnostics(): FluidDiagnostics {
    return super.diagnostics() as FluidDiagnostics
  }
}
