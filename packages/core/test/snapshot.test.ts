// Snapshots: what they keep, for which scenes they are good, and that one that is refused changes nothing.

import fc from 'fast-check'
import type { BodyInput, SceneInput, SimulationOptions, SurfaceSimulation } from 'seiche'
import { rapier } from 'seiche/bodies'
import { writeNpy } from 'seiche/npy'
import { describe, expect, it } from 'vitest'
import { couplings } from '../testing/couplings.js'
import { createSurface, disposeLater } from '../testing/running.js'

const seed = Number(process.env.SEICHE_SEED ?? 1)

const grid = { cells: [24, 16] as [number, number], cellSize: 0.1 }
const pool: SceneInput = {
  seiche: 1,
  grid,
  solver: { type: 'columns', depth: 1 },
  initial: { eta: [{ shape: 'gaussian', radius: 0.3, height: 0.1 }] },
}
const ball: BodyInput = { shape: 'sphere', radius: 0.2, density: 600, position: [0.3, 0.6, 0] }
const crate: BodyInput = { shape: 'box', size: [0.3, 0.3, 0.3], density: 300, position: [-0.6, 0.5, 0.2] }
const lake: SceneInput = {
  seiche: 1,
  grid,
  solver: { type: 'shallow-water' },
  terrain: [{ shape: 'plane', height: -0.5, slope: [0.3, 0] }],
}
const fluid: SceneInput = {
  seiche: 1,
  grid: { cells: [16, 12], cellSize: 0.1 },
  solver: { type: 'stable-fluids' },
  fluid: { dyes: { ink: { initial: [{ shape: 'box', center: [0, 0], size: [0.3, 0.3], amount: 1 }] } } },
}

async function start(scene: SceneInput, options: SimulationOptions = {}): Promise<SurfaceSimulation> {
  return disposeLater(await createSurface(scene, { rigidBodies: rapier, threads: 1, ...options }))
}

/** All that can be seen of a simulation. */
function seen(sim: SurfaceSimulation) {
  return {
    hash: sim.hash(),
    stepCount: sim.stepCount,
    events: structuredClone(sim.events),
    snapshot: sim.snapshot(),
    bodies: sim.bodies.map(({ position, mass, held }) => ({ position: [...position], mass, held })),
  }
}

/** A snapshot that is refused with such a message and leaves no trace: the run goes on as if it had not been tried. */
function expectRefused(sim: SurfaceSimulation, bytes: Uint8Array, message: string | RegExp): void {
  const before = seen(sim)
  expect(() => sim.restore(bytes)).toThrow(message)
  expect(seen(sim)).toEqual(before)
}

