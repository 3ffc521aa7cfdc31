// Durations of single passes. A list normally runs inside WebAssembly from its first pass to its last; to be measured, each pass is a run of
// its own. It wakes the threads once more, so that short passes take a little longer than they do otherwise. The bits are the same.

import type { PassList } from './pass-list.js'
import { isPass } from './program.js'
import type { EncodedProgram } from './wasm/encoded-program.js'

/** Time that the passes of a kernel took. */
export interface PassTiming {
  /** Name of the kernel. */
  readonly kernel: string
  /** Number of passes. */
  readonly passes: number
  /** Their time on all threads together [ms]. */
  readonly milliseconds: number
}

/** Executes the entries of a program from an address on. */
type RunEntries = (address: number, count: number, repeats: number, isShared: boolean) => void

export class PassTimings {
  readonly #sums = new Map<string, { passes: number; milliseconds: number }>()
  readonly #run: RunEntries

  constructor(run: RunEntries) {
    this.#run = run
  }

  /** Executes a list `repeats` times, one pass after the other, with the control flow of the thread loop. */
  run({ encoded }: PassList, repeats: number): void {
    for (let repeat = 0; repeat < repeats; repeat++) this.#execute(encoded, 0, encoded.entries.length, true)
  }

  #execute(encoded: EncodedProgram, begin: number, end: number, isShared: boolean): void {
    for (let k = begin; k < end; k++) {
      const { instruction, bodyEntries } = encoded.entries[k]!
      if (isPass(instruction)) {
        const start = performance.now()
        this.#run(encoded.addressOf(k), 1, 1, isShared)
        this.#add(encoded.kernelAt(k), performance.now() - start)
        continue
      }
      const body = k + 1
      k += bodyEntries
      if (instruction.operation === 'serial') this.#execute(encoded, body, body + bodyEntries, false)
      else
        for (let left = instruction.times; left > 0; left--) {
          if (instruction.until && encoded.holds(instruction.until)) break
          this.#execute(encoded, body, body + bodyEntries, isShared)
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
