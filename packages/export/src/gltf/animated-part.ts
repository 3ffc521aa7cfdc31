import type { Frame } from '../frame.js'

/** Part of the animation that is added frame by frame. */
export interface AnimatedPart {
  add(frame: Frame): Promise<void>
  /** Adds everything to the document. */
  finish(): void
}
