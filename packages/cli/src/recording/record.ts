// The first stage of a run: steps, and at every stop the rows of the tables and the fields of a frame.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AnySimulation, type Diagnostics, NonFiniteError, SceneError } from 'seiche'
import type { AtomicFolder } from '../output/atomic-folder.js'
import { bodiesHeader, bodiesName, bodyRows } from '../output/bodies-csv.js'
import { csvHeader, csvRow } from '../output/diagnostics-csv.js'
import { RowLog } from '../output/row-log.js'
import { WriteBehind } from '../output/write-behind.js'
import { badInput, type Failure, failed } from '../terminal/failure.js'
import { startProgress } from '../terminal/progress.js'
import type { Terminal } from '../terminal/terminal.js'
import { type Checkpoint, type CheckpointHeader, writeCheckpoint } from './checkpoint.js'
import { NpyFile } from './npy-file.js'
import { type RunPlan, recordedFile } from './run-plan.js'
import { stopsOf } from './stops.js'

export const diagnosticsName = 'diagnostics.csv'

/** Longest time of steps before the event loop runs, which handles Ctrl-C [ms]. */
const sliceTime = 20

/** A run to be recorded. */
export interface Take {
  readonly simulation: AnySimulation
  readonly plan: RunPlan
  /** Steps between lines of the diagnostics; undefined for one line a frame. */
  readonly logEvery: number | undefined
  /** Steps between checkpoints; undefined for none. */
  readonly checkpointEvery: number | undefined
  /** The checkpoint that the simulation and the folder have been brought back to; undefined for a new run. */
  readonly from: Checkpoint | undefined
  readonly folder: AtomicFolder
  readonly terminal: Terminal
  readonly signal: AbortSignal
}

/** Runs the simulation and writes its frames as .npy, its diagnostics and bodies as .csv. */
export async function record(take: Take): Promise<void> {
  const { simulation, plan, folder, terminal, from } = take
  const { schedule, hasBodies } = plan
  const writer = new WriteBehind()
  const logs: RowLog[] = []
  const open = async (name: string, header: string) => {
    const log = await RowLog.open(folder, name, header, from?.tables[name])
    logs.push(log)
    return log
  }
  const start = performance.now()
  const npy = new Map([...plan.parts].map(([name, { info }]) => [name, new NpyFile(info.shape)]))
  const progress = startProgress(terminal, 'simulating', schedule.steps)
  try {
    const header = csvHeader(simulation.diagnostics(), simulation.probes(), hasBodies)
    const diagnostics = await open(diagnosticsName, header)
    const poses = hasBodies ? await open(bodiesName, bodiesHeader) : undefined
    for (const stop of stopsOf(schedule, paceOf(take))) {
      if (from && stop.step <= from.step) continue
      await stepTo(stop.step, take, writer, progress.update)
      if (stop.isLogged) diagnostics.add(csvRow(measure(simulation), simulation.probes(), hasBodies))
      // A frame has the poses of its bodies.
      if (stop.isLogged || stop.frame !== undefined)
        poses?.add(bodyRows(simulation.stepCount, simulation.time, simulation.bodies))
      if (stop.frame === undefined && !stop.isCheckpoint && !logs.some(({ isFull }) => isFull)) continue
      const files = stop.frame === undefined ? [] : frameFiles(take, stop.frame, npy)
      const writeRows = logs.map((log) => log.flush())
      const state = stop.isCheckpoint ? stateOf(take, start) : undefined
      await writer.push(async () => {
        for (const [name, bytes] of files) await folder.write(name, bytes)
        for (const write of writeRows) await write()
        if (state) await save(state, folder, logs)
      })
    }
    await writer.drain()
    for (const log of logs) await log.finish()
  } finally {
    progress.stop()
    await writer.settle()
    for (const log of logs) await log.close()
  }
}

