// Impermeable walls of iwave: nothing passes a wall of any thickness, walls can be built and erased while waves run, and no solids
// make waves grow. The other properties of solids are those of test/iwave-solids.test.ts.

import type { SceneInput, SurfaceSimulation } from 'seiche'
import { describe, expect, it } from 'vitest'
import { type IwaveInput, pool } from '../testing/iwave-pool.js'
import { simulate } from '../testing/running.js'

const walled: IwaveInput = { method: 'fft', walls: 'impermeable' }

/** The middle column of the pool, one cell thick. */
const dam: SceneInput['obstacles'] = [{ shape: 'box', center: [0.05, 0], size: [0.1, 20] }]
const lake: SceneInput['initial'] = { eta: [{ shape: 'box', center: [5.05, 0], size: [10, 20], height: 0.1 }] }

/** Least and largest elevation left and right of the dam. */
function levels(sim: SurfaceSimulation) {
  const eta = sim.field('eta').read()
  const left = eta.filter((_, cell) => cell % 48 < 24)
  const right = eta.filter((_, cell) => cell % 48 > 24)
  return [Math.min(...left), Math.max(...left), Math.min(...right), Math.max(...right)]
}

describe('a wall one cell thick', () => {
  for (const water of [{}, { depth: 0.5 }, { depth: 0.02 }])
    it(`keeps a lake at its level, to the last bit, ${JSON.stringify(water)}`, async () => {
      const sim = await simulate(pool({ ...walled, ...water }, { initial: lake, obstacles: dam }))
      const level = Math.fround(0.1)
      expect(levels(sim)).toEqual([0, 0, level, level])
      sim.step(600)
      expect(levels(sim)).toEqual([0, 0, level, level])
    })

  for (const water of [{}, { depth: 0.5 }])
    it(`stops waves completely, which pipes do not, ${JSON.stringify(water)}`, async () => {
      const initial: SceneInput['initial'] = {
        eta: [{ shape: 'box', center: [1.05, 0], size: [0.4, 0.4], height: 0.1 }],
      }
      const [sim, pipes] = [
        await simulate(pool({ ...walled, ...water }, { initial, obstacles: dam })),
        await simulate(pool({ method: 'fft', ...water }, { initial, obstacles: dam })),
      ]
      sim.step(200)
      pipes.step(200)
      const [low, high, , crest] = levels(sim)
      expect([low, high]).toEqual([0, 0])
      expect(crest).toBeGreaterThan(0.003)
      expect(levels(pipes)[1]).toBeGreaterThan(0.001)
    })

  it('reflects like the edge of a grid', async () => {
    const hill = (x: number): SceneInput['initial'] => ({
      eta: [{ shape: 'gaussian', center: [x, 0.2], radius: 0.3, height: 0.05 }],
    })
    const [sim, half] = [
      await simulate(pool(walled, { initial: hill(-0.5), obstacles: dam })),
      // The 24 columns left of the dam by themselves, with the spectral operator.
      await simulate(pool({ method: 'fft' }, { initial: hill(0.7), grid: { cells: [24, 36], cellSize: 0.1 } })),
    ]
    for (const one of [sim, half]) one.step(90)
    for (let x = -1.1; x < 1.15; x += 0.1)
      for (const z of [-1.2, 0, 0.9])
        expect(Math.abs(sim.heightAt(x - 1.2, z) - half.heightAt(x, z))).toBeLessThan(4e-4)
    expect(half.diagnostics().maximum).toBeGreaterThan(0.01)
  })
})

describe('walls that change', () => {
  it('a breach lets the lake out, and a dam closes it again', async () => {
    const sim = await simulate(pool({ ...walled, depth: 0.5 }, { initial: lake, obstacles: dam }))
    sim.step(60)
    sim.apply({ type: 'erase', from: [0.05, -0.3], to: [0.05, 0.3], radius: 0.2 })
    const { volume, addedVolume } = sim.diagnostics()
    /** Mean elevation left of the dam. */
    const left = () => {
      const [eta, open] = [sim.field('eta').read(), sim.field('openness').read()]
      let [water, area] = [0, 0]
      for (let cell = 0; cell < eta.length; cell++) {
        if (cell % 48 >= 24) continue
        water += eta[cell]! * open[cell]!
        area += open[cell]!
      }
      return water / area
    }
    // The water swings to and fro through the breach, about a mean of nearly half the level.
    let highest = 0
    for (let block = 0; block < 20; block++) {
      sim.step(20)
      highest = Math.max(highest, left())
    }
    expect(highest).toBeGreaterThan(0.05)
    sim.apply({ type: 'build', from: [0.05, -1], to: [0.05, 1], radius: 0.15 })
    const level = left()
    sim.step(400)
    expect(Math.abs(left() - level)).toBeLessThan(1e-7)
    const after = sim.diagnostics()
    expect(Math.abs(after.volume - after.addedVolume - volume + addedVolume)).toBeLessThan(2e-6 * volume)
  })

  it('water without solids again has the bits of water that never had any', async () => {
    const [built, open] = [await simulate(pool(walled)), await simulate(pool(walled))]
    const fresh = built.snapshot()
    built.apply({ type: 'build', from: [0, 0], to: [1, 1], radius: 0.3 })
    built.step(5)
    built.restore(fresh)
    for (const sim of [built, open]) sim.step(30)
    expect(built.hash()).toBe(open.hash())
  })
})

describe('any solids', () => {
  /** Numbers in 0 … 1 that are the same in every run. */
  function* numbers(seed: number): Generator<number, never> {
    for (let state = seed; ; ) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      yield state / 2 ** 32
    }
  }

  it('make no wave grow: discs, boxes and soft strokes at random keep energy and volume', async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const random = numbers(seed)
      const next = (from: number, to: number) => from + (to - from) * random.next().value
      const at = (): [number, number] => [next(-2.4, 2.4), next(-1.8, 1.8)]
      const obstacles: SceneInput['obstacles'] = Array.from({ length: 8 }, (_, n) =>
        n % 2
          ? { shape: 'disc', center: at(), radius: next(0.03, 0.5) }
          : { shape: 'box', center: at(), size: [next(0.03, 1), next(0.03, 0.2)], angle: next(0, 180) },
      )
      const water = seed % 3 === 0 ? {} : { depth: next(0.01, 1) }
      const edge = seed % 2 ? 'reflect' : 'periodic'
      const sim = await simulate(
        pool(
          { ...walled, ...water },
          { obstacles, boundaries: { 'x-': edge, 'x+': edge, 'z-': 'reflect', 'z+': 'reflect' } },
        ),
      )
      // Cells of any openness, in a wide brush that is soft throughout.
      for (let n = 0; n < 4; n++)
        sim.apply({
          type: 'build',
          from: at(),
          to: at(),
          radius: next(0.1, 0.6),
          softness: 1,
          strength: next(0.2, 0.9),
        })
      const before = sim.diagnostics()
      sim.step(300)
      const after = sim.diagnostics()
      expect(Math.abs(after.energy / before.energy - 1), `energy, seed ${seed}`).toBeLessThan(2e-6)
      expect(Math.abs(after.volume - before.volume), `volume, seed ${seed}`).toBeLessThan(1e-6 * 4.8 * 3.6 * 0.1)
    }
  })
})

it('a method without impermeable walls says which ones have them', async () => {
  await expect(simulate(pool({ walls: 'impermeable' }))).rejects.toThrow(
    'solver.walls: impermeable walls need method "fft" or "window", not "exponential": add "method": "fft" to the solver, or leave "walls" out',
  )
})
