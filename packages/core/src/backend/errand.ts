// Passes that one thread runs by itself, in one pass of the crew's list: where grids are so small that barriers would cost more than
// the work. The kernel is kernels/alone.ts.

import type { Arena } from '../fields/arena.js'
import { type Block, RECORD_BYTES } from '../fields/field.js'
import { type Pass, pass } from './pass.js'
import { ENTRY_WORDS, Schedule } from './schedule.js'

export class Errand implements Block {
  readonly record: number
  readonly #schedule: Schedule

  constructor(arena: Arena, passes: readonly Pass[]) {
    this.#schedule = new Schedule(arena, passes)
    this.record = arena.take(RECORD_BYTES)
  }

  /** The errand as one pass. */
  get pass(): Pass {
    return pass('alone', 1, { list: this })
  }

  attach(memory: ArrayBufferLike): void {
    this.#schedule.attach(memory)
    const { address, passes } = this.#schedule
    new Uint32Array(memory, this.record, 4).set([address, ENTRY_WORDS, passes.length, 4 * ENTRY_WORDS])
  }
}
