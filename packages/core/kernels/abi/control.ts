// The control block of the thread pool, in shared memory: the job, and how threads wait. The task slots of the workers follow it.

/** Bytes of a cache line, at least. */
export const LINE: usize = 64

/** src/backend/wasm/thread-pool.ts writes all of it but the last two words. */
@unmanaged
export class Control {
  /** When the next job is expected, by the clock of all threads [ms]; 0 if that is not known. */
  next: f64
  /** For how long a worker polls from shortly before the expected job on [ms]. */
  polling: f64
  /** Address of the entries of the program. */
  entries: usize
  /** How many entries there are. */
  count: i32
  /** How often the program is executed (substeps). */
  repeats: i32
  /** Whether workers that nap are woken for this job; otherwise they wake by themselves. */
  wakes: i32
  /** Whether the caller waits for all workers at the start of this job; otherwise it begins with those that are there. */
  isPatient: i32
  /** Non-zero ends the workers. */
  quit: i32
  /** Polls for the end of a pass before the caller goes to sleep. */
  polls: i32
  /** Polls of a worker for its next task before it naps or sleeps. */
  idlePolls: i32
  /** Address of the PassSums of thread 0, and bytes from one thread to the next; 0 while passes are not measured. */
  profile: usize
  profileStride: i32
  /** Whether the caller sleeps until a worker has done its task. */
  isCallerAsleep: i32
  /** How often the caller has fallen asleep; wraps. */
  sleeps: i32
}

/** The present pass. On a line of its own: workers read the control block at each poll. */
@unmanaged
export class Division {
  /** The first row that no thread has taken yet, of a pass whose rows are taken in portions. */
  next: i32
  /** Parts of the pass. */
  parts: i32
  /** Whether the next pass needs the same parts. */
  isKept: i32
}

/** Offset of the Division. */
export const DIVISION: usize = 2 * LINE
/** Offset of the slot of worker 1. */
export const SLOTS: usize = 3 * LINE
