import { createSimulation, type SceneInput } from 'seiche'
import { measureFrequency } from '../../frequency.js'
import type { Finding, Problem } from '../../problem.js'

const G = 9.81
/** Floats have a relative rounding of 6e-8; a cell is the sum of products of two of them. */
const ROUNDING = 1e-6

type Waves = Extract<SceneInput['solver'], { type: 'waves' }>

function channel(solver: Omit<Waves, 'type'>, cells: [number, number], cellSize: number, timeStep: number) {
  return createSimulation({ seiche: 1, grid: { cells, cellSize }, timeStep, solver: { type: 'waves', ...solver } })
}

/** Frequency [rad/s] by the dispersion relation. */
function frequencyOf(k: number, depth: number, tension = 0): number {
  return Math.sqrt((G + (tension / 1000) * k * k) * k * Math.tanh(k * depth))
}

/** Wavenumber [rad/m] of a frequency [rad/s], by halving: the dispersion relation read backwards, by no other formula. */
function wavenumberOf(omega: number, depth: number): number {
  let [low, high] = [0, 100 * (omega * omega + omega)]
  for (let n = 0; n < 100; n++) {
    const k = (low + high) / 2
    if (frequencyOf(k, depth) < omega) low = k
    else high = k
  }
  return low
}

/** Group speed [m/s] as the difference of frequencies. */
function groupSpeedOf(k: number, depth: number): number {
  const step = 1e-5 * k
  return (frequencyOf(k + step, depth) - frequencyOf(k - step, depth)) / (2 * step)
}

/** Frequency [rad/s] of a single train at a cell, from 400 steps of about a twentieth of its period each. */
async function measuredFrequency(wavelength: number, depth: number, tension: number): Promise<number> {
  const exact = frequencyOf((2 * Math.PI) / wavelength, depth, tension)
  // No whole number of steps makes a period, so that no error cancels.
  const timeStep = (2 * Math.PI) / exact / 20.3
  const solver = { depth, surfaceTension: tension, trains: [{ wavelength, steepness: 0.01, direction: 30 }] }
  const sim = await channel(solver, [8, 8], wavelength / 16, timeStep)
  const samples = Float64Array.from({ length: 400 }, () => {
    sim.step()
    return sim.field('eta').at(5, 3) / wavelength
  })
  return measureFrequency(samples, timeStep, exact)
}

/** Largest error of the surface after a time, over the sum of the heights. */
async function surfaceError(time: number): Promise<number> {
  const depth = 4
  const trains = Array.from({ length: 32 }, (_, n) => ({
    wavelength: 2 + 1.3 * n,
    height: 0.1,
    direction: 47 * n,
    phase: 31 * n,
  }))
  const sim = await channel({ depth, trains }, [128, 96], 0.5, time)
  sim.step()
  const eta = sim.field('eta')
  let worst = 0
  for (let j = 0; j < 96; j++)
    for (let i = 0; i < 128; i++) {
      const [x, z] = [(i - 63.5) * 0.5, (j - 47.5) * 0.5]
      let sum = 0
      for (const { wavelength, direction, phase } of trains) {
        const k = (2 * Math.PI) / wavelength
        const [turn, start] = [(direction * Math.PI) / 180, (phase * Math.PI) / 180]
        sum += 0.05 * Math.cos(k * (x * Math.cos(turn) + z * Math.sin(turn)) - frequencyOf(k, depth) * time + start)
      }
      worst = Math.max(worst, Math.abs(eta.at(i, j) - sum))
    }
  return worst / 3.2
}

/** Width over height of the orbits at the surface: greatest horizontal over greatest vertical speed in a period. */
async function orbitShape(wavelength: number, depth: number): Promise<number> {
  const steps = 64
  const period = (2 * Math.PI) / frequencyOf((2 * Math.PI) / wavelength, depth)
  const sim = await channel({ depth, trains: [{ wavelength, steepness: 0.01 }] }, [4, 4], 1, period / steps)
  let [along, up] = [0, 0]
  for (let n = 0; n < steps; n++) {
    sim.step()
    const [u, v] = sim.velocityAt(0, 0)
    along = Math.max(along, Math.abs(u))
    up = Math.max(up, Math.abs(v))
  }
  return along / up
}

