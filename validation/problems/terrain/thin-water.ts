import { uniformAt } from '../../../packages/core/src/numerics/random.js'
import { besideFirstOrder, countFast, fastest } from '../../../packages/core/testing/beside-first-order.js'
import type { Ground } from '../../../packages/core/testing/first-order-shallow.js'
import type { Finding, Problem } from '../../problem.js'

/** Time that water on ledge and sill has [s], and water on the slope. */
const [SHORT, LONG] = [60, 200]
/** A film that falls from column to column is as fast as its fall makes it; it is thinner than this [m]. */
const FILM = 1e-3

const channel = (bed: readonly number[], manning: number): Ground => ({
  nx: bed.length,
  nz: 1,
  cellSize: 0.37,
  manning,
  bed: Float64Array.from(bed, (b) => b + 20),
  isOpen: false,
})

/** Two cells of level ground below a step, above a fall. */
export const LEDGE = [1, 0, 0, -1, -2, -3, -3] as const
/** A hollow of 1.5 cm behind a sill. */
export const SILL = [1.604, 1.345, 1.36, 1.055, 0.852, 0.6, 0.3, 0.1] as const

/** 48² cells of 1 m on a slope of 0.3, each at random up to 1 m higher. */
export function roughSlope(manning: number): Ground {
  const side = 48
  return {
    nx: side,
    nz: side,
    cellSize: 1,
    manning,
    bed: Float64Array.from(
      { length: side * side },
      (_, k) => 0.3 * (side - (k % side)) + uniformAt(k % side, Math.floor(k / side), 1),
    ),
    isOpen: false,
  }
}

/** A layer of 0.1 m. */
const layer = ({ bed }: Ground) => bed.map(() => 0.1)

export const thinWater: Problem = {
  name: 'Ledge, sill and rough slope',
  solver: 'shallow-water',
  exact:
    'water runs down until it is level, and only hollows hold it; on the way it is no faster and no farther from rest than by the scheme of first order, hydrostatic reconstruction and HLL (Audusse et al. 2004), whose figures stand in the column "exact"',
  async run() {
    const ledge = await besideFirstOrder(channel(LEDGE, 0.3), [0, 0.2, 0.2, 0, 0, 0, 0], SHORT)
    const sill = await besideFirstOrder(channel(SILL, 0), [0, 0.1437, 0, 0, 0, 0, 0, 0], SHORT)
    const smooth = await besideFirstOrder(roughSlope(0), layer(roughSlope(0)), LONG)
    const rough = await besideFirstOrder(roughSlope(0.03), layer(roughSlope(0.03)), LONG)
    const notMore = (quantity: string, measured: number, expected: number, unit: string): Finding => ({
      quantity,
      measured,
      expected,
      tolerance: 0,
      kind: 'at most',
      unit,
    })
    return [
      notMore(
        'ledge, n = 0.3: step of the surface on level ground',
        ledge.engine.depth[1]! - ledge.engine.depth[2]!,
        1e-3,
        'm',
      ),
      notMore('ledge, n = 0.3: water astray', ledge.engine.distance, ledge.firstOrder.distance, 'm³'),
      {
        quantity: 'sill: depth of the puddle behind it',
        measured: sill.engine.depth[1]!,
        expected: SILL[2] - SILL[1],
        tolerance: 1e-4,
        kind: 'absolute',
        unit: 'm',
      },
      notMore('sill: speed of the puddle', fastest(sill.engine, FILM), fastest(sill.firstOrder, FILM), 'm/s'),
      notMore('rough slope: columns faster than 1 m/s', countFast(smooth.engine), countFast(smooth.firstOrder), ''),
      notMore(
        'rough slope: fastest column deeper than 1 mm',
        fastest(smooth.engine, FILM),
        fastest(smooth.firstOrder, FILM),
        'm/s',
      ),
      notMore('rough slope: water astray, of 230.4 m³', smooth.engine.distance, smooth.firstOrder.distance, 'm³'),
      notMore(
        'rough slope, n = 0.03: columns faster than 1 m/s',
        countFast(rough.engine),
        countFast(rough.firstOrder),
        '',
      ),
      notMore(
        'rough slope, n = 0.03: water astray, of 230.4 m³',
        rough.engine.distance,
        rough.firstOrder.distance,
        'm³',
      ),
    ]
  },
}
