import { describe, expect, it } from 'vitest'
import { evaluateMetrics, type Metric, parseColumns } from './metrics.js'

const metric = (given: Partial<Metric>): Metric => ({
  name: 'm',
  of: 'v',
  take: 'max',
  from: 0,
  to: 100,
  omega: 0,
  dividedBy: 1,
  ...given,
})

/** Values every 0.1 s. */
const series = (value: (time: number) => number, count = 101) => {
  const time = Array.from({ length: count }, (_, k) => k / 10)
  return new Map([
    ['time', time],
    ['v', time.map(value)],
  ])
}
const one = (given: Partial<Metric>, value: (time: number) => number) =>
  evaluateMetrics([metric(given)], series(value)).m

describe('metrics', () => {
  it('reduce a series to one number', () => {
    const parabola = (time: number) => 4 - (time - 3) ** 2
    expect(one({ take: 'max' }, parabola)).toBeCloseTo(4, 12)
    expect(one({ take: 'timeOfMax' }, parabola)).toBe(3)
    expect(one({ take: 'min' }, parabola)).toBeCloseTo(-45, 12)
    expect(one({ take: 'last' }, parabola)).toBeCloseTo(-45, 12)
    expect(one({ take: 'mean' }, (time) => time)).toBeCloseTo(5, 12)
    expect(one({ take: 'rms' }, () => -3)).toBeCloseTo(3, 12)
  })

  it('count the lines between two times, limits included', () => {
    expect(one({ take: 'max', to: 2 }, (time) => time)).toBe(2)
    expect(one({ take: 'min', from: 0.3 }, (time) => time)).toBe(0.3)
  })

  it('find the amplitude at one frequency beside others, without a whole number of periods', () => {
    const omega = (2 * Math.PI) / 1.7
    const wave = (time: number) => 5 + 0.3 * Math.sin(omega * time + 1)
    expect(one({ take: 'amplitude', omega, from: 0.4, to: 7.3 }, wave)).toBeCloseTo(0.3, 12)
    // A second frequency leaks in only as far as the window is short.
    const both = (time: number) => wave(time) + 0.2 * Math.cos(4.3 * omega * time)
    expect(Math.abs(one({ take: 'amplitude', omega }, both)! - 0.3)).toBeLessThan(0.03)
  })

  it('divide by a number or by an earlier metric', () => {
    const metrics = [
      metric({ name: 'a', take: 'last', dividedBy: 2 }),
      metric({ name: 'b', take: 'last', dividedBy: 'a' }),
    ]
    expect(
      evaluateMetrics(
        metrics,
        series((time) => time),
      ),
    ).toEqual({ a: 5, b: 2 })
  })

  it('read columns with quoted names', () => {
    const columns = parseColumns('time,"probe:a ""b"", c",v\n0,1,2\n0.5,3,4\n')
    expect([...columns]).toEqual([
      ['time', [0, 0.5]],
      ['probe:a "b", c', [1, 3]],
      ['v', [2, 4]],
    ])
  })
})
