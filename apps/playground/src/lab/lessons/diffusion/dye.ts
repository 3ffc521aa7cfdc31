// A puff of dye in a box, its deviation from the mean after each step, and the residuals of two ways to solve one step.

import {
  diffusionResidual,
  fluidGaussSeidel,
  fluidGrid,
  fluidSetBounds,
  multigridCycle,
  multigridWork,
} from '@seiche/textbook'
import type { Action, LessonModel } from '../../worker/model.js'
import type { DiffusionValues } from './diffusion.settings.js'
import { type Cell, cellsOf, type DyeBox } from './dye-boxes.js'

/** Steps in a second of the page. */
const pace = 20
/** The run stops when a cell holds this many times the dye of the start. */
const largest = 1000
/** Steps that are kept for the curves. */
const longestHistory = 600
/** A shortest wave smaller than this part of its start is rounding. */
const rounding = 1e-5
/** Sweeps to which residuals are drawn. */
const mostSweeps = 50

export interface DyeFrame {
  kind: 'dye'
  n: number
  dimension: 2 | 3
  /** Dye of each cell of the plane through the puff, y upwards in rows from the top. */
  plane: Float64Array
  /** Dye along the row of the puff. */
  row: Float64Array
  /** Steps, the deviation from the mean (root mean square over that of the start) and the amount over the first, at each. */
  steps: Float64Array
  deviation: Float64Array
  amount: Float64Array
  /** Size of the shortest wave that fits in the box, over that of the start, at each step. */
  shortest: Float64Array
  /** Factor of the deviation in one step: measured, and in theory after many steps. */
  growth: number
  growthInTheory: number
  /** Factor of the shortest wave in the last step: measured, and in theory; NaN once it is lost in rounding. */
  shortestGrowth: number
  shortestInTheory: number
  /** Part of the dye that is left after the last step, and in theory for a uniform density; NaN before the first step. */
  kept: number
  keptInTheory: number
  /** Residual over right-hand side of the first step, by the work in sweeps. */
  gaussSeidel: Residuals
  multigrid: Residuals
}

export interface Residuals {
  work: Float64Array
  residual: Float64Array
}

interface Measured {
  step: number
  deviation: number
  amount: number
  largest: number
  shortest: number
}

export class DyeModel implements LessonModel<DyeFrame> {
  private history: Measured[]
  private steps = 0
  private due = 0
  /** Along one axis; in the box the product of those along its axes. */
  private readonly shortestWave: Float64Array
  private readonly residuals: { gaussSeidel: Residuals; multigrid: Residuals }

  constructor(
    private readonly box: DyeBox,
    private readonly values: DiffusionValues,
  ) {
    this.puff(puffAt(box), 1)
    this.shortestWave = Float64Array.from({ length: box.n }, (_, i) =>
      Math.cos(((box.n - 1) * Math.PI * (i + 0.5)) / box.n),
    )
    this.history = [this.measure()]
    this.residuals = residualsOf(box, values.diffusivity)
  }

  advance(seconds: number): void {
    this.due += seconds * pace
    for (; this.due >= 1; this.due -= 1) this.step()
  }

  step(): void {
    if (this.outOfBounds()) return
    this.box.step()
    this.steps++
    this.history.push(this.measure())
    if (this.history.length > longestHistory) this.history.shift()
  }

  /** A puff by hand: `x` and `y` from 0 to 1, y upwards. */
  act({ x, y }: Action): void {
    const { n } = this.box
    const cell = (part: unknown) => Math.max(2, Math.min(n - 3, Math.floor(Number(part) * n)))
    this.puff([cell(x), cell(y), this.box.dimension === 3 ? puffAt(this.box)[2] : 0], 1)
    this.history = [this.measure()]
  }

  frame(): DyeFrame {
    const { n, dimension, growthInTheory, shortestInTheory } = this.box
    const [, row, layer] = puffAt(this.box)
    const [last, before] = [this.history.at(-1)!, this.history.at(-2)]
    const start = this.history[0]!
    const all = (read: (measured: Measured) => number) => Float64Array.from(this.history, read)
    return {
      kind: 'dye',
      n,
      dimension,
      plane: Float64Array.from({ length: n * n }, (_, cell) =>
        this.box.at([cell % n, n - 1 - Math.floor(cell / n), layer]),
      ),
      row: Float64Array.from({ length: n }, (_, i) => this.box.at([i, row, layer])),
      steps: all(({ step }) => step),
      deviation: all(({ deviation }) => deviation / start.deviation),
      amount: all(({ amount }) => amount / start.amount),
      shortest: all(({ shortest }) => Math.abs(shortest / start.shortest)),
      growth: growthOf(this.history),
      growthInTheory,
      shortestGrowth:
        before && Math.abs(last.shortest) > rounding * Math.abs(start.shortest)
          ? last.shortest / before.shortest
          : Number.NaN,
      shortestInTheory,
      kept: before ? last.amount / before.amount : Number.NaN,
      keptInTheory: this.keptInTheory,
      ...this.residuals,
    }
  }

