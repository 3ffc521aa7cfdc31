// Same bits everywhere: this file runs in Node and in Chromium, against one list of hashes (golden.json).
// `npm run golden` writes the list anew; a change of it is a change of results and belongs in the CHANGELOG.

import type { AnySimulation, SceneInput } from 'seiche'
import { describe, expect, it } from 'vitest'
import { crowdHash, crowdWorld, moveCrowd } from '../testing/body-crowd.js'
import { simulateAny as start } from '../testing/running.js'
import { everything, GOLDEN_STEPS, goldenSteps, LONG_RUN, play, SHORT_RUN, scenes } from '../testing/scenes.js'
import golden from './golden.json' with { type: 'json' }

/**
 * Node takes the long run on every number of threads, a page a short one. Scenes run on 1 and 3 threads here, on 1 and 2 there, where the
 * calling thread may not sleep and would keep others from running: to their early hash, and in Node on one thread to their late one.
 */
const inPage = 'document' in globalThis
const threadCounts = inPage ? [1, 2] : [1, 3]
const threadCountsOfRun = inPage ? [1, 2] : [1, 2, 3, 4]
const steps = inPage ? SHORT_RUN : LONG_RUN
const goldenRun = inPage ? golden.everythingSoon : golden.everything

/** In Node, several threads run the kernels of files, among them those of surfaces alone, and one runs those of the package. */
const files = inPage ? undefined : (await import('../testing/kernel-files.js')).kernelFiles()

/** On exactly so many threads. */
async function simulate(scene: SceneInput, threads: number): Promise<AnySimulation> {
  const sim = await start(scene, threads, threads > 1 ? files : undefined)
  expect(sim.threads).toBe(threads)
  return sim
}

describe('golden hashes', () => {
  for (const [name, scene] of Object.entries(scenes))
    it(`${name} on ${threadCounts} threads`, async () => {
      const { early, late } = goldenSteps(scene)
      const hashes = golden.scenes[name as keyof typeof golden.scenes]
      for (const threads of threadCounts) {
        const sim = await simulate(scene, threads)
        sim.step(early)
        expect(sim.hash(), `early, ${threads} threads`).toBe(hashes.early)
        if (inPage || threads > 1) continue
        sim.step(late - early)
        expect(sim.hash(), 'late').toBe(hashes.late)
      }
    })

  it('bodies', async () => {
    const crowd = await crowdWorld()
    moveCrowd(crowd.world, GOLDEN_STEPS)
    expect(crowdHash(crowd)).toBe(golden.bodies)
  })

  it(`${steps} steps with events on ${threadCountsOfRun} threads`, async () => {
    for (const threads of threadCountsOfRun) {
      const sim = await simulate(everything, threads)
      play(sim, SHORT_RUN)
      expect(sim.hash(), `${threads} threads, soon`).toBe(golden.everythingSoon)
      play(sim, steps - SHORT_RUN)
      expect(sim.hash(), `${threads} threads`).toBe(goldenRun)
    }
  })

  it('a log of events replays to the same hash', async () => {
    const live = await simulate(everything, 1)
    play(live, steps)
    expect(live.events).toHaveLength(steps / 500)
    const replay = await simulate({ ...everything, events: live.events as SceneInput['events'] }, 2)
    replay.step(steps)
    expect(replay.hash()).toBe(goldenRun)
    expect(replay.events).toEqual(live.events)
  })

  it('a restored snapshot goes on to the same hash', async () => {
    const first = await simulate(everything, 1)
    play(first, 1300)
    const bytes = first.snapshot()
    const atSnapshot = first.hash()
    first.step(700)
    const later = first.hash()
    for (const threads of [1, 2]) {
      const second = await simulate(everything, threads)
      second.step(10)
      second.restore(bytes)
      expect(second.stepCount).toBe(1300)
      expect(second.events).toHaveLength(3)
      expect(second.hash()).toBe(atSnapshot)
      second.step(700)
      expect(second.hash()).toBe(later)
      expect(second.diagnostics()).toEqual(first.diagnostics())
    }
  })
})
