// Bodies in simulations: what is done to them, what they do to the water, and the same bits again.

import type { SceneInput, SurfaceSimulation } from 'seiche'
import { rapier } from 'seiche/bodies'
import { describe, expect, it } from 'vitest'
import type { BodyInput } from '../src/scene/schema/body.js'
import { couplings } from '../testing/couplings.js'
import { createSurface, disposeLater } from '../testing/running.js'

const grid = { cells: [32, 24] as [number, number], cellSize: 0.1 }
const pond: SceneInput = { seiche: 1, grid, solver: { type: 'columns', depth: 1 } }
const lake: SceneInput = {
  seiche: 1,
  grid,
  solver: { type: 'shallow-water' },
  terrain: [{ shape: 'plane', height: -0.5, slope: [0.6, 0] }],
}
const ball = { shape: 'sphere', radius: 0.2, name: 'ball' } as const

async function float(scene: SceneInput, threads = 1): Promise<SurfaceSimulation> {
  return disposeLater(await createSurface(scene, { rigidBodies: rapier, threads }))
}

describe('the rigid-body engine', () => {
  it('is not needed without bodies', async () => {
    const sim = disposeLater(await createSurface(pond))
    sim.step(3)
    expect(sim.bodies).toEqual([])
    expect(sim.diagnostics().displacedVolume).toBeUndefined()
    expect(() => sim.apply({ type: 'addBody', body: ball })).toThrow(
      'there is no rigid-body engine: give createSimulation the option "rigidBodies"',
    )
  })

  it('is asked for where bodies are, or will be', async () => {
    await expect(createSurface({ ...pond, bodies: [ball] })).rejects.toThrow(
      /^scene: bodies: bodies need a rigid-body engine: import \{ rapier \} from "seiche\/bodies"/,
    )
    const events: SceneInput['events'] = [
      { type: 'drop', x: 0, z: 0, radius: 0.1, height: 0.1, time: 0 },
      { type: 'addBody', body: ball, time: 1 },
    ]
    await expect(createSurface({ ...pond, events })).rejects.toThrow(/^scene: events\[1\]: bodies need/)
  })

  it('changes nothing of water without bodies', async () => {
    const initial: SceneInput['initial'] = { eta: [{ shape: 'gaussian', radius: 0.3, height: 0.1 }] }
    const [without, with_] = [
      disposeLater(await createSurface({ ...pond, initial })),
      await float({ ...pond, initial }),
    ]
    without.step(30)
    with_.step(30)
    expect(with_.hash()).toBe(without.hash())
  })
})

