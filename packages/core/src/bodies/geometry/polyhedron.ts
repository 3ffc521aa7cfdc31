// A closed surface of triangles, counterclockwise seen from outside.

import type { Vector } from './rotation.js'

export interface Polyhedron {
  /** x, y, z of each corner [m]. */
  readonly vertices: Float64Array
  /** Three corners of each triangle. */
  readonly triangles: Uint32Array
  /** Linear red, green and blue of each corner of each triangle, 0 to 1, if its file has colors. For pictures alone. */
  readonly colors?: Float32Array
  /** Whether it is convex. */
  readonly convex: boolean
}

// Corner k of a box has the signs of its bits: 1 along x, 2 along y, 4 along z.
const BOX_TRIANGLES = [
  [0, 4, 6, 0, 6, 2], // x-
  [1, 3, 7, 1, 7, 5], // x+
  [0, 1, 5, 0, 5, 4], // y-
  [2, 6, 7, 2, 7, 3], // y+
  [0, 2, 3, 0, 3, 1], // z-
  [4, 5, 7, 4, 7, 6], // z+
].flat()

/** A box about the origin. */
export function boxPolyhedron([x, y, z]: Vector): Polyhedron {
  const vertices = new Float64Array(24)
  for (let k = 0; k < 8; k++) vertices.set([(k & 1 ? x : -x) / 2, (k & 2 ? y : -y) / 2, (k & 4 ? z : -z) / 2], 3 * k)
  return { vertices, triangles: Uint32Array.from(BOX_TRIANGLES), convex: true }
}