export const trainsOnLevelBed: Problem = {
  name: 'Trains on a level bed',
  solver: 'waves',
  exact:
    'ω² = (g + γk²/ρ) k tanh(k d); energy ½ρ(g + γk²/ρ)a² an area, half of it motion; orbits 1/tanh(k d) times as wide as high (Lamb, Hydrodynamics, §§ 229 and 267)',
  async run() {
    const findings: Finding[] = []
    for (const [name, wavelength, depth, tension] of [
      ['deep', 10, 1000, 0],
      ['k d = 1', 10, 10 / (2 * Math.PI), 0],
      ['shallow', 10, 0.1, 0],
      ['the slowest ripple, 1.71 cm', 0.0171, 1, 0.0728],
    ] as const)
      findings.push({
        quantity: `frequency, ${name}`,
        measured: await measuredFrequency(wavelength, depth, tension),
        expected: frequencyOf((2 * Math.PI) / wavelength, depth, tension),
        tolerance: ROUNDING,
        kind: 'relative',
        unit: 'rad/s',
      })
    for (const [name, time] of [
      ['a second', 1],
      ['an hour', 3600],
    ] as const)
      findings.push({
        quantity: `surface of 32 trains after ${name}, largest error over their heights`,
        measured: await surfaceError(time),
        expected: 0,
        tolerance: ROUNDING,
        kind: 'absolute',
        unit: 'relative',
      })
    const sim = await channel({ depth: 1, trains: [{ wavelength: 2, height: 0.1 }] }, [64, 8], 0.125, 0.1)
    sim.step(3)
    const { energy, kineticEnergy } = sim.diagnostics()
    const energyOf = { tolerance: ROUNDING, kind: 'relative', unit: 'J' } as const
    const exact = 0.5 * 1000 * G * 0.05 ** 2 * 8
    findings.push({ quantity: 'energy of 4 waves, 8 m²', measured: energy, expected: exact, ...energyOf })
    findings.push({ quantity: 'energy of motion', measured: kineticEnergy, expected: exact / 2, ...energyOf })
    findings.push({
      quantity: 'orbit, width over height, k d = 0.5',
      measured: await orbitShape(4 * Math.PI, 1),
      expected: 1 / Math.tanh(0.5),
      // Sixty-four samples of a period hit the quarters exactly; velocities are doubles.
      tolerance: 1e-9,
      kind: 'relative',
      unit: '',
    })
    return findings
  },
}

/** A swell of 8 s that comes 30° askew to a beach of 1:40 on 8 m of water, and what its surface at two moments says. */
async function swell() {
  const [offshore, slope, period, cellSize, nx] = [8, 1 / 40, 8, 0.5, 720]
  const solver = { depth: offshore, trains: [{ period, height: 0.4, direction: 30 }], slope: { toe: -160, slope } }
  const sim = await channel(solver, [nx, 12], cellSize, period / 4)
  const cosine = sim.field('eta').read()
  sim.step()
  const sine = sim.field('eta').read()
  const cell = (i: number, j: number) => {
    const k = j * nx + i
    return { amplitude: Math.hypot(cosine[k]!, sine[k]!), phase: Math.atan2(sine[k]!, cosine[k]!) }
  }
  const rate = (a: number, b: number) => Math.atan2(Math.sin(a - b), Math.cos(a - b)) / (2 * cellSize)
  const at = (depth: number) => {
    const i = Math.round((-160 + (offshore - depth) / slope) / cellSize + nx / 2 - 0.5)
    const x = (i + 0.5 - nx / 2) * cellSize
    const kx = rate(cell(i + 1, 6).phase, cell(i - 1, 6).phase)
    const kz = rate(cell(i, 7).phase, cell(i, 5).phase)
    return { depth: offshore - slope * (x + 160), k: Math.hypot(kx, kz), angle: Math.atan2(kz, kx), ...cell(i, 6) }
  }
  return { at, offshore, omega: (2 * Math.PI) / period }
}

