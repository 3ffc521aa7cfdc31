// Plane trains of waves on a grid: fields of what they do at any time, by the kernel of kernels/prescribed/trains.ts.
//
// Tables are made once, in doubles: cos(kx x) and sin(kx x) of every column, the angles kz z + phase of every row. A new
// time turns the rows' angles by ωt (whole turns taken off first, so a long run keeps its digits) and leaves the grid to
// the kernel. Nothing is carried from one time to the next, so errors do not grow: a field is within some 1e-7 of the
// sum of its trains' amplitudes, after an hour as at the start.

import { type Pass, pass } from '../../backend/pass.js'
import type { Arena } from '../../fields/arena.js'
import { Field } from '../../fields/field.js'
import { cellX, cellZ, type Grid } from '../../fields/grid.js'
import { cos, sin } from '../../numerics/elementary.js'
import type { Water } from '../../wave-theory/airy.js'
import { type Train, wrapped } from '../../wave-theory/train.js'
import { type BreakingRule, type Quantity, type QuantityName, quantityOf } from './quantity.js'

/** Fields to fill, by what is to be in them. */
export type WaveTargets = Partial<Record<QuantityName, Field>>

export interface TrainFieldOptions {
  /** x and z of the centre of cell (0, 0) [m]. Default: the middle of the grid is at the origin. */
  readonly corner?: readonly [number, number]
  /** By which rule `breaking` judges. Default Miche's. */
  readonly breaking?: BreakingRule
}

/** One target: what each train adds to it, and the rows' table. */
interface Sum {
  readonly name: QuantityName
  readonly quantities: readonly Quantity[]
  readonly rows: Field
  readonly pass: Pass
}

export class TrainField {
  /** What has to be attached to the memory; the targets are their owner's. */
  readonly resources: readonly Field[]
  readonly #trains: readonly Train[]
  readonly #grid: Grid
  readonly #corner: readonly [number, number]
  readonly #columns: Field
  readonly #sums: readonly Sum[]
  /** cos and sin of kz z + phase, row by row, two a train. */
  readonly #angles: Float64Array
  /** cos and sin of ωt, two a train. */
  readonly #rotations: Float64Array

  /** `targets` are fields of the given grid; whole vectors may run into their padding, so none may be part of another. */
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
      const rows = table('what each train counts in each row', 2 * trains.length, nz)
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

  /** The passes that fill some of the targets, or all. */
  passes(...names: QuantityName[]): Pass[] {
    return this.#sums.filter(({ name }) => names.length === 0 || names.includes(name)).map((sum) => sum.pass)
  }

  /** Fills the tables once the memory is there. */
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
    this.setTime(0)
  }

  /** Makes the passes fill the targets with what is at a time [s]. */
  setTime(time: number): void {
    const count = this.#trains.length
    for (let n = 0; n < count; n++) {
      const turn = wrapped(this.#trains[n]!.omega * time)
      this.#rotations[2 * n] = cos(turn)
      this.#rotations[2 * n + 1] = sin(turn)
    }
    for (const { quantities, rows } of this.#sums)
      for (let j = 0; j < this.#grid.nz; j++) this.#rotateRow(j, quantities, rows)
  }

  #rotateRow(j: number, quantities: readonly Quantity[], { data, offset, stride }: Field): void {
    const count = quantities.length
    const row = offset + j * stride
    for (let n = 0; n < count; n++) {
      const at = 2 * (j * count + n)
      const c = this.#angles[at]!
      const s = this.#angles[at + 1]!
      const turnC = this.#rotations[2 * n]!
      const turnS = this.#rotations[2 * n + 1]!
      const { swing, amount } = quantities[n]!
      const cosine = amount * (c * turnC + s * turnS)
      const sine = amount * (s * turnC - c * turnS)
      data[row + 2 * n] = swing === 'cos' ? cosine : sine
      data[row + 2 * n + 1] = swing === 'cos' ? -sine : cosine
    }
  }
}
