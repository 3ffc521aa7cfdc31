import { Vector3 } from 'three/webgpu'
import { describe, expect, it } from 'vitest'
import { isNearWater, lowestOverland, type Terrain } from './camera-over-land.js'

/** Ground that falls along x by 1 m in 2 m, under water of level 0 where it is lower than that. */
const shore: Terrain = {
  extent: [40, 20],
  base: -12,
  scale: { x: 1, z: 1 },
  heightScale: { value: 2 },
  bedAt: (x) => -x / 2,
  topAt: (x) => Math.max(0, -x / 2),
}

describe('the camera over terrain', () => {
  const lowest = (x: number, z = 0) => lowestOverland(shore, x, z, 0.5)

  it('stays above dry land and above shallow water, as high as these are drawn', () => {
    expect(lowest(-10)).toBeCloseTo(2 * 5 + 0.5, 9)
    expect(lowest(1)).toBeCloseTo(0.5, 9)
  })

  it('can go down to the ground of deep water', () => {
    expect(lowest(16)).toBeCloseTo(2 * -8 + 0.5, 9)
  })

  it('changes its lowest height by and by along a shore', () => {
    for (let x = -19; x < 19; x += 0.01) expect(Math.abs(lowest(x + 0.01) - lowest(x))).toBeLessThan(0.1)
  })

  it('stays above the floor beside the block', () => {
    expect(lowest(25)).toBeCloseTo(-11.5, 9)
    expect(lowest(0, -11)).toBeCloseTo(-11.5, 9)
  })

  it('stays above land and sea around a landscape', () => {
    expect(lowestOverland(shore, 25, 0, 0.5, { topAt: () => 3 })).toBeCloseTo(2 * 3 + 0.5, 9)
  })

  it('is near water only where there is some', () => {
    const isNear = (x: number, y: number, z = 0) => isNearWater(shore, new Vector3(x, y, z), 0.3)
    expect(isNear(10, -2)).toBe(true)
    expect(isNear(10, 0.2)).toBe(true)
    expect(isNear(10, 0.4)).toBe(false)
    expect(isNear(-10, 9)).toBe(false)
    // Beside the block there is none, except as far as the lens reaches over its edge.
    expect(isNear(21, -2)).toBe(false)
    expect(isNear(20.2, -2)).toBe(true)
  })
})
