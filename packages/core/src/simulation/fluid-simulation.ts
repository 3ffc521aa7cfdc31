import type { FluidDiagnostics } from '../solvers/diagnostics.js'
import type { FluidSolver } from '../solvers/solver.js'
import { Simulation } from './simulation.js'

/** A fluid in a box, made by `createSimulation` for the solver `stable-fluids`. */
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

  override diagnostics(): FluidDiagnostics {
    return super.diagnostics() as FluidDiagnostics
  }
}