describe('what is done to bodies', () => {
  it('a hand takes a body along and lets it go at its speed', async () => {
    const sim = await float({ ...pond, bodies: [ball] })
    const body = sim.bodies[0]!
    sim.apply({ type: 'grab', body: 'ball', to: [0.8, 0.5, -0.3] })
    sim.step(90)
    expect(body.held).toBe(true)
    expect([...body.position]).toEqual([0.8, 0.5, -0.3].map((at) => expect.closeTo(at, 1)))
    sim.apply({ type: 'grab', body: 'ball', to: [-0.8, 0.5, -0.3] })
    sim.step(6)
    sim.apply({ type: 'release', body: 0 })
    const [speed] = body.velocity
    expect(speed).toBeLessThan(-1)
    sim.step()
    expect(body.held).toBe(false)
    expect(body.velocity[0]).toBeCloseTo(speed!, 1)
  })

  it('density can be changed while it floats: it sinks, and comes up again', async () => {
    const sim = await float({ ...pond, bodies: [ball] })
    sim.apply({ type: 'setDensity', body: 'ball', density: 2000 })
    expect(sim.bodies[0]!.mass).toBeCloseTo(2000 * (4 / 3) * Math.PI * 0.008, 6)
    sim.step(180)
    expect(sim.bodies[0]!.position[1]).toBeCloseTo(-0.8, 2)
    sim.apply({ type: 'setDensity', body: 'ball', density: 300 })
    sim.step(240)
    expect(sim.bodies[0]!.position[1]).toBeGreaterThan(-0.1)
  })

  it('an outboard motor drives ahead, and with the rudder to the right the bow goes right', async () => {
    const outboard = { thrust: 60, position: [-0.4, -0.05, 0] as [number, number, number] }
    const sim = await float({
      ...pond,
      bodies: [{ shape: 'box', size: [0.8, 0.2, 0.3], outboard, position: [-1, 0, 0] }],
    })
    const boat = sim.bodies[0]!
    sim.apply({ type: 'steer', body: 0, throttle: 1 })
    sim.step(40)
    expect(boat.velocity[0]).toBeGreaterThan(0.1)
    expect(Math.abs(boat.angularVelocity[1]!)).toBeLessThan(0.02)
    sim.apply({ type: 'steer', body: 0, throttle: 1, rudder: 1 })
    sim.step(20)
    // Seen from above, x ahead and z to the right: a turn to the right is about -y.
    expect(boat.angularVelocity[1]).toBeLessThan(-0.05)
    expect(boat.controls).toEqual({ throttle: 1, rudder: 1 })
  })

  it('a launched body joins the others', async () => {
    const sim = await float({ ...pond, bodies: [ball] })
    sim.step(5)
    sim.apply({ type: 'addBody', body: { ...ball, name: 'other', position: [0.8, 0.5, 0] } })
    expect(sim.bodies.map(({ name }) => name)).toEqual(['ball', 'other'])
    sim.step(30)
    expect(sim.bodies[1]!.position[1]).toBeLessThan(0.4)
  })

  it.each([
    [{ type: 'grab', body: 'bull', to: [0, 0, 0] }, 'no body is named "bull"; there is only 0'],
    [{ type: 'release', body: 7 }, 'no body is 7; there is only 0'],
    [{ type: 'steer', body: 'ball', throttle: 1 }, 'this body has no outboard motor'],
    [{ type: 'steer', body: 'ball', throttle: 2 }, 'throttle'],
    [{ type: 'setDensity', body: 'ball', density: 0 }, 'density'],
    [{ type: 'setDensity', body: 'ball', density: -5 }, 'density'],
    [{ type: 'addBody', body: { ...ball, position: [1, 0, 0] } }, 'there is a body named "ball" already'],
    [{ type: 'addBody', body: { shape: 'sphere', radius: 0.2, position: [0.1, 0, 0] } }, 'deep in bodies[0]'],
    [{ type: 'addBody', body: { shape: 'sphere', radius: 0.2, position: [9, 0, 0] } }, 'through the wall at 1.6 m'],
    [{ type: 'addBody', body: { shape: 'sphere', radius: 5 } }, 'the tank only'],
    [{ type: 'addBody', body: { shape: 'hull', file: 'duck.glb' } }, 'files are read before a run begins'],
  ] as const)('%j is refused and leaves no trace', async (event, message) => {
    const sim = await float({ ...pond, bodies: [ball] })
    const hash = sim.hash()
    expect(() => sim.apply(event as unknown as Parameters<SurfaceSimulation['apply']>[0])).toThrow(message)
    expect(sim.events).toEqual([])
    expect(sim.bodies).toHaveLength(1)
    expect(sim.hash()).toBe(hash)
  })
})

/** One of most things, pushed about. */
const crowd: SceneInput['bodies'] = [
  { ...ball, position: [-1, 0.3, 0.2], velocity: [1, -1, 0] },
  { shape: 'box', size: [0.4, 0.2, 0.3], density: 300, position: [-0.2, 0.4, -0.4], angularVelocity: [90, 10, 40] },
  { shape: 'cylinder', radius: 0.15, height: 0.3, density: 2500, position: [-0.5, 0.8, 0.4] },
  { shape: 'capsule', radius: 0.1, height: 0.4, kind: 'kinematic', position: [-0.6, 0, -0.8], velocity: [0.3, 0, 0] },
]

