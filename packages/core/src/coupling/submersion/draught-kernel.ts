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
// part of K over blocks of cells (draught-memory.ts). The loops over cells and blocks are kernels in WebAssembly.

import { type Grid, rowOf } from '../../fields/grid.js'
import { Draughts, OUTER, SPLIT } from '../../generated/layouts/modules/draughts.js'
import type { BodyRoom } from '../body-room.js'
import { KERNEL_DOUBLES, MOST_SOURCES } from '../draught-room.js'
import type { WaterSurface } from '../water-coupling.js'
import { DraughtMemory } from './draught-memory.js'
import type { SubmergedBody } from './submerged-body.js'
import type { ColumnsView } from './submerged-columns.js'

/** Radius R of the kernel and its length s, in draughts (header). */
const REACH = 12
const LENGTH = 1.0469
/** Width of the part of the waterplane that a source stands for, in draughts, unless there would be too many. */
const SOURCE_WIDTH = 1.5
/** Sources of a kernel, at most. */
const SOURCES = MOST_SOURCES * MOST_SOURCES

export class DraughtKernel {
  /** Mean level through the kernel [m], and its slopes along x and z. */
  level = 0
  slopeX = 0
  slopeZ = 0
  /** Rise of `level` for a unit of height that is raised through the kernel [1]. Below 1. */
  feedback = 0
  readonly #grid: Grid
  readonly #memory: DraughtMemory
  /** Centre of the waterplane, as fractional column and row. The sums are about it. */
  #column = 0
  #row = 0
  /** Factor of the weights for a unit height of the waterplane. */
  #scale = 0
  /** The waterplane, and each of its sources, in cells; centres of the sources as fractional columns and rows. */
  #area = 0
  readonly #areas: Float64Array
  readonly #lengths: Float64Array
  readonly #volumes: Float64Array
  #sources = 0
  /** Mean variance within a source of the last kernel [cells²]. */
  #variance = 0
  /** First and last column, first and last row of the sources of the last kernel, and its radius [cells]. */
  readonly #extent = new Float64Array(5)
  /** The kernel of the present draught, in cells: draught, volume, R², 1/s², K(R), and value and fall of F within the split. */
  #length = 0
  #volume = 0
  #reach = 0
  #inverse = 0
  #edge = 0
  #isSplit = false
  #splitValue = 0
  #splitFall = 0
  /** The last kernel at a distance, and minus its derivative by half the square of the distance. */
  #value = 0
  #fall = 0

  constructor(grid: Grid, surface: WaterSurface, room: BodyRoom | undefined) {
    this.#grid = grid
    this.#memory = new DraughtMemory(grid, surface, room)
    const { kernels } = this.#memory
    this.#areas = new Float64Array(kernels)
    this.#lengths = new Float64Array(kernels)
    this.#volumes = new Float64Array(kernels)
  }

  /** Begins an exchange: sums the levels of the surface over blocks. Until `end` nothing else may change the water. */
  begin(): void {
    this.#memory.begin()
  }

  /** Ends an exchange: raises the outer parts of all kernels. Returns the rounding error of the fields, summed over cells [m]. */
  end(): number {
    return this.#memory.end()
  }

  /** Forgets all kernels that were placed. */
  clear(): void {
    this.#memory.clear()
  }

