// Several steps of `shallow-water` in one run: the bits of single ones, with any edges and solids, on any number of threads.

import type { SceneInput } from 'seiche'
import { describe, expect, it } from 'vitest'
import { createSurface } from '../testing/running.js'

/** A pond with an island and a hump of water. Rows end within a vector, and water is thin at the shores. */
const pond: SceneInput = {
  seiche: 1,
  grid: { cells: [61, 47], cellSize: 0.25 },
  timeStep: 0.02,
  solver: { type: 'shallow-water', foamLife: 0 },
  terrain: [
    { shape: 'plane', height: -0.5 },
    { shape: 'gaussian', center: [3, 1], radius: 2, height: 0.8 },
  ],
  initial: { eta: [{ shape: 'gaussian', center: [-3, -1], radius: 2, height: 0.4 }] },
}

const edges = (kind: 'absorb' | 'periodic') => ({ 'x-': kind, 'x+': kind, 'z-': kind, 'z+': kind })

const scenes: Record<string, Partial<SceneInput>> = {
  'one substep a step': {},
  'several substeps a step': { timeStep: 0.11 },
  'open edges': { boundaries: edges('absorb') },
  'periodic edges': { boundaries: edges('periodic') },
  'a solid': { obstacles: [{ shape: 'box', size: [1, 4] }] },
  'a moving solid': { obstacles: [{ shape: 'box', size: [1, 4], motion: { velocity: [0.5, 0] } }] },
  'an inflow': { inflows: [{ edge: 'x-', depth: 0.6, velocity: 0.5 }] },
  foam: { solver: { type: 'shallow-water' } },
  dispersion: { solver: { type: 'shallow-water', foamLife: 0, dispersion: 'one-layer' } },
}

/** Odd, and more than a run has. */
const STEPS = 37

describe('runs of several steps', () => {
  for (const [name, others] of Object.entries(scenes))
    it(`have the bits of single steps: ${name}`, async () => {
      const scene = { ...pond, ...others }
      const single = await createSurface(scene)
      for (let step = 0; step < STEPS; step++) single.step()
      for (const threads of [1, 3]) {
        const sim = await createSurface(scene, { threads })
        sim.step(STEPS)
        expect(sim.hash(), `${threads} threads`).toBe(single.hash())
        expect(sim.substeps, `${threads} threads`).toBe(single.substeps)
        expect(sim.diagnostics(), `${threads} threads`).toEqual(single.diagnostics())
        sim.dispose()
      }
      single.dispose()
    })

  it('end before an event', async () => {
    const scene: SceneInput = {
      ...pond,
      events: [{ type: 'drop', x: 0, z: 0, radius: 1, height: 0.1, time: 0.2 }],
    }
    const [single, sim] = [await createSurface(scene), await createSurface(scene)]
    for (let step = 0; step < STEPS; step++) single.step()
    sim.step(STEPS)
    expect(sim.hash()).toBe(single.hash())
    expect(sim.time).toBe(single.time)
  })
})
