// Passes that one thread runs by itself, in one pass of the crew's list: where grids are so small that barriers would cost more than
// the work. The kernel is kernels/abi/serial.ts.

import type { Arena } from '../../fields/arena.js'
import { type Block, takeRecord, writeRecord } from '../../fields/field.js'
import { Entry } from '../../generated/layouts/abi/pass-entry.js'
import { type Pass, pass } from '../pass.js'
import { Schedule } from '../pass-list.js'

export class Errand implements Block {
  readonly record: number
  readonly #schedule: Schedule

  constructor(arena: Arena, passes: readonly Pass[]) {
    this.#schedule = new Schedule(arena, passes)
    this.record = takeRecord(arena)
  }

  /** The errand as one pass. */
  get pass(): Pass {
    return pass('alone', 1, { list: this })
  }

  attach(memory: ArrayBufferLike): void {
    this.#schedule.attach(memory)
    const { address, passes } = this.#schedule
    writeRecord(memory, this.record, { origin: address, nx: Entry.words, nz: passes.length, stride: Entry.bytes })
  }
}
