// The CPU backend: one WebAssembly memory, and one instance of the kernels for each thread.

import { type Arena, MEMORY_LIMIT, wholePages } from '../../fields/arena.js'
import { CONTROL_BYTES } from '../../generated/layouts/abi/thread-loop.js'
import type { Backend, BackendOptions, Resource } from '../backend.js'
import { canShareMemory, clockOrigin } from '../host.js'
import type { PassList } from '../pass-list.js'
import type { Profile } from '../profile.js'
import { loadKernels } from './kernel-source.js'
import { PassProfile } from './pass-profile.js'
import { ThreadChoice } from './thread-choice.js'
import { ThreadPool } from './thread-pool.js'

export class WasmBackend implements Backend {
  readonly #pool: ThreadPool
  /** The choice for each list that was executed; undefined where all threads execute every list. */
  readonly #choices: Map<PassList, ThreadChoice> | undefined
  readonly #profile: PassProfile
  readonly functions: Backend['functions']
  #isMeasured = false

  private constructor(
    pool: ThreadPool,
    functions: Backend['functions'],
    choosesThreads: boolean,
    profile: PassProfile,
  ) {
    this.#pool = pool
    this.functions = functions
    this.#profile = profile
    this.#choices = choosesThreads && pool.threads > 1 ? new Map() : undefined
  }

  /** Bytes of the memory that `create` allocates for an arena and so many threads: the arena, the control block of the thread pool, its profile. */
  static bytesFor(arena: Arena, threads: number): number {
    return wholePages(arena.bytes + CONTROL_BYTES + PassProfile.bytesFor(threads))
  }

  /** Allocates the memory of the arena, binds the resources to it and starts the threads. */
  static async create(
    arena: Arena,
    resources: readonly Resource[],
    threads: number,
    { files, set, choosesThreads = false, keepAwake }: BackendOptions = {},
  ): Promise<WasmBackend> {
    const control = arena.allocate(CONTROL_BYTES)
    const profile = new PassProfile(arena, threads)
    const shared = threads > 1 && canShareMemory()
    const memory = allocate(arena, shared)
    const module = await loadKernels(shared, files, set)
    const { exports } = await WebAssembly.instantiate(module, { env: { memory, ...hostImports(memory) } })
    for (const resource of [...resources, profile]) resource.bind(memory.buffer)
    const kernels = exports as unknown as Parameters<typeof ThreadPool.start>[1]
    const poolSize = shared ? threads : 1
    const options = { script: files?.thread, keepAwake }
    const pool = await ThreadPool.start(module, kernels, memory, control, poolSize, options)
    return new WasmBackend(pool, exports as unknown as Backend['functions'], choosesThreads, profile)
  }

  /** Threads that execute passes, the caller included. */
  get threads(): number {
    return this.#pool.threads
  }

  /** Executes a list of passes `repeats` times. */
  run(list: PassList, repeats = 1): void {
    if (!this.#isMeasured) {
      this.#run(list, repeats)
      return
    }
    const start = performance.now()
    this.#run(list, repeats)
    this.#profile.countRun(performance.now() - start)
  }

  #run(list: PassList, repeats: number): void {
    const { encoded } = list
    if (this.#choices && !encoded.isSerial) this.#runAsChosen(list, repeats, this.#choices)
    else this.#pool.run(encoded.address, encoded.entries.length, repeats, !encoded.isSerial)
  }

  #runAsChosen(list: PassList, repeats: number, choices: Map<PassList, ThreadChoice>): void {
    const { address, entries } = list.encoded
    let choice = choices.get(list)
    if (!choice) choices.set(list, (choice = new ThreadChoice()))
    if (choice.isTimed) {
      const start = performance.now()
      this.#pool.run(address, entries.length, repeats, choice.isShared)
      choice.took((performance.now() - start) / repeats)
    } else {
      this.#pool.run(address, entries.length, repeats, choice.isShared)
      choice.ran()
    }
  }

  stayAwake(isAwake: boolean): void {
    this.#pool.stayAwake(isAwake)
  }

  measurePasses(on: boolean): void {
    if (on !== this.#isMeasured) this.#profile.take(this.threads)
    this.#isMeasured = on
    this.#pool.setProfile(on ? this.#profile.address : 0, PassProfile.bytesFor(1))
  }

  takeProfile(): Profile {
    return this.#profile.take(this.threads)
  }

  /** Ends the workers. `run` throws afterwards. */
  dispose(): void {
    this.#pool.stop()
  }
}

/** The imports by which the calling thread sleeps, wakes others and measures time; workers have the same ones (worker.ts). */
function hostImports(memory: WebAssembly.Memory) {
  const words = new Int32Array(memory.buffer)
  return {
    sleep: (address: number, value: number, timeout: number) => void Atomics.wait(words, address >>> 2, value, timeout),
    notify: (address: number) => void Atomics.notify(words, address >>> 2),
    now: () => performance.now() + clockOrigin,
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
