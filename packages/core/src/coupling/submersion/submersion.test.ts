// Submerged and displaced volumes of bodies in still water.

import { describe, expect, it } from 'vitest'
import { StillWater } from '../../../testing/still-water.js'
import { quaternionOf } from '../../bodies/geometry/rotation.js'
import { solidOf } from '../../bodies/geometry/solid.js'
import type { BodyWorld, LoadedBody } from '../../bodies/world.js'
import { type BodyInput, bodySchema } from '../../scene/schema/body.js'
import { Displaced } from '../displaced.js'
import { Submersion } from './submersion.js'

const grid = { nx: 32, nz: 32, cellSize: 0.1 }

/** Bodies at rest, with their centres of mass at their origins. */
function standing(...inputs: BodyInput[]) {
  const bodies = inputs.map((input) => bodySchema.parse(input))
  const loaded: LoadedBody[] = bodies.map((body) => ({ body, solid: solidOf(body, []) }))
  const positions = Float64Array.from(bodies.flatMap(({ position }) => position))
  const rotations = Float64Array.from(bodies.flatMap(({ rotation }) => quaternionOf(rotation)))
  return { loaded, world: { positions, centers: positions, rotations } as unknown as BodyWorld }
}

function submerge(water: StillWater, ...inputs: BodyInput[]) {
  const { loaded, world } = standing(...inputs)
  const submersion = new Submersion(water)
  submersion.locate(loaded, world, 0)
  submersion.measure(world, 0)
  return { submersion, loaded, world }
}

const ball = (radius: number, position: [number, number, number]): BodyInput => ({ shape: 'sphere', radius, position })

describe('submersion', () => {
  it('a ball at the level is half submerged, one above it is dry, one below it is fully submerged', () => {
    const { submersion } = submerge(
      new StillWater(grid),
      ball(0.3, [-1, 0, 0]),
      ball(0.3, [0, 0.31, 0]),
      ball(0.3, [1, -0.4, 0]),
    )
    const whole = (4 / 3) * Math.PI * 0.027
    const [half, dry, deep] = submersion.bodies
    expect(half!.volume[0]! / whole).toBeCloseTo(0.5, 3)
    expect(half!.displaced / whole).toBeCloseTo(0.5, 3)
    expect(dry!.volume[0]).toBe(0)
    expect(deep!.volume[0]! / whole).toBeCloseTo(1, 9)
    expect(half!.waterplane[0]! / (Math.PI * 0.09)).toBeCloseTo(1, 1)
    expect(deep!.waterplane[0]).toBe(0)
  })

  it('buoyancy acts through the centre of a ball, fully or half submerged, at any position within its cells', () => {
    for (const radius of [0.03, 0.1, 0.3])
      for (const at of [0, 0.013, 0.04, 0.077])
        for (const height of [-0.5, 0]) {
          const { submersion } = submerge(new StillWater(grid), ball(radius, [at, height, 0.5 * at]))
          const { volume } = submersion.bodies[0]!
          for (const moment of [1, 3]) expect(Math.abs(volume[moment]! / volume[0]!)).toBeLessThan(1e-9)
        }
  })

  it('fits the level and the slope of the water', () => {
    const water = new StillWater(grid)
    for (let cell = 0; cell < water.levels.length; cell++)
      water.levels[cell] = 0.2 + 0.1 * ((cell % 32) + 0.5 - 16) * 0.1
    const { undisturbed, local } = submerge(water, ball(0.4, [0.2, 0, 0])).submersion.bodies[0]!
    for (const plane of [undisturbed, local]) {
      expect(plane.height).toBeCloseTo(0.22, 2)
      expect(plane.slopeX).toBeCloseTo(0.1, 2)
      expect(plane.slopeZ).toBeCloseTo(0, 6)
    }
  })

  it('is zero over dry ground, and at most the depth in shallow water', () => {
    const dry = new StillWater(grid)
    dry.levels.fill(Number.NEGATIVE_INFINITY)
    expect(submerge(dry, ball(0.3, [0, -0.2, 0])).submersion.bodies[0]).toMatchObject({
      isOverWater: false,
      displaced: 0,
    })
    const { submersion } = submerge(new StillWater(grid, 0.05), { shape: 'box', size: [0.4, 0.4, 0.4] })
    expect(submersion.bodies[0]!.volume[0]).toBeCloseTo(0.4 * 0.4 * 0.05, 9)
  })
})

