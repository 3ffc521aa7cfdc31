// Simulations of a test, disposed of after it.

import { createSimulation, type SceneInput, type Simulation } from 'seiche'
import { rapier } from 'seiche/bodies'
import { readGeotiff } from 'seiche/geotiff'
import { afterEach } from 'vitest'
import { readSceneFile } from './scene-file.js'

const running: Simulation[] = []
afterEach(() => {
  for (const sim of running.splice(0)) sim.dispose()
})

export async function simulate(scene: SceneInput, threads = 1): Promise<Simulation> {
  const bodies = scene.bodies?.length ? rapier : undefined
  return disposeLater(
    await createSimulation(scene, {
      threads,
      readFile: readSceneFile,
      readElevation: readGeotiff,
      rigidBodies: bodies,
    }),
  )
}

export function disposeLater(sim: Simulation): Simulation {
  running.push(sim)
  return sim
}
