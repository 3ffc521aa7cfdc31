import { describe, expect, it } from 'vitest'
import { gaussianPairAt, uniformAt } from './random.js'

const SIZE = 400

/** A lattice of numbers around the origin, negative places too. */
function lattice(value: (i: number, j: number) => number): number[] {
  const numbers: number[] = []
  for (let j = -SIZE / 2; j < SIZE / 2; j++) for (let i = -SIZE / 2; i < SIZE / 2; i++) numbers.push(value(i, j))
  return numbers
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const central = (values: readonly number[], n: number) => {
  const middle = mean(values)
  return mean(values.map((value) => (value - middle) ** n))
}
const correlation = (a: readonly number[], b: readonly number[]) => {
  const [meanA, meanB] = [mean(a), mean(b)]
  return mean(a.map((value, k) => (value - meanA) * (b[k]! - meanB))) / Math.sqrt(central(a, 2) * central(b, 2))
}

/** Four standard errors of a mean of this many numbers of variance 1. */
const SLACK = 4 / SIZE

describe('random numbers', () => {
  for (const seed of [1, -7]) {
    const first = lattice((i, j) => gaussianPairAt(i, j, seed)[0])
    const second = lattice((i, j) => gaussianPairAt(i, j, seed)[1])
    const uniform = lattice((i, j) => uniformAt(i, j, seed))

    it(`are Gaussian of mean 0, variance 1, kurtosis 3 (seed ${seed})`, () => {
      for (const values of [first, second]) {
        expect(Math.abs(mean(values))).toBeLessThan(SLACK)
        expect(Math.abs(central(values, 2) - 1)).toBeLessThan(SLACK * Math.sqrt(2))
        expect(Math.abs(central(values, 3))).toBeLessThan(SLACK * Math.sqrt(6))
        expect(Math.abs(central(values, 4) / central(values, 2) ** 2 - 3)).toBeLessThan(SLACK * Math.sqrt(24))
      }
    })

    it(`are uniform between 0 and 1 (seed ${seed})`, () => {
      expect(Math.abs(mean(uniform) - 1 / 2)).toBeLessThan(SLACK * Math.sqrt(1 / 12))
      expect(Math.abs(central(uniform, 2) - 1 / 12)).toBeLessThan(SLACK * Math.sqrt(1 / 180))
      expect(uniform.every((value) => value > 0 && value < 1)).toBe(true)
      const boxes = new Array<number>(64).fill(0)
      for (const value of uniform) boxes[Math.floor(value * 64)]!++
      const even = uniform.length / 64
      const chiSquare = boxes.reduce((sum, count) => sum + (count - even) ** 2 / even, 0)
      // 63 degrees of freedom: mean 63, standard deviation 11.2.
      expect(Math.abs(chiSquare - 63)).toBeLessThan(4 * 11.2)
    })

    it(`do not know their neighbours, partners, mirror images, streams or seeds (seed ${seed})`, () => {
      const others = [
        (i: number, j: number) => gaussianPairAt(i + 1, j, seed)[0],
        (i: number, j: number) => gaussianPairAt(i, j + 1, seed)[0],
        (i: number, j: number) => gaussianPairAt(i + 1, j - 1, seed)[0],
        (i: number, j: number) => gaussianPairAt(i + 64, j, seed)[0],
        (i: number, j: number) => gaussianPairAt(i, j + 256, seed)[0],
        (i: number, j: number) => gaussianPairAt(i, j, seed)[1],
        // j, i and -i, -j agree with i, j on a line or at a point only.
        (i: number, j: number) => (i === j ? 0 : gaussianPairAt(j, i, seed)[0]),
        (i: number, j: number) => (i === 0 && j === 0 ? 0 : gaussianPairAt(-i, -j, seed)[0]),
        (i: number, j: number) => gaussianPairAt(i, j, seed, 1)[0],
        (i: number, j: number) => gaussianPairAt(i, j, seed + 1)[0],
        (i: number, j: number) => gaussianPairAt(i, j + 1, seed + 1, 1)[1],
      ]
      for (const other of others) {
        const values = lattice(other)
        expect(Math.abs(correlation(first, values))).toBeLessThan(SLACK)
        const squares = (numbers: readonly number[]) => numbers.map((value) => value * value)
        expect(Math.abs(correlation(squares(first), squares(values)))).toBeLessThan(SLACK)
      }
    })
  }

  it('are the same for the same place, seed and stream', () => {
    expect(gaussianPairAt(3, -4, 5, 6)).toEqual(gaussianPairAt(3, -4, 5, 6))
    expect(uniformAt(3, -4, 5, 6)).toBe(uniformAt(3, -4, 5, 6))
  })

  it('do not repeat on a lattice of 400 by 400', () => {
    expect(new Set(lattice((i, j) => uniformAt(i, j, 1))).size).toBe(SIZE * SIZE)
  })
})
