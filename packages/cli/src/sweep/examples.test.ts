import { describe, expect, it } from 'vitest'
import { SweepPlan } from './plan.js'

describe('the sweeps of the examples', () => {
  it.each([
    ['harbour-resonance/sweep.yaml', 200],
    ['breakwater-length/search.yaml', 7],
  ])('%s has %d runs', async (path, count) => {
    const plan = await SweepPlan.read(new URL(`../../../../examples/${path}`, import.meta.url).pathname)
    const runs = await plan.runs()
    expect(runs).toHaveLength(count)
    expect(new Set(runs.map(({ task }) => task.run)).size).toBe(count)
  })
})
