import { type Failure, type StopSignal, stoppedBy } from './failure.js'

const signals: readonly StopSignal[] = ['SIGHUP', 'SIGINT', 'SIGTERM']

/** Turns signals of the system into an `AbortSignal` whose reason is the `Failure` of the run. */
export class Interrupt {
  readonly #controller = new AbortController()

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  stop(reason: Failure): void {
    this.#controller.abort(reason)
  }

  /**
   * Listens until the returned function is called. Each signal is caught only once: the first ends the run in order, a second one
   * has the system's default action and ends the process at once.
   */
  listen(): () => void {
    const listeners = signals.map((name) => [name, () => this.stop(stoppedBy(name))] as const)
    for (const [name, listener] of listeners) process.once(name, listener)
    return () => {
      for (const [name, listener] of listeners) process.off(name, listener)
    }
  }
}
