import { describe, expect, it } from 'vitest'
import { atan, atan2, cos, exp, expm1, log, power, setCosSin, sin, tanh } from './elementary.js'

const close = (got: number, want: number) => Math.abs(got - want) <= 4e-16 * Math.max(1e-300, Math.abs(want)) + 5e-324

/** The largest relative difference of two functions over some arguments. */
function largestError(f: (x: number) => number, g: (x: number) => number, xs: readonly number[]): number {
  return xs.reduce((largest, x) => Math.max(largest, Math.abs(f(x) / g(x) - 1)), 0)
}

/** Numbers in equal ratios. */
const geometric = (low: number, high: number, count: number) =>
  Array.from({ length: count }, (_, i) => low * (high / low) ** (i / (count - 1)))

describe('elementary functions', () => {
  it('exp agrees with Math.exp to a few units in the last place', () => {
    for (let x = -740; x < 709; x += 0.37)
      expect(Math.abs(exp(x) / Math.exp(x) - 1)).toBeLessThan(x < -700 ? 1e-3 : 1e-15)
    expect(exp(0)).toBe(1)
    expect(close(exp(1), Math.E)).toBe(true)
  })

  it('sin and cos agree with Math to 1e-15', () => {
    // Compared here, because a hundred thousand calls of expect take seconds. Written so that NaN is a deviation, too.
    for (let x = -2000; x < 2000; x += 0.0617) {
      if (!(Math.abs(sin(x) - Math.sin(x)) < 1e-15)) expect.fail(`sin(${x}) is ${sin(x)}`)
      if (!(Math.abs(cos(x) - Math.cos(x)) < 1e-15)) expect.fail(`cos(${x}) is ${cos(x)}`)
    }
    expect(sin(0)).toBe(0)
    expect(cos(0)).toBe(1)
  })

  it('setCosSin has the bits of cos and sin, in all quadrants', () => {
    const values = new Float64Array(3)
    for (let x = -20; x < 20; x += 0.0617) {
      values[1] = x
      setCosSin(values, 1)
      expect([...values]).toEqual([0, cos(x), sin(x)])
    }
  })

  it('expm1 and tanh agree with Math to 1e-15, also near zero', () => {
    const xs = [...geometric(1e-18, 300, 20_000), ...geometric(0.1, 3, 5000)]
    expect(largestError(expm1, Math.expm1, xs)).toBeLessThan(1e-15)
    expect(
      largestError(
        (x) => expm1(-x),
        (x) => Math.expm1(-x),
        xs,
      ),
    ).toBeLessThan(1e-15)
    expect(largestError(tanh, Math.tanh, xs)).toBeLessThan(1e-15)
    expect(xs.every((x) => tanh(-x) === -tanh(x))).toBe(true)
    expect([expm1(0), expm1(-1e9), expm1(800)]).toEqual([0, -1, Number.POSITIVE_INFINITY])
    expect([tanh(0), tanh(Number.POSITIVE_INFINITY), tanh(Number.NEGATIVE_INFINITY)]).toEqual([0, 1, -1])
  })

  it('log agrees with Math.log to 1e-15, from the smallest double to the largest and next to 1', () => {
    expect(largestError(log, Math.log, geometric(1e-307, 0.9, 20_000))).toBeLessThan(1e-15)
    expect(largestError(log, Math.log, geometric(1.1, 1e308, 20_000))).toBeLessThan(1e-15)
    expect(largestError(log, Math.log, geometric(0.5000123, 2.1, 20_000))).toBeLessThan(1e-15)
    for (const x of [5e-324, 1e-310, 1 - 2 ** -53, 1 + 2 ** -52, Number.MAX_VALUE])
      expect(close(log(x), Math.log(x))).toBe(true)
    expect([log(1), log(0), log(-1), log(Number.POSITIVE_INFINITY)]).toEqual([
      0,
      Number.NEGATIVE_INFINITY,
      Number.NaN,
      Number.POSITIVE_INFINITY,
    ])
  })

  it('power agrees with Math.pow to 1e-15, large exponents too', () => {
    for (let y = -100; y < 100; y += 1.371)
      expect(
        largestError(
          (x) => power(x, y),
          (x) => x ** y,
          geometric(0.011, 600, 500),
        ),
      ).toBeLessThan(1e-15)
    expect([power(2, 10), power(7, 0), power(0, 0), power(1, 1e300)]).toEqual([1024, 1, 1, 1])
    const endless = Number.POSITIVE_INFINITY
    expect([power(0, 2), power(0, -2), power(endless, 2), power(endless, -2), power(2, 5000), power(2, -5000)]).toEqual(
      [0, endless, endless, 0, endless, 0],
    )
    expect(power(-1, 2)).toBeNaN()
  })

  it('atan and atan2 agree with Math to 1e-15 in all quadrants', () => {
    const xs = geometric(1e-18, 1e18, 20_000)
    expect(largestError(atan, Math.atan, xs)).toBeLessThan(1e-15)
    expect(xs.every((x) => atan(-x) === -atan(x))).toBe(true)
    for (let angle = -3.14; angle < 3.14; angle += 0.00137) {
      const [x, y] = [Math.cos(angle), Math.sin(angle)]
      expect(Math.abs(atan2(y, x) / Math.atan2(y, x) - 1)).toBeLessThan(1e-15)
    }
    expect([atan2(0, 1), atan2(1, 0), atan2(0, -1), atan2(-1, 0), atan2(0, 0)]).toEqual([
      0,
      Math.PI / 2,
      Math.PI,
      -Math.PI / 2,
      0,
    ])
    expect(atan(Number.POSITIVE_INFINITY)).toBe(Math.PI / 2)
  })
})
