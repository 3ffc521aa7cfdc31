// The first stage of a run: steps, and at every stop the rows of the tables and the fields of a frame.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AnySimulation, type Diagnostics, NonFiniteError, SceneError } from 'seiche'
import { writeNpy } from 'seiche/npy'
import type { AtomicFolder } from '../output/atomic-folder.js'
import { bodiesHeader, bodiesName, bodyRows } from '../output/bodies-csv.js'
import { csvHeader, csvRow } from '../output/diagnostics-csv.js'
import { RowLog } from '../output/row-log.js'
import { WriteBehind } from '../output/write-behind.js'
import { badInput, type Failure, failed } from '../terminal/failure.js'
import { startProgress } from '../terminal/progress.js'
import type { Terminal } from '../terminal/terminal.js'
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
  readonly folder: AtomicFolder
  readonly terminal: Terminal
  readonly signal: AbortSignal
}

/** Runs the simulation and writes its frames as .npy, its diagnostics and bodies as .csv. On return all files are on the disk. */
export async function record(take: Take): Promise<void> {
  const { simulation, plan, folder, terminal } = take
  const { schedule, hasBodies } = plan
  const writer = new WriteBehind()
  const logs: RowLog[] = []
  const open = async (name: string, header: string) => {
    const log = await RowLog.open(folder, name, header)
    logs.push(log)
    return log
  }
  const progress = startProgress(terminal, 'simulating', schedule.steps)
  try {
    const header = csvHeader(simulation.diagnostics(), simulation.probes(), hasBodies)
    const diagnostics = await open(diagnosticsName, header)
    const poses = hasBodies ? await open(bodiesName, bodiesHeader) : undefined
    for (const stop of stopsOf(schedule, paceOf(take))) {
      await stepTo(stop.step, take, writer, progress.update)
      if (stop.isLogged) diagnostics.add(csvRow(measure(simulation), simulation.probes(), hasBodies))
      // A frame has the poses of its bodies.
      if (stop.isLogged || stop.frame !== undefined)
        poses?.add(bodyRows(simulation.stepCount, simulation.time, simulation.bodies))
      if (stop.frame === undefined && !logs.some(({ isFull }) => isFull)) continue
      const files = stop.frame === undefined ? [] : frameFiles(take, stop.frame)
      const writeRows = logs.map((log) => log.flush())
      await writer.push(async () => {
        for (const [name, bytes] of files) await folder.write(name, bytes)
        for (const write of writeRows) await write()
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

function paceOf({ plan, logEvery }: Take) {
  const { frames } = plan.run
  return { frames: [frames[0]!.frame, frames.at(-1)!.frame] as const, logEvery, checkpointEvery: undefined }
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

function frameFiles({ simulation, plan }: Take, frame: number): [string, Uint8Array][] {
  return [...plan.parts].map(([name, { info, pick }]) => [
    recordedFile(plan, name, frame),
    writeNpy(pick(simulation.field(name).read()), info.shape),
  ])
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
