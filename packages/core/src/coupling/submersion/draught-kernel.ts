// The surface as a heaving body sees it, in dispersive water.
//
// The pressure of a wave of wavenumber k decays as e^(-kT) towards a draught T. A body that floats at this draught therefore feels the
// surface through the kernel whose transform is e^(-kT), Poisson's kernel of the half-space,
//
//   P(r) = T / (2π (r² + T²)^1.5),
//
// averaged over its waterplane. The volume that it displaces as it heaves raises the surface through the same kernel: a source at depth
// T raises a surface of no pressure by P. With equal kernels the exchange derives from an energy, and the waves of a heaving body carry
// away the energy of Haskind's relation (docs/decisions/0021-heave-through-the-draught.md).
//
// Cut off at a radius R, P would lose T/R of its volume. The kernel here,
//
//   (1 + r²/s²)^-1.5 - (1 + R²/s²)^-1.5 + c (r/R)² (1 - (r/R)²),     R = 12 T,  s = 1.0469 T,  c = 0.0072,
//
// normalized, has the transform of P at kT = 0.5 and 1, where bodies heave, and within 0.02 of it from there on. For longer waves it is
// closer to 1: 0.88 instead of 0.82 at kT = 0.2.
//
// Within 8 cells the kernel K is split, K = (K - F) + F, with a parabola F that continues K inwards: K - F is summed over cells, F and the outer
// part of K over blocks of cells (coarse-surface.ts).

import { type Grid, rowOf } from '../../fields/grid.js'
import type { WaterCoupling } from '../water-coupling.js'
import { BLOCK, blockCenter, CoarseSurface } from './coarse-surface.js'
import type { SubmergedBody } from './submerged-body.js'
import type { ColumnsView } from './submerged-columns.js'

/** Radius R of the kernel and its length s, in draughts, and its constant c (header). */
const REACH = 12
const LENGTH = 1.0469
const OUTER = 0.0072
/** Radius of the split, in cells. A kernel of a draught of twice this is smooth enough for blocks. */
const SPLIT = 2 * BLOCK
/** Sources that stand for the waterplane along each axis, at most: one for each 1.5 draughts. */
const MOST_SOURCES = 4
const SOURCE_WIDTH = 1.5

/** Weights of cells or blocks. */
class Weights {
  count = 0
  at = new Int32Array(512)
  values = new Float64Array(512)

  add(at: number, value: number): void {
    if (this.count === this.at.length) this.#grow()
    this.at[this.count] = at
    this.values[this.count++] = value
  }

  #grow(): void {
    const { at, values } = this
    this.at = new Int32Array(2 * this.count)
    this.at.set(at)
    this.values = new Float64Array(2 * this.count)
    this.values.set(values)
  }
}

/** Sums of 1, x, z and the level over the water, with the kernel and its derivatives along x and z as weights. */
class KernelSums {
  one = 0
  x = 0
  z = 0
  level = 0
  alongX = 0
  alongXx = 0
  alongXLevel = 0
  alongZ = 0
  alongZz = 0
  alongZLevel = 0

  clear(): void {
    this.one = this.x = this.z = this.level = 0
    this.alongX = this.alongXx = this.alongXLevel = 0
    this.alongZ = this.alongZz = this.alongZLevel = 0
  }

  /** Adds a cell or a block at (x, z) with `open` cells and a sum of their levels: `weight`, and its derivatives `fallX` and `fallZ`. */
  add(x: number, z: number, open: number, level: number, weight: number, fallX: number, fallZ: number): void {
    this.one += weight * open
    this.x += weight * open * x
    this.z += weight * open * z
    this.level += weight * level
    this.alongX += fallX * open
    this.alongXx += fallX * open * x
    this.alongXLevel += fallX * level
    this.alongZ += fallZ * open
    this.alongZz += fallZ * open * z
    this.alongZLevel += fallZ * level
  }
}

