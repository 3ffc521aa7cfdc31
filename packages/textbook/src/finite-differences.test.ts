import { describe, expect, it } from 'vitest'
import {
  backwardDifference,
  centralDifference,
  forwardDifference,
  secondDifference,
  taylor,
} from './finite-differences.js'

const t = 0.7
const [f1, f2, f3, f4] = [Math.cos(t), -Math.sin(t), -Math.cos(t), Math.sin(t)]

const formulas = [
  { name: 'forward', formula: forwardDifference, exact: f1, order: 1, leading: (h: number) => (h / 2) * f2 },
  { name: 'backward', formula: backwardDifference, exact: f1, order: 1, leading: (h: number) => (-h / 2) * f2 },
  { name: 'central', formula: centralDifference, exact: f1, order: 2, leading: (h: number) => ((h * h) / 6) * f3 },
  { name: 'second', formula: secondDifference, exact: f2, order: 2, leading: (h: number) => ((h * h) / 12) * f4 },
]

describe('finite differences of a sine', () => {
  it.each(formulas)('the $name difference is of order $order', ({ formula, exact, order }) => {
    const error = (step: number) => Math.abs(formula(Math.sin, t, step) - exact)
    for (const step of [0.1, 0.05, 0.02])
      expect(Math.abs(Math.log2(error(step) / error(step / 2)) - order)).toBeLessThan(0.05)
  })

  it.each(formulas)(
    'the error of the $name difference begins with the term of the header',
    ({ formula, exact, leading }) => {
      const step = 1e-3
      expect((formula(Math.sin, t, step) - exact) / leading(step)).toBeCloseTo(1, 2)
    },
  )

  it('is exact where the remaining derivatives vanish', () => {
    const parabola = (x: number) => 3 * x * x - 2 * x + 1
    expect(centralDifference(parabola, 2, 0.5)).toBe(10)
    expect(secondDifference(parabola, 2, 0.5)).toBe(6)
    expect(forwardDifference(parabola, 2, 0.5)).toBe(11.5)
    expect(backwardDifference(parabola, 2, 0.5)).toBe(8.5)
  })

  it('rounding takes over below the step of the header', () => {
    const error = (step: number) => Math.abs(centralDifference(Math.sin, t, step) - f1)
    const best = (3 * 1.1e-16) ** (1 / 3)
    expect(best).toBeCloseTo(7e-6, 6)
    expect(error(1e-3)).toBeGreaterThan(100 * error(best))
    expect(error(1e-12)).toBeGreaterThan(100 * error(best))
  })
})

describe('the sign that P12 misprints', () => {
  const derivatives = [Math.sin(t), f1, f2] as const

  it('with minus, the series differ by twice the first derivative, and the central difference follows', () => {
    const step = 0.01
    const difference = taylor(derivatives, step, 1) - taylor(derivatives, step, -1)
    expect(difference / (2 * step)).toBeCloseTo(f1, 12)
    expect(Math.abs(taylor(derivatives, step, -1) - Math.sin(t - step))).toBeLessThan(step ** 3)
  })

  it('with the printed plus, f(t - dt) is off by twice the first derivative, and no central difference follows', () => {
    const step = 0.01
    const printed = taylor(derivatives, step, 1)
    expect((printed - Math.sin(t - step)) / (2 * step * f1)).toBeCloseTo(1, 2)
    expect((Math.sin(t + step) - printed) / (2 * step)).toBeCloseTo(0, 3)
  })
})
