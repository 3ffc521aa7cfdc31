// The shapes of bodies as plain data, which a recording keeps beside their poses: meshes come from files that may be gone when the recording
// is read.

import type { FloatingBody } from 'seiche'

/**
 * Shape of a piece about its own origin. Capsules, cylinders and cones lie along y, and `height` is their whole length [m]; `radius` of a
 * cone is that of its base below, `top` that of its upper end.
 */
export type BodyPieceShape =
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: 'capsule' | 'cylinder'; readonly radius: number; readonly height: number }
  | { readonly kind: 'cone'; readonly radius: number; readonly top: number; readonly height: number }
  | { readonly kind: 'box'; readonly size: readonly [number, number, number] }
  | {
      readonly kind: 'mesh'
      /** x, y, z of each corner [m]. */
      readonly vertices: readonly number[]
      /** Three corners of each triangle, counterclockwise seen from outside. */
      readonly triangles: readonly number[]
    }

/** One solid of a body, with its pose in the body's own axes. */
export interface BodyPiece {
  readonly shape: BodyPieceShape
  /** Position of its origin [m]. */
  readonly position: readonly [number, number, number]
  /** Unit quaternion x, y, z, w. */
  readonly rotation: readonly [number, number, number, number]
}

/** Shape of a body. */
export interface BodyShape {
  readonly name?: string | undefined
  /** Color in views, `#rrggbb`. */
  readonly color?: string | undefined
  /** Bodies of one kind, such as those of one file, may share this list. */
  readonly pieces: readonly BodyPiece[]
}

/**
 * Describes the shapes of the bodies of a simulation, as data that JSON can hold.
 *
 * @param bodies The bodies. Those that events add later are not among them: call this at the end of a run.
 * @returns Their shapes, in the same order. Bodies of the same shape share their pieces.
 * @example
 * ```ts
 * import { describeBodies } from '@seiche/export'
 *
 * for (const { name, pieces } of describeBodies(sim.bodies)) console.log(name, pieces.length)
 * ```
 */
export function describeBodies(bodies: readonly FloatingBody[]): BodyShape[] {
  const known = new Map<string, readonly BodyPiece[]>()
  return bodies.map(({ name, body: { color }, solid }) => {
    const pieces = solid.pieces.map(
      ({ shape, position: [x, y, z], rotation: [qx, qy, qz, qw] }): BodyPiece => ({
        shape: plain(shape),
        position: [x, y, z],
        rotation: [qx, qy, qz, qw],
      }),
    )
    const key = JSON.stringify(pieces)
    if (!known.has(key)) known.set(key, pieces)
    return { ...(name !== undefined && { name }), ...(color !== undefined && { color }), pieces: known.get(key)! }
  })
}

type SolidShape = FloatingBody['solid']['pieces'][number]['shape']

function plain(shape: SolidShape): BodyPieceShape {
  switch (shape.kind) {
    case 'sphere':
      return { kind: 'sphere', radius: shape.radius }
    case 'capsule':
    case 'cylinder':
      return { kind: shape.kind, radius: shape.radius, height: shape.height }
    case 'cone':
      return { kind: 'cone', radius: shape.radius, top: shape.top, height: shape.height }
    case 'box':
      return { kind: 'box', size: [shape.size[0], shape.size[1], shape.size[2]] }
    default: {
      const { vertices, triangles } = shape.polyhedron
      return { kind: 'mesh', vertices: [...vertices], triangles: [...triangles] }
    }
  }
}
