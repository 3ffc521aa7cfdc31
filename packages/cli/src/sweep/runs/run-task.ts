import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { NonFiniteError, version } from 'seiche'
import { run } from '../../commands/run.js'
import { type Format, formatNames } from '../../option-values.js'
import { diagnosticsName } from '../../recording/record.js'
import { exitCode, Failure } from '../../terminal/failure.js'
import { Terminal } from '../../terminal/terminal.js'
import { evaluateMetrics, parseColumns } from '../results/metrics.js'
import type { SweepFolder } from '../results/sweep-folder.js'
import type { Outcome, RunRecord, Task } from './task.js'

/**
 * Runs one scene of a sweep, on one thread: a sweep uses the cores by many runs at once. On return the result is in the
 * folder of the sweep. A task may be delivered twice; the second delivery finds the result of the first.
 */
export async function runTask(folder: SweepFolder, task: Task): Promise<Outcome> {
  try {
    return { ok: true, record: (await folder.record(task.run)) ?? (await simulateTask(folder, task)) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { ok: false, message, isFinal: isFinal(error) }
  }
}

async function simulateTask(folder: SweepFolder, { run: name, metrics, sampleEvery, keep }: Task): Promise<RunRecord> {
  const out = folder.outputs(name)
  const report = await run(
    folder.scene(name),
    {
      out,
      threads: 1,
      logEvery: sampleEvery,
      // An empty list writes no frames: the diagnostics alone are needed.
      fields: keep && keep.formats.length > 0 ? (keep.fields ?? undefined) : [],
      formats: keep ? keep.formats.filter(isFormat) : [],
      every: keep?.every == null ? undefined : { seconds: keep.every },
      // Remains of a run that was stopped before its result was written.
      force: true,
    },
    silentTerminal(),
  )
  const columns = parseColumns(await readFile(join(out, diagnosticsName), 'utf8'))
  const { hash, steps, time, wallTime } = report
  const record = { run: name, seiche: version, hash, steps, time, wallTime, metrics: evaluateMetrics(metrics, columns) }
  if (!keep) await rm(out, { recursive: true, force: true })
  await folder.writeRecord(record)
  return record
}

function isFormat(name: string): name is Format {
  return formatNames.some((known) => known === name)
}

/** Bad input and a state that is not finite come again with every attempt; a full disk may not. */
function isFinal(error: unknown): boolean {
  return error instanceof Failure && (error.exitCode === exitCode.badInput || error.cause instanceof NonFiniteError)
}

function silentTerminal(): Terminal {
  const nowhere = new PassThrough().resume()
  const terminal = new Terminal(nowhere, nowhere)
  terminal.quiet = true
  return terminal
}
