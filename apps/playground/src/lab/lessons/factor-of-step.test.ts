import { expect, it } from 'vitest'
import { factorOfStep } from './factor-of-step.js'

const sequence = (of: (n: number) => number) => Array.from({ length: 10 }, (_, n) => of(n))

it.each([
  ['an oscillation that keeps its size', 1, 2.1],
  ['an oscillation that grows', 1.3, 0.7],
  ['an oscillation that dies out', 0.8, 0.2],
])('finds the factor of %s', (_, factor, phase) => {
  expect(factorOfStep(sequence((n) => 1e-6 * factor ** n * Math.cos(phase * n + 0.4)))).toBeCloseTo(factor, 9)
})

it('finds the larger of two factors, also once it has taken over', () => {
  expect(factorOfStep(sequence((n) => 2 * (-1.5) ** n + 3 * 0.6 ** n))).toBeCloseTo(1.5, 6)
  expect(factorOfStep(sequence((n) => (-1.5) ** n))).toBeCloseTo(1.5, 9)
})

it('has no factor before six amplitudes', () => {
  expect(factorOfStep([1, 2, 4, 8, 16])).toBeNaN()
})
