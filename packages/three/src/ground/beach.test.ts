import { expect, it } from 'vitest'
import { sandBeside } from './beach.js'

it('lays sand under water and on low banks beside it, not on high ones, nor far away, nor below a dam', () => {
  const bed = Float32Array.from([-9, 3, -1, -1, 0.1, 0.2, 5, 0, 0, 0])
  const depth = Float32Array.from([0, 0, 1, 1, 0, 0, 0, 0, 0, 0])
  const sand = sandBeside(bed, depth, 0.01, 10, 1, 1, 5)
  expect([...sand.slice(2, 4)]).toEqual([1, 1])
  expect(sand[4]).toBeGreaterThan(sand[5]!)
  expect(sand[5]).toBeGreaterThan(0.5)
  for (const cell of [0, 1, 6, 8, 9]) expect(sand[cell]).toBe(0)
})

it('measures distances in all directions', () => {
  const side = 21
  const depth = new Float32Array(side * side)
  depth[10 * side + 10] = 1
  const sand = sandBeside(new Float32Array(side * side), depth, 0.01, side, side, 10, 8)
  const at = (i: number, j: number): number => sand[(10 + j) * side + 10 + i]!
  for (const [i, j] of [
    [4, 0],
    [-4, 0],
    [0, 4],
    [0, -4],
  ] as const)
    expect(at(i, j)).toBeCloseTo(at(4, 0), 6)
  expect(at(3, 3)).toBeCloseTo(at(-3, -3), 6)
  expect(at(3, 3)).toBeLessThan(at(4, 0))
})

it('is no desert without water', () => {
  expect(sandBeside(new Float32Array(9), new Float32Array(9), 0.01, 3, 3, 1, 5).every((share) => share === 0)).toBe(
    true,
  )
})

it('lays sand as far up as waves and tides come, and not where a dune keeps them away', () => {
  const bed = Float32Array.from([-1, 0.2, 0.5, 0.9, 1.2, 3, 0.5, 0.5])
  const depth = Float32Array.from([1, 0, 0, 0, 0, 0, 0, 0])
  const sand = sandBeside(bed, depth, 0.01, 8, 1, 0.5, 4, 1)
  expect([...sand.slice(0, 4)]).toEqual([1, 1, 1, 1])
  expect(sand[4]).toBeGreaterThan(0)
  expect(sand[4]).toBeLessThan(1)
  expect(sand[5]).toBe(0)
  expect(sand[6]).toBeLessThan(0.5)
})
