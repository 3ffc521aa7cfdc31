import { expect, it } from 'vitest'
import { logPosition, valueAtPosition } from './log-scale.js'

it('finds back every value of as many digits', () => {
  for (const value of [1e-7, 0.000123, 0.5, 1, 400, 11_300])
    expect(valueAtPosition(logPosition(value, 1e-9), 3)).toBe(value)
})

it('puts zero at the position of the smallest value', () => {
  expect(logPosition(0, 1e-7)).toBe(-7)
})