export const trainsOnSlope: Problem = {
  name: 'Swell on a beach',
  solver: 'waves',
  exact:
    'the period stays, L follows the dispersion relation of the local depth, sin θ/C is constant (Snell), a² Cg cos θ is constant until H = .142 L tanh(k d) (Miche)',
  async run() {
    const { at, offshore, omega } = await swell()
    const kOffshore = wavenumberOf(omega, offshore)
    const angleOf = (k: number) => Math.asin((kOffshore * Math.sin(Math.PI / 6)) / k)
    const fluxOf = (k: number, depth: number) => groupSpeedOf(k, depth) * Math.cos(angleOf(k))
    return [6, 4, 2, 1, 0.5].flatMap((wanted): Finding[] => {
      const { depth, k: measured, angle, amplitude } = at(wanted)
      const k = wavenumberOf(omega, depth)
      const unbroken = 0.2 * Math.sqrt(fluxOf(kOffshore, offshore) / fluxOf(k, depth))
      // A central difference of the phase over dx: (dx²/6) k''/k, with k as 1/sqrt(depth) on shallow water, and the floats.
      const difference = (0.5 / 40 / depth) ** 2 / 8 + 2e-5
      const place = `${wanted} m deep`
      return [
        {
          quantity: `wavelength, ${place}`,
          measured: (2 * Math.PI) / measured,
          expected: (2 * Math.PI) / k,
          tolerance: difference,
          kind: 'relative',
          unit: 'm',
        },
        {
          quantity: `angle to the shore's normal, ${place}`,
          measured: (angle * 180) / Math.PI,
          expected: (angleOf(k) * 180) / Math.PI,
          tolerance: difference,
          kind: 'relative',
          unit: '°',
        },
        {
          quantity: `height, ${place}`,
          measured: 2 * amplitude,
          expected: Math.min(2 * unbroken, (0.142 * 2 * Math.PI * Math.tanh(k * depth)) / k),
          tolerance: ROUNDING,
          kind: 'relative',
          unit: 'm',
        },
      ]
    })
  },
}

/** Two moments of a circular wave, a quarter period apart: amplitudes and outward energy along a line from the source. */
async function ring() {
  const [wavelength, depth, cellSize, nx] = [2, 0.5, 0.05, 1000]
  const k = (2 * Math.PI) / wavelength
  const source = { at: [-nx * cellSize * 0.5, 0] as [number, number], wavelength, height: 0.02 }
  const sim = await channel({ depth, circular: [source] }, [nx, 1], cellSize, Math.PI / 2 / frequencyOf(k, depth))
  const moments = [0, 1].map((step) => {
    sim.step(step)
    return { eta: sim.field('eta').read(), phi: sim.field('phi').read() }
  })
  const at = (wavelengths: number) => {
    const i = Math.round((wavelengths * wavelength) / cellSize - 0.5)
    const r = (i + 0.5) * cellSize
    const [now, later] = moments.map(({ eta }) => eta[i]!)
    // eta times ∂phi/∂r, averaged over the period by its two quarters.
    const flux = moments.reduce(
      (sum, { eta, phi }) => sum + (eta[i]! * (phi[i + 1]! - phi[i - 1]!)) / (4 * cellSize),
      0,
    )
    return { r, amplitude: Math.hypot(now!, later!), flux: r * flux }
  }
  return { at, k, cellSize }
}

export const circularWaves: Problem = {
  name: 'Circular waves from a source',
  solver: 'waves',
  exact:
    'H0(kr) outside the source: the energy through every circle is the same, and far away the height falls as 1/sqrt(r) (Lamb, Hydrodynamics, § 194)',
  async run() {
    const { at, k, cellSize } = await ring()
    const near = at(1)
    const findings: Finding[] = [2, 5, 20].map((wavelengths) => ({
      quantity: `energy through a circle of ${wavelengths} wavelengths over that of 1`,
      measured: at(wavelengths).flux / near.flux,
      expected: 1,
      // Central differences of phi lose (k dx)²/6 alike at both, and (dx/r)²/3 more because its third derivative has a term 2/r²; floats.
      tolerance: (cellSize / near.r) ** 2 / 3 + 1e-5,
      kind: 'relative',
      unit: '',
    }))
    const [inner, outer] = [at(5), at(20)]
    findings.push({
      quantity: 'height at 20 wavelengths over height at 5',
      measured: outer.amplitude / inner.amplitude,
      expected: Math.sqrt(inner.r / outer.r),
      // |H0(x)| is sqrt(2/(πx)) (1 - 1/(16x²)).
      tolerance: 1 / (16 * (k * inner.r) ** 2) + ROUNDING,
      kind: 'relative',
      unit: '',
    })
    return findings
  },
}
