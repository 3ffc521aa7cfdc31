import type { Simulation } from 'seiche'
import { readOnlyReasonOf } from '../session/settings/solvers.js'
import { fluidInfoOf } from './frames/fluid-frames.js'
import { surfaceFieldsOf } from './frames/surface-fields.js'
import type { SimulationInfo } from './protocol.js'

/** The part of a simulation that its description needs. */
export type DescribedSimulation = Pick<
  Simulation,
  'scene' | 'grid' | 'timeStep' | 'substeps' | 'threads' | 'warnings' | 'fieldNames'
>

/** Description of a simulation for the page. */
export function infoOf(sim: DescribedSimulation, hasBodies: boolean): SimulationInfo {
  const { scene, grid, timeStep, substeps, threads, warnings } = sim
  const fluid = fluidInfoOf(sim)
  return {
    scene,
    grid: { ...grid },
    timeStep,
    substeps,
    threads,
    fieldNames: sim.fieldNames,
    surfaceFieldNames: surfaceFieldsOf(sim),
    // The bed under prescribed waves cannot be changed.
    hasTerrain: sim.fieldNames.includes('bed') && readOnlyReasonOf(scene) === undefined,
    hasBodies,
    ...(fluid && { fluid }),
    warnings,
  }
}
