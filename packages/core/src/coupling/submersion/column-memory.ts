// The columns of all bodies in a WebAssembly memory of their own, with the kernels that loop over them (kernels/modules/submersion).
// Bodies come and go while a simulation runs, and the memory grows with them; that of the fields is fixed.

import { ScratchModule } from '../../backend/wasm/scratch-module.js'
import { Spans } from '../../bodies/columns/spans.js'
import type { Grid } from '../../fields/grid.js'
import { Columns, Results, SAMPLES } from '../../generated/layouts/modules/submersion.js'
import { submersionWasm } from '../../generated/submersion.js'

/** Samples around a body, at most: of its width and one on either side, along both axes. The least margin, two cells, is more than a width of 1. */
const MOST_SAMPLES = (3 * SAMPLES + 1) * (3 * SAMPLES + 1)

// Addresses: records, then the samples, a byte for each cell of the grid, and what grows.
const COLUMNS = 16
const RESULTS = 16 * Math.ceil((COLUMNS + Columns.bytes) / 16)
const SAMPLE_LEVELS = 16 * Math.ceil((RESULTS + Results.bytes) / 16)
const SAMPLE_CELLS = SAMPLE_LEVELS + 8 * MOST_SAMPLES
const COVERED = 16 * Math.ceil((SAMPLE_CELLS + 4 * MOST_SAMPLES) / 16)

/** Arrays of doubles with a value for each column, in the order of the kernel's record: those of the spans first. */
const SPAN_ARRAYS = ['coverage', 'bottom', 'top', 'bottomSpread', 'topSpread'] as const
const VALUE_ARRAYS = [
  'x',
  'z',
  'openness',
  'level',
  'depth',
  'displacedHeight',
  'submergedHeight',
  'flowX',
  'flowZ',
] as const
const DOUBLE_ARRAYS = [...SPAN_ARRAYS, ...VALUE_ARRAYS] as const
const BYTES_PER_COLUMN = 4 + 8 * DOUBLE_ARRAYS.length
/** Of an entry of the list: a cell and three doubles. */
const BYTES_PER_ENTRY = 4 + 3 * 8

/** kernels/modules/submersion. `columns`, `results` and arrays are addresses. */
interface Kernels {
  placeColumns(columns: number, first: number, end: number, x: number, z: number, results: number): void
  samplesAround(columns: number, first: number, end: number, covered: number, samples: number, results: number): number
  fitSamples(
    columns: number,
    samples: number,
    levels: number,
    count: number,
    x: number,
    z: number,
    results: number,
  ): void
  fitColumns(columns: number, first: number, end: number, results: number): void
  measureBelow(
    columns: number,
    first: number,
    end: number,
    height: number,
    slopeX: number,
    slopeZ: number,
    heights: number,
  ): number
  sumSubmerged(
    columns: number,
    first: number,
    end: number,
    height: number,
    slopeX: number,
    slopeZ: number,
    offsetX: number,
    offsetZ: number,
    centerY: number,
    results: number,
  ): void
  listSmoothing(
    columns: number,
    first: number,
    end: number,
    height: number,
    slopeX: number,
    slopeZ: number,
    fraction: number,
    cells: number,
    changes: number,
  ): number
  addSmoothed(columns: number, first: number, end: number, changes: number, sum: number): number
  listPressed(
    columns: number,
    first: number,
    end: number,
    scale: number,
    damping: number,
    cells: number,
    impulses: number,
    openness: number,
    heights: number,
  ): number
  addMomentum(impulses: number, openness: number, count: number, density: number, cellArea: number, sum: number): number
  listDisc(columns: number, column: number, row: number, reach: number, cells: number, weights: number): number
  shareMomentum(
    cells: number,
    weights: number,
    openness: number,
    given: number,
    momentum: number,
    cellMass: number,
  ): number
  sumOpen(values: number, openness: number, count: number): number
}

/** A list of cells that kernels fill, with three values for each. Its arrays are replaced when it grows. */
export class CellList {
  cells = new Int32Array(0)
  /** Changes of the level [m], impulses [m²/s] or weights. */
  values = new Float64Array(0)
  openness = new Float64Array(0)
  /** Submerged heights [m]. */
  heights = new Float64Array(0)
}

/** Spans in the memory of the kernels. */
class KernelSpans extends Spans {
  readonly #reserve: (columns: number) => void

  constructor(reserve: (columns: number) => void) {
    super()
    this.#reserve = reserve
  }

  protected override grow(length: number): void {
    this.#reserve(length)
  }
}

