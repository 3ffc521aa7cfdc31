import { describe, expect, it } from 'vitest'
import { isDrowned, type LandHeights, woodsOn } from './woods.js'

const plan = { reach: 100, height: 4, lowest: 1, highest: 12, most: 1000 }
/** An island: a cone 20 m high with a lake on one side, in a sea. */
const bedAt = (x: number, z: number): number => (Math.hypot(x - 20, z) < 12 ? 2 : 20 - 0.3 * Math.hypot(x, z))
const island: LandHeights = {
  bedAt,
  topAt: (x, z) => Math.max(bedAt(x, z), Math.hypot(x - 20, z) < 12 ? 5 : 0),
}

describe('trees of a landscape', () => {
  const feet = woodsOn(island, plan)

  it('stand on dry land between the beach and the tree line', () => {
    expect(feet.length).toBeGreaterThan(20)
    for (const [x, z] of feet) {
      expect(bedAt(x, z)).toBeGreaterThanOrEqual(plan.lowest)
      expect(bedAt(x, z)).toBeLessThanOrEqual(plan.highest)
      expect(island.topAt(x, z)).toBe(bedAt(x, z))
      expect(Math.hypot(x - 20, z)).toBeGreaterThan(12)
    }
  })

  it('are the same each time', () => expect(woodsOn(island, plan)).toEqual(feet))

  it('do not stand on steep ground', () => {
    const steep: LandHeights = { bedAt: (x) => 6 + 0.8 * x, topAt: (x) => 6 + 0.8 * x }
    expect(woodsOn(steep, { ...plan, lowest: -1e3, highest: 1e3 })).toEqual([])
  })

  it('are thinned everywhere if there are too many', () => {
    const few = woodsOn(island, { ...plan, most: 20 })
    expect(few).toHaveLength(20)
    // Places are in the order of z: the first twenty would stand on one side.
    const mean = (points: readonly [number, number][]) => points.reduce((sum, [, z]) => sum + z, 0) / points.length
    expect(Math.abs(mean(few) - mean(feet))).toBeLessThan(5)
    expect(Math.abs(mean(feet.slice(0, 20)) - mean(feet))).toBeGreaterThan(10)
  })

  it('are carried away by deep water, not by a puddle', () => {
    const flood = (depth: number): LandHeights => ({ bedAt: () => 3, topAt: () => 3 + depth })
    expect(isDrowned(flood(0.2), 0, 0, 4)).toBe(false)
    expect(isDrowned(flood(2), 0, 0, 4)).toBe(true)
  })
})
