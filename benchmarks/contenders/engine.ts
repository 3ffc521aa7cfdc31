/** The engine as a contender: the same for every case. */
import { performance } from 'node:perf_hooks'
import { type AnySimulation, createSimulation, type SceneInput } from 'seiche'

/** What the cases compare. */
export const threadCounts = [1, 2]

/** "seiche, 1 thread" or, where several methods race, "seiche window, 1 thread". */
export function engineName(threads: number | 'auto', method?: string): string {
  const count = threads === 'auto' ? 'threads as chosen' : `${threads} ${threads === 1 ? 'thread' : 'threads'}`
  return `seiche${method ? ` ${method}` : ''}, ${count}`
}

/** A simulation of the scene. Throws when it needs more than one substep a step, which would be counted as one. */
export async function startEngine(
  scene: SceneInput,
  threads: number | 'auto',
  keepThreadsAwake = false,
): Promise<AnySimulation> {
  const simulation = await createSimulation(scene, { threads, keepThreadsAwake })
  const { substeps } = simulation
  if (substeps !== 1) {
    simulation.dispose()
    throw new Error(`"${scene.name}" is to need one substep a step, and takes ${substeps}`)
  }
  return simulation
}

/** Seconds of that many steps in a row. */
export async function timeSteps(simulation: AnySimulation, steps: number): Promise<number> {
  const start = performance.now()
  simulation.step(steps)
  return (performance.now() - start) / 1000
}

/** Throws unless one more step gives finite heights that differ from the last: water that stands still is quickly computed. */
export function requireMoving(name: string, simulation: AnySimulation): void {
  const eta = simulation.field('eta')
  const before = eta.read()
  simulation.step(1)
  const after = eta.read()
  if (!after.every(Number.isFinite)) throw new Error(`${name}: the water is no longer finite`)
  if (after.every((height, cell) => height === before[cell])) throw new Error(`${name}: the water does not move`)
}
