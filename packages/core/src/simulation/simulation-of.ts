// The type of a simulation follows the solver that its scene names.

import type { FluidSimulation } from './fluid-simulation.js'
import type { SurfaceSimulation } from './surface-simulation.js'

type Basin = 'eta' | 'phi' | 'openness' | 'staticOpenness'

/** Names of the fields of each solver. Those of dyes and of the tiles of an ocean depend on the scene. */
interface FieldNames {
  columns: Basin
  iwave: Basin | 'scatteredEta' | 'scatteredPhi'
  waves: 'eta' | 'phi' | 'slopeX' | 'slopeZ' | 'breaking' | 'bed' | 'openness'
  ocean: 'eta' | 'dx' | 'dz' | 'normalX' | 'normalY' | 'normalZ' | 'jacobian' | 'foam' | `${string}_${number}`
  'kass-miller': Terrain
  'shallow-water': Terrain | 'foam' | 'w' | 'pressure' | 'breaking'
  'stable-fluids': string
}
type Terrain = 'eta' | 'depth' | 'bed' | 'qx' | 'qz' | 'depthError' | 'openness' | 'staticOpenness'

/** Any simulation: `kind` tells which. */
export type AnySimulation = SurfaceSimulation | FluidSimulation

/**
 * The simulation of a scene of type `S`. If the solver is known at compile time, the simulation has the queries and the field names of that
 * solver. For JSON text, or a scene with any solver, it is the union of both kinds.
 */
export type SimulationOf<S> = S extends { readonly solver: { readonly type: infer Type } }
  ? [Type] extends ['stable-fluids']
    ? FluidSimulation<FieldNames['stable-fluids']>
    : [Type] extends [Exclude<keyof FieldNames, 'stable-fluids'>]
      ? SurfaceSimulation<FieldNames[Type]>
      : AnySimulation
  : AnySimulation