/** A person at play. */
function play(sim: SurfaceSimulation): void {
  sim.step(10)
  sim.apply({ type: 'grab', body: 'ball', to: [-0.4, 0.6, 0.8] })
  sim.step(10)
  sim.apply({ type: 'addBody', body: { shape: 'sphere', radius: 0.12, name: 'late', position: [-1.2, 0.5, -0.5] } })
  sim.step(10)
  sim.apply({ type: 'release', body: 'ball' })
  sim.apply({ type: 'setDensity', body: 'late', density: 1500 })
  sim.step(10)
}

const waters: [string, SceneInput][] = [
  ['columns', pond],
  ['iwave', { ...pond, solver: { type: 'iwave', depth: 1 } }],
  ['kass-miller', { ...lake, solver: { type: 'kass-miller' } }],
  ['shallow-water', lake],
  ['waves', { ...pond, solver: { type: 'waves', trains: [{ wavelength: 2, height: 0.05 }] } }],
]

describe.each(couplings)('the same bits, %s', (coupling) => {
  it.each(waters)('on %s: threads, replay, snapshots', async (_, water) => {
    const scene: SceneInput = { ...water, coupling, bodies: crowd }
    const first = await float(scene)
    play(first)
    const snapshot = first.snapshot()
    first.step(40)
    const hash = first.hash()
    const other = await float(scene, 3)
    play(other)
    other.step(40)
    expect(other.hash(), '3 threads').toBe(hash)
    const replay = await float({ ...scene, events: first.events as SceneInput['events'] }, 2)
    replay.step(first.stepCount)
    expect(replay.hash(), 'replayed on 2 threads').toBe(hash)
    const restored = await float(scene)
    restored.step(3)
    restored.restore(snapshot)
    expect(restored.bodies.map(({ name }) => name)).toEqual(first.bodies.map(({ name }) => name))
    restored.step(40)
    expect(restored.hash(), 'restored').toBe(hash)
    expect(restored.diagnostics()).toEqual(first.diagnostics())
  })

  it('a hand that holds a body is in the snapshot', async () => {
    const scene: SceneInput = { ...pond, coupling, bodies: [ball] }
    const [one, two] = [await float(scene), await float(scene)]
    one.apply({ type: 'grab', body: 0, to: [0.5, 0.3, 0] })
    one.step(5)
    two.restore(one.snapshot())
    expect(two.bodies[0]!.held).toBe(true)
    one.step(20)
    two.step(20)
    expect(two.hash()).toBe(one.hash())
  })

  it('so is ground that was raised under a body and that it has not felt yet', async () => {
    const scene = {
      ...lake,
      bodies: [{ ...ball, density: 3000, position: [-0.8, -0.6, 0] as [number, number, number] }],
    }
    const [one, two] = [await float(scene), await float(scene)]
    one.step(60)
    one.apply({ type: 'raise', from: [-0.8, 0], to: [-0.8, 0], radius: 0.5, height: 0.2 })
    two.restore(one.snapshot())
    for (const sim of [one, two]) sim.step(30)
    expect(two.hash()).toBe(one.hash())
  })

  it('the hash knows of bodies: one that is elsewhere in the air changes it', async () => {
    const at = (x: number) => float({ ...pond, coupling, bodies: [{ ...ball, position: [x, 1, 0] }] })
    expect((await at(0)).hash()).not.toBe((await at(0.1)).hash())
  })
})

