// Bodies do not leave the tank: neither does a joint pull them through walls, floor or ground, nor do they turn into these about too few contacts.

import { rapier } from 'seiche/bodies'
import { describe, expect, it } from 'vitest'
import { uniformAt } from '../../numerics/random.js'
import { type BodyInput, bodySchema, type JointInput, jointSchema } from '../../scene/schema/body.js'
import { loadAddedBody, loadBodies } from '../load.js'
import type { BodyWorld, Tank } from '../world.js'

const STEP = 1 / 60
const HALF = 2
const FLOOR = -1
const level: Tank = {
  grid: { nx: 40, nz: 40, cellSize: 0.1 },
  floor: FLOOR,
  walls: { 'x-': true, 'x+': true, 'z-': true, 'z+': true },
}
/** The same floor as ground. */
const ground: Tank = { ...level, floor: FLOOR - 1, bed: new Float64Array(1600).fill(FLOOR) }

type Place = [number, number, number]
const RADIUS = 0.2
/** How far a body may be in what holds it for a moment [m]. */
const IN_WALL = 0.05 * RADIUS
const ball = { shape: 'sphere', radius: RADIUS, name: 'ball', density: 500 } as const
const post = { shape: 'sphere', radius: 0.1, name: 'post' } as const
const leaving = (to: Place, time: number): BodyInput => ({
  ...post,
  kind: 'kinematic',
  position: [0.5, 0, 0],
  path: [
    { time: 0, at: [0.5, 0, 0] },
    { time, at: to },
  ],
})

async function worldOf(bodies: BodyInput[], joints: JointInput[], tank: Tank): Promise<BodyWorld> {
  const ties = joints.map((joint) => jointSchema.parse(joint))
  const loaded = await loadBodies(
    bodies.map((body) => bodySchema.parse(body)),
    ties,
    tank,
  )
  return rapier({ bodies: loaded, joints: ties, tank, gravity: 9.81 })
}

function expectInside({ positions }: BodyWorld, body: number, when: string): void {
  const [x, y, z] = positions.subarray(3 * body, 3 * body + 3) as unknown as Place
  expect(Math.abs(x), `x, ${when}`).toBeLessThan(HALF - RADIUS + IN_WALL)
  expect(Math.abs(z), `z, ${when}`).toBeLessThan(HALF - RADIUS + IN_WALL)
  expect(y, `y, ${when}`).toBeGreaterThan(FLOOR + RADIUS - IN_WALL)
}

const origins: [Place, Place] = [
  [0, 0, 0],
  [0, 0, 0],
]
const kinds = {
  rope: (bodies: [string, string], anchors = origins): JointInput => ({ type: 'rope', bodies, anchors, length: 0.6 }),
  spring: (bodies: [string, string], anchors = origins): JointInput => ({
    type: 'spring',
    bodies,
    anchors,
    length: 0.6,
    stiffness: 5000,
    damping: 50,
  }),
  ball: (bodies: [string, string], anchors = origins): JointInput => ({ type: 'ball', bodies, anchors }),
  hinge: (bodies: [string, string], anchors = origins): JointInput => ({
    type: 'hinge',
    bodies,
    anchors,
    axis: [0, 1, 0],
  }),
  weld: (bodies: [string, string]): JointInput => ({ type: 'weld', bodies }),
}

describe.each(Object.entries(kinds))('a %s', (type, joint) => {
  it.each([
    ['level floor', level],
    ['ground', ground],
  ])('holds a ball that cannot follow it in the tank, over %s', async (_, tank) => {
    const pulls: [string, BodyInput[], JointInput][] = [
      ['out of the tank', [leaving([6, 0, 0], 4)], joint(['post', 'ball'])],
      ['out at a corner', [leaving([-6, 0, 6], 4)], joint(['ball', 'post'])],
      ['out at 30 m/s', [leaving([60, 0, 0], 2)], joint(['post', 'ball'])],
      ['down', [leaving([0.5, -5, 0], 4)], joint(['post', 'ball'])],
    ]
    if (type !== 'weld')
      pulls.push(
        ['from a fixed body', [{ ...post, kind: 'fixed', position: [4, 0, 0] }], joint(['post', 'ball'])],
        ['from the tank', [], joint(['tank', 'ball'], [[0, 0, -4], origins[1]])],
        ['from below', [], joint(['ball', 'tank'], [origins[0], [0, -3, 0]])],
      )
    for (const [name, others, tie] of pulls) {
      const world = await worldOf([ball, ...others], [tie], tank)
      for (let k = 0; k < 5 / STEP; k++) {
        world.step(STEP)
        expectInside(world, 0, `${name}, step ${k + 1}`)
      }
      // Friction keeps it about where it is held; a spring swings on.
      const held = world.positions.slice(0, 3)
      for (let k = 0; k < 1 / STEP; k++) world.step(STEP)
      const moved = Math.hypot(...held.map((at, axis) => world.positions[axis]! - at))
      if (type !== 'spring') expect(moved, name).toBeLessThan(RADIUS)
      world.dispose()
    }
  })
})

