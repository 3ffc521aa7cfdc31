import type { Light, ValueRange } from '@seiche/export'
import type { Interval } from '../commands/frame-schedule.js'

/** Options that choose a part of the frames and of their values. */
export interface PartOptions {
  /** The first and the last frame to write. */
  frames?: readonly [number, number] | undefined
  /** Lowest, then highest coordinates of the region to write, in the order of the axes of the scene [m]. */
  region?: readonly number[] | undefined
  /** Every n-th value is written. */
  stride?: number | undefined
}

/** Options that concern the files. */
export interface FormatChoice {
  fields?: readonly string[] | undefined
  /** Names of formats. */
  formats?: readonly string[] | undefined
  ranges?: readonly ValueRange[] | undefined
  light?: Light | undefined
  exaggeration?: number | undefined
  /** Pictures a second of videos. */
  fps?: number | undefined
  /** Simulated time that passes in a second of a video [s]. */
  speed?: number | undefined
}

/** Options of a run. */
export interface RunOptions extends PartOptions, FormatChoice {
  /** The folder to write. */
  out: string
  every?: Interval | undefined
  /** Seconds of simulated time, in place of the scene's own [s]. */
  duration?: number | undefined
  threads?: number | undefined
  logEvery?: number | undefined
  /** File of recorded events to replay in place of the scene's own. */
  events?: string | undefined
  saveEvents?: boolean | undefined
  /** Interval of checkpoints; undefined for a run that leaves nothing behind when it fails. */
  checkpointEvery?: Interval | undefined
  force?: boolean | undefined
  /** Whether the report has the times of passes. */
  profile?: boolean | undefined
}
