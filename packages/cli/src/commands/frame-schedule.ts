import { badInput } from '../terminal/failure.js'

/** Interval between frames: in seconds of simulated time, or in steps. */
export type Interval = { seconds: number } | { steps: number }

export interface FrameSchedule {
  /** Number of steps of the whole run. */
  steps: number
  /** The step after which each frame is written; frame 0 is the initial state. */
  frames: readonly number[]
  /** Steps between frames; not a whole number where `--every` is not a multiple of the time step. */
  interval: number
}

/** Frame numbers have six digits. */
const mostFrames = 1_000_000
/** Default number of intervals of a run of any duration. */
const partsByDefault = 100
/** Time steps such as 0.0166667 are rounded fractions: a ratio this close to a whole number counts as whole. */
const tolerance = 1e-4

/**
 * The run has the whole number of steps nearest to `duration`. Frame k is at the step nearest to k · interval. Rounding errors do not
 * accumulate: 24 frames a second stay 24 frames a second with 60 steps a second.
 * @param timeStep one step [s]
 * @param duration duration of the run [s]
 */
export function scheduleFrames(timeStep: number, duration: number, every: Interval | undefined): FrameSchedule {
  const steps = Math.round(duration / timeStep)
  const interval = stepsBetween(timeStep, steps, every)
  if (steps / interval + 1 > mostFrames) {
    throw badInput(
      `this would write ${Math.floor(steps / interval + 1)} frames; at most ${mostFrames} can be numbered`,
      {
        advice: 'Choose a longer interval with --every, or a shorter --duration.',
      },
    )
  }
  const frames: number[] = []
  for (let step = 0; step <= steps; step = Math.round(frames.length * interval)) frames.push(step)
  return { steps, frames, interval }
}

function stepsBetween(timeStep: number, steps: number, every: Interval | undefined): number {
  if (every === undefined) return Math.max(1, Math.ceil(steps / partsByDefault))
  if ('steps' in every) return every.steps
  const exact = every.seconds / timeStep
  const whole = Math.round(exact)
  const interval = Math.abs(exact - whole) <= tolerance * exact ? whole : exact
  if (interval < 1) {
    throw badInput(`--every ${every.seconds} s is shorter than one time step of ${timeStep} s`, {
      advice: `Give at least ${timeStep}, or use --every-steps 1.`,
    })
  }
  return interval
}
