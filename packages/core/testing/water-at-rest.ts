// Where water over terrain comes to rest, and how far from there it is.

import type { Ground } from './first-order-shallow.js'

/** Columns of the outlet before an open edge: water falls into it and leaves. */
export const OUTLET = 2
/** Default of `dryDepth` [cells]. */
export const DRY = 1e-4

/** Water that still has to move until all is at rest [m of one cell]. Films thinner than `dryDepth` count as dry. */
export function distanceFromRest(ground: Ground, depth: ArrayLike<number>): number {
  const rest = restOf(ground, depth)
  const dry = DRY * ground.cellSize
  let sum = 0
  for (let k = 0; k < rest.length; k++) if (!isOutlet(ground, k)) sum += Math.max(0, depth[k]! - rest[k]! - dry)
  return sum
}

/**
 * The depths to which water comes that runs down slowly, always to the lowest cell next to it, until every pond is level. All that
 * reaches the outlet has left.
 */
export function restOf(ground: Ground, depth: ArrayLike<number>): Float64Array {
  const { nx, nz, bed } = ground
  const rest = Float64Array.from(depth)
  const cells = Array.from(rest.keys())
  const level = (k: number) => bed[k]! + rest[k]!
  const total = rest.reduce((a, b) => a + b, 0)
  for (let sweep = 0, moved = Infinity; moved > 1e-7 * total && sweep < 20_000; sweep++) {
    moved = 0
    cells.sort((a, b) => level(b) - level(a))
    for (const k of cells) {
      const i = k % nx
      if (isOutlet(ground, k)) {
        rest[k] = 0
        continue
      }
      let lowest = k
      const look = (next: number) => {
        if (level(next) < level(lowest)) lowest = next
      }
      if (i > 0) look(k - 1)
      if (i < nx - 1) look(k + 1)
      if (k >= nx) look(k - nx)
      if (k < nx * (nz - 1)) look(k + nx)
      const amount = Math.min(rest[k]!, 0.5 * (level(k) - level(lowest)))
      rest[k]! -= amount
      rest[lowest]! += amount
      moved += amount
    }
  }
  return rest
}

/** Whether a cell belongs to the outlet. Its water has left the terrain, though not yet the grid: on level ground friction holds it. */
function isOutlet({ nx, isOpen }: Ground, cell: number): boolean {
  return isOpen && cell % nx >= nx - OUTLET
}
