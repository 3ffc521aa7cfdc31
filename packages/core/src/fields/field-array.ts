import type { Arena } from './arena.js'
import { type KernelResource, takeRecord, writeRecord } from './field.js'

/** Any number of fields for one argument of a kernel: the addresses of their records. */
export class FieldArray implements KernelResource {
  readonly record: number
  readonly #blocks: readonly KernelResource[]
  readonly #address: number

  constructor(arena: Arena, blocks: readonly KernelResource[]) {
    this.#blocks = blocks
    this.#address = arena.allocate(4 * blocks.length)
    this.record = takeRecord(arena)
  }

  bind(memory: ArrayBufferLike): void {
    const count = this.#blocks.length
    new Uint32Array(memory, this.#address, count).set(this.#blocks.map(({ record }) => record))
    writeRecord(memory, this.record, { origin: this.#address, nx: count, nz: 1, stride: 4 * count })
  }
}
