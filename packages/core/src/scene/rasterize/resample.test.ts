import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sameRatio, stretch, weighAxis } from './resample.js'

/** The sum of an axis' pixels for each cell. */
function apply({ first, from, weights }: ReturnType<typeof weighAxis>, value: (pixel: number) => number): number[] {
  return Array.from(first, (begin, i) => {
    let sum = 0
    for (let k = from[i]!; k < from[i + 1]!; k++) sum += weights[k]! * value(begin + k - from[i]!)
    return sum
  })
}

const axes = fc.record({
  pixels: fc.integer({ min: 1, max: 60 }),
  start: fc.double({ min: -20, max: 60, noNaN: true }),
  step: fc.double({ min: 0.05, max: 9, noNaN: true }),
  cells: fc.integer({ min: 1, max: 60 }),
})

describe('weighAxis', () => {
  it('uses pixels that exist, and weights that add up to one', () => {
    fc.assert(
      fc.property(axes, ({ pixels, start, step, cells }) => {
        const axis = weighAxis(pixels, start, step, cells)
        for (let i = 0; i < cells; i++) {
          const count = axis.from[i + 1]! - axis.from[i]!
          expect(axis.first[i]).toBeGreaterThanOrEqual(axis.low)
          expect(axis.first[i]! + count).toBeLessThanOrEqual(axis.high)
        }
        expect(axis.low).toBeGreaterThanOrEqual(0)
        expect(axis.high).toBeLessThanOrEqual(pixels)
        for (const sum of apply(axis, () => 1)) expect(sum).toBeCloseTo(1, 12)
      }),
    )
  })

  it('reproduces a slope wherever a cell lies whole on the raster', () => {
    let compared = 0
    fc.assert(
      fc.property(axes, ({ pixels, start, step, cells }) => {
        if (pixels === 1) return
        const heights = apply(weighAxis(pixels, start, step, cells), (k) => 3 * (k + 0.5) - 7)
        for (let i = 0; i < cells; i++) {
          const [left, right] = [start + i * step, start + (i + 1) * step]
          if (left < 0 || right > pixels) continue
          compared++
          expect(heights[i]).toBeCloseTo((3 * (left + right)) / 2 - 7, 9)
        }
      }),
    )
    expect(compared).toBeGreaterThan(100)
  })

  it('cells beyond the rim are counted and have the height at the rim', () => {
    const fine = weighAxis(4, -1, 0.5, 12)
    expect(fine.beyond).toBe(4)
    expect(apply(fine, (k) => k)).toEqual([-0.5, -0.5, -0.25, 0.25, 0.75, 1.25, 1.75, 2.25, 2.75, 3.25, 3.5, 3.5])
    const coarse = weighAxis(4, -4, 2, 6)
    expect(coarse.beyond).toBe(4)
    expect(apply(coarse, (k) => k)).toEqual([0, 0, 0.5, 2.5, 3, 3])
  })
})

describe('stretch', () => {
  it('keeps the mean of any raster when it becomes coarser by whole numbers', () => {
    const raster = { width: 12, height: 6, values: Float64Array.from({ length: 72 }, (_, k) => (k * 7919) % 101) }
    const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length
    for (const [nx, nz] of [
      [6, 3],
      [4, 2],
      [2, 1],
    ] as const)
      expect(mean(stretch(raster, nx, nz))).toBeCloseTo(mean(raster.values), 10)
    expect(stretch(raster, 12, 6)).toEqual(raster.values)
  })
})

describe('sameRatio', () => {
  it('allows for a side that was rounded, and no more', () => {
    expect(sameRatio(100, 80, 256, 205)).toBe(true)
    expect(sameRatio(256, 205, 100, 80)).toBe(true)
    expect(sameRatio(100, 80, 256, 192)).toBe(false)
    expect(sameRatio(100, 80, 80, 100)).toBe(false)
    expect(sameRatio(7, 1, 300, 1)).toBe(true)
    expect(sameRatio(7, 2, 300, 1)).toBe(false)
    expect(sameRatio(0, 0, 4, 4)).toBe(false)
  })
})
