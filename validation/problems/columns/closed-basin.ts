import { createSimulation, type SceneInput } from 'seiche'
import type { Problem } from '../../problem.js'

type Shapes = NonNullable<NonNullable<SceneInput['initial']>['eta']>

const hillAt = (...center: [number, number]) => ({ shape: 'gaussian' as const, center, radius: 0.5, height: 0.2 })

/** Largest drift of volume and energy, relative, at a hundred moments of a run. */
async function driftOf(cells: number, eta: Shapes, steps: number): Promise<{ volume: number; energy: number }> {
  const sim = await createSimulation({
    seiche: 1,
    grid: { cells: [cells, cells], cellSize: 0.05 },
    timeStep: 0.01,
    solver: { type: 'columns', depth: 0.5 },
    initial: { eta },
  })
  const start = sim.diagnostics()
  const drift = { volume: 0, energy: 0 }
  for (let block = 0; block < 100; block++) {
    sim.step(steps / 100)
    const { volume, energy } = sim.diagnostics()
    drift.volume = Math.max(drift.volume, Math.abs(volume / start.volume - 1))
    drift.energy = Math.max(drift.energy, Math.abs(energy / start.energy - 1))
  }
  sim.dispose()
  return drift
}

export const closedBasin: Problem = {
  name: 'Closed basin, 10,000 steps',
  solver: 'columns',
  exact: 'volume and energy are kept: the discrete Laplacian between walls sums to zero, and the scheme is symplectic',
  async run() {
    const rough = await driftOf(128, [hillAt(1, 0.5), { shape: 'noise', scale: 1, height: 0.02 }], 10_000)
    // Roundings that favour a direction: those of eta - level in the kick made this basin lose 7.5e-6.
    const smooth = await driftOf(64, [hillAt(0.1, 0.05)], 100_000)
    const still = { expected: 0, kind: 'absolute', unit: 'relative' } as const
    return [
      { quantity: 'largest drift of volume', measured: rough.volume, tolerance: 1e-6, ...still },
      { quantity: 'largest drift of energy', measured: rough.energy, tolerance: 1e-5, ...still },
      // It grows with the number of steps.
      {
        quantity: 'a hill alone, 100,000 steps: largest drift of volume',
        measured: smooth.volume,
        tolerance: 1e-6,
        ...still,
      },
      {
        quantity: 'a hill alone, 100,000 steps: largest drift of energy',
        measured: smooth.energy,
        tolerance: 2e-6,
        ...still,
      },
    ]
  },
}
