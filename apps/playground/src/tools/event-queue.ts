import type { SimulationEvent } from 'seiche'

/** Events that wait for the next frame. */
export class EventQueue {
  #events: SimulationEvent[] = []

  /**
   * Adds an event. The target of a drag, the throttle of a boat and the density of a body keep their last value only: the
   * values between two frames would have no effect on any step.
   */
  add(...events: readonly SimulationEvent[]): void {
    for (const event of events) {
      const last = this.#events.at(-1)
      const replaces = event.type === 'grab' || event.type === 'setDensity' || event.type === 'steer'
      if (replaces && last?.type === event.type && last.body === event.body) this.#events.pop()
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
