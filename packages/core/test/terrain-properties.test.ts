// Water over any ground: random terrain, water, sources, edges, solids and digging.

import fc from 'fast-check'
import type { SceneInput } from 'seiche'
import { describe, expect, it } from 'vitest'
import { createSurface } from '../testing/running.js'
import { arbitraryGround } from '../testing/terrain-arbitrary.js'
import { expectBalance } from '../testing/water-balance.js'

// The same cases on every run; SEICHE_SEED=… looks at others.
fc.configureGlobal({ seed: Number(process.env.SEICHE_SEED ?? 1) })

const SOLVERS = ['kass-miller', 'shallow-water'] as const

describe.each(SOLVERS)('%s', (solver) => {
  it('1,000 steps over any ground stay finite, wet or dry, and volume changes by the water that is added', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryGround(solver), async (scene) => {
        const sim = await createSurface(scene)
        try {
          expectBalance(sim, 10)
        } finally {
          sim.dispose()
        }
      }),
      { numRuns: 30 },
    )
  }, 300_000)

  it('a lake is at rest, whatever lies in it and under it', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryGround(solver, { quiet: true }), async ({ initial: _, ...scene }) => {
        const sim = await createSurface(scene)
        const eta = sim.field('eta').read()
        sim.step(50)
        expect(sim.field('eta').read()).toEqual(eta)
        expect(
          sim
            .field('qx')
            .read()
            .every((q) => q === 0),
        ).toBe(true)
        expect(
          sim
            .field('qz')
            .read()
            .every((q) => q === 0),
        ).toBe(true)
        sim.dispose()
      }),
      { numRuns: 60 },
    )
  })

  it('any scene runs to the same hash on 1 and 3 threads, replayed, and from a snapshot', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryGround(solver), async (scene) => {
        const run = async (input: SceneInput, threads: number) => {
          const sim = await createSurface(input, { threads })
          sim.step(40)
          const snapshot = sim.snapshot()
          sim.step(40)
          const result = { hash: sim.hash(), snapshot, events: sim.events, diagnostics: sim.diagnostics() }
          sim.dispose()
          return result
        }
        const first = await run(scene, 1)
        expect((await run(scene, 3)).hash).toBe(first.hash)
        expect((await run({ ...scene, events: first.events as SceneInput['events'] }, 1)).hash).toBe(first.hash)
        const other = await createSurface(scene)
        other.step(7)
        other.restore(first.snapshot)
        other.step(40)
        expect(other.hash()).toBe(first.hash)
        expect(other.diagnostics().volume).toBe(first.diagnostics.volume)
        expect(other.diagnostics().addedVolume).toBeCloseTo(first.diagnostics.addedVolume, 9)
        other.dispose()
      }),
      { numRuns: 30 },
    )
  })
})
