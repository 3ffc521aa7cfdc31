// Memory and passes over bodies in the water: planned with the fields, before a page has loaded the code that fills it
// (submersion/parallel-submersion.ts).

import type { Backend, Resource } from '../backend/backend.js'
import { pass } from '../backend/pass.js'
import type { Parameter } from '../backend/pass-list.js'
import { PORTION, RowPass } from '../backend/row-pass.js'
import type { Arena } from '../fields/arena.js'
import { RowSums } from '../fields/field.js'
import type { Grid } from '../fields/grid.js'
import { BodyRecord, ExchangeRecord } from '../generated/layouts/bodies/body-record.js'
import { CoupledWater } from '../generated/layouts/bodies/coupled-water.js'
import { SAMPLE_BYTES } from '../generated/layouts/bodies/locate-bodies.js'
import { BodyReaction, PressedRow } from '../generated/layouts/bodies/press-bodies.js'
import { WATER_DENSITY } from '../numerics/constants.js'
import { RaiseMemory } from './raise-memory.js'
import { SettleMemory } from './settle-memory.js'

/** Bodies that the passes have room for. */
export const MOST_BODIES = 4096

export class ExchangeMemory {
  readonly resources: readonly Resource[]
  /** Passes over bodies. */
  readonly locating: RowPass
  readonly measuring: RowPass
  readonly sharing: RowPass
  /** A pass over rows of the water, and its number of bodies. */
  readonly pressing: RowPass
  readonly pressingBodies: Parameter
  /** Passes over water over terrain: that raises it, and those that end an exchange. */
  readonly raising: RaiseMemory
  readonly settling: SettleMemory
  readonly #bodies: RowSums
  readonly #exchange: RowSums
  readonly #water: RowSums
  readonly #reactions: RowSums
  readonly #rows: RowSums
  readonly #cellMass: RowSums
  readonly #cellArea: number

  constructor(arena: Arena, { nx, nz, cellSize }: Grid, threads: number) {
    const bodies = new RowSums(arena, MOST_BODIES, BodyRecord.doubles)
    const exchange = new RowSums(arena, 1, ExchangeRecord.doubles)
    const scratch = new RowSums(arena, threads, SAMPLE_BYTES / 8 + nx * nz)
    this.#bodies = bodies
    this.#exchange = exchange
    this.#water = new RowSums(arena, 1, CoupledWater.doubles)
    this.locating = new RowPass(arena, pass('locateBodies', MOST_BODIES, { bodies, exchange, scratch }), PORTION)
    this.measuring = new RowPass(arena, pass('measureBodies', MOST_BODIES, { bodies, exchange }), PORTION)
    const reactions = new RowSums(arena, MOST_BODIES, BodyReaction.doubles)
    const rows = new RowSums(arena, nz, PressedRow.doubles)
    const cellMass = new RowSums(arena, 1, 1)
    this.#reactions = reactions
    this.#rows = rows
    this.#cellMass = cellMass
    this.#cellArea = cellSize * cellSize
    this.sharing = new RowPass(arena, pass('shareDiscs', MOST_BODIES, { reactions, exchange, cellMass }), PORTION)
    this.pressing = new RowPass(arena, pass('pressBodies', nz, { reactions, exchange, rows, bodies: 0 }))
    this.pressingBodies = this.pressing.parameter('bodies')
    this.raising = new RaiseMemory(arena, nz, threads, this.#water)
    this.settling = new SettleMemory(arena, nz, this.#water)
    this.resources = [
      bodies,
      exchange,
      scratch,
      this.#water,
      reactions,
      rows,
      cellMass,
      ...this.#passes,
      ...this.raising.resources,
      ...this.settling.resources,
    ]
  }

  get #passes(): readonly RowPass[] {
    return [this.locating, this.measuring, this.sharing, this.pressing]
  }

  connect(backend: Backend): void {
    for (const pass of this.#passes) pass.connect(backend)
    this.raising.connect(backend)
    this.settling.connect(backend)
    this.#cellMass.data[0] = WATER_DENSITY * this.#cellArea
  }

  /** Numbers of the reactions of all bodies, `BodyReaction.doubles` each, and of the rows of the water, `PressedRow.doubles` each. */
  get reactions(): Float64Array {
    return this.#reactions.data
  }

  get reactionWords(): Int32Array {
    return wordsOf(this.#reactions.data)
  }

  get rows(): Float64Array {
    return this.#rows.data
  }

  get rowWords(): Int32Array {
    return wordsOf(this.#rows.data)
  }

  /** Numbers of the records of all bodies, `BodyRecord.doubles` each, as doubles and as words. */
  get doubles(): Float64Array {
    return this.#bodies.data
  }

  get words(): Int32Array {
    return wordsOf(this.#bodies.data)
  }

  /** The record of the water, as doubles and as words. */
  get water(): Float64Array {
    return this.#water.data
  }

  get waterWords(): Int32Array {
    return wordsOf(this.#water.data)
  }

  /** Address of the record of the water. */
  get waterAt(): number {
    return this.#water.data.byteOffset
  }

  /** Sets what all bodies share: address of the record of the columns, and time since the last exchange [s]. */
  begin(columns: number, dt: number): void {
    const { data } = this.#exchange
    if (this.#exchangeWords.length === 0) this.#exchangeWords = wordsOf(data)
    this.#exchangeWords[ExchangeRecord.word.columns] = columns
    this.#exchangeWords[ExchangeRecord.word.water] = this.waterAt
    data[ExchangeRecord.double.dt] = dt
  }

  #exchangeWords: Int32Array = new Int32Array(0)
}

function wordsOf({ buffer, byteOffset, length }: Float64Array): Int32Array {
  return new Int32Array(buffer, byteOffset, 2 * length)
}
