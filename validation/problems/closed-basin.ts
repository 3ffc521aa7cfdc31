import { createSimulation } from 'seiche'
import type { Problem } from '../problem.js'

export const closedBasin: Problem = {
  name: 'Closed basin, 10,000 steps',
  solver: 'columns',
  exact: 'volume and energy are kept: the discrete Laplacian between walls sums to zero, and the scheme is symplectic',
  async run() {
    const sim = await createSimulation({
      seiche: 1,
      grid: { cells: [128, 128], cellSize: 0.05 },
      timeStep: 0.01,
      solver: { type: 'columns', depth: 0.5 },
      initial: {
        eta: [
          { shape: 'gaussian', center: [1, 0.5], radius: 0.5, height: 0.2 },
          { shape: 'noise', scale: 1, height: 0.02 },
        ],
      },
    })
    const start = sim.diagnostics()
    let volumeDrift = 0
    let energyDrift = 0
    for (let block = 0; block < 100; block++) {
      sim.step(100)
      const { volume, energy } = sim.diagnostics()
      volumeDrift = Math.max(volumeDrift, Math.abs(volume / start.volume - 1))
      energyDrift = Math.max(energyDrift, Math.abs(energy / start.energy - 1))
    }
    const still = { expected: 0, kind: 'absolute', unit: 'relative' } as const
    return [
      { quantity: 'largest drift of volume', measured: volumeDrift, tolerance: 1e-6, ...still },
      { quantity: 'largest drift of energy', measured: energyDrift, tolerance: 1e-5, ...still },
    ]
  },
}
