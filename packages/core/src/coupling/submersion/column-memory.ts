// The columns of all bodies, with the kernels that loop over them (kernels/modules/submersion). They are in the room for bodies in the memory of
// the fields, beside the water. Bodies come and go while a simulation runs: columns that no longer fit there, and those of scenes without a room,
// are in a memory of their own, which grows with them.

import { ScratchModule } from '../../backend/wasm/scratch-module.js'
import { Spans } from '../../bodies/columns/spans.js'
import type { Grid } from '../../fields/grid.js'
import { MOST_SAMPLES } from '../../generated/layouts/bodies/locate-bodies.js'
import { Columns, Results } from '../../generated/layouts/modules/submersion.js'
import { submersionWasm } from '../../generated/submersion.js'
import type { BodyRoom } from '../body-room.js'

/** First address in a memory of their own. */
const BASE = 16

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
  'waterplane',
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
  cells: Int32Array = new Int32Array(0)
  /** Changes of the level [m], impulses [m²/s] or weights. */
  values: Float64Array = new Float64Array(0)
  openness: Float64Array = new Float64Array(0)
  /** Submerged heights [m]. */
  heights: Float64Array = new Float64Array(0)
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
  x: Float64Array = new Float64Array(0)
  z: Float64Array = new Float64Array(0)
  openness: Float64Array = new Float64Array(0)
  level: Float64Array = new Float64Array(0)
  depth: Float64Array = new Float64Array(0)
  displacedHeight: Float64Array = new Float64Array(0)
  submergedHeight: Float64Array = new Float64Array(0)
  flowX: Float64Array = new Float64Array(0)
  flowZ: Float64Array = new Float64Array(0)
  waterplane: Float64Array = new Float64Array(0)
  /** The last list of a kernel. */
  readonly list = new CellList()
  /** Results of the last kernels, in the order of `Results`. */
  results: Float64Array = new Float64Array(0)
  /** Cells around a body, and their levels [m]. */
  samples: Int32Array = new Int32Array(0)
  sampleLevels: Float64Array = new Float64Array(0)
  readonly #grid: Grid
  /** The room in the memory of the fields; undefined once the columns have left it. */
  #room: BodyRoom | undefined
  readonly #module = new ScratchModule<Kernels>(submersionWasm)
  #kernels: Kernels
  /** Addresses of the records, of the samples, and of a byte for each cell of the grid. */
  #record = 0
  #results = 0
  #sampleLevels = 0
  #sampleCells = 0
  #covered = 0
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
  /** Bytes in use of a memory of their own. */
  #end = BASE

  constructor(grid: Grid, room?: BodyRoom) {
    this.#grid = grid
    this.#room = room
    this.spans = new KernelSpans((columns) => this.#reserveColumns(columns))
    this.#kernels = room ? (room.kernels as unknown as Kernels) : this.#module.kernels
    this.#takeRecords()
    this.#reserveColumns(room?.columns ?? 256)
    this.#reserveEntries(room ? Math.max(room.columns, grid.nx * grid.nz + 1) : 256)
  }

  /** Moves to a memory of their own. The spans come along. */
  #leaveRoom(room: BodyRoom): void {
    room.isUsed = false
    this.#room = undefined
    this.#kernels = this.#module.kernels
    this.#takeRecords()
    this.#columns = 0
    this.#columnsAt = BASE
    this.#reserveEntries(256)
  }

  #takeRecords(): void {
    this.#record = this.#take(Columns.bytes)
    this.#results = this.#take(Results.bytes)
    this.#sampleLevels = this.#take(8 * MOST_SAMPLES)
    this.#sampleCells = this.#take(4 * MOST_SAMPLES)
    this.#covered = this.#take(this.#grid.nx * this.#grid.nz)
  }

  /** Room for so many columns. The spans are kept, all other values lost. */
  #reserveColumns(columns: number): void {
    const { spans } = this
    // Copies: a memory that grows takes its arrays away.
    const before = SPAN_ARRAYS.map((array) => spans[array].slice(0, spans.count))
    const cellsBefore = spans.cell.slice(0, spans.count)
    if (this.#room && columns > this.#room.columns) this.#leaveRoom(this.#room)
    this.#columns = columns
    this.#columnsAt = this.#take(columns * BYTES_PER_COLUMN)
    const buffer = this.#buffer
    const cells = 8 * columns * DOUBLE_ARRAYS.length
    const { word } = Columns
    const words = new Int32Array(buffer, this.#record, Columns.words)
    words[word.cell] = this.#columnsAt + cells
    for (const [array, name] of DOUBLE_ARRAYS.entries()) words[word[name]] = this.#columnsAt + 8 * array * columns
    words[word.nx] = this.#grid.nx
    words[word.nz] = this.#grid.nz
    new Float64Array(buffer, this.#record + Columns.byte.cellSize, 1)[0] = this.#grid.cellSize
    this.#displacedAt = words[word.displacedHeight]!
    this.#submergedAt = words[word.submergedHeight]!
    this.#bind()
    for (const [array, name] of SPAN_ARRAYS.entries()) spans[name].set(before[array]!)
    spans.cell.set(cellsBefore)
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

  /** Address of the record of the columns in the memory of the fields; 0 if they are in a memory of their own. */
  get recordInRoom(): number {
    return this.#room ? this.#record : 0
  }

  /** Makes the list at least so long. */
  reserveList(entries: number): void {
    if (this.#entries < entries) this.#reserveEntries(2 * entries)
  }

  /** Reserves bytes behind all others. */
  #take(bytes: number): number {
    if (this.#room) return this.#room.take(bytes)
    const address = this.#end
    this.#end = 16 * Math.ceil((address + bytes) / 16)
    return address
  }

  get #buffer(): ArrayBufferLike {
    return this.#room ? this.#room.buffer : this.#module.room(this.#end).doubles.buffer
  }

  /** Makes all views of the memory anew, which may have grown. */
  #bind(): void {
    const buffer = this.#buffer
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
    this.results = doubles(this.#results, Results.doubles)
    this.samples = new Int32Array(buffer, this.#sampleCells, MOST_SAMPLES)
    this.sampleLevels = doubles(this.#sampleLevels, MOST_SAMPLES)
  }

  /** Sets x and z of columns; `results` has amount and first moments of the body. */
  place(first: number, end: number, centerX: number, centerZ: number): void {
    this.#kernels.placeColumns(this.#record, first, end, centerX, centerZ, this.#results)
  }

  /** Fills `samples`. Returns how many there are; `results` has the width of the body in cells. */
  samplesAround(first: number, end: number): number {
    return this.#kernels.samplesAround(this.#record, first, end, this.#covered, this.#sampleCells, this.#results)
  }

  /** Sums the fit to `sampleLevels`, about (x, z), into `results`. */
  fitSamples(count: number, x: number, z: number): void {
    this.#kernels.fitSamples(this.#record, this.#sampleCells, this.#sampleLevels, count, x, z, this.#results)
  }

  /** Sums the fit to the levels of columns into `results`. */
  fitColumns(first: number, end: number): void {
    this.#kernels.fitColumns(this.#record, first, end, this.#results)
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
    return this.#kernels.measureBelow(this.#record, first, end, height, slopeX, slopeZ, heights)
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
    this.#kernels.sumSubmerged(
      this.#record,
      first,
      end,
      height,
      slopeX,
      slopeZ,
      offsetX,
      offsetZ,
      centerY,
      this.#results,
    )
  }

  /**
   * Lists the changes that relax the level in columns to a plane, from an entry of the list on. There has to be room for them. Returns how many there
   * are.
   */
  listSmoothing(
    first: number,
    end: number,
    height: number,
    slopeX: number,
    slopeZ: number,
    fraction: number,
    entry: number,
  ): number {
    return this.#kernels.listSmoothing(
      this.#record,
      first,
      end,
      height,
      slopeX,
      slopeZ,
      fraction,
      this.#cellsAt + 4 * entry,
      this.#valuesAt + 8 * entry,
    )
  }

  /** Adds the changes of columns, which are in the list from an entry on, weighted by openness, to a sum [m]. */
  addSmoothed(first: number, end: number, entry: number, sum: number): number {
    return this.#kernels.addSmoothed(this.#record, first, end, this.#valuesAt + 8 * entry, sum)
  }

  /** Lists the impulses on the cells of columns. Returns how many there are. */
  listPressed(first: number, end: number, scale: number, damping: number): number {
    this.reserveList(end - first)
    return this.#kernels.listPressed(
      this.#record,
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
    this.reserveList(most)
    return this.#kernels.listDisc(this.#record, column, row, reach, this.#cellsAt, this.#valuesAt)
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