describe('of another scene', () => {
  const base: SceneInput = {
    ...pool,
    bodies: [ball],
    obstacles: [{ shape: 'box', center: [0.8, 0], size: [0.2, 0.4] }],
  }
  const others: [string, SceneInput, string][] = [
    ['depth', { ...base, solver: { type: 'columns', depth: 2 } }, 'solver.depth 2, this one has 1'],
    ['damping', { ...base, solver: { type: 'columns', depth: 1, damping: 0.5 } }, 'solver.damping 0.5, this one has 0'],
    ['time step', { ...base, timeStep: 0.01 }, `timeStep 0.01, this one has ${1 / 60}`],
    ['cell size', { ...base, grid: { ...grid, cellSize: 0.2 } }, 'grid.cellSize 0.2, this one has 0.1'],
    ['boundaries', { ...base, boundaries: { 'x-': 'absorb' } }, 'boundaries["x-"] "absorb", this one has "reflect"'],
    [
      'an obstacle moved',
      { ...base, obstacles: [{ shape: 'box', center: [0.7, 0], size: [0.2, 0.4] }] },
      'obstacles[0].center[0] 0.7, this one has 0.8',
    ],
    ['obstacles', { ...base, obstacles: [] }, 'without obstacles[0], this one has {"shape":"box"'],
    [
      'sources',
      { ...base, sources: [{ shape: { shape: 'disc', radius: 0.3 }, rate: 0.1 }] },
      'sources[0] {"shape":{"shape":"disc"',
    ],
    ['start', { ...base, initial: {} }, 'without initial.eta[0], this one has {"shape":"gaussian"'],
    ['bodies', { ...base, bodies: [] }, 'without bodies[0], this one has {"shape":"sphere"'],
    ['more bodies', { ...base, bodies: [ball, crate] }, 'bodies[1] {"shape":"box"'],
    ['density of a body', { ...base, bodies: [{ ...ball, density: 700 }] }, 'bodies[0].density 700, this one has 600'],
    ['coupling', { ...base, coupling: 'virtual-height' }, '"virtual-height", this one has "displacement"'],
    ['splashes', { ...base, splashes: false }, 'splashes false, this one has none'],
  ]
  it.each(others)('%s: is refused, and said', async (_, other, difference) => {
    const [sim, stranger] = [await start(base), await start(other)]
    sim.step(5)
    stranger.step(9)
    expectRefused(sim, stranger.snapshot(), difference)
    sim.step(3)
    const undisturbed = await start(base)
    undisturbed.step(8)
    expect(sim.hash()).toBe(undisturbed.hash())
  })

  it('terrain is refused, and said', async () => {
    const other = { ...lake, terrain: [{ shape: 'plane', height: -0.6, slope: [0.3, 0] }] } as SceneInput
    const [sim, stranger] = [await start(lake), await start(other)]
    expectRefused(sim, stranger.snapshot(), 'terrain[0].height -0.6, this one has -0.5')
  })

  it('several differences are counted', async () => {
    const sim = await start(pool)
    const stranger = await start({ ...pool, timeStep: 0.01, solver: { type: 'columns', depth: 2, damping: 0.5 } })
    expectRefused(sim, stranger.snapshot(), /, and 2 more differences$/)
  })

  it('size and solver are named first', async () => {
    const sim = await start(pool)
    expectRefused(
      sim,
      (await start({ ...pool, timeStep: 0.01, grid: { cells: [10, 10], cellSize: 0.2 } })).snapshot(),
      'this snapshot is of columns on 10 × 10 cells, the simulation is columns on 24 × 16 cells',
    )
    expectRefused(
      sim,
      (await start({ ...pool, solver: { type: 'iwave' } })).snapshot(),
      'this snapshot is of iwave on 24 × 16 cells, the simulation is columns on 24 × 16 cells',
    )
  })

  it('another content of a file with the same name is refused', async () => {
    const scene: SceneInput = { ...lake, terrain: [{ npy: 'bed.npy' }] }
    const bed = (height: number) => ({
      readFile: async () => writeNpy(new Float32Array(24 * 16).fill(height), [16, 24]),
    })
    const sim = await start(scene, bed(-1))
    expectRefused(
      sim,
      (await start(scene, bed(-2))).snapshot(),
      'this snapshot is of a scene in which the file bed.npy has other content',
    )
    const same = await start(scene, bed(-1))
    same.step(3)
    sim.restore(same.snapshot())
    expect(sim.hash()).toBe(same.hash())
  })
})

