import { join } from 'node:path'
import { type Manifest, manifestName } from '@seiche/export'
import type { Profile } from 'seiche'
import { formatProfile } from './format-profile.js'

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
  /** Times of passes; only with --profile. */
  profile?: Profile
}

export function reportOf(
  out: string,
  { scene, frames, steps, time, hash, execution }: Manifest,
  profile?: Profile,
): RunReport {
  const { threads, wallTime } = execution
  return {
    ok: true,
    out,
    manifest: join(out, manifestName),
    name: scene.name,
    frames: frames.length,
    steps,
    time,
    threads,
    hash,
    wallTime,
    ...(profile && { profile }),
  }
}

/** The report as text. */
export function formatReport(report: RunReport): string {
  const { name, frames, steps, time, wallTime, out, hash, profile } = report
  const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`
  return [
    ...(profile ? [formatProfile(profile, steps), ''] : []),
    `${name}: ${count(frames, 'frame')}, ${count(steps, 'step')}, ${Number(time.toFixed(3))} s of water in ${wallTime.toFixed(2)} s`,
    `hash ${hash}`,
    out,
  ].join('\n')
}
