import type { PieceLike } from './body-source.js'

/** Radius of a ball about a body's origin that holds all its pieces [m]. */
export function bodyReach(pieces: readonly PieceLike[]): number {
  return Math.max(...pieces.map(({ shape, position }) => Math.hypot(...position) + shapeReach(shape)))
}

function shapeReach(shape: PieceLike['shape']): number {
  switch (shape.kind) {
    case 'sphere':
      return shape.radius
    case 'capsule':
      return shape.height / 2
    case 'cylinder':
      return Math.hypot(shape.radius, shape.height / 2)
    case 'box':
      return Math.hypot(...shape.size) / 2
    default: {
      const { vertices } = shape.polyhedron
      let reach = 0
      for (let v = 0; v < vertices.length; v += 3)
        reach = Math.max(reach, Math.hypot(vertices[v]!, vertices[v + 1]!, vertices[v + 2]!))
      return reach
    }
  }
}
