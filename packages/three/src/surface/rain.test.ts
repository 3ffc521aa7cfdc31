import { expect, it } from 'vitest'
import { Rain } from './rain.js'

it('has streaks in proportion to its rate while that is small, and never more than 700', () => {
  const rain = new Rain({ extent: [10, 10], rate: 1e-6 })
  const drizzle = rain.geometry.instanceCount
  rain.rate = 2e-6
  expect(Math.abs(rain.geometry.instanceCount / drizzle - 2)).toBeLessThan(0.1)
  rain.rate = 1
  expect(rain.geometry.instanceCount).toBe(700)
})

it('is out of sight without rain, and where only its rings are wanted', () => {
  const rain = new Rain({ extent: [10, 10], rate: 0 })
  expect(rain.visible).toBe(false)
  rain.rate = 1e-4
  expect(rain.visible).toBe(true)
  expect(new Rain({ extent: [10, 10], rate: 1e-4, streaks: false }).visible).toBe(false)
})
