// A pass whose number of rows differs from run to run, such as one over bodies.

import type { Arena } from '../fields/arena.js'
import { signatures } from '../generated/kernels.js'
import type { Backend, Resource } from './backend.js'
import type { KernelName, Pass } from './pass.js'
import { type Parameter, PassList } from './pass-list.js'

/** Bodies, or jobs for them, that a thread takes at a time: some microseconds each, which differ a lot. */
export const PORTION = 4
/** Parts from which on it pays to wake other threads: some ten microseconds each. */
const WORTH_WAKING = 16

export class RowPass implements Resource {
  readonly #list: PassList
  readonly #pass: Pass
  /** Address of the arguments. */
  readonly #arguments: number
  #backend: Backend | undefined

  /** `portion`: rows that a thread takes at a time; by default each thread has one band of them. */
  constructor(arena: Arena, given: Pass, portion?: number) {
    const pass = portion === undefined ? given : { ...given, portion }
    this.#pass = pass
    this.#list = new PassList(arena, [pass])
    this.#arguments = this.#list.encoded.argumentAddress(pass, firstArgument(pass.kernel))
  }

  bind(memory: ArrayBufferLike): void {
    this.#list.bind(memory)
  }

  /** Gives the pass the backend that runs it. */
  connect(backend: Backend): void {
    this.#backend = backend
  }

  /** A scalar argument of the pass, by name. */
  parameter(name: string): Parameter {
    return this.#list.parameter(this.#pass, name)
  }

  /**
   * Makes so many rows of the pass: on all threads, or little work on the calling thread alone, as its number 0. `work`: a number of rows or of other
   * parts. The kernel has to be exported.
   */
  run(rows: number, work = rows): void {
    if (rows === 0) return
    const backend = this.#backend!
    if (work < WORTH_WAKING) {
      backend.functions[this.#pass.kernel]!(this.#arguments, 0, rows, 0)
      return
    }
    this.#list.setRows(this.#pass, rows)
    backend.run(this.#list)
  }
}

/** Arguments are laid out in the order of the signature. */
function firstArgument(kernel: KernelName): string {
  return Object.keys(signatures[kernel])[0]!
}
