// Passes that one thread runs by itself, in one pass of the crew's list: where grids are so small that barriers would cost more than
// the work. The kernel is kernels/abi/serial.ts.

import type { Arena } from '../../fields/arena.js'
import { type KernelResource, takeRecord, writeRecord } from '../../fields/field.js'
import { Entry } from '../../generated/layouts/abi/pass-entry.js'
import { type Pass, pass } from '../pass.js'
import { PassList } from '../pass-list.js'

export class SerialBlock implements KernelResource {
  readonly record: number
  readonly #passes: PassList

  constructor(arena: Arena, passes: readonly Pass[]) {
    this.#passes = new PassList(arena, passes)
    this.record = takeRecord(arena)
  }

  /** The errand as one pass. */
  get pass(): Pass {
    return pass('runSerial', 1, { list: this })
  }

  bind(memory: ArrayBufferLike): void {
    this.#passes.bind(memory)
    const { address, passes } = this.#passes
    writeRecord(memory, this.record, { origin: address, nx: Entry.words, nz: passes.length, stride: Entry.bytes })
  }
}
