// Golden-section search: the minimum of a function of one variable that has one minimum in an interval (Kiefer, Proc. Am.
// Math. Soc. 4, 1953). Each evaluation shortens the interval by the factor 0.618, because one of the two inner points is
// an inner point of the shorter interval too.

import type { Ending, Evaluate, SearchLimits } from './objective.js'

const golden = (Math.sqrt(5) - 1) / 2

/**
 * On return the minimum is within `tolerance` of the point, if the function has one minimum between `from` and `to`.
 * @param limits with at least two evaluations
 */
export async function goldenSection(
  evaluate: Evaluate,
  from: number,
  to: number,
  limits: SearchLimits,
): Promise<Ending> {
  let [a, b] = [from, to]
  let [left, right] = [b - golden * (b - a), a + golden * (b - a)]
  let [atLeft, atRight] = (await evaluate([[left], [right]])) as [number, number]
  let evaluations = 2
  while (b - a > 2 * limits.tolerance && evaluations < limits.evaluations) {
    if (atLeft <= atRight) {
      ;[b, right, atRight] = [right, left, atLeft]
      left = b - golden * (b - a)
      atLeft = (await evaluate([[left]]))[0]!
    } else {
      ;[a, left, atLeft] = [left, right, atRight]
      right = a + golden * (b - a)
      atRight = (await evaluate([[right]]))[0]!
    }
    evaluations++
  }
  const isConverged = b - a <= 2 * limits.tolerance
  return atLeft <= atRight
    ? { point: [left], value: atLeft, isConverged }
    : { point: [right], value: atRight, isConverged }
}
