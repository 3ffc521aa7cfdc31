// Sources by hand: one acts under the pointer as long as it is pressed, or stays where it is put until it is removed.

import type { Signal } from '@preact/signals'
import type { SimulationEvent } from 'seiche'
import type { Stroke } from '../view/pointer.js'
import type { PlacedSource } from '../worker/protocol.js'
import type { EventQueue } from './event-queue.js'
import type { StrokePoint } from './stroke-path.js'
import type { Brush } from './strokes.js'
import type { SourceTool } from './tools.js'
import type { WaterPoint } from './water-point.js'

type SourceEvent = Extract<SimulationEvent, { type: 'setSource' }>

/** Gravity that scales rates [m/s²]. */
const gravity = 9.81
/** Rate of a spring at full strength, over the speed of waves as long as its radius [1]. */
const springShare = 0.15
/** Distance within which a press is a click, in radii [1]. */
const clickReach = 0.2
/** Depth to which pressure at full strength presses still water, in radii [1]. */
const pressedDepth = 0.5

/** A period at which the waves on deep water are six radii long [s]: c² = g L / 2π. */
export function fittingPeriod(radius: number): number {
  return Number(Math.sqrt((12 * Math.PI * radius) / gravity).toPrecision(2))
}

/** Rate of a tool's source: [m/s] of water, or [m²/s²] of pressure over density. `period` [s], absent: the rate is constant. */
export function rateOf(tool: SourceTool, { radius, strength }: Brush, period: number | undefined): number {
  switch (tool) {
    case 'waveMaker':
      // Water that could not flow away would swing by `strength` radii.
      return (2 * Math.PI * strength * radius) / (period ?? fittingPeriod(radius))
    case 'pressure':
      return gravity * pressedDepth * strength * radius
    case 'spring':
      return springShare * strength * Math.sqrt(gravity * radius)
    case 'drain':
      return -springShare * strength * Math.sqrt(gravity * radius)
  }
}

/** The part of the page's state that places sources. */
export interface SourceState {
  brush: Signal<Brush> | { readonly value: Brush }
  /** Period of wave makers [s]. */
  period: { readonly value: number }
  /** Whether pressure oscillates, too. */
  pulses: { readonly value: boolean }
  /** Whether a source stays when the pointer is released. */
  lasting: { readonly value: boolean }
  /** Sources on the water. */
  sources: { readonly value: readonly PlacedSource[] }
  /** Simulated time [s]. */
  time: { readonly value: number }
}

export class SourcePlacing {
  readonly #state: SourceState
  readonly #events: EventQueue
  #count = 0

  constructor(state: SourceState, events: EventQueue) {
    this.#state = state
    this.#events = events
  }

  /** Begins with a press. A press on a source that lasts takes hold of it; released where it was pressed, it is removed. */
  begin(tool: SourceTool, { at }: Pick<StrokePoint, 'at'>): Stroke {
    const held = this.#find(at)
    const start = held ?? this.#make(tool, at)
    const action = this.#events.begin()
    let hasMoved = false
    if (!held) action.add(start)
    return {
      to: ({ at: [x, z] }) => {
        const [dx, dz] = [x - at[0], z - at[1]]
        // A hand that clicks is not quite still.
        hasMoved ||= Math.hypot(dx, dz) > clickReach * start.radius
        if (hasMoved) action.add({ ...start, x: start.x + dx, z: start.z + dz })
      },
      end: () => {
        const isRemoved = held ? !hasMoved : !this.#state.lasting.value
        if (isRemoved) action.add({ type: 'removeSource', source: start.source })
      },
    }
  }

  /** Removes the source at a point, or places one there that lasts. */
  toggle(tool: SourceTool, at: WaterPoint): void {
    const there = this.#find(at)
    this.#events.add(there ? { type: 'removeSource', source: there.source } : this.#make(tool, at))
  }

  removeAll(): void {
    const action = this.#events.begin()
    for (const { source } of this.#state.sources.value) action.add({ type: 'removeSource', source })
  }

  /** The source under a point, the last placed first. */
  #find([x, z]: WaterPoint): PlacedSource | undefined {
    return this.#state.sources.value.findLast((source) => Math.hypot(source.x - x, source.z - z) <= source.radius)
  }

  #make(tool: SourceTool, [x, z]: WaterPoint): SourceEvent {
    const { brush, period, pulses, time } = this.#state
    const { radius, softness } = brush.value
    const cycle = tool === 'waveMaker' || (tool === 'pressure' && pulses.value) ? period.value : undefined
    return {
      type: 'setSource',
      source: this.#freeName(tool),
      x,
      z,
      radius,
      softness,
      quantity: tool === 'pressure' ? 'pressure' : 'height',
      rate: rateOf(tool, brush.value, cycle),
      ...(cycle !== undefined && { period: cycle }),
      // The sine begins at 0 when the source is placed.
      phase: cycle === undefined ? 0 : -360 * ((time.value / cycle) % 1),
    }
  }

  #freeName(tool: SourceTool): string {
    const taken = new Set(this.#state.sources.value.map(({ source }) => source))
    for (;;) {
      const name = `${tool} ${++this.#count}`
      if (!taken.has(name)) return name
    }
  }
}
