import { scheduleEvents } from '../scene/schedule-events.js'
import type { RecordedEvent } from '../scene/schema/event.js'
import type { Scene } from '../scene/schema/scene.js'

/** The events of a run: those that the scene has scheduled, and a log of those that have happened. */
export class EventTimeline {
  readonly #scheduled: readonly RecordedEvent[]
  #next = 0
  #log: RecordedEvent[] = []

  constructor({ events, timeStep }: Scene) {
    this.#scheduled = scheduleEvents(events, timeStep).map(({ event }) => event)
  }

  /** The step before which the next event of the scene happens; Infinity if there is none. */
  get nextStep(): number {
    return this.#scheduled[this.#next]?.step ?? Number.POSITIVE_INFINITY
  }

  /** Takes the next event of the scene. */
  takeNext(): RecordedEvent {
    return this.#scheduled[this.#next++]!
  }

  get log(): readonly RecordedEvent[] {
    return this.#log
  }

  record(event: RecordedEvent): void {
    this.#log.push(event)
  }

  /** Empties the log, and returns its events. */
  drain(): RecordedEvent[] {
    const drained = this.#log
    this.#log = []
    return drained
  }

  /** Goes to a step, before which the events of this log have happened. */
  goTo(step: number, log: readonly RecordedEvent[]): void {
    this.#log = [...log]
    const next = this.#scheduled.findIndex((event) => event.step >= step)
    this.#next = next < 0 ? this.#scheduled.length : next
  }
}
