// The iwave solver among solids that stand, are built, move; and that none of it depends on threads, on queries, or on
// having been saved.

import type { SceneInput, SurfaceSimulation } from 'seiche'
import { describe, expect, it } from 'vitest'
import { allEdges, type IwaveInput, pool } from '../testing/iwave-pool.js'
import { simulate } from '../testing/running.js'

/** Methods, and ways in which solids are walls. */
const WALLED: readonly IwaveInput[] = [
  { method: 'fft' },
  { method: 'window' },
  { method: 'fft', walls: 'impermeable' },
  { method: 'window', walls: 'impermeable' },
]
const KINDS: readonly IwaveInput[] = [{ method: 'exponential' }, ...WALLED]
const nameOf = ({ method, walls }: IwaveInput) => (walls ? `${method}, ${walls} walls` : `${method}`)

const stones: SceneInput['obstacles'] = [
  { shape: 'disc', center: [-0.6, 0.1], radius: 0.5 },
  // Over the corner: its faces lie on two edges.
  { shape: 'box', center: [2.2, -1.5], size: [0.6, 0.5], angle: 25 },
]

/** Volume less what is booked as added [m³]: constant between closed edges. */
function ownWater(sim: SurfaceSimulation): number {
  const { volume, addedVolume } = sim.diagnostics()
  return volume - addedVolume
}

describe('solids that stand', () => {
  for (const kind of WALLED)
    for (const edge of ['reflect', 'periodic', 'fixed'] as const)
      for (const water of [{}, { depth: 0.5 }, { depth: 0.03 }, { depth: 0.3, surfaceTension: 5 }])
        it(`${nameOf(kind)} keeps energy${edge === 'fixed' ? '' : ' and volume'} among them, ${edge}, ${JSON.stringify(water)}`, async () => {
          const sim = await simulate(pool({ ...kind, ...water }, { boundaries: allEdges(edge), obstacles: stones }))
          const before = sim.diagnostics()
          for (let block = 0; block < 4; block++) {
            sim.step(100)
            const after = sim.diagnostics()
            expect(Math.abs(after.energy / before.energy - 1)).toBeLessThan(1e-6)
            // Energy alone would not see two waves that grow against each other.
            expect(after.maximum).toBeLessThan(0.15)
            if (edge !== 'fixed') expect(Math.abs(after.volume - before.volume)).toBeLessThan(1e-6 * 4.8 * 3.6 * 0.1)
          }
        })

  for (const kind of WALLED)
    it(`${nameOf(kind)}: a fixed edge far from a solid is as fixed as without one`, async () => {
      const far: SceneInput['obstacles'] = [{ shape: 'disc', center: [-2.1, -1.5], radius: 0.1 }]
      const [among, open] = [
        await simulate(pool({ ...kind, depth: 0.5 }, { boundaries: allEdges('fixed'), obstacles: far })),
        await simulate(pool({ ...kind, depth: 0.5 }, { boundaries: allEdges('fixed') })),
      ]
      for (const sim of [among, open]) sim.step(120)
      for (let x = -1; x < 2.4; x += 0.3)
        expect(Math.abs(among.heightAt(x, 0.8) - open.heightAt(x, 0.8))).toBeLessThan(1e-3)
      expect(Math.abs(open.heightAt(0.5, 0.8))).toBeGreaterThan(1e-3)
    })

  for (const kind of WALLED)
    it(`${nameOf(kind)}: still water over its rest level stays still among solids`, async () => {
      const sim = await simulate(pool(kind, { initial: { eta: [{ shape: 'plane', height: 0.2 }] }, obstacles: stones }))
      sim.step(300)
      const { minimum, maximum } = sim.diagnostics()
      expect([minimum, maximum]).toEqual([expect.closeTo(0.2, 6), expect.closeTo(0.2, 6)])
    })

  it('a wall throws waves back upright by fft and window, upside down by exponential', async () => {
    const channel = (kind: IwaveInput, more: Partial<SceneInput>) =>
      simulate({ ...pool({ ...kind, depth: 0.2 }), grid: { cells: [240, 1], cellSize: 0.05 }, timeStep: 0.01, ...more })
    const hill = (x: number) => ({
      shape: 'gaussian' as const,
      center: [x, 0] as [number, number],
      radius: 0.4,
      height: 0.01,
    })
    for (const kind of KINDS) {
      const [wall, image] = [
        await channel(kind, {
          initial: { eta: [hill(1)] },
          obstacles: [{ shape: 'box', center: [5, 0], size: [3, 9] }],
        }),
        // The same without a wall, and a second hill as far behind it.
        await channel(kind, {
          initial: { eta: [hill(1), hill(6 - 1e-9)] },
          grid: { cells: [480, 1], cellSize: 0.05 },
        }),
      ]
      for (const sim of [wall, image]) sim.step(Math.round((5 / Math.sqrt(9.81 * 0.2)) * 100))
      // Half of the hill has come back. Cells joined by pipes are not quite a mirror.
      for (const x of [1, 1.5]) {
        if (kind.method === 'exponential') expect(wall.heightAt(x, 0)).toBeLessThan(-0.3 * image.heightAt(x, 0))
        else expect(Math.abs(wall.heightAt(x, 0) - image.heightAt(x, 0))).toBeLessThan(0.0003)
        expect(image.heightAt(x, 0)).toBeGreaterThan(0.0025)
      }
    }
  })
})

