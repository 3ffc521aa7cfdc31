// Makes a polyhedron of the triangles of a file. Corners at the same position are merged and triangles without area are removed. The
// rest has to enclose a volume: each edge is used once in each direction.

import { pluralize } from '../../scene/parse/pluralize.js'
import { polyhedronMoments } from './moments.js'
import type { Polyhedron } from './polyhedron.js'

/** Tolerance of convexity, as a fraction of the mesh's extent: files have single precision. */
const FLAT = 1e-6

/** The triangles of a scene or a file. */
export interface Mesh {
  /** x, y, z of each corner. */
  readonly vertices: Float64Array
  /** Three corners of each triangle. */
  readonly triangles: Uint32Array
  /** Linear red, green and blue of each corner of each triangle, 0 to 1, if the file has colors. */
  readonly colors?: Float32Array
}

/** Throws an Error for a mesh that encloses no volume. */
export function closedMesh(mesh: Mesh): Polyhedron {
  validateMesh(mesh)
  const welded = weld(mesh)
  if (welded.triangles.length === 0) throw new Error('no triangle of the mesh has an area')
  validateClosed(welded)
  const { amount } = polyhedronMoments(welded.vertices, welded.triangles)
  if (!(Math.abs(amount) > 0)) throw new Error('the mesh encloses no volume')
  // A mesh that is inside out: all triangles are reversed.
  const outward = amount < 0 ? reversed(welded) : welded
  return { ...outward, convex: isConvex(outward) }
}

/** Throws an Error for coordinates that are not numbers and for missing corners, of which not even a hull can be made. */
export function validateMesh({ vertices, triangles }: Mesh): void {
  if (vertices.length === 0 || triangles.length === 0) throw new Error('the mesh is empty: it has no triangles')
  const bad = vertices.findIndex((value) => !Number.isFinite(value))
  if (bad >= 0) throw new Error(`vertex ${Math.floor(bad / 3)} of the mesh is at ${vertices[bad]}, which is no place`)
  const count = vertices.length / 3
  const beyond = triangles.findIndex((corner) => corner >= count)
  if (beyond >= 0)
    throw new Error(
      `triangle ${Math.floor(beyond / 3)} of the mesh has the corner ${triangles[beyond]}, but there are ${count} vertices`,
    )
}

function weld({ vertices, triangles, colors }: Mesh): Mesh {
  const places = new Map<string, number>()
  const kept: number[] = []
  const place = Uint32Array.from({ length: vertices.length / 3 }, (_, p) => {
    const [x, y, z] = [vertices[3 * p]! + 0, vertices[3 * p + 1]! + 0, vertices[3 * p + 2]! + 0] // -0 is 0
    const key = `${x},${y},${z}`
    const known = places.get(key)
    if (known !== undefined) return known
    kept.push(x, y, z)
    places.set(key, places.size)
    return places.size - 1
  })
  const used: number[] = []
  const shades: number[] = []
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [place[triangles[k]!]!, place[triangles[k + 1]!]!, place[triangles[k + 2]!]!]
    if (a === b || b === c || c === a) continue
    used.push(a, b, c)
    if (colors) shades.push(...colors.subarray(3 * k, 3 * k + 9))
  }
  return {
    vertices: Float64Array.from(kept),
    triangles: Uint32Array.from(used),
    ...(colors && { colors: Float32Array.from(shades) }),
  }
}

