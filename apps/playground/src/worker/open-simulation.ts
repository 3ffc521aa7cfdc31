import { createSimulation, type Simulation } from 'seiche'
import { wantsBodies } from './frames/body-frames.js'
import type { OpenRequest, SimulationInfo } from './protocol.js'
import { infoOf } from './simulation-info.js'

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
  if (request.skip !== undefined) sim.step(request.skip)
  return { sim, info: infoOf(sim, hasBodies) }
}

async function readFile(files: Record<string, string>, path: string): Promise<Uint8Array> {
  const url = files[path.replace(/^\.\//, '')]
  if (!url) throw new Error(`${path} is not among the files of this page`)
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${path} could not be loaded (HTTP status ${response.status})`)
  return new Uint8Array(await response.arrayBuffer())
}
