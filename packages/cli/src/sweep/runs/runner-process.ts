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

/** Time for the report of the end of a process [ms]. */
const grace = 1000

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
    const child = this.#child?.connected ? this.#child : this.#start()
    this.#child = child
    return new Promise<Outcome>((resolve) => {
      const end = (outcome: Outcome) => {
        child.off('message', end).off('error', fail).off('exit', exit)
        resolve(outcome)
      }
      const lose = (reason: string) => {
        const messages = this.#messages.trim().slice(-longestMessage)
        end({ ok: false, message: `its process ${reason}${messages && `: ${messages}`}`, isFinal: false })
      }
      const fail = (error: Error) => lose(`could not be started: ${error.message}`)
      const exit = (code: number | null, signal: string | null) =>
        lose(signal === null ? `ended with code ${code}` : `ended by ${signal}`)
      child.on('message', end).on('error', fail).on('exit', exit)
      // A process that has just ended cannot be written to; its exit gives the better reason.
      child.send({ folder, task } satisfies RunRequest, (error) => {
        if (error) setTimeout(lose, grace, 'cannot be reached')
      })
    })
  }

  /** Ends the process. A run in progress is given up. */
  async stop(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    // A process that could not be started has no number.
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
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
    // Between two runs nobody listens, and an error without a listener would end this process.
    child.on('error', () => {})
    return child
  }
}
