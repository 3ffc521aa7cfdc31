// The thread loop: all threads execute the whole list of passes of a step together, with a barrier after each pass,
// without returning to JavaScript. Thread 0 is the caller; the others are workers, which stay in `serve` and sleep
// between steps, at once or after a bounded number of polls.
//
// Each pass is divided into bands of consecutive rows, one for each thread. A kernel writes only to the rows of its band, or
// to scratch of its own thread, so that results do not depend on the number of threads.

import { dispatch } from '../generated/dispatch'
import { SkipIfPass, skips } from './skip-if'
import { Entry } from './pass-entry'

/**
 * Sleeps while the word at the address has this value: the host's Atomics.wait. The instruction memory.atomic.wait32 is
 * not used: see docs/decisions/0003-threads-sleep-in-javascript.md.
 */
@external('env', 'sleep')
declare function sleep(address: usize, value: i32): void

/** Wakes every thread that sleeps on the word: the host's Atomics.notify. */
@external('env', 'notify')
declare function notify(address: usize): void

/**
 * The control block, in shared memory. src/backend/wasm/thread-pool.ts writes the polls, and the job: list, count, repeats. The
 * words of the barrier follow, each on a cache line of its own.
 */
@unmanaged
export class Control {
  /** Number of jobs so far; workers wait for it to change. */
  round: i32
  /** Address of the list of passes. */
  passes: usize
  /** How many passes there are. */
  count: i32
  /** How often the list is run (substeps). */
  repeats: i32
  /** Non-zero ends the workers. */
  quit: i32
  /** Polls at a barrier before a thread goes to sleep. */
  polls: i32
  /** Polls of a worker for its next job before it goes to sleep. */
  idlePolls: i32
}

/** Bytes of a cache line, at least. */
const LINE: usize = 64
/** Offsets of the barrier's words: threads that have arrived, barriers completed, threads asleep. */
const ARRIVED: usize = LINE
const PHASE: usize = 2 * LINE
const SLEEPERS: usize = 3 * LINE
/** Bytes of the control block, barrier words included. */
export const CONTROL_BYTES: usize = 4 * LINE

/** Least rows of a band, unless the pass has fewer: a smaller band is not worth a thread. */
const FEWEST_ROWS: i32 = 4

/** Waits until the word differs from `old`. The main thread of a page may not sleep; it polls. */
function waitWhile(address: usize, old: i32, polls: i32, mayBlock: bool): void {
  if (ASC_FEATURE_THREADS) {
    while (atomic.load<i32>(address) == old) {
      if (polls > 0) polls--
      else if (mayBlock) sleep(address, old)
    }
  }
}

/** Postcondition: all threads have arrived here, and each sees the writes of the others. */
function barrier(control: usize, threads: i32, mayBlock: bool): void {
  if (ASC_FEATURE_THREADS) {
    if (threads == 1) return
    const phase = atomic.load<i32>(control + PHASE)
    if (atomic.add<i32>(control + ARRIVED, 1) == threads - 1) {
      atomic.store<i32>(control + ARRIVED, 0)
      atomic.add<i32>(control + PHASE, 1)
      if (atomic.load<i32>(control + SLEEPERS) > 0) notify(control + PHASE)
    } else {
      // No notify can be missed: a thread counts itself as a sleeper before it compares the phase again, and Atomics.wait
      // compares once more, so that it returns at once if the phase has advanced.
      let polls = changetype<Control>(control).polls
      while (atomic.load<i32>(control + PHASE) == phase && polls > 0) polls--
      if (atomic.load<i32>(control + PHASE) == phase) {
        if (mayBlock) {
          atomic.add<i32>(control + SLEEPERS, 1)
          waitWhile(control + PHASE, phase, 0, true)
          atomic.sub<i32>(control + SLEEPERS, 1)
        } else waitWhile(control + PHASE, phase, 0, false)
      }
    }
  }
}

/** Threads that take part in a pass; 0 for a conditional skip, which all of them evaluate. */
@inline function bandsOf(entry: Entry, threads: i32): i32 {
  return entry.rows < 0 ? 0 : max(1, min(threads, entry.rows / FEWEST_ROWS))
}

@inline function bandsAt(passes: usize, k: i32, threads: i32): i32 {
  return bandsOf(changetype<Entry>(passes + <usize>k * offsetof<Entry>()), threads)
}

/**
 * Executes the job as one of `threads` threads. Postcondition: every thread has finished every pass and has read the whole job.
 *
 * The caller may change the job, and the conditions of its skips, as soon as this returns. A list that is empty or ends with a skip has no
 * barrier after its last read; it gets one here. Without it, a slow worker would read the next job or condition instead.
 */
export function run(control: usize, thread: i32, threads: i32, mayBlock: bool): void {
  const job = changetype<Control>(control)
  let isSynchronized = false
  // Whether a skip was evaluated since the last barrier.
  let hasSkip = false
  for (let repeat = 0, repeats = job.repeats; repeat < repeats; repeat++) {
    for (let k = 0, count = job.count; k < count; k++) {
      const entry = changetype<Entry>(job.passes + <usize>k * offsetof<Entry>())
      if (entry.rows < 0) {
        isSynchronized = false
        hasSkip = true
        if (skips(changetype<SkipIfPass>(entry.arguments))) k -= entry.rows
        continue
      }
      const bands = bandsOf(entry, threads)
      if (thread < bands)
        dispatch(entry.kernel, entry.arguments, entry.rows * thread / bands, entry.rows * (thread + 1) / bands, thread)
      // Thread 0 executes passes of one band in a row without waiting for the others, which have no part in them. Not from the first pass
      // after a skip on: the second may change the condition, which a slow worker has yet to read.
      if (bands == 1 && !hasSkip && k + 1 < count && bandsAt(job.passes, k + 1, threads) == 1) continue
      barrier(control, threads, mayBlock)
      isSynchronized = true
      hasSkip = false
    }
  }
  if (!isSynchronized) barrier(control, threads, mayBlock)
}

/** The loop of a worker: waits for a job and executes it, until `quit` is set. */
export function serve(control: usize, thread: i32, threads: i32): void {
  let round = 0
  while (true) {
    const job = changetype<Control>(control)
    waitWhile(control, round, job.idlePolls, true)
    round++
    if (job.quit != 0) return
    run(control, thread, threads, true)
  }
}

/** Wakes the workers for the next job. */
export function wake(control: usize): void {
  if (ASC_FEATURE_THREADS) {
    atomic.add<i32>(control, 1)
    notify(control)
  }
}
