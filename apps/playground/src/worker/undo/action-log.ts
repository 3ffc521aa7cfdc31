// The events of a person, grouped into actions: a stroke of the pointer with all its events is one action. An action is undone as a
// whole, the last one first.

import type { SimulationEvent } from 'seiche'

/** An event of an action, and the step before which it has happened. */
export interface ActionEvent {
  readonly action: number
  readonly step: number
  readonly event: SimulationEvent
}

/** The first event of an action: the run before it stays, the run from here on changes with the action. */
export interface Beginning {
  /** Number of events before it. */
  readonly count: number
  readonly step: number
}

interface UndoneAction {
  readonly action: number
  /** All events at the moment when the action was undone, its own among them. */
  readonly events: ActionEvent[]
}

export class ActionLog {
  #events: ActionEvent[] = []
  /** Actions that are not undone, in the order in which they began. */
  #actions: number[] = []
  /** Actions that can be redone, the last undone at the end. */
  #undone: UndoneAction[] = []

  /** The events of all actions that are not undone, in order. */
  get events(): readonly ActionEvent[] {
    return this.#events
  }

  /** Number of actions that can be undone. */
  get undoable(): number {
    return this.#actions.length
  }

  /** Number of actions that can be redone. */
  get redoable(): number {
    return this.#undone.length
  }

  /** Whether no event of this action has been recorded yet. */
  isNew(action: number): boolean {
    return !this.#actions.includes(action) && !this.isUndone(action)
  }

  isUndone(action: number): boolean {
    return this.#undone.some((undone) => undone.action === action)
  }

  /**
   * Records an event. The first one of a new action clears the list of actions that can be redone. An action may be undone before it ends,
   * for example while the pointer is down: its later events belong to it, and are redone with it.
   */
  record(entry: ActionEvent): void {
    if (this.isNew(entry.action)) {
      this.#actions.push(entry.action)
      this.#undone = []
    }
    // The list of an undone action holds the actions that were undone after it, and those that are not undone.
    const last = this.#undone.findIndex(({ action }) => action === entry.action)
    for (const { events } of last < 0 ? this.#undone : this.#undone.slice(0, last + 1)) events.push(entry)
    if (last < 0) this.#events.push(entry)
  }

  /** Where the last action begins; undefined if there is none to undo. */
  get undoBeginning(): Beginning | undefined {
    return beginningOf(this.#actions.at(-1), this.#events)
  }

  /** Where the last undone action begins; undefined if there is none to redo. */
  get redoBeginning(): Beginning | undefined {
    const last = this.#undone.at(-1)
    return last && beginningOf(last.action, last.events)
  }

  /** Takes the last action out. */
  undo(): void {
    const action = this.#actions.pop()
    if (action === undefined) return
    this.#undone.push({ action, events: this.#events })
    this.#events = this.#events.filter((entry) => entry.action !== action)
  }

  /** Puts the action that was undone last back to its place. */
  redo(): void {
    const undone = this.#undone.pop()
    if (!undone) return
    this.#actions.push(undone.action)
    this.#events = undone.events
  }
}

function beginningOf(action: number | undefined, events: readonly ActionEvent[]): Beginning | undefined {
  const count = events.findIndex((entry) => entry.action === action)
  return count < 0 ? undefined : { count, step: events[count]!.step }
}
