/** Triangles of a closed surface, counterclockwise seen from outside. */
export interface TriangleMesh {
  /** x, y, z of each corner [m]. */
  readonly vertices: Float64Array
  /** Three corners of each triangle. */
  readonly triangles: Uint32Array
}
