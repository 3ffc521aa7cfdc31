// The search for the best point: first the points of the sweep's axes, at the same time; then golden section between the
// neighbors of the best one, or with several axes the simplex method around it.
//
// Packages were looked at first: fmin (Nelder–Mead) and ml-direct (DIRECT) call a function that returns its value at once,
// which a run in another process cannot, and fmin has no limits; nlopt is native code.

import { goldenSection } from './golden-section.js'
import { nelderMead } from './nelder-mead.js'
import type { Ending, Evaluate, SearchLimits } from './objective.js'

/** Size of the first simplex beside the best of a single start, in fractions of the axes. */
const firstStep = 0.15

/**
 * On return no evaluated point is better than the one returned.
 * @param starts points of the grid or sample
 */
export async function search(
  evaluate: Evaluate,
  starts: readonly (readonly number[])[],
  { tolerance, evaluations }: SearchLimits,
): Promise<Ending> {
  const values = await evaluate(starts)
  const best = values.reduce((least, value, k) => (value < values[least]! ? k : least), 0)
  const start = { point: starts[best]!, value: values[best]! }
  if (!Number.isFinite(start.value)) return { ...start, isConverged: false }
  const left = evaluations - starts.length
  if (left < 2) return { ...start, isConverged: false }
  const found =
    start.point.length === 1
      ? await goldenSection(evaluate, ...neighbors(starts, start.point[0]!), { tolerance, evaluations: left })
      : await fromSimplex(evaluate, start, { tolerance, evaluations: left })
  return found.value <= start.value ? found : { ...start, isConverged: found.isConverged }
}

/** The coordinates beside a coordinate, or the limits 0 and 1. */
function neighbors(starts: readonly (readonly number[])[], coordinate: number): [number, number] {
  const coordinates = starts.map(([x]) => x!)
  return [
    Math.max(0, ...coordinates.filter((x) => x < coordinate)),
    Math.min(1, ...coordinates.filter((x) => x > coordinate)),
  ]
}

async function fromSimplex(
  evaluate: Evaluate,
  start: { point: readonly number[]; value: number },
  limits: SearchLimits,
) {
  const corners = start.point.map((_, k) =>
    // Towards the middle of the axis: the corner stays inside.
    start.point.map((x, axis) => (axis === k ? x + (x > 0.5 ? -firstStep : firstStep) : x)),
  )
  const values = await evaluate(corners)
  const simplex = [start, ...corners.map((point, k) => ({ point, value: values[k]! }))]
  return nelderMead(evaluate, simplex, { ...limits, evaluations: limits.evaluations - corners.length })
}
