import type { SimulationEvent } from 'seiche'

/** Events that wait for the next frame. */
export class EventQueue {
  #events: SimulationEvent[] = []

  /**
   * Adds an event. The target of a drag, the throttle of a boat, the density of a body and the place of a source keep their last value
   * only: the values between two frames would have no effect on any step.
   */
  add(...events: readonly SimulationEvent[]): void {
    for (const event of events) {
      const last = this.#events.at(-1)
      if (last && replaces(event, last)) this.#events.pop()
      this.#events.push(event)
    }
  }

  /** Removes all events and returns them, in order. */
  take(): SimulationEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }
}

/** Whether an event sets the same quantity as the event before it. */
function replaces(event: SimulationEvent, last: SimulationEvent): boolean {
  if (event.type === 'setSource') return last.type === 'setSource' && last.source === event.source
  if (event.type !== 'grab' && event.type !== 'setDensity' && event.type !== 'steer') return false
  return last.type === event.type && last.body === event.body
}
