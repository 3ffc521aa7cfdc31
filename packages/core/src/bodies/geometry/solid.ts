// The solid of a body, from which mass and columns are computed: pieces, each a round primitive or a polyhedron, fixed in the body's
// own axes.

import type { Body, SingleSolid } from '../../scene/schema/body.js'
import {
  boxMoments,
  capsuleMoments,
  coneMoments,
  cylinderMoments,
  type Moments,
  placed,
  polyhedronMoments,
  sphereMoments,
  sum,
  times,
} from './moments.js'
import { boxPolyhedron, type Polyhedron } from './polyhedron.js'
import { matrixOf, type Quaternion, quaternionOf, type Vector } from './rotation.js'

/** Default density of a body [kg/m³]. */
const DEFAULT_DENSITY = 500

/**
 * About the origin; capsules, cylinders and cones along y. `height` is from tip to tip, or from end to end [m]; `radius` of a cone that of
 * its lower end, `top` that of the upper one.
 */
export type RoundShape =
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: 'capsule'; readonly radius: number; readonly height: number }
  | { readonly kind: 'cylinder'; readonly radius: number; readonly height: number }
  | { readonly kind: 'cone'; readonly radius: number; readonly top: number; readonly height: number }

/** The shapes of which the rigid-body engine makes colliders. */
export type PieceShape =
  | RoundShape
  | { readonly kind: 'box'; readonly size: Vector; readonly polyhedron: Polyhedron }
  | { readonly kind: 'hull'; readonly polyhedron: Polyhedron }
  | { readonly kind: 'mesh'; readonly polyhedron: Polyhedron }

/** One solid of a body, in the body's own axes. */
export interface Piece {
  readonly shape: PieceShape
  readonly position: Vector
  readonly rotation: Quaternion
  /** The same rotation, row by row. */
  readonly matrix: Float64Array
  /** Volume [m³]. */
  readonly volume: number
}

/** The shape of a body, with its volume and mass. */
export interface Solid {
  readonly pieces: readonly Piece[]
  /** Volume of all pieces [m³] and its centre, in the body's own axes [m]. */
  readonly volume: number
  readonly center: Vector
  /** Mass [kg], its centre [m] and its inertia about that [kg m²], in the body's own axes. */
  readonly mass: Moments
}

/** A solid of one piece and its pose in the body's own axes. */
interface Part {
  readonly solid: SingleSolid
  readonly position: Vector
  readonly rotation: Quaternion
  /** [kg/m³] */
  readonly density: number
}

/** The solids that make up a body. */
export function partsOf(body: Body): Part[] {
  const density = body.density ?? DEFAULT_DENSITY
  if (body.shape !== 'compound') return [{ solid: body, position: [0, 0, 0], rotation: [0, 0, 0, 1], density }]
  return body.parts.map((part) => ({
    solid: part,
    position: part.position,
    rotation: quaternionOf(part.rotation),
    density: part.density ?? density,
  }))
}

/** `polyhedra`: of each part that is a hull or a mesh, closed. */
export function solidOf(body: Body, polyhedra: readonly (Polyhedron | undefined)[]): Solid {
  const pieces: Piece[] = []
  const volumes: Moments[] = []
  const masses: Moments[] = []
  for (const [index, { solid, position, rotation, density }] of partsOf(body).entries()) {
    const shape = pieceShape(solid, polyhedra[index])
    const moments = momentsOf(shape)
    const matrix = matrixOf(rotation)
    pieces.push({ shape, position, rotation, matrix, volume: moments.amount })
    volumes.push(placed(moments, matrix, position))
    masses.push(placed(times(moments, density), matrix, position))
  }
  const weighed = sum(masses)
  return {
    pieces,
    volume: pieces.reduce((total, { volume }) => total + volume, 0),
    center: sum(volumes).center,
    mass: body.mass === undefined ? weighed : times(weighed, body.mass / weighed.amount),
  }
}

