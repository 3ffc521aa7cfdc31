// Probes and the section by hand. They measure and change nothing: there are no events.

import type { Signal } from '@preact/signals'
import { mostProbes, type Probe } from '../instruments/probe.js'
import type { SectionLine } from '../instruments/section.js'
import type { Stroke } from '../view/pointer.js'
import type { MeasuringTool } from './tools.js'
import type { WaterPoint } from './water-point.js'

/** Distance within which a press is a click, and at which it reaches a probe, in radii of the mark [1]. */
const [clickReach, holdReach] = [0.4, 2]

export interface MeasuringState {
  probes: Signal<readonly Probe[]>
  sectionLine: Signal<SectionLine>
}

export class Measuring {
  readonly #state: MeasuringState
  /** Radius of the mark of a probe [m]. */
  readonly #radius: () => number
  readonly #refuse: (message: string) => void
  /** The first point of a section that the keyboard draws. */
  #start: WaterPoint | undefined

  constructor(state: MeasuringState, radius: () => number, refuse: (message: string) => void) {
    this.#state = state
    this.#radius = radius
    this.#refuse = refuse
  }

  /** Begins with a press: draws the section, or places a probe. A probe that is pressed moves; released where it was, it is removed. */
  begin(tool: MeasuringTool, at: WaterPoint): Stroke {
    return tool === 'section' ? this.#drawSection(at) : this.#moveProbe(at)
  }

  /** Uses a tool at the keyboard's cursor: removes the probe there or places one; or sets the start of the section, then its end. */
  use(tool: MeasuringTool, at: WaterPoint): void {
    if (tool === 'probe') {
      const held = this.#find(at)
      if (held) this.remove(held.name)
      else this.#add(at)
    } else if (this.#start) {
      if (distance(this.#start, at) > 0) this.#state.sectionLine.value = [this.#start, at]
      this.#start = undefined
    } else this.#start = at
  }

  remove(name: string): void {
    this.#state.probes.value = this.#state.probes.value.filter((probe) => probe.name !== name)
  }

  #drawSection(from: WaterPoint): Stroke {
    return {
      to: ({ at }) => {
        if (distance(from, at) > this.#radius()) this.#state.sectionLine.value = [from, at]
      },
      end: () => {},
    }
  }

  #moveProbe(from: WaterPoint): Stroke {
    const held = this.#find(from)
    const probe = held ?? this.#add(from)
    let hasMoved = false
    return {
      to: ({ at }) => {
        if (!probe) return
        hasMoved ||= distance(from, at) > clickReach * this.#radius()
        if (hasMoved) this.#place(probe.name, [probe.at[0] + at[0] - from[0], probe.at[1] + at[1] - from[1]])
      },
      end: () => {
        if (held && !hasMoved) this.remove(held.name)
      },
    }
  }

  #place(name: string, at: WaterPoint): void {
    const { probes } = this.#state
    probes.value = probes.value.map((probe) => (probe.name === name ? { name, at } : probe))
  }

  #add(at: WaterPoint): Probe | undefined {
    const { probes } = this.#state
    if (probes.value.length >= mostProbes) {
      this.#refuse(`There are ${mostProbes} probes, the most that can be shown. Remove one first.`)
      return undefined
    }
    const probe = { name: this.#freeName(), at }
    probes.value = [...probes.value, probe]
    return probe
  }

  #freeName(): string {
    const taken = new Set(this.#state.probes.value.map(({ name }) => name))
    for (let n = 1; ; n++) if (!taken.has(`probe ${n}`)) return `probe ${n}`
  }

  /** The probe under a point, the last placed first. */
  #find(at: WaterPoint): Probe | undefined {
    return this.#state.probes.value.findLast((probe) => distance(probe.at, at) <= holdReach * this.#radius())
  }
}

function distance([x0, z0]: WaterPoint, [x1, z1]: WaterPoint): number {
  return Math.hypot(x1 - x0, z1 - z0)
}
