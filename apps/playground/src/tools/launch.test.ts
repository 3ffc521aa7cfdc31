import { createSimulation } from 'seiche'
import { rapier } from 'seiche/bodies'
import { expect, it } from 'vitest'
import { launchEvent, launchShapes } from './launch.js'

const grid = { nx: 32, nz: 24, cellSize: 0.1 }

it.each(launchShapes)('a %s falls into the water from above, in a corner too, and floats', async (shape) => {
  const sim = await createSimulation(
    {
      seiche: 1,
      grid: { cells: [grid.nx, grid.nz], cellSize: grid.cellSize },
      solver: { type: 'columns', depth: 1, damping: 1 },
    },
    { rigidBodies: rapier, threads: 1 },
  )
  const event = launchEvent({ shape, radius: 0.2, density: 400 }, [5, -5], 0.1, { grid })
  // What is applied as it is recorded: nothing is left to defaults.
  sim.apply(event)
  expect(sim.events).toEqual([{ ...event, step: 0 }])
  expect(sim.bodies[0]!.submerged).toBe(0)
  sim.step(600)
  expect(sim.bodies[0]!.submerged).toBeGreaterThan(0.35)
  expect(sim.bodies[0]!.submerged).toBeLessThan(0.45)
  sim.dispose()
})
