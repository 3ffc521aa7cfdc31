// The surface of a solid as triangles: marching tetrahedra. Cubes of a lattice are cut into six tetrahedra each, all about the same
// diagonal (Kuhn 1960), so neighbours agree on every face; in a tetrahedron the surface is one or two triangles (Doi & Koide
// 1991). Whatever the solid, the mesh is closed and each edge has two triangles.

import type { Distance, Point } from './distance.js'
import type { TriangleMesh } from './triangle-mesh.js'

/** Corners of the six tetrahedra from (0, 0, 0) to (1, 1, 1): one for each order in which the axes can be walked. */
const TETRAHEDRA = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [0, 2, 1],
  [2, 1, 0],
  [1, 0, 2],
].map((axes, k) => {
  const corners = [0, 1 << axes[0]!, (1 << axes[0]!) | (1 << axes[1]!), 7] as [number, number, number, number]
  // The last three orders are mirror images.
  return k < 3 ? corners : ([corners[0], corners[2], corners[1], corners[3]] as typeof corners)
})

/** Halvings of an edge until its crossing is found. */
const HALVINGS = 24

/** The solid must lie within `low` and `high` [m]; `pitch` is the width of the cubes [m]. */
export function contour(solid: Distance, low: Point, high: Point, pitch: number): TriangleMesh {
  const counts = [0, 1, 2].map((axis) => Math.ceil((high[axis]! - low[axis]!) / pitch) + 1) as [number, number, number]
  const [nx, ny, nz] = counts
  const place = (node: number): Point => [
    low[0] + (node % nx) * pitch,
    low[1] + (Math.floor(node / nx) % ny) * pitch,
    low[2] + Math.floor(node / (nx * ny)) * pitch,
  ]
  const value = Float64Array.from({ length: nx * ny * nz }, (_, node) => solid(...place(node)))
  const vertices: number[] = []
  const triangles: number[] = []
  const crossings = new Map<number, number>()

  /** The vertex on the edge from a node inside to one outside. */
  const crossing = (inside: number, outside: number): number => {
    const key = Math.min(inside, outside) * value.length + Math.max(inside, outside)
    const known = crossings.get(key)
    if (known !== undefined) return known
    const [from, to] = [place(inside), place(outside)]
    const at = (t: number) => [0, 1, 2].map((axis) => from[axis]! + t * (to[axis]! - from[axis]!)) as unknown as Point
    let [low, high] = [0, 1]
    for (let k = 0; k < HALVINGS; k++) {
      const middle = (low + high) / 2
      if (solid(...at(middle)) < 0) low = middle
      else high = middle
    }
    vertices.push(...at((low + high) / 2))
    crossings.set(key, vertices.length / 3 - 1)
    return vertices.length / 3 - 1
  }

  const cut = (nodes: readonly [number, number, number, number]): void => {
    const inside = [0, 1, 2, 3].filter((corner) => value[nodes[corner]!]! < 0)
    const outside = [0, 1, 2, 3].filter((corner) => !inside.includes(corner))
    const between = (a: number, b: number) => crossing(nodes[a]!, nodes[b]!)
    if (inside.length === 0 || outside.length === 0) return
    if (inside.length !== 2) {
      const [tip, others] = inside.length === 1 ? [inside[0]!, outside] : [outside[0]!, inside]
      const corners = others.map((other) => (inside.length === 1 ? between(tip, other) : between(other, tip)))
      // Seen from an even corner the others go round one way, from an odd one the other.
      const isForward = (tip % 2 === 0) === (inside.length === 1)
      triangles.push(corners[0]!, corners[isForward ? 1 : 2]!, corners[isForward ? 2 : 1]!)
      return
    }
    const [a, b] = inside as [number, number]
    const [c, d] = outside as [number, number]
    const ring = [between(a, c), between(a, d), between(b, d), between(b, c)]
    if (!isEven([a, b, c, d])) ring.reverse()
    triangles.push(ring[0]!, ring[1]!, ring[2]!, ring[0]!, ring[2]!, ring[3]!)
  }

  for (let k = 0; k < nz - 1; k++)
    for (let j = 0; j < ny - 1; j++)
      for (let i = 0; i < nx - 1; i++)
        for (const corners of TETRAHEDRA)
          cut(
            corners.map((corner) => i + (corner & 1) + nx * (j + ((corner >> 1) & 1) + ny * (k + (corner >> 2)))) as [
              number,
              number,
              number,
              number,
            ],
          )
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) }
}

function isEven(order: readonly number[]): boolean {
  let swaps = 0
  for (let k = 0; k < order.length; k++)
    for (let later = k + 1; later < order.length; later++) if (order[later]! < order[k]!) swaps++
  return swaps % 2 === 0
}
