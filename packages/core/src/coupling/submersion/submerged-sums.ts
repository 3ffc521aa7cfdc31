// Sums over the columns of a body: the offset of its centroid, and the moments of its submerged volume and areas.

import { setMatrix } from '../../bodies/geometry/rotation.js'
import type { Solid } from '../../bodies/geometry/solid.js'
import type { BodyWorld } from '../../bodies/world.js'
import { INSIDE } from '../../generated/layouts/bodies/locate-bodies.js'
import { Results } from '../../generated/layouts/modules/submersion.js'
import type { WaterCoupling } from '../water-coupling.js'
import type { SubmergedBody } from './submerged-body.js'
import type { ColumnsView } from './submerged-columns.js'

/** Moments of an area that are not 0 (numerics/moments.ts). */
const AREA_MOMENTS = [0, 1, 3, 4, 6, 9] as const

/** Weight of the change of the submerged volume in `SubmergedBody.dampingVolume` [1]. */
const DAMPING = 1

export class SubmergedSums {
  readonly #water: WaterCoupling
  readonly #matrix = new Float64Array(9)

  constructor(water: WaterCoupling) {
    this.#water = water
  }

  /**
   * Compares the centroid of the columns, which `SubmergedColumns.locate` has summed, with that of the solid. No offset if a part of the body
   * is beyond the grid.
   */
  measureOffset(
    submerged: SubmergedBody,
    { memory: { results } }: ColumnsView,
    { volume, center }: Solid,
    { positions, rotations, centers }: BodyWorld,
    body: number,
  ): void {
    const { cellSize } = this.#water.grid
    const amount = results[Results.double.amount]!
    submerged.offsetX = submerged.offsetZ = 0
    submerged.isInsideGrid = amount * cellSize * cellSize > INSIDE * volume
    if (!submerged.isInsideGrid) return
    setMatrix(this.#matrix, rotations, 4 * body)
    const m = this.#matrix
    const x = m[0]! * center[0] + m[1]! * center[1] + m[2]! * center[2]
    const z = m[6]! * center[0] + m[7]! * center[1] + m[8]! * center[2]
    submerged.offsetX = positions[3 * body]! + x - centers[3 * body]! - results[Results.double.momentX]! / amount
    submerged.offsetZ =
      positions[3 * body + 2]! + z - centers[3 * body + 2]! - results[Results.double.momentZ]! / amount
  }

  /** Sums the moments of the submerged volume and areas, and the flow. `centerY`: height of the centre of mass [m]. */
  sumSubmerged(submerged: SubmergedBody, { memory }: ColumnsView, centerY: number): void {
    const { first, end, offsetX, offsetZ } = submerged
    const { height, slopeX, slopeZ } = submerged.buoyancyLevel
    this.#water.readFlow(memory.spans.cell, first, end, memory.flowX, memory.flowZ)
    memory.sumSubmerged(first, end, height, slopeX, slopeZ, offsetX, offsetZ, centerY)
    this.read(submerged, memory.results, 0)
  }

  /** Takes the sums that kernels have written to results, from an index on. */
  read(submerged: SubmergedBody, results: Float64Array, at: number): void {
    const { double } = Results
    for (let k = 0; k < 10; k++) submerged.volume[k] = results[at + double.volume + k]!
    for (let k = 0; k < AREA_MOMENTS.length; k++) {
      submerged.area[AREA_MOMENTS[k]!] = results[at + double.area + k]!
      submerged.waterplane[AREA_MOMENTS[k]!] = results[at + double.waterplane + k]!
    }
    const volume = submerged.volume[0]!
    // Water does not pull: a body that leaves the water quickly loses at most its buoyancy.
    const damping = submerged.heave.added > 0 ? 0 : DAMPING
    submerged.dampingVolume = Math.max(-volume, damping * (volume - submerged.previousVolume))
    submerged.previousVolume = volume
    submerged.flowX = volume > 0 ? results[at + double.flowX]! / volume : 0
    submerged.flowZ = volume > 0 ? results[at + double.flowZ]! / volume : 0
  }
}
