import { describe, expect, it } from 'vitest'
import { FirstOrderShallow, type Ground } from './first-order-shallow.js'

const ground = (
  nx: number,
  nz: number,
  bed: (i: number, j: number) => number,
  changes: Partial<Ground> = {},
): Ground => ({
  nx,
  nz,
  cellSize: 1,
  manning: 0,
  bed: Float64Array.from({ length: nx * nz }, (_, k) => bed(k % nx, Math.floor(k / nx))),
  isOpen: false,
  ...changes,
})
const sum = (values: Float64Array) => values.reduce((a, b) => a + b, 0)

describe('the yardstick of first order', () => {
  it('keeps a lake with an island at rest', () => {
    const hilly = ground(9, 7, (i, j) => 0.5 * Math.abs(i - 4) - 0.25 * j)
    const depth = hilly.bed.map((b) => Math.max(0, 1 - b))
    const water = new FirstOrderShallow(hilly, depth)
    water.advance(20)
    for (const [k, d] of water.depth.entries()) {
      expect(d).toBeCloseTo(depth[k]!, 12)
      expect(water.speedAt(k)).toBeLessThan(1e-12)
    }
  })

  it.each(['x', 'z'])('breaks a dam along %s as Ritter says', (axis) => {
    const [n, deep] = [400, 1]
    const flat = axis === 'x' ? ground(n, 1, () => 0) : ground(1, n, () => 0)
    const water = new FirstOrderShallow(
      flat,
      Array.from({ length: n }, (_, k) => (k < n / 2 ? deep : 0)),
    )
    water.advance(40)
    const q = (axis === 'x' ? water.qx : water.qz)[n / 2]!
    expect(water.depth[n / 2]).toBeCloseTo((4 / 9) * deep, 1)
    expect(q / ((8 / 27) * deep * Math.sqrt(9.81 * deep))).toBeCloseTo(1, 1)
    expect(sum(water.depth)).toBeCloseTo((n / 2) * deep, 9)
  })

  it('lets water leave through an open edge only, and slows it by friction', () => {
    const film = Array.from({ length: 40 }, () => 0.1)
    const left = (changes: Partial<Ground>) => {
      const water = new FirstOrderShallow(
        ground(40, 1, (i) => 0.1 * (40 - i), changes),
        film,
      )
      water.advance(10)
      return sum(water.depth)
    }
    expect(left({})).toBeCloseTo(4, 9)
    expect(left({ isOpen: true })).toBeLessThan(3.9)
    expect(left({ isOpen: true, manning: 0.1 })).toBeGreaterThan(left({ isOpen: true }))
  })
})
