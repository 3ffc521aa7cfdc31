import { describe, expect, it } from 'vitest'
import { hankel0 } from './hankel.js'

/** J0 by Bessel's integral: a midpoint sum of a smooth periodic function has no error but rounding. */
function byIntegral(x: number): number {
  const n = 400
  let sum = 0
  for (let m = 0; m < n; m++) sum += Math.cos(x * Math.cos(((m + 0.5) * Math.PI) / n))
  return sum / n
}

describe('Hankel function', () => {
  it('has the values of the tables', () => {
    // Abramowitz and Stegun, table 9.1.
    for (const [x, j, y] of [
      [0.1, 0.9975015621, -1.5342386514],
      [1, 0.7651976866, 0.0882569642],
      [5, -0.1775967713, -0.3085176252],
      [10, -0.2459357645, 0.0556711673],
      [15, -0.0142244728, 0.205464296],
    ] as const) {
      const { re, im } = hankel0(x)
      expect(re).toBeCloseTo(j, 9)
      expect(im).toBeCloseTo(y, 9)
    }
  })

  it("has the real part of Bessel's integral, on both sides of the place where the series meet", () => {
    for (let x = 0.05; x < 60; x += 0.173) expect(hankel0(x).re).toBeCloseTo(byIntegral(x), 10)
    expect(Math.abs(hankel0(12 - 1e-12).im - hankel0(12).im)).toBeLessThan(1e-10)
    expect(Math.abs(hankel0(12 - 1e-12).imSlope - hankel0(12).imSlope)).toBeLessThan(1e-10)
  })

  it("keeps its flux: J0 Y0' - J0' Y0 = 2/(πx)", () => {
    for (let x = 0.01; x < 500; x *= 1.13) {
      const { re, im, reSlope, imSlope } = hankel0(x)
      expect(Math.abs((re * imSlope - reSlope * im) * ((Math.PI * x) / 2) - 1)).toBeLessThan(1e-10)
    }
  })

  it('has the slope of finite differences', () => {
    const d = 1e-4
    for (const x of [0.3, 2, 11, 13, 80]) {
      const [before, after] = [hankel0(x - d), hankel0(x + d)]
      expect((after.re - before.re) / (2 * d)).toBeCloseTo(hankel0(x).reSlope, 6)
      expect((after.im - before.im) / (2 * d)).toBeCloseTo(hankel0(x).imSlope, 6)
    }
  })
})
