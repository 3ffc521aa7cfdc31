// Columns of water after a drop: the scheme's run, the exact solution of a row, and the growth of the wave that grows first.

import type { Values } from '../../settings.js'
import type { Action, LessonModel } from '../../worker/model.js'
import type { ColumnsValues } from './columns.settings.js'
import { type Drop, dropHeight, dropShape, exactElevation } from './exact.js'
import { FastestWave, growthInTheory, seed } from './fastest-wave.js'
import { cellsOf, depth, openWater, timeStepOf, type Water, width } from './schemes.js'

/** The run stops at this height [m]. */
const highest = 100
/** Steps that the curve of this wave shows. */
const shownSteps = 400

/** Place of the first drop, as a share of the sides. */
const firstDrop = 0.375

export interface ColumnsFrame {
  nx: number
  nz: number
  /** Width of a column [m]. */
  width: number
  /** Elevation of each column [m], row by row. */
  eta: Float64Array
  /** Exact elevation of a row without damping [m]; empty otherwise. */
  exact: Float64Array
  time: number
  steps: number
  /** Steps of the engine in one step of the lesson. */
  substeps: number
  /** Size of the wave that grows first [m] after each of the last steps, and the numbers of these steps. */
  sizes: Float64Array
  numbers: Float64Array
  /** Factor of this wave in one step, measured and by the eigenvalues of the scheme. */
  growth: number
  growthInTheory: number
  /** Water over its first volume. */
  volume: number
  /** Elevation opposite the first drop, where its halves meet again [m]; the exact one is NaN where there is none. */
  opposite: number
  oppositeExact: number
  highest: number
}

export async function openModel(values: ColumnsValues): Promise<LessonModel<ColumnsFrame>> {
  return new ColumnsModel(values, await openWater(values))
}

class ColumnsModel implements LessonModel<ColumnsFrame> {
  private readonly nx: number
  private readonly nz: number
  private readonly drops: Drop[] = []
  private readonly fastest: FastestWave
  private firstVolume: number
  private steps = 0
  private time = 0
  /** Time that has passed on the page and was not stepped yet [s]. */
  private due = 0

  constructor(
    private values: ColumnsValues,
    private readonly water: Water,
  ) {
    const { nx, nz } = cellsOf(values)
    this.nx = nx
    this.nz = nz
    this.fastest = new FastestWave(values)
    this.firstVolume = depth * nx * nz
    // Off the middle: symmetric water has no part in half of the waves.
    this.drop(firstDrop * nx, firstDrop * nz)
    if (values.by === 'textbook') water.add(this.fastest.shape.map((height) => seed * height))
    this.fastest.note(water.eta)
  }

  advance(seconds: number): void {
    this.due += seconds
    const dt = timeStepOf(this.values)
    for (; this.due >= dt; this.due -= dt) this.step()
  }

  step(): void {
    if (this.outOfBounds()) return
    this.water.step()
    this.steps++
    this.time += timeStepOf(this.values)
    this.fastest.note(this.water.eta)
  }

  change(next: Values): boolean {
    const values = next as ColumnsValues
    const others = (Object.keys(values) as (keyof ColumnsValues)[]).filter((name) => name !== 'courant')
    if (!this.water.setCourant || others.some((name) => values[name] !== this.values[name])) return false
    this.water.setCourant(values.courant)
    this.values = values
    this.fastest.restart(values)
    return true
  }

  act(action: Action): void {
    if (action.name === 'drop') this.drop(Number(action.i), Number(action.j))
  }

  /** Lets a drop fall on a place, in columns from the corner. */
  private drop(i: number, j: number): void {
    const { nx, nz } = this
    const heights = Float64Array.from({ length: nx * nz }, (_, cell) => {
      const x = ((cell % nx) + 0.5 - i) * width
      const z = nz > 1 ? (Math.floor(cell / nx) + 0.5 - j) * width : 0
      return dropShape(Math.hypot(x, z))
    })
    this.water.add(heights)
    this.drops.push({ x: i * width, time: this.time })
    this.firstVolume += heights.reduce((sum, height) => sum + height, 0)
    this.fastest.restart(this.values)
  }

  frame(): ColumnsFrame {
    const eta = Float64Array.from(this.water.eta)
    const { nx, nz } = this
    const sum = eta.reduce((total, height) => total + height, 0)
    const exact = this.exact()
    const opposite = Math.floor((1 - firstDrop) * nz) * nx + (1 - firstDrop) * nx
    const { sizes } = this.fastest
    const from = Math.max(0, sizes.length - shownSteps)
    return {
      nx,
      nz,
      width,
      eta,
      exact,
      time: this.time,
      steps: this.steps,
      substeps: this.water.substeps,
      sizes: Float64Array.from(sizes.slice(from)),
      numbers: Float64Array.from(sizes.slice(from), (_, n) => this.steps - (sizes.length - from) + 1 + n),
      growth: this.fastest.growth,
      growthInTheory: growthInTheory(this.values),
      volume: (sum + depth * nx * nz) / this.firstVolume,
      opposite: (eta[opposite - 1]! + eta[opposite]!) / 2,
      oppositeExact: exact.length > 0 ? (exact[opposite - 1]! + exact[opposite]!) / 2 : Number.NaN,
      highest: largest(eta),
    }
  }

  /** The exact elevation in the middle of each column. */
  private exact(): Float64Array {
    const { edges, height, beta, viscosity, by } = this.values
    const isDamped = by === 'engine' ? viscosity > 0 : beta < 1
    if (this.nz > 1 || isDamped) return new Float64Array(0)
    // An edge that the document calls open is held at rest level.
    const row =
      by === 'textbook' && edges === 'open'
        ? ({ edges: 'held', height: 0, cells: this.nx } as const)
        : { edges, height, cells: this.nx }
    return Float64Array.from({ length: this.nx }, (_, i) =>
      exactElevation(row, this.drops, (i + 0.5) * width, this.time),
    )
  }

  outOfBounds(): string | undefined {
    if (largest(this.water.eta) < highest) return undefined
    return `Stopped: after ${this.steps} steps a column is more than ${highest} m from its rest level. The drop was ${dropHeight} m high.`
  }

  dispose(): void {
    this.water.dispose?.()
  }
}

/** Largest magnitude; infinite if a value is not a number. */
function largest(values: ArrayLike<number>): number {
  let most = 0
  for (let n = 0; n < values.length; n++) {
    const size = Math.abs(values[n]!)
    if (!(size <= most)) most = Number.isNaN(size) ? Number.POSITIVE_INFINITY : size
  }
  return most
}
