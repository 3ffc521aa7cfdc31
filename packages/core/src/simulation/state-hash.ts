// A 64-bit fingerprint of a state: two 32-bit lanes, mixed by multiplication (constants of MurmurHash3, Appleby 2011).
// Not cryptographic; it says whether two runs have the same bits.

import type { Field } from '../fields/field.js'

const rotate = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits))

export class StateHash {
  #a = 0x9e3779b9
  #b = 0x85ebca6b

  /** Mixes one 32-bit word in. */
  word(word: number): void {
    this.#a = Math.imul(rotate(this.#a ^ Math.imul(word, 0xcc9e2d51), 13), 5) + 0xe6546b64
    this.#b = Math.imul(rotate(this.#b + Math.imul(word, 0x1b873593), 15), 0xc2b2ae35) ^ this.#a
  }

  /** Mixes the cells of a field in, without halo and padding. */
  field(field: Field): void {
    const { buffer, byteOffset, length } = field.data
    const words = new Int32Array(buffer, byteOffset, length)
    for (let j = 0; j < field.nz; j++) {
      const row = field.offset + j * field.stride
      for (let k = row; k < row + field.nx; k++) this.word(words[k]!)
    }
  }

  /** Mixes doubles in. */
  doubles(values: Float64Array): void {
    const words = new Int32Array(values.buffer, values.byteOffset, 2 * values.length)
    for (let k = 0; k < words.length; k++) this.word(words[k]!)
  }

  /** Sixteen hexadecimal digits. */
  digest(): string {
    return finish(this.#a) + finish(this.#b)
  }
}

function finish(lane: number): string {
  let h = lane | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0).toString(16).padStart(8, '0')
}
