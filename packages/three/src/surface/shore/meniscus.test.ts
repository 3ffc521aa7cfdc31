import { describe, expect, it } from 'vitest'
import { capillaryLength as a, contactAngle, meniscusHeight, meniscusRise } from './meniscus.js'

/** Distance from a plane wall at which the exact profile has a height [m] (Landau and Lifshitz, Fluid Mechanics, § 61). */
function distanceAt(height: number): number {
  const along = (h: number): number => Math.acosh((2 * a) / h) - Math.sqrt(4 - (h / a) ** 2)
  return a * (along(height) - along(meniscusRise))
}

describe('the meniscus at a wall', () => {
  it('rises to the height of a wetting liquid, of millimetres', () => {
    expect(meniscusHeight(0)).toBeCloseTo(meniscusRise, 12)
    expect(meniscusRise).toBeGreaterThan(0.0029)
    expect(meniscusRise).toBeLessThan(Math.SQRT2 * a)
    // The first integral at the wall, where the surface leans by 90° less the contact angle.
    expect(meniscusRise ** 2).toBeCloseTo(2 * a ** 2 * (1 - Math.cos(Math.PI / 2 - contactAngle)), 12)
  })

  it('has the exact profile of Young and Laplace, within 1.5 % of its rise', () => {
    const errors = Array.from({ length: 200 }, (_, k) => {
      const height = (meniscusRise * (k + 1)) / 200
      return Math.abs(meniscusHeight(distanceAt(height)) - height) / meniscusRise
    })
    expect(Math.max(...errors)).toBeLessThan(0.015)
    expect(distanceAt(0.01 * meniscusRise)).toBeGreaterThan(4 * a)
  })

  it('is balanced: the weight that it lifts is the pull of the surface', () => {
    // ∫ h dx = a² cos θ for each metre of wall.
    const step = a / 1000
    let lifted = 0
    for (let k = 0; k < 20_000; k++) lifted += step * meniscusHeight((k + 0.5) * step)
    expect(Math.abs(lifted / (a ** 2 * Math.cos(contactAngle)) - 1)).toBeLessThan(0.02)
  })
})
