// Diagnostics of a run: integrals over the fields, extremes, and figures of the time stepping.

import type { Exchange } from '../coupling/body-coupling.js'

interface CommonDiagnostics {
  /** Steps made so far. */
  readonly step: number
  /** Simulated time [s]. */
  readonly time: number
  /** Volume of the water, from the bottom to the surface; of a fluid in a box, the open volume of the box, in 2-D one meter deep [m³]. */
  readonly volume: number
  /** Kinetic energy [J]. */
  readonly kineticEnergy: number
  /** Courant number: cells that the fastest wave, or the fastest fluid in a box, crosses in one substep. */
  readonly courant: number
  /** Substeps of the last step. */
  readonly substeps: number
}

/** Diagnostics of water with a surface. */
export interface SurfaceDiagnostics extends CommonDiagnostics {
  readonly kind: 'surface'
  /** Volume that drops, sources, inflows and changing solids have added since the start [m³]. */
  readonly addedVolume: number
  /** Potential energy of the surface relative to the rest level [J]. */
  readonly potentialEnergy: number
  /** Kinetic and potential energy [J]; constant without damping between closed edges. */
  readonly energy: number
  /**
   * Momentum of the water from the bottom to the surface, along x and z [kg m/s], to the second order in the height of waves: density
   * times the flow below the rest level, plus density × elevation × velocity at the surface. Constant for waves that run on a periodic
   * grid; their momentum is their energy over their speed. The flow below the rest level is 0 on average in water without walls: `waves`,
   * `ocean`, and `iwave` with open or fixed edges, leave it out.
   */
  readonly momentum: [number, number]
  /** Lowest elevation [m]. */
  readonly minimum: number
  /** Highest elevation [m]. */
  readonly maximum: number
  /** Energy that the filter of steep crests has removed since the start [J]. Only with solver `iwave` and a nonlinearity above 1. */
  readonly filteredEnergy?: number
  /** Iterations for the dynamic pressure in the last substep; those of both with two layers. Only with solver `shallow-water` and dispersion. */
  readonly pressureIterations?: number
  /** Relative residual before the last iteration, the larger of both with two layers [1]. */
  readonly pressureResidual?: number
  /** Volume that bodies displace; `volume` does not include it [m³]. Only with bodies. */
  readonly displacedVolume?: number
  /** Volume of the drops in the air; `volume` does not include it [m³]. Only with splashes. */
  readonly airborneVolume?: number
  /** Iterations of the last solve for the water under bodies. Only with coupling by virtual height. */
  readonly iterations?: number
  /** Relative residual of that solve [1]. */
  readonly residual?: number
  /** Vertical momentum that water and bodies exchanged in the last step. Only with bodies. */
  readonly exchange?: Exchange
}

/** Diagnostics of a fluid in a box. In 2-D the box is one meter deep. */
export interface FluidDiagnostics extends CommonDiagnostics {
  readonly kind: 'fluid'
  /** The kinetic energy [J]: a fluid that fills its box has no other. */
  readonly energy: number
  /** Momentum along x, y and z [kg m/s]. */
  readonly momentum: [number, number, number]
  /** Largest component of the velocity [m/s]. */
  readonly speed: number
  /** Largest divergence of a cell [1/s]. */
  readonly divergence: number
  /** Relative residual of the last pressure solve [1]. */
  readonly residual: number
  /** Multigrid cycles of the last pressure solve. */
  readonly iterations: number
  /** Dyes and temperature by name: integral over the box, and extremes. */
  readonly scalars: Readonly<Record<string, ScalarDiagnostics>>
}

/** Integral of a dye or of the temperature over the box, and its extremes. */
export interface ScalarDiagnostics {
  readonly total: number
  readonly minimum: number
  readonly maximum: number
}

/** Diagnostics of a run; `kind` tells which. */
export type Diagnostics = SurfaceDiagnostics | FluidDiagnostics

/** Diagnostics that the simulation adds to those that a solver measures. */
type Counted = 'step' | 'time' | 'courant' | 'substeps'
type OfBodies = 'displacedVolume' | 'airborneVolume' | 'iterations' | 'residual' | 'exchange'

/** The diagnostics that the solver of a surface measures. */
export type MeasuredSurface = Omit<SurfaceDiagnostics, Counted | OfBodies>
/** The diagnostics that the solver of a fluid measures. */
export type MeasuredFluid = Omit<FluidDiagnostics, Counted>
