import { expect, it } from 'vitest'
import { Wetness } from './wetness.js'

const dryingTime = 10

it('is wet at once under water and dries when the water has gone', () => {
  const wetness = new Wetness(2)
  expect(wetness.follow(Float32Array.from([1, 0]), 0.01, 0, dryingTime)).toBe(true)
  expect([...wetness.values]).toEqual([1, 0])
  wetness.follow(new Float32Array(2), 0.01, dryingTime, dryingTime)
  expect(wetness.values[0]).toBeCloseTo(Math.exp(-1), 6)
  expect(wetness.values[1]).toBe(0)
})

it('is half wet under half the water it takes', () => {
  const wetness = new Wetness(1)
  wetness.follow(Float32Array.from([0.005]), 0.01, 0, dryingTime)
  expect(wetness.values[0]).toBeCloseTo(0.5, 6)
})

it('dries out for good, and says when nothing looks different', () => {
  const wetness = new Wetness(1)
  wetness.follow(Float32Array.from([1]), 0.01, 0, dryingTime)
  expect(wetness.follow(Float32Array.from([1]), 0.01, 1, dryingTime)).toBe(false)
  wetness.follow(new Float32Array(1), 0.01, 200, dryingTime)
  expect(wetness.values[0]).toBe(0)
  expect(wetness.follow(new Float32Array(1), 0.01, 201, dryingTime)).toBe(false)
})

it('begins anew when time goes back', () => {
  const wetness = new Wetness(1)
  wetness.follow(Float32Array.from([1]), 0.01, 5, dryingTime)
  wetness.follow(new Float32Array(1), 0.01, 0, dryingTime)
  expect(wetness.values[0]).toBe(0)
})
