import { expect, it } from 'vitest'
import { PlaneFit } from './plane-fit.js'

const CELL = 0.2

function fitted(n: number, height: (x: number, z: number) => number) {
  const fit = new PlaneFit(CELL)
  fit.clear()
  for (let j = 0; j < n; j++)
    for (let i = 0; i < n; i++) fit.add(0.7, 3 + i * CELL, -1 + j * CELL, height(3 + i * CELL, -1 + j * CELL))
  const plane = { height: 9, slopeX: 9, slopeZ: 9 }
  return { found: fit.solve(plane), plane }
}

it('finds a plane; a cell has an extent of its own, so n of them in a row see (n² - 1)/n² of a slope', () => {
  for (const n of [2, 5, 12]) {
    const { plane } = fitted(n, (x, z) => 0.4 + 0.3 * x - 0.2 * z)
    const share = (n * n - 1) / (n * n)
    expect(plane.slopeX).toBeCloseTo(0.3 * share, 10)
    expect(plane.slopeZ).toBeCloseTo(-0.2 * share, 10)
    const [x, z] = [3 + ((n - 1) * CELL) / 2, -1 + ((n - 1) * CELL) / 2]
    expect(plane.height + plane.slopeX * x + plane.slopeZ * z).toBeCloseTo(0.4 + 0.3 * x - 0.2 * z, 10)
  }
})

it('a single cell is level, and without any the plane stays', () => {
  const { plane } = fitted(1, () => 0.4)
  expect(plane).toEqual({
    height: expect.closeTo(0.4, 12),
    slopeX: expect.closeTo(0, 12),
    slopeZ: expect.closeTo(0, 12),
  })
  expect(fitted(0, () => 0)).toEqual({ found: false, plane: { height: 9, slopeX: 9, slopeZ: 9 } })
})

it('a level plane has the mean height, and without any cell the plane stays', () => {
  const fit = new PlaneFit(CELL)
  const plane = { height: 9, slopeX: 9, slopeZ: 9 }
  fit.clear()
  expect(fit.solveLevel(plane)).toBe(false)
  expect(plane).toEqual({ height: 9, slopeX: 9, slopeZ: 9 })
  fit.add(1, 3, 1, 0.2)
  fit.add(3, 4, 2, 0.6)
  expect(fit.solveLevel(plane)).toBe(true)
  expect(plane).toEqual({ height: expect.closeTo(0.5, 12), slopeX: 0, slopeZ: 0 })
})
