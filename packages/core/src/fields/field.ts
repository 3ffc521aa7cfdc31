import { Field as FieldRecord } from '../generated/layouts/abi/field.js'
import type { Arena } from './arena.js'

/** Floats before cell 0 of a row: one SIMD vector, whose last float is the ghost column. */
const BEFORE = 4
/** Floats after the last cell: the ghost column and the padding that whole vectors may reach. */
const AFTER = 5
/** Halo rows on either side. */
const HALO_ROWS = 1

/** Data in the kernels' memory that a Field record describes. */
export interface KernelResource {
  /** Address of the record. */
  readonly record: number
}

/** Reserves a Field record; returns its address. */
export function takeRecord(arena: Arena): number {
  return arena.allocate(FieldRecord.bytes)
}

/** Writes a Field record: address of cell (0, 0), cells along x and z, bytes from one row to the next. */
export function writeRecord(
  memory: ArrayBufferLike,
  record: number,
  { origin, nx, nz, stride }: Record<keyof typeof FieldRecord.word, number>,
): void {
  const words = new Uint32Array(memory, record, FieldRecord.words)
  words[FieldRecord.word.origin] = origin
  words[FieldRecord.word.nx] = nx
  words[FieldRecord.word.nz] = nz
  words[FieldRecord.word.stride] = stride
}

/** Name, unit and description of a field, for user interfaces and files. */
export interface FieldInfo {
  readonly name: string
  /** SI unit; empty for dimensionless quantities. */
  readonly unit: string
  /** The quantity, in one line. */
  readonly description: string
  /** Distance between values [m] where it is not that of the grid. The first value is at cell (0, 0) of the grid all the same. */
  readonly cellSize?: number | undefined
}

/**
 * A quantity on the grid, in the kernels' memory: `field` of a {@link Simulation} returns it. Its values are live, until the next
 * step changes them.
 *
 * @example
 * ```ts
 * const eta = sim.field('eta')
 * const copy = eta.read() // eta.nz rows of eta.nx values [m]
 * const inPlace = eta.data[eta.offset + 3 * eta.stride + 5] // row 3, column 5
 * ```
 */
export class Field implements FieldInfo, KernelResource {
  readonly name: string
  readonly unit: string
  readonly description: string
  readonly cellSize: number | undefined
  /** Cells along x. */
  readonly nx: number
  /** Cells along z. */
  readonly nz: number
  /** Floats from one row to the next in `data`. */
  readonly stride: number
  /** Index of cell (0, 0) in `data`. */
  readonly offset: number
  /** Address of the Field record. */
  readonly record: number
  readonly #address: number
  readonly #floats: number
  #data: Float32Array = new Float32Array(0)

  /** @internal Reserves a new field, or with `part` describes some cells of a larger one, in the same memory. */
  constructor(
    arena: Arena,
    description: FieldInfo,
    nx: number,
    nz: number,
    part?: { of: Field; i: number; j: number },
  ) {
    this.name = description.name
    this.unit = description.unit
    this.description = description.description
    this.cellSize = description.cellSize
    this.nx = nx
    this.nz = nz
    if (part) {
      this.stride = part.of.stride
      this.offset = part.of.offset + part.j * this.stride + part.i
      this.#floats = part.of.#floats
      this.#address = part.of.#address
    } else {
      this.stride = Math.ceil((BEFORE + nx + AFTER) / 4) * 4
      this.offset = HALO_ROWS * this.stride + BEFORE
      this.#floats = (nz + 2 * HALO_ROWS) * this.stride
      this.#address = arena.allocate(this.#floats * 4)
    }
    this.record = takeRecord(arena)
  }

  /** @internal Binds the field to the memory, once that exists. */
  bind(memory: ArrayBufferLike): void {
    this.#data = new Float32Array(memory, this.#address, this.#floats)
    writeRecord(memory, this.record, {
      origin: this.#address + this.offset * 4,
      nx: this.nx,
      nz: this.nz,
      stride: this.stride * 4,
    })
  }

  /** Live values, including halo and padding (for a part: of the whole field). Cell (i, j) is `data[offset + j * stride + i]`. */
  get data(): Float32Array {
    return this.#data
  }

  /** Extents of the compact copy that `read` makes, slowest axis first. */
  get shape(): readonly number[] {
    return [this.nz, this.nx]
  }

