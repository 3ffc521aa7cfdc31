import { airyOrbit, type Sinusoid, sinusoidHeight, sinusoidSlope } from '@seiche/textbook'
import { describe, expect, it } from 'vitest'
import { periodOf, wavelengthOf } from './airy.js'
import { elevationAt, slopeAt, trainOf, velocityAt } from './train.js'

const water = { depth: 3 }
const train = trainOf({ height: 0.4, period: 2.1, direction: 0.3, phase: 0.8 }, water)
const twin: Sinusoid = {
  amplitude: 0.2,
  wavelength: wavelengthOf(2.1, water),
  period: 2.1,
  direction: 0.3,
  phase: 0.8,
}
const places = [
  [0, 0, 0],
  [1.3, -2.4, 0.7],
  [-8, 5.5, 3],
  [20, 11, -4],
] as const

describe('train', () => {
  it('has the elevation and slope of the textbook', () => {
    for (const [x, z, t] of places) {
      expect(elevationAt(train, x, z, t)).toBeCloseTo(sinusoidHeight([twin], x, z, t), 13)
      const slope = sinusoidSlope([twin], x, z, t)
      expect(slopeAt(train, x, z, t)[0]).toBeCloseTo(slope.x, 13)
      expect(slopeAt(train, x, z, t)[1]).toBeCloseTo(slope.z, 13)
    }
  })

  it('is the same by its wavelength as by its period', () => {
    const wavelength = 5
    const byLength = trainOf({ height: 1, wavelength, direction: -2 }, water)
    const byPeriod = trainOf({ height: 1, period: periodOf(wavelength, water), direction: -2 }, water)
    for (const key of ['amplitude', 'kx', 'kz', 'omega', 'phase'] as const)
      expect(byPeriod[key]).toBeCloseTo(byLength[key], 14)
  })

  it('moves the water without divergence, the surface with it, and not through the bed', () => {
    const d = 1e-4
    for (const [x, z, t] of places) {
      const at = (dx: number, dy: number, dz: number) => velocityAt(train, water, x + dx, -1.2 + dy, z + dz, t)
      const divergence =
        at(d, 0, 0)[0] - at(-d, 0, 0)[0] + at(0, d, 0)[1] - at(0, -d, 0)[1] + at(0, 0, d)[2] - at(0, 0, -d)[2]
      expect(divergence / (2 * d)).toBeCloseTo(0, 7)
      const rise = (elevationAt(train, x, z, t + d) - elevationAt(train, x, z, t - d)) / (2 * d)
      expect(velocityAt(train, water, x, 0, z, t)[1]).toBeCloseTo(rise, 7)
      expect(velocityAt(train, water, x, -3, z, t)[1]).toBeCloseTo(0, 15)
    }
  })

  it('moves the water forward under a crest as fast as its orbit says', () => {
    const crest = { ...train, phase: 0 }
    const k = Math.hypot(crest.kx, crest.kz)
    const [u, v, w] = velocityAt(crest, water, 0, -0.5, 0, 0)
    expect(Math.hypot(u, w)).toBeCloseTo(crest.omega * airyOrbit(-0.5, 0.2, k, water).horizontal, 14)
    expect(Math.atan2(w, u)).toBeCloseTo(0.3, 14)
    expect(v).toBe(0)
  })

  it('keeps its digits in a long run', () => {
    const periods = 1e6
    const t = (periods * 2 * Math.PI) / train.omega
    expect(elevationAt(train, 1, 2, t)).toBeCloseTo(elevationAt(train, 1, 2, 0), 8)
  })
})
