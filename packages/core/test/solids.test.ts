// Solids that change while the water runs: built, erased, moving; pictures of solids; sources that move and press.

import { encode } from 'fast-png'
import type { SceneInput, SimulationEventInput, SurfaceSimulation } from 'seiche'
import { describe, expect, it } from 'vitest'
import { createSurface } from '../testing/running.js'

const pool: SceneInput = {
  seiche: 1,
  grid: { cells: [48, 36], cellSize: 0.1 },
  timeStep: 1 / 60,
  solver: { type: 'columns', depth: 0.5 },
  initial: { eta: [{ shape: 'gaussian', center: [0.5, 0], radius: 0.4, height: 0.1 }] },
}
type Brush = Extract<SimulationEventInput, { type: 'build' }>

const wall: Brush = { type: 'build', from: [-1, -1], to: [-1, 1], radius: 0.2 }

/** Volume less what is booked as added [m³]: constant between closed edges. */
function ownWater(sim: SurfaceSimulation): number {
  const { volume, addedVolume } = sim.diagnostics()
  return volume - addedVolume
}

const openAt = (sim: SurfaceSimulation, x: number, z: number) =>
  sim.field('openness').at(Math.floor(x / 0.1 + 24), Math.floor(z / 0.1 + 18))

describe('building and erasing', () => {
  it('any scene can be built on, also one without obstacles', async () => {
    const sim = await createSurface(pool)
    expect(openAt(sim, -1, 0)).toBe(1)
    sim.apply(wall)
    expect(openAt(sim, -1, 0)).toBe(0)
    expect(openAt(sim, -0.5, 0)).toBe(1)
    expect(sim.heightAt(-1, 0)).toBe(0)
    sim.step(100)
    expect(sim.heightAt(-1, 0)).toBe(0)
  })

  it('what is built stops waves like an obstacle of the scene', async () => {
    const initial: SceneInput['initial'] = {
      eta: [{ shape: 'gaussian', center: [1.2, 0], radius: 0.2, height: 0.1 }],
    }
    const sim = await createSurface({ ...pool, initial })
    const scene = await createSurface({
      ...pool,
      initial,
      obstacles: [{ shape: 'box', center: [0, 0], size: [0.4, 20] }],
    })
    sim.apply({ type: 'build', from: [0, -5], to: [0, 5], radius: 0.2 })
    expect(sim.field('openness').read()).toEqual(scene.field('openness').read())
    sim.step(300)
    scene.step(300)
    const [built, given] = [sim.field('eta').read(), scene.field('eta').read()]
    for (let k = 0; k < built.length; k++) expect(Math.abs(built[k]! - given[k]!)).toBeLessThan(1e-6)
    expect(Math.abs(sim.heightAt(-1.2, 0))).toBeLessThan(1e-5)
  })

  it('erases what was built and what the scene has', async () => {
    const sim = await createSurface({ ...pool, obstacles: [{ shape: 'disc', center: [1, 0], radius: 0.4 }] })
    sim.apply(wall)
    sim.apply({ ...wall, type: 'erase', radius: 0.4 })
    expect(openAt(sim, -1, 0)).toBe(1)
    expect(openAt(sim, 1, 0)).toBe(0)
    sim.apply({ type: 'erase', from: [1, 0], to: [1, 0], radius: 1 })
    expect(Math.min(...sim.field('openness').read())).toBe(1)
  })

  it('strength and softness do what they say', async () => {
    const sim = await createSurface(pool)
    const dab: Brush = { type: 'build', from: [0.05, 0.05], to: [0.05, 0.05], radius: 1 }
    sim.apply({ ...dab, strength: 0.25 })
    expect(openAt(sim, 0.05, 0.05)).toBe(0.75)
    expect(openAt(sim, 0.75, 0.05)).toBe(0.75)
    sim.apply({ ...dab, strength: 0.5 })
    expect(openAt(sim, 0.05, 0.05)).toBe(0.375)
    sim.apply({ ...dab, type: 'erase', strength: 0.5 })
    expect(openAt(sim, 0.05, 0.05)).toBe(0.6875)
    const soft = await createSurface(pool)
    soft.apply({ ...dab, softness: 1 })
    const profile = [0.05, 0.35, 0.65, 0.95, 1.15].map((x) => openAt(soft, x, 0.05))
    expect(profile[0]).toBe(0)
    // The bump (1 - r²)² at r = 0.3 and 0.6.
    expect(profile[1]).toBeCloseTo(1 - 0.91 ** 2, 6)
    expect(profile[2]).toBeCloseTo(1 - 0.64 ** 2, 6)
    expect(profile[4]).toBe(1)
    const half = await createSurface(pool)
    half.apply({ ...dab, softness: 0.5 })
    expect([0.05, 0.35, 0.45].map((x) => openAt(half, x, 0.05))).toEqual([0, 0, 0])
    // 0.8 of the radius is 0.6 of the way from the plateau to the rim.
    expect(openAt(half, 0.85, 0.05)).toBeCloseTo(1 - (1 - 0.6 ** 2) ** 2, 6)
  })

  it('books the water that solids take and give', async () => {
    const sim = await createSurface(pool)
    const before = sim.diagnostics()
    sim.apply(wall)
    const built = sim.diagnostics()
    // A stadium of radius 0.2 m and length 2 m, 0.5 m deep; the hill is far.
    expect(built.addedVolume).toBeCloseTo(-0.5 * (Math.PI * 0.04 + 0.8), 2)
    expect(built.volume - built.addedVolume).toBeCloseTo(before.volume, 9)
    sim.step(200)
    sim.apply({ ...wall, type: 'erase', radius: 0.5 })
    sim.step(200)
    expect(sim.diagnostics().addedVolume).toBeGreaterThan(built.addedVolume + 0.4)
    expect(Math.abs(ownWater(sim) - before.volume)).toBeLessThan(1e-6 * before.volume)
  })

  it('a pool that is full above its rest level stays still when walls come and go', async () => {
    const sim = await createSurface({ ...pool, initial: { eta: [{ shape: 'plane', height: 0.25 }] } })
    sim.step(10)
    sim.apply(wall)
    sim.step(300)
    sim.apply({ ...wall, type: 'erase', radius: 0.6 })
    sim.step(300)
    const { minimum, maximum, kineticEnergy } = sim.diagnostics()
    expect([minimum, maximum]).toEqual([expect.closeTo(0.25, 6), expect.closeTo(0.25, 6)])
    expect(kineticEnergy).toBeLessThan(1e-9)
  })

  it('a grid built over altogether has no water, and comes back', async () => {
    const sim = await createSurface(pool)
    const all: Omit<Brush, 'type'> = { from: [0, 0], to: [0, 0], radius: 50 }
    const { volume } = sim.diagnostics()
    sim.apply({ type: 'build', ...all })
    sim.step(20)
    expect(sim.diagnostics()).toMatchObject({ volume: expect.closeTo(0, 9), minimum: 0, maximum: 0 })
    sim.apply({ type: 'erase', ...all })
    sim.step(20)
    expect(sim.diagnostics().maximum).toBe(0)
    expect(Math.abs(ownWater(sim) - volume)).toBeLessThan(1e-6 * volume)
  })

  it('a brush outside the grid does nothing and is recorded', async () => {
    const sim = await createSurface(pool)
    const before = sim.hash()
    sim.apply({ type: 'build', from: [50, 0], to: [60, 0], radius: 0.3 })
    expect(sim.hash()).toBe(before)
    expect(sim.events).toEqual([
      { type: 'build', from: [50, 0], to: [60, 0], radius: 0.3, softness: 0, strength: 1, step: 0 },
    ])
  })

  it('a source gives nothing to what is built over it', async () => {
    const sim = await createSurface({
      ...pool,
      initial: {},
      sources: [{ shape: { shape: 'box', size: [1, 1] }, rate: 0.02 }],
    })
    sim.apply({ type: 'build', from: [0, -1], to: [0, 1], radius: 0.25 })
    const { addedVolume } = sim.diagnostics()
    const water = ownWater(sim)
    sim.step(60)
    // Half of the square is covered.
    expect(sim.diagnostics().addedVolume - addedVolume).toBeCloseTo(0.01, 6)
    expect(ownWater(sim)).toBeCloseTo(water, 6)
  })
})

