import type { SimulationEvent } from 'seiche'

/** Events of one action of the person, which is undone as a whole: a stroke from press to release, a body that is added. */
export interface Action {
  /** Adds events to the action. */
  add(...events: readonly SimulationEvent[]): void
}

/** Consecutive events of an action. */
export interface ActionEvents {
  /** Number of the action. */
  readonly action: number
  readonly events: SimulationEvent[]
}

/** Events that wait for the next frame. */
export class EventQueue {
  #groups: ActionEvents[] = []
  /** Number of actions so far. */
  #count = 0

  /** Begins an action. */
  begin(): Action {
    const action = ++this.#count
    return { add: (...events) => this.#add(action, events) }
  }

  /** Adds events that are an action of their own. */
  add(...events: readonly SimulationEvent[]): void {
    this.begin().add(...events)
  }

  /** Removes all events and returns them, in order. */
  take(): SimulationEvent[] {
    return this.takeActions().flatMap(({ events }) => events)
  }

  /** Removes all events and returns them by action, in order. An action occurs several times if others came in between. */
  takeActions(): ActionEvents[] {
    const groups = this.#groups
    this.#groups = []
    return groups
  }

  /**
   * The target of a drag, the throttle of a boat, the density of a body and the place of a source keep their last value only: the values
   * between two frames would have no effect on any step.
   */
  #add(action: number, events: readonly SimulationEvent[]): void {
    for (const event of events) {
      let group = this.#groups.at(-1)
      if (group?.action !== action) {
        group = { action, events: [] }
        this.#groups.push(group)
      }
      const last = group.events.at(-1)
      if (last && replaces(event, last)) group.events.pop()
      group.events.push(event)
    }
  }
}

/** Whether an event sets the same quantity as the event before it. */
function replaces(event: SimulationEvent, last: SimulationEvent): boolean {
  if (event.type === 'setSource') return last.type === 'setSource' && last.source === event.source
  if (event.type !== 'grab' && event.type !== 'setDensity' && event.type !== 'steer') return false
  return last.type === event.type && last.body === event.body
}
