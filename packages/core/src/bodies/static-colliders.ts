// What bodies of a scene lie on and bump into: its edges, its floor, its ground and its solids.

import type { Field } from '../fields/field.js'
import type { Grid } from '../fields/grid.js'
import type { Tank } from './world.js'

/** How far below the lowest ground, or below deep water, bodies come to rest at last [m]. */
const BELOW = 1
const DEEP = 1000
/** Solids reach out of the water by so many cells, higher than anything climbs [1]. */
const WALL = 64

/** Every edge is a wall to bodies: beyond it there is no water to carry them. */
const WALLS = { 'x-': true, 'x+': true, 'z-': true, 'z+': true } as const

/** A solver, as far as it stands still. */
interface Stage {
  readonly grid: Grid
  readonly fields: ReadonlyMap<string, Field>
  opennessAt(i: number, j: number): number
}

export function tankOf(solver: Stage, depth: number | undefined): Tank {
  const bed = groundOf(solver, depth)
  const lowest = bed?.reduce((least, height) => Math.min(least, height), Infinity)
  return {
    grid: solver.grid,
    walls: WALLS,
    floor: solver.fields.has('bed') ? lowest! - BELOW : -(depth ?? DEEP),
    bed,
  }
}

/** Heights of what stands still in each cell [m]: the ground, or a wall where most of the cell is solid; undefined where all is level. */
export function groundOf(solver: Stage, depth: number | undefined): Float64Array | undefined {
  const { nx, nz, cellSize } = solver.grid
  const bed = solver.fields.get('bed')
  const heights = new Float64Array(nx * nz)
  let isLevel = bed === undefined
  for (let j = 0; j < nz; j++)
    for (let i = 0; i < nx; i++) {
      const isSolid = solver.opennessAt(i, j) < 0.5
      const ground = bed ? bed.at(i, j) : -(depth ?? DEEP)
      heights[j * nx + i] = isSolid ? Math.max(0, ground) + WALL * cellSize : ground
      if (isSolid) isLevel = false
    }
  return isLevel ? undefined : heights
}
