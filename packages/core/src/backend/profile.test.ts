import { expect, it } from 'vitest'
import type { SimulationEventInput } from '../scene/schema/event.js'
import type { SceneInput } from '../scene/schema/scene.js'
import { createSimulation } from '../simulation/create.js'
import { kernelNames } from './pass.js'

const scenes: Record<string, SceneInput> = {
  columns: { seiche: 1, grid: { cells: [40, 24], cellSize: 0.1 }, solver: { type: 'columns', depth: 0.5 } },
  // Its pressure solve has repetitions that end early, in a serial block.
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
      const profile = sim.profile()
      expect(profile.passes.length > 0).toBe(isMeasured)
      expect(profile.threads).toBe(threads)
      for (const { kernel, passes, milliseconds, threadShare } of profile.passes) {
        expect(kernelNames).toContain(kernel)
        expect(passes).toBeGreaterThan(0)
        expect(milliseconds).toBeGreaterThanOrEqual(0)
        expect(threadShare).toBeGreaterThanOrEqual(0)
        expect(threadShare).toBeLessThanOrEqual(1)
      }
      const inPasses = profile.passes.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
      expect(inPasses).toBeLessThanOrEqual(profile.milliseconds)
      expect(profile.waiting).toBeLessThanOrEqual(profile.milliseconds)
    }
    expect(new Set(hashes).size).toBe(1)
  },
)

it('counts passes, runs and barriers since the last call, and none after the end of the measurement', async () => {
  using sim = await createSimulation(scenes.columns!, { threads: 2 })
  sim.measurePasses(true)
  sim.step(3)
  const three = sim.profile()
  // A step of columns is one run of two passes for each substep, with a barrier after each.
  expect(three.runs).toBe(3)
  expect(three.passes.map(({ kernel, passes }) => [kernel, passes]).sort()).toEqual([
    ['columnsKickSeams', 3 * sim.substeps],
    ['columnsSweep', 3 * sim.substeps],
  ])
  expect(three.barriers).toBe(6 * sim.substeps)
  sim.step(6)
  const six = sim.profile()
  expect([six.runs, six.barriers]).toEqual([6, 2 * three.barriers])
  sim.step()
  sim.measurePasses(false)
  sim.step()
  expect(sim.profile()).toMatchObject({ passes: [], runs: 0, milliseconds: 0, barriers: 0, waiting: 0 })
})

it('shows that a step of every kind of water without bodies is one run', async () => {
  const grid: SceneInput['grid'] = { cells: [40, 24], cellSize: 0.1 }
  const ground: Partial<SceneInput> = {
    terrain: [{ shape: 'plane', height: -0.5 }],
    sources: [{ shape: { shape: 'disc', center: [0.5, 0.5], radius: 0.4 }, rate: 0.05 }],
    timeStep: 0.1,
  }
  const fluid: SceneInput['fluid'] = { dyes: { ink: { initial: [{ shape: 'sphere', radius: 0.3 }] } } }
  const drop: SimulationEventInput = { type: 'drop', x: 0, z: 0, radius: 0.3, height: 0.1 }
  const stir: SimulationEventInput = { type: 'stir', at: [0, 0], radius: 0.5, velocity: [9, 5] }
  const cases: [SceneInput, SimulationEventInput][] = [
    [{ seiche: 1, grid, solver: { type: 'columns', depth: 0.5 } }, drop],
    [{ seiche: 1, grid, solver: { type: 'iwave' } }, drop],
    [{ seiche: 1, grid, ...ground, solver: { type: 'kass-miller' } }, drop],
    [{ seiche: 1, grid, ...ground, solver: { type: 'shallow-water' } }, drop],
    [{ seiche: 1, grid, ...ground, solver: { type: 'shallow-water', dispersion: 'one-layer' } }, drop],
    [{ seiche: 1, grid, fluid, solver: { type: 'stable-fluids', advection: 'quick', dyes: 'conserved' } }, stir],
  ]
  for (const [scene, event] of cases) {
    using sim = await createSimulation(scene, { threads: 2 })
    sim.apply(event)
    // The first step of a fluid finds the pressure by a trial.
    sim.step()
    sim.measurePasses(true)
    sim.step(5)
    expect([scene.solver.type, sim.profile().runs]).toEqual([scene.solver.type, 5])
    if (scene.solver.type === 'shallow-water') expect(sim.substeps).toBeGreaterThan(1)
  }
})
