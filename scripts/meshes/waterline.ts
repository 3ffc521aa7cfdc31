// How deep a mesh floats, upright as it is.

import type { TriangleMesh } from './triangle-mesh.js'

type Point = readonly [x: number, y: number, z: number]

/** The mesh with y = 0 at its waterline, for a density over that of water. */
export function atWaterline(mesh: TriangleMesh, ratio: number): TriangleMesh {
  const heights = mesh.vertices.filter((_, k) => k % 3 === 1)
  let [low, high] = [Math.min(...heights), Math.max(...heights)]
  const wanted = ratio * volumeBelow(mesh, high)
  for (let k = 0; k < 40; k++) {
    const level = (low + high) / 2
    if (volumeBelow(mesh, level) < wanted) low = level
    else high = level
  }
  return { ...mesh, vertices: mesh.vertices.map((value, k) => (k % 3 === 1 ? value - low : value)) }
}

/** Volume between the surface and the level above it: what is cut off below the level, seen from a point on it [m³]. */
export function volumeBelow({ vertices, triangles }: TriangleMesh, level: number): number {
  let sum = 0
  for (let k = 0; k < triangles.length; k += 3) {
    const corners = [0, 1, 2].map((c): Point => {
      const at = 3 * triangles[k + c]!
      return [vertices[at]!, vertices[at + 1]! - level, vertices[at + 2]!]
    })
    const ring = corners.flatMap((from, c): Point[] => {
      const to = corners[(c + 1) % 3]!
      const kept = from[1] <= 0 ? [from] : []
      if (from[1] <= 0 === to[1] <= 0) return kept
      const t = from[1] / (from[1] - to[1])
      return [...kept, [from[0] + t * (to[0] - from[0]), 0, from[2] + t * (to[2] - from[2])]]
    })
    // Six times the volume of the tetrahedra to the origin, which lies in the level: its own face adds nothing.
    for (let c = 1; c + 1 < ring.length; c++) sum += determinant(ring[0]!, ring[c]!, ring[c + 1]!)
  }
  return sum / 6
}

function determinant([a, b, c]: Point, [d, e, f]: Point, [g, h, i]: Point): number {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
}
