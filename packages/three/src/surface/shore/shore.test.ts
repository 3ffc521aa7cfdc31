import { describe, expect, it } from 'vitest'
import { Shore } from './shore.js'

describe('Shore', () => {
  it('leaves water as it is and continues it into solid cells', () => {
    const openness = Float32Array.from([1, 1, 0, 0])
    const heights = Float32Array.from([0.25, 0.5, 99, -99])
    new Shore(openness, 4, 1).fill(heights)
    expect([...heights]).toEqual([0.25, 0.5, 0.5, 0.5])
  })

  it('does not trust cells that are hardly open', () => {
    const heights = Float32Array.from([0.5, 8, 0.5])
    new Shore(Float32Array.from([1, 0.01, 1]), 3, 1).fill(heights)
    expect(heights[1]).toBe(0.5)
  })

  it('sinks to rest far inside, without a step', () => {
    const nx = 40
    const openness = Float32Array.from({ length: nx }, (_, i) => (i < 4 ? 1 : 0))
    const heights = Float32Array.from({ length: nx }, (_, i) => (i < 4 ? 1 : 0))
    new Shore(openness, nx, 1).fill(heights)
    const steps = Array.from(heights.subarray(1), (height, i) => Math.abs(height - heights[i]!))
    expect(Math.max(...steps)).toBeLessThan(0.1)
    expect(heights.at(-1)).toBe(0)
  })

  it('fills a whole rim, corners included', () => {
    const openness = Float32Array.from([1, 1, 1, 1, 0, 1, 1, 1, 1])
    const heights = Float32Array.from([2, 2, 2, 2, 0, 2, 2, 2, 2])
    new Shore(openness, 3, 3).fill(heights)
    expect(heights[4]).toBe(2)
  })
})