function paceOf({ plan, logEvery, checkpointEvery }: Take) {
  const { frames } = plan.run
  return { frames: [frames[0]!.frame, frames.at(-1)!.frame] as const, logEvery, checkpointEvery }
}

/** A copy of the state: the simulation goes on while it is written. */
interface SavedState {
  readonly header: Omit<CheckpointHeader, 'tables'>
  readonly snapshot: Uint8Array
}

function stateOf({ simulation, from }: Take, start: number): SavedState {
  const wallTime = (from?.wallTime ?? 0) + (performance.now() - start) / 1000
  const { stepCount: step, substeps } = simulation
  return { header: { step, substeps, wallTime, resumed: resumedOf(from) }, snapshot: simulation.snapshot() }
}

/** How often a run was resumed, if it goes on from a checkpoint. */
export function resumedOf(from: Checkpoint | undefined): number {
  return from ? from.resumed + 1 : 0
}

/** Everything before the checkpoint is made durable first. */
async function save({ header, snapshot }: SavedState, folder: AtomicFolder, logs: readonly RowLog[]): Promise<void> {
  await folder.sync()
  for (const log of logs) await log.sync()
  const tables = Object.fromEntries(logs.map((log) => [log.name, log.state]))
  await writeCheckpoint(folder, { ...header, tables }, snapshot)
}

/** Runs steps in slices. Between slices, signals are handled and files are written. */
async function stepTo(
  step: number,
  { simulation, plan, signal }: Take,
  writer: WriteBehind,
  report: (done: number, note: string) => void,
): Promise<void> {
  do {
    const end = performance.now() + sliceTime
    while (simulation.stepCount < step && performance.now() < end) stepOnce(simulation)
    report(
      simulation.stepCount,
      `step ${simulation.stepCount} of ${plan.schedule.steps}, ${simulation.time.toFixed(2)} s`,
    )
    await nextTurn()
    signal.throwIfAborted()
    writer.check()
  } while (simulation.stepCount < step)
}

/** Some events can fail only when they happen: for example, a body that is added inside another. */
function stepOnce(simulation: AnySimulation): void {
  try {
    simulation.step()
  } catch (error) {
    if (!(error instanceof SceneError)) throw orBlownUp(error)
    const { stepCount, time } = simulation
    const reasons = error.issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    throw badInput(`an event before step ${stepCount} (${time.toFixed(3)} s) cannot happen: ${reasons.join('; ')}`, {
      cause: error,
      issues: error.issues,
    })
  }
}

function frameFiles(
  { simulation, plan }: Take,
  frame: number,
  npy: ReadonlyMap<string, NpyFile>,
): [string, Uint8Array][] {
  return [...plan.parts].map(([name, { pick }]) => {
    const field = simulation.field(name)
    const bytes = npy.get(name)!.with((values) => {
      if (plan.run.selection) values.set(pick(field.read()))
      else field.read(values)
    })
    return [recordedFile(plan, name, frame), bytes]
  })
}

/** Throws if the state is not finite: infinities and NaN spread over the whole surface within a few steps, and later frames are useless. */
function measure(simulation: AnySimulation): Diagnostics {
  const lost = simulation.bodies.find(({ position }) => !position.every(Number.isFinite))
  const { stepCount, time } = simulation
  if (lost)
    throw blownUp(`at step ${stepCount} (${time.toFixed(3)} s) body ${lost.name ?? lost.index} is no longer finite`)
  try {
    return simulation.diagnostics()
  } catch (error) {
    throw orBlownUp(error)
  }
}

/** A failure for a run whose fields are no longer finite; any other error unchanged. */
function orBlownUp(error: unknown): unknown {
  return error instanceof NonFiniteError ? blownUp(error.message, error) : error
}

function blownUp(message: string, cause?: unknown): Failure {
  return failed(message, {
    advice: 'Use a smaller "timeStep", and look for extreme heights, rates and strengths in the scene.',
    cause,
  })
}
