// Owns the simulation in the worker, and its clock, frames and reports.

import { isBodyEvent, SceneError, type Simulation, type SimulationEvent } from 'seiche'
import { Clock } from './clock.js'
import { FrameSender } from './frames/frame-sender.js'
import { Instruments } from './instruments/instruments.js'
import { ObservedSimulation } from './instruments/observed-simulation.js'
import type { FrameBuffers, InstrumentSettings, PlacedSource, Port, SimulationInfo } from './protocol.js'
import { Reporter } from './reporter.js'
import { type UndoDirection, UndoHistory } from './undo/undo-history.js'

export class SimulationHost {
  readonly #sim: Simulation
  /** The same simulation, whose steps the instruments see. */
  readonly #observed: ObservedSimulation
  readonly #instruments: Instruments
  readonly #isFluid: boolean
  readonly #port: Port
  readonly #clock: Clock
  readonly #frames: FrameSender
  readonly #reporter: Reporter
  readonly #undo: UndoHistory
  #knownSources: readonly PlacedSource[] = []
  #awaitsBodies = false
  /** The step to advance to, until it is reached, and when it was asked for [ms]. */
  #goal: { step: number; since: number } | undefined

  constructor(sim: Simulation, info: SimulationInfo, running: boolean, port: Port, isPaced = false) {
    this.#sim = sim
    this.#instruments = new Instruments(sim, port)
    this.#observed = new ObservedSimulation(sim, this.#instruments)
    this.#isFluid = info.fluid !== undefined
    this.#port = port
    this.#clock = new Clock(running)
    this.#clock.isPaced = isPaced
    this.#frames = new FrameSender(sim, info, port)
    this.#reporter = new Reporter(sim, this.#clock, port)
    this.#undo = new UndoHistory(this.#observed)
  }

  /** Whether a part of the run is being repeated. Until its end, only frames and speed may be changed, and actions undone. */
  get isReplaying(): boolean {
    return this.#undo.isReplaying
  }

  /** Whether the page has the water, and its bodies are still being loaded: time has not begun. */
  get awaitsBodies(): boolean {
    return this.#awaitsBodies
  }

  /** Sends the water before its bodies are there. */
  showWithoutBodies(): void {
    this.#awaitsBodies = true
    this.#frames.sendIfPossible()
  }

  /** Begins the time of water that was shown before its bodies were there. */
  beginWithBodies(): void {
    this.#awaitsBodies = false
    this.#clock.skip()
    this.#frames.markChanged()
  }

  /** Whether it is on the way to a step. Until it is there, only frames and speed may be changed. */
  get isGoing(): boolean {
    return this.#goal !== undefined
  }

  /**
   * Advances the simulation to the wall clock or towards a step, or a replay to its end; returns the time until the next call [ms].
   */
  tick(): number {
    if (this.isReplaying) {
      if (this.#undo.continue()) this.#endReplay()
      return 0
    }
    if (this.isGoing) {
      this.#go()
      return 0
    }
    if (this.#clock.tick(this.#observed)) this.#frames.markChanged()
    this.#sendSources()
    this.#frames.sendIfPossible()
    this.#instruments.sendIfDue()
    this.#reporter.reportIfDue()
    return this.#clock.delayOf(this.#sim)
  }

  /** `isPaced`: the page alone moves time on. */
  setRunning(running: boolean, isPaced = false): void {
    this.#clock.running = running
    this.#clock.isPaced = isPaced
    if (!running) this.#reporter.report()
  }

  setSpeed(speed: number): void {
    this.#clock.speed = speed
  }

  step(count: number): void {
    this.#clock.step(this.#observed, count)
    this.#update()
    this.#instruments.send()
    this.#reporter.report()
  }

  /** Begins to advance to a step. `tick` continues. */
  goTo(step: number): void {
    this.#goal = { step, since: performance.now() }
    this.#go()
  }

  /** Events that the simulation rejects are reported to the page, and the simulation continues. */
  apply(events: readonly SimulationEvent[], action: number): void {
    const before = this.#undo.counts
    for (const event of events)
      try {
        this.#undo.apply(event, action)
      } catch (error) {
        if (!(error instanceof SceneError)) throw error
        // Bodies and fluids reject single events, such as a wall that would close a flow; so does a source that is gone already. Other water
        // rejects all events.
        const isSingle = isBodyEvent(event) || this.#isFluid || event.type === 'removeSource'
        this.#port.postMessage({ type: isSingle ? 'eventRejected' : 'readOnly', message: error.message })
      }
    const { undoable, redoable } = this.#undo.counts
    if (undoable !== before.undoable || redoable !== before.redoable) this.#sendActions()
    this.#update()
    if (!this.#clock.running) this.#reporter.report()
  }

  /** Begins to undo or redo an action. `tick` repeats the run from there. */
  undo(direction: UndoDirection): void {
    const message = this.#undo.begin(direction, this.#clock.stepDuration)
    if (message !== undefined) this.#port.postMessage({ type: 'undoRefused', message })
    this.#sendActions()
  }

  sendRecord(): void {
    this.#port.postMessage({ type: 'recorded', events: [...this.#sim.events], step: this.#sim.stepCount })
  }

  sendSnapshot(): void {
    const bytes = this.#sim.snapshot() as Uint8Array<ArrayBuffer>
    const { events, stepCount: step } = this.#sim
    this.#port.postMessage({ type: 'snapshot', events: [...events], step, bytes }, [bytes.buffer])
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

  setInstruments(settings: InstrumentSettings): void {
    this.#instruments.set(settings)
  }

  show(fields: readonly string[]): void {
    this.#frames.show(fields)
    this.#sendFrame()
  }

  recycle(buffers: FrameBuffers): void {
    this.#frames.recycle(buffers)
    this.#sendFrame()
  }

  /** Advances towards the goal for a moment. */
  #go(): void {
    const { step, since } = this.#goal!
    if (!this.#clock.goTo(this.#observed, step)) {
      this.#reporter.reportIfDue()
      return
    }
    this.#goal = undefined
    this.#update()
    this.#instruments.sendIfDue()
    if (this.#clock.running) this.#reporter.reportIfDue()
    else this.#reporter.report()
    this.#port.postMessage({ type: 'reached', step, duration: performance.now() - since })
  }

  /** Shows the page the state after a replay, of which it knows nothing. */
  #endReplay(): void {
    this.#clock.skip()
    this.#frames.reset()
    this.#update()
    this.#instruments.send()
    this.#reporter.report()
    this.#sendActions()
  }

  #sendActions(): void {
    this.#port.postMessage({ type: 'actions', ...this.#undo.counts })
  }

  /** Sends a frame, except during a replay: the page shows the present, not the past that is repeated. */
  #sendFrame(): void {
    if (!this.isReplaying) this.#frames.sendIfPossible()
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
