// Incremental convex hull of points in space. The triangles that a new point outside the hull sees are replaced by a cone from the point
// to the rim of the visible region.

import type { Polyhedron } from './polyhedron.js'

/** Distance below which a point is on a face, as a fraction of the points' extent. */
const FLAT = 1e-10

interface Face {
  readonly corners: readonly [number, number, number]
  readonly normal: readonly [number, number, number]
  readonly offset: number
}

/** Throws an Error if the points enclose no volume. `points`: x, y, z of each. */
export function convexHull(points: Float64Array): Polyhedron {
  const count = points.length / 3
  const at = (p: number, axis: number) => points[3 * p + axis]!
  const faceThrough = (a: number, b: number, c: number): Face => {
    const [ux, uy, uz] = [at(b, 0) - at(a, 0), at(b, 1) - at(a, 1), at(b, 2) - at(a, 2)]
    const [vx, vy, vz] = [at(c, 0) - at(a, 0), at(c, 1) - at(a, 1), at(c, 2) - at(a, 2)]
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
    const normal = (length > 0 ? [nx / length, ny / length, nz / length] : [0, 0, 0]) as [number, number, number]
    return {
      corners: [a, b, c],
      normal,
      offset: normal[0] * at(a, 0) + normal[1] * at(a, 1) + normal[2] * at(a, 2),
    }
  }
  const above = ({ normal, offset }: Face, p: number) =>
    normal[0] * at(p, 0) + normal[1] * at(p, 1) + normal[2] * at(p, 2) - offset
  const furthest = (measure: (p: number) => number) => {
    let best = 0
    for (let p = 1; p < count; p++) if (measure(p) > measure(best)) best = p
    return best
  }

  // A first tetrahedron: two points far apart, one far from their line, one far from the plane of the three.
  const distance = (p: number, q: number) => {
    const [x, y, z] = [at(p, 0) - at(q, 0), at(p, 1) - at(q, 1), at(p, 2) - at(q, 2)]
    return Math.sqrt(x * x + y * y + z * z)
  }
  const a = count > 0 ? furthest((p) => -at(p, 0)) : 0
  const b = count > 0 ? furthest((p) => distance(p, a)) : 0
  const extent = count > 0 ? distance(a, b) : 0
  const fromLine = (p: number) => {
    const [ux, uy, uz] = [at(b, 0) - at(a, 0), at(b, 1) - at(a, 1), at(b, 2) - at(a, 2)]
    const [vx, vy, vz] = [at(p, 0) - at(a, 0), at(p, 1) - at(a, 1), at(p, 2) - at(a, 2)]
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    return Math.sqrt(x * x + y * y + z * z) / extent
  }
  const eps = FLAT * extent
  if (!(extent > 0)) throw new Error('all points are in one place: a hull needs four that are not in a plane')
  const c = furthest(fromLine)
  if (!(fromLine(c) > eps)) throw new Error('all points are on a line: a hull needs four that are not in a plane')
  const base = faceThrough(a, b, c)
  const d = furthest((p) => Math.abs(above(base, p)))
  if (!(Math.abs(above(base, d)) > eps)) throw new Error('all points are in a plane: a hull needs four that are not')
  const [l, r] = above(base, d) > 0 ? [c, b] : [b, c]
  let faces = [faceThrough(a, l, r), faceThrough(a, d, l), faceThrough(l, d, r), faceThrough(r, d, a)]

  const seenEdges = new Set<number>()
  for (let p = 0; p < count; p++) {
    if (!faces.some((face) => above(face, p) > eps)) continue
    const hidden: Face[] = []
    const seen: Face[] = []
    for (const face of faces) (above(face, p) > eps ? seen : hidden).push(face)
    seenEdges.clear()
    for (const { corners } of seen)
      for (let k = 0; k < 3; k++) seenEdges.add(corners[k]! * count + corners[(k + 1) % 3]!)
    // An edge whose other triangle is not visible is on the rim.
    for (const { corners } of seen)
      for (let k = 0; k < 3; k++) {
        const [from, to] = [corners[k]!, corners[(k + 1) % 3]!]
        if (!seenEdges.has(to * count + from)) hidden.push(faceThrough(from, to, p))
      }
    faces = hidden
  }
  return compact(points, Uint32Array.from(faces.flatMap(({ corners }) => corners)))
}

/** Keeps only the corners that triangles use, in their order. */
function compact(points: Float64Array, triangles: Uint32Array): Polyhedron {
  const used = [...new Set(triangles)].sort((p, q) => p - q)
  const place = new Map(used.map((p, k) => [p, k]))
  return {
    vertices: Float64Array.from(used.flatMap((p) => [...points.subarray(3 * p, 3 * p + 3)])),
    triangles: triangles.map((p) => place.get(p)!),
    convex: true,
  }
}
