import { expect, it } from 'vitest'
import { type Receiver, spreadAround, spreadNear } from './spread.js'

/** Water at level 0; `solid` cells are closed. */
function pool(nx: number, nz: number, solid: (i: number, j: number) => boolean = () => false) {
  const heights = new Float64Array(nx * nz)
  const receiver: Receiver = {
    grid: { nx, nz },
    capacityAt: (i, j) => (solid(i, j) ? 0 : 1),
    raise: (i, j, height) => {
      heights[j * nx + i]! += height
      return height
    },
  }
  return { heights, receiver, total: () => heights.reduce((sum, height) => sum + height, 0) }
}

it('conserves the volume, and halves it with every cell of distance', () => {
  const { heights, receiver, total } = pool(21, 21)
  expect(spreadNear(receiver, 10, 10, 3)).toBeCloseTo(3, 12)
  expect(total()).toBeCloseTo(3, 12)
  const at = (i: number, j: number) => heights[j * 21 + i]!
  expect(at(11, 10)).toBeCloseTo(at(10, 10) / 2, 12)
  expect(at(12, 9)).toBeCloseTo(at(10, 10) / 8, 12)
  expect(at(14, 10)).toBeGreaterThan(0)
  expect(at(15, 10)).toBe(0)
})

it('raises no closed cell', () => {
  const { heights, receiver, total } = pool(21, 21, (i) => i >= 10)
  expect(spreadNear(receiver, 10, 10, 1)).toBeCloseTo(1, 12)
  expect(total()).toBeCloseTo(1, 12)
  expect(heights.filter((height, cell) => cell % 21 >= 10 && height !== 0)).toHaveLength(0)
})

it('finds no room far inside a solid, and then goes as far out as necessary', () => {
  const { receiver, total } = pool(64, 64, (i, j) => Math.abs(i - 32) < 20 && Math.abs(j - 32) < 20)
  expect(spreadNear(receiver, 32, 32, 1)).toBeUndefined()
  expect(total()).toBe(0)
  expect(spreadAround(receiver, { i: 32, j: 32, nx: 1, nz: 1 }, 1)).toBeCloseTo(1, 12)
  expect(total()).toBeCloseTo(1, 12)
})

it('adds nothing to a grid that is solid throughout', () => {
  const { receiver } = pool(8, 8, () => true)
  expect(spreadAround(receiver, { i: 3, j: 3, nx: 2, nz: 2 }, 1)).toBe(0)
})