export class DraughtKernel {
  /** Mean level through the kernel [m], and its slopes along x and z. */
  level = 0
  slopeX = 0
  slopeZ = 0
  /** Rise of `level` for a unit of height that is raised through the kernel [1]. Below 1. */
  feedback = 0
  readonly #water: WaterCoupling
  readonly #grid: Grid
  readonly #coarse: CoarseSurface
  readonly #cells = new Weights()
  readonly #blocks = new Weights()
  readonly #sums = new KernelSums()
  /** Centre of the waterplane, as fractional column and row. The sums are about it. */
  #column = 0
  #row = 0
  /** Factor of the weights for a unit height of the waterplane. */
  #scale = 0
  /** The waterplane, and each of its sources, in cells; centres of the sources as fractional columns and rows. */
  #area = 0
  readonly #sourceArea = new Float64Array(MOST_SOURCES * MOST_SOURCES)
  readonly #sourceColumn = new Float64Array(MOST_SOURCES * MOST_SOURCES)
  readonly #sourceRow = new Float64Array(MOST_SOURCES * MOST_SOURCES)
  #sources = 0
  /** The kernel of the present draught, in cells: draught, volume, R², 1/s², K(R), and value and fall of F within the split. */
  #length = 0
  #volume = 0
  #reach = 0
  #inverse = 0
  #edge = 0
  #isSplit = false
  #splitValue = 0
  #splitFall = 0
  /** The last kernel or parabola at a distance, and minus its derivative by half the square of the distance. */
  #value = 0
  #fall = 0

  constructor(water: WaterCoupling) {
    this.#water = water
    this.#grid = water.grid
    this.#coarse = new CoarseSurface(water)
  }

  /** Begins an exchange: sums the levels over blocks. */
  begin(): void {
    this.#coarse.read()
  }

  /** Ends an exchange: raises the outer parts of all kernels. Returns the rounding error of the fields, summed over cells [m]. */
  end(): number {
    return this.#coarse.raise()
  }

