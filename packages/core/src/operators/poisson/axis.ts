// One axis of one grid of the multigrid solver, and the transfer to the next coarser grid. Cells 2I and 2I + 1 become coarse cell I; the
// last of an odd number of cells becomes a coarse cell of its own, half as wide as the others. Widths are stored, so that the
// coarse operators use the true distances and grids of any size converge at the same rate.

import type { Arena } from '../../fields/arena.js'
import { Field } from '../../fields/field.js'
import { AXIS_ROWS, AxisRow } from '../../generated/layouts/poisson/lines.js'

/** Boundary condition of p at an edge: zero normal derivative, p = 0, or periodic. */
export type PoissonEdge = 'reflect' | 'fixed' | 'periodic'

/** One axis of the problem. */
export interface PoissonAxis {
  readonly cells: number
  readonly before: PoissonEdge
  readonly after: PoissonEdge
}

/** One value for each of the axes x, y and z. */
export type AlongAxes<Value> = readonly [x: Value, y: Value, z: Value]

/** The weights of the transfer along one axis, for the kernels. */
export class PoissonTable {
  /** Rows as in kernels/poisson/lines.ts. */
  readonly table: Field
  /** Widths of the coarse cells, in cells of the finest grid. */
  readonly coarse: readonly number[]
  readonly #widths: readonly number[]
  readonly #axis: PoissonAxis

  constructor(arena: Arena, widths: readonly number[], axis: PoissonAxis) {
    this.#widths = widths
    this.#axis = axis
    this.coarse = Array.from(
      { length: Math.ceil(widths.length / 2) },
      (_, I) => widths[2 * I]! + (widths[2 * I + 1] ?? 0),
    )
    this.table = new Field(
      arena,
      { name: 'axis', unit: '', description: 'transfer between two grids' },
      widths.length,
      AXIS_ROWS,
    )
  }

  /** Fills the table. To be called once it is bound to the memory. */
  start(): void {
    const { coarse, table } = this
    const widths = this.#widths
    const { before, after } = this.#axis
    const n = widths.length
    const m = coarse.length
    const wraps = before === 'periodic' && n > 1
    const rows = Array.from({ length: AXIS_ROWS }, () => new Float64Array(n))
    const keep = rows[AxisRow.keep]!
    const lean = rows[AxisRow.lean]!
    const share = rows[AxisRow.share]!
    const nearer = rows[AxisRow.nearer]!
    for (let i = 0; i < n; i++) {
      const I = i >> 1
      const own = coarse[I]!
      share[i] = widths[i]! / own
      // The centre of a child is half the other child's width away from the centre of the coarse cell.
      const off = (own - widths[i]!) / 2
      const next = i % 2 ? I + 1 : I - 1
      const outside = next < 0 || next === m
      const edge = next < 0 ? before : after
      keep[i] = outside && edge === 'fixed' ? 1 - (2 * off) / own : 1
      if (outside && !(wraps && m > 1)) continue
      const neighbour = coarse[(next + m) % m]!
      lean[i] = (keep[i]! * off) / ((own + neighbour) / 2)
    }
    for (let I = 0; I < m; I++) {
      if (I === 0 && !(wraps && m > 1)) continue
      const distance = (w: readonly number[], at: number) => (w[at]! + w[(at + w.length - 1) % w.length]!) / 2
      nearer[I] = distance(widths, 2 * I) / distance(coarse, I)
    }
    rows[AxisRow.width]!.set(widths)
    table.write(rows.flatMap((row) => Array.from(row)))
    if (wraps) {
      // Beyond the ends: the children of the coarse cells at the opposite end. A coarse cell of one child has no second.
      const { data, offset, stride } = table
      const row = offset + AxisRow.lean * stride
      data[row - 1] = n % 2 ? 0 : lean[n - 1]!
      data[row + n] = n % 2 ? 0 : lean[0]!
      if (n % 2) data[row + n + 1] = lean[0]!
    }
  }
}
