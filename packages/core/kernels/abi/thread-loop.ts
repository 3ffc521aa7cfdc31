// The crew: all threads run a step's whole list of passes together, with a barrier after each, without returning to
// JavaScript. Thread 0 is the caller; the others live in `serve` and sleep between steps.

import { dispatch } from '../generated/dispatch'
import { SkipIfPass, leaps } from './skip-if'
import { Entry } from './pass-entry'

/**
 * Sleeps while the word at the address has this value: Atomics.wait, from the host. Not the instruction
 * memory.atomic.wait32: see docs/decisions/0003-threads-sleep-in-javascript.md.
 */
@external('env', 'sleep')
declare function sleep(address: usize, value: i32): void

/** Wakes every sleeper on the word: Atomics.notify, from the host. */
@external('env', 'notify')
declare function notify(address: usize): void

/** The control block, in shared memory; src/backend/wasm/thread-pool.ts writes the order. Barrier words have cache lines of their own. */
@unmanaged
export class Control {
  /** Counts steps; workers wait for it to change. */
  round: i32
  /** Address of the list of passes. */
  passes: usize
  /** How many passes there are. */
  count: i32
  /** How often the list is run (substeps). */
  repeats: i32
  /** Non-zero ends the workers. */
  quit: i32
}

/** Bytes of a cache line, at least. */
const LINE: usize = 64
/** Where the barrier's words are: threads that have arrived, barriers so far, threads asleep. */
const ARRIVED: usize = LINE
const PHASE: usize = 2 * LINE
const SLEEPERS: usize = 3 * LINE
/** Bytes of the control block with them. */
export const CONTROL_BYTES: usize = 4 * LINE

/** Polls before a thread goes to sleep: some tens of microseconds, longer than two threads of a balanced pass differ. */
const SPINS: i32 = 1 << 14

/** A band has at least this many rows, unless there are fewer: less is not worth a thread. */
const FEWEST_ROWS: i32 = 4

/** Waits until the word differs from `old`. A browser's main thread may not sleep, so it polls for ever. */
function waitWhile(address: usize, old: i32, mayBlock: bool): void {
  if (ASC_FEATURE_THREADS) {
    let spins = 0
    while (atomic.load<i32>(address) == old) {
      if (spins < SPINS) spins++
      else if (mayBlock) sleep(address, old)
    }
  }
}

function barrier(control: usize, threads: i32, mayBlock: bool): void {
  if (ASC_FEATURE_THREADS) {
    if (threads == 1) return
    const phase = atomic.load<i32>(control + PHASE)
    if (atomic.add<i32>(control + ARRIVED, 1) == threads - 1) {
      atomic.store<i32>(control + ARRIVED, 0)
      atomic.add<i32>(control + PHASE, 1)
      if (atomic.load<i32>(control + SLEEPERS) > 0) notify(control + PHASE)
    } else {
      // Announcing the sleep before looking at the phase again means that a notify cannot be missed:
      // atomic.wait itself compares, so a phase that has moved on returns at once.
      let spins = 0
      while (atomic.load<i32>(control + PHASE) == phase && spins < SPINS) spins++
      if (atomic.load<i32>(control + PHASE) == phase) {
        if (mayBlock) {
          atomic.add<i32>(control + SLEEPERS, 1)
          waitWhile(control + PHASE, phase, true)
          atomic.sub<i32>(control + SLEEPERS, 1)
        } else waitWhile(control + PHASE, phase, false)
      }
    }
  }
}

/** Runs the list as one of `threads`. Postcondition: every thread has finished every pass. */
export function run(control: usize, thread: i32, threads: i32, mayBlock: bool): void {
  const order = changetype<Control>(control)
  for (let repeat = 0, repeats = order.repeats; repeat < repeats; repeat++) {
    for (let k = 0, count = order.count; k < count; k++) {
      const entry = changetype<Entry>(order.passes + <usize>k * offsetof<Entry>())
      if (entry.rows < 0) {
        if (leaps(changetype<SkipIfPass>(entry.arguments))) k -= entry.rows
        continue
      }
      const bands = max(1, min(threads, entry.rows / FEWEST_ROWS))
      if (thread < bands)
        dispatch(entry.kernel, entry.arguments, entry.rows * thread / bands, entry.rows * (thread + 1) / bands, thread)
      barrier(control, threads, mayBlock)
    }
  }
}

/** A worker's whole life: wait for a round, run it, until told to quit. */
export function serve(control: usize, thread: i32, threads: i32): void {
  let round = 0
  while (true) {
    waitWhile(control, round, true)
    round++
    if (changetype<Control>(control).quit != 0) return
    run(control, thread, threads, true)
  }
}

/** Wakes the workers for the next round. */
export function wake(control: usize): void {
  if (ASC_FEATURE_THREADS) {
    atomic.add<i32>(control, 1)
    notify(control)
  }
}
