import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Scene, type Simulation, version } from 'seiche'
import type { Format, RangeOption } from '../option-values.js'
import { AtomicFolder } from '../output/atomic-folder.js'
import { bodiesName, bodyColumns } from '../output/bodies-csv.js'
import { csvColumns } from '../output/diagnostics-csv.js'
import type { WriteFile } from '../output/durable-write.js'
import { type FieldEntry, formatManifest, frameEntries, type Manifest, manifestName } from '../output/manifest.js'
import { PictureMaker, recordedFields } from '../output/pictures.js'
import { defaultLight, type Light } from '../output/relief.js'
import { eventLogName, formatEventLog, replaceEvents } from '../scene/event-log.js'
import { hasBodies } from '../scene/rigid-bodies.js'
import { parse, simulate } from '../scene/scene.js'
import { readSceneFile, type SceneFile } from '../scene/scene-file.js'
import { badInput, failed, reasonOf } from '../terminal/failure.js'
import { Interrupt } from '../terminal/interrupt.js'
import type { Terminal } from '../terminal/terminal.js'
import { cliVersion } from '../version.js'
import { type FrameSchedule, type Interval, scheduleFrames } from './frame-schedule.js'
import { diagnosticsName, record } from './record.js'

/** Options of a run. */
export interface RunOptions {
  /** The folder to write. */
  out: string
  every?: Interval | undefined
  /** Seconds of simulated time, in place of the scene's own [s]. */
  duration?: number | undefined
  threads?: number | undefined
  fields?: readonly string[] | undefined
  formats?: readonly Format[] | undefined
  ranges?: readonly RangeOption[] | undefined
  light?: Light | undefined
  exaggeration?: number | undefined
  logEvery?: number | undefined
  /** File of recorded events to replay in place of the scene's own. */
  events?: string | undefined
  saveEvents?: boolean | undefined
  force?: boolean | undefined
}

/** Result of a run; printed by --json. */
export interface RunReport {
  ok: true
  /** Full path of the folder. */
  out: string
  /** Full path of the manifest. */
  manifest: string
  name: string
  frames: number
  steps: number
  /** Simulated time [s]. */
  time: number
  threads: number
  hash: string
  /** Real time [s]. */
  wallTime: number
}

/** Runs a scene and writes the results. Throws a `Failure`, and then leaves nothing behind. */
export async function run(
  argument: string,
  options: RunOptions,
  terminal: Terminal,
  write?: WriteFile,
): Promise<RunReport> {
  const file = await readSceneFile(argument)
  const own = parse(file)
  const parsed = options.events === undefined ? own : await replaceEvents(own.scene, options.events)
  const { scene } = parsed
  const schedule = scheduleFrames(scene.timeStep, options.duration ?? scene.duration, options.every)
  warnAboutInterval(schedule, terminal)
  warnAboutFormats(options, terminal)

  const simulation = await simulate(file, parsed, options.threads)
  for (const warning of simulation.warnings) terminal.say(warning)
  // From here on there is output to remove: Ctrl-C and a closed pipe end the run in order.
  const interrupt = new Interrupt()
  const release = interrupt.listen()
  terminal.onLostReader = (error) => {
    interrupt.stop(failed(`cannot write messages to standard error: ${reasonOf(error)}`, { cause: error }))
  }
  try {
    const fields = checkFields(options, simulation.fieldNames)
    const inputs = [file.path, options.events, ...file.reads.map(({ path }) => path)]
    const folder = await AtomicFolder.open(options.out, {
      force: options.force ?? false,
      inputs: inputs.filter((path) => path !== undefined),
      ...(write && { write }),
    })
    for (const note of folder.notes) terminal.say(note)
    try {
      return await fill(folder, {
        file,
        scene,
        simulation,
        schedule,
        fields,
        options,
        terminal,
        signal: interrupt.signal,
      })
    } catch (error) {
      await discard(folder, terminal)
      throw error
    }
  } finally {
    release()
    simulation.dispose()
  }
}

