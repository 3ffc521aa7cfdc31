import { circularHeight } from '@seiche/textbook'
import { describe, expect, it } from 'vitest'
import { hankel0 } from '../numerics/hankel.js'
import { periodOf } from './airy.js'
import { CircularWave } from './circular.js'

const water = { depth: 0.7 }
const described = { x: 1, z: -2, wavelength: 2, height: 0.1, phase: 0.4 }
const wave = new CircularWave(described, water)
const { k, omega, radius } = wave
/** A point at a distance from the source [m]. */
const away = (r: number, turn = 0.8) => [1 + r * Math.cos(turn), -2 + r * Math.sin(turn)] as const

describe('circular wave', () => {
  it('has its height at the rim, a quarter wavelength from the source, and is level along circles', () => {
    expect(radius).toBeCloseTo(0.5, 14)
    for (const turn of [0, 2, 5]) {
      const [x, z] = away(radius, turn)
      expect(wave.elevationAt(x, z, 0)).toBeCloseTo(0.05 * Math.cos(0.4), 12)
      expect(wave.elevationAt(x, z, 0.4 / omega)).toBeCloseTo(0.05, 12)
    }
  })

  it('obeys ∇²eta + k²eta = 0 outside the source', () => {
    const d = 2e-3
    for (const r of [0.6, 1.3, 6]) {
      const [x, z] = away(r)
      const at = (dx: number, dz: number) => wave.elevationAt(x + dx, z + dz, 0.3)
      const laplacian = (at(d, 0) + at(-d, 0) + at(0, d) + at(0, -d) - 4 * at(0, 0)) / (d * d)
      expect(laplacian + k * k * at(0, 0)).toBeCloseTo(0, 5)
    }
  })

  it('carries the same energy through every circle', () => {
    // Pressure ρ g eta times outward speed, averaged over a period, times the circumference.
    const flux = (r: number) => {
      const [x, z] = away(r, 0)
      let sum = 0
      for (let n = 0; n < 64; n++) {
        const t = (n * 2 * Math.PI) / omega / 64
        sum += wave.elevationAt(x, z, t) * wave.velocityAt(x, 0, z, t)[0]
      }
      return r * sum
    }
    const rim = flux(radius)
    expect(rim).toBeGreaterThan(0)
    for (const r of [0.8, 2, 5, 40]) expect(flux(r) / rim).toBeCloseTo(1, 9)
  })

  it("is the textbook's circular sinusoid far away, to 1/(8kr) of its amplitude", () => {
    // |H0(x)| is sqrt(2/(πx)) there, its phase x - π/4; the amplitude of the textbook at its source follows.
    const { re, im } = hankel0(k * radius)
    const far = (0.05 * Math.sqrt(2 / (Math.PI * k))) / Math.hypot(re, im)
    const phase = 0.4 - Math.PI / 4 - Math.atan2(im, re)
    for (const r of [10, 30, 100]) {
      const twin = {
        x: 1,
        z: -2,
        amplitude: (far / Math.sqrt(r)) * Math.sqrt(1 + r / 2),
        wavelength: 2,
        period: periodOf(2, water),
        phase,
      }
      for (const t of [0, 0.2, 0.7]) {
        const [x, z] = away(r)
        const difference = wave.elevationAt(x, z, t) - circularHeight([twin], 'energy', x, z, t)
        expect(Math.abs(difference)).toBeLessThan((1.01 * far) / Math.sqrt(r) / (8 * k * r))
      }
    }
  })

  it('continues without a step or a corner into the source, and is smooth at its centre', () => {
    for (const t of [0, 0.3]) {
      const [inside, outside] = [away(radius - 1e-9), away(radius + 1e-9)]
      expect(wave.elevationAt(...inside, t)).toBeCloseTo(wave.elevationAt(...outside, t), 9)
      for (const axis of [0, 1] as const)
        expect(wave.slopeAt(...inside, t)[axis]).toBeCloseTo(wave.slopeAt(...outside, t)[axis], 7)
      expect(wave.slopeAt(1, -2, t)).toEqual([0, 0].map((zero) => expect.closeTo(zero, 15)))
    }
  })

  it('has the slope of finite differences, inside the source too', () => {
    const d = 1e-5
    for (const r of [0.2, 0.9, 7]) {
      const [x, z] = away(r)
      const [sx, sz] = wave.slopeAt(x, z, 0.2)
      expect((wave.elevationAt(x + d, z, 0.2) - wave.elevationAt(x - d, z, 0.2)) / (2 * d)).toBeCloseTo(sx, 8)
      expect((wave.elevationAt(x, z + d, 0.2) - wave.elevationAt(x, z - d, 0.2)) / (2 * d)).toBeCloseTo(sz, 8)
    }
  })

  it('moves the water without divergence, the surface with it, and not through the bed', () => {
    const [x, z, t, d] = [...away(1.7), 0.3, 1e-4]
    const at = (dx: number, y: number, dz: number) => wave.velocityAt(x + dx, y, z + dz, t)
    const divergence =
      at(d, -0.3, 0)[0] -
      at(-d, -0.3, 0)[0] +
      at(0, -0.3 + d, 0)[1] -
      at(0, -0.3 - d, 0)[1] +
      at(0, -0.3, d)[2] -
      at(0, -0.3, -d)[2]
    expect(divergence / (2 * d)).toBeCloseTo(0, 7)
    const rise = (wave.elevationAt(x, z, t + d) - wave.elevationAt(x, z, t - d)) / (2 * d)
    expect(at(0, 0, 0)[1]).toBeCloseTo(rise, 7)
    expect(at(0, -0.7, 0)[1]).toBeCloseTo(0, 14)
  })

  it('is the same by its period, and refuses a source without size', () => {
    const { wavelength, ...rest } = described
    const byPeriod = new CircularWave({ ...rest, period: periodOf(wavelength, water) }, water)
    expect(byPeriod.k).toBeCloseTo(k, 12)
    expect(() => new CircularWave({ ...described, radius: 0 }, water)).toThrow(/positive radius/)
    expect(() => new CircularWave({ ...described, height: Number.NaN }, water)).toThrow(RangeError)
  })
})
