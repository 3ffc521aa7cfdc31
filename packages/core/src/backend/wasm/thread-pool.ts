// The thread pool. Workers are started once, share the simulation's memory, and execute the kernels' `serve` until the pool
// stops; between steps they nap, sleep, or poll for a bounded time. The calling thread is thread 0 and executes its part of each pass.

import type * as WorkerThreads from 'node:worker_threads'
import { threadSource } from '../../generated/kernels.js'
import { Control } from '../../generated/layouts/abi/control.js'
import { clockOrigin, coreCount, mayBlock, nodeBuiltin } from '../host.js'
import { Pace } from './pace.js'
import { RowPolling } from './row-polling.js'

interface Exports {
  run(control: number, threads: number, mayBlock: boolean): void
  quit(control: number, threads: number): void
}

interface WorkerHandle {
  terminate(): void
}

/** The message by which a worker instantiates the kernels and joins the pool (worker.ts). */
interface WorkerStart {
  readonly module: WebAssembly.Module
  readonly memory: WebAssembly.Memory
  /** Address of the control block. */
  readonly control: number
  /** Number of this thread, from 1. */
  readonly thread: number
}

type ThreadMessage = 'ready' | { failed: string }

/**
 * Polls of a worker that is kept awake: some 20 ms at 1.6 ns each, longer than a frame of 60 Hz. A number of polls, not a time: a worker in
 * WebAssembly has no clock. It ends by itself, so a simulation that is no longer stepped keeps no core busy.
 */
export const AWAKE_POLLS = 12_000_000

/** How long a worker may take to start before the simulation continues on one thread [ms]. */
const START_TIMEOUT = 10_000

/** Polls before a thread sleeps: some tens of microseconds, longer than the threads of a balanced pass wait for each other. */
const POLLS = 1 << 14
/**
 * With more threads than cores, a thread that polls keeps the thread that it waits for from running. Four threads on two cores took a third
 * of the processor time with these; with fewer polls still, the system calls of sleeping and waking took more again.
 */
const POLLS_WHEN_CROWDED = 1 << 11

/** Long polls of threads in a row of steps, at a barrier and for the next job: some four tenths of a millisecond (row-polling.ts). */
const POLLS_IN_A_ROW = 1 << 18

/**
 * Polls within a step that has work of the caller between its lists. For the next list: some ten milliseconds, or until the step ends. That is longer than
 * the rigid-body engine takes for thousands of bodies: a thread that sleeps there costs the caller a third of a millisecond to wake, or is woken on
 * the caller's core and has no part in the lists that follow (docs/decisions/0032-bodies-on-all-threads.md). At a barrier: a fifth of a
 * millisecond, so that a thread whose core is taken by another program gets the core of the one that waits for it.
 */
const IDLE_POLLS_WITHIN_STEP = 1 << 23
const POLLS_WITHIN_STEP = 1 << 17

interface PoolOptions {
  /** Address of the workers' program in a page; by default they are started from a blob. */
  readonly script?: string | URL | undefined
  /** Whether workers poll for their next job for about a frame before they sleep. */
  readonly keepAwake?: boolean | undefined
}

export class ThreadPool {
  readonly threads: number
  readonly #exports: Exports
  readonly #control: number
  readonly #job: Int32Array
  readonly #times: Float64Array
  /** Polls for the end of a pass and for the next job, between steps. */
  readonly #polls: number
  readonly #idlePolls: number
  readonly #isCrowded: boolean
  readonly #pace = new Pace()
  readonly #rowPolling = new RowPolling()
  /** Whether a step with work of the caller between its lists runs: one job for the pace. */
  #isWithinStep = false
  #workers: WorkerHandle[]
  #stopped = false

  private constructor(exports: Exports, memory: WebAssembly.Memory, control: number, workers: WorkerHandle[]) {
    this.#exports = exports
    this.#control = control
    this.#job = new Int32Array(memory.buffer, control, Control.words)
    this.#times = new Float64Array(memory.buffer, control, Control.doubles)
    this.#workers = workers
    this.threads = workers.length + 1
    this.#polls = this.#job[Control.word.polls]!
    this.#idlePolls = this.#job[Control.word.idlePolls]!
    this.#isCrowded = this.threads > coreCount()
  }

  /**
   * Starts the workers; resolves when all of them wait for their first job. If any worker cannot start, the others are
   * ended and the pool has one thread: `threads` is either the number asked for or 1.
   */
  static async start(
    module: WebAssembly.Module,
    exports: Exports,
    memory: WebAssembly.Memory,
    control: number,
    threads: number,
    { script, keepAwake = false }: PoolOptions = {},
  ): Promise<ThreadPool> {
    const words = new Int32Array(memory.buffer, control, Control.words)
    const polls = threads > coreCount() ? POLLS_WHEN_CROWDED : POLLS
    words[Control.word.polls] = polls
    words[Control.word.idlePolls] = keepAwake ? AWAKE_POLLS : polls
    const started = await Promise.allSettled(
      Array.from({ length: threads - 1 }, (_, index) =>
        startWorker({ module, memory, control, thread: index + 1 }, script),
      ),
    )
    const workers = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    if (workers.length === threads - 1) return new ThreadPool(exports, memory, control, workers)
    for (const worker of workers) worker.terminate()
    return new ThreadPool(exports, memory, control, [])
  }

