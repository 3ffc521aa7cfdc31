// Chooses for one list of passes whether all threads execute it or the caller alone, by the time that both take. Threads that sleep have to
// be woken, and a barrier follows each pass: on small grids, or on cores that are busy with other work, one thread is faster. Which one it
// is depends on machine, grid and pace, so it is measured: a trial of some runs of each way, then the faster way for a period, then the next
// trial. The bits are the same either way.

/** Runs of each way in a trial. Their median counts: single runs may be interrupted. */
const RUNS = 3
/** Runs before the first trial, in which code is compiled and memory is touched for the first time. */
const WARM_UP = 2
/** Runs between two trials: at first, and at most. A choice that is confirmed holds twice as long. */
const FIRST_PERIOD = 32
const LONGEST_PERIOD = 2048
/** The other way is taken if its time is below this part of the present one: equal ways do not alternate. */
const CLEARLY_FASTER = 0.97

export class ThreadChoice {
  /** Whether all threads execute the list, by the last trial. */
  #isShared = true
  #period = FIRST_PERIOD
  /** Runs until the next trial ends. */
  #left = WARM_UP + 2 * RUNS
  /** Times of a trial: of the other way, then of the present one. */
  readonly #times = new Float64Array(2 * RUNS)

  /** Whether the next run is part of a trial: its time has to be given to `took`. */
  get isTrial(): boolean {
    return this.#left <= 2 * RUNS
  }

  /** Whether all threads execute the next run. */
  get isShared(): boolean {
    return this.#left <= 2 * RUNS && this.#left > RUNS ? !this.#isShared : this.#isShared
  }

  /** A run outside of a trial has ended. */
  ran(): void {
    this.#left--
  }

  /** A run of a trial has ended after a time, in any unit. */
  took(time: number): void {
    this.#times[2 * RUNS - this.#left] = time
    if (--this.#left > 0) return
    if (this.#median(0) < CLEARLY_FASTER * this.#median(RUNS)) {
      this.#isShared = !this.#isShared
      this.#period = FIRST_PERIOD
    } else this.#period = Math.min(2 * this.#period, LONGEST_PERIOD)
    this.#left = this.#period + 2 * RUNS
  }

  /** Median of three times. */
  #median(first: number): number {
    const [a, b, c] = [this.#times[first]!, this.#times[first + 1]!, this.#times[first + 2]!]
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
  }
}
