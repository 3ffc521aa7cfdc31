import type { Simulation } from 'seiche'
import type { Clock } from './clock.js'
import type { Port } from './protocol.js'

/** Time between two reports [ms]. */
const interval = 200

type Reported = Pick<Simulation, 'diagnostics' | 'hash' | 'profile' | 'stepCount'>

/** Sends the numbers for the panel. */
export class Reporter {
  readonly #sim: Reported
  readonly #clock: Clock
  readonly #port: Port
  readonly #now: () => number
  #lastTime = Number.NEGATIVE_INFINITY
  #lastStep = -1

  constructor(sim: Reported, clock: Clock, port: Port, now = () => performance.now()) {
    this.#sim = sim
    this.#clock = clock
    this.#port = port
    this.#now = now
  }

  /** Reports if enough time has passed and there have been steps. */
  reportIfDue(): void {
    if (this.#now() - this.#lastTime >= interval && this.#sim.stepCount !== this.#lastStep) this.#send(false)
  }

  /** Reports now; while time stands still, with the hash. */
  report(): void {
    this.#send(!this.#clock.running)
  }

  #send(withHash: boolean): void {
    const stepDuration = this.#clock.takeStepDuration()
    const { pace } = this.#clock
    const steps = this.#sim.stepCount - this.#lastStep
    const { passes: timings } = this.#sim.profile()
    const diagnostics = this.#sim.diagnostics()
    // The passes of the diagnostics belong to no step.
    this.#sim.profile()
    this.#port.postMessage({
      type: 'report',
      diagnostics,
      ...(stepDuration !== undefined && { stepDuration }),
      ...(pace !== undefined && { pace }),
      ...(timings.length > 0 &&
        steps > 0 && {
          passes: timings.map(({ kernel, milliseconds }) => ({ kernel, milliseconds: milliseconds / steps })),
        }),
      ...(withHash && { hash: this.#sim.hash() }),
    })
    this.#lastTime = this.#now()
    this.#lastStep = this.#sim.stepCount
  }
}
