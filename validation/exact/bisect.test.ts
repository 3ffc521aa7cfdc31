import { describe, expect, it } from 'vitest'
import { bisect } from './bisect.js'

describe('bisect', () => {
  it('finds a root to the last bit, of rising and falling functions', () => {
    expect(bisect((x) => x * x - 2, 0, 2)).toBeCloseTo(Math.SQRT2, 15)
    expect(bisect((x) => 2 - x * x, 0, 2)).toBeCloseTo(Math.SQRT2, 15)
  })

  it('refuses a bracket without one', () => {
    expect(() => bisect((x) => x * x + 1, 0, 2)).toThrow('no change of sign')
  })
})
