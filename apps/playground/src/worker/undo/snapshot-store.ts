// States of the run to go back to. Their bytes are limited: when there are too many, old ones are further apart than recent ones.

import type { Beginning } from './action-log.js'

/** Most bytes of all snapshots together; the first and the last are kept in any case. */
const defaultBudget = 64 * 1024 * 1024
/** Fewest steps between two snapshots: some steps are computed again without a noticeable wait, except on very large grids. */
const leastDistance = 10

/** A snapshot of the state before an action. */
export interface StoredSnapshot {
  readonly step: number
  /** Number of events of actions that it contains. */
  readonly count: number
  readonly bytes: Uint8Array
}

export class SnapshotStore {
  readonly #budget: number
  #list: StoredSnapshot[] = []

  /** `budget`: most bytes of all snapshots together. */
  constructor(budget = defaultBudget) {
    this.#budget = budget
  }

  /** The snapshots, oldest first. */
  get list(): readonly StoredSnapshot[] {
    return this.#list
  }

  /** Whether a state at this step is too far from the last snapshot to be computed from it. */
  isDue(step: number): boolean {
    const last = this.#list.at(-1)
    return last === undefined || step - last.step >= leastDistance
  }

  add(snapshot: StoredSnapshot): void {
    this.#list.push(snapshot)
    while (this.#list.length > 2 && this.#bytes > this.#budget) this.#list.splice(this.#leastUseful(), 1)
  }

  /** The last state before an action; undefined if there is none. */
  before(beginning: Beginning): StoredSnapshot | undefined {
    return this.#list.findLast((snapshot) => isBefore(snapshot, beginning))
  }

  /** Drops the states after the beginning of an action that is undone or redone: they are no longer of this run. */
  dropAfter(beginning: Beginning): void {
    this.#list = this.#list.filter((snapshot) => isBefore(snapshot, beginning))
  }

  get #bytes(): number {
    return this.#list.reduce((sum, { bytes }) => sum + bytes.length, 0)
  }

  /**
   * Index of the snapshot, neither first nor last, whose neighbors are closest to each other relative to its age. Without it, the steps
   * to compute again grow least in proportion to the time since then.
   */
  #leastUseful(): number {
    const now = this.#list.at(-1)!.step
    const gaps = this.#list.slice(1, -1).map(({ step }, k) => {
      const [before, after] = [this.#list[k]!, this.#list[k + 2]!]
      return (after.step - before.step) / (now - step + 1)
    })
    return 1 + gaps.indexOf(Math.min(...gaps))
  }
}

/** A state without events of an action can still be later than it: it was undone then. */
function isBefore(snapshot: StoredSnapshot, { count, step }: Beginning): boolean {
  return snapshot.count <= count && snapshot.step <= step
}
