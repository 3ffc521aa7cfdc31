// Isosurfaces of a volume by marching cubes (Lorensen and Cline 1987), with the cases of cube-cases.ts, which proves that the surface
// has no holes. One sweep over the planes of the lattice (lattice.ts) makes the vertices on the edges that begin in a plane, each
// once, and then the triangles between this plane and the one before. Indices of vertices are kept for two planes.
//
// The order of vertices and triangles is that of the sweep. The arithmetic is in doubles, without functions whose results differ
// between engines: the same values give the same bits everywhere. The reasons why it is not a kernel are in
// docs/decisions/0015-isosurface-in-one-sweep.md.

import { CASE_STRIDE, cubeCases, EDGE_AXIS, EDGE_CORNER } from './cube-cases.js'
import { Lattice } from './lattice.js'
import { GrowingMesh, type TriangleMesh } from './triangle-mesh.js'
import { rowsOf, type ValueRows, type Volume } from './volume.js'

export type { TriangleMesh } from './triangle-mesh.js'
export type { ValueRows, Volume } from './volume.js'

/**
 * Least distance of a vertex from the ends of its edge, as a part of the edge. Where values equal the level, vertices of several
 * edges would coincide. With this margin no two vertices coincide, no triangle has zero area, and the mesh stays closed in
 * programs that weld vertices. Single precision resolves thousandths of a cell up to some thousand cells from the origin of the
 * coordinates; the error of linear interpolation is larger.
 */
const MARGIN = 1 / 1024

/** Options of {@link Isosurface} and {@link isosurface}. */
export interface IsosurfaceOptions {
  /** Which side of the level is inside: `above` for densities, `below` for distances that are negative inside. Default `above`. */
  readonly inside?: 'above' | 'below'
  /**
   * Whether the surface is closed at the walls of the volume, as if the outside were empty. Otherwise it ends there, open.
   * Default true.
   */
  readonly cap?: boolean
}

/**
 * The surface where the values of a volume equal a level, for volumes that change: memory is kept from one update to the next, and
 * grows only when it must. Watertight with `cap`: every edge has two triangles, which pass it in opposite directions.
 *
 * @example
 * ```ts
 * import { Isosurface } from 'seiche'
 *
 * const surface = new Isosurface()
 * surface.update({ values: density, cells: [64, 64, 64], cellSize: 0.01 }, 0.2)
 * console.log(surface.indices.length / 3, 'triangles')
 * ```
 */
export class Isosurface implements TriangleMesh {
  readonly #mesh = new GrowingMesh()
  readonly #below: boolean
  readonly #cap: boolean
  #used: TriangleMesh = this.#mesh.used
  #lattice: Lattice | undefined
  /** Key of the volume's shape for which the lattice was made. */
  #shape = ''
  /** Vertices on the edges that begin at the points of two planes: `slots[3 p + a]` is that on the edge along axis a from point p. */
  #slots = new Uint32Array(0)

  /** @param options Which side of the level is inside, and whether the surface is closed at the walls of the volume. */
  constructor({ inside = 'above', cap = true }: IsosurfaceOptions = {}) {
    this.#below = inside === 'below'
    this.#cap = cap
  }

  /** x, y, z of each vertex [m]. A view that the next update overwrites, as are the others. */
  get positions(): Float32Array {
    return this.#used.positions
  }

  /** x, y, z of the unit normal at each vertex, outwards: along the gradient of the values. */
  get normals(): Float32Array {
    return this.#used.normals
  }

  /** Three vertices of each triangle, counter-clockwise seen from outside. */
  get indices(): Uint32Array {
    return this.#used.indices
  }

