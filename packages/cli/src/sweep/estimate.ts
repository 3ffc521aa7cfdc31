// The cost of a sweep before it runs: a few steps of the first scene are measured.

import { planSimulation, readScene } from 'seiche'
import { simulate } from '../scene/scene.js'
import { type PlannedRun, type SweepPlan, sceneInMemory } from './plan.js'

export interface Estimate {
  /** Steps of all runs that are to be run. */
  steps: number
  /** Processor time of one step of the first scene on one thread [s]. */
  stepTime: number
  /** Processor time of all runs [s]. */
  processorTime: number
  /** Memory of the largest run [bytes]. */
  memory: number
}

/** Real time of the measurement [ms], of which the first half is a warm-up: kernels are optimized while they run. */
const longest = 1500

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

/** Processor time, not real time, so that other programs do not count. */
async function measureStep(plan: SweepPlan, { variant, task }: PlannedRun): Promise<number> {
  const file = sceneInMemory(variant, plan.variants, plan.file.name)
  const simulation = await simulate(file, readScene(variant.scene), 1)
  const runFor = (time: number) => {
    const [end, before, first] = [performance.now() + time, process.cpuUsage(), simulation.stepCount]
    do {
      simulation.step()
      if (simulation.stepCount % task.sampleEvery === 0) simulation.diagnostics()
    } while (performance.now() < end)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6 / (simulation.stepCount - first)
  }
  try {
    runFor(longest / 2)
    return runFor(longest / 2)
  } finally {
    simulation.dispose()
  }
}
