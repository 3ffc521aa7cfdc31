import { describe, expect, it } from 'vitest'
import { seaDensity, seaPeak, seaSinusoids, seaVariance } from './sea-spectrum.js'
import { sinusoidHeight } from './sinusoids.js'

const wind = { windSpeed: 12, fetch: 100_000 }

/** Numbers from 0 to 1 that a test can repeat. */
function randomNumbers(): () => number {
  let state = 1
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

describe('sea spectrum', () => {
  it('by Phillips holds .0081 U⁴/(4 g²) of variance: a significant height of .18 U²/g', () => {
    const m0 = seaVariance('phillips', wind, 0.1, 1000)
    expect(m0 / ((0.0081 * 12 ** 4) / (4 * 9.81 ** 2))).toBeCloseTo(1, 6)
    expect((4 * Math.sqrt(m0)) / (144 / 9.81)).toBeCloseTo(0.18, 3)
  })

  it('has its greatest density at its peak', () => {
    for (const spectrum of ['jonswap', 'phillips'] as const) {
      const peak = seaPeak(spectrum, wind)
      for (const factor of [0.97, 0.99, 1.01, 1.03])
        expect(seaDensity(spectrum, wind, factor * peak)).toBeLessThan(seaDensity(spectrum, wind, peak))
    }
  })

  it('by JONSWAP grows with the square root of the fetch in height, nearly', () => {
    // Hs² is as α/ωp⁴, so F^(-.22 + 4/3): Hs as F^.557.
    const height = (fetch: number) => Math.sqrt(seaVariance('jonswap', { windSpeed: 12, fetch }, 0.05, 1000))
    expect(Math.log2(height(200_000) / height(100_000))).toBeCloseTo((4 / 3 - 0.22) / 2, 3)
  })

  it('by TMA is JONSWAP in deep water, and ω²d/2g of it in shallow', () => {
    for (const omega of [0.5, 1, 2])
      expect(seaDensity('tma', { ...wind, depth: 1e4 }, omega)).toBeCloseTo(seaDensity('jonswap', wind, omega), 12)
    // Where kd is small the factor is (kd)²/2, k = ω/sqrt(gd).
    const [depth, omega] = [0.5, 0.4]
    const factor = seaDensity('tma', { ...wind, depth }, omega) / seaDensity('jonswap', wind, omega)
    expect(factor / ((omega ** 2 * depth) / 9.81 / 2)).toBeCloseTo(1, 1)
  })

  it('as sinusoids has the variance of the spectrum, measured on the surface', () => {
    const waves = seaSinusoids('jonswap', wind, 60, 4, randomNumbers())
    expect(waves).toHaveLength(60)
    const asked = seaVariance('jonswap', wind, seaPeak('jonswap', wind) / 2, Math.sqrt((9.81 * 2 * Math.PI) / 4))
    let sum = 0
    const samples = 20_000
    for (let n = 0; n < samples; n++) sum += sinusoidHeight(waves, 0, 0, n * 1.37) ** 2
    expect(sum / samples / asked).toBeCloseTo(1, 1)
    for (const { direction } of waves) expect(Math.abs(direction)).toBeLessThan(Math.PI / 2)
  })
})
