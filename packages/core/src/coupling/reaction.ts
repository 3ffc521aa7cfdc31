// The reaction of the forces on a body: the water receives the momentum that the body got, in four parts.
//
//   displaced volume   ρ g × displaced volume: carried by the raised level itself
//   virtual height     pressure under a body that reaches through the surface, if coupling is by virtual height
//   local level        ρ g × (submerged - displaced height), and its damping: pressure cell by cell under the body
//   drag               the vertical rest: pressure over a disc around the body (pressing.ts); the horizontal part: discharge, in
//                      water that has any

import type { BodyWorld } from '../bodies/world.js'
import { WATER_DENSITY } from '../numerics/constants.js'
import type { Forces } from './forces.js'
import { Pressing, pressingRadius } from './pressing.js'
import type { SubmergedBody } from './submersion/submerged-body.js'
import type { Submersion } from './submersion/submersion.js'
import type { VirtualHeight } from './virtual-height/virtual-height.js'
import type { WaterCoupling } from './water-coupling.js'

export class Reaction {
  /** Downward momentum that the water has received [N s], as its fields hold it. */
  momentum = 0
  readonly #water: WaterCoupling
  readonly #pressing: Pressing
  readonly #virtual: VirtualHeight | undefined

  constructor(water: WaterCoupling, virtual: VirtualHeight | undefined) {
    this.#water = water
    this.#pressing = new Pressing(water)
    this.#virtual = virtual
  }

  /** Gives the water the reaction of the forces that were solved for a body. */
  apply(body: number, { bodies, columns }: Submersion, world: BodyWorld, forces: Forces, dt: number): void {
    const { spans, submergedHeight, displacedHeight, openness } = columns
    const submerged = bodies[body]!
    const { gravity, isTwoWay, grid } = this.#water
    const { water, change, carried } = forces
    const cellArea = grid.cellSize * grid.cellSize
    const volume = submerged.volume[0]!
    if (isTwoWay) this.momentum += WATER_DENSITY * gravity * dt * submerged.displaced - carried
    const pressed = this.#virtual?.press(body, change[1]!, change[3]!, change[5]!) ?? 0
    this.momentum += pressed
    const buoyancy = WATER_DENSITY * gravity * dt * (volume + submerged.dampingVolume)
    const damping = (gravity * dt * submerged.dampingVolume) / submerged.area[0]!
    const depth = columns.depth[submerged.first]!
    this.#pressAround(body, submerged, depth, world, water[1]! + carried - pressed - buoyancy)
    const dragX = -(water[0]! + buoyancy * submerged.buoyancyLevel.slopeX) / (WATER_DENSITY * volume)
    const dragZ = -(water[2]! + buoyancy * submerged.buoyancyLevel.slopeZ) / (WATER_DENSITY * volume)
    for (let k = submerged.first; k < submerged.end; k++) {
      if (submergedHeight[k] === 0 && displacedHeight[k] === 0) continue
      const cell = spans.cell[k]!
      const above = gravity * dt * (submergedHeight[k]! - displacedHeight[k]!)
      const felt = this.#water.press(cell, submergedHeight[k] === 0 ? above : above + damping * spans.coverage[k]!)
      this.momentum += felt * WATER_DENSITY * cellArea * openness[k]!
      this.#water.drag?.(cell, dragX * submergedHeight[k]!, dragZ * submergedHeight[k]!)
    }
  }

  #pressAround(body: number, submerged: SubmergedBody, depth: number, { centers }: BodyWorld, momentum: number): void {
    if (momentum === 0) return
    const volume = submerged.volume[0]!
    const radius = pressingRadius(this.#water, depth, volume, submerged.area[0]!)
    // Around a centre of mass beyond the grid there may be no water: then the disc is around the centre of the submerged volume.
    const x = centers[3 * body]! + (submerged.isInsideGrid ? 0 : submerged.volume[1]! / volume)
    const z = centers[3 * body + 2]! + (submerged.isInsideGrid ? 0 : submerged.volume[3]! / volume)
    this.momentum += this.#pressing.around(x, z, radius, momentum)
  }
}
