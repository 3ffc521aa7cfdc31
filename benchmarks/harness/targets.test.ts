import { describe, expect, it } from 'vitest'
import { renderTarget, type Target } from './targets.js'

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
