// Drops and strokes as patches of elevation. The bump is the polynomial (1 - r²)², smooth to its rim and zero beyond.

import { cellsWithin, type Patch } from '../fields/cell-box.js'
import { cellX, cellZ, type Grid } from '../fields/grid.js'
import type { WaterEvent } from '../scene/event-schema.js'

/** What an event does to the surface [m], given how open each cell is (1 water, 0 solid). */
export function patchOf(event: WaterEvent, grid: Grid, openness: (i: number, j: number) => number): Patch {
  const radius = Math.max(event.radius, grid.cellSize)
  if (event.type === 'drop') {
    const at = [event.x, event.z] as const
    return bump(grid, at, at, radius, event.height, openness)
  }
  // What is pressed down under the stroke rises in a bump twice as wide, scaled so that no water is added or lost,
  // also beside walls and solids that cut either bump off.
  const rise = bump(grid, event.from, event.to, 2 * radius, 1, openness)
  const press = bump(grid, event.from, event.to, radius, 1, openness)
  const share = volume(press, openness) / volume(rise, openness)
  if (!Number.isFinite(share)) return rise
  for (let k = 0; k < rise.values.length; k++) rise.values[k]! *= share * event.strength
  for (let j = 0; j < press.nz; j++)
    for (let i = 0; i < press.nx; i++)
      rise.values[(press.j + j - rise.j) * rise.nx + press.i + i - rise.i]! -=
        event.strength * press.values[j * press.nx + i]!
  return rise
}

/** A bump around the segment from a to b. */
function bump(
  grid: Grid,
  a: readonly [number, number],
  b: readonly [number, number],
  radius: number,
  height: number,
  openness: (i: number, j: number) => number,
): Patch {
  const box = cellsWithin(grid, a, b, radius)
  const values = new Float64Array(box.nx * box.nz)
  const [ux, uz] = [b[0] - a[0], b[1] - a[1]]
  const length2 = ux * ux + uz * uz
  for (let j = 0; j < box.nz; j++) {
    for (let i = 0; i < box.nx; i++) {
      const [x, z] = [cellX(grid, box.i + i) - a[0], cellZ(grid, box.j + j) - a[1]]
      const along = length2 > 0 ? Math.min(1, Math.max(0, (x * ux + z * uz) / length2)) : 0
      const [rx, rz] = [x - along * ux, z - along * uz]
      const inside = 1 - (rx * rx + rz * rz) / (radius * radius)
      if (inside > 0 && openness(box.i + i, box.j + j) > 0) values[j * box.nx + i] = height * inside * inside
    }
  }
  return { ...box, values }
}

/** Water in a patch, in cells' worth: partly solid cells hold less. */
function volume({ i, j, nx, values }: Patch, openness: (i: number, j: number) => number): number {
  return values.reduce((sum, value, k) => sum + value * openness(i + (k % nx), j + Math.floor(k / nx)), 0)
}
