// The water as bodies know it: cell by cell, between two steps. Cells are numbered j nx + i.

import type { Grid } from '../fields/grid.js'

export interface WaterCoupling {
  readonly grid: Grid
  /** [m/s²] */
  readonly gravity: number
  /** Whether bodies act on the water; waves that are a given function of time do not feel them. */
  readonly isTwoWay: boolean
  /** Level of the water [m]; -Infinity in solids and where the ground is dry. Under a body, what it would be without the body: the head of the pressure there. */
  levelAt(cell: number): number
  /** Height of the ground or of the bottom [m]; -Infinity where there is none. */
  floorAt(cell: number): number
  /** Depth of the water, bodies in it included [m]; Infinity where it has no bottom. */
  depthAt(cell: number): number
  /** Whether short waves leave deep water at rest; else all of the depth takes part in every flow. */
  readonly isDispersive: boolean
  /** How open a cell is: 1 water, 0 solid. */
  opennessAt(cell: number): number
  /** The same where there is water; 0 where it is dry. */
  wetnessAt(cell: number): number
  /** Velocity of the water [m/s], into `flow`: along x and z. */
  flowAt(cell: number, flow: Float64Array): void
  /** Adds to the level of a cell [m]. Returns by how much it rose: less where rounding or a dry ground has its say. */
  raise(cell: number, height: number): number
  /** Presses on a cell: pressure × time over density [m²/s]. Returns what was felt. */
  press(cell: number, impulse: number): number
  /** Drags a cell along: momentum per area over density [m²/s]. Potential flow has no answer to it. */
  drag?(cell: number, x: number, z: number): void
  /** To be called after the water was changed. */
  settle(): void
}
