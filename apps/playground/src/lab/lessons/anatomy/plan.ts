// Waves from above: straight trains and rings from point sources, added up.

import { type CircularWave, circularHeight, type Sinusoid, sinusoidHeight } from '@seiche/textbook'
import { airy, createSimulation, type SurfaceSimulation } from 'seiche'
import type { AnatomyValues } from './anatomy.settings.js'
import { type AnatomyView, stepsPerPeriod, type Wave } from './wave.js'

const nx = 160
const nz = 120
/** Cells of a wavelength. */
const perLength = 16

export interface PlanFrame {
  kind: 'plan'
  nx: number
  nz: number
  eta: Float32Array
  /** Sources in cells from the left upper corner. */
  sources: [number, number][]
  /** Height of the first ring at 4 L over that at 1 L, measured. */
  ringRatio: number
}

/** Directions from the first train [°], and lengths and heights as shares of it. */
const others = [
  { turn: 0, length: 1, height: 1 },
  { turn: 48, length: 0.62, height: 0.6 },
  { turn: -40, length: 0.8, height: 0.7 },
  { turn: 95, length: 0.5, height: 0.4 },
  { turn: -100, length: 0.71, height: 0.5 },
]

/** Straight trains as sinusoids, with the periods that the depth gives them. */
export function sinusoidsOf({ trains, direction }: AnatomyValues, { length, height, depth }: Wave): Sinusoid[] {
  return others.slice(0, trains).map((other) => {
    const wavelength = other.length * length
    const k = (2 * Math.PI) / wavelength
    return {
      amplitude: (other.height * height) / 2,
      direction: ((direction + other.turn) * Math.PI) / 180,
      wavelength,
      period: (2 * Math.PI) / airy.angularFrequency(k, { depth }),
    }
  })
}

export async function openPlan(values: AnatomyValues, wave: Wave): Promise<AnatomyView<PlanFrame>> {
  const plan = new Plan(values, wave)
  await plan.open()
  return plan
}

class Plan implements AnatomyView<PlanFrame> {
  private t = 0
  private readonly cellSize: number
  /** Sources [m]. */
  private readonly sources: [number, number][]
  private readonly straight: Sinusoid[]
  private sim: SurfaceSimulation | undefined

  constructor(
    private readonly values: AnatomyValues,
    private readonly wave: Wave,
  ) {
    const { length } = wave
    this.cellSize = length / perLength
    const places: [number, number][] = [
      [-1.5 * length, 0],
      [1.5 * length, 0],
      [0, -2 * length],
    ]
    this.sources = places.slice(0, values.sources)
    this.straight = sinusoidsOf(values, wave)
  }

  /** The engine's waves, with the sources as they are now. */
  async open(): Promise<void> {
    if (this.values.by === 'textbook' || this.sources.length + this.straight.length === 0) return
    const { length, period, height, depth } = this.wave
    const sim = await createSimulation(
      {
        seiche: 1,
        grid: { cells: [nx, nz], cellSize: this.cellSize },
        timeStep: period / stepsPerPeriod,
        solver: {
          type: 'waves',
          depth,
          trains: this.straight.map(({ wavelength, amplitude, direction }) => ({
            wavelength,
            height: 2 * amplitude,
            direction: (direction * 180) / Math.PI,
          })),
          circular: this.sources.map((at) => ({ at, wavelength: length, height })),
        },
      },
      { threads: 1 },
    )
    sim.step(Math.round((this.t / period) * stepsPerPeriod))
    this.sim?.dispose()
    this.sim = sim
  }

  step(t: number): void {
    this.t = t
    this.sim?.step()
  }

  async act(name: string, x: number, z: number): Promise<void> {
    const place: [number, number] = [(x - nx / 2) * this.cellSize, (z - nz / 2) * this.cellSize]
    const first = this.sources[0]
    if (!first) return
    if (name === 'nudge') this.sources[0] = [first[0] + x * this.cellSize, first[1] + z * this.cellSize]
    else this.sources[this.nearest(place)] = place
    await this.open()
  }

  frame(): PlanFrame {
    return {
      kind: 'plan',
      nx,
      nz,
      eta: this.sim ? Float32Array.from(this.sim.field('eta').read()) : this.textbookHeights(),
      sources: this.sources.map(([x, z]) => [x / this.cellSize + nx / 2, z / this.cellSize + nz / 2]),
      ringRatio: this.sources.length > 0 ? this.ringHeight(4) / this.ringHeight(1) : Number.NaN,
    }
  }

  dispose(): void {
    this.sim?.dispose()
  }

  private nearest(place: [number, number]): number {
    const distances = this.sources.map(([x, z]) => Math.hypot(x - place[0], z - place[1]))
    return distances.indexOf(Math.min(...distances))
  }

  private rings(): CircularWave[] {
    const { length, height, period } = this.wave
    return this.sources.map(([x, z]) => ({ x, z, amplitude: height / 2, wavelength: length, period }))
  }

  private textbookHeights(): Float32Array {
    const eta = new Float32Array(nx * nz)
    const rings = this.rings()
    for (let j = 0; j < nz; j++)
      for (let i = 0; i < nx; i++) {
        const [x, z] = [(i + 0.5 - nx / 2) * this.cellSize, (j + 0.5 - nz / 2) * this.cellSize]
        eta[j * nx + i] =
          sinusoidHeight(this.straight, x, z, this.t) + circularHeight(rings, this.values.law, x, z, this.t)
      }
    return eta
  }

  /** Greatest elevation of the first ring in a period, some lengths from its source [m]. */
  private ringHeight(lengths: number): number {
    const { length, height, period, depth } = this.wave
    const ring = this.rings()[0]!
    const engine = new airy.CircularWave({ x: ring.x, z: ring.z, wavelength: length, height }, { depth })
    let highest = 0
    for (let n = 0; n < stepsPerPeriod; n++) {
      const t = (n / stepsPerPeriod) * period
      const [x, z] = [ring.x + lengths * length, ring.z]
      const eta =
        this.values.by === 'textbook' ? circularHeight([ring], this.values.law, x, z, t) : engine.elevationAt(x, z, t)
      highest = Math.max(highest, eta)
    }
    return highest
  }
}
