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
  // Kept, because thousands of sweeps sort by it.
  const level = rest.map((d, k) => bed[k]! + d)
  const set = (k: number, d: number) => {
    rest[k] = d
    level[k] = bed[k]! + d
  }
  const lower = (k: number, next: number) => (level[next]! < level[k]! ? next : k)
  const total = rest.reduce((a, b) => a + b, 0)
  for (let sweep = 0, moved = Infinity; moved > 1e-7 * total && sweep < 20_000; sweep++) {
    moved = 0
    cells.sort((a, b) => level[b]! - level[a]!)
    for (const k of cells) {
      if (rest[k] === 0) continue
      if (isOutlet(ground, k)) {
        set(k, 0)
        continue
      }
      const i = k % nx
      let lowest = k
      if (i > 0) lowest = lower(lowest, k - 1)
      if (i < nx - 1) lowest = lower(lowest, k + 1)
      if (k >= nx) lowest = lower(lowest, k - nx)
      if (k < nx * (nz - 1)) lowest = lower(lowest, k + nx)
      if (lowest === k) continue
      const amount = Math.min(rest[k]!, 0.5 * (level[k]! - level[lowest]!))
      set(k, rest[k]! - amount)
      set(lowest, rest[lowest]! + amount)
      moved += amount
    }
  }
  return rest
}

/** Whether a cell belongs to the outlet. Its water has left the terrain, though not yet the grid: on level ground friction holds it. */
function isOutlet({ nx, isOpen }: Ground, cell: number): boolean {
  return isOpen && cell % nx >= nx - OUTLET
}
