import type { Executor, Listener } from './executor.js'
import { type CommandLine, RunnerProcess } from './runner-process.js'
import type { SweepFolder } from '../results/sweep-folder.js'
import type { Task } from './task.js'

export interface LocalOptions {
  /** Processes at a time. */
  jobs: number
  /** Further attempts after a run that has failed for a reason that may pass. */
  retries: number
  command: CommandLine
}

/** Runs scenes in child processes of this computer. */
export class LocalExecutor implements Executor {
  readonly #folder: SweepFolder
  readonly #options: LocalOptions
  readonly #runners: RunnerProcess[]

  constructor(folder: SweepFolder, options: LocalOptions) {
    this.#folder = folder
    this.#options = options
    this.#runners = Array.from({ length: options.jobs }, () => new RunnerProcess(options.command))
  }

  async execute(tasks: readonly Task[], listener: Listener, signal: AbortSignal): Promise<void> {
    const waiting = [...tasks].reverse()
    const stop = () => void this.close()
    signal.addEventListener('abort', stop)
    try {
      await Promise.all(
        this.#runners.map(async (runner) => {
          for (let task = waiting.pop(); task !== undefined && !signal.aborted; task = waiting.pop())
            await this.#attempt(runner, task, listener, signal)
        }),
      )
    } finally {
      signal.removeEventListener('abort', stop)
    }
    signal.throwIfAborted()
  }

  async #attempt(runner: RunnerProcess, task: Task, listener: Listener, signal: AbortSignal): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const outcome = await runner.run(this.#folder.path, task)
      if (outcome.ok) return listener.done(task, outcome.record)
      if (signal.aborted) return
      if (outcome.isFinal || attempt >= this.#options.retries) return listener.lost(task, outcome)
      listener.say(`run ${task.run}: ${outcome.message}; trying again`)
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#runners.map((runner) => runner.stop()))
  }
}
