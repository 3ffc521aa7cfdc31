// The CPU backend: one WebAssembly memory, one instance of the kernels per thread.

import { type Arena, MEMORY_LIMIT, wholePages } from '../../fields/arena.js'
import { sharedWasm, singleWasm } from '../../generated/kernels.js'
import { CONTROL_BYTES } from '../../generated/layouts/abi/thread-loop.js'
import { canShareMemory } from '../host.js'
import type { PassList } from '../pass-list.js'
import { ThreadPool } from './thread-pool.js'

/** Anything that lives in the memory and wants to know when it is there. */
interface Resource {
  bind(memory: ArrayBufferLike): void
}

const modules = new Map<string, Promise<WebAssembly.Module>>()

/** Compiles the kernels once per program, however many simulations there are. */
function compile(base64: string): Promise<WebAssembly.Module> {
  let module = modules.get(base64)
  if (!module) {
    const binary = atob(base64)
    module = WebAssembly.compile(Uint8Array.from(binary, (character) => character.charCodeAt(0)))
    modules.set(base64, module)
  }
  return module
}

export class WasmBackend {
  readonly #pool: ThreadPool

  private constructor(crew: ThreadPool) {
    this.#pool = crew
  }

  /** Bytes of the memory that `create` allocates for an arena: its own and those of the thread pool. */
  static bytesFor(arena: Arena): number {
    return wholePages(arena.bytes + CONTROL_BYTES)
  }

  /** Allocates what the arena planned, binds the tenants to it and musters the threads. */
  static async create(arena: Arena, resources: readonly Resource[], threads: number): Promise<WasmBackend> {
    const control = arena.allocate(CONTROL_BYTES)
    const shared = threads > 1 && canShareMemory()
    const memory = allocate(arena, shared)
    const module = await compile(shared ? sharedWasm : singleWasm)
    const { exports } = await WebAssembly.instantiate(module, { env: { memory, ...hostSleep(memory) } })
    for (const resource of resources) resource.bind(memory.buffer)
    const kernels = exports as unknown as Parameters<typeof ThreadPool.start>[1]
    return new WasmBackend(await ThreadPool.start(module, kernels, memory, control, shared ? threads : 1))
  }

  get threads(): number {
    return this.#pool.threads
  }

  /** Runs a schedule `repeats` times. */
  run(schedule: PassList, repeats = 1): void {
    this.#pool.run(schedule.address, schedule.passes.length, repeats)
  }

  dispose(): void {
    this.#pool.stop()
  }
}

/** How the crew's calling thread sleeps and wakes others; the workers have the same (thread.ts). */
function hostSleep(memory: WebAssembly.Memory) {
  const words = new Int32Array(memory.buffer)
  return {
    sleep: (address: number, value: number) => void Atomics.wait(words, address >>> 2, value),
    notify: (address: number) => void Atomics.notify(words, address >>> 2),
  }
}

function allocate(arena: Arena, shared: boolean): WebAssembly.Memory {
  const pages = arena.pages
  const mebibytes = Math.ceil(arena.bytes / 2 ** 20)
  if (arena.bytes > MEMORY_LIMIT)
    throw new RangeError(
      `the simulation needs ${mebibytes} MiB; one WebAssembly memory holds ${MEMORY_LIMIT / 2 ** 20} MiB`,
    )
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared })
  } catch {
    throw new RangeError(`the simulation needs ${mebibytes} MiB of memory and the system does not give it`)
  }
}
