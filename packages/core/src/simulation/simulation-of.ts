// The type of a simulation follows the solver that its scene names.

import type { FluidSimulation } from './fluid-simulation.js'
import type { SurfaceSimulation } from './surface-simulation.js'

type Basin = 'eta' | 'phi' | 'openness' | 'staticOpenness'

/** Names of the fields of each solver. Dyes of a fluid and tiles of an ocean have names of their own. */
interface FieldNames {
  columns: Basin
  iwave: Basin | 'scatteredEta' | 'scatteredPhi'
  waves: 'eta' | 'phi' | 'slopeX' | 'slopeZ' | 'breaking' | 'bed' | 'openness'
  ocean: 'eta' | 'dx' | 'dz' | 'normalX' | 'normalY' | 'normalZ' | 'jacobian' | 'foam' | `${string}_${number}`
  'kass-miller': Terrain
  'shallow-water': Terrain | 'foam'
  'stable-fluids': string
}
type Terrain = 'eta' | 'depth' | 'bed' | 'qx' | 'qz' | 'depthError' | 'openness' | 'staticOpenness'

/** Any simulation: `kind` tells which. */
export type AnySimulation = SurfaceSimulation | FluidSimulation

/**
 * The simulation of a scene of type `S`. A scene whose solver is known when it is compiled has a simulation with the queries and the field
 * names of that solver; of a text, or of a scene of any solver, it is the union of both kinds.
 */
export type SimulationOf<S> = S extends { readonly solver: { readonly type: infer Type } }
  ? [Type] extends ['stable-fluids']
    ? FluidSimulation<FieldNames['stable-fluids']>
    : [Type] extends [Exclude<keyof FieldNames, 'stable-fluids'>]
      ? SurfaceSimulation<FieldNames[Type]>
      : AnySimulation
  : AnySimulation
