// The simplex method of Nelder and Mead (Computer J. 7, 1965), for functions of several variables without derivatives.
// Coefficients and order of the tests are those of Lagarias, Reeds, Wright and Wright (SIAM J. Optim. 9, 1998). The
// function is continued beyond the unit cube by reflection at its faces. Points that were moved to the nearest face made
// the simplex flat, and it stopped far from the minimum.

import type { Ending, Evaluate, SearchLimits } from './objective.js'

interface Vertex {
  point: readonly number[]
  value: number
}

/**
 * A simplex that has shrunk to the tolerance ends the search; the method finds a local minimum, not always the lowest.
 * @param start one vertex more than there are variables, not in one hyperplane
 */
export async function nelderMead(evaluate: Evaluate, start: readonly Vertex[], limits: SearchLimits): Promise<Ending> {
  let simplex = sorted(start)
  let evaluations = 0
  const at = async (point: readonly number[]): Promise<Vertex> => {
    evaluations++
    return { point, value: (await evaluate([point.map(fold)]))[0]! }
  }
  while (diameter(simplex) > limits.tolerance && evaluations < limits.evaluations) {
    const worst = simplex.at(-1)!
    const others = simplex.slice(0, -1)
    const middle = centroid(others)
    /** The point on the line from the worst vertex through the middle: 1 reflects, 2 expands, ±½ contracts. */
    const along = (factor: number) => middle.map((x, k) => x + factor * (x - worst.point[k]!))
    const reflected = await at(along(1))
    let accepted: Vertex | undefined
    if (reflected.value < simplex[0]!.value) {
      const expanded = await at(along(2))
      accepted = expanded.value < reflected.value ? expanded : reflected
    } else if (reflected.value < others.at(-1)!.value) accepted = reflected
    else {
      const isOutside = reflected.value < worst.value
      const contracted = await at(along(isOutside ? 0.5 : -0.5))
      if (isOutside ? contracted.value <= reflected.value : contracted.value < worst.value) accepted = contracted
    }
    if (accepted) simplex = sorted([...others, accepted])
    else {
      const [best, ...rest] = simplex as [Vertex, ...Vertex[]]
      const points = rest.map(({ point }) => point.map((x, k) => (x + best.point[k]!) / 2))
      const values = await evaluate(points.map((point) => point.map(fold)))
      evaluations += points.length
      simplex = sorted([best, ...points.map((point, k) => ({ point, value: values[k]! }))])
    }
  }
  const { point, value } = simplex[0]!
  return { point: point.map(fold), value, isConverged: diameter(simplex) <= limits.tolerance }
}

function sorted(simplex: readonly Vertex[]): Vertex[] {
  return [...simplex].sort((a, b) => a.value - b.value)
}

function centroid(vertices: readonly Vertex[]): number[] {
  return vertices[0]!.point.map((_, k) => vertices.reduce((sum, { point }) => sum + point[k]!, 0) / vertices.length)
}

/** The coordinate between 0 and 1 that reflections at 0 and 1 lead to. */
function fold(x: number): number {
  const between = Math.abs(x) % 2
  return between > 1 ? 2 - between : between
}

/** Largest distance of a vertex from the best one, along any axis. */
function diameter([best, ...rest]: readonly Vertex[]): number {
  return Math.max(...rest.flatMap(({ point }) => point.map((x, k) => Math.abs(x - best!.point[k]!))))
}