describe('solids that change', () => {
  for (const kind of WALLED)
    it(`${nameOf(kind)}: built, erased and moving solids book all the water that comes and goes`, async () => {
      const sim = await simulate(
        pool(
          { ...kind, depth: 0.5 },
          {
            obstacles: [
              // Comes in from outside the grid and leaves it on the other side.
              { shape: 'disc', center: [-3.4, 0.2], radius: 0.4, motion: { velocity: [2, 0] } },
              {
                shape: 'box',
                size: [0.5, 0.3],
                motion: {
                  path: [
                    { time: 0, at: [0, 0] },
                    { time: 1, at: [0.4, 0.6] },
                    { time: 2, at: [0, 0] },
                  ],
                  loop: true,
                },
              },
            ],
          },
        ),
      )
      const water = ownWater(sim)
      for (let step = 0; step < 300; step++) {
        if (step === 40) sim.apply({ type: 'build', from: [-1, -1], to: [-1, 1], radius: 0.2 })
        if (step === 150) sim.apply({ type: 'erase', from: [-1, -1], to: [-1, 1], radius: 0.5, softness: 0.5 })
        sim.step()
        if (step % 20 === 0) expect(Math.abs(ownWater(sim) - water)).toBeLessThan(2e-6 * water)
      }
      // The disc is gone, the box is where it was.
      const { minimum, maximum } = sim.diagnostics()
      // Water in front of an impermeable disc rises more, towards v²/2g.
      expect(Math.max(-minimum, maximum)).toBeLessThan(kind.walls === 'impermeable' ? 0.4 : 0.3)
      expect(sim.field('openness').at(47, 20)).toBe(1)
    })

  for (const kind of KINDS)
    it(`${nameOf(kind)}: any scene can be built on, and what is built stops waves like an obstacle of the scene`, async () => {
      const initial: SceneInput['initial'] = {
        eta: [{ shape: 'gaussian', center: [1.4, 0], radius: 0.2, height: 0.1 }],
      }
      const wall: SceneInput['obstacles'] = [{ shape: 'box', center: [0, 0], size: [0.4, 20] }]
      const [sim, scene] = [
        await simulate(pool({ ...kind, depth: 0.3 }, { initial, timeStep: 0.01 })),
        await simulate(pool({ ...kind, depth: 0.3 }, { initial, timeStep: 0.01, obstacles: wall })),
      ]
      sim.apply({ type: 'build', from: [0, -5], to: [0, 5], radius: 0.2 })
      expect(sim.field('openness').read()).toEqual(scene.field('openness').read())
      sim.step(200)
      scene.step(200)
      const [built, given] = [sim.field('eta').read(), scene.field('eta').read()]
      for (let k = 0; k < built.length; k++) expect(Math.abs(built[k]! - given[k]!)).toBeLessThan(1e-6)
      // Water acts at a distance, also through a wall, but little of it.
      expect(Math.abs(sim.heightAt(-1.2, 0))).toBeLessThan(0.004)
    })
})

