/** Time that the passes of a kernel took. */
export interface PassTiming {
  /** Name of the kernel. */
  readonly kernel: string
  /** Number of passes. */
  readonly passes: number
  /** Their time, as the calling thread saw it, with its waits for the other threads [ms]. */
  readonly milliseconds: number
  /** Part of this time in which the threads were at work on them, 0 to 1: 1 if all threads were, all the time. */
  readonly threadShare: number
}

/** Where the time of steps goes. */
export interface Profile {
  /** The passes of each kernel, the longest first. */
  readonly passes: readonly PassTiming[]
  /** Number of runs: lists of passes that were executed, each with one call of the threads. */
  readonly runs: number
  /** Time of the runs, with calling the threads [ms]. */
  readonly milliseconds: number
  /** Barriers: passes of several threads, at the end of which the calling thread waits for the others. */
  readonly barriers: number
  /** Time that the calling thread waited at them [ms]. */
  readonly waiting: number
  /** Number of threads. */
  readonly threads: number
}
