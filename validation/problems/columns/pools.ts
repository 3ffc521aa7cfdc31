import { createSimulation } from 'seiche'
import type { Problem } from '../../problem.js'

/** Cells of the two pools, beside a wall of four cells. */
const LEFT = 18
const RIGHT = 22

export const twoPools: Problem = {
  name: 'Two pools in one basin, an hour',
  solver: 'columns',
  exact:
    'pools that a wall separates keep their levels, 30 cm apart, a ripple of 1 mm its height, and both their energy',
  async run() {
    const sim = await createSimulation({
      seiche: 1,
      grid: { cells: [40, 8], cellSize: 0.1 },
      timeStep: 1 / 60,
      solver: { type: 'columns', depth: 0.5 },
      initial: {
        eta: [
          { shape: 'box', center: [-1, 0], size: [2, 2], height: 0.3 },
          { shape: 'wave', wavelength: 1.8, height: 0.001 },
        ],
      },
      obstacles: [{ shape: 'box', size: [0.4, 2] }],
    })
    /** Mean and range of the elevation of some columns [m]. */
    const pool = (from: number, to: number) => {
      const eta = sim.field('eta')
      const heights = Array.from({ length: to - from }, (_, i) => eta.at(from + i, 3))
      const mean = heights.reduce((sum, height) => sum + height, 0) / heights.length
      return { mean, range: Math.max(...heights) - Math.min(...heights) }
    }
    const difference = () => pool(0, LEFT).mean - pool(RIGHT, 40).mean
    const start = { energy: sim.diagnostics().energy, difference: difference() }
    let [ripple, energy] = [0, 0]
    for (let minute = 0; minute < 60; minute++) {
      sim.step(3600)
      ripple = Math.max(ripple, pool(0, LEFT).range, pool(RIGHT, 40).range)
      energy = Math.max(energy, Math.abs(sim.diagnostics().energy / start.energy - 1))
    }
    return [
      // A standing wave of 1 mm, and what the cut at the wall adds to it.
      {
        quantity: 'crest to trough, largest',
        measured: ripple,
        expected: 0.0045,
        tolerance: 0,
        kind: 'at most',
        unit: 'm',
      },
      {
        quantity: 'largest drift of energy',
        measured: energy,
        expected: 0,
        tolerance: 2e-4,
        kind: 'absolute',
        unit: 'relative',
      },
      {
        quantity: 'difference of the levels',
        measured: difference(),
        expected: start.difference,
        tolerance: 1e-4,
        kind: 'relative',
        unit: 'm',
      },
    ]
  },
}
