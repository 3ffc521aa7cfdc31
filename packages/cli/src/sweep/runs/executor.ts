import type { LostRun, RunRecord, Task } from './task.js'

/** Reports of an executor, for progress and results. */
export interface Listener {
  done(task: Task, record: RunRecord): void
  /** After the last attempt. */
  lost(task: Task, run: LostRun): void
  say(message: string): void
}

/** Runs the tasks of a sweep: in processes of this computer, or on workers. */
export interface Executor {
  /**
   * Runs all tasks. Each is reported once, in any order.
   * @param signal the promise is rejected with its reason
   */
  execute(tasks: readonly Task[], listener: Listener, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}
