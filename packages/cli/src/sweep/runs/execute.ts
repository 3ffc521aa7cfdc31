// Runs what a sweep lacks, with progress, and collects the results.

import { startProgress } from '../../terminal/progress.js'
import type { Terminal } from '../../terminal/terminal.js'
import type { Executor } from './executor.js'
import type { PlannedRun } from '../plan.js'
import type { ResultRow } from '../results/results.js'
import type { SweepFolder } from '../results/sweep-folder.js'
import type { RunRecord } from './task.js'

export interface Collected {
  /** One row for each run, in the order of `runs`. */
  rows: ResultRow[]
  /** Runs that had a result before. */
  reused: number
  /** Why this call was stopped before its end; undefined if it was not. */
  stopped: unknown
}

/** Points with the same scene share a run. */
export async function collect(
  folder: SweepFolder,
  runs: readonly PlannedRun[],
  executor: Executor,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Collected> {
  const records = new Map<string, RunRecord>()
  const errors = new Map<string, string>()
  const distinct = new Map(runs.map((run) => [run.task.run, run]))
  const finished = await folder.finished()
  for (const run of distinct.keys()) {
    const record = finished.has(run) ? await folder.record(run) : undefined
    if (record) records.set(run, record)
  }
  const reused = records.size
  const missing = [...distinct.values()].filter(({ task }) => !records.has(task.run))
  // A search makes single runs, and reports each by a line of its own.
  const progress = startProgress(terminal, 'sweeping', missing.length > 1 ? missing.length : 0)
  const start = performance.now()
  const update = () => {
    const ended = records.size - reused + errors.size
    const rate = ended / ((performance.now() - start) / 1000)
    const left = terminal.interactive ? '' : `, ${formatTime((missing.length - ended) / rate)} left`
    const lost = errors.size > 0 ? `, ${errors.size} failed` : ''
    progress.update(ended, `${ended} of ${missing.length} runs${lost}, ${Number(rate.toPrecision(3))} runs/s${left}`)
  }
  let stopped: unknown
  try {
    const listener = {
      done(task: { run: string }, record: RunRecord) {
        records.set(task.run, record)
        update()
      },
      lost(task: { run: string }, { message }: { message: string }) {
        errors.set(task.run, message)
        update()
      },
      say: (message: string) => terminal.say(message),
    }
    await executor.execute(
      missing.map(({ task }) => task),
      listener,
      signal,
    )
  } catch (error) {
    stopped = error
  } finally {
    progress.stop()
  }
  const rows = runs.map(({ variant: { name, point } }) => ({
    run: name,
    point,
    record: records.get(name),
    error: records.has(name) ? undefined : (errors.get(name) ?? 'not run'),
  }))
  return { rows, reused, stopped }
}

/** `1 h 5 min`, `3 min 20 s`, `4 s`. */
export function formatTime(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'unknown time'
  const whole = Math.ceil(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`
}
