import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type RunRequest, runnerCommand } from './runner.js'
import type { Outcome, Task } from './task.js'

/** Program and arguments of the command line, without the command. */
export type CommandLine = readonly string[]

/** How this process was started: from the built file, or from the source through a loader. */
export function ownCommand(): CommandLine {
  return [process.execPath, ...process.execArgv, process.argv[1]!]
}

/** Most characters of the messages of a process in a failure. */
const longestMessage = 500

/**
 * A child process that runs scenes. It is started with the first run, and again after it has died: a crash, or a lack of
 * memory, ends one run and not the sweep.
 */
export class RunnerProcess {
  readonly #command: CommandLine
  #child: ChildProcess | undefined
  #messages = ''

  constructor(command: CommandLine) {
    this.#command = command
  }

  /** Runs one scene. Never rejects. */
  async run(folder: string, task: Task): Promise<Outcome> {
    const child = this.#child ?? this.#start()
    this.#child = child
    const ending = new AbortController()
    try {
      const answered = once(child, 'message', { signal: ending.signal }).then(([outcome]) => outcome as Outcome)
      const died = once(child, 'exit', { signal: ending.signal }).then(([code, signal]): Outcome => {
        this.#child = undefined
        const reason = signal === null ? `with code ${code}` : `by ${signal}`
        const messages = this.#messages.trim().slice(-longestMessage)
        return { ok: false, message: `its process ended ${reason}${messages && `: ${messages}`}`, isFinal: false }
      })
      // The promise that loses the race is rejected by the signal below.
      for (const promise of [answered, died]) promise.catch(() => {})
      child.send({ folder, task } satisfies RunRequest)
      return await Promise.race([answered, died])
    } catch (error) {
      this.#child = undefined
      child.kill('SIGKILL')
      return { ok: false, message: `its process could not be started: ${(error as Error).message}`, isFinal: false }
    } finally {
      ending.abort()
    }
  }

  /** Ends the process. A run in progress is given up. */
  async stop(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    // Not `close`, which waits for standard error: it does not always come after the channel was closed.
    const ended = once(child, 'exit')
    if (child.connected) child.disconnect()
    else child.kill('SIGKILL')
    await ended
  }

  #start(): ChildProcess {
    const [program, ...words] = this.#command
    this.#messages = ''
    const child = spawn(program!, [...words, runnerCommand], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#messages = (this.#messages + chunk.toString()).slice(-4 * longestMessage)
    })
    child.on('error', () => {})
    return child
  }
}
