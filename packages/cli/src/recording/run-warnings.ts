// Warnings about options that were probably not meant as given.

import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { manifestName } from '@seiche/export'
import type { FrameSchedule } from '../commands/frame-schedule.js'
import type { AtomicFolder } from '../output/atomic-folder.js'
import type { Terminal } from '../terminal/terminal.js'
import type { FormatChoice } from './run-options.js'
import type { RunPlan } from './run-plan.js'

export function warnAboutInterval(schedule: FrameSchedule, terminal: Terminal): void {
  if (schedule.steps > 0 && schedule.frames.length === 1) {
    terminal.warn('the interval is longer than the run: only the initial state is written')
  } else if (!Number.isInteger(schedule.interval)) {
    terminal.say(
      `the interval is ${Number(schedule.interval.toFixed(4))} steps: frames are written at the nearest step; their exact times are in ${manifestName}`,
    )
  }
}

export function warnAboutFormats(
  { formats = [], ranges, light, exaggeration }: FormatChoice,
  terminal: Terminal,
): void {
  const idle = [
    ...(ranges && !formats.includes('png16') ? ['--range has no effect without --format png16'] : []),
    ...(light && !formats.includes('relief') ? ['--light has no effect without --format relief'] : []),
    ...(exaggeration && !formats.includes('relief') ? ['--exaggeration has no effect without --format relief'] : []),
  ]
  for (const warning of idle) terminal.warn(warning)
}

/** Warns about fields that were asked for and that no format holds. */
export function warnAboutFields({ fields }: FormatChoice, { parts }: RunPlan, terminal: Terminal): void {
  const unused = fields?.filter((field) => !parts.has(field)) ?? []
  if (unused.length > 0) terminal.warn(`--fields ${unused.join(',')} has no effect: the formats do not hold fields`)
}

/** Warns if the free space may be too small. It is no error, because quotas, compression and other programs make the free space uncertain. */
export async function warnAboutSpace(folder: AtomicFolder, { run, parts }: RunPlan, terminal: Terminal): Promise<void> {
  const values = [...parts.values()].map(({ info }) => info.shape.reduce((product, extent) => product * extent, 1))
  const needed = run.frames.length * values.reduce((sum, count) => sum + count, 0) * Float32Array.BYTES_PER_ELEMENT
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
