import { afterAll, expect, it } from 'vitest'
import { MovedBody } from '../../testing/moved-body.js'
import { PlainForces } from '../../testing/plain-forces.js'
import { createBackend } from '../backend/create-backend.js'
import { solidOf } from '../bodies/geometry/solid.js'
import type { BodyWorld, LoadedBody } from '../bodies/world.js'
import { Arena } from '../fields/arena.js'
import { WATER_DENSITY } from '../numerics/constants.js'
import { uniformAt } from '../numerics/random.js'
import { bodySchema } from '../scene/schema/body.js'
import { ForceMemory } from './force-memory.js'
import { Forces } from './forces.js'
import { SubmergedBody } from './submersion/submerged-body.js'
import { AddedMass } from './virtual-height/added-mass.js'

const [G, DT] = [9.81, 1 / 60]
const CELL = 0.1
const VOLUME = 0.2

const arena = new Arena()
const memory = new ForceMemory(arena, 1)
const backend = await createBackend(arena, memory.resources, 1, {})
memory.connect(backend)
afterAll(() => backend.dispose())

/** A fully submerged body, its volume symmetric about its centre of mass. */
function fullySubmerged(): SubmergedBody {
  const submerged = new SubmergedBody()
  submerged.volume.set([VOLUME, 0, 0, 0, 0.01, 0.01, 0.01, 0, 0, 0])
  submerged.area.set([0.3, 0, 0, 0, 0.01, 0, 0.01, 0, 0, 0])
  return submerged
}

interface Moved {
  readonly loaded: LoadedBody
  readonly world: BodyWorld
}

/** A box of a mass, with the rates of its motion. */
function moved(mass: number, rates = [0, 0, 0, 0, 0, 0], drag = 0, rotation = [0, 0, 0, 1]): Moved {
  const body = bodySchema.parse({ shape: 'box', size: [0.7, 0.5, 0.6], drag })
  const world = {
    masses: Float64Array.of(mass),
    rotations: Float64Array.from(rotation),
    velocities: Float64Array.from(rates.slice(0, 3)),
    angularVelocities: Float64Array.from(rates.slice(3)),
  } as unknown as BodyWorld
  return { loaded: { body, solid: solidOf(body, []) }, world }
}

function solved(
  { loaded, world }: Moved,
  submerged: SubmergedBody,
  outside?: (forces: Forces) => void,
  dt = DT,
  addedMass?: AddedMass,
) {
  const forces = new Forces(memory)
  forces.write(0, 0, loaded, submerged, world, addedMass)
  outside?.(forces)
  forces.solve(1, G, CELL, dt)
  const six = (at: number) => [...forces.results.subarray(at, at + 6)]
  const [water, all, change] = [six(forces.waterOf(0)), six(forces.allOf(0)), six(forces.changeOf(0))]
  return { water, all, change, carried: forces.carriedOf(0) }
}

it.each([
  ['afloat', 0, undefined],
  ['heaving by the level through its draught', 0.3, undefined],
  ['coupled by virtual height', 0, new AddedMass()],
  ['that nothing moves', 0.3, undefined],
])('the kernel has the bits of the plain formulas, for a body %s', (name, added, addedMass) => {
  for (let seed = 0; seed < 20; seed++) {
    const random = (k: number) => uniformAt(k, seed, 7) - 0.5
    const submerged = fullySubmerged()
    for (const k of [1, 2, 3, 7, 8, 9]) submerged.volume[k] = 0.01 * random(k)
    for (const k of [1, 3, 9]) submerged.area[k] = 0.01 * random(10 + k)
    submerged.waterplane.set([0.2, 0.01 * random(20), 0, 0.01 * random(21), 0.02, 0, 0.015, 0, 0, 0.003 * random(22)])
    submerged.flowX = random(30)
    submerged.flowZ = random(31)
    submerged.undisturbedRate = random(32)
    submerged.dampingVolume = 0.01 * random(33)
    submerged.buoyancyLevel.set(0.1, random(34), random(35))
    Object.assign(submerged.heave, { added, pierced: 0.7, feedback: 0.4, lead: 0.5 })
    if (addedMass) {
      addedMass.cells.add(1)
      addedMass.mass.set([50, 1, 2, 1, 4, 0.5, 2, 0.5, 6])
      addedMass.push.set([random(36), random(37), random(38)])
    }
    const rates = Array.from({ length: 6 }, (_, k) => 4 * random(40 + k))
    const mass = name === 'that nothing moves' ? Number.POSITIVE_INFINITY : 120
    const body = moved(mass, rates, 0.8, [random(50), random(51), random(52), random(53)])
    const outside = (forces: Pick<PlainForces, 'push' | 'pull'>) => {
      forces.push([random(60), random(61), random(62)], [random(63), random(64), random(65)])
      forces.pull(100, 20, [0.1, 0.2, -0.1], [random(66), random(67), random(68)], DT)
    }
    const { water, all, change, carried } = solved(body, submerged, outside, DT, addedMass)
    const plain = new PlainForces()
    const set = new MovedBody()
    set.set(0, body.loaded, submerged, body.world, CELL)
    plain.clear()
    outside(plain)
    plain.solve(set, submerged, addedMass, G, DT)
    expect(water).toEqual([...plain.water])
    expect(all).toEqual([...plain.all])
    expect(change).toEqual([...plain.change])
    expect(carried).toBe(plain.carried)
  }
})

