import { describe, expect, it } from 'vitest'
import { type Sinusoid, sinusoidHeight, sinusoidNormal, sinusoidSlope } from './sinusoids.js'

const swell: Sinusoid = { amplitude: 0.4, direction: 0.3, wavelength: 7, phase: 0.8, period: 2.1 }
const chop: Sinusoid = { amplitude: 0.05, direction: -2, wavelength: 0.9, phase: 2, speed: 1.2 }
const cross: Sinusoid = { amplitude: 0.1, direction: Math.PI / 2, wavelength: 3, period: 1.4 }
const sea = [swell, chop, cross]

const places = [
  [0, 0, 0],
  [1.3, -2.4, 0.7],
  [-8, 5.5, 3],
  [20, 11, -4],
] as const

describe('sinusoids', () => {
  it('repeats one wave after a wavelength along its direction and after a period', () => {
    for (const wave of sea) {
      const period = wave.period ?? wave.wavelength / wave.speed
      const dx = wave.wavelength * Math.cos(wave.direction)
      const dz = wave.wavelength * Math.sin(wave.direction)
      for (const [x, z, t] of places) {
        const here = sinusoidHeight([wave], x, z, t)
        expect(sinusoidHeight([wave], x + dx, z + dz, t)).toBeCloseTo(here, 12)
        expect(sinusoidHeight([wave], x, z, t + period)).toBeCloseTo(here, 12)
        expect(sinusoidHeight([wave], x + dx / 2, z + dz / 2, t)).toBeCloseTo(-here, 12)
      }
    }
  })

  it('is level along its crests', () => {
    const along = { x: -Math.sin(swell.direction), z: Math.cos(swell.direction) }
    const here = sinusoidHeight([swell], 1, 2, 3)
    for (const r of [-5, 0.1, 40]) {
      expect(sinusoidHeight([swell], 1 + r * along.x, 2 + r * along.z, 3)).toBeCloseTo(here, 12)
    }
  })

  it('carries a crest along its direction at its speed', () => {
    const wave: Sinusoid = { amplitude: 0.2, direction: 1, wavelength: 5, speed: 3 }
    for (const t of [0, 0.4, 10]) {
      expect(sinusoidHeight([wave], 3 * t * Math.cos(1), 3 * t * Math.sin(1), t)).toBeCloseTo(0.2, 12)
    }
  })

  it('means the same by a period as by the speed L/T', () => {
    const byPeriod: Sinusoid = { amplitude: 1, direction: 0.5, wavelength: 6, period: 1.5 }
    const bySpeed: Sinusoid = { amplitude: 1, direction: 0.5, wavelength: 6, speed: 4 }
    for (const [x, z, t] of places) expect(sinusoidHeight([byPeriod], x, z, t)).toBe(sinusoidHeight([bySpeed], x, z, t))
  })

  it('stands still at speed 0', () => {
    const frozen: Sinusoid = { amplitude: 1, direction: 0.5, wavelength: 6, speed: 0 }
    expect(sinusoidHeight([frozen], 1, 2, 99)).toBe(sinusoidHeight([frozen], 1, 2, 0))
  })

  it('adds: the heights and slopes of a sea are the sums of those of its waves', () => {
    for (const [x, z, t] of places) {
      let eta = 0
      const slope = { x: 0, z: 0 }
      for (const wave of sea) {
        eta += sinusoidHeight([wave], x, z, t)
        slope.x += sinusoidSlope([wave], x, z, t).x
        slope.z += sinusoidSlope([wave], x, z, t).z
      }
      expect(sinusoidHeight(sea, x, z, t)).toBeCloseTo(eta, 14)
      expect(sinusoidSlope(sea, x, z, t).x).toBeCloseTo(slope.x, 14)
      expect(sinusoidSlope(sea, x, z, t).z).toBeCloseTo(slope.z, 14)
    }
  })

  it('cancels with the same wave half a turn later', () => {
    const opposite: Sinusoid = { ...cross, phase: Math.PI }
    for (const [x, z, t] of places) expect(sinusoidHeight([cross, opposite], x, z, t)).toBeCloseTo(0, 12)
  })

  it('has the unit normal of finite differences of the height', () => {
    const d = 1e-4
    for (const [x, z, t] of places) {
      const ddx = (sinusoidHeight(sea, x + d, z, t) - sinusoidHeight(sea, x - d, z, t)) / (2 * d)
      const ddz = (sinusoidHeight(sea, x, z + d, t) - sinusoidHeight(sea, x, z - d, t)) / (2 * d)
      const length = Math.hypot(ddx, 1, ddz)
      const normal = sinusoidNormal(sea, x, z, t)
      expect(normal.x).toBeCloseTo(-ddx / length, 7)
      expect(normal.y).toBeCloseTo(1 / length, 7)
      expect(normal.z).toBeCloseTo(-ddz / length, 7)
      expect(Math.hypot(normal.x, normal.y, normal.z)).toBeCloseTo(1, 14)
    }
  })

  it('leans its normal backward behind the crest and forward before it', () => {
    const wave: Sinusoid = { amplitude: 0.2, direction: 0, wavelength: 4, speed: 1 }
    expect(sinusoidNormal([wave], 1, 0, 0).x).toBeGreaterThan(0)
    expect(sinusoidNormal([wave], -1, 0, 0).x).toBeLessThan(0)
  })

  it('is flat water, normal up, without waves', () => {
    expect(sinusoidHeight([], 3, 4, 5)).toBe(0)
    expect(sinusoidNormal([], 3, 4, 5).y).toBe(1)
  })
})