export class ColumnMemory {
  readonly spans: Spans
  x = new Float64Array(0)
  z = new Float64Array(0)
  openness = new Float64Array(0)
  level = new Float64Array(0)
  depth = new Float64Array(0)
  displacedHeight = new Float64Array(0)
  submergedHeight = new Float64Array(0)
  flowX = new Float64Array(0)
  flowZ = new Float64Array(0)
  /** The last list of a kernel. */
  readonly list = new CellList()
  /** Results of the last kernels, in the order of `Results`. */
  results = new Float64Array(0)
  /** Cells around a body, and their levels [m]. */
  samples = new Int32Array(0)
  sampleLevels = new Float64Array(0)
  readonly #grid: Grid
  readonly #module = new ScratchModule<Kernels>(submersionWasm)
  readonly #kernels: Kernels
  /** Columns and entries of the list that there is room for, and their addresses. */
  #columns = 0
  #columnsAt = 0
  #entries = 0
  #cellsAt = 0
  #valuesAt = 0
  #opennessAt = 0
  #heightsAt = 0
  #displacedAt = 0
  #submergedAt = 0
  /** Bytes in use. */
  #end: number

  constructor(grid: Grid) {
    this.#grid = grid
    this.#kernels = this.#module.kernels
    this.#end = 16 * Math.ceil((COVERED + grid.nx * grid.nz) / 16)
    this.spans = new KernelSpans((columns) => this.#reserveColumns(columns))
    this.#reserveColumns(256)
    this.#reserveEntries(256)
  }

  /** Room for so many columns. The spans are kept, all other values lost. */
  #reserveColumns(columns: number): void {
    const { spans } = this
    const before = this.#columnsAt
    const count = this.#columns
    this.#columns = columns
    this.#columnsAt = this.#take(columns * BYTES_PER_COLUMN)
    const { integers, doubles } = this.#module.room(this.#end)
    const cells = 8 * columns * DOUBLE_ARRAYS.length
    for (let array = 0; array < SPAN_ARRAYS.length && count > 0; array++)
      doubles.copyWithin(
        this.#columnsAt / 8 + array * columns,
        before / 8 + array * count,
        before / 8 + (array + 1) * count,
      )
    if (count > 0)
      integers.copyWithin(
        (this.#columnsAt + cells) / 4,
        (before + 8 * count * DOUBLE_ARRAYS.length) / 4,
        (before + BYTES_PER_COLUMN * count) / 4,
      )
    const { word } = Columns
    const record = COLUMNS / 4
    integers[record + word.cell] = this.#columnsAt + cells
    for (const [array, name] of DOUBLE_ARRAYS.entries())
      integers[record + word[name]] = this.#columnsAt + 8 * array * columns
    integers[record + word.nx] = this.#grid.nx
    integers[record + word.nz] = this.#grid.nz
    doubles[(COLUMNS + Columns.byte.cellSize) / 8] = this.#grid.cellSize
    this.#displacedAt = integers[record + word.displacedHeight]!
    this.#submergedAt = integers[record + word.submergedHeight]!
    this.#bind()
    spans.count = Math.min(spans.count, columns)
  }

  /** Room for a list of so many cells. */
  #reserveEntries(entries: number): void {
    this.#entries = entries
    const at = this.#take(entries * BYTES_PER_ENTRY)
    this.#valuesAt = at
    this.#opennessAt = at + 8 * entries
    this.#heightsAt = at + 16 * entries
    this.#cellsAt = at + 24 * entries
    this.#bind()
  }

