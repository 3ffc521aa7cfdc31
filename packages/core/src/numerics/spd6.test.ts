import { expect, it } from 'vitest'
import { addDirection, addMoments, multiply, solve } from './spd6.js'

/** Moments of one point. */
const pointMoments = (amount: number, x: number, y: number, z: number) =>
  Float64Array.of(1, x, y, z, x * x, y * y, z * z, x * y, y * z, z * x).map((value) => amount * value)

it('moments of points are the sum over their directions', () => {
  const direction = [0.36, 0.48, -0.8] as const
  const points = [
    [2, 0.3, -0.2, 0.5],
    [0.7, -1, 0.4, 0.1],
    [1.3, 0.2, 0.9, -0.6],
  ] as const
  const [bySum, byMoments] = [new Float64Array(36), new Float64Array(36)]
  const all = new Float64Array(10)
  const [dx, dy, dz] = direction
  for (const [amount, x, y, z] of points) {
    addDirection(bySum, 3 * amount, [dx, dy, dz, y * dz - z * dy, z * dx - x * dz, x * dy - y * dx])
    pointMoments(amount, x, y, z).forEach((value, k) => {
      all[k]! += value
    })
  }
  addMoments(byMoments, 3, dx, dy, dz, all)
  for (let row = 0; row < 6; row++)
    for (let column = 0; column <= row; column++)
      expect(byMoments[6 * row + column]).toBeCloseTo(bySum[6 * row + column]!, 12)
})

it('solve undoes multiply, and reads nothing above the diagonal', () => {
  const matrix = new Float64Array(36)
  for (let k = 0; k < 6; k++) matrix[7 * k] = 0.5
  addDirection(matrix, 2, [1, 2, 0, -1, 0.5, 0.3])
  addDirection(matrix, 0.7, [0, -1, 1, 0.2, 0, 4])
  for (let row = 0; row < 6; row++)
    for (let column = row + 1; column < 6; column++) matrix[6 * row + column] = Number.NaN
  const [given, product] = [Float64Array.of(1, -2, 3, 0.5, 0, -1), new Float64Array(6)]
  multiply(matrix, given, product)
  solve(matrix, product)
  for (let k = 0; k < 6; k++) expect(product[k]).toBeCloseTo(given[k]!, 10)
})
