import { fluidBox, fluidDensityStep, fluidSetBounds } from '@seiche/textbook'
import { createSimulation } from 'seiche'
import type { Problem } from '../../problem.js'

const CELLS = 64
/** The fastest fluid goes four sides. */
const STEPS = 4 * CELLS

/** What becomes of an amount of dye: the share that is left in the end, and the farthest that it was from 1 on the way. */
interface Fate {
  readonly left: number
  readonly farthest: number
}

/** Follows the amount over the steps. */
function follow(step: () => void, total: () => number): Fate {
  const start = total()
  let farthest = 0
  for (let n = 0; n < STEPS; n++) {
    step()
    farthest = Math.max(farthest, Math.abs(total() / start - 1))
  }
  return { left: total() / start, farthest }
}

/** A puff of dye in a vortex that fills the box. */
async function stir(advection: 'semi-lagrangian' | 'maccormack', dyes: 'carried' | 'conserved'): Promise<Fate> {
  const sim = await createSimulation({
    seiche: 1,
    grid: { cells: [CELLS, CELLS], cellSize: 1 / CELLS },
    timeStep: 1 / CELLS,
    solver: { type: 'stable-fluids', advection, dyes, tolerance: 1e-6 },
    fluid: {
      dyes: { ink: { initial: [{ shape: 'box', center: [0.2, 0], size: [0.15, 0.15] }] } },
      flow: [{ flow: 'taylor-green', speed: 1 }],
    },
  })
  const fate = follow(
    () => sim.step(),
    () => sim.diagnostics().scalars.ink!.total,
  )
  sim.dispose()
  return fate
}

/** The same puff and the same vortex in the textbook's box, whose flow stands still. */
function stirTextbook(): Fate {
  const n = CELLS
  const box = fluidBox(n, 2)
  const [u, v] = [box.velocity[0]!, box.velocity[1]!]
  const centre = (cell: number) => (cell - 0.5) / n
  for (let j = 1; j <= n; j++)
    for (let i = 1; i <= n; i++) {
      const [cell, x, y] = [j * (n + 2) + i, Math.PI * centre(i), Math.PI * centre(j)]
      u[cell] = Math.sin(x) * Math.cos(y)
      v[cell] = -Math.cos(x) * Math.sin(y)
      box.density[cell] = Number(Math.abs(centre(i) - 0.7) < 0.075 && Math.abs(centre(j) - 0.5) < 0.075)
    }
  fluidSetBounds(box.grid, 1, u)
  fluidSetBounds(box.grid, 2, v)
  const none = new Float64Array(box.density.length)
  const parameters = { dx: 1 / n, dt: 1 / n, diffusion: 0, viscosity: 0, sweeps: 1 }
  return follow(
    () => fluidDensityStep(box, none, parameters),
    () => box.grid.interior.reduce((sum, cell) => sum + box.density[cell]!, 0),
  )
}

export const dyeInBox: Problem = {
  name: 'Dye stirred in a closed box',
  solver: 'stable-fluids',
  exact: 'as much dye as before. Carried dye is looked up, not moved, so its amount is not kept; conserved dye is',
  async run() {
    const kept = { expected: 1, kind: 'absolute', unit: '' } as const
    const conserved = await stir('maccormack', 'conserved')
    const plain = await stir('semi-lagrangian', 'carried')
    const corrected = await stir('maccormack', 'carried')
    return [
      { quantity: 'left of conserved dye', measured: conserved.left, ...kept, tolerance: 1e-4 },
      {
        quantity: 'farthest from it on the way, conserved dye',
        measured: conserved.farthest,
        ...kept,
        expected: 0,
        tolerance: 1e-4,
      },
      { quantity: 'left of dye carried plainly', measured: plain.left, ...kept, tolerance: 0.1 },
      {
        quantity: 'farthest from it on the way, dye carried plainly',
        measured: plain.farthest,
        ...kept,
        expected: 0,
        tolerance: 0.1,
      },
      {
        quantity: "farthest from it on the way, the textbook's box, in times of that",
        measured: stirTextbook().farthest / plain.farthest,
        expected: 1,
        tolerance: 0,
        kind: 'at least',
        unit: '',
      },
      {
        quantity: 'left of dye carried by maccormack: its limiter fills what would fall below zero',
        measured: corrected.left,
        expected: 2.5,
        tolerance: 0,
        kind: 'at most',
        unit: '',
      },
    ]
  },
}
