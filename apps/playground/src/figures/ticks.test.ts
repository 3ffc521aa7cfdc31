import { describe, expect, it } from 'vitest'
import { powersOf, roundedUp, ticksOf, tickText } from './ticks.js'

describe('ticks', () => {
  it('are round numbers inside the range', () => {
    expect(ticksOf(-1, 1, 4)).toEqual([-1, -0.5, 0, 0.5, 1])
    expect(ticksOf(0, 180, 9)).toEqual([0, 20, 40, 60, 80, 100, 120, 140, 160, 180])
    expect(ticksOf(1, 1, 4)).toEqual([])
  })

  it('are powers of ten on logarithmic axes, thinned out where there are many', () => {
    expect(powersOf(0.1, 100, 4)).toEqual([0.1, 1, 10, 100])
    expect(powersOf(1e-12, 1, 4).length).toBeLessThan(6)
  })

  it('are written short', () => {
    expect(tickText(-0.5)).toBe('−0.5')
    expect(tickText(5e-4)).toBe('5·10⁻⁴')
    expect(tickText(1e6)).toBe('10⁶')
  })
})

describe('sizes rounded up', () => {
  it('are 1, 2 or 5 times a power of ten', () => {
    expect([0.03, 0.2, 1.1, 7].map(roundedUp)).toEqual([0.05, 0.2, 2, 10])
    expect(roundedUp(0)).toBe(1)
    expect(roundedUp(Number.NaN)).toBe(1)
  })

  it('do not double for a round number in single precision', () => {
    expect(roundedUp(Math.fround(0.1))).toBeCloseTo(0.1, 12)
  })
})
