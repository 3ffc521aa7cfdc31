// Differences between the hosts, Node and browsers: built-in modules, blocking waits, shared memory.

import type * as Os from 'node:os'
import type * as WorkerThreads from 'node:worker_threads'

interface Builtins {
  'node:os': typeof Os
  'node:worker_threads': typeof WorkerThreads
}

/** A built-in module of Node, or undefined in a browser. Looked up at run time, so that bundlers do not try to resolve it. */
export function nodeBuiltin<Name extends keyof Builtins>(name: Name): Builtins[Name] | undefined {
  return globalThis.process?.getBuiltinModule?.(name) as Builtins[Name] | undefined
}

/** Whether this thread may block in Atomics.wait. The main thread of a page may not; it polls instead. */
export const mayBlock = !('document' in globalThis)

/** Cores that this program may use, as far as the host tells. */
export function coreCount(): number {
  return nodeBuiltin('node:os')?.availableParallelism() ?? globalThis.navigator?.hardwareConcurrency ?? 1
}

/**
 * When performance.now() of this thread was 0, by a clock that all threads share [ms]; workers have their own (wasm/worker.ts). The time origin of a
 * worker of Node is the wall clock at its start, which may have been set since that of the program.
 */
export const clockOrigin = originOf(performance.now(), globalThis.process?.hrtime?.())

/** `now` is read first: Node loads its clock at the first call, which takes most of a millisecond. */
function originOf(now: number, time: [number, number] | undefined): number {
  return time ? 1e3 * time[0] + 1e-6 * time[1] - now : performance.timeOrigin
}

/**
 * Tells whether memory can be shared with workers, so that a simulation can use several threads. Node always can; a page needs the
 * headers of cross-origin isolation.
 *
 * @returns False if everything runs on one thread here.
 *
 * @example
 * ```ts
 * import { canShareMemory } from 'seiche'
 *
 * if (!canShareMemory()) console.warn('this page is not isolated: simulations run on one thread')
 * ```
 */
export function canShareMemory(): boolean {
  if (typeof SharedArrayBuffer === 'undefined') return false
  if (nodeBuiltin('node:worker_threads')) return true
  return typeof Worker !== 'undefined' && globalThis.crossOriginIsolated === true
}
