// The second stage of a run: the recorded frames are fed to the writers of the formats. It depends on nothing but the recorded files: it
// can be repeated.

import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  describeBodies,
  type FormatOptions,
  type FrameSource,
  Recording,
  type WrittenFormats,
  writeFormats,
} from '@seiche/export'
import type { AnySimulation } from 'seiche'
import type { AtomicFolder } from '../output/atomic-folder.js'
import { bodiesName, bodyColumns } from '../output/bodies-csv.js'
import { csvColumns } from '../output/diagnostics-csv.js'
import { Failure, failed } from '../terminal/failure.js'
import { startProgress } from '../terminal/progress.js'
import type { Terminal } from '../terminal/terminal.js'
import { diagnosticsName } from './record.js'
import { type RunPlan, recordedFile } from './run-plan.js'

export interface Making {
  readonly plan: RunPlan
  readonly folder: AtomicFolder
  readonly options: FormatOptions
  readonly terminal: Terminal
  readonly signal: AbortSignal
}

/** Makes the files of all formats. The files of `npy` are there already: they are the recording. */
export async function makeFormats(simulation: AnySimulation, making: Making): Promise<WrittenFormats> {
  const { plan, folder } = making
  // Bodies that events have added are among them.
  const bodies = plan.hasBodies ? describeBodies(simulation.bodies) : undefined
  const recording = new Recording(
    { ...plan.run, ...(bodies && { bodies }) },
    {
      npy: (field, frame) => join(folder.path, recordedFile(plan, field, frame)),
      diagnostics: {
        file: join(folder.path, diagnosticsName),
        columns: csvColumns(simulation.diagnostics(), simulation.probes(), plan.hasBodies),
      },
      bodies: plan.hasBodies ? { file: join(folder.path, bodiesName), columns: bodyColumns } : undefined,
    },
  )
  const others = plan.requests.filter(({ format }) => format.name !== 'npy')
  const made = await writeAll(recording, others, making)
  // In the order in which they were asked for.
  const entries = plan.requests.flatMap(({ format, fields }) => {
    const entry = format.name === 'npy' ? { fields: [...fields], details: {} } : made.entries[format.name]
    return entry ? [[format.name, entry] as const] : []
  })
  return { entries: Object.fromEntries(entries), unavailable: made.unavailable }
}

/** Writes formats with a progress bar. Errors of reading and writing become failures. */
export async function writeAll(
  source: FrameSource,
  requests: RunPlan['requests'],
  { folder, options, terminal, signal }: Omit<Making, 'plan'>,
): Promise<WrittenFormats> {
  if (requests.length === 0) return { entries: {}, unavailable: [] }
  const names = requests.map(({ format }) => format.name).join(', ')
  const progress = startProgress(terminal, `writing ${names}`, 1)
  try {
    return await writeFormats(pausing(source), requests, folder, {
      ...options,
      warn: (sentence) => terminal.warn(sentence),
      progress: (done, total) => progress.update(done / total, `frame ${done} of ${total}`),
      signal,
    })
  } catch (error) {
    if (error instanceof Failure) throw error
    throw failed(`cannot write ${names}: ${(error as Error).message}`, { cause: error })
  } finally {
    progress.stop()
  }
}

/** Lets the event loop run between frames: it handles Ctrl-C. */
function pausing(source: FrameSource): FrameSource {
  return {
    run: source.run,
    async *frames() {
      for await (const frame of source.frames()) {
        await nextTurn()
        yield frame
      }
    },
  }
}
