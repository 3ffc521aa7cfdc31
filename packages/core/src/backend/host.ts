// The one place that knows which host this is.

import type * as Os from 'node:os'
import type * as WorkerThreads from 'node:worker_threads'

interface Builtins {
  'node:os': typeof Os
  'node:worker_threads': typeof WorkerThreads
}

/** A module of Node, or undefined in a browser. Asked for at run time, so that bundlers do not look for it. */
export function nodeBuiltin<Name extends keyof Builtins>(name: Name): Builtins[Name] | undefined {
  return globalThis.process?.getBuiltinModule?.(name) as Builtins[Name] | undefined
}

/** Whether this thread may sleep; a page's main thread may not and polls instead. */
export const mayBlock = !('document' in globalThis)

/** Whether memory can be shared with workers here. In a page this needs the isolation headers. */
export function canShareMemory(): boolean {
  if (typeof SharedArrayBuffer === 'undefined') return false
  if (nodeBuiltin('node:worker_threads')) return true
  return typeof Worker !== 'undefined' && globalThis.crossOriginIsolated === true
}
