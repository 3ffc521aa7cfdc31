import { describe, expect, it } from 'vitest'
import { cos, exp, sin, tanh } from './elementary.js'

const close = (got: number, want: number) => Math.abs(got - want) <= 4e-16 * Math.max(1e-300, Math.abs(want)) + 5e-324

describe('elementary functions', () => {
  it('exp agrees with Math.exp to a few units in the last place', () => {
    for (let x = -740; x < 709; x += 0.37)
      expect(Math.abs(exp(x) / Math.exp(x) - 1)).toBeLessThan(x < -700 ? 1e-3 : 1e-15)
    expect(exp(0)).toBe(1)
    expect(close(exp(1), Math.E)).toBe(true)
  })

  it('sin and cos agree with Math to 1e-15', () => {
    for (let x = -2000; x < 2000; x += 0.0617) {
      expect(Math.abs(sin(x) - Math.sin(x))).toBeLessThan(1e-15)
      expect(Math.abs(cos(x) - Math.cos(x))).toBeLessThan(1e-15)
    }
    expect(sin(0)).toBe(0)
    expect(cos(0)).toBe(1)
  })

  it('tanh agrees with Math.tanh to 1e-15, near zero too', () => {
    for (let x = -25; x < 25; x += 0.0137) expect(Math.abs(tanh(x) / Math.tanh(x) - 1)).toBeLessThan(1e-15)
    for (let x = 1; x > 1e-12; x /= 3) expect(Math.abs(tanh(x) / Math.tanh(x) - 1)).toBeLessThan(1e-15)
    expect(tanh(0)).toBe(0)
    expect(tanh(Number.POSITIVE_INFINITY)).toBe(1)
  })
})
