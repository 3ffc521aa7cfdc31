import { describe, expect, it } from 'vitest'
import { renderEvenness, renderRateTarget, renderTarget, type Target } from './targets.js'

describe('renderTarget', () => {
  const race = new Map([
    ['slow', [6, 12, 9]],
    ['fast', [2, 3, 3]],
  ])
  const target = (sense: Target['sense'], limit: number): Target => ({
    what: 'fast against slow',
    over: 'slow',
    under: 'fast',
    sense,
    limit,
  })

  it('judges by the median of the ratios within a round', () => {
    expect(renderTarget(race, target('at least', 3))).toBe(
      'Target: fast against slow, at least 3×. Measured 3.00× (3.00 to 3.50): met.',
    )
    expect(renderTarget(race, target('at least', 3.1))).toMatch(/: missed\.$/)
    expect(renderTarget(race, target('at most', 3))).toMatch(/: met\.$/)
    expect(renderTarget(race, target('at most', 2.9))).toMatch(/: missed\.$/)
  })

  it('claims nothing when a contender was not there', () => {
    expect(renderTarget(new Map([['slow', [1]]]), target('at most', 5))).toMatch(/Not measured\.$/)
    expect(renderTarget(new Map([['fast', [1]]]), target('at least', 1))).toMatch(/Not measured\.$/)
  })
})

describe('renderRateTarget', () => {
  const race = new Map([['engine', [0.02, 0.01, 0.03]]])

  it('judges by the median time', () => {
    expect(renderRateTarget(race, 1000, 'engine', 50)).toBe(
      'Target: 1000², engine, at least 50 million cells a second. Measured 50.0: met.',
    )
    expect(renderRateTarget(race, 1000, 'engine', 51)).toMatch(/: missed\.$/)
    expect(renderRateTarget(race, 1000, 'other', 1)).toMatch(/Not measured\.$/)
  })
})

describe('renderEvenness', () => {
  const times = [
    { n: 10, seconds: 2 },
    { n: 20, seconds: 6 },
    { n: 30, seconds: 22.5 },
  ]

  it('compares the dearest cell with the cheapest', () => {
    expect(renderEvenness('engine', times, 1.7)).toBe(
      'Target: engine, cost per cell of the dearest grid over the cheapest, at most 1.7×. Measured 1.67× (30² over 20²): met.',
    )
    expect(renderEvenness('engine', times, 1.6)).toMatch(/: missed\.$/)
  })
})
