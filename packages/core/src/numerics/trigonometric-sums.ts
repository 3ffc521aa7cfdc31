// Sums of harmonics, by Clenshaw's recurrence: one cosine for all terms.

import { cos, sin } from './elementary.js'

/** Σ a_n cos(n x). */
export function cosineSum(a: readonly number[], x: number): number {
  const c = cos(x)
  const [one, two] = recurrence(a, c)
  return a[0]! + c * one - two
}

/** Σ a_n sin(n x). */
export function sineSum(a: readonly number[], x: number): number {
  const [one] = recurrence(a, cos(x))
  return one * sin(x)
}

/** The last two values of b_n = a_n + 2 c b_(n+1) - b_(n+2): those for n = 1 and 2. */
function recurrence(a: readonly number[], c: number): [one: number, two: number] {
  let [one, two] = [0, 0]
  for (let n = a.length - 1; n > 0; n--) {
    const next = a[n]! + 2 * c * one - two
    two = one
    one = next
  }
  return [one, two]
}
