// Chooses for one list of passes whether all threads execute it or the caller alone, by the time that both take. Threads that sleep have to
// be woken, and the caller waits for them after each pass: on small grids, or on cores that are busy with other work, one thread is faster. Which one it
// is depends on machine, grid and pace, so it is measured: a trial of some runs of each way, then the faster way for a period, then the next
// trial. The bits are the same either way.
//
// All threads are fast in most runs and slow in some: those in which the system wakes a thread on the core of the caller. The median of a
// trial does not show these. All runs on all threads are timed therefore, and their mean over the period has to be less than the time of
// the caller alone.

/** Runs of each way in a trial. Their median counts: single runs may be interrupted. */
const RUNS = 3
/** Runs that begin a trial of threads which have slept, and do not count: the first wakes them late, and they learn when to wake by themselves. */
const WAKING = 2
/** Runs before the first trial, in which code is compiled, memory is touched for the first time, and threads learn the pace (pace.ts). */
const WARM_UP = 12
/** Runs between two trials: at first, and at most. A choice that is confirmed holds twice as long. */
const FIRST_PERIOD = 32
const LONGEST_PERIOD = 2048
/**
 * All threads are left unless the caller alone takes this many times as long: for less they are not worth their polling. At one step a frame on
 * 512² cells both ways are equal within the scatter of three runs, and a choice for all threads lost a tenth of the time.
 */
const WORTH_KEEPING = 1.05
/** All threads are taken again if their time is below this part of that of the caller alone. Between the two, ways do not alternate. */
const WORTH_WAKING = 0.9

export class ThreadChoice {
  /** Whether all threads execute the list, by the last trial. */
  #isShared = true
  /** Periods of the present choice, and of the caller alone when it is chosen or confirmed the next time. */
  #period = FIRST_PERIOD
  #alonePeriod = FIRST_PERIOD
  /** Runs until the next trial ends. */
  #left = WARM_UP + 2 * RUNS
  /** Times of a trial: of the present way, then of the other one, Infinity before they are measured. */
  readonly #times = new Float64Array(2 * RUNS).fill(Infinity)
  /** Runs on all threads since the last trial, and their time; before the first trial they do not count. */
  #count = 0
  #sum = 0
  #isWarm = false

  /** Runs of the other way in a trial. */
  get #otherRuns(): number {
    return this.#isShared ? RUNS : WAKING + RUNS
  }

  /** Whether the time of the next run has to be given to `took`; if not, `ran` is called after the run. */
  get isTimed(): boolean {
    return this.#isShared || this.#left <= RUNS + this.#otherRuns
  }

  /** Whether all threads execute the next run. */
  get isShared(): boolean {
    return this.#left <= this.#otherRuns ? !this.#isShared : this.#isShared
  }

  /** A run that is not timed has ended. */
  ran(): void {
    this.#left--
  }

  /** A timed run has ended after a time, in any unit. */
  took(time: number): void {
    const left = this.#left--
    const other = this.#otherRuns
    if (left <= RUNS) this.#times[2 * RUNS - left] = time
    else if (left > other && left <= RUNS + other) this.#times[RUNS + other - left] = time
    else if (left > other && this.#isWarm) {
      this.#count++
      this.#sum += time
    }
    // The trial also ends as soon as the median cannot be below the limit any more.
    if (this.#left === 0 || (left < RUNS && this.#slowRuns() > RUNS / 2)) this.#decide()
  }

  /** The time below which the other way is taken. */
  #limit(): number {
    const present = this.#median(0)
    if (!this.#isShared) return WORTH_WAKING * present
    return WORTH_KEEPING * Math.max(present, this.#count > 0 ? this.#sum / this.#count : 0)
  }

  /** Runs of the other way in this trial that took the limit or longer. */
  #slowRuns(): number {
    const limit = this.#limit()
    let slow = 0
    for (let run = RUNS; run < 2 * RUNS - this.#left; run++) if (this.#times[run]! >= limit) slow++
    return slow
  }

  #decide(): void {
    const isOtherTaken = this.#median(RUNS) < this.#limit()
    if (isOtherTaken) this.#isShared = !this.#isShared
    if (!this.#isShared) {
      this.#period = this.#alonePeriod
      this.#alonePeriod = Math.min(2 * this.#alonePeriod, LONGEST_PERIOD)
    } else if (isOtherTaken) this.#period = FIRST_PERIOD
    else {
      this.#period = Math.min(2 * this.#period, LONGEST_PERIOD)
      this.#alonePeriod = FIRST_PERIOD
    }
    this.#left = this.#period + RUNS + this.#otherRuns
    this.#times.fill(Infinity)
    this.#count = 0
    this.#sum = 0
    this.#isWarm = true
  }

  /** Median of three times. */
  #median(first: number): number {
    const [a, b, c] = [this.#times[first]!, this.#times[first + 1]!, this.#times[first + 2]!]
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
  }
}
