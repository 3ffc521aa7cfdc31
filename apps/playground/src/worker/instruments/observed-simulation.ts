import type { Simulation } from 'seiche'

/** Looks at the water after each step. It changes nothing: the hash of a run does not depend on it. */
export interface StepObserver {
  /** Whether it has anything to look at; otherwise steps are made in one go, and prescribed waves skip to the last one. */
  readonly isActive: boolean
  /** A step was made. */
  record(): void
  /** The run has gone back to an earlier step. */
  goBack(): void
}

type Observed = Pick<Simulation, 'advance' | 'apply' | 'restore' | 'snapshot' | 'step' | 'stepCount' | 'timeStep'>

/** Longest real time that a call of `advance` simulates, as in `Simulation` [s]. */
const longestAdvance = 0.1

/** A simulation that is looked at after each step, also while a part of the run is repeated. */
export class ObservedSimulation implements Observed {
  readonly #sim: Observed
  readonly #observer: StepObserver
  /** Real time that was not enough for another step [s]. */
  #remainder = 0

  constructor(sim: Observed, observer: StepObserver) {
    this.#sim = sim
    this.#observer = observer
  }

  get stepCount(): number {
    return this.#sim.stepCount
  }

  get timeStep(): number {
    return this.#sim.timeStep
  }

  step(count = 1): void {
    if (!this.#observer.isActive) {
      this.#sim.step(count)
      return
    }
    for (let made = 0; made < count; made++) {
      this.#sim.step()
      this.#observer.record()
    }
  }

  /** As `Simulation.advance`, but each step is looked at. */
  advance(seconds: number): number {
    if (!this.#observer.isActive) return this.#sim.advance(seconds)
    this.#remainder += Math.min(seconds, Math.max(longestAdvance, this.timeStep))
    const count = Math.floor(this.#remainder / this.timeStep)
    this.#remainder -= count * this.timeStep
    this.step(count)
    return count
  }

  apply(event: Parameters<Simulation['apply']>[0]): void {
    this.#sim.apply(event)
  }

  snapshot(): Uint8Array {
    return this.#sim.snapshot()
  }

  restore(bytes: Uint8Array): void {
    this.#sim.restore(bytes)
    this.#observer.goBack()
  }
}
