// Sweeps of several substeps of `columns`: the bits of single ones, with any edges and solids, on any number of threads.

import type { SceneInput } from 'seiche'
import { describe, expect, it } from 'vitest'
import { createSurface } from '../testing/running.js'

/** Large enough for such sweeps, with bands of 32 rows on four threads, and whole vectors that end beyond the last column. */
const basin: SceneInput = {
  seiche: 1,
  grid: { cells: [4097, 131], cellSize: 0.1 },
  timeStep: 0.02,
  solver: { type: 'columns', depth: 0.3 },
  initial: { eta: [{ shape: 'gaussian', center: [3, 1], radius: 4, height: 0.1 }] },
}

const edges = (x: 'reflect' | 'absorb' | 'periodic', z = x) => ({ 'x-': x, 'x+': x, 'z-': z, 'z+': z })
const wall = (sizeX: number, sizeZ: number) => ({ shape: 'box' as const, size: [sizeX, sizeZ] as [number, number] })

const scenes: Record<string, Partial<SceneInput>> = {
  'closed edges': {},
  'open edges': { boundaries: edges('absorb') },
  'periodic edges': { boundaries: edges('periodic') },
  'periodic edges along z only': { boundaries: edges('absorb', 'periodic') },
  'edges held at different heights': {
    boundaries: { 'x-': { fixed: 0.02 }, 'x+': 'absorb', 'z-': { fixed: -0.01 }, 'z+': 'reflect' },
  },
  damping: { solver: { type: 'columns', depth: 0.3, damping: 0.5 } },
  'several substeps a step': { timeStep: 0.2 },
  'a solid': { obstacles: [wall(3, 5)] },
  'two pools': { obstacles: [wall(1, 20)] },
  'two pools with periodic edges': { boundaries: edges('periodic'), obstacles: [wall(1, 20)] },
}

/** Neither a multiple of the substeps of a sweep nor of the steps between two shifts of the potential. */
const STEPS = 37

describe('sweeps of several substeps', () => {
  for (const [name, others] of Object.entries(scenes))
    it(`have the bits of single steps: ${name}`, async () => {
      const scene = { ...basin, ...others }
      const single = await createSurface(scene)
      for (let step = 0; step < STEPS; step++) single.step()
      for (const threads of [1, 2, 4]) {
        const sim = await createSurface(scene, { threads })
        sim.step(STEPS)
        expect(sim.hash(), `${threads} threads`).toBe(single.hash())
        expect(sim.diagnostics(), `${threads} threads`).toEqual(single.diagnostics())
        sim.dispose()
      }
      single.dispose()
    })
})
