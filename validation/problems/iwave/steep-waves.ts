import { createSimulation, type SceneInput, type SurfaceSimulation, stokesWave } from 'seiche'
import type { Finding, Problem } from '../../problem.js'

const G = 9.81
/** Wavelength of all waves [m], and its wavenumber, frequency and period of linear theory. */
const LENGTH = 1
const K = (2 * Math.PI) / LENGTH
const OMEGA = Math.sqrt(G * K)
const PERIOD = (2 * Math.PI) / OMEGA
const CELLS_PER_WAVE = 64

type Shapes = NonNullable<NonNullable<SceneInput['initial']>['eta']>

interface Flume {
  readonly waves?: number
  readonly cells?: number
  readonly order: number
  readonly stepsPerPeriod: number
  readonly crestFilter?: boolean
  readonly eta: Shapes
  readonly phi?: Shapes
}

/** A periodic strip of deep water, one cell wide. */
async function flume({ waves = 1, cells = CELLS_PER_WAVE, stepsPerPeriod, ...more }: Flume) {
  const { order, crestFilter = false, eta, phi = [] } = more
  const scene: SceneInput = {
    seiche: 1,
    grid: { cells: [waves * cells, 1], cellSize: LENGTH / cells },
    timeStep: PERIOD / stepsPerPeriod,
    solver: { type: 'iwave', nonlinearity: order, crestFilter },
    boundaries: { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' },
    initial: { eta, phi },
  }
  return (await createSimulation(scene, { threads: 1 })) as SurfaceSimulation
}

/** Complex amplitude of the wave with `count` crests in the strip. */
function amplitude(sim: SurfaceSimulation, count: number): { re: number; im: number } {
  const eta = sim.field('eta').read()
  let [re, im] = [0, 0]
  for (let i = 0; i < eta.length; i++) {
    const angle = (2 * Math.PI * count * (i + 0.5 - eta.length / 2)) / eta.length
    re += eta[i]! * Math.cos(angle)
    im += eta[i]! * Math.sin(angle)
  }
  return { re: (2 * re) / eta.length, im: (2 * im) / eta.length }
}

/** Speed relative to that of linear theory, and largest deviation of the profile relative to its height, after some periods. */
async function travel(order: number, steepness: number, periods: number, stepsPerPeriod = 64) {
  const sim = await flume({
    order,
    stepsPerPeriod,
    crestFilter: true,
    eta: [{ shape: 'stokes', wavelength: LENGTH, steepness }],
  })
  const wave = stokesWave({ wavelength: LENGTH, steepness }, { depth: Number.POSITIVE_INFINITY })
  sim.step(periods * stepsPerPeriod)
  const { re, im } = amplitude(sim, 1)
  // The phase is known up to whole turns; that of the exact wave tells how many.
  const expected = K * wave.speed * sim.time
  const phase = Math.atan2(im, re)
  const turned = phase + 2 * Math.PI * Math.round((expected - phase) / (2 * Math.PI))
  let worst = 0
  const eta = sim.field('eta').read()
  for (let i = 0; i < eta.length; i++) {
    const s = ((i + 0.5 - eta.length / 2) * LENGTH) / CELLS_PER_WAVE - turned / K
    worst = Math.max(worst, Math.abs(eta[i]! - wave.elevationAt(s)))
  }
  sim.dispose()
  return { speed: turned / (OMEGA * sim.time), profile: worst / (2 * (steepness / K)) }
}

const fenton = (steepness: number) => 1 + steepness ** 2 / 2 + steepness ** 4 / 8

export const stokesWaves: Problem = {
  name: 'Stokes waves on deep water, order 5, 64 cells a wave, 50 periods',
  solver: 'iwave, nonlinearity',
  exact:
    'c sqrt(k/g) = 1 + ε²/2 + ε⁴/8 (Fenton 1985), ε = kH/2; the profile of the exact steady wave, which does not change',
  async run() {
    const findings: Finding[] = []
    for (const [steepness, tolerance] of [
      [0.1, 1e-4],
      [0.2, 5e-4],
      [0.3, 5e-3],
    ] as const) {
      const { speed, profile } = await travel(5, steepness, 50)
      findings.push(
        {
          quantity: `speed over that of a low wave, ε = ${steepness}`,
          measured: speed,
          expected: fenton(steepness),
          tolerance,
          kind: 'relative',
          unit: '',
        },
        {
          quantity: `change of the profile over the height, ε = ${steepness}`,
          measured: profile,
          expected: 0,
          tolerance: 0.01,
          kind: 'absolute',
          unit: '',
        },
      )
    }
    return findings
  },
}

export const stokesByOrder: Problem = {
  name: 'Speed of a Stokes wave of ε = 0.2 by the order of the method, 20 periods',
  solver: 'iwave, nonlinearity',
  exact:
    'the speed of the exact steady wave; order 1 is linear theory, which misses ε²/2. Products of five waves change the speed by terms of ε⁴, which orders 3 and 4 leave out: their errors are 0.15 ε⁴ and 0.08 ε⁴ whatever the time step',
  async run() {
    const errorOf = async (order: number, steepness: number, stepsPerPeriod?: number) => {
      const exact = stokesWave({ wavelength: LENGTH, steepness }, { depth: Number.POSITIVE_INFINITY }).speed
      const { speed } = await travel(order, steepness, 20, stepsPerPeriod)
      return Math.abs((speed * OMEGA) / K / exact - 1)
    }
    const findings: Finding[] = []
    for (const [order, most] of [
      [1, 0.021],
      [2, 0.012],
      [3, 3e-4],
      [4, 1.3e-4],
      [5, 1e-5],
    ] as const) {
      findings.push({
        quantity: `error of the speed, order ${order}`,
        measured: await errorOf(order, 0.2),
        expected: most,
        tolerance: 0,
        kind: 'at most',
        unit: '',
      })
    }
    // The error of order 4 is that of its series: it grows as ε⁴, and half the time step does not change it.
    const fourth = await errorOf(4, 0.2)
    findings.push(
      {
        quantity: 'error of the speed at ε = 0.2 over that at ε = 0.1, order 4',
        measured: fourth / (await errorOf(4, 0.1)),
        expected: 16,
        tolerance: 0.05,
        kind: 'relative',
        unit: '',
      },
      {
        quantity: 'error of the speed with half the time step over that with the whole, order 4',
        measured: (await errorOf(4, 0.2, 128)) / fourth,
        expected: 1,
        tolerance: 0.01,
        kind: 'relative',
        unit: '',
      },
    )
    return findings
  },
}

/**
 * Growth of the modulation of a train in some periods, by a factor, and in theory. Two sidebands of k (1 ± 1/waves) begin in phase with the
 * train: a modulation of its height m, which grows as cosh(σ t) where it is unstable and swings where it is not.
 */
async function modulation(steepness: number, waves: number, periods: number) {
  const [cells, stepsPerPeriod] = [12, 12]
  const sidebands = [waves - 1, waves + 1].map((count) => ({
    wavelength: (waves * LENGTH) / count,
    height: 0.005 * (steepness / K),
  }))
  const sim = await flume({
    waves,
    cells,
    order: 3,
    stepsPerPeriod,
    eta: [
      { shape: 'stokes', wavelength: LENGTH, steepness },
      ...sidebands.map((wave) => ({ shape: 'wave' as const, ...wave })),
    ],
    // psi = a g/ω sin kx of waves that travel along x.
    phi: sidebands.map(({ wavelength, height }) => ({
      shape: 'wave' as const,
      wavelength,
      height: height * Math.sqrt((G * wavelength) / (2 * Math.PI)),
      phase: 90,
    })),
  })
  const measure = () => {
    const [train, above, below] = [waves, waves + 1, waves - 1].map((count) => amplitude(sim, count))
    const square = train!.re ** 2 + train!.im ** 2
    // Sidebands relative to the train; that below the train is conjugate.
    const relative = (z: { re: number; im: number }) => ({
      re: (z.re * train!.re + z.im * train!.im) / square,
      im: (z.im * train!.re - z.re * train!.im) / square,
    })
    const [a, b] = [relative(above!), relative(below!)]
    return Math.sqrt((a.re + b.re) ** 2 + (a.im - b.im) ** 2)
  }
  const before = measure()
  let largest = 1
  for (let tenth = 0; tenth < 10; tenth++) {
    sim.step((periods / 10) * stepsPerPeriod)
    largest = Math.max(largest, measure() / before)
  }
  const growth = measure() / before
  const time = sim.time
  sim.dispose()
  return { rate: Math.acosh(Math.max(1, growth)) / time, largest }
}

export const sidebands: Problem = {
  name: 'Sidebands of a train of waves',
  solver: 'iwave, nonlinearity',
  exact:
    'growth (ω/8) δ sqrt(8ε² - δ²) of sidebands k (1 ± δ) (Benjamin and Feir 1967), none for δ > 2 sqrt(2) ε; to the next order in ε, ω sqrt(P (ε² (1 - δ) - P)), P = δ²/8 (Dysthe 1979)',
  async run() {
    const findings: Finding[] = []
    const row = (quantity: string, measured: number): Finding => ({
      quantity,
      measured,
      expected: 1,
      tolerance: 0.05,
      kind: 'relative',
      unit: '',
    })
    for (const waves of [40, 30, 25]) {
      const [steepness, delta] = [0.025, 1 / waves]
      const { rate } = await modulation(steepness, waves, 300)
      const theory = (OMEGA / 8) * delta * Math.sqrt(8 * steepness ** 2 - delta ** 2)
      findings.push(row(`growth over that of Benjamin and Feir, ε = ${steepness}, δ = 1/${waves}`, rate / theory))
    }
    const [steepness, delta] = [0.06, 0.1]
    const p = delta ** 2 / 8
    const { rate } = await modulation(steepness, 10, 100)
    const theory = OMEGA * Math.sqrt(p * (steepness ** 2 * (1 - delta) - p))
    findings.push(row(`growth over that of Dysthe, ε = ${steepness}, δ = ${delta}`, rate / theory))
    const { largest } = await modulation(0.025, 12, 300)
    findings.push({
      quantity: 'largest growth beyond the cut-off, ε = 0.025, δ = 1/12',
      measured: largest,
      expected: 1,
      tolerance: 0.01,
      kind: 'at most',
      unit: '',
    })
    return findings
  },
}

export const peregrineBreather: Problem = {
  name: "Peregrine's breather of ε = 0.08 in a flume of 32 waves, order 4",
  solver: 'iwave, nonlinearity',
  exact:
    'the envelope grows to 3 times its background in the non-linear Schrödinger equation (Peregrine 1983). The full equations focus some ten periods later, raise crests and flatten troughs: the envelope is the mean of both',
  async run() {
    const [steepness, waves, periods, stepsPerPeriod] = [0.08, 32, 50, 24]
    const sim = await flume({
      waves,
      cells: 24,
      order: 4,
      stepsPerPeriod,
      crestFilter: true,
      eta: [{ shape: 'breather', wavelength: LENGTH, steepness, periods }],
    })
    const start = { highest: 0, lowest: 0 }
    let [highest, lowest] = [0, 0]
    for (let step = 0; step < 1.4 * periods * stepsPerPeriod; step++) {
      sim.step()
      for (const eta of sim.field('eta').read()) {
        highest = Math.max(highest, eta)
        lowest = Math.min(lowest, eta)
      }
      if (step === stepsPerPeriod) Object.assign(start, { highest, lowest })
    }
    sim.dispose()
    const background = steepness / K
    return [
      {
        quantity: 'largest envelope over the background',
        measured: (highest - lowest) / 2 / background,
        expected: 3,
        tolerance: 0.1,
        kind: 'relative',
        unit: '',
      },
      {
        quantity: 'envelope over the background in the first period',
        measured: (start.highest - start.lowest) / 2 / background,
        expected: 1.7,
        tolerance: 0,
        kind: 'at most',
        unit: '',
      },
    ]
  },
}

/** Largest drift of the energy of a Stokes wave of ε = 0.2, and change of its volume over amplitude × length, without the filter. */
async function hundredPeriods(order: number) {
  const stepsPerPeriod = 64
  const sim = await flume({ order, stepsPerPeriod, eta: [{ shape: 'stokes', wavelength: LENGTH, steepness: 0.2 }] })
  const before = sim.diagnostics()
  let drift = 0
  for (let period = 0; period < 100; period++) {
    sim.step(stepsPerPeriod)
    drift = Math.max(drift, Math.abs(sim.diagnostics().energy / before.energy - 1))
  }
  const volume = Math.abs(sim.diagnostics().volume - before.volume) / ((0.2 / K) * LENGTH * before.substeps)
  sim.dispose()
  return { drift, volume }
}

export const steepBalance: Problem = {
  name: 'Energy, volume and bits of steep waves',
  solver: 'iwave, nonlinearity',
  exact:
    'the truncated equations conserve energy (West et al. 1987) and volume; any number of threads gives the same bits',
  async run() {
    const fourth = await hundredPeriods(4)
    const { drift, volume } = await hundredPeriods(5)
    const hashes = new Set<string>()
    for (const threads of [1, 2, 3, 4]) {
      const sea = await createSimulation(
        {
          seiche: 1,
          grid: { cells: [60, 48], cellSize: 0.1 },
          timeStep: 0.02,
          solver: { type: 'iwave', nonlinearity: 4 },
          boundaries: { 'x-': 'periodic', 'x+': 'periodic' },
          initial: { eta: [{ shape: 'gaussian', radius: 0.6, height: 0.15 }] },
        },
        { threads },
      )
      sea.step(50)
      hashes.add(sea.hash())
      sea.dispose()
    }
    const row = (quantity: string, measured: number, expected: number): Finding => ({
      quantity,
      measured,
      expected,
      tolerance: 0,
      kind: 'at most',
      unit: '',
    })
    return [
      row('largest drift of the energy in 100 periods, ε = 0.2, order 4, no filter', fourth.drift, 1e-4),
      row('largest drift of the energy in 100 periods, ε = 0.2, order 5, no filter', drift, 1e-4),
      row('change of the volume over amplitude × length', volume, 1e-6),
      row('different results on 1, 2, 3 and 4 threads', hashes.size - 1, 0),
    ]
  },
}
