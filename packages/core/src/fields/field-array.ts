import type { Arena } from './arena.js'
import { type KernelResource, takeRecord, writeRecord } from './field.js'

/** Any number of fields as one argument of a kernel: an array of the addresses of their records. */
export class FieldArray implements KernelResource {
  readonly record: number
  readonly #fields: readonly KernelResource[]
  readonly #address: number

  constructor(arena: Arena, fields: readonly KernelResource[]) {
    this.#fields = fields
    this.#address = arena.allocate(4 * fields.length)
    this.record = takeRecord(arena)
  }

  bind(memory: ArrayBufferLike): void {
    const count = this.#fields.length
    new Uint32Array(memory, this.#address, count).set(this.#fields.map(({ record }) => record))
    writeRecord(memory, this.record, { origin: this.#address, nx: count, nz: 1, stride: 4 * count })
  }
}