function pieceShape(solid: SingleSolid, polyhedron: Polyhedron | undefined): PieceShape {
  switch (solid.shape) {
    case 'sphere':
      return { kind: 'sphere', radius: solid.radius }
    case 'capsule':
      return { kind: 'capsule', radius: solid.radius, height: solid.height }
    case 'cylinder':
      return { kind: 'cylinder', radius: solid.radius, height: solid.height }
    case 'cone':
      return { kind: 'cone', radius: solid.radius, top: solid.top, height: solid.height }
    case 'box':
      return { kind: 'box', size: solid.size, polyhedron: boxPolyhedron(solid.size) }
    default:
      if (!polyhedron) throw new TypeError(`a ${solid.shape} without its polyhedron`)
      return { kind: polyhedron.convex ? 'hull' : 'mesh', polyhedron }
  }
}

function momentsOf(shape: PieceShape): Moments {
  switch (shape.kind) {
    case 'sphere':
      return sphereMoments(shape.radius)
    case 'capsule':
      return capsuleMoments(shape.radius, shape.height)
    case 'cylinder':
      return cylinderMoments(shape.radius, shape.height)
    case 'cone':
      return coneMoments(shape.radius, shape.top, shape.height)
    case 'box':
      return boxMoments(shape.size)
    default:
      return polyhedronMoments(shape.polyhedron.vertices, shape.polyhedron.triangles)
  }
}

/** Half extent of a rotated round shape, of a cone that of a cylinder around it, along an axis of the scene whose component along the shape's own axis is u [m]. */
export function reachOf(shape: RoundShape, u: number): number {
  if (shape.kind === 'sphere') return shape.radius
  if (shape.kind === 'capsule') return (shape.height / 2 - shape.radius) * Math.abs(u) + shape.radius
  return (shape.height / 2) * Math.abs(u) + shape.radius * Math.sqrt(Math.max(0, 1 - u * u))
}

/** Axis-aligned bounding box of a solid with its origin at the scene's, rotated by a matrix [m]. */
export function boundsOf(solid: Solid, m: Float64Array): { low: Vector; high: Vector } {
  const low = new Float64Array(3)
  const high = new Float64Array(3)
  setBounds(low, high, solid, m)
  return { low: [low[0]!, low[1]!, low[2]!], high: [high[0]!, high[1]!, high[2]!] }
}

/** The same into lists of three, without allocation. */
export function setBounds(low: Float64Array, high: Float64Array, { pieces }: Solid, m: Float64Array): void {
  low.fill(Infinity)
  high.fill(-Infinity)
  for (const { shape, position, matrix } of pieces)
    for (let axis = 0; axis < 3; axis++) {
      // This axis of the scene in the axes of the body and of the piece.
      const x = m[3 * axis]!
      const y = m[3 * axis + 1]!
      const z = m[3 * axis + 2]!
      const middle = x * position[0] + y * position[1] + z * position[2]
      const ownX = x * matrix[0]! + y * matrix[3]! + z * matrix[6]!
      const ownY = x * matrix[1]! + y * matrix[4]! + z * matrix[7]!
      const ownZ = x * matrix[2]! + y * matrix[5]! + z * matrix[8]!
      if ('polyhedron' in shape) {
        const { vertices } = shape.polyhedron
        for (let v = 0; v < vertices.length; v += 3) {
          const at = middle + ownX * vertices[v]! + ownY * vertices[v + 1]! + ownZ * vertices[v + 2]!
          low[axis] = Math.min(low[axis]!, at)
          high[axis] = Math.max(high[axis]!, at)
        }
      } else if (shape.kind === 'cone') {
        const along = (shape.height / 2) * ownY
        const across = Math.sqrt(Math.max(0, 1 - ownY * ownY))
        const base = shape.radius * across
        const top = shape.top * across
        low[axis] = Math.min(low[axis]!, middle - along - base, middle + along - top)
        high[axis] = Math.max(high[axis]!, middle - along + base, middle + along + top)
      } else {
        const reach = reachOf(shape, ownY)
        low[axis] = Math.min(low[axis]!, middle - reach)
        high[axis] = Math.max(high[axis]!, middle + reach)
      }
    }
}
