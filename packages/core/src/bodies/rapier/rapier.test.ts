import { rapier } from 'seiche/bodies'
import { describe, expect, it } from 'vitest'
import { crowdHash, crowdWorld, moveCrowd } from '../../../testing/body-crowd.js'
import { ringMesh } from '../../../testing/meshes.js'
import { type BodyInput, bodySchema, type JointInput, jointSchema } from '../../scene/schema/body.js'
import { loadBodies } from '../load.js'
import type { BodyWorld, Tank } from '../world.js'

const STEP = 1 / 60
const tank: Tank = {
  grid: { nx: 40, nz: 40, cellSize: 0.1 },
  floor: -1,
  walls: { 'x-': true, 'x+': true, 'z-': true, 'z+': true },
}

interface Setting {
  joints?: JointInput[]
  tank?: Partial<Tank>
  gravity?: number
}
async function worldOf(
  bodies: BodyInput[],
  { joints = [], tank: own, gravity = 9.81 }: Setting = {},
): Promise<BodyWorld> {
  const where = { ...tank, ...own }
  const ties = joints.map((joint) => jointSchema.parse(joint))
  const loaded = await loadBodies(
    bodies.map((body) => bodySchema.parse(body)),
    ties,
    where,
  )
  return rapier({ bodies: loaded, joints: ties, tank: where, gravity })
}
function run(world: BodyWorld, seconds: number, each?: () => void): void {
  for (let k = 0; k < Math.round(seconds / STEP); k++) {
    world.step(STEP)
    each?.()
  }
}
const place = ({ positions }: BodyWorld, body: number) =>
  [positions[3 * body]!, positions[3 * body + 1]!, positions[3 * body + 2]!] as const
const speed = (world: BodyWorld, body: number) => Math.hypot(...world.velocities.subarray(3 * body, 3 * body + 3))
describe('motion', () => {
  it('is the same bits in every run', async () => {
    const runs: string[] = []
    for (let k = 0; k < 2; k++) {
      const crowd = await crowdWorld()
      moveCrowd(crowd.world, 200)
      expect([...crowd.world.positions, ...crowd.world.rotations].every(Number.isFinite)).toBe(true)
      runs.push(crowdHash(crowd))
      crowd.world.dispose()
    }
    expect(runs[1]).toBe(runs[0])
  })

  it('goes on from a snapshot with the same bits, in another world too', async () => {
    const crowd = await crowdWorld()
    moveCrowd(crowd.world, 60)
    const state = crowd.world.snapshot()
    moveCrowd(crowd.world, 100)
    const end = crowdHash(crowd)
    const other = await crowdWorld()
    for (const one of [crowd, other]) {
      one.world.restore(state, one.loaded)
      expect(one.world.time).toBeCloseTo(1, 9)
      moveCrowd(one.world, 100)
      expect(crowdHash(one)).toBe(end)
    }
  })

  it('a snapshot that is refused changes nothing', async () => {
    const crowd = await crowdWorld()
    const state = crowd.world.snapshot()
    moveCrowd(crowd.world, 20)
    const before = [crowdHash(crowd), crowd.world.time]
    const refuse = (bytes: Uint8Array, bodies: typeof crowd.loaded, message: RegExp) => {
      expect(() => crowd.world.restore(bytes, bodies)).toThrow(message)
      expect([crowdHash(crowd), crowd.world.time]).toEqual(before)
    }
    refuse(state, crowd.loaded.slice(1), /of \d+ bodies, and not of the \d+ of the scene/)
    const other = state.slice()
    const digit = new TextDecoder().decode(other.subarray(4, 40)).search(/\d/) + 4
    other[digit] = '9'.charCodeAt(0)
    refuse(other, crowd.loaded, /the bodies of this snapshot are of Rapier 9\S+, the engine here is Rapier \d/)
    for (const length of [0, 3, 4, 60, state.length - 100])
      refuse(state.slice(0, length), crowd.loaded, /cannot be read by Rapier/)
    moveCrowd(crowd.world, 20)
    const undisturbed = await crowdWorld()
    for (let part = 0; part < 2; part++) moveCrowd(undisturbed.world, 20)
    expect(crowdHash(crowd)).toBe(crowdHash(undisturbed))
  })

  it('falls as a stone falls', async () => {
    const world = await worldOf([{ shape: 'sphere', radius: 0.1, position: [0, 10, 0] }], { gravity: 3 })
    run(world, 2)
    expect(world.positions[1]).toBeCloseTo(10 - 0.5 * 3 * 4, 0)
    expect(world.velocities[1]).toBeCloseTo(-6, 3)
  })

  it('a pushed body has the momentum, about its centre of mass', async () => {
    const keel: BodyInput = {
      shape: 'compound',
      position: [0.2, 0, 0],
      parts: [
        { shape: 'box', size: [0.4, 0.4, 0.4], density: 100 },
        { shape: 'box', size: [0.4, 0.4, 0.4], density: 300, position: [0, -0.4, 0] },
      ],
    }
    const world = await worldOf([keel], { gravity: 0 })
    expect(world.masses[0]).toBeCloseTo(25.6, 5)
    expect(world.centers[1]).toBeCloseTo(-0.3, 5)
    world.push(0, 25.6, 0, 0, 0, 0, 0)
    world.step(STEP)
    expect([...world.velocities]).toEqual([expect.closeTo(1, 5), 0, 0])
    expect([...world.angularVelocities]).toEqual([0, 0, 0])
    run(world, 1)
    expect(world.velocities[0]).toBeCloseTo(1, 5)
    // Inertia about y: both boxes m a²/6. Two pushes are one.
    world.push(0, 0, 0, 0, 0, (25.6 * 0.16) / 12, 0)
    world.push(0, 0, 0, 0, 0, (25.6 * 0.16) / 12, 0)
    world.step(STEP)
    expect(world.angularVelocities[1]).toBeCloseTo(1, 5)
  })
})