describe('softness of drops and strokes', () => {
  it('1 is the bump that there is without it; 0 is a plateau', async () => {
    const drop = { type: 'drop', x: 0.05, z: 0.05, radius: 0.8, height: 0.1 } as const
    const heights = async (softness?: number) => {
      const sim = await createSurface({ ...pool, initial: {} })
      sim.apply({ ...drop, ...(softness !== undefined && { softness }) })
      return [0.05, 0.35, 0.65, 0.95].map((x) => sim.heightAt(x, 0.05))
    }
    const [plain, soft, hard] = [await heights(), await heights(1), await heights(0)]
    for (const k of [0, 1, 2, 3]) expect(soft[k]).toBeCloseTo(plain[k]!, 7)
    expect(hard).toEqual([0.1, 0.1, 0.1, 0].map((height) => expect.closeTo(height, 7)))
  })

  it('a stroke adds no water, however soft', async () => {
    for (const softness of [0, 0.3, 1]) {
      const sim = await createSurface({ ...pool, obstacles: [{ shape: 'disc', radius: 0.4 }] })
      const { volume } = sim.diagnostics()
      sim.apply({ type: 'stroke', from: [-1, -1], to: [0.5, 0.3], radius: 0.3, strength: 0.05, softness })
      expect(Math.abs(sim.diagnostics().volume - volume)).toBeLessThan(1e-8)
    }
  })
})

