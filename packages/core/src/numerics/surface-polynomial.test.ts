import { describe, expect, it } from 'vitest'
import { fitSurfacePolynomial, LARGEST_EIGENVALUE, polynomialSymbol } from './surface-polynomial.js'

/** The exact eigenvalue of Λ [1/cell] for an eigenvalue of the five-point Laplacian, and the depth [cells]. */
function exact(lambda: number, depth: number): number {
  const k = Math.sqrt(lambda + lambda ** 2 / 16)
  return k * Math.tanh(k * depth)
}

/** Largest relative error of the frequency, from waves of `from` half waves in the grid on. */
function frequencyError(depth: number, longest: number, from: number): number {
  const { coefficients } = fitSurfacePolynomial(depth, longest)
  const least = ((from * Math.PI) / longest) ** 2
  let worst = 0
  for (let s = 0; s <= 2000; s++) {
    const lambda = least * (LARGEST_EIGENVALUE / least) ** (s / 2000)
    worst = Math.max(worst, Math.abs(Math.sqrt(polynomialSymbol(coefficients, lambda) / exact(lambda, depth)) - 1))
  }
  return worst
}

describe('the polynomial of Λ', () => {
  it.each([8, 30, 100, 256])(
    'is within 1 % for the longest wave of %i cells of deep water, .6 % and .1 % for others',
    (longest) => {
      expect(frequencyError(Number.POSITIVE_INFINITY, longest, 1)).toBeLessThan(0.01)
      expect(frequencyError(Number.POSITIVE_INFINITY, longest, 1.1)).toBeLessThan(0.006)
      expect(frequencyError(Number.POSITIVE_INFINITY, longest, 2)).toBeLessThan(0.0011)
    },
  )

  it.each([0.01, 0.5, 2, 10, 40])('is within .15 percent on water %s cells deep', (depth) => {
    expect(frequencyError(depth, 256, 1)).toBeLessThan(0.0015)
  })

  it('has fewer terms on less water, and no more than those of 512 cells', () => {
    const terms = (depth: number, longest: number) => fitSurfacePolynomial(depth, longest).coefficients.length
    expect([terms(0.5, 256), terms(4, 256), terms(16, 256)]).toEqual([12, 34, 112])
    expect(terms(Number.POSITIVE_INFINITY, 128)).toBe(296)
  })

  it('makes no wave grow: the symbol is positive, 0 at 0, and at most the spectral radius', () => {
    for (const depth of [0.1, 1, 7, Number.POSITIVE_INFINITY])
      for (const longest of [1, 9, 64, 200]) {
        const { coefficients, spectralRadius } = fitSurfacePolynomial(depth, longest)
        expect(polynomialSymbol(coefficients, 0)).toBe(0)
        let [least, largest] = [Number.POSITIVE_INFINITY, 0]
        for (let s = 1; s <= 20_000; s++) {
          const symbol = polynomialSymbol(coefficients, LARGEST_EIGENVALUE * (s / 20_000) ** 2)
          least = Math.min(least, symbol)
          largest = Math.max(largest, symbol)
        }
        expect(least).toBeGreaterThan(0)
        expect(largest).toBeLessThanOrEqual(spectralRadius * 1.001)
      }
  })
})
