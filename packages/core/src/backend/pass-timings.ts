// Durations of single passes. A list normally runs inside WebAssembly from its first pass to its last; to be measured, each pass is a run of
// its own. It wakes the threads once more, so that short passes take a little longer than they do otherwise. The bits are the same.

import { Entry } from '../generated/layouts/abi/pass-entry.js'
import type { PassList } from './pass-list.js'

/** Time that the passes of a kernel took. */
export interface PassTiming {
  /** Name of the kernel. */
  readonly kernel: string
  /** Number of passes. */
  readonly passes: number
  /** Their time on all threads together [ms]. */
  readonly milliseconds: number
}

/** Executes the passes of a list from an address on. */
type RunPasses = (address: number, count: number, repeats: number) => void

export class PassTimings {
  readonly #sums = new Map<string, { passes: number; milliseconds: number }>()
  readonly #run: RunPasses

  constructor(run: RunPasses) {
    this.#run = run
  }

  /** Executes a list of passes `repeats` times, one pass after the other, and skips where the thread loop would. */
  run(list: PassList, repeats: number): void {
    for (let repeat = 0; repeat < repeats; repeat++)
      for (let k = 0; k < list.passes.length; k++) {
        const { rows } = list.passes[k]!
        if (rows < 0) {
          if (list.isSkipped(k)) k -= rows
        } else {
          const start = performance.now()
          this.#run(list.address + k * Entry.bytes, 1, 1)
          this.#add(list.kernelAt(k), performance.now() - start)
        }
      }
  }

  /** The sums since the last call, the longest first. */
  take(): PassTiming[] {
    const timings = [...this.#sums].map(([kernel, sum]) => ({ kernel, ...sum }))
    this.#sums.clear()
    return timings.sort((a, b) => b.milliseconds - a.milliseconds)
  }

  #add(kernel: string, milliseconds: number): void {
    const sum = this.#sums.get(kernel)
    if (sum) {
      sum.passes++
      sum.milliseconds += milliseconds
    } else this.#sums.set(kernel, { passes: 1, milliseconds })
  }
}