describe('of the same scene', () => {
  it('name, description, duration, probes and view may differ', async () => {
    const one = await start(pool)
    const two = await start({
      ...pool,
      name: 'Pool',
      description: 'a pool',
      duration: 3,
      probes: [{ name: 'buoy', at: [0, 0] }],
      view: { setting: 'pond', camera: { polar: 60 }, sun: { height: 10 }, water: 'lake' },
    })
    expect(two.hash()).toBe(one.hash())
    one.step(7)
    two.restore(one.snapshot())
    expect(two.hash()).toBe(one.hash())
  })

  it('what has happened comes from the snapshot, what is to happen from the scene that restores it', async () => {
    const drop = { type: 'drop', x: 0.3, z: 0.2, radius: 0.2, height: 0.1 } as const
    const past = { ...drop, step: 2 }
    const first = await start({ ...pool, events: [past, { ...drop, step: 20 }] })
    first.step(10)
    // A scene with another past and another future.
    const second = await start({
      ...pool,
      events: [
        { ...drop, x: -0.5, step: 4 },
        { ...drop, z: 0, step: 15 },
      ],
    })
    second.restore(first.snapshot())
    expect(second.hash()).toBe(first.hash())
    second.step(20)
    expect(second.events).toEqual([past, { ...drop, z: 0, step: 15 }])
    const whole = await start({ ...pool, events: second.events as SceneInput['events'] })
    whole.step(30)
    expect(second.hash()).toBe(whole.hash())
  })

  it('a live run goes on in a scene that has its record as events', async () => {
    const live = await start({ ...pool, bodies: [ball] })
    live.step(5)
    live.apply({ type: 'addBody', body: crate })
    live.step(5)
    const replay = await start({ ...pool, bodies: [ball], events: live.events as SceneInput['events'] })
    replay.restore(live.snapshot())
    for (const sim of [live, replay]) sim.step(10)
    expect(replay.hash()).toBe(live.hash())
    expect(replay.events).toEqual(live.events)
  })

  it('the order of the keys of a scene does not matter', async () => {
    const blot = (x: number) => ({ initial: [{ shape: 'box' as const, center: [x, 0], size: [0.3, 0.3], amount: 1 }] })
    const [red, blue] = [blot(0.3), blot(-0.3)]
    const one = await start({ ...fluid, fluid: { dyes: { red, blue } } } as SceneInput)
    const two = await start({ ...fluid, fluid: { dyes: { blue, red } } } as SceneInput)
    one.apply({ type: 'stir', at: [0, 0], radius: 0.3, velocity: [1, 0.5] })
    one.step(2)
    two.restore(one.snapshot())
    for (const name of one.fieldNames) expect(two.field(name).read(), name).toEqual(one.field(name).read())
  })

  it('threads may differ', async () => {
    const [one, two] = [await start(fluid, { threads: 2 }), await start(fluid)]
    one.step(3)
    two.restore(one.snapshot())
    expect(two.hash()).toBe(one.hash())
  })

  it('may lie anywhere in a larger buffer', async () => {
    const [one, two] = [await start({ ...pool, bodies: [ball] }), await start({ ...pool, bodies: [ball] })]
    one.step(3)
    const bytes = one.snapshot()
    for (const offset of [1, 2, 3, 4]) {
      const larger = new Uint8Array(bytes.length + 9)
      larger.set(bytes, offset)
      two.restore(larger.subarray(offset, offset + bytes.length))
      expect(two.hash()).toBe(one.hash())
      two.step()
    }
  })
})

describe('and the engine for bodies', () => {
  it('a snapshot with bodies needs it', async () => {
    const one = await start(pool)
    const without = await start(pool, { rigidBodies: undefined })
    without.restore(one.snapshot())
    one.apply({ type: 'addBody', body: ball })
    expectRefused(without, one.snapshot(), 'this snapshot has bodies: give createSimulation the option "rigidBodies"')
  })

  it('a snapshot taken without it is good until bodies have been launched', async () => {
    const without = await start(pool, { rigidBodies: undefined })
    without.step(4)
    const sim = await start(pool)
    sim.restore(without.snapshot())
    expect(sim.hash()).toBe(without.hash())
    sim.apply({ type: 'addBody', body: ball })
    expectRefused(sim, without.snapshot(), /was taken without a rigid-body engine/)
  })

  it('a snapshot that the engine cannot read is refused', async () => {
    const sim = await start({ ...pool, bodies: [ball] }, { rigidBodies: foreign })
    sim.step(3)
    expectRefused(await start({ ...pool, bodies: [ball] }), sim.snapshot(), /bodies/)
  })

  it.each(couplings)(
    'a body that was launched just before a snapshot falls into the water as it would have, %s',
    async (coupling) => {
      const scene: SceneInput = { ...pool, coupling, splashes: true }
      const wet: BodyInput = { ...ball, position: [0.3, -0.1, 0], velocity: [0, -6, 0] }
      const [one, two] = [await start(scene), await start(scene)]
      one.step(2)
      one.apply({ type: 'addBody', body: wet })
      two.restore(one.snapshot())
      expect(two.bodies[0]!.submerged).toBe(one.bodies[0]!.submerged)
      for (const sim of [one, two]) sim.step(20)
      expect(two.hash()).toBe(one.hash())
      expect(one.spray!.count).toBeGreaterThan(0)
    },
  )

  it.each(couplings)(
    'a body launched after going back knows nothing of one that was there before, %s',
    async (coupling) => {
      const scene: SceneInput = { ...pool, coupling, splashes: true }
      const wet: BodyInput = { ...ball, position: [0.3, -0.1, 0], velocity: [0, -6, 0] }
      const [one, two] = [await start(scene), await start(scene)]
      const empty = one.snapshot()
      one.apply({ type: 'addBody', body: { ...wet, radius: 0.3, velocity: [0, 0, 0] } })
      one.step(10)
      one.restore(empty)
      for (const sim of [one, two]) {
        sim.apply({ type: 'addBody', body: wet })
        sim.step(20)
      }
      expect(one.hash()).toBe(two.hash())
    },
  )
})

