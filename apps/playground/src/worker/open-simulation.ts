import { createSimulation, type Simulation } from 'seiche'
import { readOnlyReasonOf } from '../session/solvers.js'
import { wantsBodies } from './frames/body-frames.js'
import { fluidInfoOf } from './frames/fluid-frames.js'
import { surfaceFieldsOf } from './frames/surface-fields.js'
import type { OpenRequest, SimulationInfo } from './protocol.js'

/** Creates the simulation of a scene. Optional parts of Seiche are loaded when a scene first needs them. */
export async function openSimulation(request: OpenRequest): Promise<{ sim: Simulation; info: SimulationInfo }> {
  const hasBodies = wantsBodies(request.scene)
  const sim = await createSimulation(request.scene, {
    source: request.source,
    ...(hasBodies && { rigidBodies: async (setup) => (await import('seiche/bodies')).rapier(setup) }),
    readFile: (path) => readFile(request.files, path),
    readElevation: async (bytes) => (await import('seiche/geotiff')).readGeotiff(bytes),
    ...(request.threads !== undefined && { threads: request.threads }),
  })
  return { sim, info: infoOf(sim, hasBodies) }
}

/** Description of a simulation for the page. */
export function infoOf(sim: Simulation, hasBodies: boolean): SimulationInfo {
  const { scene, grid, timeStep, substeps, threads, warnings } = sim
  const fluid = fluidInfoOf(sim)
  return {
    scene,
    grid: { ...grid },
    timeStep,
    substeps,
    threads,
    surfaceFieldNames: surfaceFieldsOf(sim),
    // The bed under prescribed waves cannot be changed.
    hasTerrain: sim.fieldNames.includes('bed') && readOnlyReasonOf(scene) === undefined,
    hasBodies,
    ...(fluid && { fluid }),
    warnings,
  }
}

async function readFile(files: Record<string, string>, path: string): Promise<Uint8Array> {
  const url = files[path.replace(/^\.\//, '')]
  if (!url) throw new Error(`${path} is not among the files of this page`)
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${path} could not be loaded (HTTP status ${response.status})`)
  return new Uint8Array(await response.arrayBuffer())
}
