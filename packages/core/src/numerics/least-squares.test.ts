import { describe, expect, it } from 'vitest'
import { leastSquares } from './least-squares.js'

/** Rows 1, x, x² at the given places. */
const parabola = (places: number[]) => Float64Array.from(places.flatMap((x) => [1, x, x * x]))

describe('least squares', () => {
  it('finds the coefficients that data were made of', () => {
    const places = [-2, -1, 0, 0.5, 1, 3]
    const targets = Float64Array.from(places, (x) => 2 - 3 * x + 0.25 * x * x)
    const found = leastSquares(parabola(places), targets, new Float64Array(6).fill(1))
    for (const [i, want] of [2, -3, 0.25].entries()) expect(found[i]).toBeCloseTo(want, 7)
  })

  it('leaves errors that are orthogonal to the basis under the weights', () => {
    const places = [0, 1, 2, 3, 4, 5]
    const targets = Float64Array.from([0, 3, -1, 4, 1, 5])
    const weights = Float64Array.from([1, 2, 0.5, 1, 3, 1])
    const rows = parabola(places)
    const found = leastSquares(rows, targets, weights)
    for (let i = 0; i < 3; i++) {
      let product = 0
      for (let s = 0; s < 6; s++) {
        const error = targets[s]! - (found[0]! + found[1]! * places[s]! + found[2]! * places[s]! ** 2)
        product += weights[s]! ** 2 * error * rows[3 * s + i]!
      }
      expect(Math.abs(product)).toBeLessThan(1e-5)
    }
  })
})
