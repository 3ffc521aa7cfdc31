// The modes of an axis that an operation keeps, in the kernels' memory (kernels/spectral/band.ts).

import type { Arena } from '../fields/arena.js'
import { Field } from '../fields/field.js'
import { BandRow, ZERO_WORDS } from '../generated/layouts/spectral/band.js'
import { COMPLEX } from '../generated/layouts/spectral/lifting.js'

const TABLE = { name: 'band', unit: '', description: 'modes that are kept' }

export class BandTable extends Field {
  /** Positions in the buffer of the modes, in the order of the band. */
  readonly places: readonly number[]
  readonly #length: number

  /** `length`: positions of the buffer. */
  constructor(arena: Arena, length: number, places: readonly number[]) {
    super(arena, TABLE, ZERO_WORDS + length, 2)
    this.#length = length
    this.places = places
  }

  /** Fills the table. */
  start(): void {
    const words = wordsOf(this)
    const rowOf = (row: number) => this.offset + row * this.stride
    words.fill(0)
    const sources = rowOf(BandRow.sources) + ZERO_WORDS
    words.fill(-1, sources, sources + this.#length)
    this.places.forEach((place, index) => {
      words[rowOf(BandRow.places) + index] = COMPLEX * place
      words[sources + place] = COMPLEX * index
    })
  }
}

/** The words of a field that holds whole numbers. */
export function wordsOf({ data }: Field): Int32Array {
  return new Int32Array(data.buffer, data.byteOffset, data.length)
}
