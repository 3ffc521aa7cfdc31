import {
  airyFrequency,
  airyGroupSpeed,
  airyOrbit,
  airyPhaseSpeed,
  airyWavelength,
  airyWavenumber,
} from '@seiche/textbook'
import { describe, expect, it } from 'vitest'
import {
  angularFrequency,
  groupSpeed,
  orbitAt,
  periodOf,
  phaseSpeed,
  potentialAmplitude,
  surfaceSymbol,
  type Water,
  wavelengthOf,
  wavenumberOf,
} from './airy.js'

const g = 9.81
const deep = Number.POSITIVE_INFINITY
const clean = { surfaceTension: 0.0728, density: 1000 }

const relativeError = (value: number, expected: number) => Math.abs(value / expected - 1)
const geometric = (low: number, high: number, count: number) =>
  Array.from({ length: count }, (_, i) => low * (high / low) ** (i / (count - 1)))

/** The same water in the textbook's words. */
const inTextbook = ({ depth, gravity = g, surfaceTension = 0, density = 1000 }: Water) => ({
  depth,
  g: gravity,
  tension: surfaceTension / density,
})

const waters: Water[] = [
  { depth: 1 },
  { depth: 1e-3 },
  { depth: 400, gravity: 1.62 },
  { depth: deep },
  { depth: 0.01, ...clean },
  { depth: deep, surfaceTension: 0.47, density: 13_500 },
]