  /**
   * Executes `count` entries of a program from an address on, `repeats` times; returns when every pass has finished. Throws after `stop`:
   * it would wait for workers that have ended. `isShared`: on all threads; otherwise the caller executes them alone, and the
   * others sleep on.
   */
  run(entries: number, count: number, repeats: number, isShared = true): void {
    if (this.#stopped) throw new Error('the threads of this simulation have ended')
    this.#job[Control.word.entries] = entries
    this.#job[Control.word.count] = count
    this.#job[Control.word.repeats] = repeats
    if (this.threads === 1) {
      this.#exports.run(this.#control, 1, mayBlock)
      return
    }
    if (!this.#isWithinStep) this.#begin()
    this.#exports.run(this.#control, isShared ? this.threads : 1, mayBlock)
    if (!this.#isWithinStep) this.#end()
  }

  /** A job begins, or a step of several jobs. Tells the workers when to expect the next one, in case they sleep before this one ends. */
  #begin(): void {
    const pace = this.#pace
    const job = this.#job
    const now = performance.now() + clockOrigin
    pace.begin(now)
    job[Control.word.wakes] = Number(!pace.isAwaited)
    job[Control.word.isPatient] = Number(pace.isInARow)
    this.#times[Control.double.next] = pace.nextAfterStart
    this.#times[Control.double.polling] = pace.polling
    if (pace.isInARow && !this.#isCrowded && this.#rowPolling.isLong(now, job[Control.word.sleeps]!))
      this.#setPolls(POLLS_IN_A_ROW, Math.max(POLLS_IN_A_ROW, this.#idlePolls))
    else this.#setPolls(this.#polls, this.#idlePolls)
  }

  /** How often threads poll before they sleep: for the end of a pass, and for the next job. */
  #setPolls(polls: number, idlePolls: number): void {
    this.#job[Control.word.polls] = polls
    this.#job[Control.word.idlePolls] = idlePolls
  }

  /** It has ended. */
  #end(): void {
    this.#pace.end(performance.now() + clockOrigin)
    this.#times[Control.double.next] = this.#pace.next
  }

  /**
   * Makes threads poll longer before they sleep, for the time of a step with work of the caller between its lists; false: no longer. Such a step is
   * one job for the pace: what the caller does within it is no pause.
   */
  stayAwake(isAwake: boolean): void {
    if (this.#isCrowded || this.threads === 1) return
    this.#isWithinStep = isAwake
    if (isAwake) {
      this.#begin()
      this.#setPolls(POLLS_WITHIN_STEP, Math.max(IDLE_POLLS_WITHIN_STEP, this.#idlePolls))
    } else {
      this.#end()
      this.#setPolls(this.#polls, this.#idlePolls)
    }
  }

  /** Makes the threads measure their passes in tables from an address on, so many bytes from one thread to the next; 0: no longer. */
  setProfile(address: number, stride: number): void {
    this.#job[Control.word.profile] = address
    this.#job[Control.word.profileStride] = stride
  }

  /** Ends the workers. The pool cannot be started again. */
  stop(): void {
    this.#stopped = true
    if (this.#workers.length === 0) return
    this.#exports.quit(this.#control, this.threads)
    this.#workers = []
  }
}

/**
 * Starts one worker. Rejects with the worker's own message if it cannot instantiate the kernels. `script`: address of its program in a page;
 * by default it is started from a blob.
 */
export async function startWorker(start: WorkerStart, script?: string | URL): Promise<WorkerHandle> {
  const node = nodeBuiltin('node:worker_threads')
  if (node) return startNodeWorker(node, start)
  if (script !== undefined) return startWebWorker(script, start, 'module')
  const url = URL.createObjectURL(new Blob([threadSource], { type: 'text/javascript' }))
  try {
    return await startWebWorker(url, start, 'classic')
  } finally {
    URL.revokeObjectURL(url)
  }
}

function startNodeWorker(node: typeof WorkerThreads, start: WorkerStart): Promise<WorkerHandle> {
  // execArgv is empty because this self-contained script does not need the loaders of the host program.
  const worker = new node.Worker(threadSource, { eval: true, workerData: start, execArgv: [] })
  worker.unref()
  return started(worker, (answer, fail) => {
    worker.once('message', answer)
    worker.once('error', fail)
  })
}

function startWebWorker(script: string | URL, start: WorkerStart, type: WorkerType): Promise<WorkerHandle> {
  const worker = new Worker(script, { name: 'seiche', type })
  return started(worker, (answer, fail) => {
    worker.addEventListener('message', (event: MessageEvent<ThreadMessage>) => answer(event.data), { once: true })
    worker.addEventListener('error', (event) => fail(new Error(event.message)), { once: true })
    worker.postMessage(start)
  })
}

/** Resolves when the worker reports that it is ready. A worker that fails or does not report in time (a blocked script) is ended. */
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
