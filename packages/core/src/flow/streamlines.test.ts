import { describe, expect, it } from 'vitest'
import { madeFlow, rotation, sampled } from '../../testing/made-flow.js'
import { Streamlines } from './streamlines.js'

const lengths = ({ starts }: Streamlines) => starts.slice(1).map((end, line) => end - starts[line]!)

describe('Streamlines', () => {
  it('of a rotation are circles', () => {
    const flow = madeFlow([48, 48, 1], 1 / 48, rotation)
    const lines = new Streamlines({ spacing: 0.05 }).update(flow)
    expect(lines.starts.length).toBeGreaterThan(5)
    const { positions, starts } = lines
    for (let line = 0; line + 1 < starts.length; line++) {
      const radius = (p: number) => Math.hypot(positions[3 * p]!, positions[3 * p + 1]!)
      for (let p = starts[line]!; p < starts[line + 1]!; p++) {
        // Steps are chords of length 1/96: the midpoint rule leaves a circle by their cube.
        expect(Math.abs(radius(p) - radius(starts[line]!))).toBeLessThan(2e-3)
        // Within half a cell of the walls the outermost values go on.
        if (Math.max(Math.abs(positions[3 * p]!), Math.abs(positions[3 * p + 1]!)) < 0.5 - 1 / 96)
          expect(lines.speeds[p]).toBeCloseTo(radius(p), 4)
      }
    }
  })

  it('keep their distance and fill the box', () => {
    const flow = madeFlow([40, 40, 1], 1 / 40, () => [1, 0, 0])
    const lines = new Streamlines({ spacing: 0.1 }).update(flow)
    // One to each of ten rows of blocks, each through the whole box.
    expect(lines.starts).toHaveLength(11)
    for (const length of lengths(lines)) expect(length).toBeGreaterThan(75)
    const heights = lines.starts.slice(0, -1).map((start) => lines.positions[3 * start + 1]!)
    heights.sort((a, b) => a - b)
    for (let k = 1; k < heights.length; k++) expect(heights[k]! - heights[k - 1]!).toBeCloseTo(0.1, 5)
  })

  it('begin in a slice and leave it with the flow', () => {
    const flow = madeFlow([16, 16, 16], 1 / 16, () => [0, 0.5, 1])
    const lines = new Streamlines({ spacing: 0.125, slice: { axis: 'z', at: 0 } }).update(flow)
    expect(lines.starts.length).toBeGreaterThan(20)
    for (let line = 0; line + 1 < lines.starts.length; line++) {
      const z = [lines.starts[line]!, lines.starts[line + 1]! - 1].map((p) => lines.positions[3 * p + 2]!)
      expect(Math.min(...z)).toBeLessThan(0.05)
      expect(Math.max(...z)).toBeGreaterThan(-0.05)
    }
  })

  it('end at solids and where nothing moves', () => {
    const flow = madeFlow([32, 32, 1], 1 / 32, () => [1, 0, 0])
    const open = sampled([32, 32, 1], 1 / 32, 3, (x) => Number(x < 0))
    const lines = new Streamlines({ spacing: 0.1 }).update({ ...flow, fields: { ...flow.fields, open } })
    expect(lines.starts.length).toBeGreaterThan(5)
    for (let c = 0; c < lines.positions.length; c += 3) expect(lines.positions[c]!).toBeLessThan(1 / 32)
    const still = madeFlow([32, 32, 1], 1 / 32, () => [0, 0, 0])
    expect(lines.update(still).starts).toEqual([0])
    expect(lines.positions).toHaveLength(0)
  })

  it('keep their memory', () => {
    const flow = madeFlow([32, 32, 1], 1 / 32, rotation)
    const lines = new Streamlines().update(flow)
    const { buffer } = lines.positions
    const first = lines.positions.slice()
    expect(lines.update(flow).positions.buffer).toBe(buffer)
    expect(lines.positions).toEqual(first)
  })
})
