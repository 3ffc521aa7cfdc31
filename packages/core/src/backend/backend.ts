// The interface of a backend: the part of the engine that executes lists of passes. Solvers plan fields and lists, the simulation runs
// them, and neither knows which backend does. create-backend.ts chooses it.
//
// A backend with a memory of its own would also copy fields to it and from it. The wasm backend computes in the memory in which
// JavaScript reads and writes them, and a run has ended when `run` returns, so that there is nothing to copy and nothing to wait for yet.

import type { PassList } from './pass-list.js'
import type { Profile } from './profile.js'
import type { KernelFiles, KernelSet } from './wasm/kernel-source.js'

export interface Backend {
  /** Threads that execute passes, the caller included. */
  readonly threads: number
  /** Functions of the kernels that are called between two lists, by the calling thread alone. */
  readonly functions: Readonly<Record<string, (...values: number[]) => number>>
  /** Executes a list `repeats` times (default 1). Returns when it is done. */
  run(list: PassList, repeats?: number): void
  /**
   * Makes threads poll for their next list, instead of sleeping, for the time of a step that runs many short lists with work of the caller between
   * them; false: no longer. Has no effect where there are more threads than cores.
   */
  stayAwake(isAwake: boolean): void
  /** Begins or ends to measure the time of each pass. */
  measurePasses(on: boolean): void
  /** The profile since the last call; empty unless passes are measured. */
  takeProfile(): Profile
  /** Frees threads and memory. `run` throws afterwards. */
  dispose(): void
}

/** Anything with data in the memory of a backend. */
export interface Resource {
  /** Called once the memory exists. */
  bind(memory: ArrayBufferLike): void
}

/** Options of a backend. */
export interface BackendOptions {
  /** Addresses of the kernels, for a page that serves them as files. */
  readonly files?: KernelFiles | undefined
  /** The kernels that the resources need. Default: all. */
  readonly set?: KernelSet | undefined
  /** Whether a list is executed by one thread where that is faster. Default: false. */
  readonly choosesThreads?: boolean | undefined
  /** Whether threads stay awake between steps. Default: false. */
  readonly keepAwake?: boolean | undefined
}