it('a rope pulls a ball to the wall, as near as it gets to the other end', async () => {
  const world = await worldOf([ball, leaving([6, 0, 0], 4)], [kinds.rope(['post', 'ball'])], level)
  for (let k = 0; k < 8 / STEP; k++) world.step(STEP)
  expect([...world.positions.subarray(0, 3)]).toEqual([
    expect.closeTo(HALF - RADIUS, 2),
    expect.closeTo(0, 1),
    expect.closeTo(0, 2),
  ])
})

it('what hangs on a body that is held stays in the tank too', async () => {
  const world = await worldOf(
    [ball, { ...ball, name: 'second', position: [-0.6, 0, 0] }, leaving([20, -3, 0], 2)],
    [kinds.rope(['post', 'ball']), kinds.rope(['ball', 'second'])],
    level,
  )
  for (let k = 0; k < 4 / STEP; k++) {
    world.step(STEP)
    expectInside(world, 0, `first, step ${k + 1}`)
    expectInside(world, 1, `second, step ${k + 1}`)
  }
})

it('a box that is pulled at a corner stays in the tank', async () => {
  const box: BodyInput = { shape: 'box', size: [0.5, 0.2, 0.3], name: 'box', density: 500 }
  const anchors: [Place, Place] = [
    [0, 0, 0],
    [0.25, 0.1, 0.15],
  ]
  const world = await worldOf([box, leaving([6, 0, 0], 4)], [kinds.rope(['post', 'box'], anchors)], level)
  for (let k = 0; k < 6 / STEP; k++) {
    world.step(STEP)
    expect(Math.abs(world.positions[0]!)).toBeLessThan(HALF - 0.1)
    expect(world.positions[1]).toBeGreaterThan(FLOOR + 0.1 - IN_WALL)
  }
})

it('goes on from a snapshot with the same bits while it is held', async () => {
  const make = () => worldOf([ball, leaving([6, -3, 0], 2)], [kinds.rope(['post', 'ball'])], ground)
  const [one, two] = [await make(), await make()]
  for (let k = 0; k < 150; k++) one.step(STEP)
  const bodies = await loadBodies([bodySchema.parse(ball), bodySchema.parse(leaving([6, -3, 0], 2))], [], ground)
  two.restore(one.snapshot(), bodies)
  for (const world of [one, two]) for (let k = 0; k < 60; k++) world.step(STEP)
  expect(two.positions).toEqual(one.positions)
  expect(two.rotations).toEqual(one.rotations)
})

describe('discs and cones that are thrown, fast and turning,', () => {
  const throws = 60
  /** A ridge of slope 1/2 along z. */
  const slope = (x: number) => FLOOR + 0.5 * (HALF - Math.abs(x))
  const bed = Float64Array.from({ length: 1600 }, (_, k) => slope(((k % 40) + 0.5) * 0.1 - HALF))

  /** Any flat one. */
  function thrown(seed: number): BodyInput {
    let count = 0
    const between = (low: number, high: number) => low + (high - low) * uniformAt(count++, 0, seed)
    const size = between(0.02, 0.3)
    const flat = { radius: size / 2, height: size * between(0.1, 0.6) }
    return {
      ...(seed % 2 === 0 ? { shape: 'cylinder', ...flat } : { shape: 'cone', ...flat }),
      position: [between(-1, 1), 0.5, between(-1, 1)],
      rotation: { axis: [between(-1, 1), between(-1, 1), 1], angle: between(0, 360) },
      velocity: [between(-10, 10), between(-12, 0), between(-10, 10)],
      angularVelocity: [between(-900, 900), between(-900, 900), between(-900, 900)],
      restitution: between(0, 1),
      friction: between(0, 1),
    }
  }

  it.each([
    ['level floor', level, () => FLOOR],
    ['level ground', ground, () => FLOOR],
    // The ridge has a flat top between the middles of its cells.
    ['slopes', { ...ground, bed }, (x: number) => Math.min(slope(x), slope(0.05))],
  ])('stay in the tank, over %s', async (_, tank: Tank, heightAt) => {
    for (let seed = 1; seed <= throws; seed++) {
      // Every other pair is added to a world that has no body yet.
      const isAdded = seed % 4 < 2
      const world = await worldOf(isAdded ? [] : [thrown(seed)], [], tank)
      if (isAdded) world.add(loadAddedBody(bodySchema.parse(thrown(seed)), tank))
      for (let k = 0; k < 60; k++) {
        world.step(1 / 20)
        const [x, y, z] = world.centers as unknown as Place
        const when = `throw ${seed}, step ${k + 1}`
        expect(Math.max(Math.abs(x), Math.abs(z)), when).toBeLessThan(HALF + 1e-4)
        expect(y, when).toBeGreaterThan(heightAt(x) - 1e-4)
      }
      world.dispose()
    }
  })
})
