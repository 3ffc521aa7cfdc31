import { expect, it } from 'vitest'
import { improved, type SeparableSymbol, symbolOf } from './separable-symbol.js'

const basis = (k: number) => Float64Array.from([1, 2, 3], (m) => 1 - Math.cos(m * k))
const samples = Array.from({ length: 12 }, (_, i) =>
  Array.from({ length: i + 1 }, (_, j) => [0.25 * i, 0.25 * j]),
).flat()
const bx = samples.map(([kx]) => basis(kx!))
const bz = samples.map(([, kz]) => basis(kz!))
const weight = new Float64Array(samples.length).fill(1)

const exact: SeparableSymbol = {
  axis: Float64Array.of(0.6, 0.1, 0.03),
  terms: [
    { weight: 1, factors: Float64Array.of(0.4, -0.1, 0.02) },
    { weight: -1, factors: Float64Array.of(0.1, 0.2, -0.1) },
  ],
}
const largestError = (symbol: SeparableSymbol) =>
  Math.max(...samples.map((_, s) => Math.abs(symbolOf(symbol, bx[s]!, bz[s]!) - symbolOf(exact, bx[s]!, bz[s]!))))

it('finds a symbol of two terms from a start nearby', () => {
  const start: SeparableSymbol = {
    axis: exact.axis.map((a) => 1.3 * a),
    terms: exact.terms.map(({ weight, factors }) => ({ weight, factors: factors.map((f) => f + 0.05) })),
  }
  const aim = Float64Array.from(samples, (_, s) => symbolOf(exact, bx[s]!, bz[s]!))
  const found = improved(start, bx, bz, aim, weight)
  expect(largestError(start)).toBeGreaterThan(0.3)
  expect(largestError(found)).toBeLessThan(1e-4)
})
