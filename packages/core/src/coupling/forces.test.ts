import { expect, it } from 'vitest'
import { WATER_DENSITY } from '../numerics/constants.js'
import { Forces, type Moved } from './forces.js'
import { SubmergedBody } from './submersion/submerged-body.js'

const [G, DT] = [9.81, 1 / 60]
const VOLUME = 0.2

/** A fully submerged body, its volume symmetric about its centre of mass. */
function fullySubmerged(): SubmergedBody {
  const submerged = new SubmergedBody()
  submerged.volume.set([VOLUME, 0, 0, 0, 0.01, 0.01, 0.01, 0, 0, 0])
  submerged.area.set([0.3, 0, 0, 0, 0.01, 0, 0.01, 0, 0, 0])
  return submerged
}

const moved = (mass: number, rates = [0, 0, 0, 0, 0, 0]): Moved => ({
  mass,
  inertia: Float64Array.of(5, 0, 0, 0, 5, 0, 0, 0, 5),
  rates: Float64Array.from(rates),
  drag: 0,
  forwardX: 1,
  forwardZ: 0,
  length: 0.6,
  width: 0.6,
})

function solved(body: Moved, submerged: SubmergedBody, outside?: (forces: Forces) => void): Forces {
  const forces = new Forces()
  forces.clear()
  outside?.(forces)
  forces.solve(body, submerged, undefined, G, DT)
  return forces
}

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
  expect(solved({ ...moved(200), drag: 1 }, flowing).all[0]).toBeGreaterThan(0)
  for (const dt of [1 / 240, 1 / 20])
    for (const speed of [0.01, 1, 20, 300]) {
      const forces = new Forces()
      forces.clear()
      forces.solve({ ...moved(2, [speed, 0, 0, 0, 0, 0]), drag: 1.5 }, fullySubmerged(), undefined, G, dt)
      const after = speed + forces.all[0]! / 2
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
  const { all, water } = solved(moved(4), new SubmergedBody(), (forces) => forces.push(3, 0, 0, 0, 0.5, 0))
  expect([...water]).toEqual([0, 0, 0, 0, 0, 0])
  expect(all[0]).toBeCloseTo(3 * DT, 12)
  expect(all[1]).toBeCloseTo(0, 12)
  // r × F = (0, ½, 0) × (3, 0, 0).
  expect(all[5]).toBeCloseTo(-1.5 * DT, 12)
})

it('a spring pulls towards its target, at any stiffness', () => {
  for (const stiffness of [10, 1e4, 1e8]) {
    const { all } = solved(moved(4), new SubmergedBody(), (forces) =>
      forces.pull(stiffness, 2 * Math.sqrt(4 * stiffness), 0.3, 0, 0, [0, 0, 0], DT),
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
