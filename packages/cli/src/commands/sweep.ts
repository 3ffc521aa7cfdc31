import { availableParallelism } from 'node:os'
import type { Command } from 'commander'
import { type Estimate, estimate } from '../sweep/estimate.js'
import { type PlannedRun, SweepPlan } from '../sweep/plan.js'
import { formatPoint, type Point } from '../sweep/points/points.js'
import { lockFolder } from '../sweep/results/folder-lock.js'
import { type ResultRow, writeResults } from '../sweep/results/results.js'
import { SweepFolder } from '../sweep/results/sweep-folder.js'
import { collect, formatTime } from '../sweep/runs/execute.js'
import type { Executor } from '../sweep/runs/executor.js'
import { LocalExecutor } from '../sweep/runs/local-executor.js'
import { queueAddress } from '../sweep/runs/queue.js'
import { QueueExecutor } from '../sweep/runs/queue-executor.js'
import { type CommandLine, ownCommand } from '../sweep/runs/runner-process.js'
import { badInput, failed, reasonOf } from '../terminal/failure.js'
import { Interrupt } from '../terminal/interrupt.js'
import type { Terminal } from '../terminal/terminal.js'
import { addSweepCommand, type SweepFlags } from './sweep-options.js'

/** Options of a sweep. */
export interface SweepOptions {
  /** The folder of the sweep. */
  out: string
  /** Processes at a time on this computer. Default: one for each core. */
  jobs?: number | undefined
  /** Address of a queue in Redis; runs are then made by workers. */
  queue?: string | undefined
  /** Further attempts after a failure that may pass. */
  retries?: number | undefined
  /** How child processes are started; tests give their own. */
  command?: CommandLine | undefined
}

/** Result of a sweep; printed by --json. */
export interface SweepReport {
  ok: true
  name: string
  /** Full path of the folder. */
  out: string
  /** Full paths of the tables. */
  results: string[]
  runs: number
  /** Runs that had a result before. */
  reused: number
  /** Real time of this call [s]. */
  wallTime: number
}

/** Result of --dry-run. */
export interface DryRunReport extends Estimate {
  ok: true
  name: string
  runs: { run: string; axes: Point }[]
  jobs: number
  /** Real time with these jobs [s]. */
  wallTime: number
}

const retriesByDefault = 2

/** Runs a sweep, or the rest of it, and writes the table of results. */
export async function sweep(argument: string, options: SweepOptions, terminal: Terminal): Promise<SweepReport> {
  const start = performance.now()
  const plan = await SweepPlan.read(argument)
  const runs = await plan.runs()
  const folder = await openFolder(plan, runs, options)
  return withExecutor(folder, options, terminal, async (executor, signal) => {
    const { rows, reused, stopped } = await collect(folder, runs, executor, terminal, signal)
    const results = await writeResults(folder.path, 'results', tableOf(plan, rows))
    if (stopped) throw stopped
    assertComplete(rows, results[0]!)
    return {
      ok: true,
      name: plan.file.spec.name,
      out: folder.path,
      results,
      runs: runs.length,
      reused,
      wallTime: (performance.now() - start) / 1000,
    }
  })
}

export function formatSweep({ name, runs, reused, wallTime, results }: SweepReport): string {
  const earlier = reused > 0 ? `, ${reused} of them earlier` : ''
  return [`${name}: ${runs} runs${earlier}, in ${formatTime(wallTime)}`, ...results].join('\n')
}

/** The runs of a sweep and their cost; nothing is written. */
export async function dryRun(argument: string, options: Pick<SweepOptions, 'jobs'>): Promise<DryRunReport> {
  const plan = await SweepPlan.read(argument)
  const runs = await plan.runs()
  const cost = await estimate(plan, runs)
  const jobs = options.jobs ?? availableParallelism()
  return {
    ok: true,
    name: plan.file.spec.name,
    runs: runs.map(({ variant: { name, point } }) => ({ run: name, axes: point })),
    jobs,
    ...cost,
    wallTime: cost.processorTime / Math.min(jobs, runs.length),
  }
}

/** Lines of runs in the text of a dry run: these many at the beginning, and the last. */
const shownRuns = 5

