import type { Frame } from '../worker/protocol.js'

/** The newest frame, until it is drawn. */
export class PendingFrame {
  #frame: Frame | undefined

  /** Puts a newer frame in place of one that nobody has drawn; returns the buffers of the old one that are free. */
  put(frame: Frame): Frame | undefined {
    const skipped = this.#frame
    this.#frame = frame
    if (!skipped) return undefined
    // Openness and bed come only when they change: those of the skipped frame still hold.
    const { openness, bed, ...others } = skipped
    this.#frame = { ...(openness && { openness }), ...(bed && { bed }), ...frame }
    return { ...others, ...(openness && frame.openness && { openness }), ...(bed && frame.bed && { bed }) }
  }

  take(): Frame | undefined {
    const frame = this.#frame
    this.#frame = undefined
    return frame
  }
}
