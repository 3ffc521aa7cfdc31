// The static colliders of a scene: its edges, its floor, its terrain and its solids.

import type { Field } from '../fields/field.js'
import type { Grid } from '../fields/grid.js'
import type { Tank } from './world.js'

/** Distance of the floor below the lowest terrain [m]. */
const BELOW = 1
/** Depth of the floor under water without a bottom [m]. */
const DEEP = 1000
/** Height of solids over the rest level [cells]: higher than any body climbs. */
const WALL = 64

/** Every edge is a wall to bodies: there is no water beyond it. */
const WALLS = { 'x-': true, 'x+': true, 'z-': true, 'z+': true } as const

/** The static part of a solver. */
interface StaticScene {
  readonly grid: Grid
  readonly fields: ReadonlyMap<string, Field>
  readonly coupling?: { floorAt(cell: number): number }
}

export function tankOf(solver: StaticScene): Tank {
  const bed = terrainOf(solver)
  const lowest = bed?.reduce((least, height) => Math.min(least, height), Infinity)
  return {
    grid: solver.grid,
    walls: WALLS,
    floor: solver.fields.has('bed') ? lowest! - BELOW : floorOf(solver),
    bed,
  }
}

/** Height of the static collider in each cell [m]: the terrain, or a wall if most of the cell is solid. Undefined if all cells are level. */
export function terrainOf(solver: StaticScene): Float64Array | undefined {
  const { nx, nz, cellSize } = solver.grid
  const bed = solver.fields.get('bed')
  const openness = solver.fields.get('openness')
  const floor = floorOf(solver)
  const heights = new Float64Array(nx * nz)
  let isLevel = bed === undefined
  for (let j = 0; j < nz; j++)
    for (let i = 0; i < nx; i++) {
      const isSolid = openness !== undefined && openness.at(i, j) < 0.5
      const ground = bed ? bed.at(i, j) : floor
      heights[j * nx + i] = isSolid ? Math.max(0, ground) + WALL * cellSize : ground
      if (isSolid) isLevel = false
    }
  return isLevel ? undefined : heights
}

/** Height of the bottom of water of constant depth [m]. */
function floorOf({ coupling }: StaticScene): number {
  const floor = coupling?.floorAt(0) ?? Number.NEGATIVE_INFINITY
  return Number.isFinite(floor) ? floor : -DEEP
}
