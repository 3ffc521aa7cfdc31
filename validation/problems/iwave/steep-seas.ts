// Seas of finite height beside linear ones: the shape of their distribution of elevations.
//
// A sea is many trains of linear theory whose wavenumbers fit the periodic water, with random phases; non-linear terms rise in four periods.
// Each sea runs twice, the second time with crest and trough exchanged: the skewness that a sample of linear waves has by chance cancels. The
// kurtosis that a sample has by chance is that of the same trains at order 1, and is subtracted.

import { createSimulation, type SceneInput, type SurfaceSimulation } from 'seiche'
import type { Finding, Problem } from '../../problem.js'

const G = 9.81
/** Wave at the peak of the spectrum: length [m], wavenumber and period. */
const LENGTH = 1
const K = (2 * Math.PI) / LENGTH
const PERIOD = (2 * Math.PI) / Math.sqrt(G * K)
const STEPS_PER_PERIOD = 12
const RAMP = 4 * PERIOD
/** Standard deviation of the elevation over the peak's wavelength, k σ. */
const STEEPNESS = 0.06

/** Components of a sea: wavenumber vector in units of the peak's, and share of the variance. */
interface Component {
  readonly x: number
  readonly z: number
  readonly share: number
}

/** JONSWAP over frequency, in units of the peak. */
function jonswap(omega: number, gamma: number): number {
  const width = omega <= 1 ? 0.07 : 0.09
  const peak = gamma ** Math.exp(-((omega - 1) ** 2) / (2 * width * width))
  return omega ** -5 * Math.exp(-1.25 * omega ** -4) * peak
}

function normalized(components: readonly Component[]): Component[] {
  const sum = components.reduce((total, { share }) => total + share, 0)
  return components.map((component) => ({ ...component, share: component.share / sum }))
}

/** Waves along x on a strip of some lengths of the peak's wave. */
function longCrested(lengths: number, gamma: number): Component[] {
  const components: Component[] = []
  for (let n = lengths / 2; n <= 3 * lengths; n++) {
    const omega = Math.sqrt(n / lengths)
    components.push({ x: n / lengths, z: 0, share: jonswap(omega, gamma) / omega })
  }
  return normalized(components)
}

/** Waves within 60° of x, weighted by cos², on a square. */
function shortCrested(lengths: number, gamma: number): Component[] {
  const components: Component[] = []
  for (let nz = -2 * lengths; nz <= 2 * lengths; nz++)
    for (let nx = 1; nx <= 2 * lengths; nx++) {
      const [x, z] = [nx / lengths, nz / lengths]
      const k = Math.hypot(x, z)
      if (k < 0.6 || k > 1.8 || x < k / 2) continue
      // S(ω) D(θ) dω dθ, with dω = dk / 2ω and dkx dkz = k dk dθ.
      components.push({ x, z, share: (jonswap(Math.sqrt(k), gamma) / Math.sqrt(k) / k) * (x / k) ** 2 })
    }
  return normalized(components)
}

/**
 * Skewness to the second order, 6 Σ Σ σ_i² σ_j² (B⁺ + B⁻) / σ³, from the interaction of each pair of waves on deep water (Longuet-Higgins
 * 1963, in the notation of Sharma and Dean 1981). For waves in one direction B⁺ + B⁻ is half the smaller wavenumber.
 */
function secondOrderSkewness(components: readonly Component[]): number {
  let sum = 0
  for (const a of components)
    for (const b of components) {
      const [p, q] = [Math.hypot(a.x, a.z), Math.hypot(b.x, b.z)]
      const dot = a.x * b.x + a.z * b.z
      const kernel = (sign: 1 | -1) => {
        const square = (Math.sqrt(p) + sign * Math.sqrt(q)) ** 2
        const product = dot - sign * p * q
        const together = Math.hypot(a.x + sign * b.x, a.z + sign * b.z)
        const resonance = Math.abs(square - together) > 1e-12 ? (2 * square * product) / (square - together) : 0
        return ((resonance - product) / Math.sqrt(p * q) + p + q) / 4
      }
      // The difference of a wave with itself is a change of the mean level, which stays 0.
      sum += a.share * b.share * (kernel(1) + (a === b ? 0 : kernel(-1)))
    }
  return 6 * STEEPNESS * sum
}

/**
 * Excess kurtosis of long-crested waves on deep water, 24 ε² + (π/√3) BFI², with the index of Benjamin and Feir √2 ε / Δ (Mori and Janssen
 * 2006). Δ is the width of the spectrum, 1/(√π Q) with the peakedness Q = 2 ∫ ω S² dω / (∫ S dω)² of Goda (1970).
 */
function moriJanssen(gamma: number): number {
  const step = 1e-3
  let [sum, squares] = [0, 0]
  for (let omega = Math.SQRT1_2; omega < Math.sqrt(3); omega += step) {
    const s = jonswap(omega, gamma)
    sum += s * step
    squares += omega * s * s * step
  }
  const width = (sum * sum) / (2 * squares * Math.sqrt(Math.PI))
  const index = (Math.SQRT2 * STEEPNESS) / width
  return 24 * STEEPNESS ** 2 + (Math.PI / Math.sqrt(3)) * index ** 2
}

