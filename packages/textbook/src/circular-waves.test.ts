import { describe, expect, it } from 'vitest'
import { type CircularWave, circularHeight, circularSlope } from './circular-waves.js'
import { sinusoidHeight } from './sinusoids.js'

const left: CircularWave = { x: -3, z: 0.5, amplitude: 0.2, wavelength: 2, period: 1.1 }
const right: CircularWave = { x: 3, z: 0.5, amplitude: 0.2, wavelength: 2, period: 1.1 }
const laws = ['constant', 'energy'] as const

describe('circular waves', () => {
  it('are level along circles around their source', () => {
    for (const law of laws) {
      const here = circularHeight([left], law, left.x + 4, left.z, 0.3)
      for (const turn of [1, 2.5, 4])
        expect(circularHeight([left], law, left.x + 4 * Math.cos(turn), left.z + 4 * Math.sin(turn), 0.3)).toBeCloseTo(
          here,
          14,
        )
    }
  })

  it('carry a crest outward at L/T', () => {
    for (const t of [0, 0.4, 2.2])
      expect(circularHeight([left], 'constant', left.x, left.z + (2 / 1.1) * t, t)).toBeCloseTo(0.2, 14)
  })

  it('are the straight sinusoid on a line from the source if the amplitude is constant', () => {
    const straight = { amplitude: 0.2, direction: 0, wavelength: 2, period: 1.1 }
    for (const r of [0, 0.7, 31])
      expect(circularHeight([left], 'constant', left.x + r, left.z, 0.9)).toBeCloseTo(
        sinusoidHeight([straight], r, 0, 0.9),
        14,
      )
  })

  it('by energy keep A² r far away; with a constant amplitude a ring of twice the radius has twice the energy', () => {
    const energyOf = (law: 'constant' | 'energy', r: number) =>
      circularHeight([left], law, left.x + r, left.z, 0) ** 2 * r
    // Whole numbers of wavelengths: crests.
    expect(energyOf('constant', 200) / energyOf('constant', 100)).toBeCloseTo(2, 12)
    expect(energyOf('energy', 200_000) / energyOf('energy', 100_000)).toBeCloseTo(1, 4)
  })

  it('of two sources are flat where their distances differ by half a wavelength, and twice as high midway', () => {
    // On the line through the sources the distances differ by 2x.
    for (const t of [0, 0.2, 0.9]) {
      expect(circularHeight([left, right], 'constant', 0.5, 0.5, t)).toBeCloseTo(0, 14)
      expect(circularHeight([left, right], 'constant', 0, 0.5, t)).toBeCloseTo(
        2 * circularHeight([left], 'constant', 0, 0.5, t),
        14,
      )
    }
  })

  it('have the slope of finite differences of the height', () => {
    const d = 1e-5
    for (const law of laws)
      for (const [x, z] of [
        [0.3, -1],
        [-3.2, 0.6],
        [8, 4],
      ] as const) {
        const height = (px: number, pz: number) => circularHeight([left, right], law, px, pz, 0.37)
        const slope = circularSlope([left, right], law, x, z, 0.37)
        expect(slope.x).toBeCloseTo((height(x + d, z) - height(x - d, z)) / (2 * d), 8)
        expect(slope.z).toBeCloseTo((height(x, z + d) - height(x, z - d)) / (2 * d), 8)
      }
  })

  it('have a corner at the source: the slope jumps by 2 A k sin(2π t/T)', () => {
    const [t, k] = [0.2, Math.PI]
    const jump =
      circularSlope([left], 'constant', left.x + 1e-9, left.z, t).x -
      circularSlope([left], 'constant', left.x - 1e-9, left.z, t).x
    expect(jump).toBeCloseTo(2 * 0.2 * k * Math.sin((2 * Math.PI * t) / 1.1), 6)
    expect(circularSlope([left], 'constant', left.x, left.z, t)).toEqual({ x: 0, z: 0 })
  })
})
