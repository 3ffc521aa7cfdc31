// Memory and passes over bodies in the water: planned with the fields, before a page has loaded the code that fills it
// (submersion/parallel-submersion.ts).

import type { Backend, Resource } from '../backend/backend.js'
import { pass } from '../backend/pass.js'
import { RowPass } from '../backend/row-pass.js'
import type { Arena } from '../fields/arena.js'
import { RowSums } from '../fields/field.js'
import type { Grid } from '../fields/grid.js'
import { BodyRecord, ExchangeRecord } from '../generated/layouts/bodies/body-record.js'
import { CoupledWater } from '../generated/layouts/bodies/coupled-water.js'
import { SAMPLE_BYTES } from '../generated/layouts/bodies/locate-bodies.js'

/** Bodies that the passes have room for. */
export const MOST_BODIES = 4096

export class ExchangeMemory {
  readonly resources: readonly Resource[]
  /** Passes over bodies. */
  readonly locating: RowPass
  readonly measuring: RowPass
  readonly #bodies: RowSums
  readonly #exchange: RowSums
  readonly #water: RowSums

  constructor(arena: Arena, { nx, nz }: Grid, threads: number) {
    const bodies = new RowSums(arena, MOST_BODIES, BodyRecord.doubles)
    const exchange = new RowSums(arena, 1, ExchangeRecord.doubles)
    const scratch = new RowSums(arena, threads, SAMPLE_BYTES / 8 + nx * nz)
    this.#bodies = bodies
    this.#exchange = exchange
    this.#water = new RowSums(arena, 1, CoupledWater.doubles)
    this.locating = new RowPass(arena, pass('locateBodies', MOST_BODIES, { bodies, exchange, scratch }))
    this.measuring = new RowPass(arena, pass('measureBodies', MOST_BODIES, { bodies, exchange }))
    this.resources = [bodies, exchange, scratch, this.#water, this.locating, this.measuring]
  }

  connect(backend: Backend): void {
    this.locating.connect(backend)
    this.measuring.connect(backend)
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
