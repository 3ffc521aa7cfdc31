import { createSimulation, type KernelFiles, type ParsedScene, readScene, type Simulation } from 'seiche'
import { wantsBodies } from './frames/body-frames.js'
import type { OpenRequest, SceneSize, SimulationInfo } from './protocol.js'
import { infoOf } from './simulation-info.js'

/** Smaller grids need no memory worth a question, and their plan is not computed [cells]. */
const smallGrid = 2 ** 20

/** Thrown for a scene that needs more memory than the request allows. */
export class LargeSceneError extends Error {
  constructor(readonly size: SceneSize) {
    super(`the scene has ${size.cells} cells and needs ${size.bytes} bytes`)
  }
}

export interface Opened {
  sim: Simulation
  info: SimulationInfo
}

interface OpenOptions {
  /** Addresses of the kernels; absent: those inside the package. */
  kernels?: KernelFiles
  /** Called for a scene with bodies when its water is there; the bodies are loaded afterwards. */
  waterReady?(water: Opened): Promise<void>
}

/** Creates the simulation of a scene. Optional parts of Seiche are loaded when a scene first needs them. */
export async function openSimulation(request: OpenRequest, { kernels, waterReady }: OpenOptions = {}): Promise<Opened> {
  const hasBodies = wantsBodies(request.scene)
  const parsed = readScene(request.scene, { source: request.source })
  await checkMemory(parsed, request)
  const sim = await createSimulation(parsed, {
    ...(hasBodies && { rigidBodies: async (setup) => (await import('seiche/bodies')).rapier(setup) }),
    readFile: (path) => readFile(request.files, path),
    readElevation: async (bytes) => (await import('seiche/geotiff')).readGeotiff(bytes),
    ...(request.threads !== undefined && { threads: request.threads }),
    ...(waterReady && { waterReady: (sim) => waterReady({ sim, info: infoOf(sim, hasBodies) }) }),
    ...(kernels && { kernels }),
  })
  if (request.skip !== undefined) sim.step(request.skip)
  if (request.snapshot) sim.restore(request.snapshot)
  return { sim, info: infoOf(sim, hasBodies) }
}

/** Throws for a scene that the person is to be asked about, and for one that no memory holds. */
async function checkMemory(parsed: ParsedScene, { threads, mostBytes }: OpenRequest): Promise<void> {
  const { cells } = parsed.scene.grid
  if (mostBytes === undefined || cells.reduce((product, count) => product * count, 1) <= smallGrid) return
  // Plans need the code of all solvers.
  const { planSimulation } = await import('./plan-simulation.js')
  const size = planSimulation(parsed, { threads })
  if (size.bytes > mostBytes) throw new LargeSceneError({ cells: size.cells, bytes: size.bytes })
}

async function readFile(files: Record<string, string>, path: string): Promise<Uint8Array> {
  const url = files[path.replace(/^\.\//, '')]
  if (!url) throw new Error(`${path} is not among the files of this page`)
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${path} could not be loaded (HTTP status ${response.status})`)
  return new Uint8Array(await response.arrayBuffer())
}
