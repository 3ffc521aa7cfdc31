import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { Job } from 'bullmq'
import type { Command } from 'commander'
import { jobsValue, secondsValue } from '../option-values.js'
import { SweepFolder } from '../sweep/results/sweep-folder.js'
import {
  assertReachable,
  connection,
  loadQueue,
  type QueuedResult,
  type QueuedRun,
  queueAddress,
  queueName,
  withoutPassword,
} from '../sweep/runs/queue.js'
import { type CommandLine, ownCommand, RunnerProcess } from '../sweep/runs/runner-process.js'
import { type Failure, failed } from '../terminal/failure.js'
import { Interrupt } from '../terminal/interrupt.js'
import type { Terminal } from '../terminal/terminal.js'

/** Options of a worker. */
export interface WorkerOptions {
  /** Address of the queue in Redis. */
  queue: string
  /** Folder that holds the folders of sweeps, as this computer sees it. */
  shared: string
  /** Runs at a time. Default: one for each core. */
  jobs?: number | undefined
  /** Time after which a run of a worker that has disappeared is given to another [s]. */
  lostAfter?: number | undefined
  /** How child processes are started; tests give their own. */
  command?: CommandLine | undefined
}

const lostAfterByDefault = 30

/** Times that a run may be lost with its worker before it counts as failed: it may be the run that ends the workers. */
const mostLosses = 5

/**
 * Takes runs from a queue until it is stopped. The first Ctrl-C ends it after the runs in progress, a second one at once;
 * another worker then takes them.
 *
 * Each run is in a child process: a simulation keeps its own process busy, and a worker that does not renew the locks of
 * its jobs in time loses them.
 */
export async function work(options: WorkerOptions, terminal: Terminal): Promise<void> {
  const url = queueAddress(options.queue)
  const { bullmq } = await loadQueue()
  await assertReachable(url)
  const jobs = options.jobs ?? availableParallelism()
  const lostAfter = 1000 * (options.lostAfter ?? lostAfterByDefault)
  const idle = Array.from({ length: jobs }, () => new RunnerProcess(options.command ?? ownCommand()))
  const runners = [...idle]
  const interrupt = new Interrupt()
  const release = interrupt.listen()

  const process = async ({ data }: Job<QueuedRun>): Promise<QueuedResult> => {
    const runner = idle.pop()!
    try {
      const path = await folderOf(data, options.shared)
      const outcome = await runner.run(path, data.task)
      if (!outcome.ok)
        throw outcome.isFinal ? new bullmq.UnrecoverableError(outcome.message) : new Error(outcome.message)
      terminal.say(`${data.sweep}: run ${data.task.run} in ${outcome.record.wallTime.toFixed(2)} s`)
      return { hash: outcome.record.hash }
    } finally {
      idle.push(runner)
    }
  }
  const worker = new bullmq.Worker<QueuedRun, QueuedResult>(queueName, process, {
    connection: connection(url),
    concurrency: jobs,
    lockDuration: lostAfter,
    stalledInterval: lostAfter / 2,
    maxStalledCount: mostLosses,
  })
  worker.on('error', (error) => terminal.warn(`queue: ${error.message}`))
  worker.on('failed', (job, error) => {
    terminal.warn(`${job?.data.sweep}: run ${job?.data.task.run}: ${error.message}`)
    // A wrong folder fails every run: another worker may have the right one.
    if (error instanceof WrongFolder) interrupt.stop(error.failure)
  })
  terminal.say(`waiting for runs of ${withoutPassword(url)}, ${jobs} at a time, in ${resolve(options.shared)}`)
  try {
    await new Promise<never>((_, reject) => {
      interrupt.signal.addEventListener('abort', () => reject(interrupt.signal.reason))
    })
  } finally {
    terminal.say('finishing the runs in progress')
    await worker.close()
    await Promise.all(runners.map((runner) => runner.stop()))
    release()
  }
}

/** An error that ends the worker, and not only the job. */
class WrongFolder extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** The folder of a sweep in the shared folder of this computer. */
async function folderOf({ sweep, fingerprint }: QueuedRun, shared: string): Promise<string> {
  const path = join(resolve(shared), sweep)
  const folder = /^\.*$|[/\\]/.test(sweep) ? undefined : await SweepFolder.find(path)
  if (folder?.fingerprint === fingerprint) return path
  const finding = folder ? `${path} is the folder of another sweep` : `there is no sweep in ${path}`
  throw new WrongFolder(
    failed(finding, {
      advice: 'Give with --shared the folder that holds the --out folder of the sweep, as this computer sees it.',
    }),
  )
}

/** Adds the command `worker`. */
export function addWorker(program: Command, terminal: Terminal): void {
  program
    .command('worker')
    .summary('make the runs of sweeps of other computers')
    .description(
      'Take runs from a queue and write their results to a shared folder, until it is stopped. Ctrl-C ends it after the runs in progress.',
    )
    .requiredOption('--queue <address>', 'Redis server of the queue, for example redis://host:6379')
    .requiredOption('--shared <folder>', 'folder that holds the folders of sweeps, as this computer sees it')
    .option('-j, --jobs <n>', 'runs at a time, each on one thread (default: one for each core)', jobsValue)
    .option(
      '--lost-after <seconds>',
      'time after which runs of a worker that has died go to another (default: 30)',
      secondsValue,
    )
    .option('-q, --quiet', 'no progress, no warnings')
    .action(async ({ quiet, ...options }: WorkerOptions & { quiet?: boolean }) => {
      terminal.quiet = quiet ?? false
      await work(options, terminal)
    })
}
