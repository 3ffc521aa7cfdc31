// A serial sub-list: one pass of the outer list, in which a single thread executes several passes in order. For grids so
// small that the barriers between passes would cost more than the work. The kernel is kernels/abi/serial.ts.

import type { Arena } from '../../fields/arena.js'
import { type KernelResource, takeRecord, writeRecord } from '../../fields/field.js'
import { Entry } from '../../generated/layouts/abi/pass-entry.js'
import { type Pass, pass } from '../pass.js'
import { PassList } from '../pass-list.js'

export class SerialBlock implements KernelResource {
  readonly record: number
  readonly #passes: PassList

  constructor(arena: Arena, passes: readonly Pass[]) {
    if (passes.some(({ rows }) => rows < 0))
      throw new Error('a serial block cannot contain skipIf: only the thread pool evaluates conditional skips')
    this.#passes = new PassList(arena, passes)
    this.record = takeRecord(arena)
  }

  /** The whole block as one pass. */
  get pass(): Pass {
    return pass('runSerial', 1, { list: this })
  }

  /** Writes the sub-list and its record into the memory. */
  bind(memory: ArrayBufferLike): void {
    this.#passes.bind(memory)
    const { address, passes } = this.#passes
    writeRecord(memory, this.record, { origin: address, nx: Entry.words, nz: passes.length, stride: Entry.bytes })
  }
}
