// The CPU backend: one WebAssembly memory, and one instance of the kernels for each thread.

import { type Arena, MEMORY_LIMIT, wholePages } from '../../fields/arena.js'
import { CONTROL_BYTES } from '../../generated/layouts/abi/thread-loop.js'
import { canShareMemory } from '../host.js'
import type { PassList } from '../pass-list.js'
import { type PassTiming, PassTimings } from '../pass-timings.js'
import { type KernelFiles, type KernelSet, loadKernels } from './kernel-source.js'
import { ThreadChoice } from './thread-choice.js'
import { ThreadPool } from './thread-pool.js'

/** Anything with data in the memory; `bind` is called once the memory exists. */
interface Resource {
  bind(memory: ArrayBufferLike): void
}

/** Options of a backend. */
interface BackendOptions {
  readonly files?: KernelFiles | undefined
  readonly set?: KernelSet | undefined
  /** Whether a list is executed by one thread where that is faster (thread-choice.ts). */
  readonly choosesThreads?: boolean | undefined
  /** Whether threads stay awake between steps (thread-pool.ts). */
  readonly keepAwake?: boolean | undefined
}

export class WasmBackend {
  readonly #pool: ThreadPool
  /** The choice for each list that was executed; undefined where all threads execute every list. */
  readonly #choices: Map<PassList, ThreadChoice> | undefined
  /** Only while passes are measured. */
  #timings: PassTimings | undefined

  private constructor(pool: ThreadPool, choosesThreads: boolean) {
    this.#pool = pool
    this.#choices = choosesThreads && pool.threads > 1 ? new Map() : undefined
  }

  /** Bytes of the memory that `create` allocates for an arena: the arena and the control block of the thread pool. */
  static bytesFor(arena: Arena): number {
    return wholePages(arena.bytes + CONTROL_BYTES)
  }

  /** Allocates the memory of the arena, binds the resources to it and starts the threads. */
  static async create(
    arena: Arena,
    resources: readonly Resource[],
    threads: number,
    { files, set, choosesThreads = false, keepAwake }: BackendOptions = {},
  ): Promise<WasmBackend> {
    const control = arena.allocate(CONTROL_BYTES)
    const shared = threads > 1 && canShareMemory()
    const memory = allocate(arena, shared)
    const module = await loadKernels(shared, files, set)
    const { exports } = await WebAssembly.instantiate(module, { env: { memory, ...hostSleep(memory) } })
    for (const resource of resources) resource.bind(memory.buffer)
    const kernels = exports as unknown as Parameters<typeof ThreadPool.start>[1]
    const poolSize = shared ? threads : 1
    const options = { script: files?.thread, keepAwake }
    const pool = await ThreadPool.start(module, kernels, memory, control, poolSize, options)
    return new WasmBackend(pool, choosesThreads)
  }

  /** Threads that execute passes, the caller included. */
  get threads(): number {
    return this.#pool.threads
  }

  /** Executes a list of passes `repeats` times. */
  run(list: PassList, repeats = 1): void {
    const { encoded } = list
    if (this.#timings) this.#timings.run(list, repeats)
    else if (this.#choices && !encoded.isSerial) this.#runAsChosen(list, repeats, this.#choices)
    else this.#pool.run(encoded.address, encoded.entries.length, repeats, !encoded.isSerial)
  }

  #runAsChosen(list: PassList, repeats: number, choices: Map<PassList, ThreadChoice>): void {
    const { address, entries } = list.encoded
    let choice = choices.get(list)
    if (!choice) choices.set(list, (choice = new ThreadChoice()))
    if (choice.isTrial) {
      const start = performance.now()
      this.#pool.run(address, entries.length, repeats, choice.isShared)
      choice.took((performance.now() - start) / repeats)
    } else {
      this.#pool.run(address, entries.length, repeats, choice.isShared)
      choice.ran()
    }
  }

  /** Begins or ends to measure the time of each pass. */
  measurePasses(on: boolean): void {
    if (on) this.#timings ??= new PassTimings((...job) => this.#pool.run(...job))
    else this.#timings = undefined
  }

  /** Time of the passes of each kernel since the last call, the longest first; empty unless passes are measured. */
  takePassTimings(): PassTiming[] {
    return this.#timings?.take() ?? []
  }

  /** Ends the workers. `run` throws afterwards. */
  dispose(): void {
    this.#pool.stop()
  }
}

/** The imports by which the calling thread sleeps and wakes others; workers have the same ones (worker.ts). */
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