interface Sea {
  readonly cells: readonly [number, number]
  readonly cellSize: number
  readonly components: readonly Component[]
  readonly seeds: number
  /** Periods from whose ends samples are taken. */
  readonly from: number
  readonly to: number
}

/** Skewness and kurtosis of the elevations of all samples of all seeds, and the highest crest over the significant height. */
async function statistics({ cells, cellSize, components, seeds, from, to }: Sea, order: number) {
  const moments = [0, 0, 0]
  let [count, highest] = [0, 0]
  for (let seed = 1; seed <= seeds; seed++)
    for (const turn of [0, 180]) {
      const random = randomNumbers(seed)
      const trains = components.map(({ x, z, share }) => ({
        wavelength: LENGTH / Math.hypot(x, z),
        direction: (Math.atan2(z, x) * 180) / Math.PI,
        height: (2 * STEEPNESS * Math.sqrt(2 * share)) / K,
        phase: 360 * random() + turn,
      }))
      const scene: SceneInput = {
        seiche: 1,
        grid: { cells: [...cells], cellSize },
        timeStep: PERIOD / STEPS_PER_PERIOD,
        solver: { type: 'iwave', nonlinearity: order, ramp: RAMP, ambient: { type: 'waves', trains } },
        boundaries: { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' },
      }
      const sim = (await createSimulation(scene, { threads: 1 })) as SurfaceSimulation
      for (let period = 1; period <= to; period++) {
        sim.step(STEPS_PER_PERIOD)
        if (period < from) continue
        for (const eta of sim.field('eta').read()) {
          moments[0]! += eta ** 2
          moments[1]! += eta ** 3
          moments[2]! += eta ** 4
          highest = Math.max(highest, eta)
          count++
        }
      }
      sim.dispose()
    }
  const [second, third, fourth] = moments.map((moment) => moment / count) as [number, number, number]
  const deviation = Math.sqrt(second)
  return { skewness: third / deviation ** 3, kurtosis: fourth / second ** 2, crest: highest / (4 * deviation) }
}

/** Numbers between 0 and 1, always the same for a seed (a linear congruential generator: Numerical Recipes). */
function randomNumbers(seed: number): () => number {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  for (let skipped = 0; skipped < 10; skipped++) next()
  return next
}

export const steepSeas: Problem = {
  name: `Seas of k σ = ${STEEPNESS}, long-crested and short-crested, order 3`,
  solver: 'iwave, nonlinearity',
  exact:
    'skewness to the second order: 3 k σ for a narrow spectrum (Longuet-Higgins 1963; Tayfun 1980), here summed over all pairs of waves; excess kurtosis 24 k²σ² + (π/√3) BFI² of long-crested waves with a narrow spectrum (Mori and Janssen 2006), which short-crested ones do not have; linear seas are Gaussian; a crest above 1.25 significant heights is a rogue wave',
  async run() {
    const gamma = 3.3
    const long: Sea = {
      cells: [40 * 16, 1],
      cellSize: LENGTH / 16,
      components: longCrested(40, gamma),
      seeds: 12,
      from: 20,
      to: 40,
    }
    const short: Sea = {
      cells: [128, 128],
      cellSize: LENGTH / 16,
      components: shortCrested(8, gamma),
      seeds: 4,
      from: 12,
      to: 20,
    }
    const findings: Finding[] = []
    const [excess, crests]: [number[], number[]] = [[], []]
    const row = (
      quantity: string,
      measured: number,
      expected: number,
      kind: Finding['kind'],
      tolerance = 0,
    ): Finding => ({ quantity, measured, expected, tolerance, kind, unit: '' })
    for (const [name, sea] of [
      ['long-crested', long],
      ['short-crested', short],
    ] as const) {
      const [linear, steep] = [await statistics(sea, 1), await statistics(sea, 3)]
      excess.push(steep.kurtosis - linear.kurtosis)
      findings.push(
        row(`skewness, ${name}, order 1`, linear.skewness, 0, 'absolute', 1e-3),
        row(`skewness, ${name}, order 3`, steep.skewness, secondOrderSkewness(sea.components), 'relative', 0.1),
        row(`kurtosis, ${name}, order 1`, linear.kurtosis, 3, 'absolute', 0.15),
      )
      crests.push(linear.crest, steep.crest)
    }
    findings.push(
      row('excess kurtosis over that of order 1, long-crested', excess[0]!, moriJanssen(gamma), 'relative', 0.25),
      row('excess kurtosis over that of order 1, short-crested', excess[1]!, 0.1, 'at most'),
      row('highest crest over significant height, long-crested, order 1', crests[0]!, 1.25, 'at most'),
      row('highest crest over significant height, long-crested, order 3', crests[1]!, 1.25, 'at least'),
    )
    return findings
  },
}