describe('water and ground', () => {
  it('waves that are given move a body and do not feel it', async () => {
    const given: SceneInput = { ...pond, solver: { type: 'waves', trains: [{ wavelength: 3, height: 0.05 }] } }
    const [with_, without] = [await float({ ...given, bodies: [ball] }), await float(given)]
    let highest = 0
    for (let k = 0; k < 120; k++) {
      with_.step()
      highest = Math.max(highest, with_.bodies[0]!.position[1]!)
    }
    without.step(120)
    expect(with_.field('eta').read()).toEqual(without.field('eta').read())
    expect(highest).toBeGreaterThan(0.02)
    expect(with_.diagnostics().exchange!.water).toBe(0)
  })

  it.each(['kass-miller', 'shallow-water'] as const)(
    'on %s a boat on the beach lies dry, one half ashore is half carried',
    async (type) => {
      // The shore is at x = 1 m.
      const boat: BodyInput = { shape: 'box', size: [0.3, 0.2, 0.4], density: 400, friction: 1 }
      const sim = await float({
        ...lake,
        solver: { type },
        terrain: [{ shape: 'plane', height: -0.25, slope: [0.25, 0] }],
        bodies: [
          { ...boat, position: [1.3, 0.3, -0.5] },
          { ...boat, density: 800, position: [0.9, 0.2, 0.5] },
          { ...boat, position: [-1, 0.1, 0] },
        ],
      })
      const { volume } = sim.diagnostics()
      sim.step(240)
      const [dry, ashore, coupling] = sim.bodies
      expect(dry!.submerged).toBe(0)
      expect(dry!.position[1]).toBeGreaterThan(0.15)
      expect(ashore!.submerged).toBeGreaterThan(0.01)
      expect(ashore!.submerged).toBeLessThan(0.75)
      // As a mean: the water still sways.
      let mean = 0
      for (let k = 0; k < 240; k++) {
        sim.step()
        mean += coupling!.submerged / 240
      }
      expect(mean).toBeCloseTo(0.4, 2)
      expect(Math.abs(sim.diagnostics().volume / volume - 1)).toBeLessThan(1e-6)
    },
  )

  it('ground that is raised under a body carries it, and dug away lets it down', async () => {
    const sim = await float({
      ...lake,
      terrain: [{ shape: 'plane', height: -0.4 }],
      bodies: [{ ...ball, density: 3000 }],
    })
    sim.step(60)
    const stood = sim.bodies[0]!.position[1]!
    expect(stood).toBeCloseTo(-0.2, 2)
    sim.apply({ type: 'raise', from: [0, 0], to: [0, 0], radius: 0.6, softness: 0.2, height: 0.3 })
    sim.step(60)
    expect(sim.bodies[0]!.position[1]).toBeCloseTo(0.1, 1)
    sim.apply({ type: 'lower', from: [0, 0], to: [0, 0], radius: 0.6, softness: 0.2, height: 0.3 })
    sim.step(60)
    expect(sim.bodies[0]!.position[1]).toBeCloseTo(stood, 1)
  })

  it('solids are walls, those of the scene and those that are built', async () => {
    const thrown: BodyInput = { ...ball, position: [-1, 0, 0], velocity: [5, 0, 0], drag: 0 }
    const before = await float({
      ...pond,
      obstacles: [{ shape: 'box', center: [0, 0], size: [0.4, 10] }],
      bodies: [thrown],
    })
    const later = await float({ ...pond, bodies: [thrown] })
    later.apply({ type: 'build', from: [0, -2], to: [0, 2], radius: 0.2 })
    const open = await float({ ...pond, bodies: [thrown] })
    let furthest = -2
    for (let k = 0; k < 90; k++) {
      for (const sim of [before, later, open]) sim.step()
      for (const sim of [before, later]) expect(sim.bodies[0]!.position[0]).toBeLessThan(-0.2)
      furthest = Math.max(furthest, open.bodies[0]!.position[0]!)
    }
    expect(furthest).toBeGreaterThan(0)
  })

  // In a closed tank of water without any loss, where all that bodies give to waves stays, with steps as long as the body is wide.
  it('bodies that are left alone do not stir up the water', async () => {
    const boxes = [-0.4, 0.4].flatMap((x) =>
      [-0.4, 0.4].map((z) => ({
        shape: 'box' as const,
        size: [0.5, 0.3, 0.4] as [number, number, number],
        density: 400,
        position: [x, 0.6, z] as [number, number, number],
        angularVelocity: [40, 0, 60] as [number, number, number],
      })),
    )
    const sim = await float({
      seiche: 1,
      grid: { cells: [16, 16], cellSize: 0.1 },
      timeStep: 1 / 30,
      solver: { type: 'columns', depth: 1.5 },
      bodies: boxes,
    })
    sim.step(60)
    const { kineticEnergy } = sim.diagnostics()
    sim.step(540)
    expect(sim.diagnostics().kineticEnergy).toBeLessThan(0.5 * kineticEnergy)
  })

  // An exchange costs as much as many substeps of the water. Its error is of the first order in the time between two exchanges.
  it('in columns bodies meet the water once for each cell that waves travel', async () => {
    const trough = async (timeStep: number) => {
      const sim = await float({
        seiche: 1,
        grid: { cells: [40, 40], cellSize: 0.05 },
        timeStep,
        splashes: false,
        solver: { type: 'columns', depth: 0.8 },
        boundaries: { 'x-': 'absorb', 'x+': 'absorb', 'z-': 'absorb', 'z+': 'absorb' },
        bodies: [{ shape: 'box', size: [0.6, 0.4, 0.5], density: 500, position: [0.01, 0.06, 0.02] }],
      })
      let lowest = 0
      for (let k = 0; k < 0.7 / timeStep; k++) {
        sim.step()
        lowest = Math.min(lowest, sim.bodies[0]!.position[1]!)
      }
      return { lowest, substeps: sim.substeps }
    }
    const fine = await trough(1 / 480)
    expect(fine.lowest).toBeLessThan(-0.03)
    // Waves travel 0.93 cells in a step of two substeps with one exchange, and 2.8 cells in five with five.
    const [together, apart] = [await trough(1 / 60), await trough(1 / 20)]
    expect([together.substeps, apart.substeps]).toEqual([2, 5])
    expect(together.lowest / fine.lowest).toBeGreaterThan(0.8)
    expect(apart.lowest / fine.lowest).toBeGreaterThan(0.9)
    // One exchange in a step: the box falls less deep than with two, 0.94 of the way.
    expect(together.lowest / fine.lowest).toBeLessThan(0.9)
  })

  // With one exchange in a step the box fell half as deep at 1/20 s as at 1/240 s: it met the level of the step before.
  it('on shallow-water a box heaves alike for any time step: it meets the water before each substep', async () => {
    const trough = async (timeStep: number) => {
      const sim = await float({
        seiche: 1,
        grid: { cells: [40, 40], cellSize: 0.05 },
        timeStep,
        splashes: false,
        solver: { type: 'shallow-water' },
        terrain: [{ shape: 'plane', height: -0.8 }],
        boundaries: { 'x-': 'absorb', 'x+': 'absorb', 'z-': 'absorb', 'z+': 'absorb' },
        bodies: [{ shape: 'box', size: [0.6, 0.4, 0.5], density: 500, position: [0.01, 0.06, 0.02] }],
      })
      let lowest = 0
      for (let k = 0; k < 0.7 / timeStep; k++) {
        sim.step()
        const { exchange } = sim.diagnostics()
        expect(exchange!.water).toBeCloseTo(exchange!.bodies, 9)
        lowest = Math.min(lowest, sim.bodies[0]!.position[1]!)
      }
      return lowest
    }
    const fine = await trough(1 / 240)
    expect(fine).toBeLessThan(-0.03)
    for (const timeStep of [1 / 60, 1 / 30, 1 / 20]) expect((await trough(timeStep)) / fine).toBeCloseTo(1, 1)
  })

  // A wave in a closed basin without any loss meets a ball, again and again.
  it.each(
    couplings.flatMap((coupling) =>
      (['columns', 'iwave'] as const).flatMap((type) =>
        (['fixed', 'dynamic'] as const).map((kind) => [coupling, type, kind] as const),
      ),
    ),
  )('waves lose energy to a ball and never get it back: %s, %s, %s', async (coupling, type, kind) => {
    const sim = await float({
      seiche: 1,
      grid: { cells: [32, 32], cellSize: 0.05 },
      coupling,
      splashes: false,
      solver: { type, depth: 0.5 },
      initial: { eta: [{ shape: 'gaussian', center: [0.4, 0.2], radius: 0.2, height: 0.05 }] },
      bodies: [{ shape: 'sphere', radius: 0.2, density: 500, kind, position: [-0.2, 0, 0.02] }],
    })
    let before = sim.diagnostics().energy
    for (let part = 0; part < 4; part++) {
      sim.step(300)
      const { energy } = sim.diagnostics()
      expect(energy).toBeLessThan(before)
      before = energy
    }
  })
})
