import { createSimulation } from 'seiche'
import { measureFrequency } from '../../frequency.js'
import type { Finding, Problem } from '../../problem.js'

const G = 9.81
const DEPTH = 0.5
const C = Math.sqrt(G * DEPTH)
/** Side of the basin [m]. */
const SIDE = 4
/** Cells a wave crosses in one step. */
const COURANT = 0.5

/** A mode of the closed square basin: m half waves along x, n along z. */
interface Mode {
  readonly m: number
  readonly n: number
}

/** Frequency [rad/s] that the discrete dispersion relation gives the mode on `cells`² cells. */
function discreteFrequency({ m, n }: Mode, cells: number): number {
  const dt = (COURANT * SIDE) / cells / C
  const sine = (halfWaves: number) => Math.sin((Math.PI * halfWaves) / (2 * cells))
  return (2 / dt) * Math.asin(COURANT * Math.hypot(sine(m), sine(n)))
}

/** Frequency [rad/s] of the wave equation itself. */
function continuousFrequency({ m, n }: Mode): number {
  return (C * Math.PI * Math.hypot(m, n)) / SIDE
}

/** Runs the mode for about `periods` periods and measures its frequency [rad/s]. */
async function measure({ m, n }: Mode, cells: number, periods: number): Promise<number> {
  const cellSize = SIDE / cells
  const timeStep = (COURANT * cellSize) / C
  const sim = await createSimulation({
    seiche: 1,
    grid: { cells: [cells, cells], cellSize },
    timeStep,
    solver: { type: 'columns', depth: DEPTH },
    // cos(kx (x + a)) cos(kz (z + a)) as the sum of two waves.
    initial: {
      eta: [1, -1].map((sign) => ({
        shape: 'wave' as const,
        wavelength: (2 * SIDE) / Math.hypot(m, n),
        direction: (Math.atan2(sign * n, m) * 180) / Math.PI,
        phase: (-(m + sign * n) * 180) / 2,
        height: 0.01,
      })),
    },
  })
  if (sim.substeps !== 1) throw new Error('this problem needs one substep per step')
  const mode = Float64Array.from({ length: cells * cells }, (_, k) => {
    const cosine = (index: number, halfWaves: number) => Math.cos((Math.PI * halfWaves * (index + 0.5)) / cells)
    return cosine(k % cells, m) * cosine(Math.floor(k / cells), n)
  })
  const steps = Math.ceil((periods * 2 * Math.PI) / continuousFrequency({ m, n }) / timeStep)
  const samples = new Float64Array(steps)
  const { data, offset, stride } = sim.field('eta')
  for (let step = 0; step < steps; step++) {
    let sum = 0
    for (let k = 0; k < mode.length; k++) sum += mode[k]! * data[offset + Math.floor(k / cells) * stride + (k % cells)]!
    samples[step] = sum
    sim.step()
  }
  return measureFrequency(samples, timeStep, continuousFrequency({ m, n }))
}

export const discreteDispersion: Problem = {
  name: 'Discrete dispersion',
  solver: 'columns',
  exact: 'sin²(ω dt/2) = (c dt/dx)² (sin²(kx dx/2) + sin²(kz dx/2)) for a standing wave in a closed square',
  async run() {
    const modes: Mode[] = [
      { m: 1, n: 0 },
      { m: 3, n: 2 },
      { m: 16, n: 5 },
      { m: 40, n: 40 },
    ]
    const findings: Finding[] = []
    for (const mode of modes)
      findings.push({
        quantity: `frequency of mode (${mode.m}, ${mode.n}) on 64²`,
        measured: await measure(mode, 64, 10),
        expected: discreteFrequency(mode, 64),
        tolerance: 1e-4,
        kind: 'relative',
        unit: 'rad/s',
      })
    return findings
  },
}

/** Frequency errors of one mode on finer and finer grids: measured, and as the discrete relation predicts. */
export async function frequencyErrors() {
  const mode = { m: 4, n: 2 }
  const exact = continuousFrequency(mode)
  const errors: { cells: number; cellsPerWave: number; measured: number; predicted: number }[] = []
  for (const cells of [16, 32, 64, 128])
    errors.push({
      cells,
      cellsPerWave: (2 * cells) / Math.hypot(mode.m, mode.n),
      measured: Math.abs((await measure(mode, cells, 6)) / exact - 1),
      predicted: Math.abs(discreteFrequency(mode, cells) / exact - 1),
    })
  return errors
}

export const dispersionOrder: Problem = {
  name: 'Order of the dispersion error',
  solver: 'columns',
  exact: 'ω = c k; the error of a second-order scheme falls by four when cells and time step are halved',
  async run() {
    const errors = await frequencyErrors()
    return [
      ...errors.map(
        ({ cells, measured, predicted }): Finding => ({
          quantity: `frequency error on ${cells}²`,
          measured,
          expected: predicted,
          tolerance: 1e-5,
          kind: 'absolute',
          unit: '',
        }),
      ),
      ...errors.slice(1).map(
        ({ cells, measured }, k): Finding => ({
          quantity: `order from ${errors[k]!.cells}² to ${cells}²`,
          measured: Math.log2(errors[k]!.measured / measured),
          expected: 2,
          tolerance: 0.1,
          kind: 'absolute',
          unit: '',
        }),
      ),
    ]
  },
}
