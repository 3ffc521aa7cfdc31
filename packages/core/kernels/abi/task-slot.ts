// Task slots: how the calling thread gives parts of a pass to its workers. Each worker has a slot, and each slot one line of the cache that
// only the caller writes and one that only the worker writes, so that no word needs more than a plain atomic store.
//
//   caller   fills in the entry, the part and the number of parts, then raises `task`
//   worker   sees that `task` differs from `done`, executes its part, and raises `done`
//
// A task without an entry is a call: the worker answers and has nothing else to do. A worker that waits is known to be on a core only if
// it has just answered. One that does not answer is asleep, or the system has given its core to another thread; it gets no part until it does.

import { Control, LINE } from './control'
import { now } from './pass-profile'

/**
 * Sleeps while the word at the address has this value, at most so long [ms]: the host's Atomics.wait. The instruction memory.atomic.wait32 is
 * not used: see docs/decisions/0003-threads-sleep-in-javascript.md.
 */
@external('env', 'sleep')
declare function sleep(address: usize, value: i32, timeout: f64): void

/** Wakes every thread that sleeps on the word: the host's Atomics.notify. */
@external('env', 'notify')
declare function notify(address: usize): void

@unmanaged
export class Slot {
  /** Number of tasks so far. */
  task: i32
  /** Address of the entry of the pass; 0: a call. */
  entry: usize
  /** Which part of the pass is the worker's, from 1; 0 if it has none in the present passes. */
  part: i32
  /** Parts of the pass, the caller's included. */
  parts: i32
}

/** Offsets of the words that the worker writes: its last task, and how it waits. */
const DONE: usize = LINE
const REST: usize = LINE + 4
/** How a worker waits: it polls, sleeps for a limited time, or sleeps. */
const AWAKE: i32 = 0, NAPPING: i32 = 1, SLEEPING: i32 = 2
export const SLOT_BYTES: usize = 2 * LINE

/** Whether the worker has done all its tasks. */
@inline export function isDone(slot: Slot): bool {
  return ASC_FEATURE_THREADS ? atomic.load<i32>(changetype<usize>(slot) + DONE) == slot.task : true
}

@inline function restOf(slot: Slot): i32 {
  return ASC_FEATURE_THREADS ? atomic.load<i32>(changetype<usize>(slot) + REST) : AWAKE
}

@inline export function isAwake(slot: Slot): bool { return restOf(slot) == AWAKE }

/** Wakes a worker that sleeps. `fromNap`: or naps; otherwise it finds its task when it wakes by itself. */
@inline export function wake(slot: Slot, fromNap: bool): void {
  if (restOf(slot) > (fromNap ? AWAKE : NAPPING)) notify(changetype<usize>(slot))
}

/**
 * Gives a task to a worker that has done its last one.
 *
 * No notify can be missed: a worker says that it sleeps before it compares its task again, and Atomics.wait compares once more.
 */
export function send(slot: Slot, entry: usize, parts: i32, fromNap: bool): void {
  if (ASC_FEATURE_THREADS) {
    slot.entry = entry
    slot.parts = parts
    atomic.store<i32>(changetype<usize>(slot), slot.task + 1)
    wake(slot, fromNap)
  }
}

/**
 * Waits until the worker has done its task. The caller sleeps after a number of polls; the main thread of a page may not sleep and polls on.
 */
export function waitFor(control: Control, slot: Slot, mayBlock: bool): void {
  if (ASC_FEATURE_THREADS) {
    for (let polls = control.polls; polls > 0 || !mayBlock; polls--) if (isDone(slot)) return
    const caller = changetype<usize>(control) + offsetof<Control>('isCallerAsleep')
    const done = changetype<usize>(slot) + DONE
    atomic.store<i32>(caller, 1)
    control.sleeps++
    while (!isDone(slot)) sleep(done, slot.task - 1, Infinity)
    atomic.store<i32>(caller, 0)
  }
}

/** Tells the caller that the task is done. */
export function finish(control: Control, slot: Slot): void {
  if (ASC_FEATURE_THREADS) {
    const done = changetype<usize>(slot) + DONE
    atomic.store<i32>(done, atomic.load<i32>(done) + 1)
    if (atomic.load<i32>(changetype<usize>(control) + offsetof<Control>('isCallerAsleep')) != 0) notify(done)
  }
}

/** A nap ends so long before the next job is expected [ms]: timers are 0.1 to 0.2 ms late. */
const HEAD_START: f64 = 0.5
/** Polls between two looks at the clock. */
const POLLS_PER_LOOK: i32 = 1024

/** Whether the worker has a task after so many polls. */
@inline function polled(slot: Slot, polls: i32, done: i32): bool {
  for (; polls > 0; polls--) if (atomic.load<i32>(changetype<usize>(slot)) != done) return true
  return false
}

/** Sleeps until there is a task, at most so long [ms]. */
@inline function rest(slot: Slot, done: i32, how: i32, timeout: f64): void {
  const address = changetype<usize>(slot)
  atomic.store<i32>(address + REST, how)
  sleep(address, done, timeout)
  atomic.store<i32>(address + REST, AWAKE)
}

/**
 * Waits, as a worker, for the next task: polls, naps until shortly before the next job is expected, polls again, and sleeps. The number of
 * polls is read at each poll, because the caller changes it while workers wait.
 */
export function waitForTask(control: Control, slot: Slot): void {
  if (ASC_FEATURE_THREADS) {
    const address = changetype<usize>(slot), limit = changetype<usize>(control) + offsetof<Control>('idlePolls')
    const done = atomic.load<i32>(address + DONE)
    for (let polls = 0; polls < atomic.load<i32>(limit); polls++) if (atomic.load<i32>(address) != done) return
    // Read once: the caller sets the time of the job after the next one shortly before it calls.
    const next = control.next
    while (atomic.load<i32>(address) == done) {
      const left = next == 0 ? -Infinity : next - HEAD_START - now()
      if (left > 0) rest(slot, done, NAPPING, left)
      else if (left > -control.polling) polled(slot, POLLS_PER_LOOK, done)
      else rest(slot, done, SLEEPING, Infinity)
    }
  }
}

/** Sends a worker home, whatever it does: `quit` of the control block is set. */
export function dismiss(slot: Slot): void {
  if (ASC_FEATURE_THREADS) {
    atomic.add<i32>(changetype<usize>(slot), 1)
    notify(changetype<usize>(slot))
  }
}