  /**
   * Reads the water for a body with a waterplane, `columns.waterplane`. `draught`: T [m]. Returns false, and reads nothing, if there is no
   * water.
   */
  read(submerged: SubmergedBody, columns: ColumnsView, draught: number): boolean {
    const length = Math.max(1, draught / this.#grid.cellSize)
    const variance = this.#divide(submerged, columns, length)
    // A source is narrower than the part of the waterplane that it stands for; a little more draught makes up for it at kT = 1.
    this.#setKernel(length + variance / (2 * length))
    this.#sums.clear()
    this.#weighBlocks()
    this.#weighCells()
    return this.#solve()
  }

  /**
   * Raises the water by a height of the waterplane [m], the outer part in `end`. Returns the rounding error of the fields, summed over
   * cells [m].
   */
  raise(height: number): number {
    const { rise } = this.#coarse
    const [cells, blocks] = [this.#cells, this.#blocks]
    const factor = height * this.#scale
    for (let k = 0; k < blocks.count; k++) rise[blocks.at[k]!]! += factor * blocks.values[k]!
    let error = 0
    for (let k = 0; k < cells.count; k++) {
      const intended = factor * cells.values[k]!
      error += (this.#water.raise(cells.at[k]!, intended) - intended) * this.#water.wetnessAt(cells.at[k]!)
    }
    return error
  }

  /** Divides the waterplane into sources. `length`: the draught in cells. Returns the mean variance within a source [cells²]. */
  #divide(
    { first, end }: SubmergedBody,
    { spans: { cell }, waterplane, openness }: ColumnsView,
    length: number,
  ): number {
    const { nx, nz } = this.#grid
    let [left, right, back, front] = [nx, -1, nz, -1]
    for (let k = first; k < end; k++) {
      if (waterplane[k] === 0) continue
      const j = rowOf(this.#grid, cell[k]!)
      const i = cell[k]! - j * nx
      left = Math.min(left, i)
      right = Math.max(right, i)
      back = Math.min(back, j)
      front = Math.max(front, j)
    }
    const [wide, deep] = [right - left + 1, front - back + 1]
    const along = sourcesAlong(wide, length)
    const across = sourcesAlong(deep, length)
    const [areas, columns, rows] = [this.#sourceArea, this.#sourceColumn, this.#sourceRow]
    this.#sources = along * across
    areas.fill(0)
    columns.fill(0)
    rows.fill(0)
    this.#area = 0
    let square = 0
    for (let k = first; k < end; k++) {
      const area = waterplane[k]! * openness[k]!
      if (area === 0) continue
      const j = rowOf(this.#grid, cell[k]!)
      const i = cell[k]! - j * nx
      const source = Math.floor(((j - back) * across) / deep) * along + Math.floor(((i - left) * along) / wide)
      this.#area += area
      areas[source]! += area
      columns[source]! += area * (i - left)
      rows[source]! += area * (j - back)
      square += area * ((i - left) * (i - left) + (j - back) * (j - back))
    }
    this.#column = 0
    this.#row = 0
    for (let source = 0; source < this.#sources; source++) {
      const area = areas[source]!
      if (area === 0) continue
      this.#column += columns[source]! / this.#area
      this.#row += rows[source]! / this.#area
      const [column, row] = [columns[source]! / area, rows[source]! / area]
      square -= area * (column * column + row * row)
      columns[source] = left + column
      rows[source] = back + row
    }
    this.#column += left
    this.#row += back
    return Math.max(0, square / (2 * this.#area))
  }

  /** Sets the kernel of a draught [cells]. */
  #setKernel(length: number): void {
    this.#reach = REACH * REACH * length * length
    this.#inverse = 1 / (LENGTH * LENGTH * length * length)
    this.#edge = 0
    this.#isSplit = false
    this.#evaluate(this.#reach)
    this.#edge = this.#value
    this.#evaluate(SPLIT * SPLIT)
    this.#isSplit = length < 2 * SPLIT
    this.#splitFall = this.#fall
    this.#splitValue = this.#value + 0.5 * this.#fall * SPLIT * SPLIT
    const square = 1 / this.#inverse
    this.#length = length
    this.#volume =
      2 * Math.PI * square * (1 - 1 / Math.sqrt(1 + this.#reach * this.#inverse)) +
      Math.PI * this.#reach * (OUTER / 6 - this.#edge)
  }

  /** Evaluates the kernel at the square of a distance [cells²], at most that of its radius. */
  #evaluate(square: number): void {
    const root = 1 / Math.sqrt(1 + square * this.#inverse)
    const cube = root * root * root
    const share = square / this.#reach
    this.#value = cube - this.#edge + OUTER * share * (1 - share)
    this.#fall = 3 * this.#inverse * cube * root * root - (2 * OUTER * (1 - 2 * share)) / this.#reach
  }

  /** Weights of the blocks: the kernel, within the split the parabola. */
  #weighBlocks(): void {
    const { nx, nz, open, level } = this.#coarse
    const blocks = this.#blocks
    const [left, right] = this.#range(this.#sourceColumn, nx)
    const [back, front] = this.#range(this.#sourceRow, nz)
    blocks.count = 0
    for (let j = back; j <= front; j++) {
      const row = blockCenter(j, this.#grid.nz)
      for (let i = left; i <= right; i++) {
        const at = j * nx + i
        if (open[at] === 0) continue
        const column = blockCenter(i, this.#grid.nx)
        let weight = 0
        let fallX = 0
        let fallZ = 0
        for (let source = 0; source < this.#sources; source++) {
          const x = column - this.#sourceColumn[source]!
          const z = row - this.#sourceRow[source]!
          const square = x * x + z * z
          if (square >= this.#reach) continue
          if (this.#isSplit && square < SPLIT * SPLIT) {
            this.#fall = this.#splitFall
            this.#value = this.#splitValue - 0.5 * this.#splitFall * square
          } else this.#evaluate(square)
          const area = this.#sourceArea[source]!
          weight += area * this.#value
          fallX += area * this.#fall * x
          fallZ += area * this.#fall * z
        }
        if (weight === 0) continue
        blocks.add(at, weight)
        this.#sums.add(column - this.#column, row - this.#row, open[at]!, level[at]!, weight, fallX, fallZ)
      }
    }
    this.#coarse.touch(left, right, back, front)
  }

  /** First and last block within reach of the sources. */
  #range(centers: Float64Array, blocks: number): [number, number] {
    const radius = Math.sqrt(this.#reach)
    let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let source = 0; source < this.#sources; source++) {
      if (this.#sourceArea[source] === 0) continue
      first = Math.min(first, centers[source]!)
      last = Math.max(last, centers[source]!)
    }
    return [
      Math.max(0, Math.floor((first - radius) / BLOCK)),
      Math.min(blocks - 1, Math.floor((last + radius) / BLOCK)),
    ]
  }

  /** Weights of the cells within the split: the kernel minus the parabola. */
  #weighCells(): void {
    const { nx, nz } = this.#grid
    const cells = this.#cells
    cells.count = 0
    if (!this.#isSplit) return
    for (let source = 0; source < this.#sources; source++) {
      const area = this.#sourceArea[source]!
      if (area === 0) continue
      const column = this.#sourceColumn[source]!
      const row = this.#sourceRow[source]!
      const front = Math.min(nz - 1, Math.floor(row + SPLIT))
      const right = Math.min(nx - 1, Math.floor(column + SPLIT))
      for (let j = Math.max(0, Math.ceil(row - SPLIT)); j <= front; j++)
        for (let i = Math.max(0, Math.ceil(column - SPLIT)); i <= right; i++) {
          const at = j * nx + i
          const x = i - column
          const z = j - row
          const square = x * x + z * z
          if (square >= SPLIT * SPLIT) continue
          const open = this.#water.wetnessAt(at)
          if (open === 0) continue
          this.#evaluate(square)
          const fall = area * (this.#fall - this.#splitFall)
          const weight = area * (this.#value - this.#splitValue + 0.5 * this.#splitFall * square)
          cells.add(at, weight)
          const level = open * this.#water.levelAt(at)
          this.#sums.add(i - this.#column, j - this.#row, open, level, weight, fall * x, fall * z)
        }
    }
  }

  /** Solves for level, slopes and feedback. A plane is read as it is, also where edges and solids cut the kernel. */
  #solve(): boolean {
    const sums = this.#sums
    const { one } = sums
    if (!(one > 0)) return false
    this.#scale = this.#area / one
    this.feedback = (this.#feedbackOfWhole() * this.#volume * this.#area) / one
    const mean = sums.level / one
    const { cellSize } = this.#grid
    const spreadX = sums.alongXx - (sums.alongX * sums.x) / one
    const spreadZ = sums.alongZz - (sums.alongZ * sums.z) / one
    this.slopeX = spreadX > 0 ? (sums.alongXLevel - sums.alongX * mean) / (spreadX * cellSize) : 0
    this.slopeZ = spreadZ > 0 ? (sums.alongZLevel - sums.alongZ * mean) / (spreadZ * cellSize) : 0
    // From the centre of the weights to that of the waterplane.
    this.level = mean - (this.slopeX * (sums.x / one) + this.slopeZ * (sums.z / one)) * cellSize
    return true
  }

  /** Feedback of a kernel that nothing cuts: two of Poisson's kernels in a row are the kernel of twice the draught. */
  #feedbackOfWhole(): number {
    const [areas, columns, rows] = [this.#sourceArea, this.#sourceColumn, this.#sourceRow]
    const twice = 2 * this.#length
    let sum = 0
    for (let one = 0; one < this.#sources; one++)
      for (let two = 0; two < this.#sources; two++) {
        const [x, z] = [columns[one]! - columns[two]!, rows[one]! - rows[two]!]
        const square = x * x + z * z + twice * twice
        sum += (areas[one]! * areas[two]!) / (square * Math.sqrt(square))
      }
    return (sum * twice) / (2 * Math.PI * this.#area)
  }
}

function sourcesAlong(cells: number, length: number): number {
  return Math.max(1, Math.min(MOST_SOURCES, Math.round(cells / (SOURCE_WIDTH * length))))
}