describe('Airy waves', () => {
  it('agree with the textbook from kd = 1e-4 to 1e4', () => {
    for (const water of waters) {
      const unit = water.depth === deep ? 1 : water.depth
      const twin = inTextbook(water)
      for (const kd of geometric(1e-4, 1e4, 600)) {
        const k = kd / unit
        expect(relativeError(angularFrequency(k, water), airyFrequency(k, twin))).toBeLessThan(2e-15)
        expect(relativeError(phaseSpeed(k, water), airyPhaseSpeed(k, twin))).toBeLessThan(2e-15)
        expect(relativeError(groupSpeed(k, water), airyGroupSpeed(k, twin))).toBeLessThan(2e-15)
      }
    }
  })

  it('return from frequency to wavenumber to rounding from kd = 1e-4 to 1e4', () => {
    for (const water of waters) {
      const unit = water.depth === deep ? 1 : water.depth
      for (const kd of geometric(1e-4, 1e4, 600)) {
        const k = kd / unit
        const omega = angularFrequency(k, water)
        expect(relativeError(wavenumberOf(omega, water), k)).toBeLessThan(4e-15)
        expect(relativeError(wavenumberOf(omega, water), airyWavenumber(omega, inTextbook(water)))).toBeLessThan(4e-15)
      }
    }
  })

  it('run at sqrt(g/k) in deep water, at sqrt(g d) in shallow', () => {
    for (const k of [0.05, 1, 30])
      for (const depth of [40 / k, deep]) {
        expect(relativeError(phaseSpeed(k, { depth }), Math.sqrt(g / k))).toBeLessThan(1e-15)
        expect(relativeError(groupSpeed(k, { depth }), Math.sqrt(g / k) / 2)).toBeLessThan(1e-15)
      }
    for (const kd of [0.01, 0.03]) {
      expect((1 - phaseSpeed(kd / 0.3, { depth: 0.3 }) / Math.sqrt(g * 0.3)) / kd ** 2).toBeCloseTo(1 / 6, 3)
      expect((1 - groupSpeed(kd / 0.3, { depth: 0.3 }) / Math.sqrt(g * 0.3)) / kd ** 2).toBeCloseTo(1 / 2, 2)
    }
    expect(phaseSpeed(0, { depth: 2 })).toBe(Math.sqrt(g * 2))
    expect(groupSpeed(0, { depth: 2 })).toBe(Math.sqrt(g * 2))
  })

  it('are slowest at .2312 m/s and 1.71 cm on clean deep water, where crest and group run alike', () => {
    const water = { depth: deep, ...clean }
    const slowest = geometric(0.005, 0.05, 20_001)
      .map((wavelength) => ({ wavelength, speed: phaseSpeed((2 * Math.PI) / wavelength, water) }))
      .reduce((a, b) => (b.speed < a.speed ? b : a))
    expect(slowest.speed).toBeCloseTo(0.2312, 4)
    expect(slowest.wavelength).toBeCloseTo(0.0171, 4)
    expect(relativeError(groupSpeed((2 * Math.PI) / slowest.wavelength, water), slowest.speed)).toBeLessThan(1e-3)
  })

  it('have L = C T both ways', () => {
    for (const water of waters)
      for (const period of [0.3, 3, 12]) {
        const wavelength = wavelengthOf(period, water)
        expect(relativeError(wavelength, airyWavelength(period, inTextbook(water)))).toBeLessThan(4e-15)
        expect(relativeError(periodOf(wavelength, water), period)).toBeLessThan(4e-15)
        expect(relativeError(wavelength, phaseSpeed((2 * Math.PI) / wavelength, water) * period)).toBeLessThan(4e-15)
      }
  })

  it('have the orbits of the textbook, and beyond bed and surface those of bed and surface', () => {
    for (const depth of [0.02, 1.5, 300, deep])
      for (const k of [0.01, 1.1, 40])
        for (const share of [0, 0.1, 0.7, 1]) {
          const y = -share * Math.min(depth, 20)
          const orbit = orbitAt(y, 0.3, k, { depth })
          const twin = airyOrbit(y, 0.3, k, { depth })
          expect(Math.abs(orbit.along - twin.horizontal)).toBeLessThanOrEqual(2e-15 * twin.horizontal)
          expect(Math.abs(orbit.up - twin.vertical)).toBeLessThanOrEqual(2e-15 * twin.horizontal)
        }
    expect(orbitAt(5, 0.3, 1, { depth: 2 })).toEqual(orbitAt(0, 0.3, 1, { depth: 2 }))
    expect(orbitAt(-5, 0.3, 1, { depth: 2 })).toEqual(orbitAt(-2, 0.3, 1, { depth: 2 }))
  })

  it('have a symbol between sqrt of the Laplacian and depth times the Laplacian', () => {
    expect(surfaceSymbol(3, deep)).toBe(3)
    expect(relativeError(surfaceSymbol(1e-4, 1), 1e-8)).toBeLessThan(4e-9)
    expect(surfaceSymbol(1, 0.5)).toBeCloseTo(Math.tanh(0.5), 15)
    expect([surfaceSymbol(0, deep), surfaceSymbol(0, 1), surfaceSymbol(1, 0)]).toEqual([0, 0, 0])
  })

  it('have the potential that the surface equations ask for', () => {
    // deta/dt = Λ phi and dphi/dt = -(g + γk²/ρ) eta, in amplitudes: ω a = Λ b and ω b = (g + γk²/ρ) a.
    for (const water of waters)
      for (const k of [0.01, 0.7, 90]) {
        const b = potentialAmplitude(0.2, k, water)
        const omega = angularFrequency(k, water)
        expect(relativeError(surfaceSymbol(k, water.depth) * b, omega * 0.2)).toBeLessThan(2e-15)
      }
  })

  it('have no wave without frequency and no finite one without water', () => {
    expect(wavenumberOf(0, { depth: 3 })).toBe(0)
    expect(wavenumberOf(1, { depth: 0 })).toBe(deep)
    expect(angularFrequency(0, { depth: deep })).toBe(0)
    expect(potentialAmplitude(1, 0, { depth: 3 })).toBe(0)
    expect(orbitAt(0, 1, 0, { depth: 3 })).toEqual({ along: 0, up: 0 })
    expect(orbitAt(0, 1, 2, { depth: 0 })).toEqual({ along: 0, up: 0 })
  })
})
