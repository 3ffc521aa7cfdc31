import { describe, expect, it } from 'vitest'
import { WaterSurface } from '../surface/water-surface.js'
import { BubbleCloud } from './bubble-cloud.js'
import { bubbleElevation, bubbleSpeed } from './bubble-motion.js'
import { attributeOf } from './particle-quads.js'
import { entrainedAir, PlungingBodies } from './plunging-bodies.js'

const [nx, nz] = [20, 20]

/** A pool of 4 m by 4 m and 1 m depth, whose water stands at `level` [m]. */
function pool(level = 0, capacity = 200) {
  const data = new Float32Array(nx * nz).fill(level)
  const water = new WaterSurface({ nx, nz, cellSize: 0.2, data })
  return { water, bubbles: new BubbleCloud(water, { capacity, depth: 1 }) }
}

const plunge = { x: 0.3, y: -0.3, z: -0.2, vx: 0, vy: -2.5, vz: 0, reach: 0.25, count: 40 }
const born = (bubbles: BubbleCloud) => {
  const [origin, velocity, life] = ['origin', 'velocity', 'life'].map((name) => attributeOf(bubbles.geometry, name))
  return Array.from({ length: origin!.count }, (_, k) => ({
    radius: origin!.getW(k),
    rise: { y: origin!.getY(k), velocity: velocity!.getY(k), speed: life!.getZ(k), relaxation: velocity!.getW(k) },
    age: life!.getY(k),
  })).filter(({ radius }) => radius > 0)
}

describe('bubbles', () => {
  it('rise at the speed of their size, from above the floor to the surface', () => {
    const { bubbles } = pool(0.1)
    bubbles.update(0)
    bubbles.entrain(plunge)
    expect(born(bubbles)).toHaveLength(40)
    for (const { radius, rise, age } of born(bubbles)) {
      expect(rise.speed).toBeCloseTo(bubbleSpeed(radius), 6)
      expect(bubbleElevation(rise, age)).toBeCloseTo(0.1, 4)
      for (let share = 0; share <= 1; share += 0.1) expect(bubbleElevation(rise, share * age)).toBeGreaterThan(-1)
    }
  })

  it('end when all have surfaced, and at a jump in time', () => {
    const { bubbles } = pool()
    bubbles.update(0)
    bubbles.entrain(plunge)
    expect(bubbles.rising).toBe(40)
    for (let time = 0; time <= 12; time += 1) bubbles.update(time)
    expect(bubbles.rising).toBe(0)
    bubbles.entrain(plunge)
    expect(bubbles.rising).toBe(40)
    bubbles.update(3)
    expect(bubbles.rising).toBe(0)
  })

  it('are never more than there is room for, and fewer on slow devices', () => {
    const { bubbles } = pool(0, 100)
    bubbles.update(0)
    for (let call = 0; call < 10; call++) bubbles.entrain({ ...plunge, count: 1e9 })
    expect(bubbles.rising).toBe(100)
    bubbles.share = 0.3
    expect(bubbles.geometry.instanceCount).toBe(30)
    bubbles.update(-1)
    bubbles.entrain({ ...plunge, count: 20 })
    expect(bubbles.rising).toBe(6)
  })

  it('are the same for the same calls', () => {
    const [one, other] = [pool().bubbles, pool().bubbles]
    for (const bubbles of [one, other]) {
      bubbles.update(0.5)
      bubbles.entrain(plunge)
      bubbles.entrain({ ...plunge, count: 3.4 })
    }
    for (const name of ['origin', 'velocity', 'life', 'foam'])
      expect(attributeOf(one.geometry, name).array).toEqual(attributeOf(other.geometry, name).array)
  })

  it('keep their memory, and leave nothing', () => {
    const { bubbles } = pool()
    const array = attributeOf(bubbles.geometry, 'origin').array
    const freed: string[] = []
    const [foam] = bubbles.children as [BubbleCloud]
    bubbles.geometry.addEventListener('dispose', () => freed.push('geometry'))
    for (const { material } of [bubbles, foam]) material.addEventListener('dispose', () => freed.push(material.name))
    bubbles.update(0)
    bubbles.entrain(plunge)
    expect(attributeOf(bubbles.geometry, 'origin').array).toBe(array)
    bubbles.dispose()
    expect(freed.sort()).toEqual(['bubbles', 'foam of particles', 'geometry'])
  })
})

describe('a plunging body', () => {
  it('draws in air while it breaks the surface, the more the faster', () => {
    expect(entrainedAir(-0.1, 0.2, 3)).toBe(0)
    expect(entrainedAir(0.2, 0.2, 0.5)).toBe(0)
    expect(entrainedAir(0.2, 0.2, 2)).toBeGreaterThan(0)
    expect(entrainedAir(0.2, 0.2, 3)).toBeGreaterThan(1.5 * entrainedAir(0.2, 0.2, 2))
    // The wake of a sunk body has less, and none far below.
    expect(entrainedAir(0.6, 0.2, 3)).toBeLessThan(0.2 * entrainedAir(0.2, 0.2, 3))
    expect(entrainedAir(2, 0.2, 3)).toBe(0)
    // Less than the water that it displaces.
    expect(entrainedAir(0.2, 0.2, 9)).toBeLessThan(0.2 * Math.PI * 0.2 ** 2 * 9)
  })

  it('makes bubbles when it falls, and none when it floats or rises', () => {
    const count = (velocity: number): number => {
      const { water, bubbles } = pool()
      const bodies = new PlungingBodies(water, bubbles)
      for (let frame = 0; frame < 12; frame++) {
        const y = (velocity < 0 ? 0.2 : -0.2) + (velocity * frame) / 60
        bodies.update([{ position: [0, y, 0], radius: 0.15 }], bubbles.update(frame / 60))
      }
      return bubbles.rising
    }
    expect(count(-3)).toBeGreaterThan(20)
    expect(count(-0.3)).toBe(0)
    expect(count(3)).toBe(0)
  })

  it('makes none where time has jumped', () => {
    const { water, bubbles } = pool()
    const bodies = new PlungingBodies(water, bubbles)
    bodies.update([{ position: [0, 1, 0], radius: 0.15 }], bubbles.update(0))
    bodies.update([{ position: [0, 0, 0], radius: 0.15 }], bubbles.update(9))
    expect(bubbles.rising).toBe(0)
  })

  it('so do drops that land in the next frame', () => {
    const { water, bubbles } = pool()
    const bodies = new PlungingBodies(water, bubbles)
    bubbles.update(0)
    const drops = (y: number, vy: number) => ({
      positions: Float32Array.of(0, y, 0),
      velocities: Float32Array.of(0, vy, 0),
      radii: Float32Array.of(0.02),
    })
    bodies.land(drops(0.5, -2), 1, 1 / 60)
    bodies.land(drops(0.01, 2), 1, 1 / 60)
    expect(bubbles.rising).toBe(0)
    bodies.land(drops(0.02, -2), 1, 1 / 60)
    expect(bubbles.rising).toBeGreaterThan(0)
  })
})
