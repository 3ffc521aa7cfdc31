// Input of the views of rigid bodies. The types are structural: bodies of a `Simulation` fit, and so do bodies sent by a worker.

type Triple = readonly [x: number, y: number, z: number]

/** A closed triangle mesh. */
export interface PolyhedronLike {
  /** x, y, z of each vertex [m]. */
  readonly vertices: ArrayLike<number>
  /** Indices of the three vertices of each triangle, counterclockwise seen from outside. */
  readonly triangles: ArrayLike<number>
  /** Linear red, green and blue of each corner of each triangle, 0 to 1. Default: the color of the body. */
  readonly colors?: ArrayLike<number> | undefined
}

/**
 * Shape of a piece about its own origin. Capsules, cylinders and cones lie along y, and `height` is their whole length [m]; `radius` of a cone
 * is that of its lower end, `top` that of the upper one.
 */
export type PieceShapeLike =
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: 'capsule' | 'cylinder'; readonly radius: number; readonly height: number }
  | { readonly kind: 'cone'; readonly radius: number; readonly top: number; readonly height: number }
  | { readonly kind: 'box'; readonly size: Triple }
  | { readonly kind: 'hull' | 'mesh'; readonly polyhedron: PolyhedronLike }

/** One solid of a body, with its pose in the body's own axes. */
export interface PieceLike {
  readonly shape: PieceShapeLike
  /** Position of its origin [m]. */
  readonly position: Triple
  /** Unit quaternion x, y, z, w. */
  readonly rotation: readonly [x: number, y: number, z: number, w: number]
}

/** A rigid body with its present pose. */
export interface BodyLike {
  /** Name that joints refer to. */
  readonly name?: string | undefined
  /** Pieces of the body. The same object means the same geometry. */
  readonly solid: { readonly pieces: readonly PieceLike[] }
  /** x, y, z of its origin [m]. */
  readonly position: ArrayLike<number>
  /** Unit quaternion x, y, z, w. */
  readonly rotation: ArrayLike<number>
  /** Description of the body in the scene. */
  readonly body?: { readonly color?: string | undefined } | undefined
}

/** A joint between two bodies; ropes and springs are drawn. */
export interface JointLike {
  /** `rope`, `spring`, or a type that is not drawn. */
  readonly type: string
  /** Names of the two bodies; "tank" is the fixed surroundings. */
  readonly bodies: readonly [string, string]
  /** Anchor points in the axes of each body [m]; for the tank, in those of the scene. */
  readonly anchors?: readonly [Triple, Triple] | undefined
  /** Length of a rope, or rest length of a spring [m]. */
  readonly length?: number | undefined
}

/** Bodies and joints of a running scene; `Simulation` of the package `seiche` fits. */
export interface BodiesLike {
  /** The bodies, in the order of their indices. */
  readonly bodies: readonly BodyLike[]
  /** Description of the scene. */
  readonly scene?: { readonly joints?: readonly JointLike[] } | undefined
}

/** Drops in the air; `sim.spray` of the package `seiche` fits. */
export interface SprayLike {
  /** Number of drops. */
  readonly count: number
  /** x, y, z of each [m]. */
  readonly positions: Float32Array
  /** Radius of each [m]. */
  readonly radii: Float32Array
  /** Velocity of each along x, y, z [m/s]: drops are drawn as long as a picture is exposed. Default: at rest. */
  readonly velocities?: Float32Array | undefined
}
