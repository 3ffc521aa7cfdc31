/**
 * A C baseline as a running process: one command line in, one answer line out.
 *
 * It stays alive and idle between commands, so that its runs can be interleaved with those of others, and it takes its
 * own time, so that neither the pipe nor the start of a process is measured.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createInterface, type Interface } from 'node:readline'

export class BaselineProcess {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #lines: AsyncIterator<string>
  readonly #reader: Interface

  constructor(executable: string, ...variant: string[]) {
    this.#child = spawn(executable, variant)
    this.#child.stderr.pipe(process.stderr)
    // A broken pipe also ends the answers, and that is where the failure is reported.
    this.#child.stdin.on('error', () => undefined)
    this.#reader = createInterface({ input: this.#child.stdout })
    this.#lines = this.#reader[Symbol.asyncIterator]()
  }

  /** Seconds taken by `steps` steps of an n × n grid. */
  async run(n: number, steps: number): Promise<number> {
    return Number(await this.#ask(`run ${n} ${steps}`))
  }

  /** Values along the diagonal after `steps` steps from the start. */
  async check(n: number, steps: number): Promise<number[]> {
    return (await this.#ask(`check ${n} ${steps}`)).split(' ').map(Number)
  }

  /** What a baseline made of somebody else's library says of that library. */
  version(): Promise<string> {
    return this.#ask('version')
  }

  quit(): void {
    this.#child.stdin.end('quit\n')
    this.#reader.close()
  }

  async #ask(command: string): Promise<string> {
    this.#child.stdin.write(`${command}\n`)
    const answer = await this.#lines.next()
    if (answer.done) throw new Error(`the baseline ended without an answer to "${command}"`)
    return answer.value
  }
}
