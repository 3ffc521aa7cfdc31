// Triangles of a grid of vertices that is drawn coarser where it is far away. The grid is divided into tiles, and each tile has a stride: it
// is drawn with every first, second, fourth or eighth line. Two tiles that meet must have the same vertices along their common line, or
// waves would tear it open. Vertices of the finer tile that the coarser one does not have are therefore moved along the line to the one
// before, and triangles without an area are left out:
//
//      ├──┼──┼──┼──┤
//      │ ╱│ ╱│ ╱│ ╱│   stride 1
//      ├──┴──┼──┴──┤
//      │   ╱ │   ╱ │   stride 2
//
// The outline keeps all of its vertices, because the sides of a block, or walls, begin there: a quad at the outline is a fan of triangles
// around one of its corners inside the tile.

/** Quads along a side of a tile. The last tile along an axis has the remainder, too. */
const tileQuads = 16
/** Largest stride. Each tile has two quads along a side at least, so that every quad at the outline has a corner inside its tile. */
const largestStride = 8

/** The tiles of a grid of quads, and their triangles for any strides. */
export class TiledIndex {
  /** Quads along x and z. */
  readonly quads: readonly [number, number]
  /** Tiles along x and z. */
  readonly tiles: readonly [number, number]
  /** Largest stride of a tile. */
  readonly mostStride: number
  /** Stride of each tile, row by row: a power of two, at most `mostStride`. */
  readonly strides: Uint8Array
  /** Vertices of the triangles, three of each. */
  readonly vertices: Uint32Array
  /** Number of vertices in use. */
  count = 0
  /** Place of the first vertex of each tile in `vertices`; after the last one that of the end. */
  readonly starts: Uint32Array
  /** The tile that is being written: its stride, the lines around it, and the strides along these. */
  readonly #tile = { stride: 1, x0: 0, x1: 0, z0: 0, z1: 0, atX0: 1, atX1: 1, atZ0: 1, atZ1: 1 }
  /** Vertices around a quad at the outline. */
  readonly #around = new Uint32Array(4 * largestStride)
  #corners = 0

  /** @param quads Quads along x and z. Vertices are numbered row by row, as those of three's `PlaneGeometry`. */
  constructor(quads: readonly [number, number]) {
    this.quads = quads
    this.tiles = [Math.max(1, Math.floor(quads[0] / tileQuads)), Math.max(1, Math.floor(quads[1] / tileQuads))]
    this.mostStride = Math.min(largestStride, 2 ** Math.floor(Math.log2(Math.max(1, Math.min(...quads) / 2))))
    this.strides = new Uint8Array(this.tiles[0] * this.tiles[1]).fill(1)
    this.starts = new Uint32Array(this.strides.length + 1)
    this.vertices = new Uint32Array(6 * quads[0] * quads[1])
    this.fill()
  }

  /** First line of a tile along an axis, 0 for x and 1 for z; of the tile after the last one, the last line. */
  line(axis: 0 | 1, tile: number): number {
    return tile === this.tiles[axis] ? this.quads[axis] : tile * tileQuads
  }

  /** Writes the triangles for the present strides. */
  fill(): void {
    this.count = 0
    for (let tileZ = 0; tileZ < this.tiles[1]; tileZ++)
      for (let tileX = 0; tileX < this.tiles[0]; tileX++) {
        this.starts[tileZ * this.tiles[0] + tileX] = this.count
        this.#fillTile(tileX, tileZ)
      }
    this.starts[this.strides.length] = this.count
  }

