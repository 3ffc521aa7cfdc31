import type { Writable } from 'node:stream'
import { styleText } from 'node:util'
import { failed, reasonOf } from './failure.js'

interface OutputStream extends Writable {
  isTTY?: boolean
  columns?: number
  hasColors?(): boolean
}

/**
 * The output of the command, in four channels:
 *
 * | channel  | stream          | with --quiet | purpose                                                                  |
 * | -------- | --------------- | ------------ | ------------------------------------------------------------------------ |
 * | `result` | standard output | printed      | the report that was asked for, and nothing else: other programs read it  |
 * | `say`    | standard error  | silent       | progress and findings that need no action                                |
 * | `warn`   | standard error  | silent       | something that the user probably did not intend; the command goes on     |
 * | `error`  | standard error  | printed      | why the command failed; `advise` adds lines with advice                  |
 */
export class Terminal {
  readonly #out: OutputStream
  readonly #err: OutputStream
  quiet = false
  /** Called when standard error cannot be written any more (a closed pipe, or a full disk behind a redirection). */
  onLostReader: (error: Error) => void = () => {}

  constructor(out: OutputStream = process.stdout, err: OutputStream = process.stderr) {
    this.#out = out
    this.#err = err
    // Without a listener a broken pipe would end the process with a stack trace and leave the partial folder behind.
    // For standard output, the callback of the write reports it.
    out.on('error', () => {})
    err.on('error', (error) => this.onLostReader(error))
  }

  /** Whether standard error is a terminal, in which a progress bar makes sense. */
  get interactive(): boolean {
    return this.#err.isTTY === true
  }

  /** Characters in a line of standard output. */
  get columns(): number {
    return this.#out.columns ?? 80
  }

  get messages(): NodeJS.WritableStream {
    return this.#err
  }

  /** Prints the report of the command. Resolves when the text has been handed to the system; rejects with a `Failure` if it cannot be. */
  result(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#out.write(`${text}\n`, (error) => {
        if (error) reject(failed(`cannot write to standard output: ${reasonOf(error)}`, { cause: error }))
        else resolve()
      })
    })
  }

  /** Prints a line about the work, for information; --quiet silences it. */
  say(text: string): void {
    if (!this.quiet) this.#line(text)
  }

  /** Prints a line about something that was probably not intended, marked as a warning; --quiet silences it. */
  warn(text: string): void {
    if (!this.quiet) this.#line(`${this.#paint('yellow', 'warning:')} ${text}`)
  }

  /** Prints the reason why the command failed, marked as an error, in any case. */
  error(text: string): void {
    this.#line(`${this.#paint('red', 'error:')} ${text}`)
  }

  /** Prints lines of advice on the preceding error, in any case. */
  advise(text: string): void {
    this.#line(text)
  }

  #line(text: string): void {
    if (this.#err.writable) this.#err.write(`${text}\n`)
  }

  /** `hasColors` exists on terminals only and respects NO_COLOR, FORCE_COLOR and TERM=dumb. */
  #paint(color: 'red' | 'yellow', text: string): string {
    return this.#err.hasColors?.() ? styleText(color, text) : text
  }
}
