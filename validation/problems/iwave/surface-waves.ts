import { createSimulation, type SceneInput, type SurfaceSimulation } from 'seiche'
import type { Finding, Problem } from '../../problem.js'

const G = 9.81
/** Cells of the channel, a length that has a transform, and their size [m]. */
const CELLS = 240
const DX = 0.25

type Method = 'exponential' | 'fft' | 'window'

/** Wavenumber [rad/m] of the wave with `count` crests in the channel. */
const wavenumber = (count: number) => (2 * Math.PI * count) / (CELLS * DX)

/** Frequency [rad/s] of Airy's theory. */
const airy = (k: number, depth: number) => Math.sqrt(G * k * Math.tanh(k * depth))

/** The longest time step [s] that leapfrog could make: sin(ω dt/2) = ω₀ dt/2 for the shortest wave, k = π/dx. */
const leapfrogLimit = 2 / Math.sqrt((G * Math.PI) / DX)

/** A channel with one standing wave for every number of crests, all of one height. */
async function channel(
  method: Method,
  counts: readonly number[],
  depth: number,
  timeStep: number,
): Promise<SurfaceSimulation> {
  const scene: SceneInput = {
    seiche: 1,
    grid: { cells: [CELLS, 1], cellSize: DX },
    timeStep,
    solver: { type: 'iwave', method, ...(Number.isFinite(depth) ? { depth } : {}) },
    boundaries: { 'x-': 'periodic', 'x+': 'periodic' },
    initial: {
      eta: counts.map((count) => ({ shape: 'wave', wavelength: (CELLS * DX) / count, height: 0.01 })),
    },
  }
  return (await createSimulation(scene, { threads: 1 })) as SurfaceSimulation
}

/** Amplitude of one wave in a field: its projection on the cosine it began as. */
function amplitude(sim: SurfaceSimulation, field: string, count: number): number {
  const values = sim.field(field).read()
  let sum = 0
  for (let i = 0; i < CELLS; i++) sum += values[i]! * Math.cos(wavenumber(count) * (i + 0.5 - CELLS / 2) * DX)
  return (2 * sum) / CELLS
}

/**
 * Largest relative error of the frequency over the waves: each one's phase, from elevation and potential together, after
 * `time` [s], against ω times the time. `seen`: the frequency expected.
 */
async function frequencyError(
  method: Method,
  counts: readonly number[],
  depth: number,
  timeStep: number,
  time: number,
  seen: (omega: number) => number = (omega) => omega,
): Promise<number> {
  const sim = await channel(method, counts, depth, timeStep)
  const substep = timeStep / sim.substeps
  const steps = Math.round(time / timeStep)
  sim.step(steps)
  let worst = 0
  for (const count of counts) {
    const omega = airy(wavenumber(count), depth)
    const eta = amplitude(sim, 'eta', count)
    // Leapfrog keeps phi half a substep behind: half a kick brings it up. phi of a standing wave is -(g/ω) sin ωt.
    const phi = amplitude(sim, 'phi', count) - (method === 'exponential' ? 0 : 0.5 * G * substep * eta)
    const expected = seen(omega) * steps * timeStep
    const phase = Math.atan2((-phi * omega) / G, eta)
    const turns = Math.round((expected - phase) / (2 * Math.PI))
    worst = Math.max(worst, Math.abs((phase + 2 * Math.PI * turns) / expected - 1))
  }
  sim.dispose()
  return worst
}

const every = Array.from({ length: 96 }, (_, k) => k + 1)
const depths: readonly (readonly [string, (k: number) => number])[] = [
  ['kd = 0.1', (k) => 0.1 / k],
  ['kd = 1', (k) => 1 / k],
  ['deep', () => Number.POSITIVE_INFINITY],
]

export const exactDispersion: Problem = {
  name: 'Dispersion, every wavelength from 2.5 cells to the domain',
  solver: 'iwave',
  exact: 'ω² = g k tanh(k d) (Airy); kd is that of each wave in its own depth',
  async run() {
    const findings: Finding[] = []
    const finding = (quantity: string, measured: number): Finding => ({
      quantity,
      measured,
      expected: 0,
      tolerance: 1e-5,
      kind: 'absolute',
      unit: 'relative',
    })
    for (const [name, depthOf] of depths) {
      // One depth for all waves at a time: that of the wave in question, the others ride along.
      const groups = name === 'deep' ? [every] : [1, 2, 3, 6, 12, 24, 48, 96].map((count) => [count])
      let [exponential, fft] = [0, 0]
      for (const group of groups) {
        const depth = depthOf(wavenumber(group[0]!))
        const slowest = airy(wavenumber(group[0]!), depth)
        const time = (12 * 2 * Math.PI) / slowest
        exponential = Math.max(
          exponential,
          await frequencyError('exponential', group, depth, Math.min(time / 200, leapfrogLimit), time),
        )
        // Leapfrog errs by (ω dt)²/24, here 2.7e-6 for the fastest wave.
        const fastest = airy(wavenumber(group.at(-1)!), depth)
        fft = Math.max(fft, await frequencyError('fft', group, depth, 0.008 / fastest, time / 4))
      }
      findings.push(finding(`exponential, ${name}: largest frequency error`, exponential))
      findings.push(finding(`fft, time step → 0, ${name}: largest frequency error`, fft))
    }
    for (const times of [1, 10, 100]) {
      const timeStep = times * leapfrogLimit
      const error = await frequencyError('exponential', every, Number.POSITIVE_INFINITY, timeStep, 400 * leapfrogLimit)
      findings.push(finding(`exponential, time step ${times} × leapfrog's limit: largest frequency error`, error))
    }
    return findings
  },
}

export const surfaceEnergy: Problem = {
  name: 'Free waves, 10,000 steps',
  solver: 'iwave, exponential',
  exact: 'every mode turns by shears of determinant 1: energy and volume are kept',
  async run() {
    const findings: Finding[] = []
    // Sides of factors 2 alone, of 2, 3 and 5, and of 3 and 5 alone.
    for (const [cells, edges] of [
      [128, 'periodic'],
      [128, 'reflect'],
      [60, 'periodic'],
      [60, 'reflect'],
      [45, 'periodic'],
      [45, 'reflect'],
    ] as const) {
      const sim = await createSimulation({
        seiche: 1,
        grid: { cells: [cells, cells], cellSize: 0.1 },
        timeStep: 0.05,
        solver: { type: 'iwave' },
        boundaries: { 'x-': edges, 'x+': edges, 'z-': edges, 'z+': edges },
        initial: {
          eta: [
            { shape: 'gaussian', center: [1, 0.5], radius: 0.5, height: 0.1 },
            { shape: 'noise', scale: 1, height: 0.02 },
          ],
        },
      })
      const start = sim.diagnostics()
      let drift = 0
      for (let block = 0; block < 20; block++) {
        sim.step(500)
        drift = Math.max(drift, Math.abs(sim.diagnostics().energy / start.energy - 1))
      }
      const still = { expected: 0, kind: 'absolute', unit: 'relative' } as const
      findings.push({
        quantity: `${cells}² cells, ${edges}: largest drift of energy`,
        measured: drift,
        tolerance: 1e-5,
        ...still,
      })
      sim.dispose()
    }
    return findings
  },
}
