import { describe, expect, it } from 'vitest'
import { ballisticHeight, gravity, landingTime } from './ballistic-path.js'
import { bubbleAspect, bubbleElevation, bubbleRadius, bubbleSpeed, surfacingAge } from './bubble-motion.js'

describe('a bubble', () => {
  // Air in water with surfactants (Clift, Grace and Weber 1978, chapter 7). Measurements scatter by as much as the tolerance.
  it.each([
    { diameter: 0.0002, speed: 0.018 },
    { diameter: 0.0005, speed: 0.055 },
    { diameter: 0.001, speed: 0.115 },
    { diameter: 0.002, speed: 0.19 },
    { diameter: 0.005, speed: 0.235 },
    { diameter: 0.01, speed: 0.23 },
    { diameter: 0.02, speed: 0.315 },
    { diameter: 0.04, speed: 0.445 },
  ])('of $diameter m rises at $speed m/s', ({ diameter, speed }) => {
    expect(Math.abs(bubbleSpeed(diameter / 2) / speed - 1)).toBeLessThan(0.15)
  })

  it('that is tiny rises as Stokes says, and one of no size not at all', () => {
    const d = 2e-5
    expect(bubbleSpeed(d / 2) / ((9.81 * d * d) / (18 * 1.004e-6))).toBeCloseTo(1, 1)
    expect(bubbleSpeed(0)).toBe(0)
  })

  it('has a speed without jumps between the regimes', () => {
    for (let d = 1e-4; d < 0.05; d *= 1.01)
      expect(Math.abs(bubbleSpeed(0.505 * d) / bubbleSpeed(0.5 * d) - 1)).toBeLessThan(0.03)
  })

  it('is round while it is small, and flat when it is large', () => {
    expect(bubbleAspect(1e-4)).toBeGreaterThan(0.99)
    expect(bubbleAspect(0.0025)).toBeGreaterThan(0.6)
    expect(bubbleAspect(0.0025)).toBeLessThan(0.8)
    expect(bubbleAspect(0.01)).toBeLessThan(0.35)
  })

  it('arrives at the surface when its path does, whether it was carried down or up', () => {
    for (const velocity of [-3, -0.5, 0, 0.1])
      for (const relaxation of [0.02, 0.3]) {
        const rise = { y: -0.4, velocity, speed: 0.24, relaxation }
        const age = surfacingAge(rise, 0.05)
        expect(bubbleElevation(rise, age)).toBeCloseTo(0.05, 7)
        for (let share = 0; share < 1; share += 0.05) expect(bubbleElevation(rise, share * age)).toBeLessThan(0.05)
      }
    expect(surfacingAge({ y: 0.1, velocity: 0, speed: 0.2, relaxation: 0.1 }, 0)).toBe(0)
  })

  it('moves by its equation: the velocity relaxes to the terminal speed', () => {
    const rise = { y: 0, velocity: -2, speed: 0.25, relaxation: 0.2 }
    const h = 1e-4
    for (const age of [0.05, 0.2, 0.9]) {
      const at = (t: number) => bubbleElevation(rise, t)
      const v = (at(age + h) - at(age - h)) / (2 * h)
      const a = (at(age + h) - 2 * at(age) + at(age - h)) / (h * h)
      expect(a).toBeCloseTo((rise.speed - v) / rise.relaxation, 4)
    }
  })

  it('has a radius between the limits; small ones are the most', () => {
    expect(bubbleRadius(0, 1e-3, 8e-3)).toBeCloseTo(1e-3, 9)
    expect(bubbleRadius(1, 1e-3, 8e-3)).toBeCloseTo(8e-3, 9)
    // Half of all are below 2^(3/7) of the least radius, nearly.
    expect(bubbleRadius(0.5, 1e-3, 8e-3)).toBeCloseTo(1e-3 * 2 ** (3 / 7), 5)
  })
})

describe('a drop in the air', () => {
  it('lands where its parabola meets the level, on the way down', () => {
    for (const [velocity, level] of [
      [3, 0],
      [3, 0.3],
      [-1, -2],
      [0, -0.5],
    ] as const) {
      const time = landingTime(velocity, level)
      expect(ballisticHeight(velocity, time)).toBeCloseTo(level, 12)
      expect(velocity - gravity * time).toBeLessThan(0)
    }
  })

  it('does not fly to a level that is too high', () => {
    expect(landingTime(1, 1)).toBe(0)
    expect(landingTime(-1, 0)).toBe(0)
  })
})
