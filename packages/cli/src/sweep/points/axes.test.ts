import { describe, expect, it } from 'vitest'
import { fractionOf, readAxes, valueAtFraction } from './axes.js'
import { countPoints, listPoints } from './points.js'
import { parseSweep } from '../file/sweep-file.js'

const axesOf = (axes: string, more = '') =>
  readAxes(
    parseSweep(
      `seiche-sweep: 1\nscene: scene.json\naxes: ${axes}\nmetrics: { m: { of: time, take: last } }\n${more}`,
      'sweep.yaml',
      '.',
    ),
  )

describe('axes', () => {
  it('have evenly spaced values, by count or by step, without rounding noise', () => {
    const [byCount, byStep] = axesOf(
      '[{ path: a, range: { from: 0, to: 0.3, count: 4 } }, { path: b, range: { from: 0, to: 0.3, step: 0.1 } }]',
    )
    expect(byCount!.values).toEqual([0, 0.1, 0.2, 0.3])
    expect(byStep!.values).toEqual([0, 0.1, 0.2, 0.3])
  })

  it('have values of equal ratios', () => {
    expect(axesOf('[{ path: a, log: { from: 1, to: 1000, count: 4 } }]')[0]!.values).toEqual([1, 10, 100, 1000])
  })

  it('that are sampled are crossed with the grid, and not with each other', () => {
    const axes = axesOf(
      '[{ path: a, latin: { from: 1, to: 2 } }, { path: b, values: [x, y] }, { path: c, random: { from: 1, to: 100, log: true } }]',
      'samples: 5\nseed: 4',
    )
    const points = listPoints(axes)
    expect(countPoints(axes)).toBe(10)
    expect(points).toHaveLength(10)
    expect(points.slice(0, 5).map(({ b }) => b)).toEqual(['x', 'x', 'x', 'x', 'x'])
    // The same five samples with x and with y.
    const samples = points.map(({ a, c }) => `${a} ${c}`)
    expect(samples.slice(5)).toEqual(samples.slice(0, 5))
    expect(new Set(samples).size).toBe(5)
    expect(Object.keys(points[0]!)).toEqual(['a', 'b', 'c'])
  })

  it('are sampled the same way for one seed', () => {
    const values = (seed: number) =>
      axesOf('[{ path: a, random: { from: 0, to: 1 } }]', `samples: 5\nseed: ${seed}`)[0]!.values
    expect(values(1)).toEqual(values(1))
    expect(values(2)).not.toEqual(values(1))
  })

  it('have fractions that lead back to their values', () => {
    for (const limits of [
      { from: -2, to: 5, log: false },
      { from: 0.1, to: 70, log: true },
    ])
      for (const fraction of [0, 0.25, 1])
        expect(fractionOf(limits, valueAtFraction(limits, fraction))).toBeCloseTo(fraction, 9)
  })
})
