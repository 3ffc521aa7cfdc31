// Simulations of a test, disposed of after it.

import { createSimulation, type SceneInput, type Simulation } from 'seiche'
import { afterEach } from 'vitest'

const running: Simulation[] = []
afterEach(() => {
  for (const sim of running.splice(0)) sim.dispose()
})

export async function simulate(scene: SceneInput, threads = 1): Promise<Simulation> {
  return disposeLater(await createSimulation(scene, { threads }))
}

export function disposeLater(sim: Simulation): Simulation {
  running.push(sim)
  return sim
}
