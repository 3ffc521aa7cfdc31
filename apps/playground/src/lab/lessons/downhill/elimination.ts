// The implicit step of a trough of six wide columns: small enough to be written out.

import { type KassMillerRows, kassMillerRows, type ThomasStage, thomasStages } from '@seiche/textbook'
import { cells, dx, gravity } from './trough.js'

const columns = 6
/** Stages of the elimination: five rows forth, six back. */
export const stageCount = 2 * columns - 1

export interface System {
  /** Width of a column [m]. */
  width: number
  /** Water columns d [m]. */
  depths: Float64Array
  matrix: KassMillerRows
  /** Right-hand side [m]. */
  right: Float64Array
  stages: ThomasStage[]
}

/** The system A h = h(n-1) + (1 - τ)(h(n-1) - h(n-2)) of the mean depths and elevations of six parts of the trough. */
export function systemOf(
  { eta, etaOld, bed }: { eta: Float64Array; etaOld: Float64Array; bed: Float64Array },
  { dt, tau }: { dt: number; tau: number },
): System {
  const width = (cells * dx) / columns
  const meanOf = (values: Float64Array, column: number) => {
    const [from, to] = [Math.floor((column * cells) / columns), Math.floor(((column + 1) * cells) / columns)]
    return values.slice(from, to).reduce((sum, value) => sum + value, 0) / (to - from)
  }
  const parts = (values: Float64Array) => Float64Array.from({ length: columns }, (_, column) => meanOf(values, column))
  const depths = parts(eta.map((level, i) => Math.max(0, level - bed[i]!)))
  const [now, before] = [parts(eta), parts(etaOld)]
  const matrix = kassMillerRows(depths, { dx: width, dt, g: gravity })
  const right = now.map((level, n) => level + (1 - tau) * (level - before[n]!))
  return { width, depths, matrix, right, stages: thomasStages(matrix, right) }
}
