// Plane wave trains on a grid: their quantities as fields at any time, by the kernel of kernels/prescribed/trains.ts.
//
// Tables are computed once, in doubles: cos(kx x) and sin(kx x) of every column, the angles kz z + phase of every row. A new
// time rotates the angles of the rows by ωt, reduced modulo one period first, so that a long run loses no digits. The kernel then
// computes the grid. No result depends on that of another time, so that errors do not accumulate: the error of a field is some 1e-7 of
// the sum of its trains' amplitudes, after an hour as at the start.

import { type Pass, pass } from '../../backend/pass.js'
import type { Arena } from '../../fields/arena.js'
import { Field } from '../../fields/field.js'
import { cellX, cellZ, type Grid } from '../../fields/grid.js'
import { cos, setCosSin, sin } from '../../numerics/elementary.js'
import type { Water } from '../../wave-theory/airy.js'
import { type Train, wrapped } from '../../wave-theory/train.js'
import { type BreakingRule, type Quantity, type QuantityName, quantityOf } from './quantity.js'

/** Fields to fill, by quantity. */
export type WaveTargets = Partial<Record<QuantityName, Field>>

export interface TrainFieldOptions {
  /** x and z of the centre of cell (0, 0) [m]. Default: the middle of the grid is at the origin. */
  readonly corner?: readonly [number, number]
  /** Criterion of `breaking`. Default Miche's. */
  readonly breaking?: BreakingRule
}

/** One target: the quantity of each train, and the table of the rows. */
interface Sum {
  readonly name: QuantityName
  readonly quantities: readonly Quantity[]
  readonly rows: Field
  readonly pass: Pass
}

export class TrainField {
  /** Everything that has to be bound to the memory, except the targets. */
  readonly resources: readonly Field[]
  readonly #trains: readonly Train[]
  readonly #grid: Grid
  readonly #corner: readonly [number, number]
  readonly #columns: Field
  readonly #sums: readonly Sum[]
  /** cos and sin of kz z + phase of each train, row by row. */
  readonly #angles: Float64Array
  /** cos and sin of ωt of each train. */
  readonly #rotations: Float64Array

  /** `targets`: fields of the given grid. None may be part of another field, because whole vectors may run into the padding. */
  constructor(
    trains: readonly Train[],
    water: Water,
    grid: Grid,
    arena: Arena,
    targets: WaveTargets,
    { corner = [cellX(grid, 0), cellZ(grid, 0)], breaking = 'miche' }: TrainFieldOptions = {},
  ) {
    const { nx, nz } = grid
    this.#trains = trains
    this.#grid = grid
    this.#corner = corner
    const table = (description: string, columns: number, rows: number) =>
      new Field(arena, { name: 'trains', unit: '', description: description }, columns, rows)
    this.#columns = table('cos and sin of kx x of each train', nx, 2 * trains.length)
    this.#sums = Object.entries(targets).map(([key, target]) => {
      const name = key as QuantityName
      const rows = table('factors of each train in each row', 2 * trains.length, nz)
      return {
        name,
        quantities: trains.map((train) => quantityOf(name, train, water, breaking)),
        rows,
        pass: pass('sumTrains', nz, { target, columns: this.#columns, rows }),
      }
    })
    this.#angles = new Float64Array(2 * trains.length * nz)
    this.#rotations = new Float64Array(2 * trains.length)
    this.resources = [this.#columns, ...this.#sums.map(({ rows }) => rows)]
  }

  /** The passes that fill the named targets, or all targets if none is named. */
  passes(...names: QuantityName[]): Pass[] {
    return this.#sums.filter(({ name }) => names.length === 0 || names.includes(name)).map((sum) => sum.pass)
  }

  /** Fills the tables. */
  start(): void {
    const { nx, nz, cellSize } = this.#grid
    const [x0, z0] = this.#corner
    const { data, offset, stride } = this.#columns
    for (const [n, { kx, kz, phase }] of this.#trains.entries()) {
      for (let i = 0; i < nx; i++) {
        const alpha = wrapped(kx * (x0 + i * cellSize))
        data[offset + 2 * n * stride + i] = cos(alpha)
        data[offset + (2 * n + 1) * stride + i] = sin(alpha)
      }
      for (let j = 0; j < nz; j++) {
        const beta = wrapped(kz * (z0 + j * cellSize) + phase)
        const at = 2 * (j * this.#trains.length + n)
        this.#angles[at] = cos(beta)
        this.#angles[at + 1] = sin(beta)
      }
    }
    this.setTime(new Float64Array(1))
  }

  /** Sets the time for which the passes fill the targets: `clock[0]` [s]. A number instead of an array might be allocated in each step. */
  setTime(clock: Float64Array): void {
    const count = this.#trains.length
    for (let n = 0; n < count; n++) {
      this.#rotations[2 * n] = wrapped(this.#trains[n]!.omega * clock[0]!)
      setCosSin(this.#rotations, 2 * n)
    }
    for (let sum = 0; sum < this.#sums.length; sum++) {
      const { quantities, rows } = this.#sums[sum]!
      for (let j = 0; j < this.#grid.nz; j++) this.#rotateRow(j, quantities, rows)
    }
  }

  #rotateRow(j: number, quantities: readonly Quantity[], { data, offset, stride }: Field): void {
    const count = quantities.length
    const row = offset + j * stride
    for (let n = 0; n < count; n++) {
      const at = 2 * (j * count + n)
      const c = this.#angles[at]!
      const s = this.#angles[at + 1]!
      const cosAngle = this.#rotations[2 * n]!
      const sinAngle = this.#rotations[2 * n + 1]!
      const { waveform, amplitude } = quantities[n]!
      const cosine = amplitude * (c * cosAngle + s * sinAngle)
      const sine = amplitude * (s * cosAngle - c * sinAngle)
      data[row + 2 * n] = waveform === 'cos' ? cosine : sine
      data[row + 2 * n + 1] = waveform === 'cos' ? -sine : cosine
    }
  }
}
