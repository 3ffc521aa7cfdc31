// The sample points of a surface, with one bit for each: whether it is inside. A few operations on words then tell that 32 cubes
// contain no surface.
//
// Along each axis the points are the centres of the cells and one more at either wall, with the value of the nearest cell:
// surfaces reach the walls. A capped lattice has one more point at either end, which is outside. It is as far beyond the wall as
// the last one is before it:
//
//   wall                                     wall
//   o|·    ·      ·      ·      ·      ·    ·|o         o outside, · inside or outside by its value
//
// A cap therefore lies in the wall, and the corners of a full box are sharp but for a bevel of WALL_GAP.

import { cornerOf, type ValueRows, type Volume } from './volume.js'

/** Distance from a wall to the points on either side of it [cells]: too small to see, large for single precision. */
const WALL_GAP = 1 / 64

/** The points along one axis. */
export interface LatticeAxis {
  /** Coordinates of the points [m]. */
  readonly places: Float64Array
  /** Cell whose value each point has. */
  readonly cells: Int32Array
}

export class Lattice {
  readonly capped: boolean
  /** Number of points along each axis before that of cell 0, and after that of the last cell. */
  readonly before: number
  readonly axes: readonly [LatticeAxis, LatticeAxis, LatticeAxis]
  /** Points along x, y and z. */
  readonly points: readonly [number, number, number]
  /** Words of 32 points in a row along x. */
  readonly words: number
  /** Bit i & 31 of word `(k * points[1] + j) * words + (i >> 5)` is set if point (i, j, k) is inside. Zero beyond the last point. */
  readonly inside: Int32Array

  /** `bits`: those of a lattice no longer needed, reused if there are enough. */
  constructor(volume: Volume, capped: boolean, bits: Int32Array = new Int32Array(0)) {
    this.capped = capped
    this.before = capped ? 2 : 1
    const corner = cornerOf(volume)
    const axis = (a: 0 | 1 | 2) => layOut(volume.cells[a], volume.cellSize, corner[a], capped)
    this.axes = [axis(0), axis(1), axis(2)]
    this.points = [this.axes[0].places.length, this.axes[1].places.length, this.axes[2].places.length]
    this.words = (this.points[0] + 31) >> 5
    const needed = this.words * this.points[1] * this.points[2]
    this.inside = needed > bits.length ? new Int32Array(Math.max(needed, 2 * bits.length)) : bits.fill(0)
  }

  /**
   * Sets the bits for these values. Inside is strictly above the level, or with `below` strictly below it: a
   * value equal to the level is outside. Throws a RangeError for a value that is not finite.
   */
  classify(rows: ValueRows, cells: Volume['cells'], level: number, below: boolean): void {
    const [, ny, nz] = cells
    const [, my] = this.points
    const { words, inside, before } = this
    for (let k = 0; k < nz; k++) {
      for (let j = 0; j < ny; j++) {
        const row = ((k + before) * my + j + before) * words
        if (!this.#classifyRow(rows, (k * ny + j) * rows.stride + rows.offset, row, level, below))
          throwNotFinite(rows, cells)
      }
      // The rows at the walls are copies of those of the cells beside them.
      const plane = (k + before) * my * words
      inside.copyWithin(plane + (before - 1) * words, plane + before * words, plane + (before + 1) * words)
      inside.copyWithin(plane + (before + ny) * words, plane + (before + ny - 1) * words, plane + (before + ny) * words)
    }
    const plane = my * words
    inside.copyWithin((before - 1) * plane, before * plane, (before + 1) * plane)
    inside.copyWithin((before + nz) * plane, (before + nz - 1) * plane, (before + nz) * plane)
  }

  /** Returns whether all values are finite. */
  #classifyRow({ data }: ValueRows, start: number, row: number, level: number, below: boolean): boolean {
    const { words, inside, before } = this
    const last = this.points[0] - before
    const sign = below ? -1 : 1
    const threshold = sign * level
    // Stays zero unless a value is infinite or NaN.
    let trouble = 0
    for (let w = 0; w < words; w++) {
      // The points of this word that are cell centres; those at the walls are added afterwards.
      const from = Math.max(w << 5, before)
      const to = Math.min((w << 5) + 32, last)
      let word = 0
      for (let point = from; point < to; point++) {
        const value = sign * data[start + point - before]!
        trouble += value - value
        word |= (value > threshold ? 1 : 0) << (point & 31)
      }
      inside[row + w] = word
    }
    this.#copyPoint(row, before, before - 1)
    this.#copyPoint(row, last - 1, last)
    return trouble === 0
  }

  /** Copies the bit of point `from` of a row to point `to`, which is 0 so far. */
  #copyPoint(row: number, from: number, to: number): void {
    const bit = (this.inside[row + (from >> 5)]! >>> (from & 31)) & 1
    const word = row + (to >> 5)
    this.inside[word] = this.inside[word]! | (bit << (to & 31))
  }
}

function layOut(n: number, cellSize: number, corner: number, capped: boolean): LatticeAxis {
  const before = capped ? 2 : 1
  const gap = capped ? WALL_GAP : 0
  const cells = Int32Array.from({ length: n + 2 * before }, (_, p) => Math.min(Math.max(p - before, 0), n - 1))
  const places = Float64Array.from(cells, (cell) => corner + (cell + 0.5) * cellSize)
  places[before - 1] = corner + gap * cellSize
  places[before + n] = corner + (n - gap) * cellSize
  if (capped) {
    places[0] = corner - gap * cellSize
    places[n + 3] = corner + (n + gap) * cellSize
  }
  return { places, cells }
}

function throwNotFinite({ data, offset, stride }: ValueRows, [nx, ny, nz]: Volume['cells']): never {
  for (let line = 0; line < ny * nz; line++)
    for (let i = 0; i < nx; i++) {
      const value = data[offset + line * stride + i]!
      if (!Number.isFinite(value))
        throw new RangeError(
          `the value of cell (${i}, ${line % ny}, ${Math.floor(line / ny)}) is ${value}: a surface needs finite numbers`,
        )
    }
  throw new Error('values changed while their surface was made')
}
