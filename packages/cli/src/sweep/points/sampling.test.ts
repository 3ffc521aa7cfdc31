import { describe, expect, it } from 'vitest'
import { latinCoordinates, randomCoordinates, randomNumbers } from './sampling.js'

describe('a Latin hypercube', () => {
  it('has one point in each interval of every axis', () => {
    const random = randomNumbers(3)
    for (let axis = 0; axis < 4; axis++) {
      const coordinates = latinCoordinates(50, random)
      const intervals = coordinates.map((x) => Math.floor(x * 50))
      expect(intervals.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, k) => k))
      expect(intervals).not.toEqual(intervals.toSorted((a, b) => a - b))
    }
  })
})

describe('random numbers', () => {
  it('are the same for one seed and others for another', () => {
    const first = randomCoordinates(20, randomNumbers(1))
    expect(randomCoordinates(20, randomNumbers(1))).toEqual(first)
    expect(randomCoordinates(20, randomNumbers(2))).not.toEqual(first)
  })

  it('fill the interval evenly', () => {
    const values = randomCoordinates(10_000, randomNumbers(7))
    const mean = values.reduce((sum, x) => sum + x, 0) / values.length
    const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length
    // Four standard errors.
    expect(Math.abs(mean - 1 / 2)).toBeLessThan(4 * Math.sqrt(1 / 12 / 10_000))
    expect(Math.abs(variance - 1 / 12)).toBeLessThan(4 * Math.sqrt(1 / 180 / 10_000))
  })
})
