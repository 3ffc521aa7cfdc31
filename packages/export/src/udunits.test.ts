import { expect, it } from 'vitest'
import { toUdunits } from './udunits.js'

it.each([
  ['', '1'],
  ['1', '1'],
  ['m', 'm'],
  ['m³', 'm3'],
  ['m3', 'm3'],
  ['m/s', 'm s-1'],
  ['m²/s', 'm2 s-1'],
  ['m/s²', 'm s-2'],
  ['1/m', 'm-1'],
  ['1/s', 's-1'],
  ['kg m/s', 'kg m s-1'],
  ['Pa', 'Pa'],
  ['°C', 'degree_Celsius'],
])('the unit "%s" is "%s" for UDUNITS', (unit, expected) => {
  expect(toUdunits(unit)).toBe(expected)
})
