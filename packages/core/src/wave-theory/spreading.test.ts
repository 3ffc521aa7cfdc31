import { describe, expect, it } from 'vitest'
import {
  cosineNorm,
  cosineSquared,
  hasselmannSpreading,
  mitsuyasuSpreading,
  type Spreading,
  steadySpreading,
} from './spreading.js'

const relativeError = (value: number, expected: number) => Math.abs(value / expected - 1)
const wind = { windSpeed: 12, peak: 0.8 }

/** ∫ D f(θ) dθ over a turn: equal steps, exact to rounding for smooth functions that repeat. */
function overTurn(spreading: Spreading, omega: number, weight: (angle: number) => number = () => 1): number {
  const count = 20_000
  let sum = 0
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * (i + 0.5)) / count
    sum += spreading(Math.cos(angle), omega) * weight(angle)
  }
  return (sum * 2 * Math.PI) / count
}

describe('spreading', () => {
  it('has the closed form of its norm: 2^(2s-1) Γ(s+1)²/(π Γ(2s+1)) at whole s', () => {
    let norm = 1 / (2 * Math.PI)
    for (let s = 0; s < 200; s++) {
      expect(relativeError(cosineNorm(s), norm)).toBeLessThan(1e-13)
      norm *= (s + 1) / (s + 0.5)
    }
  })

  it('has a norm that falls into place between whole s too: it climbs by (s + 1)/(s + 1/2)', () => {
    for (let s = 0; s < 30; s += 0.0371)
      expect(relativeError(cosineNorm(s + 1) / cosineNorm(s), (s + 1) / (s + 0.5))).toBeLessThan(5e-15)
    // Half-whole s: Γ(3/2)/(2 sqrt(π) Γ(1)) = 1/4.
    expect(relativeError(cosineNorm(0.5), 1 / 4)).toBeLessThan(5e-15)
  })

  it('has the integral 1 over a turn at every frequency', () => {
    const spreadings = [
      cosineSquared,
      steadySpreading(75),
      hasselmannSpreading(wind),
      hasselmannSpreading({ ...wind, swell: 1 }),
      mitsuyasuSpreading(wind),
      mitsuyasuSpreading({ ...wind, swell: 0.5 }),
    ]
    // Far from the peak s falls below 1, and a cusp at the back leaves the sum its error of h^(2s + 1).
    for (const spreading of spreadings)
      for (const ratio of [0.5, 0.7, 0.95, 1, 1.05, 1.5, 2.5])
        expect(relativeError(overTurn(spreading, ratio * wind.peak), 1)).toBeLessThan(1e-6)
  })

  it('is narrowest about the peak, s = 6.97 there after Hasselmann, 11.5 (g/(U ωp))^2.5 after Mitsuyasu', () => {
    for (const [spreading, s] of [
      [hasselmannSpreading, 6.97],
      [mitsuyasuSpreading, 11.5 * (9.81 / (12 * 0.8)) ** 2.5],
    ] as const) {
      const top = (ratio: number) => spreading(wind)(1, ratio * wind.peak)
      expect(relativeError(top(1), cosineNorm(s))).toBeLessThan(1e-13)
      expect(top(0.6)).toBeLessThan(top(0.9))
      expect(top(2)).toBeLessThan(top(1.2))
    }
    // The two branches of Hasselmann's fit do not meet: 6.97 below the peak, 9.77 above it.
    const above = hasselmannSpreading(wind)(1, wind.peak * (1 + 1e-12))
    expect(relativeError(above, cosineNorm(9.77))).toBeLessThan(1e-10)
  })

  it('is narrowed by swell, long waves most', () => {
    const width = (swell: number, ratio: number) =>
      overTurn(hasselmannSpreading({ ...wind, swell }), ratio * wind.peak, (angle) => 1 - Math.cos(angle))
    for (const ratio of [0.6, 1, 2, 5]) {
      expect(width(0.5, ratio)).toBeLessThan(width(0, ratio))
      expect(width(1, ratio)).toBeLessThan(width(0.5, ratio))
    }
    expect(width(1, 0.6)).toBeLessThan(width(1, 5))
    // Horvath's s + 16 ξ² tanh(ωp/ω).
    const s = 6.97 + 16 * Math.tanh(1)
    expect(relativeError(hasselmannSpreading({ ...wind, swell: 1 })(1, wind.peak), cosineNorm(s))).toBeLessThan(1e-13)
  })

  it('is a number in a calm, in the back and a rounding beyond', () => {
    for (const make of [hasselmannSpreading, mitsuyasuSpreading])
      for (const windSpeed of [0, 5])
        for (const omega of [0, 1e-9, 1, 1e6])
          for (const cosine of [-1 - 1e-16, -1, 0, 1, 1 + 1e-16]) {
            const value = make({ windSpeed, peak: 1, swell: 0.3 })(cosine, omega)
            expect(value).toSatisfy(Number.isFinite)
            expect(value).toBeGreaterThanOrEqual(0)
          }
  })
})
