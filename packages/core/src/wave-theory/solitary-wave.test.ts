import { describe, expect, test } from 'vitest'
import { solitaryWave } from './solitary-wave.js'

/** c²/gd by the series of Fenton (1972), to the ninth order in H/d. */
const fenton = (height: number) =>
  [1, 1, -0.05, -0.0428571, -0.0342857, -0.0315195, -0.0292784, -0.0268451, -0.0302634, -0.0219347].reduce(
    (sum, factor, n) => sum + factor * height ** n,
    0,
  )

const integral = (of: (s: number) => number, [from, to]: readonly [number, number], parts = 8000) => {
  const step = (to - from) / parts
  let sum = 0
  for (let i = 0; i <= parts; i++) sum += (i === 0 || i === parts ? 0.5 : 1) * of(from + i * step)
  return sum * step
}

describe('solitaryWave', () => {
  test.each([
    [0.05, 1e-8],
    [0.1, 1e-8],
    [0.2, 2e-8],
    [0.3, 5e-7],
    [0.4, 1e-5],
  ])('the speed of H/d = %d is that of the series of the ninth order', (height, tolerance) => {
    const { speed } = solitaryWave({ height }, { depth: 1, gravity: 1 })
    expect(Math.abs(speed ** 2 - fenton(height))).toBeLessThan(tolerance)
  })

  test.each([0.1, 0.3, 0.5, 0.6])('the wave of H/d = %d has the height, and the energy of Starr', (height) => {
    const { speed, elevationAt } = solitaryWave({ height }, { depth: 1, gravity: 1 })
    expect(elevationAt(0)).toBeCloseTo(height, 10)
    const mass = integral(elevationAt, [-40, 40])
    const energy = integral((s) => elevationAt(s) ** 2, [-40, 40])
    expect((2 * (speed ** 2 - 1) * mass) / (3 * energy)).toBeCloseTo(1, 6)
  })

  test('far from the crest it decays as e^-κs, tan κ / κ = c²', () => {
    const { speed, elevationAt } = solitaryWave({ height: 0.4 }, { depth: 1, gravity: 1 })
    const decay = Math.log(elevationAt(10) / elevationAt(13)) / 3
    expect(Math.tan(decay) / decay).toBeCloseTo(speed ** 2, 3)
  })

  test('the surface satisfies Bernoulli’s equation with its own potential', () => {
    // In the frame of the wave, speed² of the water at the surface is c² - 2 g eta; along x it is -c + u, and follows the slope.
    const { speed, elevationAt, potentialAt } = solitaryWave({ height: 0.5 }, { depth: 1, gravity: 1 })
    for (const s of [0.2, 0.7, 1.5, 3]) {
      const h = 1e-3
      const slope = (elevationAt(s + h) - elevationAt(s - h)) / (2 * h)
      const along = (potentialAt(s + h) - potentialAt(s - h)) / (2 * h) - speed
      expect(along ** 2 / (1 + slope ** 2)).toBeCloseTo(speed ** 2 - 2 * elevationAt(s), 4)
    }
  })

  test('lengths scale with the depth, speeds with sqrt(g d)', () => {
    const [small, large] = [
      solitaryWave({ height: 0.3 }, { depth: 1, gravity: 1 }),
      solitaryWave({ height: 6 }, { depth: 20, gravity: 9 }),
    ]
    expect(large.speed).toBeCloseTo(small.speed * Math.sqrt(180), 10)
    expect(large.elevationAt(-14)).toBeCloseTo(20 * small.elevationAt(0.7), 10)
    expect(large.potentialAt(-14)).toBeCloseTo(-20 * Math.sqrt(180) * small.potentialAt(0.7), 8)
  })

  test('a wave too high for its depth, and one on deep water, are refused with the limit', () => {
    expect(() => solitaryWave({ height: 0.7 }, { depth: 1 })).toThrow(/at a depth of 1 m the limit is 0.6 m/)
    expect(() => solitaryWave({ height: 0 }, { depth: 1 })).toThrow(RangeError)
    expect(() => solitaryWave({ height: 1 }, { depth: Number.POSITIVE_INFINITY })).toThrow(/give it a depth/)
  })
})
