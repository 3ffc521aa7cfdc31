// How long threads poll before they sleep while steps follow each other in a row.
//
// A system that has put two threads on one core moves them apart only if both have work. Threads that sleep and wake each other in turn never have work
// at the same time: they stay there, and a step takes twice as long as on one thread. Long polls are the remedy. Where other programs keep all
// cores busy, there is no core to move to, and a thread that polls takes the time of the one that it waits for: a step takes five times as long.
//
// Long polls are therefore tried. If the caller still falls asleep after the system has had time to act, threads poll for a short time again, until
// the next trial.

/** For how long the system may take to move a thread [ms]. */
const SETTLING = 20
/** For how long falls asleep are then counted, at least [ms]. */
const COUNTING = 10
/** Falls asleep a millisecond from which long polls do not help: threads apart wait for each other some microseconds. */
const MOST_SLEEPS = 0.1
/** From a trial that has failed to the next one: at first, and at most [ms]. */
const FIRST_PAUSE = 250
const LONGEST_PAUSE = 4000

export class RowPolling {
  #phase: 'new' | 'settling' | 'counting' | 'paused' = 'new'
  /** Start of the present phase [ms], and how often the caller had fallen asleep until then. */
  #start = 0
  #sleeps = 0
  #pause = FIRST_PAUSE

  /** Whether threads poll long. `now`: time [ms]; `sleeps`: how often the caller has fallen asleep so far, a number that may wrap. */
  isLong(now: number, sleeps: number): boolean {
    const elapsed = now - this.#start
    const count = (sleeps - this.#sleeps) | 0
    if (this.#phase === 'new') this.#enter('settling', now, sleeps)
    else if (this.#phase === 'settling') {
      if (elapsed >= SETTLING) this.#enter('counting', now, sleeps)
    } else if (this.#phase === 'counting') {
      if (elapsed < COUNTING) return true
      if (count <= MOST_SLEEPS * elapsed) {
        this.#pause = FIRST_PAUSE
        this.#enter('counting', now, sleeps)
      } else {
        this.#enter('paused', now, sleeps)
      }
    } else if (elapsed >= this.#pause) {
      this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE)
      this.#enter('settling', now, sleeps)
    }
    return this.#phase !== 'paused'
  }

  #enter(phase: 'settling' | 'counting' | 'paused', now: number, sleeps: number): void {
    this.#phase = phase
    this.#start = now
    this.#sleeps = sleeps
  }
}
