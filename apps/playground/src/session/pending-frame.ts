import type { Frame } from '../worker/protocol.js'

/** The newest frame, until it is drawn. */
export class PendingFrame {
  #frame: Frame | undefined

  /** Replaces a frame that was not drawn by a newer one; returns the free buffers of the old one. */
  put(frame: Frame): Frame | undefined {
    const skipped = this.#frame
    this.#frame = frame
    if (!skipped) return undefined
    // Openness and bed are sent only when they change: those of the skipped frame are still valid.
    const { openness, bed, ...others } = skipped
    this.#frame = { ...(openness && { openness }), ...(bed && { bed }), ...frame }
    return { ...others, ...(openness && frame.openness && { openness }), ...(bed && frame.bed && { bed }) }
  }

  get isFull(): boolean {
    return this.#frame !== undefined
  }

  take(): Frame | undefined {
    const frame = this.#frame
    this.#frame = undefined
    return frame
  }
}
