// The instruments of the page that look at every step. They belong to the page, not to the run: no event is recorded for them.

import type { Simulation } from 'seiche'
import { readOnlyReasonOf } from '../../session/settings/solvers.js'
import type { InstrumentSettings, Port } from '../protocol.js'
import type { StepObserver } from './observed-simulation.js'
import { ProbeRecorder } from './probe-recorder.js'
import type { WaveRecorder } from './wave-recorder.js'

/** Time between two messages of the probes, and between two transforms of the waves [ms]: one takes about 20 ms. */
const [interval, transformInterval] = [100, 2000]

export class Instruments implements StepObserver {
  readonly #sim: Simulation
  readonly #port: Port
  readonly #probes: ProbeRecorder
  readonly #now: () => number
  /** Only while the dispersion is asked for. */
  #waves: WaveRecorder | undefined
  #measuresWaves = false
  #lastTime = Number.NEGATIVE_INFINITY
  #lastTransform = Number.NEGATIVE_INFINITY

  constructor(sim: Simulation, port: Port, now = () => performance.now()) {
    this.#sim = sim
    this.#port = port
    this.#now = now
    this.#probes = new ProbeRecorder(sim)
    // From the first step on. Prescribed waves are measured when someone asks, since steps that are measured cannot be skipped.
    if (!readOnlyReasonOf(sim.scene)) this.#probes.set(sim.scene.probes)
  }

  get isActive(): boolean {
    return this.#probes.isActive || this.#waves !== undefined
  }

  set({ probes, dispersion, passes }: InstrumentSettings): void {
    this.#probes.set(probes)
    this.#measuresWaves = dispersion && this.#sim.kind === 'surface'
    if (!this.#measuresWaves) this.#waves = undefined
    else if (!this.#waves) void this.#beginWaves()
    this.#sim.measurePasses(passes)
    this.send()
  }

  /** Its code is loaded when it is first asked for. */
  async #beginWaves(): Promise<void> {
    const { WaveRecorder } = await import('./wave-recorder.js')
    const sim = this.#sim
    if (this.#measuresWaves && sim.kind === 'surface') this.#waves ??= new WaveRecorder(sim)
  }

  record(): void {
    this.#probes.record()
    this.#waves?.record()
  }

  goBack(): void {
    this.#probes.goBack()
    this.#waves?.goBack()
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
    this.#sendDispersion()
  }

  #sendDispersion(): void {
    if (!this.#waves || this.#now() - this.#lastTransform < transformInterval) return
    const measured = this.#waves.take()
    if (!measured) return
    this.#lastTransform = this.#now()
    this.#port.postMessage({ type: 'dispersion', ...measured }, [measured.power.buffer])
  }
}
