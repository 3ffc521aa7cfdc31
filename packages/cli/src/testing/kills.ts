import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Child, startSeiche } from './child.js'

/** Where and how often a run is killed. */
export interface Kills {
  /** Folder with `scene.json`. */
  readonly cwd: string
  /** Words after `seiche run scene.json --out out`. */
  readonly words: readonly string[]
  readonly count: number
  /** A number from 0 up to 1. */
  random(): number
  /** Longest time between the first sign of work and the kill [ms]. */
  readonly longest: number
}

/** The course of a run that is killed again and again. */
export interface Survived {
  kills: number
  /** Kills by the work that was going on. */
  readonly during: Record<string, number>
  /** How often the run was complete, and was started anew to be killed again. */
  completions: number
}

/**
 * Kills a run with SIGKILL at random moments and resumes it, until it has been killed `count` times; then lets it end. A run that completes
 * before is handed to `onComplete` and started again.
 */
export async function killAndResume(kills: Kills, onComplete: () => Promise<void>): Promise<Survived> {
  const survived: Survived = { kills: 0, during: {}, completions: 0 }
  let isStarted = false
  while (survived.kills < kills.count) {
    const child = start(kills, isStarted)
    if (await killLater(child, kills)) {
      survived.kills++
      const work = await workOf(kills.cwd)
      survived.during[work] = (survived.during[work] ?? 0) + 1
      isStarted = work !== 'nothing'
    } else {
      await assertDone(child)
      survived.completions++
      await onComplete()
      isStarted = false
    }
  }
  const last = start(kills, isStarted)
  await assertDone(last)
  survived.completions++
  await onComplete()
  return survived
}

function start({ cwd, words }: Kills, isStarted: boolean): Child {
  const run = ['run', 'scene.json', '--out', 'out', '--force', ...words]
  return startSeiche(isStarted ? ['resume', 'out'] : run, { cwd })
}

/** Kills a process some time after it has begun to work. Returns whether it was still running. */
async function killLater(child: Child, { random, longest }: Kills): Promise<boolean> {
  let hasEnded = false
  const ended = child.ended.then((result) => {
    hasEnded = true
    return result
  })
  // Most of the time of a process goes by before its first step.
  await Promise.race([child.says(/./).catch(() => {}), ended])
  // Mostly early, sometimes late enough for the second stage.
  await Promise.race([pause(random() ** 3 * longest), ended])
  if (hasEnded) return false
  child.process.kill('SIGKILL')
  return (await ended).signal === 'SIGKILL'
}

async function assertDone(child: Child): Promise<void> {
  const { code, signal, err } = await child.ended
  if (code !== 0) throw new Error(`ended with ${code ?? signal}: ${err}`)
}

/** The work that a killed run has left, from its files. */
async function workOf(cwd: string): Promise<string> {
  const partial = (await readdir(cwd)).find((name) => name.startsWith('out.partial-'))
  if (!partial) return (await isThere(join(cwd, 'out', 'manifest.json'))) ? 'after the end' : 'nothing'
  const names = await readdir(join(cwd, partial))
  if (names.includes('manifest.json')) return 'putting in place'
  if (!(await isThere(join(cwd, partial, '.unfinished', 'order')))) return 'nothing'
  const inner = await readdir(join(cwd, partial, '.unfinished'))
  if (inner.some((name) => name.endsWith('.checkpoint.new'))) return 'writing a checkpoint'
  if (names.some((name) => name.endsWith('.png'))) return 'making formats'
  return inner.some((name) => name.endsWith('.checkpoint')) ? 'recording' : 'before the first checkpoint'
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
