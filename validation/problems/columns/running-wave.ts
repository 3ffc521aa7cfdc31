import { airy, createSimulation, type SceneInput } from 'seiche'
import type { Finding, Problem } from '../../problem.js'

const G = 9.81
const DEPTH = 2
const LENGTH = 6.4
const K = (2 * Math.PI) / LENGTH
const CELL = 0.1

/** Momentum of a running wave on a periodic grid: as a share of energy over speed at the start, and its largest drift in 10,000 steps. */
async function momentumOf(solver: SceneInput['solver'], omega: number): Promise<{ share: number; drift: number }> {
  const sim = await createSimulation({
    seiche: 1,
    grid: { cells: [128, 8], cellSize: CELL },
    timeStep: 0.01,
    solver,
    boundaries: { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' },
    initial: {
      eta: [{ shape: 'wave', wavelength: LENGTH, height: 0.001 }],
      phi: [{ shape: 'wave', wavelength: LENGTH, phase: 90, height: (G * 0.001) / omega }],
    },
  } as SceneInput)
  const surface = () => sim.diagnostics() as { energy: number; momentum: readonly number[] }
  const start = surface()
  let drift = 0
  for (let block = 0; block < 100; block++) {
    sim.step(100)
    drift = Math.max(drift, Math.abs(surface().momentum[0]! / start.momentum[0]! - 1))
  }
  return { share: start.momentum[0]! / ((start.energy * K) / omega), drift }
}

export const runningWave: Problem = {
  name: 'Momentum of a running wave, 10,000 steps',
  solver: 'columns, iwave',
  exact:
    'energy over speed, times sin(k dx)/(k dx) for differences over two cells; constant on a periodic grid, because the grid looks the same from every cell',
  async run() {
    const findings: Finding[] = []
    const dispersive = airy.angularFrequency(K, { depth: DEPTH, gravity: G, surfaceTension: 0, density: 1000 })
    const cases: [string, SceneInput['solver'], number][] = [
      ['columns', { type: 'columns', depth: DEPTH }, Math.sqrt(G * DEPTH) * K],
      ['iwave, exponential', { type: 'iwave', depth: DEPTH, method: 'exponential' }, dispersive],
      ['iwave, fft', { type: 'iwave', depth: DEPTH, method: 'fft' }, dispersive],
    ]
    for (const [name, solver, omega] of cases) {
      const { share, drift } = await momentumOf(solver, omega)
      findings.push({
        quantity: `${name}: momentum over energy / speed`,
        measured: share,
        expected: Math.sin(K * CELL) / (K * CELL),
        tolerance: 2e-3,
        kind: 'relative',
        unit: '',
      })
      findings.push({
        quantity: `${name}: largest drift of momentum`,
        measured: drift,
        expected: 0,
        tolerance: 5e-5,
        kind: 'absolute',
        unit: 'relative',
      })
    }
    return findings
  },
}
