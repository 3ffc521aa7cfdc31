import { expect, it } from 'vitest'
import { stillWater } from './still-water.js'

it('is blue below the level and nowhere else', () => {
  expect(stillWater([-3, -0.01, 0, 0.2], 0)).toEqual(['blue', 'blue', 'land', 'land'])
  expect(stillWater([-3, -0.01, 0, 0.2], -1)).toEqual(['blue', 'land', 'land', 'land'])
})

it('floods a hollow behind a dike that no water can reach', () => {
  expect(stillWater([-2, 1, -2], 0)).toEqual(['blue', 'land', 'blue'])
})
