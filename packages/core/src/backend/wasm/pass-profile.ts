// Tables in which the threads add up the times of their passes (kernels/abi/pass-profile.ts): one for each thread, with a row of
// sums for serial blocks and one for each kernel.

import type { Arena } from '../../fields/arena.js'
import { PassSums } from '../../generated/layouts/abi/pass-profile.js'
import type { Resource } from '../backend.js'
import { kernelNames } from '../pass.js'
import type { PassTiming, Profile } from '../profile.js'

/** Bytes of a cache line: threads write to lines of their own. */
const LINE = 64
const TABLE_BYTES = Math.ceil(((kernelNames.length + 1) * PassSums.bytes) / LINE) * LINE

export class PassProfile implements Resource {
  /** Address of the table of thread 0. */
  readonly address: number
  readonly #threads: number
  #sums: Float64Array = new Float64Array(0)
  #runs = 0
  #milliseconds = 0

  constructor(arena: Arena, threads: number) {
    this.#threads = threads
    this.address = arena.allocate(PassProfile.bytesFor(threads))
  }

  /** Bytes of the tables of so many threads. */
  static bytesFor(threads: number): number {
    return threads * TABLE_BYTES
  }

  bind(memory: ArrayBufferLike): void {
    this.#sums = new Float64Array(memory, this.address, PassProfile.bytesFor(this.#threads) / 8)
  }

  /** Counts a run of so many milliseconds. */
  countRun(milliseconds: number): void {
    this.#runs++
    this.#milliseconds += milliseconds
  }

  /** The profile of so many threads since the last call. */
  take(threads: number): Profile {
    const passes: PassTiming[] = []
    kernelNames.forEach((kernel, index) => {
      const count = this.#sum(0, index + 1, 'passes')
      if (count === 0) return
      const milliseconds = this.#sum(0, index + 1, 'busy') + this.#sum(0, index + 1, 'waiting')
      let busy = 0
      for (let thread = 0; thread < threads; thread++) busy += this.#sum(thread, index + 1, 'busy')
      // A page's clock is coarse: short passes may seem to take no time.
      const threadShare = milliseconds > 0 ? Math.min(1, busy / (threads * milliseconds)) : 1 / threads
      passes.push({ kernel, passes: count, milliseconds, threadShare })
    })
    passes.sort((a, b) => b.milliseconds - a.milliseconds)
    const profile = {
      passes,
      runs: this.#runs,
      milliseconds: this.#milliseconds,
      barriers: this.#total('barriers'),
      waiting: this.#total('waiting'),
      threads,
    }
    this.#sums.fill(0)
    this.#runs = 0
    this.#milliseconds = 0
    return profile
  }

  #sum(thread: number, slot: number, column: keyof typeof PassSums.double): number {
    return this.#sums[(thread * TABLE_BYTES) / 8 + slot * PassSums.doubles + PassSums.double[column]]!
  }

  /** Sum over all slots of thread 0. */
  #total(column: keyof typeof PassSums.double): number {
    let total = 0
    for (let slot = 0; slot <= kernelNames.length; slot++) total += this.#sum(0, slot, column)
    return total
  }
}