interface Job {
  file: SceneFile
  scene: Scene
  simulation: Simulation
  schedule: FrameSchedule
  fields: string[]
  options: RunOptions
  terminal: Terminal
  signal: AbortSignal
}

/** The work between opening the folder and committing it. */
async function fill(folder: AtomicFolder, job: Job): Promise<RunReport> {
  const { scene, simulation, schedule, fields, options, terminal, signal } = job
  const formats = options.formats ?? ['npy']
  const afloat = hasBodies(scene)
  const recorded = recordedFields(fields, formats)
  await warnAboutSpace(
    folder,
    schedule,
    recorded.length * simulation.grid.nx * (simulation.grid.ny ?? 1) * simulation.grid.nz * 4,
    terminal,
  )

  const start = performance.now()
  const pictures = new PictureMaker({
    simulation,
    formats,
    fields,
    ranges: options.ranges ?? [],
    light: options.light ?? defaultLight,
    exaggeration: options.exaggeration,
  })
  const { observe } = pictures
  await record({
    simulation,
    schedule,
    fields: recorded,
    afloat,
    logEvery: options.logEvery,
    folder,
    terminal,
    signal,
    observe,
  })
  const hash = simulation.hash()
  const mappings = await pictures.make(schedule, folder, terminal, signal)
  if (options.saveEvents) await folder.write(eventLogName, formatEventLog(simulation.events))

  const wallTime = (performance.now() - start) / 1000
  const manifest: Manifest = {
    format: 'seiche-run',
    formatVersion: 1,
    created: new Date().toISOString(),
    versions: { seiche: version, cli: cliVersion, node: process.version },
    platform: `${process.platform}-${process.arch}`,
    scene,
    sceneFile: job.file.path ?? null,
    warnings: [...simulation.warnings],
    inputs: job.file.reads,
    threads: simulation.threads,
    steps: schedule.steps,
    substeps: simulation.substeps,
    timeStep: simulation.timeStep,
    time: simulation.time,
    wallTime,
    hash,
    fields: Object.fromEntries(fields.map((name) => [name, describeField(simulation, name)])),
    pictures: mappings,
    diagnostics: {
      file: diagnosticsName,
      columns: csvColumns(simulation.diagnostics(), simulation.probes(), afloat),
    },
    ...(afloat && { bodies: { file: bodiesName, columns: bodyColumns } }),
    events: options.saveEvents ? eventLogName : null,
    stepsPerFrame: schedule.interval,
    frames: frameEntries(schedule, simulation.timeStep, (frame) => pictures.files(frame)),
  }
  await folder.write(manifestName, formatManifest(manifest))
  signal.throwIfAborted()
  for (const note of await folder.commit()) terminal.warn(note)

  return {
    ok: true,
    out: folder.target,
    manifest: join(folder.target, manifestName),
    name: scene.name,
    frames: schedule.frames.length,
    steps: schedule.steps,
    time: simulation.time,
    threads: simulation.threads,
    hash,
    wallTime,
  }
}

