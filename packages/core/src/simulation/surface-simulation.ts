import type { SurfaceDiagnostics } from '../solvers/diagnostics.js'
import type { SurfaceSolver } from '../solvers/solver.js'
import { type ProbeReading, Simulation } from './simulation.js'

/**
 * Water with a surface, made by `createSimulation` for every solver except `stable-fluids`.
 *
 * @example
 * ```ts
 * import { createSimulation } from 'seiche'
 *
 * const sim = await createSimulation({ seiche: 1, grid: { cells: [64, 64], cellSize: 0.1 }, solver: { type: 'iwave' } })
 * sim.apply({ type: 'drop', x: 0, z: 0, radius: 0.3, height: 0.1 })
 * sim.step(60)
 * console.log(sim.heightAt(1, 0), sim.normalAt(1, 0))
 * ```
 */
export class SurfaceSimulation<Name extends string = string> extends Simulation<Name> {
  readonly kind = 'surface'
  /** @internal */
  declare protected readonly solver: SurfaceSolver

  /**
   * Elevation of the surface at a point.
   *
   * @param x Position along x [m]; the origin is the middle of the grid.
   * @param z Position along z [m].
   * @returns The elevation [m]. Beyond the grid, that of its edge; of prescribed waves, that of the waves there.
   */
  heightAt(x: number, z: number): number {
    this.assertAlive()
    return this.solver.heightAt(x, z)
  }

  /**
   * Unit normal of the surface at a point.
   *
   * @param x Position along x [m].
   * @param z Position along z [m].
   * @returns The components along x, up and along z [1].
   */
  normalAt(x: number, z: number): [number, number, number] {
    this.assertAlive()
    return this.solver.normalAt(x, z)
  }

  /**
   * Velocity of the water at the surface.
   *
   * @param x Position along x [m].
   * @param z Position along z [m].
   * @returns The components along x, up and along z [m/s].
   */
  velocityAt(x: number, z: number): [number, number, number] {
    this.assertAlive()
    this.derive()
    return this.solver.velocityAt(x, z)
  }

  /**
   * Elevation at the probes of the scene.
   *
   * @returns A reading for each probe, in the order of the scene.
   */
  override probes(): ProbeReading[] {
    this.assertAlive()
    return this.scene.probes.map(({ name, at: [x, z] }) => ({ name, x, z, eta: this.heightAt(x, z) }))
  }

  /**
   * Volume, energy, momentum, extremes: integrals over the fields.
   *
   * @returns The diagnostics at the present time.
   * @throws NonFiniteError when fields have become infinite or NaN.
   */
  override diagnostics(): SurfaceDiagnostics {
    return super.diagnostics() as SurfaceDiagnostics
  }
}
