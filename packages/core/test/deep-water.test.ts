// Deep water of `shallow-water` has loops of its own (kernels/terrain/shallow-face-states.ts). They must have the bits of the general ones.

import { describe, expect, it } from 'vitest'
import { createSimulation, type SceneInput } from '../src/index.js'

const [nx, nz] = [70, 21]

/** A basin with a hump of water in its left half. An island on the right makes all of its rows, which are one block, rows with thin water. */
const basin = (withIsland: boolean, manning: number): SceneInput => ({
  seiche: 1,
  grid: { cells: [nx, nz], cellSize: 1 },
  timeStep: 0.02,
  solver: { type: 'shallow-water', manning, foamLife: 0 },
  terrain: [
    { shape: 'plane', height: -3 },
    { shape: 'gaussian', center: [-20, 0], radius: 6, height: 0.5 },
    { shape: 'box', center: [30, 0], size: [2, 2 * nz], height: withIsland ? 4 : 0 },
  ],
  initial: { eta: [{ shape: 'gaussian', center: [-20, 2], radius: 4, height: 0.3 }] },
})

async function leftHalf(scene: SceneInput): Promise<Float32Array[]> {
  const simulation = await createSimulation(scene, { threads: 1 })
  simulation.step(8)
  const halves = ['depth', 'qx', 'qz'].map((name) =>
    simulation
      .field(name)
      .read()
      .filter((_, cell) => cell % nx < nx / 2),
  )
  simulation.dispose()
  return halves
}

describe('deep water', () => {
  it.each([0, 0.03])(
    'beside thin water in the same rows has the bits of deep water alone, Manning %f',
    async (manning) => {
      const [alone, beside] = [await leftHalf(basin(false, manning)), await leftHalf(basin(true, manning))]
      expect(alone[1]!.some((q) => Math.abs(q) > 0.01)).toBe(true)
      expect(beside).toEqual(alone)
    },
  )
})
