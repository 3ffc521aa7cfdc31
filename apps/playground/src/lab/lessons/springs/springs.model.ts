// A square of springs: the textbook with the published weights beside the engine with fitted ones, from one start.

import { iwaveSymbol } from '@seiche/textbook'
import { largestOf } from '../../worker/largest.js'
import type { Action, LessonModel } from '../../worker/model.js'
import { cells, type SpringsValues } from './springs.settings.js'
import { exactFrequency, steppedMotion, timeStepLimit, type Window, windowOf } from './springs.theory.js'
import { EngineWater, TextbookWater, type Water } from './springs.water.js'

/** Seconds of the water that pass in a second of the page. */
const speed = 4
/** Most steps for one picture; a shorter time step then runs slower. */
const mostSteps = 6
/** The run stops when the water is this high [m]. */
const highest = 10
/** Longest history of the mean level [steps]. */
const longestHistory = 600
/** Farthest distance of the weights that are drawn [cells]. */
const farthest = 9

/** Frequencies [rad/s] and growth rates [1/s] of the waves with 0, 1, … 32 crests; NaN where there is nothing to measure. */
export interface Dispersion {
  omega: Float64Array
  growth: Float64Array
}

/** One of the two waters at the present time. */
export interface WaterFrame extends Dispersion {
  /** Heights [m] or potentials [m²/s], as chosen. */
  values: Float32Array
  /** Largest of them, in size. */
  size: number
  /** Mean level [m] at each step. */
  means: Float64Array
}

/** The weights of a window relative to the one in its middle. */
export interface WeightsFrame {
  /** Cells along a side of the window. */
  width: number
  window: Float64Array
  /** Distance from the middle [cells] and weight of each cell within reach. */
  distance: Float64Array
  weight: Float64Array
  /** Sum of the weights: 0 for water that stays flat. */
  sum: number
}

export interface SpringsFrame {
  time: number
  /** Time of each mean level [s]. */
  times: Float64Array
  textbook: WaterFrame | undefined
  engine: WaterFrame | undefined
  textbookWeights: WeightsFrame
  engineWeights: WeightsFrame | undefined
  /** Wavenumbers [rad/m] of `theory` and `exact`: 0, 1, … 32 crests. */
  k: Float64Array
  /** The textbook's window at this time step, by its symbol. */
  theory: Dispersion
  /** Real water [rad/s]. */
  exact: Float64Array
  /** Longest stable time step of the textbook's window, if its waves did not grow by themselves [s]. */
  limit: number
  /** Mean level of the textbook's water by theory, and of real water [m]; NaN where theory has none. */
  meanInTheory: number
  meanOfWater: number
}

export async function openModel(values: SpringsValues): Promise<LessonModel<SpringsFrame>> {
  const window = windowOf(values.window)
  const textbook = values.by === 'engine' ? undefined : new TextbookWater(values, window)
  const engine = values.by === 'textbook' ? undefined : await EngineWater.open(values)
  return new SpringsModel(values, window, textbook, engine)
}

class SpringsModel implements LessonModel<SpringsFrame> {
  private readonly parts: Pick<SpringsFrame, 'textbookWeights' | 'engineWeights' | 'k' | 'theory' | 'exact' | 'limit'>
  private readonly means = { times: [0], textbook: [] as number[], engine: [] as number[] }
  private steps = 0
  private due = 0
  private readonly meanAtStart: number
  /** Drops of the hand, sources of height and held rims change the mean level. */
  private isDriven: boolean

  constructor(
    private readonly values: SpringsValues,
    window: Window,
    private readonly textbook: TextbookWater | undefined,
    private readonly engine: EngineWater | undefined,
  ) {
    this.isDriven = values.source === 'height' || values.edges === 'interior'
    this.remember()
    this.parts = {
      ...theoryOf(window, values['time-step']),
      textbookWeights: weightsFrame(window.weights, 2 * window.halfWidth + 1, window.halfWidth),
      engineWeights: engine && {
        ...weightsFrame(engine.weights, cells, window.halfWidth),
        // Held edges take water up: the weights of a square between them have no sum to compare.
        ...(values.edges === 'interior' && { sum: Number.NaN }),
      },
    }
    this.meanAtStart = this.means.textbook[0] ?? this.means.engine[0] ?? 0
  }

  advance(seconds: number): void {
    const dt = this.values['time-step']
    this.due = Math.min(this.due + speed * seconds, mostSteps * dt)
    for (; this.due >= dt; this.due -= dt) this.step()
  }

