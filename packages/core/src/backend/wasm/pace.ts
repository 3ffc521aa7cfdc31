// The pace of jobs: when the next one is to be expected. A page or a game makes a step each frame and pauses. A worker that naps until shortly
// before the end of the pause is awake when the job comes, on a core of its own. Waking it with the job would take tens of
// microseconds, and many systems wake a thread on the core of the thread that calls it (docs/decisions/0035-threads-that-are-there.md).

/** Times that are remembered. */
const COUNT = 8
/** Of these in ascending order: the one that a nap is to end before, and the one that polling is to last for. The rest is taken for chance. */
const EARLY = 1
const LATE = 5
/** Shorter pauses are between two lists of a step, or between steps in a row [ms]. */
const SHORTEST = 1
/** Jobs without a pause for this time are steps in a row [ms]: longer than the lists of one step of a game. */
const IN_A_ROW = 4
/** For how long a worker is awake before the earliest time and polls after the latest one, together [ms]. */
const MARGIN = 1
/** Longest time to poll for in each pause [ms]. At a pace that is less steady, workers sleep until they are woken. */
const LONGEST_POLLING = 3
/** Longest pause to nap in [ms]: a slower pace has time to wake its threads. */
const LONGEST = 100

export class Pace {
  /** Times from the end of a job to the next one after a pause, and from its start [ms]. */
  readonly #pauses = new LastTimes()
  readonly #periods = new LastTimes()
  #isAwaited = false
  #isInARow = false
  /** Start of the first job after the last pause, and end of the last one [ms]; 0 before there was one. */
  #firstStart = 0
  #end = 0

  /** Whether workers wake by themselves for the present job. */
  get isAwaited(): boolean {
    return this.#isAwaited
  }

  /** Whether jobs follow each other without pauses. */
  get isInARow(): boolean {
    return this.#isInARow
  }

  /** When the next job is to be expected after the last one has ended, or 0 [ms]. A step that takes longer delays it, or it does not. */
  get next(): number {
    if (!this.#isSteady) return 0
    return this.#pauses.spread < this.#periods.spread ? this.#end + this.#pauses.early : this.nextAfterStart
  }

  /** The same while the present one runs. */
  get nextAfterStart(): number {
    return this.#isSteady ? this.#firstStart + this.#periods.early : 0
  }

  /** For how long a worker polls before and after the expected time [ms]. */
  get polling(): number {
    return Math.min(this.#pauses.spread, this.#periods.spread) + MARGIN
  }

  get #isSteady(): boolean {
    const { early } = this.#pauses
    return early > 2 * SHORTEST && early < LONGEST && this.polling <= LONGEST_POLLING
  }

  /** A job begins [ms]. */
  begin(now: number): void {
    const pause = now - this.#end
    this.#isInARow = pause < SHORTEST && now - this.#firstStart > IN_A_ROW
    this.#isAwaited = pause >= SHORTEST && this.#isSteady
    if (pause < SHORTEST) return
    if (this.#end > 0) {
      this.#pauses.add(pause)
      this.#periods.add(now - this.#firstStart)
    }
    this.#firstStart = now
  }

  /** A job has ended [ms]. */
  end(now: number): void {
    this.#end = now
  }
}

class LastTimes {
  /** In their order; 0 before there are so many. */
  readonly #times = new Float64Array(COUNT)
  readonly #sorted = new Float64Array(COUNT)
  #next = 0

  add(time: number): void {
    this.#times[this.#next] = time
    this.#next = (this.#next + 1) % COUNT
    this.#sorted.set(this.#times)
    this.#sorted.sort()
  }

  get early(): number {
    return this.#sorted[EARLY]!
  }

  /** Time from an early one to a late one; infinite before there were so many. */
  get spread(): number {
    return this.early > 0 ? this.#sorted[LATE]! - this.early : Infinity
  }
}
