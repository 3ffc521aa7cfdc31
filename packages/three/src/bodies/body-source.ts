// Rigid bodies as the drawing knows them. Structural, so no engine is imported; bodies of a `Simulation` fit.

type Triple = readonly [x: number, y: number, z: number]

/** A closed surface of triangles. */
export interface PolyhedronLike {
  /** x, y, z of each corner [m]. */
  readonly vertices: ArrayLike<number>
  /** Three corners of each triangle, counterclockwise seen from outside. */
  readonly triangles: ArrayLike<number>
}

/** About its own origin; capsules and cylinders along y, `height` from tip to tip or from end to end [m]. */
export type PieceShapeLike =
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: 'capsule' | 'cylinder'; readonly radius: number; readonly height: number }
  | { readonly kind: 'box'; readonly size: Triple }
  | { readonly kind: 'hull' | 'mesh'; readonly polyhedron: PolyhedronLike }

/** One solid of a body, and where it is in the body's own axes. */
export interface PieceLike {
  readonly shape: PieceShapeLike
  readonly position: Triple
  /** Unit quaternion x, y, z, w. */
  readonly rotation: readonly [x: number, y: number, z: number, w: number]
}

/** A body; position and rotation are those of now. */
export interface BodyLike {
  readonly name?: string | undefined
  readonly solid: { readonly pieces: readonly PieceLike[] }
  /** x, y, z of its origin [m]. */
  readonly position: ArrayLike<number>
  /** Unit quaternion x, y, z, w. */
  readonly rotation: ArrayLike<number>
  /** As the scene describes it. */
  readonly body?: { readonly color?: string | undefined } | undefined
}

/** What holds two bodies together; ropes and springs are drawn. */
export interface JointLike {
  readonly type: string
  /** Names of the two bodies; "tank" is what stands still. */
  readonly bodies: readonly [string, string]
  /** Where it is fastened in each body's own axes [m]; of the tank, in the scene's. */
  readonly anchors?: readonly [Triple, Triple] | undefined
  /** Of a rope, or of a spring that does not pull [m]. */
  readonly length?: number | undefined
}

/** Bodies of a running scene; `Simulation` of the package `seiche` fits. */
export interface BodiesLike {
  readonly bodies: readonly BodyLike[]
  readonly scene?: { readonly joints?: readonly JointLike[] } | undefined
}

/** Drops in the air, live. */
export interface SprayLike {
  readonly count: number
  /** x, y, z of each [m]. */
  readonly positions: Float32Array
  /** Radius of each [m]. */
  readonly radii: Float32Array
}
