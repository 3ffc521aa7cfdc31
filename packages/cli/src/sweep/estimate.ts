// The cost of a sweep before it runs: a few steps of the first scene are measured.

import { planSimulation, readScene } from 'seiche'
import { simulate } from '../scene/scene.js'
import { type PlannedRun, type SweepPlan, sceneInMemory } from './plan.js'

export interface Estimate {
  /** Steps of all runs that are to be run. */
  steps: number
  /** Real time of one step of the first scene on one thread [s]. */
  stepTime: number
  /** Processor time of all runs [s]. */
  processorTime: number
  /** Memory of the largest run [bytes]. */
  memory: number
}

/** Longest measurement [ms]. */
const longest = 1500
/** Fewest steps that are timed together. */
const group = 10

/** Steps of other scenes are taken to cost in proportion to their cells. */
export async function estimate(plan: SweepPlan, runs: readonly PlannedRun[]): Promise<Estimate> {
  const [first] = runs
  if (first === undefined) return { steps: 0, stepTime: 0, processorTime: 0, memory: 0 }
  const stepTime = await measureStep(plan, first)
  const steps = runs.map(({ variant: { scene } }) => Math.round(scene.duration / scene.timeStep))
  const perCell = stepTime / cellsOf(first)
  const largest = runs.reduce((most, run) => (cellsOf(run) > cellsOf(most) ? run : most))
  return {
    steps: steps.reduce((sum, count) => sum + count, 0),
    stepTime,
    processorTime: runs.reduce((sum, run, k) => sum + steps[k]! * cellsOf(run) * perCell, 0),
    memory: planSimulation(readScene(largest.variant.scene), { threads: 1 }).bytes,
  }
}

function cellsOf({ variant: { scene } }: PlannedRun): number {
  return scene.grid.cells.reduce((product, count) => product * count, 1)
}

/** The fastest group of steps: the first ones run before the kernels are optimized, others while another program runs. */
async function measureStep(plan: SweepPlan, { variant, task }: PlannedRun): Promise<number> {
  const file = sceneInMemory(variant, plan.variants, plan.file.name)
  const simulation = await simulate(file, readScene(variant.scene), 1)
  try {
    const end = performance.now() + longest
    let fastest = Number.POSITIVE_INFINITY
    do {
      const start = performance.now()
      let steps = 0
      while (steps < Math.max(group, task.sampleEvery) && (steps === 0 || performance.now() < end)) {
        simulation.step()
        if (++steps % task.sampleEvery === 0) simulation.diagnostics()
      }
      fastest = Math.min(fastest, (performance.now() - start) / 1000 / steps)
    } while (performance.now() < end)
    return fastest
  } finally {
    simulation.dispose()
  }
}
