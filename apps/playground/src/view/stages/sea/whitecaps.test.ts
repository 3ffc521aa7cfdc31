import { describe, expect, it } from 'vitest'
import { whitecapCover, whitecapThresholds } from './whitecaps.js'

describe('whitecaps', () => {
  it("cover the part of the sea that Monahan and O'Muircheartaigh give for a wind", () => {
    expect(whitecapCover(10)).toBeCloseTo(0.00988, 4)
    expect(whitecapCover(15)).toBeCloseTo(0.0394, 3)
    expect(whitecapCover(40)).toBe(0.12)
  })

  const tile = (cellSize: number, amplitude: number) => {
    const wave = (phase: number) =>
      Float32Array.from({ length: 4096 }, (_, k) => amplitude * Math.sin(0.37 * k + phase))
    const flat = new Float32Array(4096)
    return { cellSize, slopeX: flat, slopeZ: flat, dxx: wave(0), dzz: wave(1), dxz: flat }
  }

  it('begin at a Jacobian below which lies nearly that part of the sea', () => {
    const { start, full } = whitecapThresholds([tile(1, 0.2), tile(0.2, 0.1)], 0.05)!
    expect(full).toBeLessThan(start)
    expect(start).toBeLessThan(0.85)
    // More wind lets more of the crests break.
    expect(whitecapThresholds([tile(1, 0.2), tile(0.2, 0.1)], 0.1)!.start).toBeGreaterThan(start)
  })

  it('do not depend on the finest waves, which are too short to break', () => {
    const alone = whitecapThresholds([tile(1, 0.2)], 0.05)
    expect(whitecapThresholds([tile(1, 0.2), tile(0.2, 0.5)], 0.05)).toEqual(alone)
  })

  it('are absent from a level sea', () => {
    expect(whitecapThresholds([tile(1, 0)], 0.05)).toBeUndefined()
  })
})
