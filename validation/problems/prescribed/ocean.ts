import { createSimulation, type SceneInput, type SurfaceSimulation } from 'seiche'
import { measureFrequency } from '../../frequency.js'
import type { Finding, Problem } from '../../problem.js'

const G = 9.81
const CELLS = 64
const CELL = 4
const WIND = 8
const FETCH = 30_000
/** Seas whose mean height is taken. */
const SEEDS = 40

type Ocean = Extract<SceneInput['solver'], { type: 'ocean' }>

function sea(solver: Omit<Ocean, 'type'>, timeStep = 0.1): Promise<SurfaceSimulation> {
  return createSimulation({
    seiche: 1,
    grid: { cells: [CELLS, CELLS], cellSize: CELL },
    timeStep,
    solver: { type: 'ocean', ...solver },
    boundaries: { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' },
  })
}

function variance(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value * value, 0) / values.length
}

/** Mean variance of the surface over many seeds [m²], and its standard error. */
async function meanVariance(solver: Omit<Ocean, 'type'>): Promise<{ mean: number; error: number }> {
  const found: number[] = []
  for (let seed = 1; seed <= SEEDS; seed++) {
    const sim = await sea({ ...solver, seed })
    sim.step(100 * seed)
    found.push(variance(sim.field('eta').read()))
    sim.dispose()
  }
  const mean = found.reduce((sum, value) => sum + value, 0) / SEEDS
  const scatter = found.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (SEEDS - 1)
  return { mean, error: Math.sqrt(scatter / SEEDS) }
}

/**
 * Variance of the spectrum of Pierson and Moskowitz, JONSWAP with peak enhancement 1: α g²/(5 ωp⁴), of which the waves
 * below ω have exp(-5/4 (ωp/ω)⁴). The shortest waves of three tiles have two cells of CELL/49.
 */
function piersonMoskowitz(): number {
  const alpha = 0.076 * ((WIND * WIND) / (FETCH * G)) ** 0.22
  const peak = 22 * ((G * G) / (WIND * FETCH)) ** (1 / 3)
  const shortest = Math.sqrt((G * Math.PI * 49) / CELL)
  return ((alpha * G * G) / (5 * peak ** 4)) * Math.exp(-1.25 * (peak / shortest) ** 4)
}

/** α L²/4 with Phillips' α = .0081 and L = U²/g, of which the waves below k have exp(-1/(k L)²). */
function phillips(): number {
  const longest = (WIND * WIND) / G
  const shortest = (Math.PI * 49) / CELL
  return ((0.0081 * longest * longest) / 4) * Math.exp(-1 / (shortest * longest) ** 2)
}

async function heights(): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [name, solver, exact] of [
    ['JONSWAP, γ = 1', { spectrum: 'jonswap', peakEnhancement: 1 }, piersonMoskowitz()],
    ['Phillips', { spectrum: 'phillips' }, phillips()],
  ] as const) {
    const { mean, error } = await meanVariance({ windSpeed: WIND, fetch: FETCH, ...solver })
    findings.push({
      quantity: `significant wave height, ${name}, ${SEEDS} seeds`,
      measured: 4 * Math.sqrt(mean),
      expected: 4 * Math.sqrt(exact),
      // Three standard errors of the mean; the height varies half as much as the variance.
      tolerance: (1.5 * error) / mean,
      kind: 'relative',
      unit: 'm',
    })
  }
  return findings
}

