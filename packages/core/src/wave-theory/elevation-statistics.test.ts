import { describe, expect, test } from 'vitest'
import { elevationStatistics } from './elevation-statistics.js'

const wave = (of: (angle: number) => number) => Float64Array.from({ length: 360 }, (_, i) => of((i * Math.PI) / 180))

describe('elevationStatistics', () => {
  test('a sine wave has skewness 0 and kurtosis 3/2', () => {
    const { mean, deviation, significantHeight, skewness, kurtosis } = elevationStatistics(wave((a) => 5 + Math.sin(a)))
    expect(mean).toBeCloseTo(5, 12)
    expect(deviation).toBeCloseTo(Math.SQRT1_2, 12)
    expect(significantHeight).toBeCloseTo(4 * Math.SQRT1_2, 12)
    expect(skewness).toBeCloseTo(0, 12)
    expect(kurtosis).toBeCloseTo(1.5, 12)
  })

  test('a bound wave of the second order makes crests sharper: 3/4 a² b over σ³', () => {
    const [a, b] = [1, 0.1]
    const { skewness, crestRatio } = elevationStatistics(wave((t) => a * Math.cos(t) + b * Math.cos(2 * t)))
    const sigma = Math.sqrt((a * a + b * b) / 2)
    expect(skewness).toBeCloseTo((0.75 * a * a * b) / sigma ** 3, 12)
    expect(crestRatio).toBeCloseTo((a + b) / (4 * sigma), 12)
  })

  test.each([1e-200, 1e200])('the unit of length does not matter, × %d', (unit) => {
    const { skewness, kurtosis } = elevationStatistics([0, unit, 3 * unit, -unit])
    const plain = elevationStatistics([0, 1, 3, -1])
    expect(skewness).toBeCloseTo(plain.skewness, 10)
    expect(kurtosis).toBeCloseTo(plain.kurtosis, 10)
  })

  test('a flat surface has no shape', () => {
    const { deviation, skewness, kurtosis, crestRatio } = elevationStatistics([2, 2])
    expect([deviation, skewness, kurtosis, crestRatio]).toEqual([0, Number.NaN, Number.NaN, Number.NaN])
  })

  test('no elevations, or one that is not finite, are refused', () => {
    expect(() => elevationStatistics([])).toThrow(/at least one/)
    expect(() => elevationStatistics([0, Number.NaN])).toThrow('elevation 1 is NaN')
  })
})
