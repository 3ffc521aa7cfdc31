import { seaDensity } from '@seiche/textbook'
import { describe, expect, it } from 'vitest'
import { gaussianPairAt } from '../numerics/random.js'
import { groupSpeed, type Water } from './airy.js'
import { Sea } from './sea.js'
import { jonswap } from './spectrum.js'
import { phillipsSea, swellSystem, windSea } from './systems.js'

const g = 9.81
const relativeError = (value: number, expected: number) => Math.abs(value / expected - 1)
const deep: Water = { depth: Number.POSITIVE_INFINITY }
const wind = { windSpeed: 12, fetch: 150_000, direction: 0.5 }

const seas = {
  'wind sea, deep': new Sea(deep, [windSea(wind, deep)]),
  'wind sea, 3 m deep': new Sea({ depth: 3 }, [windSea({ ...wind, swell: 0.6 }, { depth: 3 })]),
  'chop with tension': new Sea({ depth: 0.1, surfaceTension: 0.0728 }, [
    windSea({ windSpeed: 4, fetch: 5000, direction: 2, spreading: 'mitsuyasu' }, { depth: 0.1 }),
  ]),
  "Tessendorf's sea": new Sea(deep, [phillipsSea({ windSpeed: 9, direction: -1 }, deep)]),
  'wind sea and swell': new Sea({ depth: 40 }, [
    windSea(wind, { depth: 40 }),
    swellSystem({ height: 1.2, period: 13, direction: -0.8 }),
  ]),
}

it('has the densities of the textbook over frequency', () => {
  const [jonswapSea, phillipsOnly] = [seas['wind sea, deep'], seas["Tessendorf's sea"]]
  for (const omega of [0.4, 0.7, 1, 2, 5]) {
    expect(relativeError(jonswapSea.frequencyDensityAt(omega), seaDensity('jonswap', wind, omega))).toBeLessThan(1e-9)
    const onShallow = seaDensity('tma', { ...wind, depth: 3 }, omega)
    expect(relativeError(seas['wind sea, 3 m deep'].frequencyDensityAt(omega), onShallow)).toBeLessThan(1e-9)
    const exact = seaDensity('phillips', { windSpeed: 9, fetch: 1 }, omega)
    expect(relativeError(phillipsOnly.frequencyDensityAt(omega), exact)).toBeLessThan(1e-9)
  }
})

