import type { RecordedEvent, Simulation } from 'seiche'
import type { Values } from '../protocol.js'
import { copyCells } from './copy-cells.js'

/** Detects changes of a field that seldom changes: by events, or by moving obstacles. */
export class FieldWatch {
  readonly #sim: Simulation
  readonly #name: string
  readonly #causes: readonly RecordedEvent['type'][]
  readonly #moves: boolean
  /** Spare buffers. */
  readonly #spare: Values[] = []
  #eventsSeen = 0
  #stepSeen = -1

  /** `causes`: events that change the field. `moves`: whether every step changes it. */
  constructor(sim: Simulation, name: string, causes: readonly RecordedEvent['type'][], moves: boolean) {
    this.#sim = sim
    this.#name = name
    this.#causes = causes
    this.#moves = moves
  }

  /** A copy of the field if it has changed since the last call, or if this is the first one. */
  changed(): Values | undefined {
    const { events, stepCount, fieldNames } = this.#sim
    const first = this.#stepSeen < 0
    const moved = this.#moves && stepCount !== this.#stepSeen
    const touched = events.slice(this.#eventsSeen).some(({ type }) => this.#causes.includes(type))
    this.#eventsSeen = events.length
    this.#stepSeen = stepCount
    if (!(first || moved || touched) || !fieldNames.includes(this.#name)) return undefined
    const field = this.#sim.field(this.#name)
    const values = this.#spare.pop() ?? new Float32Array(field.nx * field.nz)
    copyCells(field, values)
    return values
  }

  /** Makes the next call of `changed` copy the field: the run has gone back to a snapshot. */
  reset(): void {
    this.#stepSeen = -1
  }

  /** Takes a buffer back. */
  recycle(values: Values): void {
    this.#spare.push(values)
  }
}

/** The openness of cells: solids are painted, or move. */
export function watchSolids(sim: Simulation): FieldWatch {
  const { fluid, obstacles } = sim.scene
  const moves = (fluid?.solids ?? obstacles).some((solid) => 'motion' in solid && solid.motion !== undefined)
  return new FieldWatch(sim, sim.fieldNames.includes('open') ? 'open' : 'openness', ['build', 'erase'], moves)
}

/** The elevation of the terrain. */
export function watchBed(sim: Simulation): FieldWatch {
  return new FieldWatch(sim, 'bed', ['raise', 'lower', 'smooth', 'dig'], false)
}
