// One mass on a spring with a period of one second, stepped by a scheme of the textbook; and the merits of all five, measured.

import {
  forwardEulerFrequency,
  type Oscillator,
  type OscillatorParameters,
  oscillatorExplicitEuler,
  oscillatorExponential,
  oscillatorForwardEuler,
  oscillatorImplicitEuler,
  oscillatorLeapfrog,
} from '@seiche/textbook'
import type { LessonModel } from '../../worker/model.js'
import type { SchemeName, SpringValues } from './spring.settings.js'

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

/** How one scheme behaves at the present time step, measured by running it. */
export interface Merits {
  scheme: SchemeName
  /** Factor of the amplitude in one step. */
  growth: number
  /** Oscillations in the time of one true oscillation; NaN if it does not oscillate. */
  frequency: number
}

export interface SpringFrame {
  /** Time [s], displacement [m], velocity over ω [m] and energy over its first value at each step, oldest first. */
  time: Float64Array
  q: Float64Array
  p: Float64Array
  energy: Float64Array
  /** Factor of the amplitude in one step: measured in this run, and by the eigenvalues of the scheme. */
  growth: number
  growthInTheory: number
  /** Frequency over the true one by the eigenvalues; NaN past the limit. */
  frequencyInTheory: number
  merits: Merits[]
}

export function openModel(values: SpringValues): LessonModel<SpringFrame> {
  return new SpringModel(values)
}

class SpringModel implements LessonModel<SpringFrame> {
  private readonly state: Oscillator = { q: 1, p: 0 }
  private history: SpringStep[] = [stepOf({ q: 1, p: 0 }, 0)]
  private steps = 0
  /** Time that has passed on the page and was not stepped yet [s]. */
  private due = 0
  private readonly merits: Merits[]

  constructor(private readonly values: SpringValues) {
    this.merits = Object.keys(schemes).map((scheme) => measure(scheme as SchemeName, this.parameters))
  }

  private get parameters(): OscillatorParameters {
    return { omega, dt: this.values['omega-dt'] / omega }
  }

  advance(seconds: number): void {
    this.due += seconds
    for (; this.due >= this.parameters.dt; this.due -= this.parameters.dt) this.step()
  }

  step(): void {
    if (this.outOfBounds()) return
    schemes[this.values.scheme](this.state, this.parameters)
    this.steps++
    this.history.push(stepOf(this.state, this.steps * this.parameters.dt))
    if (this.history.length > longestHistory) this.history.shift()
  }

  frame(): SpringFrame {
    const all = (read: (step: SpringStep) => number) => Float64Array.from(this.history, read)
    return {
      time: all((step) => step.time),
      q: all((step) => step.q),
      p: all((step) => step.p),
      energy: all((step) => step.q ** 2 + step.p ** 2),
      growth: growthOf(this.history),
      growthInTheory: growthInTheory(this.values),
      frequencyInTheory: frequencyInTheory(this.values),
      merits: this.merits,
    }
  }

  outOfBounds(): string | undefined {
    if (Math.hypot(this.state.q, this.state.p / omega) < largest) return undefined
    return `Stopped: after ${this.steps} steps the spring is more than ${largest} times longer than at the start.`
  }
}

interface SpringStep {
  time: number
  q: number
  /** Over ω: the exact motion is a circle. */
  p: number
}

function stepOf({ q, p }: Oscillator, time: number): SpringStep {
  return { time, q, p: p / omega }
}

/** The factor of one step, from the middle of a history to its end: the fastest growing part has taken over by then. */
function growthOf(history: readonly SpringStep[]): number {
  const middle = Math.floor((history.length - 1) / 2)
  const [from, to] = [history[middle]!, history.at(-1)!]
  const steps = history.length - 1 - middle
  return steps > 0 ? (Math.hypot(to.q, to.p) / Math.hypot(from.q, from.p)) ** (1 / steps) : Number.NaN
}

/** Runs a scheme for 400 steps, or until it is 10⁶ times larger. */
function measure(scheme: SchemeName, parameters: OscillatorParameters): Merits {
  const state = { q: 1, p: 0 }
  const history = [stepOf(state, 0)]
  let angle = 0
  for (let n = 1; n <= 400; n++) {
    const before = history.at(-1)!
    schemes[scheme](state, parameters)
    const now = stepOf(state, n * parameters.dt)
    history.push(now)
    angle += turnedAngle(before, now)
    const size = Math.hypot(now.q, now.p)
    if (size > 1e6 || size < 1e-6) break
  }
  const steps = history.length - 1
  // Past its limit a scheme jumps between two sides instead of turning.
  const turns = growthInTheory({ scheme, 'omega-dt': parameters.omega * parameters.dt })
  const oscillates = !(scheme === 'forward-euler' || scheme === 'leapfrog') || turns === 1
  return {
    scheme,
    growth: growthOf(history),
    frequency: oscillates ? angle / (steps * parameters.dt * omega) : Number.NaN,
  }
}

/** Angle between two states, clockwise, from −π to π. */
function turnedAngle(a: SpringStep, b: SpringStep): number {
  return Math.atan2(a.p * b.q - a.q * b.p, a.q * b.q + a.p * b.p)
}

/** The largest eigenvalue of a step, in size. */
export function growthInTheory({ scheme, 'omega-dt': omegaDt }: SpringValues): number {
  const square = omegaDt * omegaDt
  switch (scheme) {
    case 'explicit-euler':
      return Math.sqrt(1 + square)
    case 'implicit-euler':
      return 1 / Math.sqrt(1 + square)
    case 'exponential':
      return 1
    default: {
      // The trace of the step is 2 − ω²dt² and its determinant 1.
      const half = square / 2 - 1
      return half <= 1 ? 1 : half + Math.sqrt(half * half - 1)
    }
  }
}

function frequencyInTheory({ scheme, 'omega-dt': omegaDt }: SpringValues): number {
  switch (scheme) {
    case 'explicit-euler':
    case 'implicit-euler':
      return Math.atan(omegaDt) / omegaDt
    case 'exponential':
      return 1
    default:
      return forwardEulerFrequency({ omega: 1, dt: omegaDt })
  }
}
