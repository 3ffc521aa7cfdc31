import { createSimulation } from 'seiche'
import type { Problem } from '../problem.js'

/** Share of a puff of dye that is left after the fastest fluid of a vortex that fills the box has gone four sides. */
async function left(advection: 'semi-lagrangian' | 'maccormack', dyes: 'carried' | 'conserved'): Promise<number> {
  const n = 64
  const sim = await createSimulation({
    seiche: 1,
    grid: { cells: [n, n], cellSize: 1 / n },
    timeStep: 1 / n,
    solver: { type: 'stable-fluids', advection, dyes, tolerance: 1e-6 },
    fluid: {
      dyes: { ink: { initial: [{ shape: 'box', center: [0.2, 0], size: [0.15, 0.15] }] } },
      flow: [{ flow: 'taylor-green', speed: 1 }],
    },
  })
  const total = () => sim.diagnostics().fluid!.scalars.ink!.total
  const start = total()
  sim.step(4 * n)
  const share = total() / start
  sim.dispose()
  return share
}

export const dyeInBox: Problem = {
  name: 'Dye stirred in a closed box',
  solver: 'stable-fluids',
  exact: 'as much dye as before. Carried dye is looked up, not moved, so its amount is not kept; conserved dye is',
  async run() {
    const kept = { expected: 1, kind: 'absolute', unit: '' } as const
    return [
      { quantity: 'left of conserved dye', measured: await left('maccormack', 'conserved'), ...kept, tolerance: 1e-4 },
      {
        quantity: 'left of dye carried plainly',
        measured: await left('semi-lagrangian', 'carried'),
        ...kept,
        tolerance: 0.1,
      },
      {
        quantity: 'left of dye carried by maccormack: its limiter fills what would fall below zero',
        measured: await left('maccormack', 'carried'),
        expected: 2.5,
        tolerance: 0,
        kind: 'at most',
        unit: '',
      },
    ]
  },
}
