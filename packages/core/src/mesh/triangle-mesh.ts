/** A surface of triangles with shared vertices, as in graphics devices and files. */
export interface TriangleMesh {
  /** x, y, z of each vertex [m]. */
  readonly positions: Float32Array
  /** x, y, z of the unit normal at each vertex, outwards. */
  readonly normals: Float32Array
  /** Three vertices of each triangle, counter-clockwise seen from outside. */
  readonly indices: Uint32Array
  /** Texture coordinates u, v of each vertex, from the upper left corner of a picture, as in glTF. Default: none. */
  readonly uvs?: Float32Array | undefined
}

/** Buffers for a mesh that is made again and again: doubled when they are too small, never freed. */
export class GrowingMesh {
  /** May be larger than needed; see `vertexCount`. */
  positions = new Float32Array(0)
  normals = new Float32Array(0)
  /** May be larger than needed; see `indexCount`. */
  indices = new Uint32Array(0)
  vertexCount = 0
  indexCount = 0

  clear(): void {
    this.vertexCount = 0
    this.indexCount = 0
  }

  /** Postcondition: there is capacity for this many additional vertices and corners of triangles. */
  reserve(vertices: number, corners: number): void {
    const floats = 3 * (this.vertexCount + vertices)
    if (floats > this.positions.length) {
      this.positions = grown(this.positions, floats)
      this.normals = grown(this.normals, floats)
    }
    const indices = this.indexCount + corners
    if (indices > this.indices.length) this.indices = grown(this.indices, indices)
  }

  /** The used part of the buffers, as views that the next surface overwrites. */
  get used(): TriangleMesh {
    return {
      positions: this.positions.subarray(0, 3 * this.vertexCount),
      normals: this.normals.subarray(0, 3 * this.vertexCount),
      indices: this.indices.subarray(0, this.indexCount),
    }
  }
}

function grown<Kind extends Float32Array | Uint32Array>(old: Kind, least: number): Kind {
  const larger = new (old.constructor as { new (length: number): Kind })(Math.max(least, 2 * old.length, 1024))
  larger.set(old)
  return larger
}
