import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Diagnostics, NonFiniteError, SceneError, type Simulation } from 'seiche'
import { writeNpy } from 'seiche/npy'
import type { AtomicFolder } from '../output/atomic-folder.js'
import { bodiesHeader, bodiesName, bodyRows } from '../output/bodies-csv.js'
import { csvHeader, csvRow } from '../output/diagnostics-csv.js'
import { RowLog } from '../output/row-log.js'
import { WriteBehind } from '../output/write-behind.js'
import { badInput, type Failure, failed } from '../terminal/failure.js'
import { startProgress } from '../terminal/progress.js'
import type { Terminal } from '../terminal/terminal.js'
import { type FrameSchedule, frameFile } from './frame-schedule.js'

export const diagnosticsName = 'diagnostics.csv'

/** Longest time of steps before the event loop runs, which handles Ctrl-C [ms]. */
const sliceTime = 20

export interface Recording {
  simulation: Simulation
  schedule: FrameSchedule
  /** Fields to write. */
  fields: readonly string[]
  /** Whether the scene has bodies; their poses are written too. */
  afloat: boolean
  /** Steps between lines of the diagnostics; undefined for one line a frame. */
  logEvery: number | undefined
  folder: AtomicFolder
  terminal: Terminal
  signal: AbortSignal
  /** Called with the values of every frame. */
  observe(field: string, values: Float32Array): void
}

/** Runs the simulation and writes its frames as .npy, its diagnostics and bodies as .csv. On return all files are on the disk. */
export async function record(recording: Recording): Promise<void> {
  const { simulation, schedule, folder, terminal, afloat } = recording
  const writer = new WriteBehind()
  const logs: RowLog[] = []
  const open = async (name: string, header: string) => {
    const log = await RowLog.open(folder, name, header)
    logs.push(log)
    return log
  }
  const progress = startProgress(terminal, 'simulating', schedule.steps)
  try {
    const header = csvHeader(simulation.diagnostics(), simulation.probes(), afloat)
    const diagnostics = await open(diagnosticsName, header)
    const poses = afloat ? await open(bodiesName, bodiesHeader) : undefined
    for (const stop of stops(schedule, recording.logEvery)) {
      await stepTo(stop.step, recording, writer, progress.update)
      if (stop.logged) {
        diagnostics.add(csvRow(measure(simulation), simulation.probes(), afloat))
        poses?.add(bodyRows(simulation.stepCount, simulation.time, simulation.bodies))
      }
      if (stop.frame === undefined && !logs.some(({ isFull }) => isFull)) continue
      const files = stop.frame === undefined ? [] : frameFiles(recording, stop.frame)
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

interface Stop {
  step: number
  /** Number of the frame to write here. */
  frame: number | undefined
  logged: boolean
}

/** Steps at which the run pauses, in order: at frames, at lines of the diagnostics, and at the end, which always has a line. */
function* stops(schedule: FrameSchedule, logEvery: number | undefined): Generator<Stop> {
  let frame = 0
  let nextLog = 0
  for (;;) {
    const frameStep = schedule.frames[frame] ?? schedule.steps
    const step = logEvery === undefined ? frameStep : Math.min(frameStep, nextLog, schedule.steps)
    const isFrame = schedule.frames[frame] === step
    yield {
      step,
      frame: isFrame ? frame : undefined,
      logged: logEvery === undefined || step === nextLog || step === schedule.steps,
    }
    if (isFrame) frame++
    if (logEvery !== undefined && step === nextLog) nextLog += logEvery
    if (step === schedule.steps) return
  }
}

/** Runs steps in slices. Between slices, signals are handled and files are written. */
async function stepTo(
  step: number,
  { simulation, schedule, signal }: Recording,
  writer: WriteBehind,
  report: (done: number, note: string) => void,
): Promise<void> {
  do {
    const end = performance.now() + sliceTime
    while (simulation.stepCount < step && performance.now() < end) stepOnce(simulation)
    report(simulation.stepCount, `step ${simulation.stepCount} of ${schedule.steps}, ${simulation.time.toFixed(2)} s`)
    await nextTurn()
    signal.throwIfAborted()
    writer.check()
  } while (simulation.stepCount < step)
}

/** Some events can fail only when they happen: for example, a body that is added inside another. */
function stepOnce(simulation: Simulation): void {
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

function frameFiles({ simulation, fields, observe }: Recording, frame: number): [string, Uint8Array][] {
  return fields.map((name) => {
    const field = simulation.field(name)
    const values = field.read()
    observe(name, values)
    return [frameFile(name, frame, 'npy'), writeNpy(values, [...field.shape])]
  })
}

/** Throws if the state is not finite: infinities and NaN spread over the whole surface within a few steps, and later frames are useless. */
function measure(simulation: Simulation): Diagnostics {
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
