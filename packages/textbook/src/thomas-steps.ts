/**
 * Thomas's elimination, one row at a time.
 *
 * The matrix of kass-miller.ts is tridiagonal, and the slides that print it (He Wang, lecture "Animation & Simulation",
 * "Finding its way downhill") do not say how to solve it. `thomas` of kass-miller.ts does, in two loops; this file stops
 * after each row of them, so that a reader can watch.
 *
 *     forth, i = 1 … n-1:  row i = row i - f[i-1]/pivot[i-1] · row i-1     the element left of the diagonal becomes 0
 *     back,  i = n-1 … 0:  x[i] = (right[i] - f[i] x[i+1]) / pivot[i]      the element right of it is used up
 *
 * 2 n - 1 stages, about 5 n multiplications and divisions. A full elimination needs n³/3.
 *
 * Known defects: none. Every pivot is at least 1 for this matrix, so no rows need to be exchanged.
 */

import type { KassMillerRows } from './kass-miller.js'

/** The system after a row has been treated. */
export interface ThomasStage {
  /** `forth` eliminates to the left, `back` solves from the last row on. */
  direction: 'forth' | 'back'
  /** The row that has just been treated, from 0. */
  row: number
  /** Diagonal, as far as it has been treated. */
  pivot: Float64Array
  /** Right-hand side; x from `row` on while going back. */
  right: Float64Array
  /** Multiple of the row above that was subtracted; 0 while going back. */
  factor: number
}

/** The stages of A x = b, in order; the `right` of the last one is x. */
export function thomasStages({ e, f }: KassMillerRows, b: Float64Array): ThomasStage[] {
  const n = e.length
  const pivot = Float64Array.from(e)
  const right = Float64Array.from(b)
  const stages: ThomasStage[] = []
  const note = (direction: ThomasStage['direction'], row: number, factor: number) =>
    stages.push({ direction, row, pivot: pivot.slice(), right: right.slice(), factor })

  for (let i = 1; i < n; i++) {
    const factor = f[i - 1]! / pivot[i - 1]!
    pivot[i]! -= factor * f[i - 1]!
    right[i]! -= factor * right[i - 1]!
    note('forth', i, factor)
  }

  for (let i = n - 1; i >= 0; i--) {
    const known = i < n - 1 ? f[i]! * right[i + 1]! : 0
    right[i] = (right[i]! - known) / pivot[i]!
    note('back', i, 0)
  }
  return stages
}