it('what weighs as much as the water it displaces is carried', () => {
  const { all, water } = solved(moved(WATER_DENSITY * VOLUME), fullySubmerged())
  expect(water[1]).toBeCloseTo(WATER_DENSITY * VOLUME * G * DT, 9)
  expect(all[1]).toBeCloseTo(WATER_DENSITY * VOLUME * G * DT, 9)
  for (const k of [0, 2, 3, 4, 5]) expect(all[k]).toBeCloseTo(0, 12)
})

it('what sinks or rises takes half of what it displaces along', () => {
  for (const mass of [1, 50, 800]) {
    const { all, carried } = solved(moved(mass), fullySubmerged())
    const change = (-(mass - WATER_DENSITY * VOLUME) * G * DT) / (mass + 0.5 * WATER_DENSITY * VOLUME)
    expect(all[1]! / mass - G * DT).toBeCloseTo(change, 9)
    expect(carried).toBeCloseTo(0.5 * WATER_DENSITY * VOLUME * change, 9)
  }
})

it('buoyancy is perpendicular to the water, drag opposes the relative velocity and never reverses it', () => {
  const sloped = fullySubmerged()
  sloped.buoyancyLevel.slopeX = 0.1
  expect(solved(moved(200), sloped).water[0]).toBeLessThan(0)
  const flowing = fullySubmerged()
  flowing.flowX = 2
  expect(solved(moved(200, undefined, 1), flowing).all[0]).toBeGreaterThan(0)
  for (const dt of [1 / 240, 1 / 20])
    for (const speed of [0.01, 1, 20, 300]) {
      const { all } = solved(moved(2, [speed, 0, 0, 0, 0, 0], 1.5), fullySubmerged(), undefined, dt)
      const after = speed + all[0]! / 2
      expect(after).toBeGreaterThan(0)
      expect(after).toBeLessThan(speed)
    }
})

it('buoyancy off the centre of mass causes a torque', () => {
  const submerged = fullySubmerged()
  submerged.volume[1] = 0.05 * VOLUME
  // Buoyancy at x > 0 raises that side: about z, counterclockwise.
  expect(solved(moved(200), submerged).all[5]).toBeGreaterThan(0)
})

it('a dry body feels what comes from outside only', () => {
  const { all, water } = solved(moved(4), new SubmergedBody(), (forces) => forces.push([3, 0, 0], [0, 0.5, 0]))
  expect([...water]).toEqual([0, 0, 0, 0, 0, 0])
  expect(all[0]).toBeCloseTo(3 * DT, 12)
  expect(all[1]).toBeCloseTo(0, 12)
  // r × F = (0, ½, 0) × (3, 0, 0).
  expect(all[5]).toBeCloseTo(-1.5 * DT, 12)
})

it('a spring pulls towards its target, at any stiffness', () => {
  for (const stiffness of [10, 1e4, 1e8]) {
    const { all } = solved(moved(4), new SubmergedBody(), (forces) =>
      forces.pull(stiffness, 2 * Math.sqrt(4 * stiffness), [0.3, 0, 0], [0, 0, 0], DT),
    )
    const way = (all[0]! / 4) * DT
    expect(way).toBeGreaterThan(0)
    expect(way).toBeLessThanOrEqual(0.3)
  }
})

it('what nothing moves gets all that the water gives', () => {
  const { all, water } = solved(moved(Number.POSITIVE_INFINITY), fullySubmerged())
  expect([...all]).toEqual([...water])
  expect(water[1]).toBeCloseTo(WATER_DENSITY * VOLUME * G * DT, 9)
})
