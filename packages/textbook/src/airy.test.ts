import { describe, expect, it } from 'vitest'
import {
  airyAnatomy,
  airyBreaksByMiche,
  airyBreaksBySlide,
  airyFrequency,
  airyGroupSpeed,
  airyOrbit,
  airyPhaseSpeed,
  airyProfile,
  airyWavelength,
  airyWavenumber,
  slideAiryPhaseSpeed,
} from './airy.js'

const g = 9.81
/** γ/ρ of clean water: .0728 N/m over 1000 kg/m³. */
const tension = 0.0728 / 1000

function relativeError(value: number, expected: number): number {
  return Math.abs(value / expected - 1)
}

/** `count` numbers from `low` to `high` in equal ratios. */
function geometric(low: number, high: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => low * (high / low) ** (i / (count - 1)))
}

describe('airy', () => {
  it('travels at sqrt(g/k) in deep water, its group at half of that', () => {
    for (const k of [0.05, 1, 30]) {
      for (const depth of [40 / k, Number.POSITIVE_INFINITY]) {
        expect(relativeError(airyPhaseSpeed(k, { depth }), Math.sqrt(g / k))).toBeLessThan(1e-15)
        expect(relativeError(airyGroupSpeed(k, { depth }), Math.sqrt(g / k) / 2)).toBeLessThan(1e-15)
      }
    }
  })

  it('travels at sqrt(g d) in shallow water, crest and group, with an error of (kd)²/6 and (kd)²/2', () => {
    const depth = 0.3
    for (const kd of [0.01, 0.03]) {
      const c = Math.sqrt(g * depth)
      expect((1 - airyPhaseSpeed(kd / depth, { depth }) / c) / kd ** 2).toBeCloseTo(1 / 6, 3)
      expect((1 - airyGroupSpeed(kd / depth, { depth }) / c) / kd ** 2).toBeCloseTo(1 / 2, 2)
    }
  })

  it('has the tanh inside the root: .99 m/s and not .25 m/s for 10 m on 10 cm', () => {
    const k = (2 * Math.PI) / 10
    expect(airyPhaseSpeed(k, { depth: 0.1 })).toBeCloseTo(0.99, 2)
    expect(Math.sqrt(g / k) * Math.tanh(k * 0.1)).toBeCloseTo(0.25, 2)
  })

  it('finds the wavenumber of a frequency to rounding, from kd = .01 to 50', () => {
    for (const depth of [0.02, 1, 300]) {
      for (const kd of geometric(0.01, 50, 400)) {
        const k = kd / depth
        expect(relativeError(airyWavenumber(airyFrequency(k, { depth }), { depth }), k)).toBeLessThan(1e-14)
      }
    }
  })

  it('finds it with surface tension and in bottomless water too', () => {
    for (const depth of [1e-4, 0.002, 0.005, 0.01, 0.1, 10, Number.POSITIVE_INFINITY]) {
      for (const k of geometric(0.1, 1e5, 400)) {
        const water = { depth, tension }
        expect(relativeError(airyWavenumber(airyFrequency(k, water), water), k)).toBeLessThan(1e-14)
      }
    }
  })

  it('is slowest at .2312 m/s and 1.71 cm in clean deep water', () => {
    const water = { depth: Number.POSITIVE_INFINITY, tension }
    let slowest = { speed: Number.POSITIVE_INFINITY, wavelength: 0 }
    for (const wavelength of geometric(0.005, 0.05, 20_001)) {
      const speed = airyPhaseSpeed((2 * Math.PI) / wavelength, water)
      if (speed < slowest.speed) slowest = { speed, wavelength }
    }
    expect(slowest.speed).toBeCloseTo(0.2312, 4)
    expect(slowest.wavelength).toBeCloseTo(0.0171, 4)
    expect(relativeError(slowest.speed, Math.sqrt(2 * Math.sqrt(g * tension)))).toBeLessThan(1e-6)
    const k = (2 * Math.PI) / slowest.wavelength
    expect(relativeError(airyGroupSpeed(k, water), slowest.speed)).toBeLessThan(1e-3)
  })

  it('has a group speed equal to the finite difference of the frequency', () => {
    for (const water of [{ depth: 0.01 }, { depth: 2 }, { depth: 0.01, tension }, { depth: 500, tension, g: 1.62 }]) {
      for (const k of geometric(0.01, 3000, 60)) {
        const dk = 1e-4 * k
        const slope = (airyFrequency(k + dk, water) - airyFrequency(k - dk, water)) / (2 * dk)
        expect(relativeError(airyGroupSpeed(k, water), slope)).toBeLessThan(1e-7)
      }
    }
  })

  it('by the misprint of the slides runs at d sqrt(g k) in shallow water, and as it should in deep', () => {
    const k = (2 * Math.PI) / 10
    const shallow = { depth: 0.1 }
    expect(relativeError(slideAiryPhaseSpeed(k, shallow), 0.1 * Math.sqrt(g * k))).toBeLessThan(2e-3)
    expect(slideAiryPhaseSpeed(k, shallow)).toBeCloseTo(0.25, 2)
    expect(airyPhaseSpeed(k, shallow)).toBeCloseTo(0.99, 2)
    const deep = { depth: 1000 }
    expect(slideAiryPhaseSpeed(k, deep)).toBeCloseTo(airyPhaseSpeed(k, deep), 14)
  })

  it('runs L = C T', () => {
    const water = { depth: 4 }
    for (const period of [0.5, 3, 12]) {
      const wavelength = airyWavelength(period, water)
      const speed = airyPhaseSpeed((2 * Math.PI) / wavelength, water)
      expect(relativeError(wavelength, speed * period)).toBeLessThan(1e-14)
    }
  })

  it('repeats its profile after a wavelength and after a period, and has a value everywhere', () => {
    const water = { depth: 4 }
    const k = 0.7
    const { wavelength, period } = airyAnatomy(0.1, k, water)
    for (const s of [-3, 0, 0.4, 7]) {
      const here = airyProfile(s, 1.3, k, water)
      expect(Math.abs(here)).toBeLessThanOrEqual(1)
      expect(airyProfile(s + wavelength, 1.3, k, water)).toBeCloseTo(here, 12)
      expect(airyProfile(s, 1.3 + period, k, water)).toBeCloseTo(here, 12)
    }
    expect(airyProfile(0, 0, k, water)).toBe(1)
  })

  it('moves particles on circles in deep water, smaller by e^(ky) with depth', () => {
    for (const depth of [100, 1e5, Number.POSITIVE_INFINITY]) {
      for (const y of [0, -1, -3]) {
        const { horizontal, vertical } = airyOrbit(y, 0.2, 2, { depth })
        expect(relativeError(horizontal, 0.2 * Math.exp(2 * y))).toBeLessThan(1e-14)
        expect(relativeError(vertical, horizontal)).toBeLessThan(1e-14)
      }
    }
  })

  it('moves particles on flat ellipses in shallow water, as wide at the bed as at the surface', () => {
    const depth = 0.5
    const k = 0.02 / depth
    const surface = airyOrbit(0, 0.01, k, { depth })
    const middle = airyOrbit(-depth / 2, 0.01, k, { depth })
    const bed = airyOrbit(-depth, 0.01, k, { depth })
    expect(surface.vertical).toBeCloseTo(0.01, 14)
    expect(relativeError(surface.horizontal, 0.01 / Math.tanh(0.02))).toBeLessThan(1e-14)
    expect(relativeError(middle.vertical, 0.005)).toBeLessThan(1e-3)
    expect(bed.vertical).toBeCloseTo(0, 15)
    expect(relativeError(bed.horizontal, surface.horizontal)).toBeLessThan(1e-3)
  })

  it('gives the orbit of the textbook formula between deep and shallow', () => {
    const depth = 1.5
    const k = 1.1
    for (const y of [0, -0.4, -1.2]) {
      const { horizontal, vertical } = airyOrbit(y, 0.3, k, { depth })
      expect(horizontal).toBeCloseTo((0.3 * Math.cosh(k * (y + depth))) / Math.sinh(k * depth), 14)
      expect(vertical).toBeCloseTo((0.3 * Math.sinh(k * (y + depth))) / Math.sinh(k * depth), 14)
    }
  })

  it('has the mean orbit speed Q = πH/T = πSC', () => {
    const { speed, steepness, orbitSpeed, period } = airyAnatomy(0.4, 0.9, { depth: 3 })
    expect(orbitSpeed).toBeCloseTo((Math.PI * 0.4) / period, 14)
    expect(orbitSpeed).toBeCloseTo(Math.PI * steepness * speed, 14)
  })

  it('breaks by the slides at a steepness of 1/π at any depth, by Miche at .142 tanh(kd)', () => {
    const wavelength = 2
    const k = (2 * Math.PI) / wavelength
    for (const depth of [0.05, 0.5, 50]) {
      const water = { depth }
      const ofSteepness = (steepness: number) => airyAnatomy(steepness * wavelength, k, water)
      expect(airyBreaksBySlide(ofSteepness(0.999 / Math.PI))).toBe(false)
      expect(airyBreaksBySlide(ofSteepness(1.001 / Math.PI))).toBe(true)
      const miche = 0.142 * Math.tanh(k * depth)
      expect(airyBreaksByMiche(ofSteepness(0.999 * miche), water)).toBe(false)
      expect(airyBreaksByMiche(ofSteepness(1.001 * miche), water)).toBe(true)
    }
  })

  it('breaks by Miche at a height of .89 depths on a beach', () => {
    const water = { depth: 0.1 }
    const k = 0.05 / water.depth
    expect(airyBreaksByMiche(airyAnatomy(0.088, k, water), water)).toBe(false)
    expect(airyBreaksByMiche(airyAnatomy(0.09, k, water), water)).toBe(true)
  })
})
