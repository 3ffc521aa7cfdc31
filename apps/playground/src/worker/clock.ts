// Schedules steps: simulated time follows the wall clock in whole fixed steps, as far as the computer can.

import type { Simulation } from 'seiche'
import { Pace } from './pace.js'

/** Longest computing time between two frames [ms], where steps take longer than the time that they simulate. */
const longestWork = 40
/** Longest time between two ticks [ms]. */
const longestDelay = 16
/** Weight of the newest duration in the mean duration of a step. */
const smoothing = 0.2

type Stepping = Pick<Simulation, 'advance' | 'step' | 'timeStep'>

export class Clock {
  /** Whether the page alone moves time on: then ticks do not. */
  isPaced = false
  readonly #pace = new Pace()
  #speed = 1
  readonly #now: () => number
  #running: boolean
  #lastTick: number
  /** Duration of a step [ms], smoothed; 0 before the first. */
  #stepDuration = 0
  /** Number of steps since the last call of `takeStepDuration`. */
  #steps = 0
  #spent = 0

  /** `now`: the wall clock [ms]. */
  constructor(running: boolean, now = () => performance.now()) {
    this.#now = now
    this.#running = running
    this.#lastTick = now()
  }

  get running(): boolean {
    return this.#running
  }

  set running(running: boolean) {
    this.#running = running
    this.#lastTick = this.#now()
    this.#pace.restart()
  }

  /** Simulated seconds per second that are asked for. */
  get speed(): number {
    return this.#speed
  }

  set speed(speed: number) {
    this.#speed = speed
    this.#pace.restart()
  }

  /** Simulated seconds per second that were reached in the last seconds; undefined until enough time has run. */
  get pace(): number | undefined {
    return this.#pace.factor
  }

  /** Duration of a step [ms], smoothed; 0 before the first. */
  get stepDuration(): number {
    return this.#stepDuration
  }

  /** Leaves out the time since the last tick, which was spent on other work. */
  skip(): void {
    this.#lastTick = this.#now()
  }

  /** Advances a simulation by the time since the last tick; tells whether it has changed. */
  tick(sim: Stepping): boolean {
    const now = this.#now()
    const elapsed = (now - this.#lastTick) / 1000
    this.#lastTick = now
    if (!this.#running || this.isPaced) return false
    const steps = this.#timed(() => sim.advance(Math.min(elapsed * this.speed, this.#longestAdvance(sim))))
    this.#pace.note(this.#now(), steps * sim.timeStep)
    return steps > 0
  }

  step(sim: Stepping, count: number): void {
    this.#timed(() => {
      sim.step(count)
      return count
    })
  }

  /** Advances towards a step for a moment; tells whether it is reached. */
  goTo(sim: Stepping & Pick<Simulation, 'stepCount'>, step: number): boolean {
    const steps = Math.min(step - sim.stepCount, this.#stepsAtOnce)
    if (steps > 0) {
      this.step(sim, steps)
      if (this.#running) this.#pace.note(this.#now(), steps * sim.timeStep)
    }
    return sim.stepCount >= step
  }

  /** Time until the next tick [ms]: half a step, the largest delay of a step. Messages are handled in between. */
  delayOf({ timeStep }: Pick<Stepping, 'timeStep'>): number {
    return Math.min(longestDelay, (timeStep * 1000) / this.speed / 2)
  }

  /** Mean duration of the steps since the last call [ms]; undefined when there were none. */
  takeStepDuration(): number | undefined {
    const mean = this.#steps > 0 ? this.#spent / this.#steps : undefined
    this.#steps = this.#spent = 0
    return mean
  }

  /** Longest time to simulate before the next frame [s]: slow steps are made one by one, and each is shown. */
  #longestAdvance({ timeStep }: Stepping): number {
    return timeStep * this.#stepsAtOnce
  }

  get #stepsAtOnce(): number {
    return this.#stepDuration > 0 ? Math.max(1, Math.floor(longestWork / this.#stepDuration)) : 1
  }

  /** Measures work that returns its number of steps. */
  #timed(work: () => number): number {
    const start = this.#now()
    const steps = work()
    const spent = this.#now() - start
    this.#spent += spent
    this.#steps += steps
    if (steps > 0) this.#stepDuration += (this.#stepDuration > 0 ? smoothing : 1) * (spent / steps - this.#stepDuration)
    return steps
  }
}