it('a body that is pushed as hard as it weighs hovers', async () => {
  const world = await worldOf([{ shape: 'sphere', radius: 0.2, mass: 4 }])
  for (let k = 0; k < 60; k++) {
    world.push(0, 0, 4 * 9.81 * STEP, 0, 0, 0, 0)
    world.step(STEP)
    expect(Math.abs(world.positions[1]!)).toBeLessThan(1e-5)
    expect(speed(world, 0)).toBeLessThan(1e-5)
  }
})

describe('contacts', () => {
  it('a box on the floor stays as it is', async () => {
    const start = [0.1, -0.8, 0.2] as const
    const world = await worldOf([{ shape: 'box', size: [0.5, 0.4, 0.6], position: [...start] }])
    run(world, 5)
    for (const [axis, along] of place(world, 0).entries()) expect(Math.abs(along - start[axis]!)).toBeLessThan(1e-3)
    expect(Math.abs(world.rotations[3]!)).toBeGreaterThan(1 - 1e-6)
    expect(speed(world, 0)).toBeLessThan(1e-4)
  })

  it('a box dropped askew comes to rest on a side', async () => {
    const world = await worldOf([
      { shape: 'box', size: [0.4, 0.4, 0.4], position: [0.1, 0, 0.2], rotation: { axis: [1, 0.5, 0.2], angle: 50 } },
    ])
    run(world, 6)
    expect(Math.abs(world.positions[1]! - -0.8)).toBeLessThan(1e-3)
    const before = place(world, 0)
    run(world, 2)
    expect(speed(world, 0)).toBeLessThan(1e-4)
    for (const [axis, along] of place(world, 0).entries()) expect(Math.abs(along - before[axis]!)).toBeLessThan(1e-4)
  })

  it('balls that meet keep momentum, and with restitution 1 their energy', async () => {
    const balls: BodyInput[] = [
      {
        shape: 'sphere',
        radius: 0.2,
        position: [-0.5, 0, 0],
        velocity: [2, 0, 0],
        mass: 3,
        restitution: 1,
        friction: 0,
      },
      {
        shape: 'sphere',
        radius: 0.2,
        position: [0.5, 0.1, 0],
        velocity: [-1, 0, 0],
        mass: 1,
        restitution: 1,
        friction: 0,
      },
    ]
    const world = await worldOf(balls, { gravity: 0 })
    const momentum = () => [0, 1, 2].map((axis) => 3 * world.velocities[axis]! + world.velocities[3 + axis]!)
    const energy = () => 1.5 * speed(world, 0) ** 2 + 0.5 * speed(world, 1) ** 2
    const [before, had] = [momentum(), energy()]
    run(world, 0.5)
    expect(world.velocities[0]).toBeLessThan(1.9)
    expect(world.velocities[4]).toBeGreaterThan(0.1)
    for (const [axis, along] of momentum().entries()) expect(Math.abs(along - before[axis]!)).toBeLessThan(1e-5)
    expect(Math.abs(energy() / had - 1)).toBeLessThan(0.01)
  })

  it('walls hold on every side, open edges do not', async () => {
    const shots: BodyInput[] = [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ].map(([x, z]) => ({ shape: 'sphere', radius: 0.2, position: [x!, 0, z!], velocity: [30 * x!, 0, 30 * z!] }))
    const world = await worldOf(shots, { gravity: 0 })
    run(world, 1)
    for (const along of world.positions) expect(Math.abs(along)).toBeLessThan(1.801)
    const open = await worldOf(shots, { gravity: 0, tank: { walls: { ...tank.walls, 'x+': false } } })
    run(open, 1)
    expect(open.positions[0]).toBeGreaterThan(20)
    expect(open.positions[3]).toBeGreaterThan(-1.801)
  })

  it('the ground holds bodies at its height, the right way round', async () => {
    // Rises by 0.3 along x and 0.1 along z: lies flat where no body would roll.
    const { nx, nz } = { nx: 40, nz: 24 }
    const bed = Float64Array.from(
      { length: nx * nz },
      (_, k) => (k % nx > 20 ? 0.5 : 0) + (Math.floor(k / nx) > 14 ? 0.2 : 0) - 0.9,
    )
    const spots = [
      [-1, -0.8],
      [1.5, -0.8],
      [-1, 0.8],
      [1.5, 0.8],
    ] as const
    const world = await worldOf(
      spots.map(([x, z]) => ({ shape: 'sphere', radius: 0.1, position: [x, 1, z] })),
      { tank: { grid: { nx, nz, cellSize: 0.1 }, bed } },
    )
    run(world, 3)
    const heights = [-0.8, -0.3, -0.6, -0.1]
    for (const [k, height] of heights.entries())
      expect(Math.abs(world.positions[3 * k + 1]! - height)).toBeLessThan(5e-3)
  })

  it('a fast body does not pass the ground', async () => {
    const world = await worldOf([{ shape: 'sphere', radius: 0.05, position: [0, 2, 0], velocity: [0, -200, 0] }], {
      tank: { floor: -50, bed: new Float64Array(1600).fill(-1) },
    })
    run(world, 1)
    expect(world.positions[1]).toBeGreaterThan(-1)
  })

  it('a mesh that stands still is hit as it is, a moving one by its hull', async () => {
    const ring = ringMesh(0.8, 0.4, 24)
    const given = {
      vertices: Array.from(
        { length: ring.vertices.length / 3 },
        (_, k) => [...ring.vertices.subarray(3 * k, 3 * k + 3)] as [number, number, number],
      ),
      triangles: Array.from(
        { length: ring.triangles.length / 3 },
        (_, k) => [...ring.triangles.subarray(3 * k, 3 * k + 3)] as [number, number, number],
      ),
    }
    const drop = { shape: 'sphere', radius: 0.2, position: [0, 1, 0] } satisfies BodyInput
    const through = await worldOf([{ shape: 'mesh', ...given, kind: 'fixed' }, drop])
    run(through, 2)
    expect(through.positions[4]).toBeCloseTo(-0.8, 2)
    const on = await worldOf([{ shape: 'mesh', ...given, position: [0, -0.8, 0] }, drop])
    run(on, 2)
    expect(on.positions[4]).toBeGreaterThan(-0.5)
  })
})