/** Rapier whose snapshots are not Rapier's. */
const foreign: typeof rapier = async (setup) => {
  const world = await rapier(setup)
  world.snapshot = () => new Uint8Array(100).fill(7)
  return world
}

describe('damaged', () => {
  const scenes: [string, SceneInput][] = [
    ['columns', pool],
    ['bodies', { ...pool, bodies: [ball, crate], splashes: true }],
    ['bodies over ground', { ...lake, bodies: [ball] }],
    ['a fluid', fluid],
  ]

  it.each(scenes)('%s: any flipped byte and any other length is refused and changes nothing', async (_, scene) => {
    const sim = await start(scene)
    sim.step(6)
    const good = sim.snapshot()
    sim.step(2)
    const [hash, bodies, text] = [
      sim.hash(),
      JSON.stringify(sim.bodies.map(({ position }) => [...position])),
      sim.snapshot(),
    ]
    const check = (bytes: Uint8Array) => {
      expect(() => sim.restore(bytes)).toThrow(/snapshot/)
      if (sim.hash() !== hash) throw new Error('the state has changed')
    }
    const place = fc.oneof(fc.nat(good.length - 1), fc.nat(Math.min(good.length - 1, 4000)), fc.nat(40))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(place, fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 3 }),
        (flips) => {
          const bytes = good.slice()
          for (const [at, bits] of flips) bytes[at]! ^= bits
          fc.pre(bytes.some((byte, at) => byte !== good[at]))
          check(bytes)
        },
      ),
      { numRuns: 400, seed },
    )
    fc.assert(
      fc.property(
        fc.oneof(fc.nat(good.length - 1), fc.nat(64), fc.integer({ min: good.length - 64, max: good.length - 1 })),
        (length) => {
          check(good.slice(0, length))
        },
      ),
      { numRuns: 200, seed },
    )
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (more) => check(Uint8Array.of(...good, ...more))),
      { numRuns: 20, seed },
    )
    expect(sim.snapshot()).toEqual(text)
    expect(JSON.stringify(sim.bodies.map(({ position }) => [...position]))).toBe(bodies)
    sim.restore(good)
    expect(sim.stepCount).toBe(6)
    sim.step(2)
    expect(sim.hash()).toBe(hash)
  })

  it('every single byte counts', async () => {
    const small: SceneInput = { ...pool, grid: { cells: [4, 3], cellSize: 0.5 }, initial: {} }
    const sim = await start(small)
    const good = sim.snapshot()
    const hash = sim.hash()
    for (let at = 0; at < good.length; at++) {
      const bytes = good.slice()
      bytes[at]! ^= 1 << (at % 8)
      expect(() => sim.restore(bytes), `byte ${at}`).toThrow(/snapshot/)
    }
    expect(sim.hash()).toBe(hash)
  })

  it('bytes of another kind, an older and a newer format are refused with what to do', async () => {
    const sim = await start(pool)
    for (const bytes of [new Uint8Array(0), new Uint8Array(7), new Uint8Array(64), new TextEncoder().encode('SEICHE')])
      expectRefused(sim, bytes, 'these bytes are not a Seiche snapshot')
    const bytes = sim.snapshot()
    const format = Number(String.fromCharCode(bytes[6]!))
    for (const other of [1, format + 1]) {
      const foreign = bytes.slice()
      foreign[6] = String(other).charCodeAt(0)
      expectRefused(
        sim,
        foreign,
        `this snapshot has format ${other}, this version of Seiche reads format ${format}: create the snapshot again`,
      )
    }
  })
})
