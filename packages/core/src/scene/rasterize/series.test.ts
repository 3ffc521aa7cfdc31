import { expect, it } from 'vitest'
import type { Series } from '../schema/inflow.js'
import { setValueAt } from './series.js'

function valueAt(series: Series, time: number): number {
  const values = Float64Array.of(time, 0)
  setValueAt(series, values)
  return values[0]!
}

it('a number is the same at all times', () => {
  expect(valueAt(3, -1)).toBe(3)
  expect(valueAt(3, 1e9)).toBe(3)
})

it('a table is straight between its times and level before and after', () => {
  const table: [number, number][] = [
    [1, 10],
    [3, 20],
    [4, 0],
  ]
  expect([0, 1, 2, 3, 3.5, 4, 9].map((time) => valueAt(table, time))).toEqual([10, 10, 15, 20, 10, 0, 0])
})

it('a swing is a sine about its mean', () => {
  const swing = { mean: 2, amplitude: 0.5, period: 8, phase: 90 }
  expect(valueAt(swing, 0)).toBeCloseTo(2.5, 12)
  expect(valueAt(swing, 2)).toBeCloseTo(2, 12)
  expect(valueAt(swing, 4)).toBeCloseTo(1.5, 12)
  // Whole turns are taken off first: after a year it is still the sine.
  expect(valueAt(swing, 8 * 4e6 + 4)).toBeCloseTo(1.5, 9)
})
