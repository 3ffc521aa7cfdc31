import type { OpenRequest, ToWorker } from '../protocol.js'

type RunMessage = Exclude<ToWorker, OpenRequest>

/** Messages that arrive during a replay, before the bodies, or on the way to a step, and concern the run: they wait for its end, in order. */
export class WaitingMessages {
  readonly #list: RunMessage[] = []

  /** Keeps a message if it has to wait; tells whether it has to. */
  keep(message: RunMessage, during: 'replay' | 'goTo' = 'replay'): boolean {
    if (!this.#waits(message, during)) return false
    this.#list.push(message)
    return true
  }

  /** Takes the oldest message; undefined if there is none. */
  take(): RunMessage | undefined {
    return this.#list.shift()
  }

  /** Frames and speed do not concern the run. An undo begins a replay anew, unless it concerns a message that waits. */
  #waits({ type }: RunMessage, during: 'replay' | 'goTo'): boolean {
    if (type === 'recycle' || type === 'drawn' || type === 'show' || type === 'speed') return false
    return this.#list.length > 0 || type !== 'undo' || during === 'goTo'
  }
}