  /**
   * Makes the surface of a volume.
   *
   * @param volume Values at the centres of cells.
   * @param level The value on the surface, in the unit of the values.
   * @returns This surface.
   * @throws RangeError if the values do not fit the cells, or are not finite.
   */
  update(volume: Volume, level: number): this {
    const rows = rowsOf(volume)
    if (!Number.isFinite(level)) throw new RangeError(`the level must be a finite number, got ${level}`)
    const lattice = this.#latticeOf(volume)
    lattice.classify(rows, volume.cells, level, this.#below)
    this.#mesh.clear()
    for (let k = 0; k < lattice.points[2]; k++) {
      this.#makeVertices(lattice, k, rows, volume.cells, level)
      if (k > 0) this.#makeTriangles(lattice, k - 1)
    }
    this.#used = this.#mesh.used
    return this
  }

  #latticeOf(volume: Volume): Lattice {
    const shape = [...volume.cells, volume.cellSize, ...(volume.origin ?? [])].join()
    if (!this.#lattice || shape !== this.#shape) {
      this.#lattice = new Lattice(volume, this.#cap, this.#lattice?.inside)
      this.#shape = shape
      const slots = 2 * 3 * this.#lattice.points[0] * this.#lattice.points[1]
      if (slots > this.#slots.length) this.#slots = new Uint32Array(slots)
    }
    return this.#lattice
  }

  /** Makes the vertices of plane k. Postcondition: every crossed edge that begins in it has its vertex. */
  #makeVertices(lattice: Lattice, k: number, rows: ValueRows, cells: Volume['cells'], level: number): void {
    const { words, inside } = lattice
    const [mx, my, mz] = lattice.points
    const slots = this.#slots
    const plane = (k & 1) * 3 * mx * my
    for (let j = 0; j < my; j++) {
      this.#mesh.reserve(3 * mx, 0)
      const row = (k * my + j) * words
      for (let w = 0; w < words; w++) {
        const here = inside[row + w]!
        const next = w + 1 < words ? inside[row + w + 1]! : 0
        // Beyond the last point there is no edge along x, and all other bits are zero.
        const edges = w + 1 < words ? -1 : (1 << (mx - 1 - (w << 5))) - 1
        const alongX = (here ^ ((here >>> 1) | (next << 31))) & edges
        const alongY = j + 1 < my ? here ^ inside[row + words + w]! : 0
        const alongZ = k + 1 < mz ? here ^ inside[row + my * words + w]! : 0
        for (let axis = 0; axis < 3; axis++)
          for (let bits = axis === 0 ? alongX : axis === 1 ? alongY : alongZ; bits !== 0; bits &= bits - 1) {
            const bit = 31 - Math.clz32(bits & -bits)
            const i = (w << 5) + bit
            slots[plane + 3 * (j * mx + i) + axis] = this.#mesh.vertexCount
            this.#makeVertex(lattice, axis, i, j, k, ((here >>> bit) & 1) === 1, rows, cells, level)
          }
      }
    }
  }

