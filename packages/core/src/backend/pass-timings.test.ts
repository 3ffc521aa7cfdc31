import { expect, it } from 'vitest'
import type { SimulationEventInput } from '../scene/schema/event.js'
import type { SceneInput } from '../scene/schema/scene.js'
import { createSimulation } from '../simulation/create.js'
import { kernelNames } from './pass.js'

const scenes: Record<string, SceneInput> = {
  columns: { seiche: 1, grid: { cells: [40, 24], cellSize: 0.1 }, solver: { type: 'columns', depth: 0.5 } },
  // Its pressure solve ends early by conditional skips.
  fluid: { seiche: 1, grid: { cells: [32, 32], cellSize: 0.1 }, solver: { type: 'stable-fluids' } },
}
const events: Record<string, SimulationEventInput> = {
  columns: { type: 'drop', x: 0, z: 0, radius: 0.3, height: 0.1 },
  fluid: { type: 'stir', at: [0, 0], radius: 0.5, velocity: [1, 0.5] },
}

it.each(['columns', 'fluid'] as const)(
  '%s: measured passes give the same bits, on one thread and on two',
  async (name) => {
    const hashes: string[] = []
    for (const [threads, isMeasured] of [
      [1, false],
      [1, true],
      [2, true],
    ] as const) {
      using sim = await createSimulation(scenes[name]!, { threads })
      sim.measurePasses(isMeasured)
      sim.apply(events[name]!)
      sim.step(20)
      hashes.push(sim.hash())
      const timings = sim.passTimings()
      expect(timings.length > 0).toBe(isMeasured)
      for (const { kernel, passes, milliseconds } of timings) {
        expect(kernelNames).toContain(kernel)
        expect(passes).toBeGreaterThan(0)
        expect(milliseconds).toBeGreaterThanOrEqual(0)
      }
    }
    expect(new Set(hashes).size).toBe(1)
  },
)

it('counts the passes since the last call, and none after the end of the measurement', async () => {
  using sim = await createSimulation(scenes.columns!, { threads: 1 })
  sim.measurePasses(true)
  sim.step(3)
  const three = sim.passTimings()
  sim.step(6)
  const six = sim.passTimings()
  expect(six.find(({ kernel }) => kernel === three[0]!.kernel)!.passes).toBe(2 * three[0]!.passes)
  sim.step()
  sim.measurePasses(false)
  sim.step()
  expect(sim.passTimings()).toEqual([])
})
