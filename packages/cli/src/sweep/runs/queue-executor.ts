import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Queue } from 'bullmq'
import type { Executor, Listener } from './executor.js'
import { assertReachable, connection, loadQueue, type QueuedRun, queueName, withoutPassword } from './queue.js'
import type { SweepFolder } from '../results/sweep-folder.js'
import type { Task } from './task.js'

export interface QueueOptions {
  url: URL
  retries: number
}

/** Time between two looks at the folder and the queue [ms]. */
const interval = 500
/** Looks without any job in the queue before lost jobs are added again: Redis was restarted without its data. */
const patience = 4

/**
 * Hands runs to workers through a queue in Redis. Results come through the folder that all share: they outlive Redis and
 * this process. The folder is looked at again and again, because file systems of networks report no changes.
 */
export class QueueExecutor implements Executor {
  readonly #folder: SweepFolder
  readonly #options: QueueOptions
  readonly #queue: Queue<QueuedRun>
  #isAway = false
  #say: (message: string) => void = () => {}

  private constructor(folder: SweepFolder, options: QueueOptions, queue: Queue<QueuedRun>) {
    this.#folder = folder
    this.#options = options
    this.#queue = queue
    queue.on('error', (error) => {
      if (!this.#isAway) this.#say(`Redis is away: ${error.message}; waiting for it`)
      this.#isAway = true
    })
  }

  static async open(folder: SweepFolder, options: QueueOptions): Promise<QueueExecutor> {
    await assertReachable(options.url)
    const { bullmq } = await loadQueue()
    return new QueueExecutor(folder, options, new bullmq.Queue(queueName, { connection: connection(options.url) }))
  }

  async execute(tasks: readonly Task[], listener: Listener, signal: AbortSignal): Promise<void> {
    const waiting = new Map(tasks.map((task) => [this.#id(task), task]))
    this.#say = listener.say
    await this.#add([...waiting.values()])
    let looksWithoutJobs = 0
    let hasWorkers = true
    while (waiting.size > 0 && !signal.aborted) {
      await this.#takeResults(waiting, listener)
      await this.#takeFailures(waiting, listener)
      if (waiting.size === 0) break
      const workers = await this.#queue.getWorkersCount()
      if (this.#isAway) listener.say('Redis is back')
      this.#isAway = false
      if (hasWorkers && workers === 0)
        listener.say(
          `no worker is connected; start one: seiche worker --queue ${withoutPassword(this.#options.url)} --shared <folder>`,
        )
      hasWorkers = workers > 0
      const counts = await this.#queue.getJobCounts('waiting', 'active', 'delayed', 'prioritized')
      looksWithoutJobs = Object.values(counts).every((count) => count === 0) ? looksWithoutJobs + 1 : 0
      if (looksWithoutJobs > patience) {
        listener.say(`the queue has lost ${waiting.size} runs; they are added again`)
        await this.#add([...waiting.values()])
        looksWithoutJobs = 0
      }
      await pause(interval, undefined, { signal }).catch(() => {})
    }
    if (!signal.aborted) return
    // Workers finish the runs they are at; the others are taken back.
    for (const id of waiting.keys()) await this.#queue.remove(id)
    throw signal.reason
  }

  async close(): Promise<void> {
    await this.#queue.close()
  }

  #id({ run }: Task): string {
    return `${this.#folder.fingerprint}-${run}`
  }

  /** A job that waits already, from a call that was killed, is not added twice: BullMQ ignores a second job of one id. */
  async #add(tasks: readonly Task[]): Promise<void> {
    const sweep = basename(this.#folder.path)
    for (const task of tasks) {
      const job = await this.#queue.getJob(this.#id(task))
      if (job && ((await job.isFailed()) || (await job.isCompleted()))) await job.remove()
    }
    await this.#queue.addBulk(
      tasks.map((task) => ({
        name: sweep,
        data: { sweep, fingerprint: this.#folder.fingerprint, task },
        opts: {
          jobId: this.#id(task),
          attempts: this.#options.retries + 1,
          backoff: { type: 'fixed', delay: 1000 },
          removeOnComplete: true,
        },
      })),
    )
  }

  async #takeResults(waiting: Map<string, Task>, listener: Listener): Promise<void> {
    const finished = await this.#folder.finished()
    for (const [id, task] of waiting) {
      const record = finished.has(task.run) ? await this.#folder.record(task.run) : undefined
      if (!record) continue
      waiting.delete(id)
      listener.done(task, record)
    }
  }

  async #takeFailures(waiting: Map<string, Task>, listener: Listener): Promise<void> {
    for (const job of await this.#queue.getFailed()) {
      const task = waiting.get(job.id ?? '')
      if (!task) continue
      waiting.delete(job.id!)
      listener.lost(task, { ok: false, message: job.failedReason ?? 'failed', isFinal: true })
      await job.remove()
    }
  }
}
