import { describe, expect, it } from 'vitest'
import { angularFrequency, groupSpeed } from './airy.js'
import { depthFactor, jonswap, phillips, swell, tma } from './spectrum.js'

const g = 9.81
const relativeError = (value: number, expected: number) => Math.abs(value / expected - 1)
const wind = { windSpeed: 12, fetch: 150_000 }

/** ∫ S dω by Simpson's rule in ln ω, with a joint at the peak. */
function integral(density: (omega: number) => number, peak: number): number {
  const piece = (from: number, to: number) => {
    const count = 20_000
    const h = (to - from) / count
    let sum = 0
    for (let i = 0; i <= count; i++) {
      const omega = peak * Math.exp(from + i * h)
      sum += (i === 0 || i === count ? 1 : i % 2 === 1 ? 4 : 2) * omega * density(omega)
    }
    return (sum * h) / 3
  }
  return piece(-3, 0) + piece(0, 9)
}

describe('spectra', () => {
  it('JONSWAP has the peak and the scale that its fetch gives', () => {
    const { peak, density } = jonswap(wind)
    // Hasselmann et al. 1973: fp = 3.5 (g/U) x^(-1/3), x = g F/U², and 2π 3.5 = 21.99, rounded to 22.
    expect(relativeError(peak / (2 * Math.PI), 3.5 * (g / 12) * ((g * 150_000) / 144) ** (-1 / 3))).toBeLessThan(5e-4)
    const alpha = 0.076 * ((g * 150_000) / 144) ** -0.22
    const tail = 40 * peak
    expect(relativeError(density(tail), (alpha * g * g) / tail ** 5)).toBeLessThan(1e-6)
    expect(relativeError(density(peak), (alpha * g * g * Math.exp(-1.25) * 3.3) / peak ** 5)).toBeLessThan(1e-14)
  })

  it('JONSWAP with gamma = 1 is Pierson-Moskowitz, m0 = α g²/(5 ωp⁴)', () => {
    const { peak, density } = jonswap({ ...wind, gamma: 1 })
    const alpha = 0.076 * ((g * 150_000) / 144) ** -0.22
    for (const ratio of [0.5, 0.9, 1, 1.3, 6]) {
      const omega = ratio * peak
      const exact = ((alpha * g * g) / omega ** 5) * Math.exp(-1.25 / ratio ** 4)
      expect(relativeError(density(omega), exact)).toBeLessThan(1e-14)
    }
    expect(relativeError(integral(density, peak), (alpha * g * g) / (5 * peak ** 4))).toBeLessThan(1e-12)
  })

  it('JONSWAP is greatest at its peak', () => {
    const { peak, density } = jonswap(wind)
    for (let omega = 0.02; omega < 5; omega += 0.003) expect(density(omega)).toBeLessThanOrEqual(density(peak))
  })

  it('TMA is JONSWAP in deep water and lower in shallow', () => {
    const deep = jonswap(wind)
    for (const omega of [0.5, 0.8, 2]) {
      expect(tma({ ...wind, depth: Number.POSITIVE_INFINITY }).density(omega)).toBe(deep.density(omega))
      expect(relativeError(tma({ ...wind, depth: 1000 }).density(omega), deep.density(omega))).toBeLessThan(1e-14)
      expect(tma({ ...wind, depth: 5 }).density(omega)).toBeLessThan(deep.density(omega))
    }
    expect(tma({ ...wind, depth: 0 }).density(1)).toBe(0)
  })

  it("Kitaigorodskii's factor is ω² d/(2 g) in shallow water and about its usual two parabolas", () => {
    // Thompson and Vincent 1983: with w = ω sqrt(d/g), w²/2 up to w = 1 and 1 - (2 - w)²/2 from there to 2.
    for (const w of [0.01, 0.05])
      expect(relativeError(depthFactor(w * Math.sqrt(g / 3), 3), (w * w) / 2)).toBeLessThan(w)
    for (let w = 0.05; w < 2; w += 0.05) {
      const parabolas = w < 1 ? (w * w) / 2 : 1 - (2 - w) ** 2 / 2
      expect(Math.abs(depthFactor(w * Math.sqrt(g / 3), 3) - parabolas)).toBeLessThan(0.04)
    }
    expect(depthFactor(100, 50)).toBe(1)
  })

  it("TMA keeps the deep sea's saturated wavenumber spectrum α/2 k⁻³ at any depth", () => {
    const { peak } = jonswap(wind)
    const alpha = 0.076 * ((g * 150_000) / 144) ** -0.22
    for (const depth of [0.2, 1, 30]) {
      const { density } = tma({ ...wind, depth })
      for (const ratio of [30, 60]) {
        const k = (peak * ratio) ** 2 / g
        const omega = angularFrequency(k, { depth })
        const shape = Math.exp(-1.25 * (peak / omega) ** 4)
        expect(relativeError(density(omega) * groupSpeed(k, { depth }), ((alpha / 2) * shape) / k ** 3)).toBeLessThan(
          1e-10,
        )
      }
    }
  })

  it('Phillips has m0 = α L²/4, a significant height of .18 U²/g', () => {
    const { density, peak } = phillips({ windSpeed: 10 })
    const m0 = integral(density, peak)
    const longest = 100 / g
    // The integral ends at e⁹ of the peak: k⁻² has left e⁻¹⁸ = 1.5e-8.
    expect(relativeError(m0, (0.0081 * longest ** 2) / 4)).toBeLessThan(3e-8)
    expect(relativeError(4 * Math.sqrt(m0), 0.18 * longest)).toBeLessThan(3e-8)
    expect(phillips({ windSpeed: 10, shortest: 0.1 }).density(30)).toBeCloseTo(density(30) * Math.exp(-9), 16)
  })

  it('a swell has its height', () => {
    const { density, peak } = swell({ height: 1.7, period: 14 })
    expect(peak).toBeCloseTo((2 * Math.PI) / 14, 15)
    expect(relativeError(4 * Math.sqrt(integral(density, peak)), 1.7)).toBeLessThan(1e-9)
  })

  it('are nothing without wind, and numbers at every frequency', () => {
    const calms = [
      jonswap({ windSpeed: 0, fetch: 1e5 }),
      jonswap({ windSpeed: 10, fetch: 0 }),
      tma({ windSpeed: 0, fetch: 1e5, depth: 4 }),
      phillips({ windSpeed: 0 }),
      swell({ height: 0, period: 10 }),
    ]
    const winds = [
      jonswap(wind),
      jonswap({ windSpeed: 0.01, fetch: 1 }),
      tma({ ...wind, depth: 0.01 }),
      phillips({ windSpeed: 60 }),
      swell({ height: 1, period: 10 }),
    ]
    for (const at of [0, 1e-300, 1e-9, 0.01, 1, 1e4, 1e70]) {
      for (const { density } of calms) expect(density(at)).toBe(0)
      for (const { density } of winds) {
        expect(density(at)).toSatisfy(Number.isFinite)
        expect(density(at)).toBeGreaterThanOrEqual(0)
      }
    }
  })
})
