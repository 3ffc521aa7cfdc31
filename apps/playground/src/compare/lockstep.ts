// Two simulations at the same simulated time. The page is their clock: it sends both to the next time only when both have reached the last
// one, and the slower one sets the pace. Steps of different lengths meet at the steps of the longer one.

/** A simulation that advances to a step when it is told to. */
export interface PacedRun {
  /** Length of a step [s]. */
  readonly timeStep: number
  goTo(step: number): void
}

/** Longest computing time between two frames [ms], where steps take longer than the time that they simulate. */
const longestWork = 40
/** Weight of the newest duration in the mean duration of a step. */
const smoothing = 0.2

/** A run, and the last steps that it was sent to and has reached. */
interface Runner {
  readonly run: PacedRun
  goal: number
  reached: number
}

export class Lockstep {
  /** Length of a common step: the longer one of the two [s]. */
  readonly timeStep: number
  readonly #runners: readonly [Runner, Runner]
  /** Time that has passed and is not simulated yet [s]. */
  #debt = 0
  #lastTick: number | undefined
  /** Over how many common steps both were sent, and the longer duration of those that have arrived [ms]. */
  #sent: { steps: number; duration: number } | undefined
  /** Duration of a common step [ms], smoothed; 0 before the first. */
  #stepDuration = 0

  /**
   * @param a - The run that the other one is compared with
   * @param step - The step that it has reached
   * @param b - A run at its start; it is sent to the time of the first at once
   */
  constructor(a: PacedRun, step: number, b: PacedRun) {
    this.timeStep = Math.max(a.timeStep, b.timeStep)
    this.#runners = [
      { run: a, goal: step, reached: step },
      { run: b, goal: 0, reached: 0 },
    ]
    const behind = Math.round((step * a.timeStep) / b.timeStep)
    if (behind > 0) this.#send(this.#runners[1], behind)
  }

  /** Whether both have reached the time that they were sent to. */
  get isIdle(): boolean {
    return this.#runners.every(({ goal, reached }) => goal === reached)
  }

  /** The time that both were sent to [s]: that of the first. */
  get time(): number {
    const [{ run, goal }] = this.#runners
    return goal * run.timeStep
  }

  /** The step that a run, 0 or 1, was sent to. */
  goalOf(run: 0 | 1): number {
    return this.#runners[run].goal
  }

  /**
   * A run, 0 or 1, has reached a step.
   *
   * @param duration - Time that its worker took [ms]. The time until the page hears of it does not count: a page that draws slowly would
   *   otherwise take the simulations for slow, and make fewer steps a frame.
   */
  reached(run: 0 | 1, step: number, duration: number): void {
    this.#runners[run].reached = step
    if (!this.#sent) return
    this.#sent.duration = Math.max(this.#sent.duration, duration)
    if (!this.isIdle) return
    const ofStep = this.#sent.duration / this.#sent.steps
    this.#stepDuration += (this.#stepDuration > 0 ? smoothing : 1) * (ofStep - this.#stepDuration)
    this.#sent = undefined
  }

  /** Makes one common step. */
  singleStep(): void {
    this.#advance(1)
  }

  /** Sends both to a time [s]: the first common one that is not earlier. */
  goTo(time: number): void {
    const steps = Math.ceil(time / this.timeStep - 1e-6) - this.#commonStep
    if (steps > 0) this.#advance(steps)
  }

  /**
   * Follows the wall clock; call it once a frame.
   *
   * @param now - The wall clock [ms]
   * @param speed - Simulated seconds per second; 0 while time stands still
   */
  tick(now: number, speed: number): void {
    const elapsed = this.#lastTick === undefined ? 0 : (now - this.#lastTick) / 1000
    this.#lastTick = now
    const most = this.#stepDuration > 0 ? Math.max(1, Math.floor(longestWork / this.#stepDuration)) : 1
    this.#debt = speed > 0 ? Math.min(this.#debt + elapsed * speed, most * this.timeStep) : 0
    if (!this.isIdle) return
    const steps = Math.floor(this.#debt / this.timeStep + 1e-6)
    if (steps === 0) return
    this.#debt = Math.max(0, this.#debt - steps * this.timeStep)
    this.#sent = { steps, duration: 0 }
    this.#advance(steps)
  }

  /** The last common step that is not later than the time of the first run. */
  get #commonStep(): number {
    return Math.floor(this.time / this.timeStep + 1e-6)
  }

  #advance(steps: number): void {
    const time = (this.#commonStep + steps) * this.timeStep
    for (const runner of this.#runners) this.#send(runner, Math.round(time / runner.run.timeStep))
  }

  #send(runner: Runner, step: number): void {
    if (step <= runner.goal) return
    runner.goal = step
    runner.run.goTo(step)
  }
}
