import { describe, expect, it } from 'vitest'
import { goldenSection } from './golden-section.js'
import { nelderMead } from './nelder-mead.js'
import { search } from './search.js'

/** A function as the searches see it, with a count of its evaluations. */
function counted(value: (...x: number[]) => number) {
  const points: (readonly number[])[] = []
  const evaluate = async (batch: readonly (readonly number[])[]) => {
    points.push(...batch)
    return batch.map((point) => value(...point))
  }
  return { evaluate, points }
}

describe('golden section', () => {
  it('finds a minimum within its tolerance, with one evaluation for each factor of 0.618', async () => {
    const { evaluate, points } = counted((x) => (x - 0.3123) ** 2)
    const { point, isConverged } = await goldenSection(evaluate, 0, 1, { tolerance: 1e-4, evaluations: 100 })
    expect(isConverged).toBe(true)
    expect(Math.abs(point[0]! - 0.3123)).toBeLessThan(1e-4)
    expect(points.length).toBe(2 + Math.ceil(Math.log(2e-4) / Math.log(0.618034)))
  })

  it('finds a minimum at the end of the interval', async () => {
    const { evaluate } = counted((x) => x)
    expect((await goldenSection(evaluate, 0, 1, { tolerance: 1e-3, evaluations: 99 })).point[0]).toBeLessThan(2e-3)
  })

  it('stops when it has no evaluations left', async () => {
    const { evaluate, points } = counted((x) => x)
    expect(await goldenSection(evaluate, 0, 1, { tolerance: 1e-9, evaluations: 7 })).toMatchObject({
      isConverged: false,
    })
    expect(points).toHaveLength(7)
  })
})

describe('the simplex method', () => {
  const corners = [
    [0.1, 0.9],
    [0.3, 0.9],
    [0.1, 0.7],
  ]

  it("finds the minimum of Rosenbrock's valley, though it begins at the edge", async () => {
    // The valley y = x² on the unit square, with its minimum at (0.8, 0.64).
    const { evaluate } = counted((x, y) => 100 * (y! - x! ** 2) ** 2 + (0.8 - x!) ** 2)
    const values = await evaluate(corners)
    const start = corners.map((point, k) => ({ point, value: values[k]! }))
    const { point, isConverged } = await nelderMead(evaluate, start, { tolerance: 1e-6, evaluations: 500 })
    expect(isConverged).toBe(true)
    expect(point[0]).toBeCloseTo(0.8, 4)
    expect(point[1]).toBeCloseTo(0.64, 4)
  })

  it('stays inside the unit cube', async () => {
    const { evaluate, points } = counted((x, y) => -x! - 2 * y!)
    const start = corners.map((point) => ({ point, value: -point[0]! - 2 * point[1]! }))
    const { value } = await nelderMead(evaluate, start, { tolerance: 1e-4, evaluations: 500 })
    expect(points.flat().every((x) => x >= 0 && x <= 1)).toBe(true)
    expect(value).toBeCloseTo(-3, 2)
  })
})

describe('the search over a grid', () => {
  it('refines the lowest of several minima on one axis', async () => {
    const { evaluate } = counted((x) => Math.cos(20 * x) + (x - 0.75) ** 2)
    const starts = Array.from({ length: 24 }, (_, k) => [k / 23])
    const { point } = await search(evaluate, starts, { tolerance: 1e-4, evaluations: 60 })
    // Near (2·2 + 1) π / 20.
    expect(point[0]).toBeCloseTo(0.785, 2)
  })

  it('begins with all starts at once, and is never worse than the best of them', async () => {
    const { evaluate, points } = counted((x, y) => Math.abs(x! - 0.5) + Math.abs(y! - 0.25))
    const starts = [
      [0, 0],
      [0.5, 0.25],
      [1, 1],
    ]
    expect(await search(evaluate, starts, { tolerance: 0.01, evaluations: 50 })).toMatchObject({ value: 0 })
    expect(points.slice(0, 3)).toEqual(starts)
  })

  it('goes around points without a value', async () => {
    const { evaluate } = counted((x) => (x < 0.4 ? Number.POSITIVE_INFINITY : x))
    const { point } = await search(evaluate, [[0], [0.5], [1]], { tolerance: 1e-3, evaluations: 40 })
    expect(point[0]).toBeCloseTo(0.4, 2)
  })
})
