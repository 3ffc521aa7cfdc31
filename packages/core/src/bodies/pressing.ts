// Drag presses on the water around a body, over a circle wide enough for the water to take it on: in shallow water a pressure over
// radius r moves ρ π r⁴/(8 depth) of water, little under a small body on deep water, which would fly up as a jet. The
// circle is so wide that this is at least the body's added mass.

import { cellX, cellZ, columnAt, rowAt } from '../fields/grid.js'
import { RHO } from '../water.js'
import type { Afloat } from './afloat.js'

/** Depth that takes part in the flow under a body on deep water, in radii: 4/3 ρ r³ is the added mass of half a disc. */
const PART_OF_DEPTH = (3 * Math.PI) / 32

/** Depth of the water that flows when a pressure over a radius [m] moves it. */
export function flowingDepth({ isDispersive }: Afloat, depth: number, radius: number): number {
  return isDispersive ? Math.min(depth, PART_OF_DEPTH * radius) : depth
}

/** Radius over which a body of some wet volume [m³] and area [m²] presses, in water of some depth [m]. */
export function pressingRadius(afloat: Afloat, depth: number, volume: number, area: number): number {
  const radius = Math.sqrt(area / Math.PI)
  const wide = Math.sqrt(Math.sqrt((4 * volume * flowingDepth(afloat, depth, radius)) / Math.PI))
  return Math.max(wide, radius) + afloat.grid.cellSize
}

/** Presses down by a momentum [N s] around (x, z), most in the middle. Returns what was felt [N s]. */
export function pressAround(afloat: Afloat, x: number, z: number, radius: number, momentum: number): number {
  const { grid } = afloat
  const { nx, nz, cellSize } = grid
  const reach = radius / cellSize
  const [column, row] = [columnAt(grid, x), rowAt(grid, z)]
  const [left, right] = [Math.max(0, Math.ceil(column - reach)), Math.min(nx - 1, Math.floor(column + reach))]
  const [back, front] = [Math.max(0, Math.ceil(row - reach)), Math.min(nz - 1, Math.floor(row + reach))]
  const weightOf = (i: number, j: number) => {
    const [dx, dz] = [cellX(grid, i) - x, cellZ(grid, j) - z]
    const inside = 1 - (dx * dx + dz * dz) / (radius * radius)
    const cell = j * nx + i
    return inside > 0 && afloat.levelAt(cell) !== Number.NEGATIVE_INFINITY
      ? inside * inside * afloat.opennessAt(cell)
      : 0
  }
  let total = 0
  for (let j = back; j <= front; j++) for (let i = left; i <= right; i++) total += weightOf(i, j)
  if (total === 0) return 0
  const area = cellSize * cellSize
  const impulse = momentum / (RHO * area * total)
  let felt = 0
  for (let j = back; j <= front; j++)
    for (let i = left; i <= right; i++) {
      const weight = weightOf(i, j)
      if (weight === 0) continue
      const cell = j * nx + i
      const openness = afloat.opennessAt(cell)
      felt += afloat.press(cell, (impulse * weight) / openness) * openness
    }
  return felt * RHO * area
}