function validateClosed({ vertices, triangles }: Mesh): void {
  const count = vertices.length / 3
  const uses = new Map<number, number>()
  for (let k = 0; k < triangles.length; k += 3)
    for (let e = 0; e < 3; e++) {
      const edge = triangles[k + e]! * count + triangles[k + ((e + 1) % 3)]!
      uses.set(edge, (uses.get(edge) ?? 0) + 1)
    }
  const where = (edge: number) => {
    const corner = (p: number) => `(${[0, 1, 2].map((axis) => vertices[3 * p + axis]).join(', ')})`
    return `from ${corner(Math.floor(edge / count))} to ${corner(edge % count)}`
  }
  const twin = (edge: number) => (edge % count) * count + Math.floor(edge / count)
  const crowded: number[] = []
  const twisted: number[] = []
  const open: number[] = []
  for (const [edge, times] of uses) {
    const back = uses.get(twin(edge)) ?? 0
    if (times + back > 2) crowded.push(edge)
    else if (times === 2) twisted.push(edge)
    else if (back === 0) open.push(edge)
  }
  if (crowded.length > 0)
    throw new Error(`an edge of the mesh has more than two triangles, ${where(crowded[0]!)}: it encloses no one volume`)
  if (open.length > 0)
    throw new Error(
      `the mesh is not closed: ${pluralize(open.length, 'edge')} with a triangle on one side only, the first ${where(open[0]!)}`,
    )
  if (twisted.length > 0)
    throw new Error(`two neighbouring triangles of the mesh face opposite ways, at the edge ${where(twisted[0]!)}`)
}

function reversed({ vertices, triangles, colors }: Mesh): Mesh {
  /** The corner of a triangle that takes the place of another. */
  const twin = (k: number): number => (k % 3 === 0 ? k : k % 3 === 1 ? k + 1 : k - 1)
  return {
    vertices,
    triangles: triangles.map((_, k) => triangles[twin(k)]!),
    ...(colors && { colors: colors.map((_, k) => colors[3 * twin(Math.floor(k / 3)) + (k % 3)]!) }),
  }
}

/**
 * Whether a closed mesh is convex: all in one piece, and at every edge the triangle beyond falls away. A closed surface in
 * one piece that is convex everywhere locally is convex (van Heijenoort 1952).
 */
function isConvex({ vertices, triangles }: Mesh): boolean {
  const count = vertices.length / 3
  /** The triangle that has an edge in this direction. */
  const owner = new Map<number, number>()
  for (let k = 0; k < triangles.length; k++)
    owner.set(triangles[k]! * count + triangles[k % 3 === 2 ? k - 2 : k + 1]!, Math.floor(k / 3))
  const slack = FLAT * extentOf(vertices)
  const visited = new Uint8Array(triangles.length / 3)
  const left = [0]
  let seen = 0
  visited[0] = 1
  for (let face = left.pop(); face !== undefined; face = left.pop()) {
    seen++
    for (let e = 0; e < 3; e++) {
      const [a, b, c] = [0, 1, 2].map((turn) => triangles[3 * face! + ((e + turn) % 3)]!) as [number, number, number]
      const beyond = owner.get(b * count + a)!
      const tip = [0, 1, 2].map((k) => triangles[3 * beyond + k]!).find((corner) => corner !== a && corner !== b)!
      if (heightOver(vertices, a, b, c, tip) > slack) return false
      if (visited[beyond]) continue
      visited[beyond] = 1
      left.push(beyond)
    }
  }
  return seen === visited.length
}

function extentOf(vertices: Float64Array): number {
  let extent = 0
  for (let v = 0; v < vertices.length; v++) extent = Math.max(extent, Math.abs(vertices[v]! - vertices[v % 3]!))
  return extent
}

/** How far point p is above the plane through a, b and c; 0 if they have none. */
function heightOver(vertices: Float64Array, a: number, b: number, c: number, p: number): number {
  const from = (q: number) => [0, 1, 2].map((axis) => vertices[3 * q + axis]! - vertices[3 * a + axis]!)
  const [u, v, w] = [from(b), from(c), from(p)] as [number[], number[], number[]]
  const n = [0, 1, 2].map((x) => u[(x + 1) % 3]! * v[(x + 2) % 3]! - u[(x + 2) % 3]! * v[(x + 1) % 3]!)
  const length = Math.sqrt(n[0]! * n[0]! + n[1]! * n[1]! + n[2]! * n[2]!)
  return length > 0 ? (n[0]! * w[0]! + n[1]! * w[1]! + n[2]! * w[2]!) / length : 0
}
