import { describe, expect, it } from 'vitest'
import {
  areaOf,
  corners,
  eulerCharacteristic,
  isManifold,
  leaks,
  measure,
  windings,
} from '../../testing/closed-surface.js'
import { uniformAt } from '../numerics/random.js'
import { createSimulation } from '../simulation/create.js'
import { Isosurface, isosurface, type TriangleMesh, type Volume } from './isosurface.js'

type Cells = [number, number, number]

/** A function of place, on n³ cells of the cube from -1 to 1. */
function sampled(n: number, value: (x: number, y: number, z: number) => number): Volume & { values: Float64Array } {
  const place = (i: number) => (2 * i + 1) / n - 1
  const values = Float64Array.from({ length: n * n * n }, (_, cell) =>
    value(place(cell % n), place(Math.floor(cell / n) % n), place(Math.floor(cell / n / n))),
  )
  return { values, cells: [n, n, n], cellSize: 2 / n }
}

const ball =
  (radius: number, x0 = 0, y0 = 0, z0 = 0) =>
  (x: number, y: number, z: number) =>
    radius - Math.hypot(x - x0, y - y0, z - z0)
const ring = (radius: number, thickness: number) => (x: number, y: number, z: number) =>
  thickness - Math.hypot(Math.hypot(x, z) - radius, y)

/** Kinds of random values around the level 0: any, with many equal to it, two-valued, all but equal, and very large or small. */
const kinds: readonly ((u: number) => number)[] = [
  (u) => u - 0.5,
  (u) => Math.floor(3 * u) - 1,
  (u) => (u < 0.5 ? 0 : 1),
  (u) => (u < 0.9 ? 0 : u < 0.95 ? 1e-30 : -1e-30),
  (u) => [1e38, -1e38, 1e-38, -1e-38, 0][Math.floor(5 * u)]!,
]

function randomVolume(seed: number, cells: Cells, kind: (u: number) => number): Volume & { values: Float32Array } {
  const values = Float32Array.from({ length: cells[0] * cells[1] * cells[2] }, (_, cell) =>
    kind(uniformAt(cell, 0, seed)),
  )
  return { values, cells, cellSize: 0.5 }
}

/** Small volumes, also one cell thin. */
const smallCells = (seed: number): Cells =>
  [0, 1, 2].map((axis) => 1 + Math.floor(5 * uniformAt(axis, 1, seed))) as Cells

/** No two vertices are at one place, every triangle has an area, and normals are of length one. */
function expectSound(mesh: TriangleMesh): void {
  const places = new Set<string>()
  for (let v = 0; v < mesh.positions.length; v += 3) {
    places.add(mesh.positions.subarray(v, v + 3).join())
    const length = Math.hypot(...mesh.normals.subarray(v, v + 3))
    if (!(Math.abs(length - 1) < 1e-6)) expect.fail(`the normal of vertex ${v / 3} has length ${length}`)
  }
  expect(places.size).toBe(mesh.positions.length / 3)
  for (let t = 0; t < mesh.indices.length / 3; t++)
    if (!(Math.hypot(...areaOf(mesh, t)) > 0)) expect.fail(`triangle ${t} has no area`)
}

function expectWatertight(mesh: TriangleMesh): void {
  expect(leaks(mesh)).toEqual([])
  expect(isManifold(mesh)).toBe(true)
}