/** The report as text. */
export function formatReport(report: RunReport): string {
  const { name, frames, steps, time, wallTime, out, hash } = report
  const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`
  return [
    `${name}: ${count(frames, 'frame')}, ${count(steps, 'step')}, ${Number(time.toFixed(3))} s of water in ${wallTime.toFixed(2)} s`,
    `hash ${hash}`,
    out,
  ].join('\n')
}

function describeField(simulation: Simulation, name: string): FieldEntry {
  const { unit, description: meaning, shape } = simulation.field(name)
  const { cellSize, ny } = simulation.grid
  // Values lie around the middle of the grid, on faces as well as at centres.
  const first = (values: number) => ((1 - values) / 2) * cellSize
  const [x, second, third] = [...shape].reverse() as [number, number, number?]
  const origin =
    ny === undefined
      ? { x: first(x), z: first(second) }
      : { x: first(x), y: first(second), ...(third !== undefined && { z: first(third) }) }
  return { unit, meaning, shape: [...shape], dtype: 'float32', origin, cellSize }
}

/** Default fields of a run: the surface; for a fluid in a box its dyes and temperature, or without any its velocity. */
function defaultFields(known: readonly string[]): string[] {
  if (known.includes('eta')) return ['eta']
  const velocity = known.filter((name) => ['u', 'v', 'w'].includes(name))
  const carried = known.filter((name) => ![...velocity, 'p', 'open'].includes(name))
  return carried.length > 0 ? carried : velocity
}

/** Returns the fields to write. Throws for names that this scene's solver does not have. */
function checkFields({ fields: asked, ranges = [], formats = [] }: RunOptions, known: readonly string[]): string[] {
  const fields = asked ?? defaultFields(known)
  const picture = formats.find((format) => format !== 'npy')
  if (picture && !known.includes('eta')) {
    throw badInput(`--format ${picture}: pictures are of water with a surface, and this scene is a fluid in a box`, {
      advice: 'Write it as --format npy.',
    })
  }
  for (const field of fields) {
    if (!known.includes(field)) {
      throw badInput(`--fields: there is no field "${field}" in this scene`, {
        advice: `Its fields are ${known.join(', ')}.`,
      })
    }
  }
  for (const { field } of ranges) {
    if (field === undefined && fields.length > 1) {
      throw badInput('--range: several fields are written; name one of them', {
        advice: `For example --range ${fields[0]}=-0.1,0.1`,
      })
    }
    if (field !== undefined && !fields.includes(field)) {
      throw badInput(`--range: the field "${field}" is not written`, {
        advice: `Fields to be written are ${fields.join(', ')}; choose them with --fields.`,
      })
    }
  }
  return [...fields]
}

function warnAboutInterval(schedule: FrameSchedule, terminal: Terminal): void {
  if (schedule.steps > 0 && schedule.frames.length === 1) {
    terminal.warn('the interval is longer than the run: only the initial state is written')
  } else if (!Number.isInteger(schedule.interval)) {
    terminal.say(
      `the interval is ${Number(schedule.interval.toFixed(4))} steps: frames are written at the nearest step; their exact times are in ${manifestName}`,
    )
  }
}

function warnAboutFormats({ formats = [], ranges, light, exaggeration }: RunOptions, terminal: Terminal): void {
  const idle = [
    ...(ranges && !formats.includes('png16') ? ['--range has no effect without --format png16'] : []),
    ...(light && !formats.includes('relief') ? ['--light has no effect without --format relief'] : []),
    ...(exaggeration && !formats.includes('relief') ? ['--exaggeration has no effect without --format relief'] : []),
  ]
  for (const warning of idle) terminal.warn(warning)
}

/** Warns if the free space may be too small. It is no error, because quotas, compression and other programs make the free space uncertain. */
async function warnAboutSpace(
  folder: AtomicFolder,
  schedule: FrameSchedule,
  bytesPerFrame: number,
  terminal: Terminal,
): Promise<void> {
  const needed = schedule.frames.length * bytesPerFrame
  try {
    const { bavail, bsize } = await statfs(dirname(folder.target))
    if (needed > bavail * bsize) {
      terminal.warn(
        `the frames need about ${megabytes(needed)} and ${megabytes(bavail * bsize)} are free: choose a longer --every or another disk`,
      )
    }
  } catch {
    // Some network file systems do not report their free space.
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

async function discard(folder: AtomicFolder, terminal: Terminal): Promise<void> {
  try {
    await folder.discard()
    terminal.say(`the unfinished output was removed; nothing was changed at ${folder.target}`)
  } catch (error) {
    terminal.warn(`the unfinished output could not be removed, please delete ${folder.path}: ${reasonOf(error)}`)
  }
}