describe('the same bits', () => {
  /** Everything at once: every kind of edge, solids that stand and move, springs, events, fading, tension. */
  const everything = (kind: IwaveInput, ambient?: IwaveInput['ambient']): SceneInput =>
    pool(
      {
        ...kind,
        depth: 0.6,
        damping: 0.02,
        viscosity: 1e-4,
        surfaceTension: 0.07,
        sponge: 0.6,
        ...(ambient && { ambient }),
      },
      {
        boundaries: { 'x-': 'absorb', 'x+': 'fixed', 'z-': 'periodic', 'z+': 'periodic' },
        obstacles: [...stones, { shape: 'disc', center: [-1.5, -1], radius: 0.3, motion: { velocity: [0.8, 0.3] } }],
        sources: [
          { shape: { shape: 'disc', center: [1, 1], radius: 0.3 }, rate: 0.05, motion: { velocity: [-0.2, 0] } },
          { shape: { shape: 'disc', center: [1, -1], radius: 0.3 }, rate: 0.5, period: 0.7, quantity: 'pressure' },
        ],
        events: [
          { step: 10, type: 'drop', x: 1, z: 0.5, radius: 0.2, height: 0.02 },
          { step: 20, type: 'build', from: [0.5, 0], to: [0.5, 1], radius: 0.15 },
          { step: 30, type: 'stroke', from: [1, 0], to: [1, 1], radius: 0.2, strength: 0.02 },
          { step: 45, type: 'erase', from: [0.5, 0], to: [0.5, 0.5], radius: 0.3, softness: 0.5 },
        ],
      },
    )
  const trains: IwaveInput['ambient'] = { type: 'waves', trains: [{ wavelength: 1.3, height: 0.05, direction: 20 }] }
  const sea: IwaveInput['ambient'] = { type: 'ocean', windSpeed: 3, fetch: 500, depth: 0.6, seed: 4 }

  for (const kind of KINDS)
    for (const [name, ambient] of [
      ['no', undefined],
      ['trains as', trains],
      ['an ocean as', sea],
    ] as const) {
      it(`${nameOf(kind)}, ${name} ambient waves: one hash on 1 to 4 threads, also when somebody looks`, async () => {
        const hashes: string[] = []
        for (const threads of [1, 2, 3, 4]) {
          const sim = await simulate(everything(kind, ambient), threads)
          for (let block = 0; block < 3; block++) {
            if (threads % 2 === 0) {
              sim.diagnostics()
              sim.velocityAt(0.3, 0.2)
            }
            sim.step(20)
          }
          expect(Number.isFinite(sim.diagnostics().energy)).toBe(true)
          hashes.push(sim.hash())
        }
        expect(new Set(hashes).size).toBe(1)
      })

      it(`${nameOf(kind)}, ${name} ambient waves: a snapshot goes on to the same hash, goes back, and a log replays`, async () => {
        const scene = everything(kind, ambient)
        const [first, second] = [await simulate(scene), await simulate(scene, 2)]
        const fresh = first.snapshot()
        first.step(25)
        first.apply({ type: 'build', from: [-1, -1], to: [-1, 1], radius: 0.2 })
        first.step(10)
        const middle = first.snapshot()
        second.step(3)
        second.apply({ type: 'build', from: [1, -1], to: [2, 1], radius: 0.3 })
        second.step(2)
        second.restore(middle)
        expect(second.hash()).toBe(first.hash())
        expect(second.heightAt(1, 1)).toBe(first.heightAt(1, 1))
        expect(second.velocityAt(1, 1)).toEqual(first.velocityAt(1, 1))
        expect(second.diagnostics()).toEqual(first.diagnostics())
        for (const sim of [first, second]) sim.step(25)
        expect(second.hash()).toBe(first.hash())
        expect(second.field('eta').read()).toEqual(first.field('eta').read())
        const replay = await simulate({ ...scene, events: first.events as SceneInput['events'] })
        replay.step(60)
        expect(replay.hash()).toBe(first.hash())
        first.restore(fresh)
        const again = await simulate(scene)
        for (const sim of [first, again]) sim.step(40)
        expect(first.hash()).toBe(again.hash())
      })
    }

  for (const kind of KINDS)
    it(`${nameOf(kind)}: a snapshot from before anything was built takes it away again`, async () => {
      const sim = await simulate(pool({ ...kind, depth: 0.5, viscosity: 1e-4, surfaceTension: 0.07 }))
      const fresh = sim.snapshot()
      sim.step(40)
      const hash = sim.hash()
      sim.restore(fresh)
      sim.apply({ type: 'build', from: [0, 0], to: [1, 1], radius: 0.3 })
      sim.step(5)
      sim.restore(fresh)
      sim.step(40)
      expect(sim.hash()).toBe(hash)
    })
})