describe('solids that move', () => {
  const ferry: SceneInput = {
    ...pool,
    initial: {},
    obstacles: [{ shape: 'disc', center: [-1.5, 0], radius: 0.4, motion: { velocity: [0.5, 0.1] } }],
  }

  it('are where they should be after every step', async () => {
    const sim = await createSurface(ferry)
    for (const steps of [0, 60, 77]) {
      sim.step(steps)
      const [x, z] = [-1.5 + 0.5 * sim.time, 0.1 * sim.time]
      const there = await createSurface({ ...pool, obstacles: [{ shape: 'disc', center: [x, z], radius: 0.4 }] })
      const [moved, stood] = [sim.field('openness').read(), there.field('openness').read()]
      for (let k = 0; k < moved.length; k++) expect(Math.abs(moved[k]! - stood[k]!)).toBeLessThan(1e-6)
    }
  })

  it('as deep as the water they neither make nor lose any', async () => {
    const sim = await createSurface(ferry)
    const { volume } = sim.diagnostics()
    for (let k = 0; k < 20; k++) {
      sim.step(20)
      expect(Math.abs(sim.diagnostics().addedVolume)).toBeLessThan(1e-6 * volume)
      expect(Math.abs(ownWater(sim) - volume)).toBeLessThan(1e-6 * volume)
    }
    expect(sim.diagnostics().energy).toBeGreaterThan(1)
  })

  it('push draught × what they close onto the surface: one that comes in from outside raises the pool by its volume', async () => {
    const draught = 0.2
    const sim = await createSurface({
      ...pool,
      initial: {},
      solver: { type: 'columns', depth: 0.5, damping: 1 },
      obstacles: [
        {
          shape: 'box',
          size: [1, 1],
          draught,
          motion: {
            path: [
              { time: 0, at: [-4, 0] },
              { time: 8, at: [0, 0] },
            ],
          },
        },
      ],
    })
    sim.step(60 * 30)
    const { minimum, maximum } = sim.diagnostics()
    // 1 m² of draught on the rest of the surface.
    const rise = draught / (4.8 * 3.6 - 1)
    expect(maximum - minimum).toBeLessThan(1e-4 * rise)
    expect(maximum / rise).toBeCloseTo(1, 4)
  })

  it('a wall that moves makes the surge of a piston', async () => {
    // Water crosses a wall of speed v nowhere: c eta = v (H + eta) before it, -c eta = v (H + eta) behind.
    const [v, depth] = [0.1, 0.5]
    const c = Math.sqrt(9.81 * depth)
    const sim = await createSurface({
      seiche: 1,
      grid: { cells: [400, 1], cellSize: 0.05 },
      timeStep: 1 / 120,
      solver: { type: 'columns', depth },
      obstacles: [{ shape: 'box', size: [1, 1], motion: { velocity: [v, 0] } }],
    })
    sim.step(360)
    const mean = (from: number, to: number) => {
      let sum = 0
      for (let k = 0; k < 100; k++) sum += sim.heightAt(from + ((to - from) * k) / 100, 0)
      return sum / 100
    }
    expect(Math.abs(mean(1.5, 6) / ((v * depth) / (c - v)) - 1)).toBeLessThan(0.002)
    expect(Math.abs(mean(-6, -1) / ((-v * depth) / (c + v)) - 1)).toBeLessThan(0.002)
  })

  it('still water stays still while nothing moves, and beneath a body without draught', async () => {
    const sim = await createSurface({
      ...ferry,
      obstacles: [{ shape: 'disc', radius: 0.4, draught: 0, motion: { velocity: [0.7, 0] } }],
    })
    sim.step(300)
    expect(sim.diagnostics()).toMatchObject({ minimum: 0, maximum: 0, kineticEnergy: 0 })
  })

  it.each([
    ['a disc', { shape: 'disc', radius: 0.3 }],
    ['a box', { shape: 'box', size: [0.4, 0.3], angle: 20 }],
    ['a sieve', { shape: 'disc', radius: 0.3, height: 0.6 }],
  ] as const)('%s that goes to and fro for long does not make the water grow', async (_, shape) => {
    const sim = await createSurface({
      seiche: 1,
      grid: { cells: [120, 80], cellSize: 0.05 },
      solver: { type: 'columns', depth: 0.5 },
      boundaries: { 'x-': 'absorb', 'x+': 'absorb', 'z-': 'absorb', 'z+': 'absorb' },
      obstacles: [
        {
          ...shape,
          motion: {
            path: [
              { time: 0, at: [-2, -1] },
              { time: 3, at: [2, 1.03] },
              { time: 6, at: [-2, -1] },
            ],
            loop: true,
          },
        } as NonNullable<SceneInput['obstacles']>[number],
      ],
    })
    /** Most energy on one way there and back [J]. */
    const lap = () => {
      let most = 0
      for (let k = 0; k < 36; k++) {
        sim.step(10)
        most = Math.max(most, sim.diagnostics().energy)
      }
      return most
    }
    lap()
    const early = lap()
    for (let k = 0; k < 4; k++) lap()
    expect(lap() / early).toBeLessThan(2)
  })

  it('may leave the grid, come from outside and jump across it', async () => {
    const sim = await createSurface({
      ...ferry,
      obstacles: [
        { shape: 'disc', center: [-9, 0], radius: 0.7, motion: { velocity: [6, 0] } },
        {
          shape: 'polygon',
          points: [
            [0, 0],
            [1, 0],
            [0, 1],
          ],
          motion: {
            path: [
              { time: 0, at: [-1, 0] },
              { time: 0.5, at: [1, 1] },
            ],
            loop: true,
          },
        },
      ],
    })
    const water = ownWater(sim)
    for (let k = 0; k < 240; k++) sim.step()
    expect(Math.abs(ownWater(sim) - water)).toBeLessThan(1e-6 * water)
  })

  it('a snapshot with built and moving solids goes on to the same hash, and goes back', async () => {
    const scene: SceneInput = {
      ...ferry,
      sources: [
        { shape: { shape: 'disc', radius: 0.3 }, rate: 0.05, motion: { velocity: [0.2, 0.3] } },
        { shape: { shape: 'disc', center: [1, 1], radius: 0.3 }, rate: 0.5, period: 0.7, quantity: 'pressure' },
      ],
    }
    const [first, second] = [await createSurface(scene, { threads: 1 }), await createSurface(scene, { threads: 2 })]
    const fresh = first.snapshot()
    const freshHash = first.hash()
    first.step(30)
    first.apply(wall)
    first.step(20)
    first.apply({ type: 'erase', from: [-1, 0], to: [-1, 0.5], radius: 0.3, softness: 0.5 })
    second.apply({ type: 'build', from: [1, -1], to: [2, 1], radius: 0.3 })
    second.step(7)
    second.restore(first.snapshot())
    expect(second.hash()).toBe(first.hash())
    first.step(100)
    second.step(100)
    expect(second.hash()).toBe(first.hash())
    expect(second.field('openness').read()).toEqual(first.field('openness').read())
    expect(second.diagnostics()).toEqual(first.diagnostics())
    // A snapshot from before anything was built takes it away again.
    first.restore(fresh)
    expect(first.hash()).toBe(freshHash)
    expect(openAt(first, -1, 0.8)).toBe(1)
    const again = await createSurface(scene)
    again.step(50)
    first.step(50)
    expect(first.hash()).toBe(again.hash())
  })

  it('the hash tells built ground apart even where no wave has been', async () => {
    const [one, other] = [await createSurface({ ...pool, initial: {} }), await createSurface({ ...pool, initial: {} })]
    one.apply(wall)
    other.apply({ ...wall, radius: 0.3 })
    expect(one.hash()).not.toBe(other.hash())
  })
})

