// The wave runs up a plane beach: it slows down, shortens, turns and grows until it breaks.

import { airy, createSimulation, type SurfaceSimulation } from 'seiche'
import type { AnatomyValues } from './anatomy.settings.js'
import { type AnatomyView, stepsPerPeriod, type Wave } from './wave.js'

const nx = 240
const nz = 110

export interface BeachFrame {
  kind: 'beach'
  /** Along the middle: distance from the toe [m], ground, surface, and the greatest elevation of each place [m]. */
  s: Float64Array
  bed: Float64Array
  eta: Float64Array
  envelope: Float64Array
  nx: number
  nz: number
  plan: Float32Array
  /** Column of the shoreline [cells]. */
  shore: number
  /** Column of the breakers by either rule [cells]; undefined if the wave does not break. */
  breakers: Record<'miche' | 'slides', number | undefined>
  breakerDepth: number
  breakerHeight: number
  breakerDepthBySlides: number
  offshoreDepth: number
  /** At a quarter of the depth: length [m] and angle to the beach [°], measured and by theory. */
  length: number
  lengthInTheory: number
  angle: number
  angleInTheory: number
}

export async function openBeach(values: AnatomyValues, wave: Wave): Promise<AnatomyView<BeachFrame>> {
  // Deeper than half a wavelength the wave does not feel the ground.
  const depth = Math.min(wave.depth, wave.length / 2)
  const [slope, ascent] = [values.slope, depth / values.slope]
  const cellSize = (1.3 * ascent) / nx
  const toe = -0.5 * 1.3 * ascent + 0.2 * ascent
  const sim = await createSimulation(
    {
      seiche: 1,
      grid: { cells: [nx, nz], cellSize },
      timeStep: wave.period / stepsPerPeriod,
      solver: {
        type: 'waves',
        depth,
        trains: [{ period: wave.period, height: wave.height, direction: values.direction }],
        slope: { toe, slope },
        breaking: values.rule,
      },
    },
    { threads: 1 },
  )
  return new BeachView(values, wave, depth, toe, cellSize, sim)
}

class BeachView implements AnatomyView<BeachFrame> {
  private readonly train: airy.ShoalingTrain
  private readonly bed: Float64Array
  private readonly envelope: Float64Array
  /** The three middle rows of the last quarter of a period, oldest first. */
  private readonly past: Float32Array[] = []
  private readonly slidesBreaker: number | undefined

  constructor(
    private readonly values: AnatomyValues,
    wave: Wave,
    private readonly depth: number,
    private readonly toe: number,
    private readonly cellSize: number,
    private readonly sim: SurfaceSimulation,
  ) {
    const water = { depth }
    const offshore = airy.trainOf(
      { height: wave.height, period: wave.period, direction: (values.direction * Math.PI) / 180 },
      water,
    )
    this.train = new airy.ShoalingTrain(offshore, water, { direction: 0, toe, slope: values.slope })
    const columns = Float64Array.from({ length: nx }, (_, i) => this.place(i))
    this.bed = columns.map((s) => Math.max(0, s - toe) * values.slope - depth)
    this.envelope = columns.map((s) => this.train.across(s).amplitude)
    const shore = this.train.shore
    const fine = Array.from({ length: 4000 }, (_, n) => toe + ((n + 0.5) / 4000) * (shore - toe))
    this.slidesBreaker = fine.find((s) => {
      const { unbroken, kAcross } = this.train.across(s)
      return 2 * unbroken > 2 / Math.hypot(kAcross, this.train.kAlong)
    })
    this.keep()
  }

  step(): void {
    this.sim.step()
    this.keep()
  }

  frame(): BeachFrame {
    const plan = Float32Array.from(this.sim.field('eta').read())
    const middle = plan.subarray(Math.floor(nz / 2) * nx, (Math.floor(nz / 2) + 1) * nx)
    const { breaker } = this.train
    const quarter = this.column(this.toe + (0.75 * this.depth) / this.values.slope)
    const local = this.train.across(this.place(quarter))
    const k = Math.hypot(local.kAcross, this.train.kAlong)
    const measured = this.measuredAt(quarter)
    return {
      kind: 'beach',
      s: Float64Array.from({ length: nx }, (_, i) => this.place(i) - this.toe),
      bed: this.bed,
      eta: Float64Array.from(middle, (eta, i) => (this.bed[i]! < 0 ? Math.max(eta, this.bed[i]!) : Number.NaN)),
      envelope: this.envelope,
      nx,
      nz,
      plan,
      shore: this.column(this.train.shore),
      breakers: {
        miche: breaker && this.column(breaker.s),
        slides: this.slidesBreaker === undefined ? undefined : this.column(this.slidesBreaker),
      },
      breakerDepth: breaker?.depth ?? Number.NaN,
      breakerHeight: breaker?.height ?? Number.NaN,
      breakerDepthBySlides: this.slidesBreaker === undefined ? Number.NaN : this.train.depthAt(this.slidesBreaker),
      offshoreDepth: this.depth,
      length: (2 * Math.PI) / measured.k,
      lengthInTheory: (2 * Math.PI) / k,
      angle: measured.angle,
      angleInTheory: (Math.asin(this.train.kAlong / k) * 180) / Math.PI,
    }
  }

  dispose(): void {
    this.sim.dispose()
  }

  private place(column: number): number {
    return (column + 0.5 - nx / 2) * this.cellSize
  }

  private column(s: number): number {
    return Math.round(s / this.cellSize + nx / 2 - 0.5)
  }

  private keep(): void {
    const first = Math.floor(nz / 2) - 1
    this.past.push(
      Float32Array.from(
        this.sim
          .field('eta')
          .read()
          .subarray(first * nx, (first + 3) * nx),
      ),
    )
    if (this.past.length > stepsPerPeriod / 4 + 1) this.past.shift()
  }

  /** Wavenumber and direction at a column, from the phases of the water a quarter of a period ago and now. */
  private measuredAt(column: number): { k: number; angle: number } {
    const [before, now] = [this.past[0]!, this.past.at(-1)!]
    if (this.past.length <= stepsPerPeriod / 4) return { k: Number.NaN, angle: Number.NaN }
    const phase = (i: number, j: number) => Math.atan2(now[j * nx + i]!, before[j * nx + i]!)
    const between = (a: number, b: number) => Math.atan2(Math.sin(b - a), Math.cos(b - a)) / (2 * this.cellSize)
    const kx = between(phase(column - 1, 1), phase(column + 1, 1))
    const kz = between(phase(column, 0), phase(column, 2))
    return { k: Math.hypot(kx, kz), angle: (Math.atan2(kz, kx) * 180) / Math.PI }
  }
}
