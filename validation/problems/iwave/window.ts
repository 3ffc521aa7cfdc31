import { iwaveWeights } from '@seiche/textbook'
import { createSimulation, type SceneInput, type SurfaceDiagnostics, type SurfaceSimulation } from 'seiche'
import type { Finding, Problem } from '../../problem.js'

const G = 9.81
/** Cells along a side of the periodic square, and their size [m]. */
const CELLS = 128
const DX = 0.1

/** A wave with m crests along x and n along z. */
interface Wave {
  readonly m: number
  readonly n: number
}

const wavenumber = ({ m, n }: Wave) => (2 * Math.PI * Math.hypot(m, n)) / (CELLS * DX)
const cellsPerWave = ({ m, n }: Wave) => CELLS / Math.hypot(m, n)

/** Waves in seven directions within an octant, with lengths from 4 cells to the whole square. */
function waves(longest: number): Wave[] {
  const found: Wave[] = []
  for (const m of [1, 2, 3, 4, 6, 8, 11, 16, 22, 32])
    for (const slope of [0, 1 / 4, 1 / 2, 1]) {
      const wave = { m, n: Math.round(m * slope) }
      const length = cellsPerWave(wave)
      const known = found.some(({ m, n }) => m === wave.m && n === wave.n)
      if (length >= 4 && length <= longest && !known) found.push(wave)
    }
  return found
}