describe('sources', () => {
  it('one that moves adds as much as one that stands, and leaves its water where it was', async () => {
    const sim = await createSurface({
      ...pool,
      initial: {},
      sources: [{ shape: { shape: 'disc', center: [-1, 0], radius: 0.4 }, rate: 0.02, motion: { velocity: [0.5, 0] } }],
    })
    const { volume } = sim.diagnostics()
    sim.step(120)
    const after = sim.diagnostics()
    expect(after.addedVolume / (0.02 * 2 * Math.PI * 0.16)).toBeCloseTo(1, 2)
    expect(Math.abs(after.volume - after.addedVolume - volume)).toBeLessThan(1e-6 * volume)
  })

  it('one that moves goes smoothly through the cells', async () => {
    for (let start = -1; start < -0.9; start += 0.017) {
      const sim = await createSurface({
        ...pool,
        timeStep: 0.001,
        initial: {},
        sources: [
          { shape: { shape: 'gaussian', center: [start, 0.03], radius: 0.3 }, rate: 1, motion: { velocity: [50, 0] } },
        ],
      })
      sim.step()
      const eta = sim.field('eta').read()
      let [sum, moment] = [0, 0]
      for (let cell = 0; cell < eta.length; cell++) {
        sum += eta[cell]!
        moment += eta[cell]! * ((cell % 48) - 23.5) * 0.1
      }
      // Half a step of 50 m/s further on.
      expect(moment / sum).toBeCloseTo(start + 0.025, 4)
      expect(sim.diagnostics().addedVolume / (0.001 * Math.PI * 0.09)).toBeCloseTo(1, 5)
    }
  })

  it('one may begin outside the grid if it moves', async () => {
    const sim = await createSurface({
      ...pool,
      initial: {},
      sources: [{ shape: { shape: 'disc', center: [-9, 0], radius: 0.4 }, rate: 0.1, motion: { velocity: [4, 0] } }],
    })
    sim.step(60)
    expect(sim.diagnostics().maximum).toBe(0)
    sim.step(60)
    expect(sim.diagnostics().maximum).toBeGreaterThan(0.001)
    sim.step(400)
    expect(Number.isFinite(sim.diagnostics().energy)).toBe(true)
  })

  it.each([0, 0.002])(
    'pressure holds the surface down by p / (rho g) and adds no water (viscosity %f)',
    async (viscosity) => {
      const rate = 0.3
      const sim = await createSurface({
        ...pool,
        initial: {},
        solver: { type: 'columns', depth: 0.5, damping: 3, viscosity },
        sources: [{ shape: { shape: 'disc', radius: 0.6 }, quantity: 'pressure', rate }],
      })
      sim.step(1200)
      expect((sim.heightAt(0, 0) - sim.heightAt(2, 1.5)) / (-rate / 9.81)).toBeCloseTo(1, 3)
      expect(sim.diagnostics().addedVolume).toBe(0)
    },
  )
})

