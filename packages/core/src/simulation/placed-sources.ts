// Sources that events have placed on the water. Before each step they act on it like an event: as a drop of the water that they add in
// this step, or as the impulse of their pressure. Sources of the scene are passes of the solvers instead (solvers/shared/source-term.ts),
// whose memory is planned before the start.

import { SceneError } from '../scene/parse/error.js'
import { sinusoid } from '../scene/rasterize/series.js'
import type { EventOf } from '../scene/schema/event.js'
import type { Scene } from '../scene/schema/scene.js'
import type { Solver } from '../solvers/solver.js'
import type { StateHash } from './state-hash.js'

/** A source on the water as the event `setSource` has placed it. */
export type PlacedSource = Extract<EventOf<'sources'>, { type: 'setSource' }>

export class PlacedSources {
  readonly #solver: Solver
  readonly #timeStep: number
  readonly #placed = new Map<string, PlacedSource>()
  /** The sources in the order of their first placement; another list after each change. */
  list: readonly PlacedSource[] = []

  constructor({ timeStep }: Scene, solver: Solver) {
    this.#timeStep = timeStep
    this.#solver = solver
  }

  /**
   * Places, replaces or removes a source.
   *
   * @throws SceneError for water that takes no source of this kind, and for the removal of a source that does not exist.
   */
  apply(event: EventOf<'sources'>): void {
    if (event.type === 'setSource') {
      // An amount of 0 changes nothing; water that takes no source of this kind refuses it.
      this.#act(event, 0)
      this.#placed.set(event.source, event)
    } else if (!this.#placed.delete(event.source)) throw unknownSource(event.source, [...this.#placed.keys()])
    this.list = [...this.#placed.values()]
  }

  /** Lets all sources act for the step of this number. */
  pour(step: number): void {
    for (const source of this.list) {
      const { rate, period, phase } = source
      const share = period === undefined ? 1 : sinusoid((step + 0.5) * this.#timeStep, period, phase)
      this.#act(source, rate * share * this.#timeStep)
    }
  }

  #act({ x, z, radius, softness, quantity }: PlacedSource, amount: number): void {
    const area = { x, z, radius, ...(softness !== undefined && { softness }) }
    if (quantity === 'pressure') this.#solver.apply({ type: 'press', ...area, impulse: amount })
    else this.#solver.apply({ type: 'drop', ...area, height: amount })
  }

  /** Replaces all sources by those of a snapshot. */
  restore(sources: readonly PlacedSource[] = []): void {
    this.#placed.clear()
    for (const source of sources) this.#placed.set(source.source, source)
    this.list = sources
  }

  /** Mixes the sources into the hash of a state: they determine its future. */
  hash(hash: StateHash): void {
    for (const { x, z, radius, softness = -1, quantity, rate, period = 0, phase } of this.list)
      hash.doubles(Float64Array.of(x, z, radius, softness, Number(quantity === 'pressure'), rate, period, phase))
  }
}

function unknownSource(name: string, known: readonly string[]): SceneError {
  const there = known.length > 0 ? `there are ${known.join(', ')}` : 'none is placed'
  return new SceneError([{ path: 'source', message: `no source has the name "${name}"; ${there}` }], 'event')
}
