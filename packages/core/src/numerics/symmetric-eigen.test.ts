import { describe, expect, it } from 'vitest'
import { symmetricEigen } from './symmetric-eigen.js'

describe('symmetric eigenvectors', () => {
  it('knows the second difference: 2 - 2 cos(i π / (n + 1))', () => {
    const n = 6
    const matrix = new Float64Array(n * n)
    for (let i = 0; i < n; i++) {
      matrix[i * n + i] = 2
      if (i > 0) matrix[i * n + i - 1] = matrix[(i - 1) * n + i] = -1
    }
    const values = symmetricEigen(matrix, n).map((pair) => pair.value)
    for (let i = 0; i < n; i++) expect(values[i]).toBeCloseTo(2 - 2 * Math.cos(((n - i) * Math.PI) / (n + 1)), 12)
  })

  it('puts a matrix together again, largest size first whatever the sign', () => {
    const n = 5
    const matrix = new Float64Array(n * n)
    for (let i = 0; i < n; i++)
      for (let j = 0; j <= i; j++) matrix[i * n + j] = matrix[j * n + i] = Math.sin(1 + 3 * i + 7 * j)
    const pairs = symmetricEigen(matrix, n)
    for (let i = 1; i < n; i++) expect(Math.abs(pairs[i]!.value)).toBeLessThanOrEqual(Math.abs(pairs[i - 1]!.value))
    expect(pairs.some(({ value }) => value < 0)).toBe(true)
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        const sum = pairs.reduce((total, { value, vector }) => total + value * vector[i]! * vector[j]!, 0)
        expect(sum).toBeCloseTo(matrix[i * n + j]!, 13)
      }
  })

  it('leaves a diagonal as it is', () => {
    const pairs = symmetricEigen(Float64Array.from([1, 0, 0, -3]), 2)
    expect(pairs.map(({ value }) => value)).toEqual([-3, 1])
  })
})
