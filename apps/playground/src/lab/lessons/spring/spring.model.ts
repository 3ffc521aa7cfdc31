// One mass on a spring with a period of one second, stepped by a scheme of the textbook; and the merits of all five, measured.

import {
  type Oscillator,
  type OscillatorParameters,
  oscillatorEnergy,
  oscillatorExplicitEuler,
  oscillatorExponential,
  oscillatorForwardEuler,
  oscillatorImplicitEuler,
  oscillatorLeapfrog,
  slideForwardEulerFrequency,
} from '@seiche/textbook'
import type { LessonModel } from '../../worker/model.js'
import type { SchemeName, SpringValues } from './spring.settings.js'
import { type Behavior, behaviorInTheory, behaviorOf } from './spring.theory.js'

/** A period of one second [rad/s]. */
const omega = 2 * Math.PI
/** The run stops when the spring is this many times longer than at the start. */
const largest = 1000
/** Longest history that is kept [steps]. */
const longestHistory = 6000

const schemes: Record<SchemeName, (state: Oscillator, parameters: OscillatorParameters) => void> = {
  'explicit-euler': oscillatorExplicitEuler,
  'forward-euler': oscillatorForwardEuler,
  leapfrog: oscillatorLeapfrog,
  'implicit-euler': oscillatorImplicitEuler,
  exponential: oscillatorExponential,
}
const names = Object.keys(schemes) as SchemeName[]

/** How one scheme behaves at the present time step, measured by running it. */
export interface Merits extends Behavior {
  scheme: SchemeName
  /** Least and largest energy in ten periods over the first. */
  energy: readonly [number, number]
}

export interface SpringFrame {
  scheme: SchemeName
  /** Time [s], displacement [m], velocity over ω [m] and energy over its first value at each step, oldest first. */
  time: Float64Array
  q: Float64Array
  p: Float64Array
  energy: Float64Array
  /** Displacements of the other schemes [m] at the same times, if they are shown. */
  others: { scheme: SchemeName; q: Float64Array }[]
  /** Factor of the amplitude in one step: measured in this run. */
  growth: number
  theory: Behavior
  /** Frequency over the true one that the slide prints for its scheme; NaN past √2. */
  slideFrequency: number
  merits: Merits[]
}

export function openModel(values: SpringValues): LessonModel<SpringFrame> {
  return new SpringModel(values)
}

class SpringModel implements LessonModel<SpringFrame> {
  private readonly runs: SpringRun[]
  private steps = 0
  /** Time that has passed on the page and was not stepped yet [s]. */
  private due = 0
  private readonly merits: Merits[]

  constructor(private readonly values: SpringValues) {
    const shown = values.others ? names : [values.scheme]
    this.runs = shown.map((scheme) => new SpringRun(scheme, this.parameters))
    this.merits = names.map((scheme) => measure(scheme, this.parameters))
  }

  private get parameters(): OscillatorParameters {
    return { omega, dt: this.values['omega-dt'] / omega }
  }

  private get chosen(): SpringRun {
    return this.runs.find(({ scheme }) => scheme === this.values.scheme)!
  }

  advance(seconds: number): void {
    this.due += seconds
    for (; this.due >= this.parameters.dt; this.due -= this.parameters.dt) this.step()
  }

  step(): void {
    if (this.outOfBounds()) return
    for (const run of this.runs) run.step()
    this.steps++
  }

  frame(): SpringFrame {
    const { history } = this.chosen
    const all = (read: (step: SpringStep) => number) => Float64Array.from(history, read)
    const first = this.steps + 1 - history.length
    const { omega: trueFrequency, dt } = this.parameters
    return {
      scheme: this.values.scheme,
      time: Float64Array.from(history, (_, n) => (first + n) * dt),
      q: all((step) => step.q),
      p: all((step) => step.p),
      energy: all((step) => step.energy),
      others: this.runs
        .filter((run) => run !== this.chosen)
        .map(({ scheme, history: steps }) => ({ scheme, q: Float64Array.from(steps, ({ q }) => q) })),
      growth: this.growth(),
      theory: this.theory,
      slideFrequency: slideForwardEulerFrequency(this.parameters) / trueFrequency,
      merits: this.merits,
    }
  }

  private get theory(): Behavior {
    return behaviorInTheory(this.values.scheme, this.values['omega-dt'])
  }

  /** A motion that turns has its growth in any stretch of displacements, one that does not in its last steps alone. */
  private growth(): number {
    const { history } = this.chosen
    if (Number.isNaN(this.theory.frequency)) return growthOf(history)
    const recent = history.slice(-60).map(({ q }) => q)
    return behaviorOf(recent, this.values['omega-dt']).growth
  }

  outOfBounds(): string | undefined {
    if (this.chosen.size < largest) return undefined
    return `Stopped: after ${this.steps} steps the spring is more than ${largest} times longer than at the start.`
  }
}

interface SpringStep {
  q: number
  /** Over ω: the exact motion is a circle. */
  p: number
  /** Over the first. */
  energy: number
}

/** One scheme from q = 1 m at rest. */
class SpringRun {
  readonly history: SpringStep[] = []
  private readonly state: Oscillator = { q: 1, p: 0 }
  private readonly firstEnergy: number

  constructor(
    readonly scheme: SchemeName,
    private readonly parameters: OscillatorParameters,
  ) {
    this.firstEnergy = oscillatorEnergy(this.state, omega)
    this.remember()
  }

  /** Distance from rest in the plane of q and p/ω [m]. */
  get size(): number {
    return Math.hypot(this.state.q, this.state.p / omega)
  }

  step(): void {
    schemes[this.scheme](this.state, this.parameters)
    this.remember()
  }

  private remember(): void {
    const { q, p } = this.state
    this.history.push({ q, p: p / omega, energy: oscillatorEnergy(this.state, omega) / this.firstEnergy })
    if (this.history.length > longestHistory) this.history.shift()
  }
}

/** The factor of one step, from the middle of a history to its end: the fastest growing part has taken over by then. */
function growthOf(history: readonly SpringStep[]): number {
  const middle = Math.floor((history.length - 1) / 2)
  const [from, to] = [history[middle]!, history.at(-1)!]
  const steps = history.length - 1 - middle
  return steps > 0 ? (Math.hypot(to.q, to.p) / Math.hypot(from.q, from.p)) ** (1 / steps) : Number.NaN
}

/** Runs a scheme for ten periods, or until it is much larger or smaller than at the start. */
function measure(scheme: SchemeName, parameters: OscillatorParameters): Merits {
  const run = new SpringRun(scheme, parameters)
  const periods = 10
  const steps = Math.ceil((periods * 2 * Math.PI) / (omega * parameters.dt))
  for (let n = 0; n < steps && run.size < largest && run.size > 1 / largest; n++) run.step()
  const displacements = run.history.map(({ q }) => q)
  const energies = run.history.map(({ energy }) => energy)
  return {
    scheme,
    ...behaviorOf(displacements, omega * parameters.dt),
    energy: [Math.min(...energies), Math.max(...energies)],
  }
}
