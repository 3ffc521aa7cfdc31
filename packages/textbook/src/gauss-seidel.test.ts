import { describe, expect, it } from 'vitest'
import { gaussSeidelExample, gaussSeidelSweep, gaussSeidelTable } from './gauss-seidel.js'

describe('Gauss–Seidel', () => {
  it('gives the table of the slides', () => {
    const { x, y } = gaussSeidelExample()
    const printed = (value: number) => Number(value.toFixed(4))
    expect(x.map(printed)).toEqual([0, 4, 4.75, 4.9375, 4.9844])
    expect(y.map(printed)).toEqual([0, -1.5, -1.875, -1.9688, -1.9922])
  })

  it('quarters the error of the example in every sweep', () => {
    const { x, y } = gaussSeidelExample(20)
    for (let n = 1; n <= 20; n++) {
      expect(5 - x[n]!).toBe(4 ** (1 - n))
      expect(y[n]! + 2).toBe(4 ** (1 - n) / 2)
    }
    expect(5 - x[10]!).toBeCloseTo(4e-6, 6)
  })

  it('uses values of the same sweep', () => {
    const x = [0, 0, 0]
    const a = [
      [4, 1, 0],
      [1, 4, 1],
      [0, 1, 4],
    ]
    gaussSeidelSweep(a, [4, 1, 2], x)
    expect(x).toEqual([1, 0, 0.5])
  })

  it('leaves a solution alone', () => {
    const x = [5, -2]
    gaussSeidelSweep(
      [
        [2, 1],
        [1, 2],
      ],
      [8, 1],
      x,
    )
    expect(x).toEqual([5, -2])
  })

  it('diverges by 4 a sweep when the equations of the example are exchanged', () => {
    const table = gaussSeidelTable(
      [
        [1, 2],
        [2, 1],
      ],
      [1, 8],
      10,
    )
    for (let n = 2; n <= 10; n++) {
      expect((table[n]![0]! - 5) / (table[n - 1]![0]! - 5)).toBe(4)
      expect((table[n]![1]! + 2) / (table[n - 1]![1]! + 2)).toBe(4)
    }
  })

  it('converges without diagonal dominance for a positive definite matrix', () => {
    // Eigenvalues .1, .1 and 2.8; each row has 1 on the diagonal and 1.8 beside it.
    const a = [
      [1, 0.9, 0.9],
      [0.9, 1, 0.9],
      [0.9, 0.9, 1],
    ]
    const table = gaussSeidelTable(a, [2.8, 2.8, 2.8], 400)
    for (const value of table[400]!) expect(value).toBeCloseTo(1, 10)
  })
})
