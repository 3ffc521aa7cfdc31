import { expect, it } from 'vitest'
import { lengthOf, middleLine, profileOf } from './section.js'

const grid = { nx: 40, nz: 20, cellSize: 0.5 }
const cells = (value: (x: number, z: number) => number): Float32Array =>
  Float32Array.from({ length: 800 }, (_, cell) =>
    value(((cell % 40) + 0.5 - 20) * 0.5, (Math.floor(cell / 40) + 0.5 - 10) * 0.5),
  )

it('runs along the longer side through the middle', () => {
  expect(middleLine(grid)).toEqual([
    [-10, 0],
    [10, 0],
  ])
  expect(lengthOf(middleLine({ nx: 10, nz: 30, cellSize: 2 }))).toBe(60)
})

it('through the whole water reaches both edges, also where coordinates are rounded', () => {
  const pool = { nx: 96, nz: 4, cellSize: 0.05 }
  const { surface } = profileOf(middleLine(pool), { grid: pool, heights: new Float32Array(384) })
  expect([...surface].every((height) => height === 0)).toBe(true)
})

it('of a plane is a straight line, in any direction', () => {
  const heights = cells((x, z) => 0.1 * x - 0.2 * z)
  const { distance, surface, ground } = profileOf(
    [
      [-6, -3],
      [6, 3],
    ],
    { grid, heights, depth: 4 },
  )
  const length = Math.hypot(12, 6)
  expect(distance.at(-1)).toBeCloseTo(length, 10)
  for (const [n, along] of distance.entries()) {
    const [x, z] = [-6 + (12 * along) / length, -3 + (6 * along) / length]
    expect(surface[n]).toBeCloseTo(0.1 * x - 0.2 * z, 5)
    expect(ground[n]).toBe(-4)
  }
})

it('has no surface on dry land and in solids, and no ground under deep water', () => {
  const bed = cells((x) => x)
  const heights = bed.map((height) => Math.max(0, height))
  const openness = cells((x) => (x < -8 ? 0 : 1))
  const { distance, surface, ground } = profileOf(middleLine(grid), { grid, heights, bed, openness })
  for (const [n, along] of distance.entries()) {
    const x = along - 10
    if (x > 0.5 || x < -8.5) expect(surface[n], `at ${x}`).toBeNaN()
    if (x < -0.5 && x > -7.5) expect(surface[n], `at ${x}`).toBe(0)
    if (Math.abs(x) < 9.7) expect(ground[n]).toBeCloseTo(x, 4)
  }
  expect(profileOf(middleLine(grid), { grid, heights, depth: Number.POSITIVE_INFINITY }).ground[3]).toBeNaN()
})