async function square(given: readonly Wave[], timeStep: number, levels?: number): Promise<SurfaceSimulation> {
  const scene: SceneInput = {
    seiche: 1,
    grid: { cells: [CELLS, CELLS], cellSize: DX },
    timeStep,
    solver: { type: 'iwave', method: 'window', ...(levels === undefined ? {} : { levels }) },
    boundaries: { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' },
    initial: {
      eta: given.map(({ m, n }) => ({
        shape: 'wave',
        wavelength: (CELLS * DX) / Math.hypot(m, n),
        direction: (Math.atan2(n, m) * 180) / Math.PI,
        height: 0.001,
      })),
    },
  }
  return (await createSimulation(scene)) as SurfaceSimulation
}

/** Amplitude of a wave in a field. */
function amplitude(values: Float32Array, { m, n }: Wave): number {
  let sum = 0
  for (let j = 0; j < CELLS; j++)
    for (let i = 0; i < CELLS; i++) {
      const phase = (2 * Math.PI * (m * (i + 0.5 - CELLS / 2) + n * (j + 0.5 - CELLS / 2))) / CELLS
      sum += values[j * CELLS + i]! * Math.cos(phase)
    }
  return (2 * sum) / (CELLS * CELLS)
}

/**
 * Frequency of every wave over its true one, less 1: from the phase of elevation and potential after some turns of the slowest
 * wave, few enough that no wave is off by half a turn.
 */
async function frequencyErrors(given: readonly Wave[], levels?: number, turns = 1.5): Promise<Map<Wave, number>> {
  const fastest = Math.max(...given.map((wave) => Math.sqrt(G * wavenumber(wave))))
  const slowest = Math.min(...given.map((wave) => Math.sqrt(G * wavenumber(wave))))
  // ω dt = 0.1: leapfrog itself errs by 4e-4.
  const timeStep = 0.1 / fastest
  const sim = await square(given, timeStep, levels)
  const steps = Math.round((2 * Math.PI * turns) / slowest / timeStep)
  sim.step(steps)
  const [eta, phi] = [sim.field('eta').read(), sim.field('phi').read()]
  sim.dispose()
  return new Map(
    given.map((wave) => {
      const omega = Math.sqrt(G * wavenumber(wave))
      const height = amplitude(eta, wave)
      const potential = amplitude(phi, wave) - 0.5 * G * timeStep * height
      const time = steps * timeStep
      // The potential of a standing wave is -(g/ω) sin ωt with the ω that it really has: found by iteration.
      let found = omega
      for (let iteration = 0; iteration < 50; iteration++) {
        const phase = Math.atan2((-potential * found) / G, height)
        found = (phase + 2 * Math.PI * Math.round((omega * time - phase) / (2 * Math.PI))) / time
      }
      return [wave, found / omega - 1]
    }),
  )
}

const worst = (errors: ReadonlyMap<Wave, number>) => Math.max(...[...errors.values()].map(Math.abs))

/** ω/ω_true of the published window for a wave along x, its strength of 14.18 divided out. */
function publishedRatio(cells: number): number {
  const weights = iwaveWeights(6)
  const k = (2 * Math.PI) / cells
  let symbol = 0
  for (let b = 0; b < 13; b++) for (let a = 0; a < 13; a++) symbol += weights[b * 13 + a]! * Math.cos(k * (a - 6))
  return Math.sqrt(symbol / (8 * Math.sqrt(Math.PI)) / k)
}

/** ω/ω_true by cells per wave, along x: of the published window, of one fitted window, of the pyramid. */
export async function dispersionCurves() {
  const along = [1, 2, 3, 4, 6, 8, 11, 16, 22, 32].map((m) => ({ m, n: 0 }))
  const curve = (method: string, errors: ReadonlyMap<Wave, number>) =>
    [...errors].map(([wave, error]) => ({ method, cells: cellsPerWave(wave), ratio: 1 + error }))
  return [
    ...along.map((wave) => ({
      method: 'published 13 × 13',
      cells: cellsPerWave(wave),
      ratio: publishedRatio(cellsPerWave(wave)),
    })),
    ...curve('fitted 13 × 13', await frequencyErrors(along, 1, 0.25)),
    ...curve('pyramid of them', await frequencyErrors(along)),
  ]
}

export const windowDispersion: Problem = {
  name: 'Dispersion of the 13 × 13 window',
  solver: 'iwave, window',
  exact: 'ω² = g k on deep water; the published window (Tessendorf 2008) beside it',
  async run() {
    const single = waves(16)
    const all = waves(CELLS)
    const pyramid = await frequencyErrors(all)
    const atMost = { kind: 'at most', tolerance: 0, unit: '' } as const
    const findings: Finding[] = [
      {
        quantity: `one level, ${single.length} waves of 4 to 16 cells: largest frequency error`,
        measured: worst(await frequencyErrors(single, 1)),
        expected: 0.04,
        ...atMost,
      },
      {
        quantity: `pyramid, ${all.length} waves of 4 to 128 cells: largest frequency error`,
        measured: worst(pyramid),
        expected: 0.03,
        ...atMost,
      },
    ]
    for (const [wave, error] of pyramid)
      if (wave.n === 0 && CELLS % wave.m === 0)
        findings.push({
          quantity: `pyramid, frequency over the true one at ${cellsPerWave(wave)} cells`,
          measured: 1 + error,
          expected: 1,
          tolerance: 0.03,
          kind: 'absolute',
          unit: '',
        })
    for (const [cells, ratio] of [
      [8, 0.747],
      [64, 1.285],
    ] as const)
      findings.push({
        quantity: `published window, the same at ${cells} cells (a defect of the textbook)`,
        measured: publishedRatio(cells),
        expected: ratio,
        tolerance: 5e-4,
        kind: 'absolute',
        unit: '',
      })
    return findings
  },
}

export const windowKeeps: Problem = {
  name: 'The window keeps volume and stays bounded',
  solver: 'iwave, window',
  exact: 'the weights of every level sum to zero and its symbol is nowhere negative: volume is kept, nothing grows',
  async run() {
    const scene = (eta: NonNullable<SceneInput['initial']>['eta'], cells: [number, number]): SceneInput => ({
      seiche: 1,
      grid: { cells, cellSize: 0.1 },
      timeStep: 0.02,
      solver: { type: 'iwave', method: 'window' },
      initial: { eta },
    })
    const flat = await createSimulation(scene([{ shape: 'plane', height: 0.125 }], [100, 37]))
    flat.step(1000)
    const level = flat.diagnostics() as SurfaceDiagnostics

    const rough: NonNullable<SceneInput['initial']>['eta'] = [
      { shape: 'gaussian', center: [1, 0.5], radius: 0.5, height: 0.1 },
      { shape: 'noise', scale: 0.2, height: 0.02 },
    ]
    const pool = await createSimulation(scene(rough, [128, 128]))
    const start = pool.diagnostics()
    let drift = 0
    for (let block = 0; block < 10; block++) {
      pool.step(1000)
      drift = Math.max(drift, Math.abs(pool.diagnostics().volume / start.volume - 1))
    }

    const long = await createSimulation(scene(rough, [48, 48]))
    const { energy } = long.diagnostics()
    let growth = 0
    for (let block = 0; block < 10; block++) {
      long.step(10_000)
      growth = Math.max(growth, Math.abs(long.diagnostics().energy / energy - 1))
    }
    for (const sim of [flat, pool, long]) sim.dispose()
    const still = { expected: 0, kind: 'absolute' } as const
    return [
      {
        quantity: 'flat water, 1,000 steps: highest less lowest',
        measured: level.maximum - level.minimum,
        tolerance: 1e-6,
        unit: 'm',
        ...still,
      },
      {
        quantity: 'rough water, 10,000 steps: largest drift of volume, of that of the hill',
        measured: drift,
        tolerance: 1e-6,
        unit: 'relative',
        ...still,
      },
      {
        quantity: 'rough water, 100,000 steps without damping: largest drift of energy',
        measured: growth,
        tolerance: 1e-4,
        unit: 'relative',
        ...still,
      },
    ]
  },
}
