// The thread loop. The caller, thread 0, walks through the program of a step. It gives each pass in parts to the workers that are there, does
// a part itself and waits for the others, without returning to JavaScript. Workers stay in `serve`; between steps they sleep, at once or
// after a bounded number of polls.
//
// Each pass is divided into bands of consecutive rows, one for each thread, or into portions that threads take as they come. A kernel writes only to
// the rows of its band, or to scratch of its own thread, so that results do not depend on the number of threads: it may change from pass to pass. A
// thread that wakes late has no part in a pass, and nobody waits for it (docs/decisions/0035-threads-that-are-there.md).

import { dispatch } from '../generated/dispatch'
import { Control, Division, DIVISION, SLOTS } from './control'
import { countBarrier, countPass, startClock } from './pass-profile'
import { Entry, holds, REPEAT } from './program-entry'
import { dismiss, finish, isAwake, isDone, send, Slot, SLOT_BYTES, waitFor, waitForTask, wake } from './task-slot'

/** Least rows of a band, unless the pass has fewer: a smaller band is not worth a thread. */
export const FEWEST_ROWS: i32 = 4

/** Polls for answers to the call at the start of a job: some microseconds. A worker that polls answers within a fifth of one. */
const CALL_POLLS: i32 = 2048

/** Most threads of a pool, the caller included. */
export const MOST_THREADS: i32 = 64
/** Bytes of the control block and all slots. */
export const CONTROL_BYTES: usize = SLOTS + <usize>(MOST_THREADS - 1) * SLOT_BYTES

@inline function slotOf(control: Control, worker: i32): Slot {
  return changetype<Slot>(changetype<usize>(control) + SLOTS + <usize>(worker - 1) * SLOT_BYTES)
}

@inline function divisionOf(control: Control): Division { return changetype<Division>(changetype<usize>(control) + DIVISION) }

/**
 * Calls the workers at the start of a job. A patient caller waits until all have answered. Otherwise it waits a moment for those that
 * are awake: one that does not answer shares a core with another thread.
 */
function call(control: Control, threads: i32, mayBlock: bool): void {
  const wakes = control.wakes != 0
  for (let worker = 1; worker < threads; worker++) {
    const slot = slotOf(control, worker)
    if (isDone(slot)) send(slot, 0, 1, wakes)
    else wake(slot, wakes)
  }
  let polls = CALL_POLLS
  for (let worker = 1; worker < threads; worker++) {
    const slot = slotOf(control, worker)
    if (control.isPatient != 0) waitFor(control, slot, mayBlock)
    else while (!isDone(slot) && isAwake(slot) && polls > 0) polls--
  }
  divisionOf(control).isKept = 0
}

/** Gives a part of the passes that follow to each worker that has answered the call. Returns the number of parts. */
function assignParts(control: Control, threads: i32): i32 {
  let parts = 1
  for (let worker = 1; worker < threads; worker++) {
    const slot = slotOf(control, worker)
    slot.part = isDone(slot) ? parts++ : 0
  }
  return parts
}

/** Part of a pass: a band, or portions until none are left. A thread that starts late or has heavy rows takes fewer portions. */
function executePart(control: Control, entry: Entry, part: i32, parts: i32, thread: i32): void {
  const rows = entry.rows, portion = entry.times
  const profile: usize = control.profile == 0 ? 0 : control.profile + <usize>(thread * control.profileStride)
  const start = startClock(profile)
  if (ASC_FEATURE_THREADS && portion > 0 && parts > 1) {
    const next = changetype<usize>(control) + DIVISION
    let begin = atomic.add<i32>(next, portion)
    while (begin < rows) {
      dispatch(entry.kernel, entry.arguments, begin, min(begin + portion, rows), thread)
      begin = atomic.add<i32>(next, portion)
    }
  } else dispatch(entry.kernel, entry.arguments, rows * part / parts, rows * (part + 1) / parts, thread)
  countPass(profile, entry.kernel, start)
}

/** Postcondition: all rows of the pass are done, and the caller sees what the workers have written. */
function executePass(control: Control, entry: Entry, threads: i32, mayBlock: bool): void {
  const mostParts = entry.rows / FEWEST_ROWS
  if (threads == 1 || mostParts < 2) {
    executePart(control, entry, 0, 1, 0)
    return
  }
  const division = divisionOf(control)
  if (division.isKept == 0) division.parts = assignParts(control, threads)
  division.isKept = entry.keepsBands
  const parts = min(division.parts, mostParts)
  if (parts > 1) {
    division.next = 0
    for (let worker = 1; worker < threads; worker++) {
      const slot = slotOf(control, worker)
      if (slot.part > 0 && slot.part < parts) send(slot, changetype<usize>(entry), parts, true)
    }
  }
  executePart(control, entry, 0, parts, 0)
  const start = startClock(control.profile)
  if (parts > 1) {
    for (let worker = 1; worker < threads; worker++) {
      const slot = slotOf(control, worker)
      if (slot.part > 0 && slot.part < parts) waitFor(control, slot, mayBlock)
    }
  }
  countBarrier(control.profile, entry.kernel, start)
}

/** Executes `count` entries from an address on, on up to `threads` threads. */
function execute(control: Control, entries: usize, count: i32, threads: i32, mayBlock: bool): void {
  for (let k = 0; k < count; k++) {
    const entry = changetype<Entry>(entries + <usize>k * offsetof<Entry>())
    if (entry.kernel >= 0) {
      executePass(control, entry, threads, mayBlock)
      continue
    }
    const body = changetype<usize>(entry) + offsetof<Entry>(), length = entry.rows
    k += length
    if (entry.kernel == REPEAT) {
      for (let left = entry.times; left > 0 && !holds(entry.arguments); left--)
        execute(control, body, length, threads, mayBlock)
    } else execute(control, body, length, 1, mayBlock)
  }
}

/** Executes the job as the caller, with up to `threads` - 1 workers. Postcondition: every pass has finished. */
export function run(address: usize, threads: i32, mayBlock: bool): void {
  const control = changetype<Control>(address)
  if (threads > 1) call(control, threads, mayBlock)
  for (let repeat = 0; repeat < control.repeats; repeat++)
    execute(control, control.entries, control.count, threads, mayBlock)
}

/** The loop of a worker: waits for a task and executes it, until `quit` is set. */
export function serve(address: usize, thread: i32): void {
  const control = changetype<Control>(address), slot = slotOf(control, thread)
  while (true) {
    waitForTask(control, slot)
    if (control.quit != 0) return
    if (slot.entry != 0) executePart(control, changetype<Entry>(slot.entry), slot.part, slot.parts, thread)
    finish(control, slot)
  }
}

/** Ends the workers of a pool of so many threads. */
export function quit(address: usize, threads: i32): void {
  const control = changetype<Control>(address)
  control.quit = 1
  for (let worker = 1; worker < threads; worker++) dismiss(slotOf(control, worker))
}
