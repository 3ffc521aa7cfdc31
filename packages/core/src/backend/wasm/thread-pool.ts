// The thread pool. Workers are started once, share the simulation's memory and spend their lives inside the kernels'
// `serve`, asleep between steps. The calling thread is the crew's thread 0 and works too.

import type * as WorkerThreads from 'node:worker_threads'
import { threadSource } from '../../generated/kernels.js'
import { Control } from '../../generated/layouts/abi/thread-loop.js'
import { mayBlock, nodeBuiltin } from '../host.js'

interface Exports {
  run(control: number, thread: number, threads: number, mayBlock: boolean): void
  wake(control: number): void
}

interface WorkerHandle {
  terminate(): void
}

type ThreadMessage = 'ready' | { failed: string }

/** How long a worker may take to start before the simulation goes on without threads [ms]. */
const START_TIMEOUT = 10_000

export class ThreadPool {
  readonly threads: number
  readonly #exports: Exports
  readonly #control: number
  readonly #job: Int32Array
  #workers: WorkerHandle[]
  #stopped = false

  private constructor(exports: Exports, memory: WebAssembly.Memory, control: number, workers: WorkerHandle[]) {
    this.#exports = exports
    this.#control = control
    this.#job = new Int32Array(memory.buffer, control, Control.words)
    this.#workers = workers
    this.threads = workers.length + 1
  }

  /** Starts the workers; resolves when all wait for their first order. Fewer threads than asked is never an outcome: all or one. */
  static async start(
    module: WebAssembly.Module,
    exports: Exports,
    memory: WebAssembly.Memory,
    control: number,
    threads: number,
  ): Promise<ThreadPool> {
    const started = await Promise.allSettled(
      Array.from({ length: threads - 1 }, (_, index) =>
        startWorker({ module, memory, control, thread: index + 1, threads }),
      ),
    )
    const workers = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    if (workers.length === threads - 1) return new ThreadPool(exports, memory, control, workers)
    for (const worker of workers) worker.terminate()
    return new ThreadPool(exports, memory, control, [])
  }

  /** Runs a list of passes `repeats` times on all threads; returns when every pass is done. Throws after `dismiss`: the barrier would wait for workers that have quit. */
  run(passes: number, count: number, repeats: number): void {
    if (this.#stopped) throw new Error('the threads of this simulation have ended')
    this.#job[Control.word.passes] = passes
    this.#job[Control.word.count] = count
    this.#job[Control.word.repeats] = repeats
    if (this.threads > 1) this.#exports.wake(this.#control)
    this.#exports.run(this.#control, 0, this.threads, mayBlock)
  }

  /** Ends the workers. */
  stop(): void {
    this.#stopped = true
    if (this.#workers.length === 0) return
    this.#job[Control.word.quit] = 1
    this.#exports.wake(this.#control)
    this.#workers = []
  }
}

async function startWorker(orders: object): Promise<WorkerHandle> {
  const node = nodeBuiltin('node:worker_threads')
  return node ? startNodeWorker(node, orders) : startWebWorker(orders)
}

function startNodeWorker(node: typeof WorkerThreads, orders: object): Promise<WorkerHandle> {
  // execArgv: loaders of the host program are of no use to this self-contained script.
  const worker = new node.Worker(threadSource, { eval: true, workerData: orders, execArgv: [] })
  worker.unref()
  return started(worker, (answer, fail) => {
    worker.once('message', answer)
    worker.once('error', fail)
  })
}

async function startWebWorker(orders: object): Promise<WorkerHandle> {
  const url = URL.createObjectURL(new Blob([threadSource], { type: 'text/javascript' }))
  try {
    const worker = new Worker(url, { name: 'seiche' })
    return await started(worker, (answer, fail) => {
      worker.addEventListener('message', (event: MessageEvent<ThreadMessage>) => answer(event.data), { once: true })
      worker.addEventListener('error', (event) => fail(new Error(event.message)), { once: true })
      worker.postMessage(orders)
    })
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** A worker once it has answered. One that fails, or says nothing for long (a blocked script does), is ended. */
async function started<Handle extends WorkerHandle>(
  worker: Handle,
  listen: (answer: (message: ThreadMessage) => void, fail: (reason: Error) => void) => void,
): Promise<Handle> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const message = await new Promise<ThreadMessage>((answer, fail) => {
      timer = setTimeout(() => fail(new Error('the worker did not start')), START_TIMEOUT)
      listen(answer, fail)
    })
    if (message !== 'ready') throw new Error(message.failed)
    return worker
  } catch (error) {
    worker.terminate()
    throw error
  } finally {
    clearTimeout(timer)
  }
}
