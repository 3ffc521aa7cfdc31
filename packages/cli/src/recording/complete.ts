// A run from its first step to the folder in place.

import {
  bodyShapesName,
  describeBodies,
  type FormatEntry,
  formatBodyShapes,
  formatManifest,
  type Manifest,
  manifestName,
  manifestVersion,
} from '@seiche/export'
import { type AnySimulation, version } from 'seiche'
import type { Interval } from '../commands/frame-schedule.js'
import type { AtomicFolder } from '../output/atomic-folder.js'
import { bodiesName, bodyColumns } from '../output/bodies-csv.js'
import { csvColumns } from '../output/diagnostics-csv.js'
import { eventLogName, formatEventLog } from '../scene/event-log.js'
import type { SceneFile } from '../scene/scene-file.js'
import { failed } from '../terminal/failure.js'
import type { Terminal } from '../terminal/terminal.js'
import { cliVersion } from '../version.js'
import type { Checkpoint } from './checkpoint.js'
import type { Unavailable } from './chosen-formats.js'
import { makeFormats } from './make-formats.js'
import { diagnosticsName, record, resumedOf } from './record.js'
import type { RunOptions } from './run-options.js'
import type { RunPlan } from './run-plan.js'
import { type RunReport, reportOf } from './run-report.js'
import { warnAboutSpace } from './run-warnings.js'

/** A run that is ready to be made. */
export interface Job {
  readonly file: SceneFile
  readonly simulation: AnySimulation
  readonly plan: RunPlan
  readonly options: RunOptions
  readonly terminal: Terminal
  readonly signal: AbortSignal
  /** The checkpoint that simulation and folder have been brought back to; undefined for a new run. */
  readonly from?: Checkpoint | undefined
}

/** The work between opening the folder and putting it in place. */
export async function complete(folder: AtomicFolder, job: Job): Promise<RunReport> {
  const { simulation, plan, options, terminal, signal, from } = job
  await warnAboutSpace(folder, plan, terminal)
  const start = performance.now()
  const checkpointEvery = options.checkpointEvery && stepsOf(options.checkpointEvery, simulation.timeStep)
  simulation.measurePasses(options.profile ?? false)
  await record({ simulation, plan, logEvery: options.logEvery, checkpointEvery, from, folder, terminal, signal })
  const profile = options.profile ? simulation.profile() : undefined
  const hash = simulation.hash()
  if (plan.hasBodies) await folder.write(bodyShapesName, formatBodyShapes(describeBodies(simulation.bodies)))
  const { entries, unavailable } = await makeFormats(simulation, { plan, folder, options, terminal, signal })
  if (options.saveEvents) await folder.write(eventLogName, formatEventLog(simulation.events))

  const wallTime = (from?.wallTime ?? 0) + (performance.now() - start) / 1000
  const manifest = manifestOf(job, entries, hash, wallTime)
  signal.throwIfAborted()
  await putInPlace(folder, manifest, terminal)
  assertAllWritten([...plan.unavailable, ...unavailable], folder.target)
  return reportOf(folder.target, manifest, profile)
}

/** The manifest marks a complete run: from here on a run that is killed needs no more than to be put in place. */
async function putInPlace(folder: AtomicFolder, manifest: Manifest, terminal: Terminal): Promise<void> {
  await folder.syncAll()
  await folder.writeWhole(manifestName, formatManifest(manifest))
  await commit(folder, terminal)
}

/** Puts a complete run in place. */
export async function commit(folder: AtomicFolder, terminal: Terminal): Promise<void> {
  await folder.removeWork()
  for (const note of await folder.commit()) terminal.warn(note)
}

function stepsOf(interval: Interval, timeStep: number): number {
  return 'steps' in interval ? interval.steps : Math.max(1, Math.round(interval.seconds / timeStep))
}

function manifestOf(
  { file, simulation, plan, options, from }: Job,
  formats: Record<string, FormatEntry>,
  hash: string,
  wallTime: number,
): Manifest {
  const { run, schedule, hasBodies } = plan
  const written = plan.requests.filter(({ format }) => format.name in formats)
  const fields = new Set(written.flatMap((request) => request.fields))
  const entries = Object.entries(run.fields).filter(([name]) => fields.has(name))
  return {
    format: 'seiche-run',
    formatVersion: manifestVersion,
    execution: {
      created: new Date().toISOString(),
      wallTime,
      threads: simulation.threads,
      resumed: resumedOf(from),
      node: process.version,
      platform: `${process.platform}-${process.arch}`,
    },
    versions: { seiche: version, cli: cliVersion },
    kind: run.kind,
    scene: run.scene,
    sceneFile: file.path ?? null,
    inputs: file.reads,
    warnings: [...simulation.warnings],
    steps: schedule.steps,
    // A simulation that was restored and has made no step does not know those of its last step.
    substeps: from?.step === schedule.steps ? from.substeps : simulation.substeps,
    timeStep: simulation.timeStep,
    time: simulation.time,
    hash,
    grid: run.grid,
    selection: run.selection ?? null,
    fields: Object.fromEntries(entries.map(([name, info]) => [name, { ...info, dtype: 'float32' }])),
    formats,
    diagnostics: {
      file: diagnosticsName,
      columns: csvColumns(simulation.diagnostics(), simulation.probes(), hasBodies),
    },
    ...(hasBodies && { bodies: { file: bodiesName, columns: bodyColumns, shapes: bodyShapesName } }),
    events: options.saveEvents ? eventLogName : null,
    stepsPerFrame: schedule.interval,
    frames: run.frames.map((time) => ({
      ...time,
      files: written.flatMap(({ format, fields }) => format.filesOf(time.frame, fields)),
    })),
  }
}

/** Throws for formats that were left out. Everything else is in place. */
export function assertAllWritten(unavailable: readonly Unavailable[], out: string): void {
  if (unavailable.length === 0) return
  const names = unavailable.map(({ format }) => format).join(', ')
  const reasons = [...new Set(unavailable.map(({ error }) => error.message))].join('; ')
  throw failed(`${names} was not written: ${reasons}; everything else is complete and in ${out}`, {
    advice: [...new Set(unavailable.map(({ error }) => error.advice))].join('\n'),
  })
}
