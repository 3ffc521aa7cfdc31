import { createSimulation, type SceneInput } from 'seiche'
import type { Problem } from '../../problem.js'

const LENGTH = 6.4
const CELLS = 128
const SECONDS = 20

/** Rate [1/s] at which the amplitude of a standing wave of `waves` whole waves falls. */
async function decayRate(waves: number, solver: SceneInput['solver']): Promise<number> {
  const sim = await createSimulation({
    seiche: 1,
    grid: { cells: [CELLS, 1], cellSize: LENGTH / CELLS },
    timeStep: 0.01,
    solver,
    initial: { eta: [{ shape: 'wave', wavelength: LENGTH / waves, height: 0.01 }] },
    boundaries: { 'x-': 'periodic', 'x+': 'periodic' },
  })
  const start = sim.diagnostics().energy
  sim.step(SECONDS * 100)
  return Math.log(start / sim.diagnostics().energy) / (2 * SECONDS)
}

export const fading: Problem = {
  name: 'Fading waves',
  solver: 'columns',
  exact: 'amplitude falls as exp(-damping t); under viscosity ν as exp(-2 ν k² t) (Lamb, Hydrodynamics, §348)',
  async run() {
    const viscosity = 0.002
    const expected = (waves: number) => 2 * viscosity * ((2 * Math.PI * waves) / LENGTH) ** 2
    const relative = { tolerance: 0.02, kind: 'relative', unit: '1/s' } as const
    return [
      {
        quantity: 'rate with damping 0.1',
        measured: await decayRate(2, { type: 'columns', depth: 0.5, damping: 0.1 }),
        expected: 0.1,
        ...relative,
      },
      {
        quantity: 'rate with viscosity, 4 waves',
        measured: await decayRate(4, { type: 'columns', depth: 0.5, viscosity }),
        expected: expected(4),
        ...relative,
      },
      {
        quantity: 'rate with viscosity, 8 waves',
        measured: await decayRate(8, { type: 'columns', depth: 0.5, viscosity }),
        expected: expected(8),
        ...relative,
      },
    ]
  },
}