  /**
   * Places the next kernel, of a body with a waterplane, `columns.waterplane`. `draught`: T [m]. Returns false if there is no room left: then those before
   * have to be read first. There always is room for one.
   */
  place(kernel: number, submerged: SubmergedBody, columns: ColumnsView, draught: number): boolean {
    if (kernel === this.#memory.kernels) return false
    const length = Math.max(1, draught / this.#grid.cellSize)
    this.#divide(kernel, submerged, columns, length)
    // A source is narrower than the part of the waterplane that it stands for; a little more draught makes up for it at kT = 1.
    this.#setKernel(length + this.#variance / (2 * length))
    this.#areas[kernel] = this.#area
    this.#lengths[kernel] = this.#length
    this.#volumes[kernel] = this.#volume
    return this.#write(kernel)
  }

  /** Weighs the first kernels, on all threads. */
  weigh(kernels: number): void {
    this.#memory.weigh(kernels)
  }

  /** Reads the water through a kernel. Returns false, and reads nothing, if there is no water. */
  read(kernel: number): boolean {
    this.#memory.sumLevels(kernel)
    return this.#solve(kernel)
  }

  /**
   * Raises the water by a height of the waterplane [m] through the kernel that was read last, the outer part in `end`. Returns the rounding error of the
   * fields, summed over cells [m].
   */
  raise(kernel: number, height: number): number {
    return this.#memory.raise(kernel, height * this.#scale)
  }

  /** Divides the waterplane into sources. `length`: the draught in cells. */
  #divide(
    kernel: number,
    { first, end }: SubmergedBody,
    { spans: { cell }, waterplane, openness }: ColumnsView,
    length: number,
  ): void {
    const { nx, nz } = this.#grid
    let left = nx
    let right = -1
    let back = nz
    let front = -1
    // Columns follow each other in rows: a division for each row, not for each column.
    let j = 0
    let start = 0
    let after = -1
    for (let k = first; k < end; k++) {
      if (waterplane[k] === 0) continue
      const at = cell[k]!
      if (at >= after || at < start) {
        j = rowOf(this.#grid, at)
        start = j * nx
        after = start + nx
      }
      const i = at - start
      left = Math.min(left, i)
      right = Math.max(right, i)
      back = Math.min(back, j)
      front = Math.max(front, j)
    }
    const wide = right - left + 1
    const deep = front - back + 1
    const along = sourcesAlong(wide, length)
    const across = sourcesAlong(deep, length)
    const sources = this.#memory.doubles
    const areas = areasOf(kernel)
    const columns = areas + SOURCES
    const rows = columns + SOURCES
    this.#sources = along * across
    sources.fill(0, areas, rows + SOURCES)
    this.#area = 0
    let square = 0
    for (let k = first; k < end; k++) {
      const area = waterplane[k]! * openness[k]!
      if (area === 0) continue
      const at = cell[k]!
      if (at >= after || at < start) {
        j = rowOf(this.#grid, at)
        start = j * nx
        after = start + nx
      }
      const i = at - start
      const source = Math.floor(((j - back) * across) / deep) * along + Math.floor(((i - left) * along) / wide)
      this.#area += area
      sources[areas + source]! += area
      sources[columns + source]! += area * (i - left)
      sources[rows + source]! += area * (j - back)
      square += area * ((i - left) * (i - left) + (j - back) * (j - back))
    }
    this.#column = 0
    this.#row = 0
    for (let source = 0; source < this.#sources; source++) {
      const area = sources[areas + source]!
      if (area === 0) continue
      this.#column += sources[columns + source]! / this.#area
      this.#row += sources[rows + source]! / this.#area
      const column = sources[columns + source]! / area
      const row = sources[rows + source]! / area
      square -= area * (column * column + row * row)
      sources[columns + source] = left + column
      sources[rows + source] = back + row
    }
    this.#column += left
    this.#row += back
    this.#variance = Math.max(0, square / (2 * this.#area))
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

  /** Writes the record of a kernel. Returns false if there is no room for its lists. */
  #write(kernel: number): boolean {
    const { doubles, integers } = this.#memory
    const { double, word } = Draughts
    const at = KERNEL_DOUBLES * kernel
    integers[2 * at + word.sources] = this.#sources
    integers[2 * at + word.isSplit] = this.#isSplit ? 1 : 0
    doubles[at + double.column] = this.#column
    doubles[at + double.row] = this.#row
    doubles[at + double.reach] = this.#reach
    doubles[at + double.inverse] = this.#inverse
    doubles[at + double.edge] = this.#edge
    doubles[at + double.splitValue] = this.#splitValue
    doubles[at + double.splitFall] = this.#splitFall
    const areas = areasOf(kernel)
    const columns = areas + SOURCES
    const rows = columns + SOURCES
    this.#setExtent(0, areas, columns)
    this.#setExtent(2, areas, rows)
    this.#extent[4] = Math.sqrt(this.#reach)
    return this.#memory.reach(kernel, this.#extent)
  }

  /** Sets two numbers of `#extent` to the first and the last centre of the sources along an axis. */
  #setExtent(at: number, areas: number, centers: number): void {
    const { doubles } = this.#memory
    let first = Number.POSITIVE_INFINITY
    let last = Number.NEGATIVE_INFINITY
    for (let source = 0; source < this.#sources; source++) {
      if (doubles[areas + source] === 0) continue
      first = Math.min(first, doubles[centers + source]!)
      last = Math.max(last, doubles[centers + source]!)
    }
    this.#extent[at] = first
    this.#extent[at + 1] = last
  }

  /** Solves for level, slopes and feedback. A plane is read as it is, also where edges and solids cut the kernel. */
  #solve(kernel: number): boolean {
    const { doubles } = this.#memory
    const { double } = Draughts
    const at = KERNEL_DOUBLES * kernel
    const one = doubles[at + double.one]!
    if (!(one > 0)) return false
    const area = this.#areas[kernel]!
    this.#scale = area / one
    this.#setFeedbackOfWhole(kernel)
    this.feedback = (this.feedback * this.#volumes[kernel]! * area) / one
    const mean = doubles[at + double.sumLevel]! / one
    const { cellSize } = this.#grid
    const x = doubles[at + double.x]!
    const z = doubles[at + double.z]!
    const alongX = doubles[at + double.alongX]!
    const alongZ = doubles[at + double.alongZ]!
    const spreadX = doubles[at + double.alongXx]! - (alongX * x) / one
    const spreadZ = doubles[at + double.alongZz]! - (alongZ * z) / one
    this.slopeX = spreadX > 0 ? (doubles[at + double.alongXLevel]! - alongX * mean) / (spreadX * cellSize) : 0
    this.slopeZ = spreadZ > 0 ? (doubles[at + double.alongZLevel]! - alongZ * mean) / (spreadZ * cellSize) : 0
    // From the centre of the weights to that of the waterplane.
    this.level = mean - (this.slopeX * (x / one) + this.slopeZ * (z / one)) * cellSize
    return true
  }

  /** Sets `feedback` to that of a kernel that nothing cuts: two of Poisson's kernels in a row are the kernel of twice the draught. */
  #setFeedbackOfWhole(kernel: number): void {
    const { doubles, integers } = this.#memory
    const areas = areasOf(kernel)
    const columns = areas + SOURCES
    const rows = columns + SOURCES
    const sources = integers[2 * KERNEL_DOUBLES * kernel + Draughts.word.sources]!
    const twice = 2 * this.#lengths[kernel]!
    let sum = 0
    for (let one = 0; one < sources; one++)
      for (let two = 0; two < sources; two++) {
        const x = doubles[columns + one]! - doubles[columns + two]!
        const z = doubles[rows + one]! - doubles[rows + two]!
        const square = x * x + z * z + twice * twice
        sum += (doubles[areas + one]! * doubles[areas + two]!) / (square * Math.sqrt(square))
      }
    this.feedback = (sum * twice) / (2 * Math.PI * this.#areas[kernel]!)
  }
}

/** Index of the areas of the sources of a kernel; their columns and rows follow. */
function areasOf(kernel: number): number {
  return KERNEL_DOUBLES * kernel + Draughts.doubles
}

function sourcesAlong(cells: number, length: number): number {
  return Math.max(1, Math.min(MOST_SOURCES, Math.round(cells / (SOURCE_WIDTH * length))))
}
