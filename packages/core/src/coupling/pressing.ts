// Drag acts on the water as a pressure over a disc around the body. In shallow water a pressure over radius r accelerates a mass of
// ρ π r⁴/(8 depth). Under a small body on deep water this mass is small, and the water would rise as a jet. The disc is wide enough
// for the mass to be at least the body's added mass.

import { columnAt, rowAt } from '../fields/grid.js'
import { DEPTH_PER_RADIUS } from '../generated/layouts/bodies/measure-bodies.js'
import { WATER_DENSITY } from '../numerics/constants.js'
import type { ColumnMemory } from './submersion/column-memory.js'
import type { SubmergedBody } from './submersion/submerged-body.js'
import type { WaterCoupling } from './water-coupling.js'

/**
 * Effective depth of the flow that a pressure over a radius [m] causes [m]. On deep water it is so many radii that the mass above is 4/3 ρ r³, the added
 * mass of one side of a disc.
 */
export function flowingDepth({ isDispersive }: WaterCoupling, depth: number, radius: number): number {
  return isDispersive ? Math.min(depth, DEPTH_PER_RADIUS * radius) : depth
}

/** Sets the radius of the disc for a body. `depths`: of the water, for each column [m]. */
export function setPressingRadius(water: WaterCoupling, depths: Float64Array, submerged: SubmergedBody): void {
  const radius = Math.sqrt(submerged.area[0]! / Math.PI)
  const depth = flowingDepth(water, depths[submerged.first]!, radius)
  const wide = Math.sqrt(Math.sqrt((4 * submerged.volume[0]! * depth) / Math.PI))
  submerged.pressingRadius = Math.max(wide, radius) + water.grid.cellSize
}

/**
 * Gives the water a downward momentum [N s] around (x, z), most at the centre. `memory`: where the cells of the disc are listed. Returns the
 * momentum that the fields hold [N s].
 */
export function pressAround(
  water: WaterCoupling,
  memory: ColumnMemory,
  x: number,
  z: number,
  radius: number,
  momentum: number,
): number {
  const { grid } = water
  const inside = memory.listDisc(columnAt(grid, x), rowAt(grid, z), radius / grid.cellSize)
  const { cells, values, openness } = memory.list
  water.readWetness(cells, 0, inside, openness)
  const area = grid.cellSize * grid.cellSize
  const count = memory.shareMomentum(inside, momentum, WATER_DENSITY * area)
  if (count === 0) return 0
  water.pressCells(cells, 0, count, values)
  return memory.sumOpen(count) * WATER_DENSITY * area
}
