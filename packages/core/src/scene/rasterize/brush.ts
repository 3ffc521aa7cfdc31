// Drops and strokes as patches of elevation, and strokes that build or erase as patches of coverage. The bump is the
// polynomial (1 - r²)², smooth to its rim and zero beyond. A softness stretches it over the outer share of the radius
// and leaves a plateau within.

import { cellsWithin, type Patch } from '../../fields/cell-box.js'
import { cellX, cellZ, type Grid } from '../../fields/grid.js'
import type { EventOf } from '../schema/event.js'
import { coverage } from './shapes.js'

/**
 * Change of the surface by a drop or a stroke [m], or impulse of a press [m²/s], given the openness of each cell (1 water, 0 solid).
 */
export function patchOf(event: EventOf<'surface'>, grid: Grid, openness: (i: number, j: number) => number): Patch {
  const radius = Math.max(event.radius, grid.cellSize)
  if (event.type !== 'stroke') {
    const at = [event.x, event.z] as const
    const height = event.type === 'drop' ? event.height : event.impulse
    return bump(grid, at, at, radius, event.softness, height, openness)
  }
  // The water pressed down under the stroke rises in a bump twice as wide. Its scale makes both volumes equal, also where
  // walls or solids cut off a part of either bump.
  const rise = bump(grid, event.from, event.to, 2 * radius, event.softness, 1, openness)
  const press = bump(grid, event.from, event.to, radius, event.softness, 1, openness)
  const share = volume(press, openness) / volume(rise, openness)
  if (!Number.isFinite(share)) return rise
  for (let k = 0; k < rise.values.length; k++) rise.values[k]! *= share * event.strength
  for (let j = 0; j < press.nz; j++)
    for (let i = 0; i < press.nx; i++)
      rise.values[(press.j + j - rise.j) * rise.nx + press.i + i - rise.i]! -=
        event.strength * press.values[j * press.nx + i]!
  return rise
}

/** Coverage of each cell by a stroke that changes solids or the ground, 0 to 1. */
export function coverageOf({ from, to, radius, softness }: EventOf<'solids' | 'terrain'>, grid: Grid): Patch {
  const { cellSize } = grid
  return brush(grid, from, to, Math.max(radius, cellSize / 2), cellSize, (distance2, half) =>
    fade(Math.sqrt(distance2), half, softness, cellSize),
  )
}

/** A bump around the segment from a to b. */
function bump(
  grid: Grid,
  a: readonly [number, number],
  b: readonly [number, number],
  radius: number,
  softness: number | undefined,
  height: number,
  openness: (i: number, j: number) => number,
): Patch {
  if (softness === undefined)
    return brush(grid, a, b, radius, 0, (distance2, _, i, j) => {
      const inside = 1 - distance2 / (radius * radius)
      return inside > 0 && openness(i, j) > 0 ? height * inside * inside : 0
    })
  return brush(grid, a, b, radius, grid.cellSize, (distance2, _, i, j) =>
    openness(i, j) > 0 ? height * fade(Math.sqrt(distance2), radius, softness, grid.cellSize) : 0,
  )
}

/** 1 under the brush, falling to 0 over the outer `softness` share of its radius; a rim sharper than a cell is a ramp one cell wide. */
function fade(distance: number, radius: number, softness: number, cellSize: number): number {
  const rim = softness * radius
  if (rim <= cellSize) return coverage(distance - radius, cellSize)
  const out = Math.max(0, (distance - radius + rim) / rim)
  const inside = Math.max(0, 1 - out * out)
  return inside * inside
}

/** A value for each cell within `radius` + `margin` of the segment from a to b, as a function of its squared distance [m²]. */
function brush(
  grid: Grid,
  a: readonly [number, number],
  b: readonly [number, number],
  radius: number,
  margin: number,
  value: (distance2: number, radius: number, i: number, j: number) => number,
): Patch {
  const box = cellsWithin(grid, a, b, radius + margin)
  const values = new Float64Array(box.nx * box.nz)
  const [ux, uz] = [b[0] - a[0], b[1] - a[1]]
  const length2 = ux * ux + uz * uz
  for (let j = 0; j < box.nz; j++) {
    for (let i = 0; i < box.nx; i++) {
      const [x, z] = [cellX(grid, box.i + i) - a[0], cellZ(grid, box.j + j) - a[1]]
      const along = length2 > 0 ? Math.min(1, Math.max(0, (x * ux + z * uz) / length2)) : 0
      const [rx, rz] = [x - along * ux, z - along * uz]
      values[j * box.nx + i] = value(rx * rx + rz * rz, radius, box.i + i, box.j + j)
    }
  }
  return { ...box, values }
}

/** Volume of the water in a patch, in units of one cell's area × 1 m; partly solid cells count by their openness. */
function volume({ i, j, nx, values }: Patch, openness: (i: number, j: number) => number): number {
  return values.reduce((sum, value, k) => sum + value * openness(i + (k % nx), j + Math.floor(k / nx)), 0)
}
