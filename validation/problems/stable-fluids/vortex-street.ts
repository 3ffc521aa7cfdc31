import { createSimulation } from 'seiche'
import { measureFrequency } from '../../frequency.js'
import type { Problem } from '../../problem.js'

/** Cells across the cylinder, whose diameter is 1 m; the flow is 1 m/s fast. */
const CELLS = 12
const LENGTH = 20
const WIDTH = 12
const REYNOLDS = 150
/** Times until the street is there, and for how long it is watched [s]. */
const [SETTLING, WATCHED] = [35, 30]

export const vortexStreet: Problem = {
  name: 'Vortex street behind a cylinder, Reynolds number 150',
  solver: 'stable-fluids',
  exact:
    'the frequency of vortices that leave a cylinder, times its diameter over the speed: 0.18 (Williamson, Annu. Rev. Fluid Mech. 28, 1996)',
  async run() {
    const cylinder = 5 - LENGTH / 2
    const dt = 1 / CELLS
    const sim = await createSimulation({
      seiche: 1,
      grid: { cells: [LENGTH * CELLS, WIDTH * CELLS], cellSize: 1 / CELLS },
      timeStep: dt,
      solver: { type: 'stable-fluids', viscosity: 1 / REYNOLDS },
      fluid: {
        boundaries: { 'x-': { inflow: [1, 0] }, 'x+': 'open' },
        solids: [{ shape: 'sphere', center: [cylinder, 0], radius: 0.5 }],
        // A vortex in the wake breaks the symmetry.
        flow: [
          { flow: 'uniform', velocity: [1, 0] },
          { flow: 'vortex', center: [cylinder + 3, 0], radius: 1, speed: 0.5 },
        ],
      },
    })
    sim.step(SETTLING * CELLS)
    let leftover = 0
    const samples = Float64Array.from({ length: WATCHED * CELLS }, (_, k) => {
      sim.step()
      if (k % CELLS === 0) {
        const { divergence, speed } = sim.diagnostics()
        leftover = Math.max(leftover, divergence / CELLS / speed)
      }
      return sim.velocityAt(cylinder + 3, 0)[1]
    })
    sim.dispose()
    return [
      {
        quantity: 'Strouhal number',
        measured: measureFrequency(samples, dt, 2 * Math.PI * 0.18) / (2 * Math.PI),
        expected: 0.18,
        tolerance: 0.02,
        kind: 'absolute',
        unit: '',
      },
      {
        quantity: 'largest speed across the wake, as a part of the flow',
        measured: Math.max(...samples),
        expected: 0.3,
        tolerance: 0,
        kind: 'at least',
        unit: '',
      },
      {
        quantity: 'divergence × cell, as a part of the speed, in any cell',
        measured: leftover,
        expected: 1e-4,
        tolerance: 0,
        kind: 'at most',
        unit: '',
      },
    ]
  },
}
