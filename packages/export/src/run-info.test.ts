import { createSimulation } from 'seiche'
import { expect, it } from 'vitest'
import { describeField } from './run-info.js'

it('tiles of an ocean have their own cells: their sum at a point of the grid is the elevation there', async () => {
  using sim = await createSimulation(
    {
      seiche: 1,
      grid: { cells: [64, 64], cellSize: 2 },
      timeStep: 0.1,
      duration: 1,
      solver: { type: 'ocean', ratio: 5, cascades: 2 },
    },
    { threads: 1 },
  )
  sim.step(3)
  const whole = describeField(sim, 'eta')
  expect(whole.cellSize).toBe(2)
  expect(describeField(sim, 'eta_1').cellSize).toBeCloseTo(2 / 5, 12)

  /** The value of a field that repeats, at a place. */
  const valueAt = (name: 'eta' | `eta_${number}`, x: number, z: number) => {
    const { origin, cellSize, shape } = describeField(sim, name)
    const [rows, columns] = shape as [number, number]
    const index = (along: number, first: number, count: number) => Math.round((along - first) / cellSize) % count
    return sim.field(name).read()[index(z, origin.z!, rows) * columns + index(x, origin.x, columns)]!
  }
  for (const [i, j] of [
    [0, 0],
    [5, 3],
    [63, 61],
    [20, 17],
  ] as const) {
    const [x, z] = [whole.origin.x + i * whole.cellSize, whole.origin.z! + j * whole.cellSize]
    expect(valueAt('eta_0', x, z) + valueAt('eta_1', x, z)).toBeCloseTo(valueAt('eta', x, z), 5)
  }
})
