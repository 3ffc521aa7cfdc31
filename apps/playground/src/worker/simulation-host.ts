// Owns the simulation in the worker, and its clock, frames and reports.

import { isBodyEvent, SceneError, type Simulation, type SimulationEvent } from 'seiche'
import { Clock } from './clock.js'
import { FrameSender } from './frames/frame-sender.js'
import type { FrameBuffers, PlacedSource, Port, SimulationInfo } from './protocol.js'
import { Reporter } from './reporter.js'

export class SimulationHost {
  readonly #sim: Simulation
  readonly #isFluid: boolean
  readonly #port: Port
  readonly #clock: Clock
  readonly #frames: FrameSender
  readonly #reporter: Reporter
  #knownSources: readonly PlacedSource[] = []

  constructor(sim: Simulation, info: SimulationInfo, running: boolean, port: Port) {
    this.#sim = sim
    this.#isFluid = info.fluid !== undefined
    this.#port = port
    this.#clock = new Clock(running)
    this.#frames = new FrameSender(sim, info, port)
    this.#reporter = new Reporter(sim, this.#clock, port)
  }

  /** Advances the simulation to the wall clock; returns the time until the next call [ms]. */
  tick(): number {
    if (this.#clock.tick(this.#sim)) this.#frames.markChanged()
    this.#sendSources()
    this.#frames.sendIfPossible()
    this.#reporter.reportIfDue()
    return this.#clock.delayOf(this.#sim)
  }

  setRunning(running: boolean): void {
    this.#clock.running = running
    if (!running) this.#reporter.report()
  }

  setSpeed(speed: number): void {
    this.#clock.speed = speed
  }

  step(count: number): void {
    this.#clock.step(this.#sim, count)
    this.#update()
    this.#reporter.report()
  }

  /** Events that the simulation rejects are reported to the page, and the simulation continues. */
  apply(events: readonly SimulationEvent[]): void {
    for (const event of events)
      try {
        this.#sim.apply(event)
      } catch (error) {
        if (!(error instanceof SceneError)) throw error
        // Bodies and fluids reject single events, such as a wall that would close a flow; so does a source that is gone already. Other water
        // rejects all events.
        const isSingle = isBodyEvent(event) || this.#isFluid || event.type === 'removeSource'
        this.#port.postMessage({ type: isSingle ? 'eventRejected' : 'readOnly', message: error.message })
      }
    this.#update()
    if (!this.#clock.running) this.#reporter.report()
  }

  sendRecord(): void {
    this.#port.postMessage({ type: 'recorded', events: [...this.#sim.events], step: this.#sim.stepCount })
  }

  sendField(name: string): void {
    const field = this.#sim.field(name)
    const values = field.read() as Float32Array<ArrayBuffer>
    const copy = { type: 'field', name, values, shape: [...field.shape], time: this.#sim.time } as const
    this.#port.postMessage(copy, [values.buffer])
  }

  /** Code that few people need is loaded when it is needed. */
  async sendMesh(dye: string | undefined, level: number): Promise<void> {
    try {
      const { meshFileOf } = await import('./mesh-file.js')
      this.#port.postMessage({ type: 'mesh', file: await meshFileOf(this.#sim, dye, level), time: this.#sim.time })
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      this.#port.postMessage({ type: 'mesh', problem, time: this.#sim.time })
    }
  }

  show(fields: readonly string[]): void {
    this.#frames.show(fields)
    this.#frames.sendIfPossible()
  }

  recycle(buffers: FrameBuffers): void {
    this.#frames.recycle(buffers)
    this.#frames.sendIfPossible()
  }

  /** Events of the scene place sources, too: the page learns of all from here. */
  #sendSources(): void {
    const { sources } = this.#sim
    if (sources === this.#knownSources || (sources.length === 0 && this.#knownSources.length === 0)) return
    this.#knownSources = sources
    this.#port.postMessage({ type: 'sources', sources })
  }

  #update(): void {
    this.#sendSources()
    this.#frames.markChanged()
    this.#frames.sendIfPossible()
  }
}
