// Thin water over steps of the terrain, against the plain scheme of first order: neither must hold water where no hollow does, nor speed it up.

import { describe, expect, it } from 'vitest'
import { uniformAt } from '../src/numerics/random.js'
import { besideFirstOrder, countFast, fastest } from '../testing/beside-first-order.js'
import type { Ground } from '../testing/first-order-shallow.js'

const row = (bed: number[], manning: number): Ground => ({
  nx: bed.length,
  nz: 1,
  cellSize: 0.37,
  manning,
  bed: Float64Array.from(bed, (b) => b + 20),
  isOpen: false,
})
/** A film that falls from column to column is as fast as its fall makes it; it is thinner than this [m]. */
const FILM = 1e-3

describe('thin water', () => {
  it('does not hang on a ledge below dry terrain', async () => {
    const { engine, firstOrder } = await besideFirstOrder(
      row([1, 0, 0, -1, -2, -3, -3], 0.3),
      [0, 0.2, 0.2, 0, 0, 0, 0],
      60,
    )
    // 0.1587 m and 0.0001 m stood on the same ground.
    expect(engine.depth[1]! - engine.depth[2]!).toBeLessThan(0.001)
    expect(engine.depth[1]).toBeLessThan(0.001)
    expect(engine.distance).toBeLessThanOrEqual(firstOrder.distance)
  })

  it('does not race in the puddle behind a sill', async () => {
    const bed = [1.604, 1.345, 1.36, 1.055, 0.852, 0.6, 0.3, 0.1]
    const { engine, firstOrder } = await besideFirstOrder(row(bed, 0), [0, 0.1437, 0, 0, 0, 0, 0, 0], 60)
    // A puddle of 1.5 cm moved at 8.8 m/s for ever.
    expect(engine.depth[1]).toBeCloseTo(0.015, 3)
    expect(fastest(engine, FILM)).toBeLessThanOrEqual(fastest(firstOrder, FILM))
    expect(engine.distance).toBeLessThanOrEqual(firstOrder.distance)
  })

  it('comes to rest in a hollow of one column', async () => {
    const { engine } = await besideFirstOrder(row([1, 0, 1, 2], 0), [0.5, 0.5, 0, 0], 3600)
    expect(fastest(engine, FILM)).toBeLessThan(0.05)
  })

  describe.each([1, 2])('on rough slope %i', (seed) => {
    const side = 48
    const slope = (manning: number): Ground => ({
      nx: side,
      nz: side,
      cellSize: 1,
      manning,
      bed: Float64Array.from({ length: side * side }, (_, k) => {
        const [i, j] = [k % side, Math.floor(k / side)]
        return 0.3 * (side - i) + uniformAt(i, j, seed)
      }),
      isOpen: false,
    })
    const film = Array.from({ length: side * side }, () => 0.1)

    it('has no racing puddles', async () => {
      const { engine, firstOrder } = await besideFirstOrder(slope(0), film, 200)
      // 352 columns were faster than 1 m/s, the fastest 815 m/s, and a step took 256 substeps.
      expect(countFast(engine)).toBeLessThanOrEqual(countFast(firstOrder))
      expect(fastest(engine, FILM)).toBeLessThanOrEqual(fastest(firstOrder, FILM))
      expect(engine.substeps).toBeLessThan(20)
      expect(engine.distance).toBeLessThanOrEqual(firstOrder.distance)
    })

    it('stands only in hollows, with friction', async () => {
      const { engine, firstOrder } = await besideFirstOrder(slope(0.03), film, 200)
      // 29.5 m³ stood where no hollow holds them.
      expect(engine.distance).toBeLessThanOrEqual(firstOrder.distance)
      expect(countFast(engine)).toBe(0)
    })
  })
})
