// The instruments of the page that look at every step. They belong to the page, not to the run: no event is recorded for them.

import type { Simulation } from 'seiche'
import { readOnlyReasonOf } from '../../session/solvers.js'
import type { InstrumentSettings, Port } from '../protocol.js'
import type { StepObserver } from './observed-simulation.js'
import { ProbeRecorder } from './probe-recorder.js'

/** Time between two messages [ms]. */
const interval = 100

export class Instruments implements StepObserver {
  readonly #port: Port
  readonly #probes: ProbeRecorder
  readonly #now: () => number
  #lastTime = Number.NEGATIVE_INFINITY

  constructor(sim: Simulation, port: Port, now = () => performance.now()) {
    this.#port = port
    this.#now = now
    this.#probes = new ProbeRecorder(sim)
    // From the first step on. Prescribed waves are measured when someone asks, since steps that are measured cannot be skipped.
    if (!readOnlyReasonOf(sim.scene)) this.#probes.set(sim.scene.probes)
  }

  get isActive(): boolean {
    return this.#probes.isActive
  }

  set({ probes }: InstrumentSettings): void {
    this.#probes.set(probes)
    this.send()
  }

  record(): void {
    this.#probes.record()
  }

  goBack(): void {
    this.#probes.goBack()
  }

  /** Sends the page the values that it does not have, if enough time has passed. */
  sendIfDue(): void {
    if (this.isActive && this.#now() - this.#lastTime >= interval) this.send()
  }

  send(): void {
    this.#lastTime = this.#now()
    const traces = this.#probes.takeParts()
    if (traces)
      this.#port.postMessage(
        { type: 'traces', traces },
        traces.map(({ values }) => values.buffer),
      )
  }
}