  /**
   * Copies the values without halo and padding.
   *
   * @param copy Array for the copy, of exactly the right length; a new one by default. To reuse an array is faster.
   * @returns The array: nz rows of nx values.
   * @throws RangeError for an array of another length.
   */
  read(copy: Float32Array = new Float32Array(this.nx * this.nz)): Float32Array {
    assertLength(copy, this.nx * this.nz)
    for (let j = 0; j < this.nz; j++) {
      const start = this.offset + j * this.stride
      copy.set(this.#data.subarray(start, start + this.nx), j * this.nx)
    }
    return copy
  }

  /** @internal Fills the ghost cells by the boundary conditions after `write` and `fill`; solvers whose steps begin from them set it. */
  fillGhosts: (() => void) | undefined

  /**
   * Sets every cell. Ghost cells beyond the edges follow, by the boundary conditions of the scene.
   *
   * @param values nz rows of nx values.
   * @throws RangeError if there are more values than cells, or fewer.
   */
  write(values: ArrayLike<number>): void {
    if (values.length !== this.nx * this.nz)
      throw new RangeError(`${this.name} has ${this.nz} × ${this.nx} cells, got ${values.length} values`)
    for (let j = 0; j < this.nz; j++)
      for (let i = 0; i < this.nx; i++) this.#data[this.offset + j * this.stride + i] = values[j * this.nx + i]!
    this.fillGhosts?.()
  }

  /**
   * Sets every cell to one value. Ghost cells follow as after `write`.
   *
   * @param value The value.
   */
  fill(value: number): void {
    for (let j = 0; j < this.nz; j++) {
      const start = this.offset + j * this.stride
      this.#data.fill(value, start, start + this.nx)
    }
    this.fillGhosts?.()
  }

  /**
   * Value of cell (i, j).
   *
   * @param i Column of the cell, along x, from 0.
   * @param j Row of the cell, along z, from 0.
   * @returns The value, in the field's `unit`.
   */
  at(i: number, j: number): number {
    return this.#data[this.offset + j * this.stride + i]!
  }

  /** @internal Copies the edge cells into the halo, for fields that do not change in time; with `wrapX`, `wrapZ` those of the opposite edge. */
  extend(wrapX: boolean, wrapZ: boolean): void {
    const { nx, nz, stride, offset } = this
    const data = this.#data
    for (let j = 0; j < nz; j++) {
      const row = offset + j * stride
      data[row - 1] = data[row + (wrapX ? nx - 1 : 0)]!
      data[row + nx] = data[row + (wrapX ? 0 : nx - 1)]!
    }
    const copyRow = (to: number, from: number) => {
      const start = (from + HALO_ROWS) * stride
      data.copyWithin((to + HALO_ROWS) * stride, start, start + stride)
    }
    copyRow(-1, wrapZ ? nz - 1 : 0)
    copyRow(nz, wrapZ ? 0 : nz - 1)
  }
}

/** Throws for an array that does not fit a copy of a field. */
export function assertLength(copy: Float32Array, count: number): void {
  if (copy.length !== count)
    throw new RangeError(`the copy needs an array of ${count} values, got one of ${copy.length}`)
}

/** Rows of doubles in the kernels' memory, for reductions: a Field whose rows are records. */
export class RowSums implements KernelResource {
  readonly rows: number
  /** Doubles in a row. */
  readonly width: number
  readonly record: number
  readonly #address: number
  #data: Float64Array = new Float64Array(0)

  constructor(arena: Arena, rows: number, width: number) {
    this.rows = rows
    this.width = width
    this.#address = arena.allocate(rows * width * 8)
    this.record = takeRecord(arena)
  }

  bind(memory: ArrayBufferLike): void {
    this.#data = new Float64Array(memory, this.#address, this.rows * this.width)
    const { width, rows } = this
    writeRecord(memory, this.record, { origin: this.#address, nx: width, nz: rows, stride: width * 8 })
  }

  get data(): Float64Array {
    return this.#data
  }

  /** Sum of a column from the first row to the last: the order does not depend on the number of threads. */
  sum(column: number): number {
    let total = 0
    for (let row = 0; row < this.rows; row++) total += this.#data[row * this.width + column]!
    return total
  }

  /** Smallest value of a column. */
  minimum(column: number): number {
    let lowest = Number.POSITIVE_INFINITY
    for (let row = 0; row < this.rows; row++) lowest = Math.min(lowest, this.#data[row * this.width + column]!)
    return lowest
  }

  /** Largest value of a column. */
  maximum(column: number): number {
    this.noteMaximum(column, largest)
    return largest[0]!
  }

  /** Writes the largest value of a column to an array of one: a fraction that a function returns may be an object (docs/decisions/0032-bodies-on-all-threads.md). */
  noteMaximum(column: number, target: Float64Array): void {
    const { width } = this
    let highest = Number.NEGATIVE_INFINITY
    for (let at = column; at < this.rows * width; at += width) highest = Math.max(highest, this.#data[at]!)
    target[0] = highest
  }
}

const largest = new Float64Array(1)
