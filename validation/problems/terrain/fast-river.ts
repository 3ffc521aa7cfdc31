import { createSimulation, type SceneInput } from 'seiche'
import type { Problem } from '../../problem.js'

const DEPTH = 0.5
const SPEED = 4

/** A river that runs at 1.8 times the speed of its waves, in and out of the grid. `slope`: fall of the ground along x. */
async function river(cells: number, slope: number) {
  const middle = (cells * 0.25) / 2
  const scene: SceneInput = {
    seiche: 1,
    grid: { cells: [cells, 4], cellSize: 0.25 },
    timeStep: 0.01,
    solver: { type: 'shallow-water' },
    terrain: [{ shape: 'plane', height: -DEPTH - slope * middle, slope: [-slope, 0] }],
    initial: {
      eta: [{ shape: 'plane', height: -slope * middle, slope: [-slope, 0] }],
      phi: [{ shape: 'plane', slope: [SPEED, 0] }],
    },
    boundaries: { 'x+': 'absorb' },
    inflows: [{ edge: 'x-', depth: DEPTH, velocity: SPEED }],
  }
  const sim = await createSimulation(scene)
  sim.step(2000)
  return sim
}

export const fastRiver: Problem = {
  name: 'A river faster than its waves',
  solver: 'shallow-water',
  exact:
    'over level ground depth and velocity of the inflow everywhere, the last cell included; down a slope the last cell is as in a longer channel, because nothing travels upstream',
  async run() {
    const level = (await river(60, 0)) as { field(name: string): { at(i: number, j: number): number } }
    let [all, last] = [0, 0]
    for (let i = 0; i < 60; i++) {
      const error = Math.abs(level.field('depth').at(i, 1) / DEPTH - 1)
      all = Math.max(all, error)
      if (i === 59) last = error
    }
    const depthAt59 = async (cells: number) => {
      const sim = (await river(cells, 0.1)) as { field(name: string): { at(i: number, j: number): number } }
      return sim.field('depth').at(59, 1)
    }
    const [short, long] = [await depthAt59(60), await depthAt59(80)]
    return [
      {
        quantity: 'largest error of depth',
        measured: all,
        expected: 0,
        tolerance: 1e-5,
        kind: 'absolute',
        unit: 'relative',
      },
      {
        quantity: 'error of depth in the last cell',
        measured: last,
        expected: 0,
        tolerance: 1e-5,
        kind: 'absolute',
        unit: 'relative',
      },
      {
        quantity: 'depth in the last cell, down a slope',
        measured: short,
        expected: long,
        tolerance: 3e-4,
        kind: 'relative',
        unit: 'm',
      },
    ]
  },
}
