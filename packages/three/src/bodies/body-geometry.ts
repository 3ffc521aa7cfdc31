// One geometry for all pieces of a body, in the body's own axes.

import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js'
import {
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  Matrix4,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three/webgpu'
import type { PieceLike, PieceShapeLike, PolyhedronLike } from './body-source.js'

/** Pattern of a piece, as a vertex attribute. Bodies of several pieces are plain. */
export const skins = { ball: 0, crate: 1, log: 2, plain: 3 } as const

/** Cosine of the crease angle: faces whose normals differ more have a sharp edge between them. */
const crease = Math.cos((38 * Math.PI) / 180)
/** Radius of the worn edges of a box, in parts of its shortest side. */
const wornEdge = 0.06

/**
 * Geometry of a body. Attributes besides position and normal: `place` is the position within the piece, ±1 at its ends; `skin` is the
 * pattern of the piece and its index in the body; `own` is the color of the file [linear] and 1, or 0 without one.
 */
export function bodyGeometry(pieces: readonly PieceLike[]): BufferGeometry {
  const [positions, normals, places, kinds, shades, indices]: number[][] = [[], [], [], [], [], []]
  for (const [index, piece] of pieces.entries()) {
    const geometry = pieceGeometry(piece.shape)
    const count = geometry.getAttribute('position').count
    const first = positions!.length / 3
    places!.push(...placesIn(geometry))
    geometry.applyMatrix4(
      new Matrix4().compose(new Vector3(...piece.position), new Quaternion(...piece.rotation), new Vector3(1, 1, 1)),
    )
    append(positions!, geometry.getAttribute('position').array)
    append(normals!, geometry.getAttribute('normal').array)
    const skin = pieces.length > 1 ? skins.plain : skinOf(piece.shape)
    const own = geometry.getAttribute('own') as BufferAttribute | undefined
    for (let vertex = 0; vertex < count; vertex++) {
      kinds!.push(skin, index)
      if (own) shades!.push(own.getX(vertex), own.getY(vertex), own.getZ(vertex), 1)
      else shades!.push(0, 0, 0, 0)
    }
    const corners = geometry.getIndex()
    for (let k = 0; k < (corners?.count ?? count); k++) indices!.push(first + (corners?.getX(k) ?? k))
    geometry.dispose()
  }
  const merged = new BufferGeometry()
  merged.setAttribute('position', new BufferAttribute(Float32Array.from(positions!), 3))
  merged.setAttribute('normal', new BufferAttribute(Float32Array.from(normals!), 3))
  merged.setAttribute('place', new BufferAttribute(Float32Array.from(places!), 3))
  merged.setAttribute('skin', new BufferAttribute(Float32Array.from(kinds!), 2))
  merged.setAttribute('own', new BufferAttribute(Float32Array.from(shades!), 4))
  merged.setIndex(new BufferAttribute(Uint32Array.from(indices!), 1))
  merged.computeBoundingSphere()
  return merged
}

function pieceGeometry(shape: PieceShapeLike): BufferGeometry {
  switch (shape.kind) {
    case 'sphere':
      return new SphereGeometry(shape.radius, 40, 24)
    case 'capsule':
      return new CapsuleGeometry(shape.radius, shape.height - 2 * shape.radius, 10, 28)
    case 'cylinder':
      return new CylinderGeometry(shape.radius, shape.radius, shape.height, 36)
    case 'cone':
      return new CylinderGeometry(shape.top, shape.radius, shape.height, 36)
    case 'box':
      return new RoundedBoxGeometry(...shape.size, 3, wornEdge * Math.min(...shape.size))
    default:
      return creasedGeometry(shape.polyhedron)
  }
}

function skinOf({ kind }: PieceShapeLike): number {
  if (kind === 'sphere') return skins.ball
  if (kind === 'box') return skins.crate
  return kind === 'capsule' || kind === 'cylinder' ? skins.log : skins.plain
}

/** Smooth shading with creases: the normal of a corner is the area-weighted mean of the adjacent faces within the crease angle. */
function creasedGeometry({ vertices, triangles, colors }: PolyhedronLike): BufferGeometry {
  const corner = (k: number): Vector3 => {
    const v = 3 * triangles[k]!
    return new Vector3(vertices[v], vertices[v + 1], vertices[v + 2])
  }
  const facets: Vector3[] = []
  const around = new Map<number, number[]>()
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [corner(k), corner(k + 1), corner(k + 2)]
    // Its length is twice the area of the face: large faces have more weight.
    facets.push(b.sub(a).cross(c.sub(a)))
    for (let side = 0; side < 3; side++) {
      const faces = around.get(triangles[k + side]!)
      if (faces) faces.push(k / 3)
      else around.set(triangles[k + side]!, [k / 3])
    }
  }
  const units = facets.map((facet) => facet.clone().normalize())
  const positions = new Float32Array(3 * triangles.length)
  const normals = new Float32Array(3 * triangles.length)
  const sum = new Vector3()
  for (let k = 0; k < triangles.length; k++) {
    const own = units[Math.floor(k / 3)]!
    sum.set(0, 0, 0)
    for (const face of around.get(triangles[k]!)!) if (units[face]!.dot(own) > crease) sum.add(facets[face]!)
    sum.normalize().toArray(normals, 3 * k)
    corner(k).toArray(positions, 3 * k)
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(positions, 3))
  geometry.setAttribute('normal', new BufferAttribute(normals, 3))
  if (colors) geometry.setAttribute('own', new BufferAttribute(Float32Array.from(colors), 3))
  return geometry
}

/** Positions of the vertices in units of the half extents of the piece. */
function placesIn(geometry: BufferGeometry): number[] {
  geometry.computeBoundingBox()
  const { min, max } = geometry.boundingBox!
  const [middle, half] = [min.clone().add(max).divideScalar(2), max.clone().sub(min).divideScalar(2)]
  const position = geometry.getAttribute('position')
  const vertex = new Vector3()
  return Array.from({ length: position.count }, (_, k) =>
    vertex.fromBufferAttribute(position, k).sub(middle).divide(half).toArray(),
  ).flat()
}

function append(list: number[], values: ArrayLike<number>): void {
  for (let k = 0; k < values.length; k++) list.push(values[k]!)
}
