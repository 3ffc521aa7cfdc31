// Repeats a part of a run from a snapshot, in slices: messages are handled in between.

import { SceneError, type Simulation } from 'seiche'
import type { ActionEvent } from './action-log.js'
import type { StoredSnapshot } from './snapshot-store.js'

/** Computing time of a slice [ms]. */
const sliceDuration = 30

type Replayed = Pick<Simulation, 'apply' | 'restore' | 'step' | 'stepCount'>

export class Replay {
  /** The step at which it ends. */
  readonly end: number
  readonly #sim: Replayed
  readonly #events: readonly ActionEvent[]
  readonly #now: () => number
  /** Index of the next event. */
  #next: number
  /** Number of steps between two looks at the clock. */
  #chunk = 1

  /** Goes back to a snapshot. `events`: all events of the run, those of the snapshot first. */
  constructor(
    sim: Replayed,
    snapshot: StoredSnapshot,
    events: readonly ActionEvent[],
    end: number,
    now = () => performance.now(),
  ) {
    this.end = end
    this.#sim = sim
    this.#events = events
    this.#next = snapshot.count
    this.#now = now
    sim.restore(snapshot.bytes)
  }

  /** Repeats the next slice of the run; tells whether the end is reached. */
  continue(): boolean {
    const start = this.#now()
    for (;;) {
      this.#applyDue()
      if (this.#sim.stepCount >= this.end) return true
      const before = this.#now()
      if (before - start >= sliceDuration) return false
      const until = Math.min(this.end, this.#events[this.#next]?.step ?? this.end)
      const steps = Math.min(this.#chunk, until - this.#sim.stepCount)
      this.#sim.step(steps)
      if (steps === this.#chunk && this.#now() - before < sliceDuration / 8) this.#chunk *= 2
    }
  }

  /**
   * Applies the events of this step. Without the action that was undone, an event of another one may be impossible, for example the grab of
   * a body that was not added: it is left out here, and stays in the log for the case that the action is redone.
   */
  #applyDue(): void {
    for (; this.#events[this.#next] && this.#events[this.#next]!.step <= this.#sim.stepCount; this.#next++)
      try {
        this.#sim.apply(this.#events[this.#next]!.event)
      } catch (error) {
        if (!(error instanceof SceneError)) throw error
      }
  }
}
