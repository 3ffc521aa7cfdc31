// Metaballs: points with a smooth field around them; the surface is an isosurface of the sum of the fields. The field is that of
// G. Wyvill, C. McPheeters and B. Wyvill, "Data structure for soft objects", The Visual Computer 2 (1986): with q = (r / R)²
//
//   F = 1 - 22/9 q + 17/9 q² - 4/9 q³      for r < R, else 0
//
// F is 1 at the point and 0 with slope 0 at R: the sum is smooth, and a point contributes to nearby cells only. F needs no square
// roots and is exactly 1/2 at R/2: at level 1/2 a single point is a ball of radius R/2. Balls near each other merge.

import { Isosurface } from './isosurface.js'
import type { TriangleMesh } from './triangle-mesh.js'
import type { Volume } from './volume.js'

/** Level at which a single ball has its radius. */
const LEVEL = 0.5
/** Radius R of the field of a ball, in radii of the ball. */
const REACH = 2
/** Default number of cells per radius: enough for balls that look round. */
const CELLS_PER_RADIUS = 3
/** Most cells: a gibibyte of values. */
const MOST_CELLS = 268435456

/** Options of {@link Metaballs} and {@link metaballs}. */
export interface MetaballsOptions {
  /** Radius of a single ball [m]. */
  readonly radius: number
  /** Side of the cells of the field [m]; smaller is smoother and slower. Default: a third of the radius. */
  readonly cellSize?: number
  /**
   * Level of the isosurface. Default 1/2, at which a single ball has its radius. At higher levels balls are smaller, with thinner
   * necks; from 1 on single balls vanish.
   */
  readonly level?: number
  /**
   * A box that contains the surface, as a tank contains water: its corners with the lowest and highest x, y and z [m]. Its size is
   * rounded to whole cells from the lowest corner. Default: none.
   */
  readonly box?: { readonly low: readonly [number, number, number]; readonly high: readonly [number, number, number] }
}

/**
 * Metaballs: the watertight surface of moving points, whose balls merge where they are close. Memory is kept from one update to
 * the next.
 *
 * @example
 * ```ts
 * import { Metaballs } from 'seiche'
 *
 * const balls = new Metaballs({ radius: 0.05 })
 * balls.update([0, 0, 0, 0.08, 0, 0]) // two points
 * console.log(balls.indices.length / 3, 'triangles')
 * ```
 */
export class Metaballs implements TriangleMesh {
  readonly #radius: number
  readonly #cellSize: number
  readonly #level: number
  readonly #box: MetaballsOptions['box']
  readonly #surface = new Isosurface()
  #values = new Float32Array(0)

  /**
   * @param options Size of the balls and of the cells.
   * @throws RangeError for a radius, cell size or level that is not positive, and for an empty box.
   */
  constructor({ radius, cellSize = radius / CELLS_PER_RADIUS, level = LEVEL, box }: MetaballsOptions) {
    if (!(radius > 0 && Number.isFinite(radius)))
      throw new RangeError(`radius must be a positive number, got ${radius}`)
    if (!(cellSize > 0 && Number.isFinite(cellSize)))
      throw new RangeError(`cellSize must be a positive number, got ${cellSize}`)
    if (!(level > 0 && Number.isFinite(level))) throw new RangeError(`level must be a positive number, got ${level}`)
    if (box && ![0, 1, 2].every((a) => box.high[a]! - box.low[a]! > 0))
      throw new RangeError(`the box from ${box.low.join(', ')} to ${box.high.join(', ')} is empty`)
    this.#radius = radius
    this.#cellSize = cellSize
    this.#level = level
    this.#box = box
  }

  /** x, y, z of each vertex [m]. A view that the next update overwrites, as are the others. */
  get positions(): Float32Array {
    return this.#surface.positions
  }

  /** x, y, z of the unit normal at each vertex, outwards. */
  get normals(): Float32Array {
    return this.#surface.normals
  }

  /** Three vertices of each triangle, counter-clockwise seen from outside. */
  get indices(): Uint32Array {
    return this.#surface.indices
  }

