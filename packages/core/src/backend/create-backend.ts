import type { Arena } from '../fields/arena.js'
import type { Backend, BackendOptions, Resource } from './backend.js'
import { WasmBackend } from './wasm/wasm-backend.js'

/** Creates the backend of a simulation: allocates the memory of the arena and binds the resources to it. */
export function createBackend(
  arena: Arena,
  resources: readonly Resource[],
  threads: number,
  options: BackendOptions,
): Promise<Backend> {
  return WasmBackend.create(arena, resources, threads, options)
}

/** Bytes of the memory that `createBackend` allocates for an arena and so many threads. */
export function memoryFor(arena: Arena, threads: number): number {
  return WasmBackend.bytesFor(arena, threads)
}
