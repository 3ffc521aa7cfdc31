// Times of passes and barriers, for whoever tunes. Each thread adds to a table of its own; src/backend/wasm/pass-profile.ts reads them.

/** The time by a clock of the host that all threads share [ms]. */
@external('env', 'now')
export declare function now(): f64

/** Sums of one thread for one kernel. */
@unmanaged
export class PassSums {
  /** Passes, or parts of passes, that the thread has executed. */
  passes: f64
  /** Their time [ms]. */
  busy: f64
  /** Barriers after passes of this kernel, and the time that the thread has waited at them [ms]. */
  barriers: f64
  waiting: f64
}

/** The slot of a kernel; the first one is for serial blocks, which have barriers and no kernel. */
@inline function slot(table: usize, kernel: i32): PassSums {
  return changetype<PassSums>(table + <usize>(max(kernel, -1) + 1) * offsetof<PassSums>())
}

/** The time, if there is a table: nothing is measured without one. */
@inline export function startClock(table: usize): f64 { return table == 0 ? 0 : now() }

@inline export function countPass(table: usize, kernel: i32, start: f64): void {
  if (table == 0) return
  const sums = slot(table, kernel)
  sums.passes += 1
  sums.busy += now() - start
}

@inline export function countBarrier(table: usize, kernel: i32, start: f64): void {
  if (table == 0) return
  const sums = slot(table, kernel)
  sums.barriers += 1
  sums.waiting += now() - start
}
