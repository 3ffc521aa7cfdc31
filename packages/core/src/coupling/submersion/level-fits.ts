// The two levels of the water at a body, both planes. A body responds to the heave and the tilt of the water, not to ripples under it.
//
//   local level         fitted to the water in the body's own columns. It is higher than the undisturbed level by the water that the
//                       body has displaced and that has not yet flowed away
//   undisturbed level   fitted to the water around the body, up to one body width away, with a time constant

import { cellX, cellZ, type Grid, rowOf } from '../../fields/grid.js'
import type { WaterCoupling } from '../water-coupling.js'
import { LocalLevel } from './local-level.js'
import { PlaneFit } from './plane-fit.js'
import type { SubmergedBody } from './submerged-body.js'
import type { ColumnsView } from './submerged-columns.js'

/**
 * Time constant of the undisturbed level, in units of √(width / g). Without it the body's own waves would amplify themselves. But an
 * undisturbed level that lags by τ raises the water under a body when it is high and lowers it when it is low, which amplifies waves
 * at a rate of ω² τ: so it is no longer than necessary.
 */
const TIME_CONSTANT = 0.2
/** Samples of the water around a body for each of its widths, at most. */
const SAMPLES = 4

export class LevelFits {
  readonly #water: WaterCoupling
  readonly #grid: Grid
  readonly #fit: PlaneFit
  /** 1 in the cells of the body that is being fitted, 0 elsewhere; all 0 between two calls. */
  readonly #covered: Uint8Array
  readonly #before = new LocalLevel()

  constructor(water: WaterCoupling) {
    this.#water = water
    this.#grid = water.grid
    this.#fit = new PlaneFit(water.grid.cellSize)
    this.#covered = new Uint8Array(water.grid.nx * water.grid.nz)
  }

  /** Fits the local level of a body, columns weighted by their covered fraction. */
  fitLocal(submerged: SubmergedBody, { spans: { coverage }, x, z, level }: ColumnsView): void {
    this.#fit.clear()
    for (let k = submerged.first; k < submerged.end; k++)
      if (level[k] !== Number.NEGATIVE_INFINITY) this.#fit.add(coverage[k]!, x[k]!, z[k]!, level[k]!)
    this.#fit.solve(submerged.local)
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

  /** Adds the levels around a body to the fit. Returns the width of the body in cells. */
  #addAround({ first, end }: SubmergedBody, { spans: { cell } }: ColumnsView, x: number, z: number): number {
    const { nx, nz } = this.#grid
    const covered = this.#covered
    let left = nx
    let right = -1
    let back = nz
    let front = -1
    for (let k = first; k < end; k++) {
      covered[cell[k]!] = 1
      const j = rowOf(this.#grid, cell[k]!)
      const i = cell[k]! - j * nx
      left = Math.min(left, i)
      right = Math.max(right, i)
      back = Math.min(back, j)
      front = Math.max(front, j)
    }
    this.#fit.clear()
    const width = Math.max(right - left, front - back) + 1
    const margin = Math.max(2, width)
    // A few samples for each width determine the plane: large bodies skip cells.
    const stride = Math.ceil(width / SAMPLES)
    for (let j = Math.max(0, back - margin); j <= Math.min(nz - 1, front + margin); j += stride)
      for (let i = Math.max(0, left - margin); i <= Math.min(nx - 1, right + margin); i += stride) {
        if (covered[j * nx + i] === 1) continue
        const level = this.#water.levelAt(j * nx + i)
        if (level === Number.NEGATIVE_INFINITY) continue
        this.#fit.add(1, cellX(this.#grid, i) - x, cellZ(this.#grid, j) - z, level)
      }
    for (let k = first; k < end; k++) covered[cell[k]!] = 0
    return width
  }
}
