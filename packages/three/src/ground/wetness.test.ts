import { describe, expect, it } from 'vitest'
import { Wetness } from './wetness.js'

const [thin, dryingTime] = [0.01, 10]
const level = (cells: number): Float32Array => new Float32Array(cells)

describe('Wetness', () => {
  it('is wet at once under water and dries when the water has gone', () => {
    const wetness = new Wetness(4, 1)
    expect(wetness.follow(level(4), Float32Array.from([1, 1, 0, 0]), thin, 0, dryingTime)).toBe(true)
    expect([wetness.values[0], wetness.values[3]]).toEqual([1, 0])
    wetness.follow(level(4), level(4), thin, dryingTime, dryingTime)
    expect(wetness.values[0]).toBeCloseTo(Math.exp(-1), 6)
    expect([wetness.values[3], wetness.present[0]]).toEqual([0, 0])
  })

  it('is a half where level water meets a slope, wherever between two cells that is', () => {
    const slope = 0.2
    for (const line of [3.1, 3.5, 3.9]) {
      const bed = Float32Array.from({ length: 8 }, (_, i) => slope * (i - line))
      const depth = bed.map((height) => Math.max(0, -height))
      const wetness = new Wetness(8, 1)
      wetness.follow(bed, depth, thin, 0, dryingTime)
      const [below, above] = [wetness.values[3]!, wetness.values[4]!]
      expect(3 + (below - 0.5) / (below - above)).toBeCloseTo(line, 5)
    }
  })

  it('is wet under a film too thin to be drawn as water, and still under the same film', () => {
    const wetness = new Wetness(3, 1)
    const depth = Float32Array.from([0, 1e-5, 1e-3])
    wetness.follow(level(3), depth, thin, 0, dryingTime)
    const [none, film, more] = wetness.values as unknown as [number, number, number]
    expect(none).toBe(0)
    expect(film).toBeGreaterThan(0.1)
    expect(more).toBeGreaterThan(film)
    expect(more).toBeLessThan(0.5)
    expect([...wetness.present]).toEqual([0, 0, 0])
    expect(wetness.follow(level(3), depth, thin, 1, dryingTime)).toBe(false)
  })

  it('leaves lower land dry until water has come', () => {
    const bed = Float32Array.from([0, 0, -2, -2])
    const wetness = new Wetness(4, 1)
    wetness.follow(bed, Float32Array.from([1, 1, 0, 0]), thin, 0, dryingTime)
    expect(wetness.values[2]).toBeLessThan(0.5)
    expect(wetness.values[3]).toBe(0)
  })

  it('dries out for good, and says when nothing looks different', () => {
    const wetness = new Wetness(1, 1)
    wetness.follow(level(1), Float32Array.from([1]), thin, 0, dryingTime)
    expect(wetness.follow(level(1), Float32Array.from([1]), thin, 1, dryingTime)).toBe(false)
    wetness.follow(level(1), level(1), thin, 200, dryingTime)
    expect(wetness.values[0]).toBe(0)
    expect(wetness.follow(level(1), level(1), thin, 201, dryingTime)).toBe(false)
  })

  it('begins anew when time goes back', () => {
    const wetness = new Wetness(1, 1)
    wetness.follow(level(1), Float32Array.from([1]), thin, 5, dryingTime)
    wetness.follow(level(1), level(1), thin, 0, dryingTime)
    expect(wetness.values[0]).toBe(0)
  })
})
