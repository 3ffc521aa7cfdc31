import { describe, expect, it } from 'vitest'
import { type Level, SolidTops } from './solid-tops.js'

const [nx, nz] = [40, 30]
const cells = nx * nz

/** Water of so much depth on level ground. */
const water = (depth: (i: number, j: number) => number, bed = -2): Level => ({
  nx,
  margin: 0,
  bed: new Float32Array(cells).fill(bed),
  depth: Float32Array.from({ length: cells }, (_, cell) => depth(cell % nx, Math.floor(cell / nx))),
})

/** A solid of 8 × 8 cells. */
const openness = Float32Array.from({ length: cells }, (_, cell) => {
  const [i, j] = [cell % nx, Math.floor(cell / nx)]
  return i >= 16 && i < 24 && j >= 11 && j < 19 ? 0 : 1
})
const isSolid = (_: number, cell: number): boolean => openness[cell] === 0

describe('tops of solids', () => {
  it('are above still water by their height, also in the middle of a solid, where no water is near', () => {
    const tops = new SolidTops(nx, nz, 0.5)
    tops.build(
      water((i, j) => (openness[j * nx + i] === 0 ? 0 : 2)),
      openness,
    )
    for (const height of tops.heights.filter(isSolid)) expect(height).toBeCloseTo(0.5, 6)
  })

  it('are nearly level in waves that are shorter than a solid', () => {
    const tops = new SolidTops(nx, nz, 0.5)
    tops.build(
      water((i) => 2 + 0.3 * Math.sin((2 * Math.PI * i) / 5)),
      openness,
    )
    const solid = tops.heights.filter(isSolid)
    expect(Math.max(...solid) - Math.min(...solid)).toBeLessThan(0.12)
  })

  it('stay where they are when the water moves, and rise before it reaches them', () => {
    const tops = new SolidTops(nx, nz, 0.5)
    tops.build(
      water(() => 2),
      openness,
    )
    const before = tops.heights.slice()
    tops.raise(
      water(() => 2.2),
      openness,
    )
    expect(tops.heights).toEqual(before)
    tops.raise(
      water(() => 3),
      openness,
    )
    for (const height of tops.heights) expect(height).toBeCloseTo(1.2, 5)
    expect(tops.highest).toBeCloseTo(1.2, 5)
  })

  it('have a height even where no cell is open', () => {
    const tops = new SolidTops(nx, nz, 0.5)
    tops.build(
      water(() => 1),
      new Float32Array(cells),
    )
    expect([...tops.heights].every((height) => height === 0.5)).toBe(true)
  })
})