  step(): void {
    if (this.outOfBounds()) return
    this.textbook?.step()
    this.engine?.step()
    this.steps++
    this.means.times.push(this.steps * this.values['time-step'])
    this.remember()
  }

  private remember(): void {
    if (this.textbook) this.means.textbook.push(meanOf(this.textbook.eta))
    if (this.engine) this.means.engine.push(meanOf(this.engine.eta))
    for (const history of Object.values(this.means)) if (history.length > longestHistory) history.shift()
  }

  act({ name, x, z }: Action): void {
    if (name !== 'drop') return
    this.isDriven = true
    this.textbook?.addDrop(Number(x), Number(z))
    this.engine?.addDrop(Number(x), Number(z))
  }

  frame(): SpringsFrame {
    const theta = this.parts.theory.omega[0]! * this.values['time-step']
    return {
      ...this.parts,
      time: this.steps * this.values['time-step'],
      times: Float64Array.from(this.means.times),
      textbook: this.textbook && this.waterFrame(this.textbook, this.means.textbook),
      engine: this.engine && this.waterFrame(this.engine, this.means.engine),
      meanInTheory: this.isFlatPart ? this.meanAtStart * Math.cos(theta * this.steps) : Number.NaN,
      meanOfWater: this.isDriven ? Number.NaN : this.meanAtStart,
    }
  }

  /** Whether the mean level of the textbook moves by itself: waves that closed edges clamp change it too. */
  private get isFlatPart(): boolean {
    const { source, edges, start } = this.values
    return !this.isDriven && source === 'none' && (edges === 'periodic' || start === 'flat')
  }

  private waterFrame(water: Water, means: number[]): WaterFrame {
    const values = Float32Array.from((this.values.show === 'phi' && water.phi) || water.eta)
    const motions = Array.from({ length: cells / 2 + 1 }, (_, m) =>
      this.values.source === 'none' ? water.meter.motion(m) : { omega: Number.NaN, growth: Number.NaN },
    )
    return {
      values,
      size: largestOf(values),
      means: Float64Array.from(means),
      omega: Float64Array.from(motions, ({ omega }) => omega),
      growth: Float64Array.from(motions, ({ growth }) => growth),
    }
  }

  outOfBounds(): string | undefined {
    for (const [name, water] of [
      ['textbook', this.textbook],
      ['engine', this.engine],
    ] as const)
      if (water && !(largestOf(water.eta) < highest))
        return `Stopped: after ${this.steps} steps the water of the ${name} is more than ${highest} m high.`
    return undefined
  }

  dispose(): void {
    this.engine?.dispose()
  }
}

/** Frequencies by the symbol of the textbook's window and of real water, and the limit of the time step. */
function theoryOf(window: Window, dt: number): Pick<SpringsFrame, 'k' | 'theory' | 'exact' | 'limit'> {
  const k = Float64Array.from({ length: cells / 2 + 1 }, (_, m) => (2 * Math.PI * m) / cells)
  const motions = Array.from(k, (wavenumber) => steppedMotion(iwaveSymbol(window.weights, wavenumber, 0), dt))
  return {
    k,
    theory: {
      omega: Float64Array.from(motions, ({ omega }) => omega),
      growth: Float64Array.from(motions, ({ growth }) => growth),
    },
    exact: k.map((wavenumber) => exactFrequency(wavenumber, window.isLaplace)),
    limit: timeStepLimit(window),
  }
}

/** A window of weights around the middle cell of a square of `side` cells, and the weights by distance. */
function weightsFrame(square: ArrayLike<number>, side: number, halfWidth: number): WeightsFrame {
  const middle = Math.floor(side / 2)
  const center = square[middle * side + middle]!
  const width = 2 * halfWidth + 1
  const window = Float64Array.from({ length: width * width }, (_, cell) => {
    const [i, j] = [middle - halfWidth + (cell % width), middle - halfWidth + Math.floor(cell / width)]
    return square[j * side + i]! / center
  })
  const near: [number, number][] = []
  let sum = 0
  for (let cell = 0; cell < side * side; cell++) {
    sum += square[cell]! / center
    const distance = Math.hypot((cell % side) - middle, Math.floor(cell / side) - middle)
    if (distance <= farthest) near.push([distance, square[cell]! / center])
  }
  return {
    width,
    window,
    sum,
    distance: Float64Array.from(near, ([distance]) => distance),
    weight: Float64Array.from(near, ([, weight]) => weight),
  }
}

function meanOf(values: ArrayLike<number>): number {
  let sum = 0
  for (let cell = 0; cell < values.length; cell++) sum += values[cell]!
  return sum / values.length
}
