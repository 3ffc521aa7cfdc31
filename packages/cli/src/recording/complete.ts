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
import type { AtomicFolder } from '../output/atomic-folder.js'
import { bodiesName, bodyColumns } from '../output/bodies-csv.js'
import { csvColumns } from '../output/diagnostics-csv.js'
import { eventLogName, formatEventLog } from '../scene/event-log.js'
import type { SceneFile } from '../scene/scene-file.js'
import { failed } from '../terminal/failure.js'
import type { Terminal } from '../terminal/terminal.js'
import { cliVersion } from '../version.js'
import type { Unavailable } from './chosen-formats.js'
import { makeFormats } from './make-formats.js'
import { diagnosticsName, record } from './record.js'
import type { RunOptions } from './run-options.js'
import { type RunPlan, workName } from './run-plan.js'
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
}

/** The work between opening the folder and putting it in place. */
export async function complete(folder: AtomicFolder, job: Job): Promise<RunReport> {
  const { simulation, plan, options, terminal, signal } = job
  await warnAboutSpace(folder, plan, terminal)
  const start = performance.now()
  await record({ simulation, plan, logEvery: options.logEvery, folder, terminal, signal })
  const hash = simulation.hash()
  if (plan.hasBodies) await folder.write(bodyShapesName, formatBodyShapes(describeBodies(simulation.bodies)))
  const { entries, unavailable } = await makeFormats(simulation, { plan, folder, options, terminal, signal })
  if (options.saveEvents) await folder.write(eventLogName, formatEventLog(simulation.events))

  const manifest = manifestOf(job, entries, hash, (performance.now() - start) / 1000)
  await folder.write(manifestName, formatManifest(manifest))
  signal.throwIfAborted()
  await folder.remove(workName)
  for (const note of await folder.commit()) terminal.warn(note)
  assertAllWritten([...plan.unavailable, ...unavailable], folder.target)
  return reportOf(folder.target, manifest)
}

function manifestOf(
  { file, simulation, plan, options }: Job,
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
      resumed: 0,
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
    substeps: simulation.substeps,
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