describe('isosurface', () => {
  it('is watertight on thousands of random fields, with values equal to the level too', () => {
    for (let seed = 0; seed < 3000; seed++)
      expectWatertight(isosurface(randomVolume(seed, smallCells(seed), kinds[seed % kinds.length]!), 0))
  })

  it('is watertight on all fields of two neighbouring cubes', () => {
    for (let inner = 0; inner < 4096; inner++) {
      const values = Float32Array.from({ length: 12 }, (_, cell) => (inner >> cell) & 1)
      expectWatertight(isosurface({ values, cells: [3, 2, 2], cellSize: 1 }, 0.5))
    }
  })

  it('is watertight where rows end at the borders of words', () => {
    for (let nx = 26; nx <= 66; nx++) {
      expectWatertight(isosurface(randomVolume(nx, [nx, 2, 3], kinds[0]!), 0))
      expect(
        leaks(
          isosurface(
            randomVolume(nx, [nx, 1, 1], () => 1),
            0,
          ),
        ),
      ).toEqual([])
    }
  })

  it('has distinct vertices, triangles with an area and normals of length one, whatever the values', () => {
    for (let seed = 0; seed < 300; seed++)
      expectSound(isosurface(randomVolume(seed, smallCells(seed), kinds[seed % kinds.length]!), 0))
  })

  it('encloses the centres of the cells above the level, and of no others', () => {
    for (let seed = 0; seed < 150; seed++) {
      const inside = seed % 2 === 0 ? 'above' : 'below'
      const volume = randomVolume(seed, smallCells(seed), kinds[seed % 3]!)
      const mesh = isosurface(volume, 0, { inside })
      const [nx, ny, nz] = volume.cells
      for (const [cell, value] of volume.values.entries()) {
        const place = [cell % nx, Math.floor(cell / nx) % ny, Math.floor(cell / nx / ny)]
        const centre = place.map((i, axis) => (i + 0.5 - [nx, ny, nz][axis]! / 2) * volume.cellSize)
        const isInner = inside === 'above' ? value > 0 : value < 0
        expect(windings(mesh, centre as [number, number, number])).toBeCloseTo(isInner ? 1 : 0, 2)
      }
    }
  })

  it('has the Euler characteristic of a ball, a ring, two balls, a ball with a hole', () => {
    const characteristic = (value: (x: number, y: number, z: number) => number) => {
      const mesh = isosurface(sampled(32, value), 0)
      expectWatertight(mesh)
      return eulerCharacteristic(mesh)
    }
    expect(characteristic(ball(0.7))).toBe(2)
    expect(characteristic(ring(0.6, 0.25))).toBe(0)
    expect(characteristic((x, y, z) => Math.max(ball(0.3, 0.5)(x, y, z), ball(0.3, -0.5)(x, y, z)))).toBe(4)
    expect(characteristic((x, y, z) => Math.min(ball(0.8)(x, y, z), -ball(0.4)(x, y, z)))).toBe(4)
    expect(characteristic(() => -1)).toBe(0)
  })

  it('approaches the volume, the area, the place and the normals of a sphere with second order', () => {
    const radius = 0.7
    const centre = [0.031, -0.017, 0.011] as const
    const errors = [16, 32, 64].map((n) => {
      const mesh = isosurface(sampled(n, ball(radius, ...centre)), 0)
      const { area, volume } = measure(mesh)
      let [off, turned] = [0, 0]
      for (let v = 0; v < mesh.positions.length; v += 3) {
        const out = centre.map((c, axis) => mesh.positions[v + axis]! - c)
        const distance = Math.hypot(...out)
        off = Math.max(off, Math.abs(distance - radius))
        const tilt = out.map((o, axis) => o / distance - mesh.normals[v + axis]!)
        turned = Math.max(turned, Math.hypot(...tilt))
      }
      return [
        Math.abs(volume / ((4 / 3) * Math.PI * radius ** 3) - 1),
        Math.abs(area / (4 * Math.PI * radius ** 2) - 1),
        off,
        turned,
      ]
    })
    for (let kind = 0; kind < 4; kind++)
      for (let finer = 1; finer < 3; finer++) {
        const order = Math.log2(errors[finer - 1]![kind]! / errors[finer]![kind]!)
        expect(order, `error ${kind}: ${errors.map((list) => list[kind]).join(', ')}`).toBeGreaterThan(1.8)
      }
  })

  it('has triangles that face outwards, as their normals do', () => {
    for (const inside of ['above', 'below'] as const) {
      const volume = sampled(24, ball(0.7))
      if (inside === 'below') for (const [cell, value] of volume.values.entries()) volume.values[cell] = -value
      const mesh = isosurface(volume, 0, { inside })
      expect(measure(mesh).volume).toBeGreaterThan(0)
      for (let t = 0; t < mesh.indices.length / 3; t++) {
        const normal = areaOf(mesh, t)
        const [place] = corners(mesh, t)
        const own = mesh.normals.subarray(3 * mesh.indices[3 * t]!)
        expect(normal.reduce((sum, n, axis) => sum + n * place[axis]!, 0)).toBeGreaterThan(0)
        expect(normal.reduce((sum, n, axis) => sum + n * own[axis]!, 0)).toBeGreaterThan(0)
      }
    }
  })

  it('closes a full volume by its walls, with normals along them', () => {
    const mesh = isosurface(
      { values: new Float32Array(60).fill(1), cells: [3, 4, 5], cellSize: 2, origin: [10, 0, -5] },
      0,
    )
    expectWatertight(mesh)
    expect(eulerCharacteristic(mesh)).toBe(2)
    for (const [axis, low, high] of [
      [0, 10, 16],
      [1, 0, 8],
      [2, -5, 5],
    ] as const) {
      const places = mesh.positions.filter((_, v) => v % 3 === axis)
      expect(Math.min(...places)).toBe(low)
      expect(Math.max(...places)).toBe(high)
      for (const [v, place] of places.entries())
        if (place === low || place === high) expect(mesh.normals[3 * v + axis]).toBe(place === low ? -1 : 1)
    }
    // Short of the box by its bevels only.
    expect(measure(mesh).volume).toBeLessThan(480)
    expect(measure(mesh).volume).toBeGreaterThan(479.9)
  })

  it('ends at the walls if it is not capped, and is the same within', () => {
    const volume = sampled(16, (x, y) => 0.1 * x - y)
    const open = isosurface(volume, 0, { cap: false })
    const rim = new Set(leaks(open).flat())
    expect(rim.size).toBeGreaterThan(0)
    for (const v of rim) expect([0, 2].some((axis) => Math.abs(open.positions[3 * v + axis]!) === 1)).toBe(true)
    for (let v = 0; v < open.positions.length; v += 3)
      expect(open.positions[v + 1]!).toBeCloseTo(0.1 * Math.min(Math.max(open.positions[v]!, -15 / 16), 15 / 16), 6)
    expect(isosurface(sampled(16, ball(0.7)), 0, { cap: false })).toEqual(isosurface(sampled(16, ball(0.7)), 0))
  })

  it('is the same to the bit again, from memory used before, from floats and doubles', () => {
    const volume = randomVolume(5, [9, 7, 8], kinds[0]!)
    const first = isosurface(volume, 0)
    const surface = new Isosurface()
    surface.update(randomVolume(6, [20, 20, 20], kinds[0]!), 0).update(randomVolume(6, [2, 30, 2], kinds[2]!), 0.5)
    const { positions, normals, indices } = surface.update(volume, 0)
    expect({ positions, normals, indices }).toEqual(first)
    expect(isosurface({ ...volume, values: Float64Array.from(volume.values) }, 0)).toEqual(first)
  })

  it('takes no new memory while surfaces do not grow', () => {
    const surface = new Isosurface()
    surface.update(sampled(24, ball(0.8)), 0)
    const { buffer } = surface.positions
    surface.update(sampled(24, ball(0.5)), 0)
    expect(surface.positions.buffer).toBe(buffer)
    surface.update(
      sampled(24, () => -1),
      0,
    )
    expect(surface.indices.length).toBe(0)
  })

  it('takes a field as it lies in the memory of a simulation, the same for any number of threads', async () => {
    const meshes: TriangleMesh[] = []
    for (const threads of [1, 2, 3]) {
      const sim = await createSimulation(
        { seiche: 1, grid: { cells: [37, 41], cellSize: 0.1 }, solver: { type: 'columns', depth: 0.5 } },
        { threads },
      )
      sim.apply({ type: 'drop', x: 0, z: 0, radius: 0.5, height: 0.3 })
      sim.step(20)
      const eta = sim.field('eta')
      const mesh = isosurface({ values: eta, cells: [37, 1, 41], cellSize: 0.1 }, 0.01)
      expect(mesh).toEqual(isosurface({ values: eta.read(), cells: [37, 1, 41], cellSize: 0.1 }, 0.01))
      expect(leaks(mesh)).toEqual([])
      meshes.push(mesh)
      sim.dispose()
    }
    expect(meshes[0]!.indices.length).toBeGreaterThan(0)
    expect(meshes[1]).toEqual(meshes[0])
    expect(meshes[2]).toEqual(meshes[0])
  })

  it('refuses what has no surface, and says why', () => {
    const values = new Float32Array(24)
    const refused = (volume: Partial<Volume>, level = 0) =>
      expect(() => isosurface({ values, cells: [2, 3, 4], cellSize: 1, ...volume }, level))
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      const broken = values.slice()
      broken[2 * 3 * 2 + 2 * 1 + 1] = bad
      refused({ values: broken }).toThrow(`the value of cell (1, 1, 2) is ${bad}: a surface needs finite numbers`)
      refused({}, bad).toThrow(`the level must be a finite number, got ${bad}`)
    }
    refused({ cells: [2, 3, 5] }).toThrow('2 × 3 × 5 cells need 30 values, got 24')
    refused({ cells: [0, 3, 4] }).toThrow('three whole numbers of at least 1, got 0, 3, 4')
    refused({ cells: [1.5, 4, 4] }).toThrow('whole numbers')
    refused({ cellSize: 0 }).toThrow('cellSize must be a positive number, got 0')
    refused({ origin: [0, Number.NaN, 0] }).toThrow('origin must be three numbers')
    refused({ values: { data: values, offset: 3, stride: 2 } }).toThrow('12 rows of 2, 2 apart from 3 on, do not fit')
  })
})