  outOfBounds(): string | undefined {
    if (this.history.at(-1)!.largest < largest) return undefined
    return `Stopped: after ${this.steps} steps a cell holds more than ${largest} times the dye of the start.`
  }

  dispose(): void {
    this.box.dispose?.()
  }

  /** A sweep from zeros leaves D a/(1 + D a) of a uniform density unfound (defect 3 of fluid-box.ts). */
  private get keptInTheory(): number {
    const { by, method, diffusivity, sweeps } = this.values
    if (by === 'engine' || method !== 'good') return 1
    const a = this.box.dimension * diffusivity
    return 1 - (a / (1 + a)) ** sweeps
  }

  /** Five cells a side: an odd number, so that the shortest waves are in it too. */
  private puff([x, y, z]: Cell, amount: number): void {
    const depth = this.box.dimension === 3 ? 2 : 0
    for (let k = -depth; k <= depth; k++)
      for (let j = -2; j <= 2; j++) for (let i = -2; i <= 2; i++) this.box.set([x + i, y + j, z + k], amount)
  }

  private measure(): Measured {
    const { n, dimension } = this.box
    const wave = this.shortestWave
    let [amount, squares, most, shortest] = [0, 0, 0, 0]
    for (let k = 0; k < (dimension === 3 ? n : 1); k++)
      for (let j = 0; j < n; j++)
        for (let i = 0; i < n; i++) {
          const dye = this.box.at([i, j, k])
          amount += dye
          squares += dye * dye
          most = Math.max(most, Math.abs(dye))
          shortest += dye * wave[i]! * wave[j]! * (dimension === 3 ? wave[k]! : 1)
        }
    const cells = n ** dimension
    const variance = squares / cells - (amount / cells) ** 2
    return { step: this.steps, deviation: Math.sqrt(Math.max(0, variance)), amount, largest: most, shortest }
  }
}

/** Off the middle: in the middle, half of the waves would be missing. */
function puffAt({ n, dimension }: Pick<DyeBox, 'n' | 'dimension'>): Cell {
  const at = Math.floor(n / 3)
  return [at, at, dimension === 3 ? at : 0]
}

/** The factor of one step over the last steps: at most 20, and half of the history. */
function growthOf(history: readonly Measured[]): number {
  const steps = Math.min(20, Math.floor((history.length - 1) / 2))
  if (steps === 0) return Number.NaN
  return (history.at(-1)!.deviation / history.at(-1 - steps)!.deviation) ** (1 / steps)
}

/** Residuals of the first step from zeros, after each sweep and after each V-cycle. */
function residualsOf({ dimension }: DyeBox, a: number): { gaussSeidel: Residuals; multigrid: Residuals } {
  const n = cellsOf(dimension)
  const grid = fluidGrid(n, dimension)
  const x0 = new Float64Array(grid.size)
  const [px, py, pz] = puffAt({ n, dimension })
  for (const cell of grid.interior) {
    const [i, j, k = 1] = grid.strides.map((stride) => Math.floor(cell / stride) % (n + 2))
    const isInside = [i! - 1 - px, j! - 1 - py, k - 1 - pz].every((distance) => Math.abs(distance) <= 2)
    if (isInside) x0[cell] = 1
  }
  fluidSetBounds(grid, 0, x0)
  const norm = (x: Float64Array) => Math.sqrt(grid.interior.reduce((total, cell) => total + x[cell]! ** 2, 0))
  const left = (x: Float64Array) => norm(diffusionResidual(grid, x, x0, a)) / norm(x0)

  const counts = Array.from({ length: mostSweeps }, (_, sweep) => sweep + 1)
  const x = new Float64Array(grid.size)
  const bySweeps = counts.map(() => {
    fluidGaussSeidel(grid, 0, x, x0, a, 1 + 2 * dimension * a, 1)
    return left(x)
  })
  const byCycles: number[] = []
  const work = multigridWork(grid)
  x.fill(0)
  for (let cycle = 1; cycle * work <= mostSweeps; cycle++) {
    multigridCycle(grid, 0, x, x0, a)
    byCycles.push(left(x))
  }
  return {
    gaussSeidel: { work: Float64Array.from(counts), residual: Float64Array.from(bySweeps) },
    multigrid: {
      work: Float64Array.from(byCycles, (_, cycle) => (cycle + 1) * work),
      residual: Float64Array.from(byCycles),
    },
  }
}
