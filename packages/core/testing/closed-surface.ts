// What tests ask of a surface of triangles.

import type { TriangleMesh } from '../src/mesh/triangle-mesh.js'

/** How often each edge is used, by direction. */
function edgeUses({ positions, indices }: TriangleMesh): Map<number, number> {
  const count = positions.length / 3
  const uses = new Map<number, number>()
  for (let k = 0; k < indices.length; k++) {
    const edge = indices[k]! * count + indices[k % 3 === 2 ? k - 2 : k + 1]!
    uses.set(edge, (uses.get(edge) ?? 0) + 1)
  }
  return uses
}

/** Edges that have no twin, or are used more than once in a direction, as pairs of vertices: none of a watertight surface. */
export function leaks(mesh: TriangleMesh): [number, number][] {
  const count = mesh.positions.length / 3
  const uses = edgeUses(mesh)
  const found: [number, number][] = []
  for (const [edge, times] of uses) {
    const [a, b] = [Math.floor(edge / count), edge % count]
    if (times !== 1 || uses.get(b * count + a) !== 1) found.push([a, b])
  }
  return found
}

/** Whether the triangles at every vertex are one ring, so that the surface nowhere touches itself. Of a watertight surface. */
export function isManifold({ positions, indices }: TriangleMesh): boolean {
  const count = positions.length / 3
  const around = Array.from({ length: count }, () => new Map<number, number>())
  for (let k = 0; k < indices.length; k += 3)
    for (let turn = 0; turn < 3; turn++) {
      const [a, b, c] = [0, 1, 2].map((corner) => indices[k + ((corner + turn) % 3)]!) as [number, number, number]
      around[a]!.set(b, c)
    }
  return around.every((ring) => {
    const [first] = ring.keys()
    if (first === undefined) return false
    let steps = 0
    for (let at = first; steps === 0 || at !== first; at = ring.get(at)!) if (++steps > ring.size) return false
    return steps === ring.size
  })
}

/** Vertices - edges + triangles: 2 for each ball, 0 for each ring. Of a watertight surface. */
export function eulerCharacteristic({ positions, indices }: TriangleMesh): number {
  return positions.length / 3 - indices.length / 2 + indices.length / 3
}

type Point = readonly [number, number, number]

/** The corners of triangle t. */
export function corners({ positions, indices }: TriangleMesh, t: number): [Point, Point, Point] {
  return [0, 1, 2].map((turn) => {
    const v = 3 * indices[3 * t + turn]!
    return [positions[v]!, positions[v + 1]!, positions[v + 2]!]
  }) as unknown as [Point, Point, Point]
}

const from = (p: Point, q: Point): Point => [q[0] - p[0], q[1] - p[1], q[2] - p[2]]
const cross = (p: Point, q: Point): Point => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
]
const dot = (p: Point, q: Point): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2]

/** Area of triangle t as a vector along its normal [m²]. */
export function areaOf(mesh: TriangleMesh, t: number): Point {
  const [a, b, c] = corners(mesh, t)
  const [x, y, z] = cross(from(a, b), from(a, c))
  return [x / 2, y / 2, z / 2]
}

/** Surface [m²], and volume inside [m³], negative if the surface is inside out. */
export function measure(mesh: TriangleMesh): { area: number; volume: number } {
  let [area, volume] = [0, 0]
  for (let t = 0; t < mesh.indices.length / 3; t++) {
    const normal = areaOf(mesh, t)
    area += Math.sqrt(dot(normal, normal))
    volume += dot(corners(mesh, t)[0], normal) / 3
  }
  return { area, volume }
}

/** How often a closed surface goes round a point: 1 inside, 0 outside. The sum of solid angles (Van Oosterom and Strackee 1983). */
export function windings(mesh: TriangleMesh, point: Point): number {
  let angle = 0
  for (let t = 0; t < mesh.indices.length / 3; t++) {
    const [a, b, c] = corners(mesh, t).map((corner) => from(point, corner)) as [Point, Point, Point]
    const [la, lb, lc] = [a, b, c].map((p) => Math.sqrt(dot(p, p))) as [number, number, number]
    angle += 2 * Math.atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb)
  }
  return angle / (4 * Math.PI)
}
