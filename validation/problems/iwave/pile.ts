import { createSimulation } from 'seiche'
import { cylinderWaves } from '../../exact/cylinder.js'
import type { Finding, Problem } from '../../problem.js'

const G = 9.81
/** Half the height of the incident waves [m]. Cells are 1 m wide. */
const AMPLITUDE = 0.01
const STEPS_PER_PERIOD = 48
/** The pile is not centered on a cell [m]. */
const CENTER = [0.3, 0.2] as const
/** Amplitudes are compared from the wall to this many radii. */
const REACH = 2.5

interface Pile {
  /** Wavenumber times radius, and radius [m]. */
  readonly ka: number
  readonly radius: number
  /** Sides of the grid, and width of the sponge layers around it: more than half a wave [cells]. */
  readonly cells: number
  readonly sponge: number
}

export const piles = [
  { ka: 0.5, radius: 4, cells: 48, sponge: 60 },
  { ka: 1, radius: 6, cells: 64, sponge: 40 },
  { ka: 2, radius: 8, cells: 64, sponge: 32 },
] as const satisfies readonly Pile[]

/** Amplitude in a cell near the pile, relative to the incident waves. */
interface CellAmplitude {
  /** Distance from the axis of the pile [m], and angle from the direction of the waves [rad]. */
  readonly r: number
  readonly theta: number
  readonly measured: number
  readonly exact: number
}

/** Amplitudes in all cells near the pile that are at least half open. */
export async function amplitudesAround(
  { ka, radius, cells, sponge }: Pile,
  kd: number,
  walls: 'pipes' | 'impermeable',
): Promise<CellAmplitude[]> {
  const k = ka / radius
  const omega = Math.sqrt(G * k * Math.tanh(kd))
  const period = (2 * Math.PI) / omega
  const wavelength = (2 * Math.PI) / k
  const sim = await createSimulation({
    seiche: 1,
    grid: { cells: [cells, cells], cellSize: 1 },
    timeStep: period / STEPS_PER_PERIOD,
    solver: {
      type: 'iwave',
      method: 'fft',
      walls,
      sponge,
      ...(Number.isFinite(kd) && { depth: kd / k }),
      ambient: { type: 'waves', trains: [{ wavelength, height: 2 * AMPLITUDE, direction: 0 }] },
    },
    boundaries: { 'x-': 'absorb', 'x+': 'absorb', 'z-': 'absorb', 'z+': 'absorb' },
    obstacles: [{ shape: 'disc', center: [...CENTER], radius }],
  })
  // Scattered waves cross the grid at the group speed, which is at least half the phase speed, and the first ones decay.
  sim.step((Math.ceil((3 * cells) / wavelength) + 6) * STEPS_PER_PERIOD)
  const open = sim.field('openness').read()
  const inPhase = new Float64Array(cells * cells)
  const quadrature = new Float64Array(cells * cells)
  for (let step = 0; step < STEPS_PER_PERIOD; step++) {
    sim.step()
    const eta = sim.field('eta').read()
    const [cos, sin] = [Math.cos(omega * sim.time), Math.sin(omega * sim.time)]
    for (let cell = 0; cell < eta.length; cell++) {
      inPhase[cell]! += eta[cell]! * cos
      quadrature[cell]! += eta[cell]! * sin
    }
  }
  sim.dispose()
  const amplitudes: CellAmplitude[] = []
  for (let cell = 0; cell < open.length; cell++) {
    const x = (cell % cells) + 0.5 - cells / 2 - CENTER[0]
    const z = Math.floor(cell / cells) + 0.5 - cells / 2 - CENTER[1]
    const [r, theta] = [Math.hypot(x, z), Math.atan2(z, x)]
    if (open[cell]! < 0.5 || r < radius || r > REACH * radius) continue
    const { re, im } = cylinderWaves(k, radius, r, theta)
    const measured = (2 * Math.hypot(inPhase[cell]!, quadrature[cell]!)) / (STEPS_PER_PERIOD * AMPLITUDE)
    amplitudes.push({ r, theta, measured, exact: Math.hypot(re, im) })
  }
  return amplitudes
}

/** Largest error of the amplitude, relative to the largest exact amplitude. */
async function largestError(pile: Pile, kd: number): Promise<number> {
  const amplitudes = await amplitudesAround(pile, kd, 'impermeable')
  const errors = amplitudes.map(({ measured, exact }) => Math.abs(measured - exact))
  return Math.max(...errors) / Math.max(...amplitudes.map(({ exact }) => exact))
}

export const wavesAroundPile: Problem = {
  name: 'Waves around a round pile',
  solver: 'iwave, impermeable walls',
  exact: 'series of Bessel functions (MacCamy and Fuchs 1954); the largest amplitude is 1.4 to 1.9 of the incident one',
  async run() {
    const findings: Finding[] = []
    for (const [water, kd] of [
      ['shallow water, kd = 0.2', 0.2],
      ['intermediate depth, kd = 1', 1],
      ['deep water', Number.POSITIVE_INFINITY],
    ] as const)
      for (const pile of piles)
        findings.push({
          quantity: `ka = ${pile.ka}, radius ${pile.radius} cells, ${water}: largest error of the amplitude`,
          measured: await largestError(pile, kd),
          expected: 0,
          tolerance: 0.03,
          kind: 'absolute',
          unit: 'of the largest',
        })
    return findings
  },
}