/** Largest distance between heightAt and points of the mesh of displaced cells, over the significant wave height. */
async function queryError(windSpeed: number): Promise<number> {
  const sim = await sea({ windSpeed, fetch: FETCH })
  sim.step(600)
  const [eta, dx, dz] = ['eta', 'dx', 'dz'].map((name) => sim.field(name))
  let worst = 0
  for (let k = 0; k < 5000; k++) {
    const [i, j, s, t] = [(k * 37) % CELLS, (k * 29) % CELLS, ((k * 17) % 101) / 101, ((k * 53) % 97) / 97]
    const between = (at: (i: number, j: number) => number) =>
      (1 - t) * ((1 - s) * at(i, j) + s * at(i + 1, j)) + t * ((1 - s) * at(i, j + 1) + s * at(i + 1, j + 1))
    const x = between((a, b) => (a + 0.5 - CELLS / 2) * CELL + dx!.at(a % CELLS, b % CELLS))
    const z = between((a, b) => (b + 0.5 - CELLS / 2) * CELL + dz!.at(a % CELLS, b % CELLS))
    const height = between((a, b) => eta!.at(a % CELLS, b % CELLS))
    worst = Math.max(worst, Math.abs(sim.heightAt(x, z) - height))
  }
  return worst / (4 * Math.sqrt(variance(eta!.read())))
}

/** Frequency [rad/s] of the wave with (mx, mz) waves in the grid, measured over 100 s that begin after an hour. */
async function frequencyAfterAnHour(mx: number, mz: number, depth: number, expected: number): Promise<number> {
  const timeStep = 0.1
  const sim = await sea({ windSpeed: WIND, fetch: FETCH, cascades: 1, depth }, timeStep)
  sim.step(36_000)
  const eta = sim.field('eta')
  const wave = Float64Array.from({ length: CELLS * CELLS }, (_, k) =>
    Math.cos((2 * Math.PI * (mx * (k % CELLS) + mz * Math.floor(k / CELLS))) / CELLS),
  )
  const samples = new Float64Array(1000)
  for (let step = 0; step < samples.length; step++) {
    samples[step] = eta.read().reduce((sum, value, k) => sum + value * wave[k]!, 0)
    sim.step()
  }
  return measureFrequency(samples, timeStep, expected)
}

async function frequencies(): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [mx, mz, depth] of [
    [9, 1, 1000],
    [5, -2, 4],
  ] as const) {
    const k = (2 * Math.PI * Math.hypot(mx, mz)) / (CELLS * CELL)
    const expected = Math.sqrt(G * k * Math.tanh(k * depth))
    findings.push({
      quantity: `frequency after an hour, wave of ${((2 * Math.PI) / k).toFixed(1)} m, depth ${depth} m`,
      measured: await frequencyAfterAnHour(mx, mz, depth, expected),
      expected,
      // Floats round each sample to 1e-7 of the sea's height; a thousand of them fix the frequency much better than this.
      tolerance: 1e-6,
      kind: 'relative',
      unit: 'rad/s',
    })
  }
  return findings
}

/** A periodic displacement moves area about but makes none: the Jacobian has the mean 1. */
async function meanJacobian(): Promise<Finding> {
  const sim = await sea({ windSpeed: 16, fetch: FETCH, cascades: 1, choppiness: 1.5 })
  sim.step(50)
  const jacobian = sim.field('jacobian').read()
  return {
    quantity: 'mean Jacobian',
    measured: jacobian.reduce((sum, value) => sum + value, 0) / jacobian.length,
    expected: 1,
    // Rounding of floats near 1, averaged.
    tolerance: 1e-6,
    kind: 'absolute',
    unit: '',
  }
}

export const ocean: Problem = {
  name: 'Random sea',
  solver: 'ocean',
  exact:
    'significant wave height 4 sqrt(m0), with m0 = α g²/(5 ωp⁴) of Pierson and Moskowitz and α L²/4 of Phillips, less what is shorter than the shortest waves; ω² = g k tanh(k d); a query is on the mesh of displaced cells; the mean Jacobian of a periodic displacement is 1',
  async run() {
    const query = { expected: 1e-4, tolerance: 0, kind: 'at most', unit: 'of the wave height' } as const
    return [
      ...(await heights()),
      ...(await frequencies()),
      { quantity: 'query against mesh, wind 5 m/s', measured: await queryError(5), ...query },
      { quantity: 'query against mesh, wind 20 m/s', measured: await queryError(20), ...query },
      await meanJacobian(),
    ]
  },
}
