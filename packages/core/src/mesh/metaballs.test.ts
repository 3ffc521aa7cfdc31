import { describe, expect, it } from 'vitest'
import { eulerCharacteristic, isManifold, leaks, measure } from '../../testing/closed-surface.js'
import { uniformAt } from '../numerics/random.js'
import { Metaballs, type MetaballsOptions, metaballs } from './metaballs.js'

/** Points in a cube from 0 to `size`. */
const cloud = (count: number, size: number, seed: number) =>
  Float32Array.from({ length: 3 * count }, (_, v) => size * uniformAt(v, 0, seed))

const distances = (positions: Float32Array, x = 0, y = 0, z = 0) =>
  Array.from({ length: positions.length / 3 }, (_, v) =>
    Math.hypot(positions[3 * v]! - x, positions[3 * v + 1]! - y, positions[3 * v + 2]! - z),
  )

describe('metaballs', () => {
  it('draws a point by itself as a ball of its radius, the better the smaller the cells', () => {
    const off = [1 / 3, 1 / 6, 1 / 12].map((part) => {
      const mesh = metaballs([0.31, 0.32, -0.7], { radius: 0.5, cellSize: part * 0.5 })
      expect(eulerCharacteristic(mesh)).toBe(2)
      return Math.max(...distances(mesh.positions, 0.31, 0.32, -0.7).map((distance) => Math.abs(distance / 0.5 - 1)))
    })
    expect(off[0]).toBeLessThan(0.03)
    expect(off[1]! / off[2]!).toBeGreaterThan(3.5)
  })

  it('lets balls flow together when they meet', () => {
    const apart = (x: number) => eulerCharacteristic(metaballs([0, 0, 0, x, 0, 0], { radius: 1, cellSize: 0.2 }))
    expect(apart(4.5)).toBe(4)
    expect(apart(1.5)).toBe(2)
    const ring = Array.from({ length: 36 }, (_, v) => {
      const angle = (2 * Math.PI * Math.floor(v / 3)) / 12
      return [3 * Math.cos(angle), 0, 3 * Math.sin(angle)][v % 3]!
    })
    expect(eulerCharacteristic(metaballs(ring, { radius: 1 }))).toBe(0)
  })

  it('lies where the sum of the fields takes the level', () => {
    const points = cloud(8, 2, 3)
    const { positions } = metaballs(points, { radius: 0.5, cellSize: 0.02, level: 0.7 })
    for (let v = 0; v < positions.length; v += 3) {
      let sum = 0
      for (const distance of distances(points, positions[v], positions[v + 1], positions[v + 2])) {
        const q = Math.min(distance * distance, 1)
        sum += 1 - (22 * q) / 9 + (17 * q * q) / 9 - (4 * q * q * q) / 9
      }
      expect(Math.abs(sum - 0.7)).toBeLessThan(0.002)
    }
  })

  it('is watertight for any cloud of points, in a box and without', () => {
    const box: MetaballsOptions['box'] = { low: [0.2, 0.1, 0], high: [1.7, 1.8, 2] }
    for (let seed = 0; seed < 40; seed++) {
      const points = cloud(1 + seed, 2, seed)
      for (const mesh of [
        metaballs(points, { radius: 0.3 }),
        metaballs(points, { radius: 0.3, cellSize: 0.1, box }),
        metaballs(points, { radius: 0.1, cellSize: 0.3 }),
      ]) {
        expect(leaks(mesh)).toEqual([])
        expect(isManifold(mesh)).toBe(true)
      }
    }
  })

  it('fills a box up to its walls and never leaves it', () => {
    const { positions, indices, normals } = metaballs(cloud(2000, 1, 1), {
      radius: 0.1,
      cellSize: 0.05,
      box: { low: [0, 0, 0], high: [1, 1, 1] },
    })
    expect(Math.min(...positions)).toBe(0)
    expect(Math.max(...positions)).toBe(1)
    const { volume } = measure({ positions, normals, indices })
    expect(volume).toBeLessThan(1)
    expect(volume).toBeGreaterThan(0.99)
  })

  it('does not shimmer: balls that move by whole cells keep their shape', () => {
    const points = cloud(5, 1, 2)
    const here = metaballs(points, { radius: 0.5, cellSize: 0.25 })
    const there = metaballs(
      points.map((value, v) => (v % 3 === 0 ? value + 2 : value)),
      { radius: 0.5, cellSize: 0.25 },
    )
    expect(there.indices).toEqual(here.indices)
    for (const [v, place] of there.positions.entries())
      expect(place - (v % 3 === 0 ? 2 : 0)).toBeCloseTo(here.positions[v]!, 5)
  })

  it('takes a radius for each point', () => {
    const { positions } = metaballs([0, 0, 0, 5, 0, 0], { radius: 1, cellSize: 0.05 }, [1, 0.4])
    const xs = positions.filter((_, v) => v % 3 === 0)
    expect(Math.min(...xs)).toBeCloseTo(-1, 2)
    expect(Math.max(...xs)).toBeCloseTo(5.4, 2)
  })

  it('is the same to the bit again, in memory used before', () => {
    const points = cloud(30, 2, 9)
    const balls = new Metaballs({ radius: 0.2 })
    const first = balls.update(points).positions.slice()
    const { buffer } = balls.positions
    expect(balls.update([]).indices.length).toBe(0)
    expect(balls.update(cloud(30, 1.5, 4)).positions).not.toEqual(first)
    expect(balls.update(points).positions).toEqual(first)
    expect(balls.positions.buffer).toBe(buffer)
    expect(metaballs(points, { radius: 0.2 }).positions).toEqual(first)
  })

  it('refuses points that are nowhere and volumes too large, and says why', () => {
    const refused = (points: number[], options: Partial<MetaballsOptions> = {}, radii?: number[]) =>
      expect(() => new Metaballs({ radius: 0.1, ...options }).update(points, radii))
    refused([0, 0, 0, 0, Number.NaN, 0]).toThrow('point 1 has the coordinate NaN, which is not finite')
    refused([0, 0]).toThrow('three numbers each, got 2')
    refused([0, 0, 0, 1e4, 1e4, 1e4]).toThrow('take larger cells, or a box that leaves out points far away')
    refused([0, 0, 0], { radius: 0 }).toThrow('radius must be a positive number, got 0')
    refused([0, 0, 0], { cellSize: -1 }).toThrow('cellSize must be a positive number, got -1')
    refused([0, 0, 0], { level: 0 }).toThrow('level must be a positive number, got 0')
    refused([0, 0, 0], { box: { low: [0, 0, 0], high: [1, 0, 1] } }).toThrow('the box from 0, 0, 0 to 1, 0, 1 is empty')
    refused([0, 0, 0], {}, [1, 2]).toThrow('1 points need as many radii, got 2')
    refused([0, 0, 0], {}, [0]).toThrow('the radius of point 0 must be a positive number, got 0')
  })
})
