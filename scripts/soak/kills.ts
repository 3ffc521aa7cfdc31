// One run, killed at random moments and resumed each time: are its files the same as those of a run that was left alone?

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { SceneInput } from 'seiche'
import { seiche } from '../../packages/cli/src/testing/child.js'
import { killAndResume, type Survived } from '../../packages/cli/src/testing/kills.js'
import { outputsOf } from '../../packages/cli/src/testing/outputs.js'
import { uniformAt } from '../../packages/core/src/numerics/random.js'

/** Bodies, events, probes and edges that absorb: state of all kinds. */
const scene: SceneInput = {
  seiche: 1,
  name: 'Killed pool',
  grid: { cells: [96, 64], cellSize: 0.05 },
  timeStep: 0.01,
  duration: 6,
  solver: { type: 'columns', depth: 0.5 },
  boundaries: { 'x+': 'absorb' },
  initial: { eta: [{ shape: 'gaussian', center: [0.3, -0.2], radius: 0.3, height: 0.1 }] },
  bodies: [{ name: 'buoy', shape: 'sphere', radius: 0.2, density: 400, position: [0.5, 0.1, 0] }],
  events: [{ time: 2, type: 'drop', x: 0, z: 0.2, radius: 0.2, height: 0.03 }],
  probes: [{ name: 'middle', at: [0, 0] }],
}
const words = ['--every-steps', '6', '--checkpoint-every', '30steps', '--fields', 'phi', '--format', 'npy,png16,relief']
/** Kills between two reports. */
const batch = 20
/** Longest time from the first message of a process to its end [ms]. */
const longest = 6000

/** Kills a run that many times. Returns whether the files were the same each time it was complete. */
export async function soakKills(count: number, seed: number): Promise<boolean> {
  const cwd = await mkdtemp(join(tmpdir(), 'seiche-kills-'))
  try {
    await writeFile(join(cwd, 'scene.json'), JSON.stringify(scene))
    const { code, err } = await seiche(['run', 'scene.json', '--out', 'whole', ...words], { cwd })
    if (code !== 0) throw new Error(err)
    const expected = await outputsOf(join(cwd, 'whole'))
    let drawn = 0
    const random = () => uniformAt(drawn++, 0, seed)
    const total: Survived = { kills: 0, during: {}, completions: 0 }
    let different = 0
    while (total.kills < count) {
      const settings = { cwd, words, count: Math.min(batch, count - total.kills), random, longest }
      const { kills, during, completions } = await killAndResume(settings, async () => {
        if (!isDeepStrictEqual(await outputsOf(join(cwd, 'out')), expected)) different++
      })
      total.kills += kills
      total.completions += completions
      for (const [work, times] of Object.entries(during)) total.during[work] = (total.during[work] ?? 0) + times
      const list = Object.entries(total.during).map(([work, times]) => `${times} ${work}`)
      console.log(
        `kills: ${total.kills} (${list.join(', ')}), ${total.completions} complete runs, ${different} with other files`,
      )
    }
    return different === 0
  } finally {
    await rm(cwd, { recursive: true, force: true })
  }
}