describe('pictures of solids', () => {
  const picture = (width: number, height: number) =>
    encode({
      width,
      height,
      data: Uint8Array.from({ length: width * height * 2 }, (_, k) =>
        k % 2 === 1 ? ((k >> 1) % width === 3 ? 0 : 255) : (k >> 1) % width < 8 ? 255 : (k >> 1) % width === 8 ? 51 : 0,
      ),
      depth: 8,
      channels: 2,
    })
  const scene = (more: object): SceneInput => ({ ...pool, obstacles: [{ image: 'harbour.png', ...more }] })
  const read = (bytes: Uint8Array) => async () => bytes

  it('white is solid, clear is water, grey is in between', async () => {
    const sim = await createSurface(scene({}), { readFile: read(picture(48, 36)) })
    const openness = sim.field('openness')
    expect([0, 3, 7, 8, 9, 47].map((i) => openness.at(i, 5))).toEqual([0, 1, 0, Math.fround(0.8), 1, 1])
  })

  it('inverted, black is solid and clear is still water', async () => {
    const sim = await createSurface(scene({ invert: true }), { readFile: read(picture(48, 36)) })
    const openness = sim.field('openness')
    expect([0, 3, 7, 8, 9, 47].map((i) => openness.at(i, 5))).toEqual([1, 1, 1, expect.closeTo(0.2, 6), 0, 0])
  })

  it('refuses pictures of the wrong size, and what is no picture', async () => {
    const text = JSON.stringify(scene({}), null, 2)
    const fail = (bytes: Uint8Array) => createSurface(text, { source: 'pond.json', readFile: read(bytes) })
    await expect(fail(picture(36, 48))).rejects.toThrow(
      /^pond\.json:\d+:\d+: obstacles\[0\]\.image: harbour\.png is 36 × 48 pixels, the grid has 48 × 36 cells/,
    )
    await expect(fail(new Uint8Array(40))).rejects.toThrow(
      /obstacles\[0\]\.image: cannot read harbour\.png: not a PNG file/,
    )
    await expect(createSurface(text)).rejects.toThrow(
      /cannot read harbour\.png: pass createSimulation a "readFile" option/,
    )
  })
})