export function formatDryRun(report: DryRunReport): string {
  const { name, runs, jobs, steps, stepTime, processorTime, memory, wallTime } = report
  const line = ({ run, axes }: DryRunReport['runs'][number]) => `  ${run}  ${formatPoint(axes)}`
  const shown =
    runs.length <= shownRuns + 1
      ? runs.map(line)
      : [...runs.slice(0, shownRuns).map(line), `  … ${runs.length - shownRuns - 1} more`, line(runs.at(-1)!)]
  return [
    `${name}: ${runs.length} runs`,
    ...shown,
    `steps     ${steps} in all, ${(stepTime * 1000).toPrecision(3)} ms each as measured on the first scene`,
    `time      about ${formatTime(wallTime)} with ${jobs} jobs; ${formatTime(processorTime)} of processor time`,
    `memory    ${(memory / 2 ** 20).toFixed(1)} MiB for the fields of the largest run, ${((memory * jobs) / 2 ** 20).toFixed(1)} MiB with ${jobs} jobs`,
  ].join('\n')
}

/** Opens the folder of a sweep and writes the scenes of runs. */
export async function openFolder(
  plan: SweepPlan,
  runs: readonly PlannedRun[],
  { out, queue }: SweepOptions,
): Promise<SweepFolder> {
  // A wrong address is found before anything is written.
  if (queue !== undefined) queueAddress(queue)
  const folder = await SweepFolder.create(out, await plan.describe())
  await folder.addScenes(
    runs.map(({ variant }) => variant),
    plan.variants.files,
  )
  return folder
}

/** Runs `work` with the executor that the options ask for. Ctrl-C stops it in order. */
export async function withExecutor<Result>(
  folder: SweepFolder,
  options: SweepOptions,
  terminal: Terminal,
  work: (executor: Executor, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const interrupt = new Interrupt()
  const release = interrupt.listen()
  terminal.onLostReader = (error) =>
    interrupt.stop(failed(`cannot write messages to standard error: ${reasonOf(error)}`, { cause: error }))
  const unlock = await lockFolder(folder.path)
  try {
    const executor = await openExecutor(folder, options)
    try {
      return await work(executor, interrupt.signal)
    } finally {
      await executor.close()
    }
  } finally {
    await unlock()
    release()
  }
}

async function openExecutor(folder: SweepFolder, options: SweepOptions): Promise<Executor> {
  const { jobs = availableParallelism(), queue, retries = retriesByDefault, command = ownCommand() } = options
  if (queue === undefined) return new LocalExecutor(folder, { jobs, retries, command })
  return QueueExecutor.open(folder, { url: queueAddress(queue), retries })
}

export function tableOf(plan: SweepPlan, rows: readonly ResultRow[]) {
  const { name, metrics } = plan.file.spec
  return { name, axes: plan.axes.map((axis) => axis.name), metrics: Object.keys(metrics), rows }
}

function assertComplete(rows: readonly ResultRow[], table: string): void {
  const lost = rows.filter(({ error }) => error !== undefined)
  const [first] = lost
  if (!first) return
  throw failed(
    `${lost.length} of ${rows.length} runs failed; the first, ${first.run} at ${formatPoint(first.point)}: ${first.error}`,
    { advice: `All results and reasons are in ${table}\nThe same command repeats only the runs that failed.` },
  )
}

/** Adds the command `sweep`. */
export function addSweep(program: Command, terminal: Terminal): void {
  addSweepCommand(program, 'sweep')
    .summary('run a scene with many values and collect metrics')
    .description(
      'Run a scene at all combinations of the values of its axes; write metrics of each run to results.csv and results.json. A sweep that was stopped continues when it is called again.',
    )
    .option('-o, --out <folder>', 'folder of the sweep; created if missing')
    .option('--dry-run', 'print the runs and their cost; write nothing')
    .action(async (file: string, { json, quiet, dryRun: isDry, ...options }: SweepFlags) => {
      terminal.quiet = quiet ?? false
      if (isDry) {
        const report = await dryRun(file, options)
        return terminal.result(json ? JSON.stringify(report) : formatDryRun(report))
      }
      if (options.out === undefined) throw badInput("required option '-o, --out <folder>' not specified")
      const report = await sweep(file, options, terminal)
      await terminal.result(json ? JSON.stringify(report) : formatSweep(report))
    })
}
