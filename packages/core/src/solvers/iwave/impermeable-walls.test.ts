import { describe, expect, it } from 'vitest'
import { PassList } from '../../backend/pass-list.js'
import { WasmBackend } from '../../backend/wasm/wasm-backend.js'
import { Arena } from '../../fields/arena.js'
import type { Boundaries, EdgeKind } from '../../fields/boundaries.js'
import { symmetricEigen } from '../../numerics/symmetric-eigen.js'
import { domainOf } from './domain.js'
import { IwaveFields } from './fields.js'
import { ImpermeableWalls } from './impermeable-walls.js'

const NX = 13
const NZ = 8
const CELL = 0.5

/** Numbers in 0 … 1 that are the same in every run. */
function numbers(count: number, seed: number): number[] {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  })
}

/** Solid, cut and open cells at random. */
const patchy = (seed: number) =>
  numbers(NX * NZ, seed).map((value) => (value < 0.2 ? 0 : value < 0.6 ? Math.fround(0.05 + 2.4 * (value - 0.2)) : 1))
const wallOfOneCell = Array.from({ length: NX * NZ }, (_, cell) => (cell % NX === 6 ? 0 : 1))
const open = Array.from({ length: NX * NZ }, () => 1)

const edges = (x: EdgeKind, xAfter: EdgeKind, z: EdgeKind, zAfter: EdgeKind): Boundaries => ({
  'x-': x,
  'x+': xAfter,
  'z-': z,
  'z+': zAfter,
})
const EDGES = [
  edges('reflect', 'reflect', 'reflect', 'reflect'),
  edges('periodic', 'periodic', 'reflect', 'reflect'),
  edges('reflect', 'reflect', 'periodic', 'periodic'),
  edges('fixed', 'fixed', 'fixed', 'fixed'),
  edges('fixed', 'reflect', 'reflect', 'fixed'),
]

/** Λ phi by the passes. */
async function riseOf(m: readonly number[], boundaries: Boundaries, depth: number, phi: readonly number[]) {
  const arena = new Arena()
  const grid = { nx: NX, nz: NZ, cellSize: CELL }
  const fields = new IwaveFields(grid, domainOf(grid, boundaries, undefined, undefined), false, arena)
  const walls = new ImpermeableWalls(fields, depth, fields.openness, arena)
  const openness = fields.make()
  const list = new PassList(arena, walls.apply(fields.phi, fields.rise))
  const backend = await WasmBackend.create(arena, [...fields.resources, ...walls.resources, list], 1)
  // Values in the halo of the potential must not matter.
  fields.phi.data.fill(Number.NaN)
  fields.phi.write(phi)
  openness.write(m)
  fields.followSolids(openness)
  walls.followSolids()
  backend.run(list)
  const rise = fields.rise.read()
  backend.dispose()
  return rise
}

/** √A tanh(d √A) phi by eigenvectors, in doubles, and the largest eigenvalue of A; A as in wall-faces.ts, in cells. */
function reference(m: readonly number[], boundaries: Boundaries, depth: number, phi: readonly number[]) {
  const count = NX * NZ
  /** The neighbour of a cell through one of its four faces; itself at a wall, -1 beyond a fixed edge. */
  const neighbour = (cell: number, axis: 0 | 1, side: -1 | 1) => {
    const [size, step] = axis === 0 ? [NX, 1] : [NZ, NX]
    const place = Math.floor(cell / step) % size
    const next = place + side
    if (next >= 0 && next < size) return cell + side * step
    const edge = boundaries[`${axis === 0 ? 'x' : 'z'}${side < 0 ? '-' : '+'}`]
    return edge === 'periodic' ? cell - side * (size - 1) * step : edge === 'fixed' ? -1 : cell
  }
  const neighbours = m.map((_, cell) =>
    ([0, 1] as const).flatMap((axis) => ([-1, 1] as const).map((side) => neighbour(cell, axis, side))),
  )
  const width = (cell: number, next: number) => {
    const there = next < 0 ? m[cell]! : m[next]!
    return m[cell]! > 0 && there > 0 && next !== cell ? Math.max(m[cell]!, there) : 0
  }
  const limit = m.map((here, cell) => {
    const sum = neighbours[cell]!.reduce((total, next) => total + (next < 0 ? 2 : 1) * width(cell, next), 0)
    return sum > 5 * here ? (5 * here) / sum : 1
  })
  const matrix = new Float64Array(count * count)
  const root = m.map((here) => (here > 0 ? Math.sqrt(here) : 1))
  m.forEach((here, cell) => {
    if (here === 0) return
    for (const next of neighbours[cell]!) {
      const a = width(cell, next) * Math.min(limit[cell]!, next < 0 ? 1 : limit[next]!)
      matrix[cell * count + cell]! += (next < 0 ? 2 * a : a) / here
      if (next >= 0) matrix[cell * count + next]! -= a / (root[cell]! * root[next]!)
    }
  })
  const pairs = symmetricEigen(matrix, count)
  const rise = new Float64Array(count)
  for (const { value, vector } of pairs) {
    const lambda = Math.max(0, value)
    const k = Math.sqrt(lambda + lambda ** 2 / 16)
    const part = vector.reduce((sum, v, cell) => sum + v * root[cell]! * phi[cell]!, 0)
    const factor = k > 0 ? (k * Math.tanh((k * depth) / CELL)) / CELL : 0
    for (let cell = 0; cell < count; cell++) rise[cell]! += (factor * part * vector[cell]!) / root[cell]!
  }
  return { rise, largest: pairs[0]!.value }
}

describe('the surface operator between impermeable walls', () => {
  const solids: readonly (readonly [string, readonly number[]])[] = [
    ['open water', open],
    ['a wall one cell thick', wallOfOneCell],
    ['patchy solids', patchy(1)],
    ['other patchy solids', patchy(2)],
  ]
  const phi = numbers(NX * NZ, 7).map((value) => Math.fround(value - 0.5))
  const scale = 10

  for (const [name, m] of solids)
    it(`is √A tanh(d √A), for all edges: ${name}`, async () => {
      for (const boundaries of EDGES)
        for (const [depth, tolerance] of [
          [0.4, 2e-6],
          // The error of the fit for the longest waves.
          [Number.POSITIVE_INFINITY, 2e-3],
        ] as const) {
          const { rise, largest } = reference(m, boundaries, depth, phi)
          expect(largest).toBeLessThanOrEqual(10)
          const computed = await riseOf(m, boundaries, depth, phi)
          for (let cell = 0; cell < rise.length; cell++)
            expect(
              Math.abs(computed[cell]! - (m[cell]! > 0 ? rise[cell]! : 0)),
              `cell ${cell}, ${JSON.stringify(boundaries)}, depth ${depth}`,
            ).toBeLessThan(tolerance * scale)
        }
    })

  it('is exactly zero for a constant in each pool', async () => {
    const levels = wallOfOneCell.map((_, cell) => (cell % NX < 6 ? 1234.567 : -0.1))
    for (const value of await riseOf(wallOfOneCell, EDGES[0]!, 1, levels)) expect(Math.abs(value)).toBe(0)
  })
})