  /**
   * Makes the surface of points. Their fields are added in the order of the points.
   *
   * @param points x, y, z of each point [m].
   * @param radii Radius of each ball [m]. Default: that of the options for all.
   * @returns This surface.
   * @throws RangeError for a coordinate that is not finite, a radius that is not positive, and points that need too many cells.
   */
  update(points: ArrayLike<number>, radii?: ArrayLike<number>): this {
    this.#validate(points, radii)
    const volume = this.#volumeAround(points, radii)
    for (let p = 0; 3 * p < points.length; p++)
      addBall(volume, points[3 * p]!, points[3 * p + 1]!, points[3 * p + 2]!, REACH * (radii?.[p] ?? this.#radius))
    this.#surface.update(volume, this.#level)
    return this
  }

  #validate(points: ArrayLike<number>, radii: ArrayLike<number> | undefined): void {
    if (points.length % 3 !== 0) throw new RangeError(`points have three numbers each, got ${points.length} numbers`)
    if (radii && radii.length !== points.length / 3)
      throw new RangeError(`${points.length / 3} points need as many radii, got ${radii.length}`)
    for (let v = 0; v < points.length; v++)
      if (!Number.isFinite(points[v]!))
        throw new RangeError(`point ${Math.floor(v / 3)} has the coordinate ${points[v]}, which is not finite`)
    for (let p = 0; radii && p < radii.length; p++)
      if (!(radii[p]! > 0 && Number.isFinite(radii[p]!)))
        throw new RangeError(`the radius of point ${p} must be a positive number, got ${radii[p]}`)
  }

  /**
   * The cells reached by the field of any ball, all zero. Without a box their corners are whole multiples of the cell size: the
   * lattice is fixed in space, and the surface does not shimmer while balls move through it.
   */
  #volumeAround(points: ArrayLike<number>, radii: ArrayLike<number> | undefined): Packed {
    const h = this.#cellSize
    const cells: [number, number, number] = [1, 1, 1]
    const origin: [number, number, number] = [0, 0, 0]
    for (let a = 0; a < 3; a++) {
      if (this.#box) {
        origin[a] = this.#box.low[a]!
        cells[a] = Math.max(1, Math.round((this.#box.high[a]! - this.#box.low[a]!) / h))
      } else if (points.length > 0) {
        let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
        for (let p = 0; 3 * p < points.length; p++) {
          const reach = REACH * (radii?.[p] ?? this.#radius)
          low = Math.min(low, points[3 * p + a]! - reach)
          high = Math.max(high, points[3 * p + a]! + reach)
        }
        origin[a] = Math.floor(low / h) * h
        cells[a] = Math.ceil(high / h) - Math.floor(low / h)
      }
    }
    const count = cells[0] * cells[1] * cells[2]
    if (!(count <= MOST_CELLS))
      throw new RangeError(
        `the points need ${cells.join(' × ')} cells of ${h} m: take larger cells, or a box that leaves out points far away`,
      )
    if (count > this.#values.length) this.#values = new Float32Array(Math.max(count, 2 * this.#values.length))
    const values = this.#values.subarray(0, count).fill(0)
    return { values, cells, cellSize: h, origin }
  }
}

interface Packed extends Volume {
  readonly values: Float32Array
  readonly origin: readonly [number, number, number]
}

/** Adds the field of a ball; `reach` is its radius R. */
function addBall(
  { values, cells, cellSize: h, origin }: Packed,
  px: number,
  py: number,
  pz: number,
  reach: number,
): void {
  const nx = cells[0]
  const ny = cells[1]
  const inverse = 1 / (reach * reach)
  // Position in cells from the centre of cell 0.
  const [x, y, z] = [(px - origin[0]) / h - 0.5, (py - origin[1]) / h - 0.5, (pz - origin[2]) / h - 0.5]
  const far = reach / h
  const kLast = Math.min(cells[2] - 1, Math.floor(z + far))
  const jLast = Math.min(ny - 1, Math.floor(y + far))
  for (let k = Math.max(0, Math.ceil(z - far)); k <= kLast; k++)
    for (let j = Math.max(0, Math.ceil(y - far)); j <= jLast; j++) {
      const across = (k - z) * (k - z) + (j - y) * (j - y)
      const left = far * far - across
      if (left <= 0) continue
      const half = Math.sqrt(left)
      const row = (k * ny + j) * nx
      const iLast = Math.min(nx - 1, Math.floor(x + half))
      for (let i = Math.max(0, Math.ceil(x - half)); i <= iLast; i++) {
        const q = (across + (i - x) * (i - x)) * h * h * inverse
        if (q < 1) values[row + i] = values[row + i]! + 1 + q * (-22 / 9 + q * (17 / 9 - q * (4 / 9)))
      }
    }
}

/**
 * Makes the watertight surface of points, as a mesh with memory of its own. For moving points, {@link Metaballs} keeps its memory.
 *
 * @param points x, y, z of each point [m].
 * @param options Size of the balls and of the cells.
 * @param radii Radius of each ball [m]. Default: that of the options for all.
 * @returns The mesh.
 * @throws RangeError for a coordinate that is not finite, a radius that is not positive, and points that need too many cells.
 *
 * @example
 * ```ts
 * import { metaballs, writeGlb } from 'seiche'
 *
 * const mesh = metaballs([0, 0, 0, 0.08, 0, 0], { radius: 0.05 })
 * const file = writeGlb(mesh)
 * ```
 */
export function metaballs(
  points: ArrayLike<number>,
  options: MetaballsOptions,
  radii?: ArrayLike<number>,
): TriangleMesh {
  const { positions, normals, indices } = new Metaballs(options).update(points, radii)
  return { positions: positions.slice(), normals: normals.slice(), indices: indices.slice() }
}
