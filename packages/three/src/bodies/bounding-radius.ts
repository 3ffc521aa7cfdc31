import type { PieceLike } from './body-source.js'

/**
 * Bounding radius of a body: that of the smallest ball about its origin that is known to contain all its pieces.
 * @param pieces Pieces in the body's own axes.
 * @returns The radius [m].
 *
 * @example
 * ```ts
 * const [body] = sim.bodies
 * const radius = body ? boundingRadius(body.solid.pieces) : 0
 * ```
 */
export function boundingRadius(pieces: readonly PieceLike[]): number {
  return Math.max(...pieces.map(({ shape, position }) => Math.hypot(...position) + shapeRadius(shape)))
}

function shapeRadius(shape: PieceLike['shape']): number {
  switch (shape.kind) {
    case 'sphere':
      return shape.radius
    case 'capsule':
      return shape.height / 2
    case 'cylinder':
    case 'cone':
      return Math.hypot(shape.radius, shape.height / 2)
    case 'box':
      return Math.hypot(...shape.size) / 2
    default: {
      const { vertices } = shape.polyhedron
      let radius = 0
      for (let v = 0; v < vertices.length; v += 3)
        radius = Math.max(radius, Math.hypot(vertices[v]!, vertices[v + 1]!, vertices[v + 2]!))
      return radius
    }
  }
}
