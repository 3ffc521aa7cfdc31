// The mesh of a body in its own axes, from its pieces. Spheres, capsules, cylinders and cones are surfaces of revolution about y; boxes have flat
// faces; polyhedra are smooth up to a crease angle.

import type { TriangleMesh } from 'seiche'
import type { BodyPiece, BodyPieceShape } from '../body-shapes.js'

/** Sides of a surface of revolution. */
const SIDES = 32
/** Segments of a quarter of a circle. */
const ARC = 8
/** Cosine of the crease angle: faces whose normals differ more have a sharp edge between them. */
const CREASE = Math.cos((38 * Math.PI) / 180)

/** Lists that grow while a mesh is made. */
interface MeshLists {
  readonly positions: number[]
  readonly normals: number[]
  readonly indices: number[]
}

/**
 * The mesh of a body in its own axes.
 *
 * @param pieces The pieces of the body.
 * @returns One mesh of all pieces.
 */
export function bodyMesh(pieces: readonly BodyPiece[]): TriangleMesh {
  const all: MeshLists = { positions: [], normals: [], indices: [] }
  for (const { shape, position, rotation } of pieces) {
    const piece = pieceMesh(shape)
    const first = all.positions.length / 3
    for (let v = 0; v < piece.positions.length; v += 3) {
      const [x, y, z] = rotated(rotation, piece.positions, v)
      all.positions.push(x + position[0], y + position[1], z + position[2])
      all.normals.push(...rotated(rotation, piece.normals, v))
    }
    for (const index of piece.indices) all.indices.push(first + index)
  }
  return {
    positions: Float32Array.from(all.positions),
    normals: Float32Array.from(all.normals),
    indices: Uint32Array.from(all.indices),
  }
}

function pieceMesh(shape: BodyPieceShape): MeshLists {
  switch (shape.kind) {
    case 'sphere':
      return revolved([...arc(shape.radius, 0, -1), ...arc(shape.radius, 0, 1).slice(1)])
    case 'capsule': {
      const middle = shape.height / 2 - shape.radius
      return revolved([...arc(shape.radius, -middle, -1), ...arc(shape.radius, middle, 1)])
    }
    case 'cylinder':
      return frustum(shape.radius, shape.radius, shape.height)
    case 'cone':
      return frustum(shape.radius, shape.top, shape.height)
    case 'box':
      return box(shape.size)
    case 'mesh':
      return creased(shape.vertices, shape.triangles)
  }
}

/** A cylinder, or a cone with or without its tip, between two radii. */
function frustum(below: number, above: number, height: number): MeshLists {
  const end = height / 2
  const slant = Math.sqrt(height * height + (below - above) ** 2)
  const side = { outwards: height / slant, up: (below - above) / slant }
  // Rims are sharp: two rings at one place with different normals.
  return revolved([
    { r: 0, y: -end, outwards: 0, up: -1 },
    { r: below, y: -end, outwards: 0, up: -1 },
    { r: below, y: -end, ...side },
    { r: above, y: end, ...side },
    { r: above, y: end, outwards: 0, up: 1 },
    { r: 0, y: end, outwards: 0, up: 1 },
  ])
}

/** A point of the profile that is turned about y: distance from the axis and height [m], and the normal. */
interface ProfilePoint {
  readonly r: number
  readonly y: number
  readonly outwards: number
  readonly up: number
}

/** A quarter of a circle about a point of the axis: from the pole to the equator below it, from the equator to the pole above it. */
function arc(radius: number, center: number, side: -1 | 1): ProfilePoint[] {
  return Array.from({ length: ARC + 1 }, (_, k) => {
    const angle = ((side < 0 ? k - ARC : k) / ARC) * (Math.PI / 2)
    const isPole = k === (side < 0 ? 0 : ARC)
    const [outwards, up] = [isPole ? 0 : Math.cos(angle), Math.sin(angle)]
    return { r: radius * outwards, y: center + radius * up, outwards, up }
  })
}

