// A run that is killed at random moments and resumed ends with the same files. `npm run soak -- --only kills` does it 200 times.

import { join } from 'node:path'
import { expect, it } from 'vitest'
import { capturedTerminal } from '../testing/captured-terminal.js'
import { killAndResume } from '../testing/kills.js'
import { outputsOf } from '../testing/outputs.js'
import { pool, scratchFolder, writeScene } from '../testing/scratch.js'
import { run } from './run.js'

it('a run that was killed six times and resumed has the files of one that was not', { timeout: 240_000 }, async () => {
  const cwd = await scratchFolder()
  const scene = await writeScene(cwd, { ...pool, duration: 8 })
  const words = ['--every-steps', '4', '--checkpoint-every', '20steps', '--format', 'npy,relief', '--fields', 'phi']
  const options = { every: { steps: 4 }, checkpointEvery: { steps: 20 }, formats: ['npy', 'relief'], fields: ['phi'] }
  await run(scene, { out: join(cwd, 'whole'), ...options }, capturedTerminal().terminal)
  const expected = await outputsOf(join(cwd, 'whole'))
  let random = 0
  const settings = {
    cwd,
    words,
    count: 6,
    longest: 1500,
    // The golden ratio spreads the moments evenly.
    random: () => (random = (random + 0.618034) % 1),
  }
  const survived = await killAndResume(settings, async () =>
    expect(await outputsOf(join(cwd, 'out'))).toEqual(expected),
  )
  expect(survived.kills).toBe(6)
  expect(survived.completions).toBeGreaterThanOrEqual(1)
})
