import { describe, expect, it } from 'vitest'
import { EdgeTable } from './edge-table.js'

const table = new EdgeTable([40, 20], 300)

describe('heights beyond the edges of a grid', () => {
  it('are those of the nearest point of the edge, at the edge', () => {
    table.fill({ height: (x, z) => x + 2 * z, slope: () => 0 }, 5)
    for (const [x, z] of [
      [20.001, 3],
      [-20.001, -7],
      [11, 10.001],
      [-4, -10.001],
    ] as const)
      expect(table.at(x, z), `${x}, ${z}`).toBeCloseTo(x + 2 * z, 0)
  })

  it('go on along the slope for a while', () => {
    table.fill({ height: () => 1, slope: () => 0.5 }, 5)
    expect(table.at(21, 0)).toBeCloseTo(1 + 0.5 * 5 * (1 - Math.exp(-0.2)), 1)
    expect(table.at(250, 0)).toBeCloseTo(1 + 2.5, 2)
  })

  it('differ less and less around the grid, the further out', () => {
    table.fill({ height: (x, z) => Math.sin(x) + Math.cos(3 * z), slope: () => 0 }, 5)
    const range = (distance: number): number => {
      const heights = Array.from({ length: 100 }, (_, k) => table.at(20 + distance, -10 + k / 5))
      return Math.max(...heights) - Math.min(...heights)
    }
    expect(range(20)).toBeLessThan(0.5 * range(0.5))
  })

  it('are continuous where the line around the grid closes', () => {
    table.fill({ height: (x, z) => x - z, slope: () => 0.1 }, 5)
    for (const x of [21, 40, 200]) expect(table.at(x, 1e-6)).toBeCloseTo(table.at(x, -1e-6), 2)
  })
})
