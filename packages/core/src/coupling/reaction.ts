// The reaction of the forces on a body: the water receives the momentum that the body got, in four parts.
//
//   displaced volume   ρ g × displaced volume: carried by the raised level itself
//   virtual height     pressure under a body that reaches through the surface, if coupling is by virtual height
//   local level        ρ g × (submerged - displaced height), and its damping: pressure cell by cell under the body
//   drag               the vertical rest: pressure over a disc around the body (pressing.ts); the horizontal part: discharge, in
//                      water that has any

import type { BodyWorld } from '../bodies/world.js'
import { columnAt, rowAt } from '../fields/grid.js'
import { WATER_DENSITY } from '../numerics/constants.js'
import type { Forces } from './forces.js'
import { ParallelReaction } from './parallel-reaction.js'
import { pressAround, setPressingRadius } from './pressing.js'
import type { SubmergedBody } from './submersion/submerged-body.js'
import type { ColumnsView } from './submersion/submerged-columns.js'
import type { Submersion } from './submersion/submersion.js'
import type { VirtualHeight } from './virtual-height/virtual-height.js'
import type { WaterCoupling } from './water-coupling.js'

export class Reaction {
  /** Downward momentum that the water has received [N s], as its fields hold it. */
  momentum = 0
  readonly #water: WaterCoupling
  readonly #virtual: VirtualHeight | undefined

  /** Presses the water by all bodies at once, where there is room for that. */
  readonly #together: ParallelReaction | undefined

  constructor(water: WaterCoupling, virtual: VirtualHeight | undefined) {
    this.#water = water
    this.#virtual = virtual
    this.#together = water.room && new ParallelReaction(water.room.exchange, water)
  }

  /** Completes the reactions of all bodies. */
  finish(): void {
    if (!this.#together) return
    this.#together.apply()
    this.momentum += this.#together.momentum
  }

  /** Gives the water the reaction of the forces that were solved for a body, in a row, perhaps only in `finish`. */
  apply(
    body: number,
    row: number,
    { bodies, columns, areTogether }: Submersion,
    world: BodyWorld,
    forces: Forces,
    dt: number,
  ): void {
    const submerged = bodies[body]!
    const { gravity, isTwoWay } = this.#water
    const { results } = forces
    const water = forces.waterOf(row)
    const carried = forces.carriedOf(row)
    const volume = submerged.volume[0]!
    if (isTwoWay) this.momentum += WATER_DENSITY * gravity * dt * submerged.displaced - carried
    const pressed = this.#virtual?.press(body, results, forces.changeOf(row)) ?? 0
    this.momentum += pressed
    const buoyancy = WATER_DENSITY * gravity * dt * (volume + submerged.dampingVolume)
    const damping = (gravity * dt * submerged.dampingVolume) / submerged.area[0]!
    const dragX = -(results[water]! + buoyancy * submerged.buoyancyLevel.slopeX) / (WATER_DENSITY * volume)
    const dragZ = -(results[water + 2]! + buoyancy * submerged.buoyancyLevel.slopeZ) / (WATER_DENSITY * volume)
    const together = areTogether && !this.#virtual ? this.#together : undefined
    together?.add(submerged.first, submerged.end, gravity * dt, damping, dragX, dragZ)
    this.#pressAround(body, submerged, columns, world, results[water + 1]! + carried - pressed - buoyancy, together)
    if (!together) this.#pressColumns(submerged, columns, gravity * dt, damping, dragX, dragZ)
  }

  /**
   * Presses the cells under a body: by the part of the local level above the undisturbed one, and by its damping [m²/s]. Gives the water there the
   * horizontal reaction, in proportion to the submerged heights.
   */
  #pressColumns(
    { first, end }: SubmergedBody,
    { memory }: ColumnsView,
    scale: number,
    damping: number,
    dragX: number,
    dragZ: number,
  ): void {
    const count = memory.listPressed(first, end, scale, damping)
    const { cells, values, heights } = memory.list
    this.#water.pressCells(cells, 0, count, values)
    const { cellSize } = this.#water.grid
    this.momentum = memory.addMomentum(count, WATER_DENSITY, cellSize * cellSize, this.momentum)
    this.#water.dragCells?.(cells, 0, count, heights, dragX, dragZ)
  }

  #pressAround(
    body: number,
    submerged: SubmergedBody,
    { memory }: ColumnsView,
    { centers }: BodyWorld,
    momentum: number,
    together: ParallelReaction | undefined,
  ): void {
    if (momentum === 0) return
    const volume = submerged.volume[0]!
    setPressingRadius(this.#water, memory.depth, submerged)
    const radius = submerged.pressingRadius
    // Around a centre of mass beyond the grid there may be no water: then the disc is around the centre of the submerged volume.
    const x = centers[3 * body]! + (submerged.isInsideGrid ? 0 : submerged.volume[1]! / volume)
    const z = centers[3 * body + 2]! + (submerged.isInsideGrid ? 0 : submerged.volume[3]! / volume)
    const { grid } = this.#water
    if (together) together.setDisc(columnAt(grid, x), rowAt(grid, z), radius / grid.cellSize, momentum)
    else this.momentum += pressAround(this.#water, memory, x, z, radius, momentum)
  }
}
