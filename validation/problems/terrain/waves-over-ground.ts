import { airy, type SurfaceSimulation } from 'seiche'
import { simpleWave } from '../../exact/simple-wave.js'
import { measureFrequency } from '../../frequency.js'
import { centre, meanError, orders, type Setting, waterOverGround } from '../../over-ground.js'
import type { Finding, Problem } from '../../problem.js'

const G = 9.81
const CELLS = 64
const CELL = 0.1

/** Height of the wave over the depth: low enough to be linear to 1e-5, high enough for single precision. */
const LOW = 1e-3

interface StandingWave {
  readonly depth: number
  /** Half waves in the basin, which is CELLS long. */
  readonly halfWaves: number
  readonly timeStep: number
  readonly solver: Setting['solver']
}

/** Amplitudes of a standing wave along x in a closed basin after each step, the first 1. */
async function amplitudes({ depth, halfWaves, timeStep, solver }: StandingWave, steps: number): Promise<Float64Array> {
  const k = (Math.PI * halfWaves) / (CELLS * CELL)
  const shape = (x: number) => Math.cos(k * (x + (CELLS * CELL) / 2))
  const sim = await waterOverGround({
    cells: [CELLS, 4],
    cellSize: CELL,
    timeStep,
    solver,
    bed: () => -depth,
    eta: (x) => LOW * depth * shape(x),
  })
  const mode = Array.from({ length: CELLS }, (_, i) => shape(centre(i, CELLS, CELL)))
  const samples = new Float64Array(steps + 1)
  for (let step = 0; step <= steps; step++) {
    if (step > 0) sim.step()
    samples[step] = inMode(sim, mode) / (LOW * depth)
  }
  sim.dispose()
  return samples
}

/** How much of a shape along x is in the surface [m]. */
function inMode(sim: SurfaceSimulation, mode: readonly number[]): number {
  const { data, offset, stride, nz } = sim.field('eta')
  let sum = 0
  for (let j = 0; j < nz; j++) for (const [i, m] of mode.entries()) sum += m * data[offset + j * stride + i]!
  return sum / nz / mode.reduce((squares, m) => squares + m * m, 0)
}

/** Damping and turn in a step of a wave that obeys a(n+1) = 2 r cos θ a(n) - r² a(n-1), by least squares. */
function dampingAndPhase(a: Float64Array): { damping: number; phase: number } {
  let [nn, no, oo, fn, fo] = [0, 0, 0, 0, 0]
  for (let n = 1; n < a.length - 1; n++) {
    const [old, now, next] = [a[n - 1]!, a[n]!, a[n + 1]!]
    nn += now * now
    no += now * old
    oo += old * old
    fn += next * now
    fo += next * old
  }
  const det = nn * oo - no * no
  const damping = Math.sqrt(-(fo * nn - fn * no) / det)
  return { damping, phase: Math.acos((fn * oo - fo * no) / det / (2 * damping)) }
}

export const implicitDamping: Problem = {
  name: 'Damping and phase of the implicit step',
  solver: 'kass-miller',
  exact:
    'a wave with X = ω dt, ω = 2 sqrt(g d)/dx sin(k dx/2), shrinks by 1/sqrt(1 + X²) and turns by atan X in a step; with τ it shrinks by sqrt((1 - τ)/(1 + X²))',
  async run() {
    const findings: Finding[] = []
    const depth = 1
    const c = Math.sqrt(G * depth)
    for (const [halfWaves, courant, tau] of [
      [2, 0.5, 0],
      [4, 1, 0],
      [2, 4, 0],
      [8, 1, 0.1],
    ] as const) {
      const X = 2 * courant * Math.sin((Math.PI * halfWaves) / (2 * CELLS))
      const wave = {
        depth,
        halfWaves,
        timeStep: (courant * CELL) / c,
        solver: { type: 'kass-miller', tau },
      } as const
      const { damping, phase } = dampingAndPhase(await amplitudes(wave, Math.ceil(1 / X) + 6))
      const what = `${(2 * CELLS) / halfWaves} cells per wave, c dt/dx = ${courant}${tau > 0 ? `, τ = ${tau}` : ''}`
      const about = { kind: 'relative', unit: '', tolerance: 1e-3 } as const
      const shrunk = Math.sqrt((1 - tau) / (1 + X * X))
      findings.push(
        { quantity: `damping a step, ${what}`, measured: damping, expected: shrunk, ...about },
        {
          quantity: `turn a step, ${what}`,
          measured: phase,
          expected: Math.acos((2 - tau) / (2 * Math.sqrt((1 - tau) * (1 + X * X)))),
          ...about,
          unit: 'rad',
        },
      )
    }
    return findings
  },
}

export const tooFast: Problem = {
  name: 'Speed of short waves',
  solver: 'shallow-water',
  exact:
    'shallow water knows one speed, sqrt(g d): beside the Airy wave it is too high by sqrt(kd/tanh kd), 1.146 at kd = 1 and 1.736 at kd = 3; `iwave` has it right',
  async run() {
    const findings: Finding[] = []
    for (const kd of [0.1, 1, 3]) {
      const k = (2 * Math.PI) / (CELLS * CELL)
      const depth = kd / k
      const omega = k * Math.sqrt(G * depth)
      const timeStep = (2 * Math.PI) / omega / 100
      const samples = await amplitudes({ depth, halfWaves: 2, timeStep, solver: { type: 'shallow-water' } }, 200)
      const measured = measureFrequency(samples, timeStep, omega) / airy.angularFrequency(k, { depth })
      findings.push({
        quantity: `frequency over that of an Airy wave, kd = ${kd}`,
        measured,
        expected: Math.sqrt(kd / Math.tanh(kd)),
        tolerance: 0.002,
        kind: 'relative',
        unit: '',
      })
    }
    return findings
  },
}

export const steepening: Problem = {
  name: 'A wave that becomes steeper',
  solver: 'shallow-water',
  exact: 'over flat ground each depth of a wave that runs one way travels at 3 sqrt(g d) - 2 sqrt(g d0) (Riemann 1860)',
  async run() {
    const length = 80
    const start = -20
    const time = 6
    const wave = simpleWave({ depth: 1, height: 0.1, width: 5 })
    const errors: { cells: number; error: number }[] = []
    for (const cells of [200, 400, 800]) {
      const cellSize = length / cells
      const steps = cells / 4
      const sim = await waterOverGround({
        cells: [cells, 1],
        cellSize,
        timeStep: time / steps,
        solver: { type: 'shallow-water' },
        bed: () => -1,
        eta: (x) => wave.at(x - start, 0).depth - 1,
        phi: (x) => wave.phi(x - start),
      })
      sim.step(steps)
      const exact = Array.from({ length: cells }, (_, i) => wave.at(centre(i, cells, cellSize) - start, time).depth)
      errors.push({ cells, error: meanError(sim.field('depth').read(), exact) })
      sim.dispose()
    }
    return orders('depth', errors, 1.8)
  },
}
