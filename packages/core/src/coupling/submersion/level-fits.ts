// The two levels of the water at a body, both planes. A body responds to the heave and the tilt of the water, not to ripples under it.
//
//   local level         fitted to the water in the body's own columns. It is higher than the undisturbed level by the water that the
//                       body has displaced and that has not yet flowed away
//   undisturbed level   fitted to the water around the body, up to one body width away, with a time constant
//
// Without the time constant the body's own waves would amplify themselves. But an undisturbed level that lags by τ raises the water under a body
// when it is high and lowers it when it is low, which amplifies waves at a rate of ω² τ: so it is no longer than necessary.

import type { Grid } from '../../fields/grid.js'
import { TIME_CONSTANT } from '../../generated/layouts/bodies/locate-bodies.js'
import { Results } from '../../generated/layouts/modules/submersion.js'
import type { WaterCoupling } from '../water-coupling.js'
import { LocalLevel } from './local-level.js'
import { PlaneFit } from './plane-fit.js'
import type { SubmergedBody } from './submerged-body.js'
import type { ColumnsView } from './submerged-columns.js'

export class LevelFits {
  readonly #water: WaterCoupling
  readonly #grid: Grid
  readonly #fit: PlaneFit
  readonly #before = new LocalLevel()

  constructor(water: WaterCoupling) {
    this.#water = water
    this.#grid = water.grid
    this.#fit = new PlaneFit(water.grid.cellSize)
  }

  /** Fits the local level of a body, columns weighted by their covered fraction. */
  fitLocal({ first, end, local }: SubmergedBody, { memory }: ColumnsView): void {
    memory.fitColumns(first, end)
    this.#fit.set(memory.results)
    this.#fit.solve(local)
  }

  /**
   * Fits the undisturbed level of a body with its centre of mass at (x, z). `dt`: time since the last fit [s], 0 for the first one.
   * Waves as short as the body is wide, its own among them, cancel out in the fit and in the time constant; in the undisturbed level
   * they would amplify themselves.
   */
  followUndisturbed(submerged: SubmergedBody, columns: ColumnsView, x: number, z: number, dt: number): void {
    if (submerged.end === submerged.first) {
      // All of the body is beyond the grid. On its return the level starts anew.
      submerged.undisturbedRate = 0
      submerged.wasOverWater = false
      return
    }
    const { undisturbed } = submerged
    const before = this.#before
    before.set(undisturbed.height, undisturbed.slopeX, undisturbed.slopeZ)
    const isNew = dt === 0 || !submerged.wasOverWater
    const width = this.#addAround(submerged, columns, x, z)
    // Around a body that reaches beyond the grid, the water lies on one side only. A plane extrapolated from there to the body
    // magnifies short waves, which would amplify themselves.
    const isFound = submerged.isInsideGrid ? this.#fit.solve(undisturbed) : this.#fit.solveLevel(undisturbed)
    // A body that covers all the water has no water around it: its undisturbed level stays, and starts as the local level.
    if (!isFound && isNew) {
      this.fitLocal(submerged, columns)
      undisturbed.set(submerged.local.height, submerged.local.slopeX, submerged.local.slopeZ)
    }
    const time = TIME_CONSTANT * Math.sqrt((width * this.#grid.cellSize) / this.#water.gravity)
    undisturbed.interpolate(before, undisturbed, isNew ? 1 : dt / (dt + time))
    submerged.undisturbedRate = isNew ? 0 : (undisturbed.height - before.height) / dt
    submerged.wasOverWater = submerged.isOverWater
  }

  /** Sums the levels around a body for the fit. Returns the width of the body in cells. */
  #addAround({ first, end }: SubmergedBody, { memory }: ColumnsView, x: number, z: number): number {
    const count = memory.samplesAround(first, end)
    this.#water.readLevels(memory.samples, 0, count, memory.sampleLevels)
    memory.fitSamples(count, x, z)
    this.#fit.set(memory.results)
    return memory.results[Results.double.width]!
  }
}
