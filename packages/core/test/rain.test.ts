// Rain on random terrain for an hour. `npm run soak -- --only rain` has 200 terrains.

import { describe, expect, it } from 'vitest'
import { rainOn, rainTrouble } from '../testing/rain-on-terrain.js'
import { distanceFromRest, restOf } from '../testing/water-at-rest.js'

const TERRAINS = 20

describe('rain on random terrain', () => {
  it.each(Array.from({ length: TERRAINS }, (_, k) => k + 1))(
    'ends in hollows or leaves, no farther from rest than by the scheme of first order: terrain %i',
    async (seed) => {
      expect(rainTrouble(await rainOn(seed))).toBeUndefined()
    },
  )
})

describe('the rest to which water comes', () => {
  const row = (bed: number[], isOpen = false) => ({
    nx: bed.length,
    nz: 1,
    cellSize: 1,
    manning: 0,
    bed: Float64Array.from(bed),
    isOpen,
  })

  it('is level in a hollow and overflows into the next', () => {
    const rest = restOf(row([2, 0, 0, 1, -1, 3]), [0, 2, 1, 0, 0, 0])
    for (const [k, depth] of [0, 1, 1, 0, 1, 0].entries()) expect(rest[k]).toBeCloseTo(depth, 6)
  })

  it('is dry before an outlet', () => {
    expect(distanceFromRest(row([3, 2, 1, 0], true), [1, 1, 0, 0])).toBeCloseTo(2, 3)
  })

  it('counts water that hangs on a ledge', () => {
    expect(distanceFromRest(row([2, 1, 0]), [0, 0.5, 0])).toBeCloseTo(0.5, 3)
    expect(distanceFromRest(row([2, 1, 0]), [0, 0, 0.5])).toBe(0)
  })
})