describe('displaced water', () => {
  it('counts from the start, follows a body, and vanishes when the body leaves the water', () => {
    const water = new StillWater(grid)
    const { submersion, loaded, world } = submerge(water, ball(0.3, [-0.5, 0, 0]))
    const displaced = new Displaced(water)
    displaced.start(submersion)
    const half = (2 / 3) * Math.PI * 0.027
    expect(displaced.volume).toBeCloseTo(half, 4)
    expect(water.levels.every((level) => level === 0)).toBe(true)
    world.positions[0] = 0.5
    submersion.locate(loaded, world, 0)
    displaced.update(submersion)
    expect(displaced.volume).toBeCloseTo(half, 4)
    const at = (i: number) => water.levels[16 * 32 + i]!
    expect(at(21)).toBeGreaterThan(0.1)
    expect(at(11)).toBeLessThan(-0.1)
    // The sum of raised and lowered volumes is the change of the displaced volume.
    const sum = water.levels.reduce((total, level) => total + level, 0) * 0.01
    expect(sum).toBeCloseTo(displaced.volume - half, 6)
    world.positions[1] = 5
    submersion.locate(loaded, world, 0)
    displaced.update(submersion)
    expect(Math.abs(displaced.volume)).toBeLessThan(1e-6)
  })

  it('is restored from its state', () => {
    const water = new StillWater(grid)
    const { submersion } = submerge(water, ball(0.3, [0.02, -0.1, 0]))
    const [one, two] = [new Displaced(water), new Displaced(water)]
    one.start(submersion)
    two.state = JSON.parse(JSON.stringify(one.state))
    expect(two.volume).toBe(one.volume)
    expect(two.heights).toEqual(one.heights)
    two.state = { cells: [], heights: [], roundingRemainder: 0 }
    expect(two.volume).toBe(0)
  })

  it('relaxes to planes under bodies and keeps the volume, also where two bodies share cells', () => {
    const water = new StillWater(grid)
    for (let cell = 0; cell < water.levels.length; cell++) water.levels[cell] = 0.05 * ((cell * 7919) % 13) - 0.3
    const { submersion, loaded, world } = submerge(water, ball(0.4, [0, 0, 0]), ball(0.3, [0.35, 0, 0.1]))
    const displaced = new Displaced(water)
    displaced.start(submersion)
    submersion.locate(loaded, world, 0)
    submersion.measure(world, 0)
    const still = { ...world, masses: [1, 1], velocities: new Float64Array(6) } as unknown as BodyWorld
    const sum = () => water.levels.reduce((total, level) => total + level, 0) * 0.01
    const roughness = () => {
      submersion.measure(world, 0)
      const { first, end, local } = submersion.bodies[0]!
      const { level, x, z } = submersion.columns
      let total = 0
      for (let k = first; k < end; k++) total += Math.abs(level[k]! - local.at(x[k]!, z[k]!))
      return total
    }
    const [before, rough, counted] = [sum(), roughness(), displaced.volume]
    for (let step = 0; step < 20; step++) {
      submersion.measure(world, 0)
      displaced.smooth(submersion, still, 1 / 60)
    }
    expect(roughness()).toBeLessThan(0.2 * rough)
    expect(Math.abs(sum() - before)).toBeLessThan(1e-6)
    expect(Math.abs(displaced.volume - counted - (sum() - before))).toBeLessThan(1e-9)
  })
})
