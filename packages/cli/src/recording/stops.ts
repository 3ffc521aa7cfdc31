import type { FrameSchedule } from '../commands/frame-schedule.js'

/** A step at which the run pauses. */
export interface Stop {
  readonly step: number
  /** Number of the frame to write here. */
  readonly frame: number | undefined
  /** Whether the diagnostics get a line. */
  readonly isLogged: boolean
  /** Whether the state is saved. */
  readonly isCheckpoint: boolean
}

export interface Pace {
  /** Frames to write: the number of the first and of the last. */
  readonly frames: readonly [first: number, last: number]
  /** Steps between lines of the diagnostics; undefined for one line a frame. */
  readonly logEvery: number | undefined
  /** Steps between checkpoints; undefined for none. */
  readonly checkpointEvery: number | undefined
}

/**
 * The stops of a run in order: at frames, at lines of the diagnostics, at checkpoints, and at the end, which always has a line and, in
 * a run with checkpoints, a checkpoint.
 */
export function* stopsOf(schedule: FrameSchedule, { frames, logEvery, checkpointEvery }: Pace): Generator<Stop> {
  const { steps } = schedule
  let frame = 0
  let nextLog = 0
  let nextCheckpoint = checkpointEvery ?? Number.POSITIVE_INFINITY
  for (;;) {
    const nextFrame = schedule.frames[frame] ?? steps
    const step = Math.min(nextFrame, logEvery === undefined ? steps : nextLog, nextCheckpoint, steps)
    const isFrame = schedule.frames[frame] === step
    const isLast = step === steps
    yield {
      step,
      frame: isFrame && frame >= frames[0] && frame <= frames[1] ? frame : undefined,
      isLogged: isLast || (logEvery === undefined ? isFrame : step === nextLog),
      isCheckpoint: step === nextCheckpoint || (isLast && checkpointEvery !== undefined),
    }
    if (isLast) return
    if (isFrame) frame++
    if (step === nextLog) nextLog += logEvery ?? 0
    if (step === nextCheckpoint) nextCheckpoint += checkpointEvery ?? 0
  }
}