  /** The vertex on the edge from point (i, j, k) along an axis; `leaving` if that point is inside. */
  #makeVertex(
    lattice: Lattice,
    axis: number,
    i: number,
    j: number,
    k: number,
    leaving: boolean,
    rows: ValueRows,
    cells: Volume['cells'],
    level: number,
  ): void {
    const point = axis === 0 ? i : axis === 1 ? j : k
    const { places } = lattice.axes[axis]!
    let part = 0.5
    let gx = 0
    let gy = 0
    let gz = 0
    if (!lattice.capped || (point > 0 && point < lattice.points[axis]! - 2)) {
      const { data, offset, stride } = rows
      const nx = cells[0]
      const ny = cells[1]
      const nz = cells[2]
      const x = lattice.axes[0].cells[i]!
      const y = lattice.axes[1].cells[j]!
      const z = lattice.axes[2].cells[k]!
      const plane = stride * ny
      const near = offset + z * plane + y * stride + x
      const far = near + (axis === 0 ? 1 : axis === 1 ? stride : plane)
      part = (level - data[near]!) / (data[far]! - data[near]!)
      // In this form NaN, from an overflow, also gives a point of the edge.
      part = part > MARGIN ? Math.min(part, 1 - MARGIN) : MARGIN
      const rest = 1 - part
      gx = rest * slope(data, near, 1, x, nx) + part * slope(data, far, 1, axis === 0 ? x + 1 : x, nx)
      gy = rest * slope(data, near, stride, y, ny) + part * slope(data, far, stride, axis === 1 ? y + 1 : y, ny)
      gz = rest * slope(data, near, plane, z, nz) + part * slope(data, far, plane, axis === 2 ? z + 1 : z, nz)
    }
    const { positions, normals } = this.#mesh
    const at = 3 * this.#mesh.vertexCount++
    positions[at] = lattice.axes[0].places[i]!
    positions[at + 1] = lattice.axes[1].places[j]!
    positions[at + 2] = lattice.axes[2].places[k]!
    positions[at + axis] = places[point]! + part * (places[point + 1]! - places[point]!)
    const length = Math.sqrt(gx * gx + gy * gy + gz * gz)
    if (length > 0 && length < Number.POSITIVE_INFINITY) {
      const outwards = (this.#below ? 1 : -1) / length
      normals[at] = gx * outwards
      normals[at + 1] = gy * outwards
      normals[at + 2] = gz * outwards
    } else {
      // In a cap, or where the gradient is zero, the normal is along the edge.
      normals.fill(0, at, at + 3)
      normals[at + axis] = leaving ? 1 : -1
    }
  }

  /** Makes the triangles of the cubes between planes k and k + 1. */
  #makeTriangles(lattice: Lattice, k: number): void {
    const { words, inside } = lattice
    const [mx, my] = lattice.points
    const mesh = this.#mesh
    const slots = this.#slots
    const cases = cubeCases()
    /** Offset of the vertex of each edge of a cube from the slot of its corner 0. */
    const places = Int32Array.from(EDGE_CORNER, (corner, e) => {
      const plane = ((k + (corner >> 2)) & 1) * 3 * mx * my
      return plane + 3 * (((corner >> 1) & 1) * mx + (corner & 1)) + EDGE_AXIS[e]!
    })
    for (let j = 0; j + 1 < my; j++) {
      mesh.reserve(0, CASE_STRIDE * mx)
      const { indices } = mesh
      let count = mesh.indexCount
      const near = (k * my + j) * words
      const far = near + my * words
      for (let w = 0; w < words; w++) {
        const a = inside[near + w]!
        const b = inside[near + words + w]!
        const c = inside[far + w]!
        const d = inside[far + words + w]!
        const more = w + 1 < words
        // The same rows, shifted by one point.
        const aNext = (a >>> 1) | (more ? inside[near + w + 1]! << 31 : 0)
        const bNext = (b >>> 1) | (more ? inside[near + words + w + 1]! << 31 : 0)
        const cNext = (c >>> 1) | (more ? inside[far + w + 1]! << 31 : 0)
        const dNext = (d >>> 1) | (more ? inside[far + words + w + 1]! << 31 : 0)
        const some = a | b | c | d | aNext | bNext | cNext | dNext
        const all = a & b & c & d & aNext & bNext & cNext & dNext
        const cubes = more ? -1 : (1 << (mx - 1 - (w << 5))) - 1
        for (let bits = some & ~all & cubes; bits !== 0; bits &= bits - 1) {
          const bit = 31 - Math.clz32(bits & -bits)
          const inner =
            ((a >>> bit) & 1) |
            (((aNext >>> bit) & 1) << 1) |
            (((b >>> bit) & 1) << 2) |
            (((bNext >>> bit) & 1) << 3) |
            (((c >>> bit) & 1) << 4) |
            (((cNext >>> bit) & 1) << 5) |
            (((d >>> bit) & 1) << 6) |
            (((dNext >>> bit) & 1) << 7)
          const slot = 3 * (j * mx + (w << 5) + bit)
          const first = CASE_STRIDE * inner
          for (let e = first, end = first + cases.corners[inner]!; e < end; e++)
            indices[count++] = slots[slot + places[cases.edges[e]!]!]!
        }
      }
      mesh.indexCount = count
    }
  }
}

/** Derivative of the values at a cell along an axis [1/cell]: central differences, one-sided beside walls. */
function slope(data: ValueRows['data'], cell: number, step: number, place: number, n: number): number {
  if (place > 0 && place < n - 1) return (data[cell + step]! - data[cell - step]!) / 2
  if (n === 1) return 0
  return place === 0 ? data[cell + step]! - data[cell]! : data[cell]! - data[cell - step]!
}

/**
 * Makes the surface where the values of a volume equal a level, as a mesh with memory of its own. Watertight with `cap`: every edge has
 * two triangles, which pass it in opposite directions. For a surface in every frame, {@link Isosurface} keeps its memory.
 *
 * @param volume Values at the centres of cells.
 * @param level The value on the surface, in the unit of the values.
 * @param options Which side of the level is inside, and whether the surface is closed at the walls of the volume.
 * @returns The mesh.
 * @throws RangeError if the values do not fit the cells, or are not finite.
 *
 * @example
 * ```ts
 * import { isosurface } from 'seiche'
 *
 * const { nx, ny = 1, nz, cellSize } = sim.grid
 * const mesh = isosurface({ values: sim.field('smoke').read(), cells: [nx, ny, nz], cellSize }, 0.2)
 * ```
 */
export function isosurface(volume: Volume, level: number, options?: IsosurfaceOptions): TriangleMesh {
  const { positions, normals, indices } = new Isosurface(options).update(volume, level)
  return { positions: positions.slice(), normals: normals.slice(), indices: indices.slice() }
}