/** Turns a profile, given from the lowest point to the highest, about y. */
function revolved(profile: readonly ProfilePoint[]): MeshLists {
  const mesh: MeshLists = { positions: [], normals: [], indices: [] }
  for (const { r, y, outwards, up } of profile)
    for (let side = 0; side < SIDES; side++) {
      const angle = (2 * Math.PI * side) / SIDES
      const [c, s] = [Math.cos(angle), Math.sin(angle)]
      mesh.positions.push(r * c, y, r * s)
      mesh.normals.push(outwards * c, up, outwards * s)
    }
  for (let ring = 0; ring + 1 < profile.length; ring++) {
    const [low, high] = [profile[ring]!, profile[ring + 1]!]
    if (low.r === high.r && low.y === high.y) continue
    for (let side = 0; side < SIDES; side++) {
      const next = (side + 1) % SIDES
      const [a, b] = [ring * SIDES + side, ring * SIDES + next]
      // Triangles at a pole would have two corners at one place.
      if (low.r > 0) mesh.indices.push(a, a + SIDES, b)
      if (high.r > 0) mesh.indices.push(b, a + SIDES, b + SIDES)
    }
  }
  return mesh
}

function box(size: readonly [number, number, number]): MeshLists {
  const mesh: MeshLists = { positions: [], normals: [], indices: [] }
  for (let axis = 0; axis < 3; axis++)
    for (const side of [-1, 1]) {
      const first = mesh.positions.length / 3
      // The two other axes, in the order in which the corners run counter-clockwise seen from outside.
      const [u, v] = side > 0 ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3]
      for (const [along, across] of [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ] as const) {
        const corner = [0, 0, 0]
        corner[axis] = (side * size[axis]!) / 2
        corner[u] = (along * size[u]!) / 2
        corner[v] = (across * size[v]!) / 2
        mesh.positions.push(...corner)
        mesh.normals.push(...[0, 1, 2].map((k) => (k === axis ? side : 0)))
      }
      mesh.indices.push(first, first + 1, first + 2, first, first + 2, first + 3)
    }
  return mesh
}

/** The normal of a corner is the mean of the adjacent faces within the crease angle, weighted by their areas. */
function creased(vertices: readonly number[], triangles: readonly number[]): MeshLists {
  const faces: number[][] = []
  const around = new Map<number, number[]>()
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) =>
      vertices.slice(3 * triangles[k + corner]!, 3 * triangles[k + corner]! + 3),
    )
    faces.push(cross(minus(b!, a!), minus(c!, a!)))
    for (let corner = 0; corner < 3; corner++) {
      const vertex = triangles[k + corner]!
      around.set(vertex, [...(around.get(vertex) ?? []), k / 3])
    }
  }
  const units = faces.map(unit)
  const mesh: MeshLists = { positions: [], normals: [], indices: [] }
  /** Vertices that are made already, by corner of the polyhedron and normal. */
  const known = new Map<string, number>()
  for (const [k, vertex] of triangles.entries()) {
    const own = units[Math.floor(k / 3)]!
    const sum = [0, 0, 0]
    for (const face of around.get(vertex)!)
      if (dot(units[face]!, own) > CREASE) for (let axis = 0; axis < 3; axis++) sum[axis]! += faces[face]![axis]!
    const normal = unit(sum)
    const key = `${vertex} ${normal.map((part) => part.toFixed(5)).join(' ')}`
    if (!known.has(key)) {
      known.set(key, mesh.positions.length / 3)
      mesh.positions.push(...vertices.slice(3 * vertex, 3 * vertex + 3))
      mesh.normals.push(...normal)
    }
    mesh.indices.push(known.get(key)!)
  }
  return mesh
}

const minus = (a: readonly number[], b: readonly number[]) => a.map((value, axis) => value - b[axis]!)
const dot = (a: readonly number[], b: readonly number[]) => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!
const cross = ([a, b, c]: readonly number[], [x, y, z]: readonly number[]) => [
  b! * z! - c! * y!,
  c! * x! - a! * z!,
  a! * y! - b! * x!,
]

/** A vector of length 1; upwards if it has no length. */
function unit(vector: readonly number[]): number[] {
  const length = Math.sqrt(dot(vector, vector))
  return length > 0 ? vector.map((value) => value / length) : [0, 1, 0]
}

/** A vector of a list, turned by a unit quaternion: v + 2 w (q × v) + 2 q × (q × v). */
function rotated(
  [qx, qy, qz, qw]: BodyPiece['rotation'],
  list: readonly number[],
  at: number,
): [number, number, number] {
  const q = [qx, qy, qz]
  const v = list.slice(at, at + 3)
  const once = cross(q, v)
  const twice = cross(q, once)
  const [x, y, z] = v.map((value, axis) => value + 2 * (qw * once[axis]! + twice[axis]!))
  return [x!, y!, z!]
}
