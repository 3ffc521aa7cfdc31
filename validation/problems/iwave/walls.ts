import { createSimulation, type SceneInput } from 'seiche'
import { measureFrequency } from '../../frequency.js'
import type { Finding, Problem } from '../../problem.js'

const G = 9.81
const solver = { type: 'iwave', method: 'fft', walls: 'impermeable' } as const
const depths = [
  ['0.5 m of water', { depth: 0.5 }],
  ['deep water', {}],
] as const

/** Cells of the lake and its surroundings, and their size: the thickness of the wall [m]. */
const CELLS = [48, 24] as const
const DX = 0.16
/** Column of the wall; the lake is beyond it. */
const WALL = 24
/** Level of the lake, and a ripple on it [m]. */
const LEVEL = 0.1
const RIPPLE = 0.01

/** An hour of a lake behind a wall. */
async function lakeAfterAnHour(depth: { depth?: number }) {
  const sim = await createSimulation({
    seiche: 1,
    grid: { cells: [...CELLS], cellSize: DX },
    timeStep: 0.1,
    solver: { ...solver, ...depth },
    obstacles: [{ shape: 'box', center: [DX / 2, 0], size: [DX, 20] }],
    initial: {
      eta: [
        { shape: 'box', center: [DX / 2 + 5, 0], size: [10, 20], height: LEVEL },
        { shape: 'gaussian', center: [2.4, 0.3], radius: 0.4, height: RIPPLE },
      ],
    },
  })
  const read = () => {
    const eta = sim.field('eta').read()
    let [lake, outside, largest] = [0, 0, 0]
    for (let cell = 0; cell < eta.length; cell++) {
      const column = cell % CELLS[0]
      if (column > WALL) lake += eta[cell]!
      if (column < WALL) outside = Math.max(outside, Math.abs(eta[cell]!))
      if (column > WALL) largest = Math.max(largest, Math.abs(eta[cell]! - LEVEL))
    }
    return { level: lake / ((CELLS[0] - WALL - 1) * CELLS[1]), outside, largest }
  }
  const before = { ...read(), ...sim.diagnostics() }
  sim.step(36_000)
  const after = { ...read(), ...sim.diagnostics() }
  // Energy of the ripple: that of the level stays.
  const ofLevel = 0.5 * 1000 * G * before.level ** 2 * (CELLS[0] - WALL - 1) * CELLS[1] * DX * DX
  sim.dispose()
  return { before, after, rippleEnergy: (after.energy - ofLevel) / (before.energy - ofLevel) }
}

export const lakeBehindWall: Problem = {
  name: 'A lake behind a wall one cell thick, one hour',
  solver: 'iwave, impermeable walls',
  exact:
    'nothing passes: the lake keeps its level 10 cm above the water outside, which stays still; a ripple keeps its energy',
  async run() {
    const findings: Finding[] = []
    for (const [water, depth] of depths) {
      const { before, after, rippleEnergy } = await lakeAfterAnHour(depth)
      findings.push(
        {
          quantity: `${water}: change of the mean level of the lake`,
          measured: after.level - before.level,
          expected: 0,
          tolerance: 1e-7,
          kind: 'absolute',
          unit: 'm',
        },
        {
          // The ripple itself is not quite zero there.
          quantity: `${water}: largest elevation outside`,
          measured: after.outside,
          expected: 0,
          tolerance: 1e-15,
          kind: 'absolute',
          unit: 'm',
        },
        {
          quantity: `${water}: energy of the ripple, after to before`,
          measured: rippleEnergy,
          expected: 1,
          tolerance: 0.01,
          kind: 'absolute',
          unit: '',
        },
      )
    }
    return findings
  },
}

/** Open cells of a channel between two walls; the channel has a solid cell at either end. */
const LENGTH = 118

/** Frequency of a standing wave with a number of half waves between the walls, relative to Airy's theory for this time step. */
async function frequencyError(halfWaves: number, depth: { depth?: number }): Promise<number> {
  const k = (Math.PI * halfWaves) / LENGTH
  const omega = Math.sqrt(G * k * (depth.depth ? Math.tanh(k * depth.depth) : 1))
  const timeStep = (2 * Math.PI) / omega / 64
  const scene: SceneInput = {
    seiche: 1,
    grid: { cells: [LENGTH + 2, 1], cellSize: 1 },
    timeStep,
    solver: { ...solver, ...depth },
    obstacles: [-1, 1].map((side) => ({ shape: 'box', center: [(side * (LENGTH + 1)) / 2, 0], size: [1, 4] })),
    initial: { eta: [{ shape: 'wave', wavelength: (2 * LENGTH) / halfWaves, height: 0.01, phase: halfWaves * 90 }] },
  }
  const sim = await createSimulation(scene, { threads: 1 })
  const shape = Array.from({ length: LENGTH }, (_, i) => Math.cos(k * (i + 0.5)))
  const samples: number[] = []
  for (let step = 0; step < 640; step++) {
    const eta = sim.field('eta').read()
    samples.push(shape.reduce((sum, value, i) => sum + value * eta[i + 1]!, 0))
    sim.step()
  }
  sim.dispose()
  const dt = timeStep / sim.substeps
  const expected = (2 * Math.asin((omega * dt) / 2)) / dt
  return measureFrequency(samples, timeStep, omega) / expected - 1
}

export const wavesBetweenWalls: Problem = {
  name: 'Standing waves between two walls',
  solver: 'iwave, impermeable walls',
  exact: 'ω² = g k tanh(k d) (Airy), and the known error of leapfrog in time',
  async run() {
    const findings: Finding[] = []
    for (const [water, depth] of [
      ['4 cells deep', { depth: 4 }],
      ['deep', {}],
    ] as const)
      for (const [halfWaves, tolerance] of [
        [1, 0.01],
        [4, 0.002],
        [12, 0.002],
        [24, 0.004],
      ] as const)
        findings.push({
          quantity: `${water}, waves of ${((2 * LENGTH) / halfWaves).toFixed(1)} cells: error of the frequency`,
          measured: await frequencyError(halfWaves, depth),
          expected: 0,
          tolerance,
          kind: 'absolute',
          unit: 'relative',
        })
    return findings
  },
}
