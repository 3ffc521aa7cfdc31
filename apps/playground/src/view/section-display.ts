// Cuts the water along the line of the section while that is shown.

import { profileOf, type SectionLine } from '../instruments/section.js'
import { profile, sectionLine, unfolded } from '../session/instruments.js'
import type { Session } from '../session/session.js'
import { depthOf } from '../session/settings/solvers.js'
import type { FrameDisplay } from './frame-display.js'

/** Time between two profiles [ms]. */
const interval = 50

export class SectionDisplay {
  readonly #session: Session
  readonly #frames: FrameDisplay
  /** The last profile: when it was made, along which line, and of which frame. */
  #madeAt = 0
  #line: SectionLine | undefined
  #frame = -1

  constructor(session: Session, frames: FrameDisplay) {
    this.#session = session
    this.#frames = frames
  }

  /** Makes a profile if the water or the line has changed. `now`: the wall clock [ms]. */
  show(now: number): void {
    const { info } = this.#session
    const { heights, bed, openness, shownFrames } = this.#frames
    const line = sectionLine.value
    if (!info || !heights || !unfolded.value.has('section')) return
    const isNew = profile.value === undefined || line !== this.#line
    if (!isNew && (shownFrames === this.#frame || now - this.#madeAt < interval)) return
    this.#madeAt = now
    this.#line = line
    this.#frame = shownFrames
    const { grid, scene } = info
    profile.value = profileOf(line, { grid, heights, bed, depth: depthOf(scene), openness })
  }
}
