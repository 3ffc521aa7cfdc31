import { expect, it } from 'vitest'
import { formatLength, formatMilliseconds, formatNumber } from './format.js'

it.each([
  [0, '0'],
  [1.23456, '1.23'],
  [-0.5, '-0.5'],
  [123456, '123000'],
  [1.5e9, '1.5e9'],
  [1e9, '1e9'],
  [-2.25e-7, '-2.25e-7'],
])('writes %d as %s', (value, text) => {
  expect(formatNumber(value)).toBe(text)
})

it.each([
  [0, '0 m'],
  [0.00025, '250 µm'],
  [0.0042, '4.2 mm'],
  [-0.25, '-25.0 cm'],
  [2.5, '2.5 m'],
  [9600, '9.6 km'],
])('writes %d metres as %s', (meters, text) => {
  expect(formatLength(meters)).toBe(text)
})

it('gives short durations more digits', () => {
  expect(formatMilliseconds(0.123)).toBe('0.12 ms')
  expect(formatMilliseconds(33.3)).toBe('33 ms')
})
