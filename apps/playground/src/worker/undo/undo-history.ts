// Undo and redo: the run goes back to a snapshot before the action, and is repeated without it, or with it, up to the present step. The
// result has the same bits as a run in which the action never happened.

import type { Simulation, SimulationEvent } from 'seiche'
import { ActionLog, type Beginning } from './action-log.js'
import { Replay } from './replay.js'
import { SnapshotStore } from './snapshot-store.js'

/** Longest replay [s]. */
const longestReplay = 20

export type UndoDirection = 'undo' | 'redo'

/** The actions of a run as the page shows them. */
export interface ActionCounts {
  /** Number of actions that can be undone, and redone. */
  readonly undoable: number
  readonly redoable: number
  /** What the simulation is doing; absent when it is done. */
  readonly replaying?: UndoDirection
}

type Undoable = Pick<Simulation, 'apply' | 'restore' | 'snapshot' | 'step' | 'stepCount'>

export class UndoHistory {
  readonly #sim: Undoable
  readonly #log = new ActionLog()
  readonly #snapshots: SnapshotStore
  #replay: Replay | undefined
  #direction: UndoDirection = 'undo'

  constructor(sim: Undoable, snapshots = new SnapshotStore()) {
    this.#sim = sim
    this.#snapshots = snapshots
  }

  get counts(): ActionCounts {
    const { undoable, redoable } = this.#log
    return { undoable, redoable, ...(this.#replay && { replaying: this.#direction }) }
  }

  get isReplaying(): boolean {
    return this.#replay !== undefined
  }

  /**
   * Applies an event of an action to the simulation. The first event of an action may take a snapshot before. Events of an action that has
   * been undone have no effect until it is redone.
   *
   * @throws SceneError for an event that the simulation rejects; it is not recorded.
   */
  apply(event: SimulationEvent, action: number): void {
    const step = this.#sim.stepCount
    if (!this.#log.isUndone(action)) {
      if (this.#log.isNew(action) && this.#snapshots.isDue(step))
        this.#snapshots.add({ step, count: this.#log.events.length, bytes: this.#sim.snapshot() })
      this.#sim.apply(event)
    }
    this.#log.record({ action, step, event })
  }

  /**
   * Begins to undo or redo the last action; during a replay, the replay begins anew without it, or with it. Nothing happens if there is no
   * such action.
   *
   * @param stepDuration Duration of a step [ms].
   * @returns The reason why it was refused, for the person; undefined if it was not.
   */
  begin(direction: UndoDirection, stepDuration: number): string | undefined {
    const log = this.#log
    const beginning = direction === 'undo' ? log.undoBeginning : log.redoBeginning
    const snapshot = beginning && this.#snapshots.before(beginning)
    if (!snapshot) return undefined
    const end = this.#replay?.end ?? this.#sim.stepCount
    const steps = end - snapshot.step
    const seconds = (steps * stepDuration) / 1000
    if (seconds > longestReplay) return refusal(direction, steps, seconds)
    this.#change(direction, beginning)
    this.#replay = new Replay(this.#sim, snapshot, log.events, end)
    return undefined
  }

  /** Continues the replay for a moment; tells whether it has ended now. */
  continue(): boolean {
    if (!this.#replay?.continue()) return false
    this.#replay = undefined
    return true
  }

  #change(direction: UndoDirection, beginning: Beginning): void {
    this.#direction = direction
    this.#snapshots.dropAfter(beginning)
    if (direction === 'undo') this.#log.undo()
    else this.#log.redo()
  }
}

function refusal(direction: UndoDirection, steps: number, seconds: number): string {
  const [verb, participle] = direction === 'undo' ? ['Undoing', 'undone'] : ['Redoing', 'redone']
  return (
    `${verb} this action would compute ${steps} steps again and take about ${Math.round(seconds)} s. ` +
    `Actions that take more than ${longestReplay} s are not ${participle}: restart the scene instead.`
  )
}
