import { expect, it } from 'vitest'
import { thinned } from './thinned.js'

it('keeps a short curve as it is', () => {
  const { x, y } = thinned([3, 1, 2], (k) => 10 * k, 8)
  expect([[...x], [...y]]).toEqual([
    [0, 10, 20],
    [3, 1, 2],
  ])
})

it('keeps every extreme of a long curve, in its order', () => {
  const values = Float64Array.from({ length: 10_000 }, (_, k) => Math.sin(k / 700))
  values[4321] = 9
  values[4322] = -9
  const { x, y } = thinned(values, (k) => k, 100)
  expect(y.length).toBe(100)
  expect(x[y.indexOf(9)]).toBe(4321)
  expect(x[y.indexOf(-9)]).toBe(4322)
  expect([...x]).toEqual([...x].sort((a, b) => a - b))
})