describe('sea', () => {
  for (const [name, sea] of Object.entries(seas))
    it(`has m0 as the integral over the plane of wavenumbers: ${name}`, () => {
      // Rings in equal steps of ln k, rays in equal steps of angle, in a band that all of these seas have most of.
      const peak = (2 * Math.PI) ** 2 / (g * sea.peakPeriod ** 2)
      const band = { from: peak / 20, to: 40 * peak }
      const [rings, rays] = [3000, 180]
      const h = Math.log(band.to / band.from) / rings
      let sum = 0
      for (let ring = 0; ring < rings; ring++) {
        const k = band.from * Math.exp((ring + 0.5) * h)
        for (let ray = 0; ray < rays; ray++) {
          const angle = (2 * Math.PI * ray) / rays
          sum += sea.densityAt(k * Math.cos(angle), k * Math.sin(angle)) * k * k * h
        }
      }
      sum *= (2 * Math.PI) / rays
      expect(relativeError(sum, sea.moment(0, band))).toBeLessThan(2e-5)
      expect(sea.moment(0, band)).toBeGreaterThan(0.9 * sea.moment(0))
    })

  it('has the moments of Pierson and Moskowitz in closed form, on water of any depth and tension', () => {
    const spectrum = jonswap({ ...wind, gamma: 1 })
    const alpha = 0.076 * ((g * wind.fetch) / wind.windSpeed ** 2) ** -0.22
    const m0 = (alpha * g * g) / (5 * spectrum.peak ** 4)
    for (const water of [deep, { depth: 2 }, { depth: 10, surfaceTension: 0.0728 }]) {
      const sea = new Sea(water, [{ spectrum, spreading: () => 1 / (2 * Math.PI), direction: 0 }])
      expect(relativeError(sea.moment(0), m0)).toBeLessThan(1e-12)
      // m_n = (α g²/4) b^(n/4 - 1) Γ(1 - n/4), b = 5/4 ωp⁴; Γ(1/2) = sqrt(π). The tail beyond the reach is 1e-8 of m2.
      const m2 = ((alpha * g * g) / 4) * Math.sqrt(Math.PI / (1.25 * spectrum.peak ** 4))
      expect(relativeError(sea.moment(2), m2)).toBeLessThan(3e-8)
      expect(relativeError(sea.significantHeight, 4 * Math.sqrt(m0))).toBeLessThan(1e-12)
      expect(relativeError(sea.peakPeriod, (2 * Math.PI) / spectrum.peak)).toBeLessThan(1e-7)
    }
  })

  it('splits its variance among bands without loss', () => {
    for (const sea of Object.values(seas)) {
      const cuts = [0, 0.01, 0.13, 0.5, 2, 40, Number.POSITIVE_INFINITY]
      const parts = cuts.slice(1).map((to, i) => sea.moment(0, { from: cuts[i]!, to }))
      expect(
        relativeError(
          parts.reduce((a, b) => a + b),
          sea.moment(0),
        ),
      ).toBeLessThan(1e-7)
      expect(sea.moment(0, { from: 1e-9, to: 2e-9 })).toBeLessThan(1e-15)
    }
  })

  it('adds systems: a swell brings its own variance and its own direction', () => {
    const sea = seas['wind sea and swell']
    const alone = new Sea({ depth: 40 }, [windSea(wind, { depth: 40 })])
    expect(relativeError(sea.moment(0) - alone.moment(0), (1.2 / 4) ** 2)).toBeLessThan(1e-9)
    const swell = new Sea({ depth: 40 }, [swellSystem({ height: 1.2, period: 13, direction: -0.8 })])
    expect(swell.significantHeight).toBeCloseTo(1.2, 9)
    // S(ω) is greatest a little beside 13 s only where a wind sea leans against it.
    expect(swell.peakPeriod).toBeCloseTo(13, 6)
    const k = 0.03
    const towards = (angle: number) => swell.densityAt(k * Math.cos(angle), k * Math.sin(angle))
    expect(towards(-0.8)).toBeGreaterThan(towards(-0.5))
    expect(towards(-0.8)).toBeGreaterThan(towards(-1.1))
    expect(towards(-0.8 + Math.PI)).toBeLessThan(1e-9 * towards(-0.8))
  })

  it('has one spectrum over frequency and over wavenumber', () => {
    const { density } = jonswap(wind)
    for (const omega of [0.5, 0.8, 1.7]) {
      expect(relativeError(seas['wind sea, deep'].frequencyDensityAt(omega), density(omega))).toBeLessThan(1e-13)
      const k = (omega * omega) / g
      const along = seas['wind sea, deep'].densityAt(k * Math.cos(0.5), k * Math.sin(0.5))
      const spreading = windSea(wind, deep).spreading(1, omega)
      expect(relativeError(along, (density(omega) * spreading * groupSpeed(k, deep)) / k)).toBeLessThan(1e-13)
    }
  })

  it("has Tessendorf's P(k) = A k⁻⁴ exp(-1/(kL)²) cos²θ", () => {
    const longest = 81 / g
    for (const [kx, kz] of [
      [0.2, 0.1],
      [-0.4, 0.3],
      [3, -2],
    ] as const) {
      const k = Math.hypot(kx, kz)
      const cosine = (kx * Math.cos(-1) + kz * Math.sin(-1)) / k
      const exact = (0.0081 / (2 * Math.PI) / k ** 4) * Math.exp(-1 / (k * longest) ** 2) * cosine ** 2
      expect(relativeError(seas["Tessendorf's sea"].densityAt(kx, kz), exact)).toBeLessThan(1e-13)
    }
  })

  it('gives a lattice of Gaussian amplitudes its variance', () => {
    const sea = seas['wind sea, 3 m deep']
    const [size, dk] = [128, 0.02]
    let [drawn, expected] = [0, 0]
    for (let j = -size; j < size; j++)
      for (let i = -size; i < size; i++) {
        const variance = sea.densityAt(i * dk, j * dk) * dk * dk
        const [real, imaginary] = gaussianPairAt(i, j, 11)
        // h0 = (ξ + i ξ') sqrt(S) dk/2, met twice: as h0(k) and as h0*(-k).
        drawn += (2 * (real * real + imaginary * imaginary) * variance) / 4
        expected += variance
      }
    expect(relativeError(drawn, expected)).toBeLessThan(0.1)
    expect(relativeError(expected, sea.moment(0, { from: 0, to: size * dk }))).toBeLessThan(0.02)
  })

  it('is flat without wind', () => {
    const calm = new Sea({ depth: 5 }, [
      windSea({ windSpeed: 0, fetch: 1e5, direction: 0 }, { depth: 5 }),
      windSea({ windSpeed: 0, fetch: 1e5, direction: 0, spreading: 'mitsuyasu' }, { depth: 5 }),
      phillipsSea({ windSpeed: 0, direction: 0 }, { depth: 5 }),
      swellSystem({ height: 0, period: 9, direction: 0 }),
    ])
    expect(calm.significantHeight).toBe(0)
    expect(calm.densityAt(0.3, 0.1)).toBe(0)
    expect(calm.densityAt(0, 0)).toBe(0)
    expect(calm.peakPeriod).toBe(Number.POSITIVE_INFINITY)
    expect(new Sea(deep, []).significantHeight).toBe(0)
  })

  it('is a number at every wavenumber', () => {
    for (const sea of Object.values(seas))
      for (const k of [0, 1e-300, 1e-6, 1e-3, 1, 1e3, 1e6, 1e12])
        for (const angle of [0, 1, Math.PI, -2]) {
          const density = sea.densityAt(k * Math.cos(angle), k * Math.sin(angle))
          expect(density).toSatisfy(Number.isFinite)
          expect(density).toBeGreaterThanOrEqual(0)
        }
  })
})