  #fillTile(tileX: number, tileZ: number): void {
    const stride = this.#strideOf(tileX, tileZ)
    const tile = this.#tile
    tile.stride = stride
    tile.x0 = this.line(0, tileX)
    tile.x1 = this.line(0, tileX + 1)
    tile.z0 = this.line(1, tileZ)
    tile.z1 = this.line(1, tileZ + 1)
    tile.atX0 = Math.max(stride, this.#strideOf(tileX - 1, tileZ))
    tile.atX1 = Math.max(stride, this.#strideOf(tileX + 1, tileZ))
    tile.atZ0 = Math.max(stride, this.#strideOf(tileX, tileZ - 1))
    tile.atZ1 = Math.max(stride, this.#strideOf(tileX, tileZ + 1))
    const [quadsX, quadsZ] = this.quads
    for (let z = tile.z0; z < tile.z1; z += stride) {
      const endZ = Math.min(z + stride, tile.z1)
      for (let x = tile.x0; x < tile.x1; x += stride) {
        const endX = Math.min(x + stride, tile.x1)
        const isOutline = x === 0 || z === 0 || endX === quadsX || endZ === quadsZ
        if (isOutline && stride > 1) this.#fillOutline(x, z, endX, endZ)
        else this.#fillQuad(x, z, endX, endZ)
      }
    }
  }

  /** Stride of a tile; beyond the outline 1. */
  #strideOf(tileX: number, tileZ: number): number {
    const [across, down] = this.tiles
    return tileX < 0 || tileZ < 0 || tileX >= across || tileZ >= down ? 1 : this.strides[tileZ * across + tileX]!
  }

  #fillQuad(x: number, z: number, endX: number, endZ: number): void {
    const a = this.#vertexAt(x, z)
    const b = this.#vertexAt(x, endZ)
    const c = this.#vertexAt(endX, endZ)
    const d = this.#vertexAt(endX, z)
    const { x1, z1, stride, atX1, atZ1 } = this.#tile
    if (endX === x1 && endZ === z1 && atX1 > stride && atZ1 > stride) {
      // Both b and d have been moved away from the last corner of the tile, and a is on the other side of the line between them.
      this.#addTriangle(a, b, c)
      this.#addTriangle(a, c, d)
    } else {
      this.#addTriangle(a, b, d)
      this.#addTriangle(b, c, d)
    }
  }

  /** A fan around the corner that is on no line between tiles, over all vertices of the other sides. */
  #fillOutline(x: number, z: number, endX: number, endZ: number): void {
    const { x0, z0 } = this.#tile
    const [quadsX, quadsZ] = this.quads
    const apex = this.#vertexAt(x === x0 ? endX : x, z === z0 ? endZ : z)
    this.#corners = 0
    for (let at = z; at < endZ; at += x === 0 ? 1 : endZ - z) this.#addCorner(x, at)
    for (let at = x; at < endX; at += endZ === quadsZ ? 1 : endX - x) this.#addCorner(at, endZ)
    for (let at = endZ; at > z; at -= endX === quadsX ? 1 : endZ - z) this.#addCorner(endX, at)
    for (let at = endX; at > x; at -= z === 0 ? 1 : endX - x) this.#addCorner(at, z)
    for (let corner = 0; corner < this.#corners; corner++)
      this.#addTriangle(apex, this.#around[corner]!, this.#around[(corner + 1) % this.#corners]!)
  }

  /** Adds a corner of a quad at the outline, whose own vertices are not moved. */
  #addCorner(x: number, z: number): void {
    const [quadsX, quadsZ] = this.quads
    const isOutline = x === 0 || z === 0 || x === quadsX || z === quadsZ
    this.#around[this.#corners++] = isOutline ? this.#number(x, z) : this.#vertexAt(x, z)
  }

  /** Vertex at the crossing of two lines, moved if it is on a line to a coarser tile. */
  #vertexAt(x: number, z: number): number {
    const { x0, x1, z0, z1, atX0, atX1, atZ0, atZ1 } = this.#tile
    if (x === x0) return this.#number(x, movedTo(z, z0, z1, atX0))
    if (x === x1) return this.#number(x, movedTo(z, z0, z1, atX1))
    if (z === z0) return this.#number(movedTo(x, x0, x1, atZ0), z)
    if (z === z1) return this.#number(movedTo(x, x0, x1, atZ1), z)
    return this.#number(x, z)
  }

  #number(x: number, z: number): number {
    return z * (this.quads[0] + 1) + x
  }

  #addTriangle(a: number, b: number, c: number): void {
    if (a === b || b === c || c === a) return
    this.vertices[this.count++] = a
    this.vertices[this.count++] = b
    this.vertices[this.count++] = c
  }
}

/** The line at or before `line` that a tile from `first` to `last` has with a stride. */
const movedTo = (line: number, first: number, last: number, stride: number): number =>
  line === last ? last : line - ((line - first) % stride)
