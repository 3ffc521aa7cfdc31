import { createSimulation } from 'seiche'
import { vortexEnergies } from '../../exact/spectral-vortices.js'
import type { Problem } from '../../problem.js'

const SIDE = 2 * Math.PI
const VISCOSITY = 0.02

/** Decay rate of the energy [1/s], and root of the mean square of the error of u [m/s] after a second. */
async function vortices(cells: number, advection: 'maccormack' | 'bfecc' | 'semi-lagrangian' | 'quick') {
  const steps = Math.round((2 * cells) / SIDE)
  const sim = await createSimulation({
    seiche: 1,
    grid: { cells: [cells, cells], cellSize: SIDE / cells },
    timeStep: 1 / steps,
    solver: { type: 'stable-fluids', viscosity: VISCOSITY, advection, tolerance: 1e-6 },
    fluid: {
      boundaries: { 'x-': 'periodic', 'x+': 'periodic', 'y-': 'periodic', 'y+': 'periodic' },
      flow: [{ flow: 'taylor-green', speed: 1 }],
    },
  })
  const { kineticEnergy } = sim.diagnostics()
  sim.step(steps)
  const rate = Math.log(kineticEnergy / sim.diagnostics().kineticEnergy)
  const u = sim.field('u').read()
  sim.dispose()
  const fade = Math.exp(-2 * VISCOSITY)
  let squares = 0
  for (let j = 0; j < cells; j++)
    for (let i = 0; i < cells; i++) {
      const [x, y] = [(i / cells - 0.5) * SIDE, ((j + 0.5) / cells - 0.5) * SIDE]
      squares += (u[j * (cells + 1) + i]! - fade * Math.sin(x) * Math.cos(y)) ** 2
    }
  return { rate, error: Math.sqrt(squares) / cells }
}

export const taylorGreen: Problem = {
  name: 'Taylor–Green vortices',
  solver: 'stable-fluids',
  exact: 'u = sin x cos y e^(-2νt), v = -cos x sin y e^(-2νt): energy falls as e^(-4νk²t)',
  async run() {
    const [coarse, fine, finest] = [
      await vortices(32, 'maccormack'),
      await vortices(64, 'maccormack'),
      await vortices(128, 'maccormack'),
    ]
    const bfecc = await vortices(64, 'bfecc')
    const quick = await vortices(64, 'quick')
    const plain = await vortices(64, 'semi-lagrangian')
    const rate = { expected: 4 * VISCOSITY, tolerance: 0.01, kind: 'relative', unit: '1/s' } as const
    const order = { expected: 1.9, tolerance: 0, kind: 'at least', unit: '' } as const
    return [
      { quantity: 'decay of energy, 64², maccormack', measured: fine.rate, ...rate },
      { quantity: 'decay of energy, 64², bfecc', measured: bfecc.rate, ...rate },
      { quantity: 'decay of energy, 64², quick', measured: quick.rate, ...rate },
      { quantity: 'order of the error of u, 32² to 64²', measured: Math.log2(coarse.error / fine.error), ...order },
      { quantity: 'order of the error of u, 64² to 128²', measured: Math.log2(fine.error / finest.error), ...order },
      {
        quantity: 'decay of energy by plain carrying, 64², in times of the true one',
        measured: plain.rate / (4 * VISCOSITY),
        expected: 1.5,
        tolerance: 0,
        kind: 'at least',
        unit: '',
      },
    ]
  },
}

/** Energy of vortices that break up into eddies after 5 s at Re 100, in parts of that at the start. */
async function eddies(cells: number, advection: 'maccormack' | 'quick'): Promise<number> {
  const sim = await createSimulation({
    seiche: 1,
    grid: { cells: [cells, cells, cells], cellSize: SIDE / cells },
    timeStep: 0.1,
    solver: { type: 'stable-fluids', viscosity: 0.01, advection, tolerance: 1e-4 },
    fluid: {
      boundaries: {
        'x-': 'periodic',
        'x+': 'periodic',
        'y-': 'periodic',
        'y+': 'periodic',
        'z-': 'periodic',
        'z+': 'periodic',
      },
      flow: [{ flow: 'taylor-green', speed: 1, inDepth: true }],
    },
  })
  const { kineticEnergy } = sim.diagnostics()
  sim.step(50)
  const share = sim.diagnostics().kineticEnergy / kineticEnergy
  sim.dispose()
  return share
}

export const taylorGreenInDepth: Problem = {
  name: 'Taylor–Green vortices in a volume',
  solver: 'stable-fluids',
  exact: 'energy at t = 5, Re 100, by a pseudo-spectral method (exact/spectral-vortices.ts)',
  async run() {
    const expected = vortexEnergies.get(5)!
    const energy = { expected, kind: 'relative', unit: 'of the start' } as const
    return [
      { quantity: 'energy, 32³, quick', measured: await eddies(32, 'quick'), tolerance: 0.02, ...energy },
      { quantity: 'energy, 32³, maccormack', measured: await eddies(32, 'maccormack'), tolerance: 0.1, ...energy },
    ]
  },
}
