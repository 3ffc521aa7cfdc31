import type { ValueRange } from '@seiche/export'
import { Recording } from '@seiche/export'
import type { Command } from 'commander'
import { fieldsValue, formatsValue } from '../option-values.js'
import { AtomicFolder } from '../output/atomic-folder.js'
import { abandon } from '../recording/abandon.js'
import { assertFits, checkFormats, chooseFormats } from '../recording/chosen-formats.js'
import { assertAllWritten } from '../recording/complete.js'
import { writeAll } from '../recording/make-formats.js'
import type { FormatChoice, PartOptions } from '../recording/run-options.js'
import { inRegion, selectionOf } from '../recording/run-plan.js'
import { warnAboutFormats } from '../recording/run-warnings.js'
import { badInput, failed, reasonOf } from '../terminal/failure.js'
import { Interrupt } from '../terminal/interrupt.js'
import { printReport } from '../terminal/print-report.js'
import type { Terminal } from '../terminal/terminal.js'
import { addFileOptions, formatNames } from './file-options.js'

export interface ExportOptions extends PartOptions, FormatChoice {
  /** The folder to write. */
  out: string
  force?: boolean | undefined
}

/** Result of an export; printed by --json. */
export interface ExportReport {
  ok: true
  /** Full path of the folder. */
  out: string
  formats: string[]
  frames: number
}

/** Writes a finished run in other formats. Throws a `Failure`, and then leaves nothing behind. */
export async function exportRun(folder: string, options: ExportOptions, terminal: Terminal): Promise<ExportReport> {
  const recording = await openRecording(folder, options)
  const { run } = recording
  warnAboutFormats(options, terminal)
  const requests = chooseFormats(options, run, Object.keys(run.fields))
  const { ready, unavailable } = await checkFormats(requests, terminal)
  assertFits(ready, run)

  const interrupt = new Interrupt()
  const release = interrupt.listen()
  terminal.onLostReader = (error) => {
    interrupt.stop(failed(`cannot write messages to standard error: ${reasonOf(error)}`, { cause: error }))
  }
  const output = await AtomicFolder.open(options.out, { force: options.force ?? false, inputs: [folder] })
  try {
    for (const note of output.notes) terminal.say(note)
    const { signal } = interrupt
    const made = await writeAll(recording, ready, { folder: output, options, terminal, signal })
    await output.write(exportName, formatExport(folder, recording, made.entries))
    signal.throwIfAborted()
    await output.syncAll()
    for (const note of await output.commit()) terminal.warn(note)
    assertAllWritten([...unavailable, ...made.unavailable], output.target)
    return { ok: true, out: output.target, formats: Object.keys(made.entries), frames: run.frames.length }
  } catch (error) {
    throw await abandon(output, error, terminal)
  } finally {
    release()
  }
}

/** Describes the files of an export. */
const exportName = 'export.json'

function formatExport(from: string, { run }: Recording, formats: object): string {
  const { scene, kind, fields, frames, grid, selection } = run
  const description = {
    format: 'seiche-export',
    formatVersion: 1,
    from,
    formats,
    kind,
    scene,
    grid,
    selection: selection ?? null,
    fields,
    frames,
  }
  return `${JSON.stringify(description, null, 2)}\n`
}

async function openRecording(folder: string, options: ExportOptions): Promise<Recording> {
  let recording: Recording
  try {
    recording = await Recording.open(folder)
  } catch (error) {
    throw badInput((error as Error).message, { cause: error })
  }
  const { run } = recording
  const selection = selectionOf(options, run.scene.grid.cells.length, run.kind)
  const last = run.frames.at(-1)?.frame ?? -1
  if (options.frames && (options.frames[1] > last || options.frames[0] < run.frames[0]!.frame)) {
    const [from, to] = options.frames
    throw badInput(`--frames ${from}-${to}: the frames of this recording are ${run.frames[0]!.frame} to ${last}`)
  }
  if (!selection && !options.frames) return recording
  return inRegion(() => recording.part({ frames: options.frames, selection }))
}

export function formatExportReport({ formats, frames, out }: ExportReport): string {
  return `${formats.join(', ')}: ${frames} ${frames === 1 ? 'frame' : 'frames'}\n${out}`
}

/** Options of `export` as parsed by commander. */
interface ExportFlags extends Omit<ExportOptions, 'formats' | 'ranges'> {
  format: string[]
  range?: ValueRange[]
  json?: boolean
  quiet?: boolean
}

/** Adds the command `export`. */
export function addExport(program: Command, terminal: Terminal): void {
  const command = program
    .command('export')
    .summary('write a finished run in other formats')
    .description('Read the .npy files of a finished run and write them in other formats.')
    .argument('<folder>', 'folder of a finished run')
    .requiredOption('-o, --out <folder>', 'folder to write; created if missing')
    .requiredOption('-f, --format <names>', `${formatNames}, separated by commas`, formatsValue)
    .option('--fields <names>', 'fields to write, separated by commas (default: eta)', fieldsValue)
  addFileOptions(command)
    .option('--force', 'replace the folder and everything in it if it is not empty')
    .option('--json', 'print the report as JSON')
    .option('-q, --quiet', 'no progress, no warnings')
    .action(async (folder: string, { json, quiet, format, range, ...flags }: ExportFlags) => {
      terminal.quiet = quiet ?? false
      const report = await exportRun(folder, { ...flags, formats: format, ranges: range }, terminal)
      await printReport(report, json ? JSON.stringify(report) : formatExportReport(report), terminal)
    })
}
