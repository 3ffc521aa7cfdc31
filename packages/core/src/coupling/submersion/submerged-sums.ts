// Sums over the columns of a body: the offset of its centroid, and the moments of its submerged volume and areas.

import { rotated, setMatrix } from '../../bodies/geometry/rotation.js'
import type { Solid } from '../../bodies/geometry/solid.js'
import type { BodyWorld } from '../../bodies/world.js'
import { addAreaMoments, addPointMoments } from '../../numerics/moments.js'
import type { WaterCoupling } from '../water-coupling.js'
import type { SubmergedBody } from './submerged-body.js'
import type { ColumnsView } from './submerged-columns.js'

/** Weight of the change of the submerged volume in `SubmergedBody.dampingVolume` [1]. */
const DAMPING = 1
/** Fraction of a body's volume over the grid from which on the body counts as inside it. */
const INSIDE = 0.999

export class SubmergedSums {
  readonly #water: WaterCoupling
  readonly #cellArea: number
  readonly #flow = new Float64Array(2)
  readonly #matrix = new Float64Array(9)

  constructor(water: WaterCoupling) {
    this.#water = water
    this.#cellArea = water.grid.cellSize * water.grid.cellSize
  }

  /** Compares the centroid of the columns with that of the solid. No offset if a part of the body is beyond the grid. */
  measureOffset(
    submerged: SubmergedBody,
    { spans: { coverage, top, bottom }, x, z }: ColumnsView,
    { volume, center }: Solid,
    { positions, rotations, centers }: BodyWorld,
    body: number,
  ): void {
    const { cellSize } = this.#water.grid
    let amount = 0
    let momentX = 0
    let momentZ = 0
    for (let k = submerged.first; k < submerged.end; k++) {
      const part = coverage[k]! * (top[k]! - bottom[k]!)
      amount += part
      momentX += part * x[k]!
      momentZ += part * z[k]!
    }
    submerged.offsetX = submerged.offsetZ = 0
    submerged.isInsideGrid = amount * cellSize * cellSize > INSIDE * volume
    if (!submerged.isInsideGrid) return
    setMatrix(this.#matrix, rotations, 4 * body)
    const at = rotated(this.#matrix, center)
    submerged.offsetX = positions[3 * body]! + at[0] - centers[3 * body]! - momentX / amount
    submerged.offsetZ = positions[3 * body + 2]! + at[2] - centers[3 * body + 2]! - momentZ / amount
  }

  /** Sums the displaced volume, below the undisturbed level. */
  sumDisplaced(submerged: SubmergedBody, { displacedHeight, openness }: ColumnsView): void {
    const { cellSize } = this.#water.grid
    let displaced = 0
    for (let k = submerged.first; k < submerged.end; k++) displaced += displacedHeight[k]! * openness[k]!
    submerged.displaced = displaced * cellSize * cellSize
  }

  /** Sums the moments of the submerged volume and areas, and the flow. `centerY`: height of the centre of mass [m]. */
  sumSubmerged(submerged: SubmergedBody, columns: ColumnsView, centerY: number): void {
    const { spans, submergedHeight, openness } = columns
    const cellArea = this.#cellArea
    submerged.volume.fill(0)
    submerged.area.fill(0)
    submerged.waterplane.fill(0)
    let flowX = 0
    let flowZ = 0
    for (let k = submerged.first; k < submerged.end; k++) {
      if (submergedHeight[k] === 0) continue
      const level = submerged.buoyancyLevel.at(columns.x[k]!, columns.z[k]!)
      const x = columns.x[k]! + submerged.offsetX
      const z = columns.z[k]! + submerged.offsetZ
      const volume = submergedHeight[k]! * openness[k]! * cellArea
      const area = spans.coverage[k]! * openness[k]! * cellArea
      const bottom = spans.bottom[k]!
      const y = 0.5 * (bottom + Math.max(bottom, Math.min(level, spans.top[k]!))) - centerY
      addPointMoments(submerged.volume, volume, x, y, z)
      addAreaMoments(submerged.area, area, x, z)
      const spread = spans.topSpread[k]!
      const dry = spread > 0 ? (spans.top[k]! + spread - level) / (2 * spread) : spans.top[k]! > level ? 1 : 0
      if (dry > 0) addAreaMoments(submerged.waterplane, area * Math.min(1, dry), x, z)
      this.#water.flowAt(spans.cell[k]!, this.#flow)
      flowX += volume * this.#flow[0]!
      flowZ += volume * this.#flow[1]!
    }
    const volume = submerged.volume[0]!
    // Water does not pull: a body that leaves the water quickly loses at most its buoyancy.
    const damping = submerged.heave.added > 0 ? 0 : DAMPING
    submerged.dampingVolume = Math.max(-volume, damping * (volume - submerged.previousVolume))
    submerged.previousVolume = volume
    submerged.flowX = volume > 0 ? flowX / volume : 0
    submerged.flowZ = volume > 0 ? flowZ / volume : 0
  }
}
