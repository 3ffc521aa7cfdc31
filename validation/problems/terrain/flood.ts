import { waterOverGround } from '../../over-ground.js'
import type { Problem } from '../../problem.js'

const STEPS = 10_000

/** Hills and hollows, with a valley along x through all of them. */
function bed(x: number, z: number): number {
  return 0.6 * Math.sin(0.9 * x + 0.4) * Math.cos(1.1 * z) + 0.15 * z * z - 0.05 * x
}

function flood(type: 'shallow-water' | 'kass-miller'): Problem {
  return {
    name: 'Floods and droughts, 10,000 steps',
    solver: type,
    exact: 'the water is what was there and what springs, rain, drains and edges brought and took; no depth is below 0',
    async run() {
      const sim = await waterOverGround({
        cells: [64, 48],
        cellSize: 0.125,
        timeStep: 0.01,
        solver: { type },
        bed,
        eta: () => -0.2,
        sources: [
          // A spring on a hillside, rain that comes and goes, a drain in a hollow that runs dry again and again.
          { shape: { shape: 'disc', center: [-2, 0.8], radius: 0.4 }, rate: 0.2 },
          { shape: { shape: 'box', size: [8, 6] }, rate: 0.004, start: 20, end: 50 },
          { shape: { shape: 'disc', center: [1.3, 0], radius: 0.5 }, rate: -0.3, start: 10, end: 80 },
        ],
        inflows: [{ edge: 'x-', stage: { mean: 0.1, amplitude: 0.4, period: 25 } }],
        boundaries: { 'x+': 'absorb' },
      })
      const start = sim.diagnostics().volume
      let off = 0
      let lowest = Infinity
      let passed = 0
      let dried = 0
      let flooded = 0
      let wet = sim.field('depth').read()
      for (let block = 0; block < 100; block++) {
        sim.step(STEPS / 100)
        const { volume, addedVolume } = sim.diagnostics()
        off = Math.max(off, Math.abs(volume - start - addedVolume) / Math.max(volume, start))
        passed = Math.max(passed, Math.abs(addedVolume))
        const depth = sim.field('depth').read()
        depth.forEach((d, cell) => {
          lowest = Math.min(lowest, d)
          if (d > 1e-3 && wet[cell]! <= 1e-3) flooded++
          if (d <= 1e-3 && wet[cell]! > 1e-3) dried++
        })
        wet = depth
      }
      sim.dispose()
      const atLeast = { tolerance: 0, kind: 'at least' } as const
      return [
        {
          quantity: 'largest error of the water balance',
          measured: off,
          expected: 1e-6,
          tolerance: 0,
          kind: 'at most',
          unit: 'relative',
        },
        { quantity: 'lowest depth', measured: lowest, expected: 0, ...atLeast, unit: 'm' },
        { quantity: 'most that was brought or taken', measured: passed, expected: 0.5, ...atLeast, unit: 'm³' },
        { quantity: 'cells flooded', measured: flooded, expected: 1000, ...atLeast, unit: '' },
        { quantity: 'cells run dry', measured: dried, expected: 1000, ...atLeast, unit: '' },
      ]
    },
  }
}

export const floods = flood('shallow-water')
export const floodsImplicit = flood('kass-miller')