describe('kinds', () => {
  it('fixed bodies stay, kinematic ones go where they are told and push', async () => {
    const world = await worldOf(
      [
        { shape: 'box', size: [0.2, 0.2, 0.2], kind: 'fixed', position: [0, 0, -1] },
        {
          shape: 'box',
          size: [0.4, 0.4, 0.4],
          kind: 'kinematic',
          path: [
            { time: 0.5, at: [-1, -0.7, 0] },
            { time: 1.5, at: [0, -0.7, 0] },
          ],
        },
        { shape: 'sphere', radius: 0.2, position: [-0.3, -0.7, 0], friction: 0 },
        { shape: 'box', size: [0.2, 0.2, 0.2], kind: 'kinematic', position: [1, 1, 1], angularVelocity: [0, 90, 0] },
      ],
      {},
    )
    world.push(0, 10, 10, 10, 1, 1, 1)
    run(world, 0.5)
    expect(place(world, 1)[0]).toBeCloseTo(-1, 6)
    run(world, 0.5)
    expect(place(world, 1)[0]).toBeCloseTo(-0.5, 2)
    expect(world.velocities[3]).toBeCloseTo(1, 3)
    run(world, 1)
    expect(place(world, 0)).toEqual([0, 0, -1])
    expect(place(world, 1)[0]).toBeCloseTo(0, 6)
    expect(place(world, 2)[0]).toBeGreaterThan(0.35)
    // Half a turn about y in two seconds.
    expect(Math.abs(world.rotations[13]!)).toBeCloseTo(1, 3)
    expect(world.masses[0]).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('joints', () => {
  const ball = (name: string, position: [number, number, number]): BodyInput => ({
    shape: 'sphere',
    radius: 0.1,
    mass: 1,
    name,
    position,
  })

  it('a ball on a rope from the tank does not fall through its floor', async () => {
    const world = await worldOf([{ shape: 'sphere', radius: 0.2, name: 'ball' }], {
      joints: [
        {
          type: 'rope',
          bodies: ['tank', 'ball'],
          anchors: [
            [0, -1, 0],
            [0, 0, 0],
          ],
          length: 1.5,
        },
      ],
    })
    run(world, 2)
    expect(place(world, 0)[1]).toBeCloseTo(-0.8, 2)
  })

  it('a rope holds when taut, and only then', async () => {
    const world = await worldOf([ball('buoy', [0, 0.9, 0])], {
      joints: [
        {
          type: 'rope',
          bodies: ['tank', 'buoy'],
          anchors: [
            [0, 1, 0],
            [0, 0, 0],
          ],
          length: 1,
        },
      ],
    })
    run(world, 0.25)
    expect(world.velocities[1]).toBeCloseTo(-9.81 * 0.25, 1)
    run(world, 3)
    expect(world.positions[1]).toBeCloseTo(0, 2)
  })

  it('a ball joint is a pendulum with its period', async () => {
    const world = await worldOf([{ ...ball('bob', [0.1, 0, 0]), radius: 0.01 } as BodyInput], {
      joints: [
        {
          type: 'ball',
          bodies: ['tank', 'bob'],
          anchors: [
            [0, 0.995, 0],
            [-0.1, 0.995, 0],
          ],
        },
      ],
    })
    const length = Math.hypot(0.1, 0.995)
    let lastUp = 0
    let turns: number[] = []
    run(world, 5, () => {
      const distance = Math.hypot(world.positions[0]!, world.positions[1]! - 0.995, world.positions[2]!)
      expect(Math.abs(distance - length)).toBeLessThan(5e-3)
      if (lastUp < 0 && world.velocities[0]! >= 0) turns = [...turns, world.time]
      lastUp = world.velocities[0]!
    })
    const period = 2 * Math.PI * Math.sqrt(length / 9.81)
    expect(turns[1]! - turns[0]!).toBeGreaterThan(0.97 * period)
    expect(turns[1]! - turns[0]!).toBeLessThan(1.03 * period)
  })

  const boat: BodyInput = { shape: 'box', size: [1, 0.2, 0.4], name: 'boat', mass: 100 }
  const rudder: BodyInput = { shape: 'box', size: [0.3, 0.3, 0.02], name: 'rudder', position: [-0.65, 0, 0], mass: 1 }
  const hinge = {
    type: 'hinge',
    bodies: ['boat', 'rudder'],
    anchors: [
      [-0.5, 0, 0],
      [0.15, 0, 0],
    ],
  } satisfies JointInput
  /** Angle of the rudder about y against the boat [degrees]. */
  const helm = (world: BodyWorld) =>
    (2 * Math.atan2(world.rotations[5]!, world.rotations[7]!) -
      2 * Math.atan2(world.rotations[1]!, world.rotations[3]!)) *
    (180 / Math.PI)

  it('a rudder turns to where its motor holds it, and no further than its limits', async () => {
    const held = await worldOf([boat, rudder], {
      gravity: 0,
      joints: [{ ...hinge, motor: { angle: 20, stiffness: 20, damping: 2 } }],
    })
    run(held, 4)
    expect(helm(held)).toBeCloseTo(20, 0)
    const pushed = await worldOf([boat, rudder], { gravity: 0, joints: [{ ...hinge, limits: [-35, 35] }] })
    run(pushed, 3, () => pushed.push(1, 0, 0, 0, 0, 0.01, 0))
    expect(helm(pushed)).toBeCloseTo(35, 0)
  })

  it('a weld keeps both as they were, a spring pulls to its length', async () => {
    const world = await worldOf(
      [
        boat,
        {
          shape: 'sphere',
          radius: 0.1,
          name: 'mast',
          mass: 5,
          position: [0.2, 0.6, 0],
          rotation: { axis: [1, 0, 0], angle: 90 },
        },
      ],
      { gravity: 0, joints: [{ type: 'weld', bodies: ['boat', 'mast'] }] },
    )
    world.push(0, 0, 0, 0, 0, 20, 0)
    run(world, 1)
    const apart = Math.hypot(...[0, 1, 2].map((axis) => world.positions[3 + axis]! - world.positions[axis]!))
    expect(apart).toBeCloseTo(Math.hypot(0.2, 0.6), 3)
    const sprung = await worldOf([ball('a', [-0.5, 0, 0]), ball('b', [0.5, 0, 0])], {
      gravity: 0,
      joints: [{ type: 'spring', bodies: ['a', 'b'], length: 0.5, stiffness: 40, damping: 5 }],
    })
    run(sprung, 4)
    expect(sprung.positions[3]! - sprung.positions[0]!).toBeCloseTo(0.5, 2)
  })
})

describe('overlaps', () => {
  it('two bodies born in each other are refused, touching or joined ones are not', async () => {
    const ball = (x: number, name?: string): BodyInput => ({
      shape: 'sphere',
      radius: 0.2,
      position: [x, 0, 0],
      ...(name && { name }),
    })
    await expect(worldOf([ball(-1), ball(0), ball(0.3)])).rejects.toThrow(
      'scene: bodies[2]: begins 0.1 m deep in bodies[1]: move one of them',
    )
    await expect(
      worldOf([ball(0), { shape: 'box', size: [1, 1, 1], kind: 'fixed', position: [0.65, 0, 0] }]),
    ).rejects.toThrow('bodies[1]: begins')
    await worldOf([ball(0), ball(0.4)])
    await worldOf([ball(0, 'a'), ball(0.1, 'b')], { joints: [{ type: 'ball', bodies: ['a', 'b'] }] })
    // Their boxes overlap, they do not.
    await worldOf([
      ball(0),
      { shape: 'box', size: [1, 0.02, 1], position: [0.3, 0.3, 0], rotation: { axis: [0, 0, 1], angle: -45 } },
    ])
  })
})