  /** Reserves bytes behind all others. */
  #take(bytes: number): number {
    const address = this.#end
    this.#end = 16 * Math.ceil((address + bytes) / 16)
    return address
  }

  /** Makes all views of the memory anew, which may have grown. */
  #bind(): void {
    const { buffer } = this.#module.room(this.#end).doubles
    const doubles = (at: number, length: number) => new Float64Array(buffer, at, length)
    const { spans, list } = this
    const columns = this.#columns
    spans.cell = new Int32Array(buffer, this.#columnsAt + 8 * columns * DOUBLE_ARRAYS.length, columns)
    const at = (array: (typeof DOUBLE_ARRAYS)[number]) =>
      doubles(this.#columnsAt + 8 * columns * DOUBLE_ARRAYS.indexOf(array), columns)
    for (const array of SPAN_ARRAYS) spans[array] = at(array)
    for (const array of VALUE_ARRAYS) this[array] = at(array)
    list.cells = new Int32Array(buffer, this.#cellsAt, this.#entries)
    list.values = doubles(this.#valuesAt, this.#entries)
    list.openness = doubles(this.#opennessAt, this.#entries)
    list.heights = doubles(this.#heightsAt, this.#entries)
    this.results = doubles(RESULTS, Results.doubles)
    this.samples = new Int32Array(buffer, SAMPLE_CELLS, MOST_SAMPLES)
    this.sampleLevels = doubles(SAMPLE_LEVELS, MOST_SAMPLES)
  }

  /** Sets x and z of columns; `results` has amount and first moments of the body. */
  place(first: number, end: number, centerX: number, centerZ: number): void {
    this.#kernels.placeColumns(COLUMNS, first, end, centerX, centerZ, RESULTS)
  }

  /** Fills `samples`. Returns how many there are; `results` has the width of the body in cells. */
  samplesAround(first: number, end: number): number {
    return this.#kernels.samplesAround(COLUMNS, first, end, COVERED, SAMPLE_CELLS, RESULTS)
  }

  /** Sums the fit to `sampleLevels`, about (x, z), into `results`. */
  fitSamples(count: number, x: number, z: number): void {
    this.#kernels.fitSamples(COLUMNS, SAMPLE_CELLS, SAMPLE_LEVELS, count, x, z, RESULTS)
  }

  /** Sums the fit to the levels of columns into `results`. */
  fitColumns(first: number, end: number): void {
    this.#kernels.fitColumns(COLUMNS, first, end, RESULTS)
  }

  /** Fills `displacedHeight`, or `submergedHeight`, below a plane. Returns the sum of the heights × openness [m]. */
  measureBelow(
    first: number,
    end: number,
    height: number,
    slopeX: number,
    slopeZ: number,
    which: 'displacedHeight' | 'submergedHeight',
  ): number {
    const heights = which === 'displacedHeight' ? this.#displacedAt : this.#submergedAt
    return this.#kernels.measureBelow(COLUMNS, first, end, height, slopeX, slopeZ, heights)
  }

  /** Sums moments and flow below a plane into `results`. */
  sumSubmerged(
    first: number,
    end: number,
    height: number,
    slopeX: number,
    slopeZ: number,
    offsetX: number,
    offsetZ: number,
    centerY: number,
  ): void {
    this.#kernels.sumSubmerged(COLUMNS, first, end, height, slopeX, slopeZ, offsetX, offsetZ, centerY, RESULTS)
  }

  /** Lists the changes that relax the level in columns to a plane. Returns how many there are. */
  listSmoothing(first: number, end: number, height: number, slopeX: number, slopeZ: number, fraction: number): number {
    if (this.#entries < end - first) this.#reserveEntries(2 * (end - first))
    return this.#kernels.listSmoothing(
      COLUMNS,
      first,
      end,
      height,
      slopeX,
      slopeZ,
      fraction,
      this.#cellsAt,
      this.#valuesAt,
    )
  }

  /** Adds the changes of that list, weighted by openness, to a sum [m]. */
  addSmoothed(first: number, end: number, sum: number): number {
    return this.#kernels.addSmoothed(COLUMNS, first, end, this.#valuesAt, sum)
  }

  /** Lists the impulses on the cells of columns. Returns how many there are. */
  listPressed(first: number, end: number, scale: number, damping: number): number {
    if (this.#entries < end - first) this.#reserveEntries(2 * (end - first))
    return this.#kernels.listPressed(
      COLUMNS,
      first,
      end,
      scale,
      damping,
      this.#cellsAt,
      this.#valuesAt,
      this.#opennessAt,
      this.#heightsAt,
    )
  }

  /** Adds the momentum of the first impulses of the list to a sum [N s]. */
  addMomentum(count: number, density: number, cellArea: number, sum: number): number {
    return this.#kernels.addMomentum(this.#valuesAt, this.#opennessAt, count, density, cellArea, sum)
  }

  /** Lists the cells of a disc around a fractional column and row with their weights. Returns how many there are. */
  listDisc(column: number, row: number, reach: number): number {
    const across = 2 * Math.ceil(reach) + 1
    // The kernel writes an entry beyond the last.
    const most = Math.min(this.#grid.nx, across) * Math.min(this.#grid.nz, across) + 1
    if (this.#entries < most) this.#reserveEntries(2 * most)
    return this.#kernels.listDisc(COLUMNS, column, row, reach, this.#cellsAt, this.#valuesAt)
  }

  /** Turns the weights of a disc into impulses on its cells with water, by `openness`. Returns how many there are. */
  shareMomentum(given: number, momentum: number, cellMass: number): number {
    const cells = this.#cellsAt
    const values = this.#valuesAt
    const openness = this.#opennessAt
    return this.#kernels.shareMomentum(cells, values, openness, given, momentum, cellMass)
  }

  /** Sum of the first values of the list × openness. */
  sumOpen(count: number): number {
    return this.#kernels.sumOpen(this.#valuesAt, this.#opennessAt, count)
  }
}
