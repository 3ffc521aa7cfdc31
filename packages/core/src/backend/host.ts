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

/** Whether memory can be shared with workers. In a page this needs the headers of cross-origin isolation. */
export function canShareMemory(): boolean {
  if (typeof SharedArrayBuffer === 'undefined') return false
  if (nodeBuiltin('node:worker_threads')) return true
  return typeof Worker !== 'undefined' && globalThis.crossOriginIsolated === true
}
