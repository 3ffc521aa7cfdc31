// The thread loop: all threads execute the whole program of a step together, with a barrier after each pass, without returning
// to JavaScript. Thread 0 is the caller; the others are workers, which stay in `serve` and sleep between steps, at once or after a
// bounded number of polls.
//
// Each pass is divided into bands of consecutive rows, one for each thread, or into portions that threads take as they come. A kernel writes only to
// the rows of its band, or to scratch of its own thread, so that results do not depend on the number of threads.

import { dispatch } from '../generated/dispatch'
import { countBarrier, countPass, startClock } from './pass-profile'
import { Entry, holds, REPEAT } from './program-entry'

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
 * The control block, in shared memory. src/backend/wasm/thread-pool.ts writes the polls, and the job: entries, count, repeats. The
 * words of the barrier follow, each on a cache line of its own.
 */
@unmanaged
export class Control {
  /** Number of jobs so far; workers wait for it to change. */
  round: i32
  /** Address of the entries of the program. */
  entries: usize
  /** How many entries there are. */
  count: i32
  /** How often the program is executed (substeps). */
  repeats: i32
  /** Non-zero ends the workers. */
  quit: i32
  /** Polls at a barrier before a thread goes to sleep. */
  polls: i32
  /** Polls of a worker for its next job before it goes to sleep. */
  idlePolls: i32
  /** Address of the PassSums of thread 0, and bytes from one thread to the next; 0 while passes are not measured. */
  profile: usize
  profileStride: i32
}

/** Bytes of a cache line, at least. */
const LINE: usize = 64
/** Offsets of the barrier's words: threads that have arrived, barriers completed, threads asleep. */
const ARRIVED: usize = LINE
const PHASE: usize = 2 * LINE
const SLEEPERS: usize = 3 * LINE
/** Offset of the first row that no thread has taken yet, of a pass whose rows are taken in portions; 0 between two passes. */
const NEXT: usize = 4 * LINE
/** Bytes of the control block, barrier words included. */
export const CONTROL_BYTES: usize = 5 * LINE

/** Least rows of a band, unless the pass has fewer: a smaller band is not worth a thread. */
export const FEWEST_ROWS: i32 = 4

/**
 * Waits until the word differs from `old`, and sleeps after as many polls as the word at `limit` says at that time; at once if `limit` is 0. The main
 * thread of a page may not sleep; it polls.
 */
function waitWhile(address: usize, old: i32, limit: usize, mayBlock: bool): void {
  if (ASC_FEATURE_THREADS) {
    let polls = 0
    while (atomic.load<i32>(address) == old) {
      if (limit != 0 && polls < atomic.load<i32>(limit)) polls++
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
      atomic.store<i32>(control + NEXT, 0)
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

/**
 * Executes rows of a pass until none are left, a portion at a time. A thread that starts late or has heavy rows takes fewer of them. For kernels
 * whose rows do not depend on each other, nor on the thread. The barrier after the pass sets the counter back.
 */
function takePortions(control: usize, entry: Entry, thread: i32): void {
  if (ASC_FEATURE_THREADS) {
    const rows = entry.rows, portion = entry.times
    let begin = atomic.add<i32>(control + NEXT, portion)
    while (begin < rows) {
      dispatch(entry.kernel, entry.arguments, begin, min(begin + portion, rows), thread)
      begin = atomic.add<i32>(control + NEXT, portion)
    }
  }
}

/**
 * Executes `count` entries from an address on. Returns whether no thread is still at work: each has arrived at a barrier since, and has
 * read no condition after it.
 *
 * Every thread evaluates the conditions of repetitions itself, without a barrier. All of them must read the same value. The barrier
 * after the previous pass makes its writes visible; the first pass after a condition may run while another thread still reads it, so that
 * this pass must not change it. The encoder places a barrier after it.
 */
function execute(control: usize, entries: usize, count: i32, thread: i32, threads: i32, mayBlock: bool): bool {
  const job = changetype<Control>(control)
  const profile: usize = job.profile == 0 ? 0 : job.profile + <usize>(thread * job.profileStride)
  let isSynchronized = false
  for (let k = 0; k < count; k++) {
    const entry = changetype<Entry>(entries + <usize>k * offsetof<Entry>())
    const kernel = entry.kernel, rows = entry.rows
    if (kernel >= 0) {
      const bands = max(1, min(threads, rows / FEWEST_ROWS))
      if (ASC_FEATURE_THREADS && entry.times > 0 && bands > 1) {
        const start = startClock(profile)
        takePortions(control, entry, thread)
        countPass(profile, kernel, start)
      } else if (thread < bands) {
        const start = startClock(profile)
        dispatch(kernel, entry.arguments, rows * thread / bands, rows * (thread + 1) / bands, thread)
        countPass(profile, kernel, start)
      }
    } else {
      const body = changetype<usize>(entry) + offsetof<Entry>()
      k += rows
      if (kernel == REPEAT) {
        const condition = entry.arguments
        for (let left = entry.times; left > 0 && !holds(condition); left--)
          isSynchronized = execute(control, body, rows, thread, threads, mayBlock)
        if (condition != 0) isSynchronized = false
        continue
      }
      if (thread == 0) execute(control, body, rows, 0, 1, mayBlock)
    }
    isSynchronized = entry.barrier != 0
    if (!isSynchronized || threads == 1) continue
    const start = startClock(profile)
    barrier(control, threads, mayBlock)
    countBarrier(profile, kernel, start)
  }
  return isSynchronized
}

/**
 * Executes the job as one of `threads` threads. Postcondition: every thread has finished every pass and has read the whole job.
 *
 * The caller may change the job, and the conditions of its repetitions, as soon as this returns. A program that is empty or ends with a
 * condition has no barrier after its last read; it gets one here. Without it, a slow worker would read the next job or condition instead.
 */
export function run(control: usize, thread: i32, threads: i32, mayBlock: bool): void {
  const job = changetype<Control>(control)
  let isSynchronized = false
  for (let repeat = 0, repeats = job.repeats, count = job.count; repeat < repeats; repeat++)
    isSynchronized = execute(control, job.entries, count, thread, threads, mayBlock)
  if (!isSynchronized) barrier(control, threads, mayBlock)
}

/** The loop of a worker: waits for a job and executes it, until `quit` is set. */
export function serve(control: usize, thread: i32, threads: i32): void {
  let round = 0
  while (true) {
    const job = changetype<Control>(control)
    waitWhile(control, round, control + offsetof<Control>('idlePolls'), true)
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
