// Parts of a run that are usually not among its files and follow from its scene: solid cells, terrain, and the shapes of bodies. The
// scene is opened again, and no step is made.

import { createHash } from 'node:crypto'
import { createSimulation, type FloatingBody, type Scene, type Simulation } from 'seiche'
import { readBytes } from '../scene/read-bytes.js'
import { engine, hasBodies } from '../scene/rigid-bodies.js'
import type { RunFolder } from './run-folder.js'

/** The start of a run. Fields are row by row, as in the files. */
export interface SceneStart {
  /** 1 in water or fluid, 0 in a solid; absent where there is no solid. */
  openness?: Float32Array
  /** Elevation of the terrain [m]. */
  bed?: Float32Array
  fieldNames: readonly string[]
  bodies: readonly FloatingBody[]
}

/** Opens the scene of a run. Rejects if a file that it names is missing or has changed since the run. */
export async function openStart(run: RunFolder): Promise<SceneStart> {
  const { scene } = run.manifest
  const simulation = await create(run, { ...scene, events: [] })
  try {
    const openness = valuesOf(simulation, simulation.fieldNames.includes('openness') ? 'openness' : 'open')
    const bed = valuesOf(simulation, 'bed')
    const bodies = [...simulation.bodies, ...(await addedBodies(run))]
    return {
      ...(openness?.some((open) => open < 1) && { openness }),
      ...(bed && { bed }),
      fieldNames: [...simulation.fieldNames],
      bodies,
    }
  } finally {
    simulation.dispose()
  }
}

/** Bodies that events add, each alone in the water: only its shape is of interest. */
async function addedBodies(run: RunFolder): Promise<FloatingBody[]> {
  const { scene } = run.manifest
  const added: FloatingBody[] = []
  for (const event of scene.events) {
    if (event.type !== 'addBody') continue
    const alone = await create(run, { ...scene, events: [], joints: [], bodies: [event.body] })
    added.push(...alone.bodies)
    alone.dispose()
  }
  return added
}

function create(run: RunFolder, scene: Scene): Promise<Simulation> {
  return createSimulation(scene, {
    threads: 1,
    readFile: (name) => readInput(run, name),
    readElevation: async (bytes) => (await import('seiche/geotiff')).readGeotiff(bytes),
    ...(hasBodies(scene) && { rigidBodies: engine }),
  })
}

async function readInput({ manifest }: RunFolder, name: string): Promise<Uint8Array> {
  const input = manifest.inputs.find((input) => input.name === name)
  if (!input) throw new Error(`the manifest does not list the file ${name} of its scene`)
  const bytes = await readBytes(input.path)
  // A manifest from someone else must not make other files visible, and a changed file would be a wrong picture.
  if (createHash('sha256').update(bytes).digest('hex') !== input.sha256) {
    throw new Error(`${input.path} has changed since the run`)
  }
  return bytes
}

function valuesOf(simulation: Simulation, name: string): Float32Array | undefined {
  return simulation.fieldNames.includes(name) ? simulation.field(name).read() : undefined
}
