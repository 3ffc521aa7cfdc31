// One grid of the multigrid solver. A volume has nx × ny × planes cells, stored as ny × planes lines (kernels/poisson/lines.ts); a
// surface is a volume of one plane. Each grid has these fields, one value for each cell:
//
//   letters in kernels   name in TypeScript   quantity
//   p                    solution             solution; on the finest grid the correction z of a cycle
//   f                    rhs                  right-hand side; on the finest grid the residual r of the solve
//   r                    residual             f - A p
//   v                    fraction             volume fraction of the cell that is open, in cells of the finest grid
//   ox oy oz             openness             openness of the faces towards lower x, y, z
//   ax ay az             coefficients         coefficients of these faces: openness × area / distance of the centres
//   bx by bz             edgeCoefficients     coefficients of faces on fixed edges, where p is zero
//   e                    extraDiagonal        part of the diagonal that is not from faces between cells: b and the shift
//   inverse              inverse              1 over the diagonal of A; 0 in cells without an equation
//   sums                 equations            number of cells with an equation, for each line
//
// The next coarser grid has half as many cells along each axis. Its operator comes from this one's (operator.ts).

import type { Field, RowSums } from '../../fields/field.js'
import { type AlongAxes, type PoissonAxis, PoissonTable } from './axis.js'
import type { SolverMemory } from './solver-memory.js'

export class MultigridLevel {
  /** Cells of a line, lines of a plane, planes, and lines of the whole grid. */
  readonly nx: number
  readonly ny: number
  readonly planes: number
  readonly lines: number
  readonly wraps: { readonly xWraps: number; readonly yWraps: number; readonly zWraps: number }
  readonly solution: Field
  readonly rhs: Field
  readonly residual: Field
  readonly fraction: Field
  readonly openness: AlongAxes<Field>
  readonly coefficients: AlongAxes<Field>
  readonly edgeCoefficients: AlongAxes<Field>
  readonly extraDiagonal: Field
  readonly inverse: Field
  readonly equations: RowSums
  /** Weights of the transfer to and from the next coarser grid. */
  readonly transfers: AlongAxes<PoissonTable>

  /** The finest grid, or the next coarser one of `finer`. */
  constructor(memory: SolverMemory, axes: AlongAxes<PoissonAxis>, finer?: MultigridLevel) {
    const along = (axis: 0 | 1 | 2) => {
      const widths = finer ? finer.transfers[axis].coarse : new Array<number>(axes[axis].cells).fill(1)
      const transfer = new PoissonTable(memory.arena, widths, axes[axis])
      memory.own(transfer.table)
      const wraps = Number(axes[axis].before === 'periodic' && widths.length > 1)
      return { cells: widths.length, transfer, wraps }
    }
    const [x, y, z] = [along(0), along(1), along(2)]
    this.nx = x.cells
    this.ny = y.cells
    this.planes = z.cells
    this.lines = y.cells * z.cells
    this.wraps = { xWraps: x.wraps, yWraps: y.wraps, zWraps: z.wraps }
    this.transfers = [x.transfer, y.transfer, z.transfer]

    const field = (name: string) => memory.field(name, this.nx, this.lines)
    this.fraction = field('fraction')
    // A surface has no faces along z. Kernels need a valid field there, but do not read it.
    const faces = (name: string): AlongAxes<Field> => [
      field(`${name} x`),
      field(`${name} y`),
      axes[2].cells > 1 ? field(`${name} z`) : this.fraction,
    ]
    this.coefficients = faces('coefficients')
    this.solution = field('solution')
    this.rhs = field('rhs')
    this.residual = field('residual')
    // Cells of the finest grid have width 1, so that the coefficients are equal to the openness.
    this.openness = finer ? faces('openness') : this.coefficients
    this.edgeCoefficients = faces('edge coefficients')
    this.extraDiagonal = field('extra diagonal')
    this.inverse = field('inverse')
    this.equations = memory.records(this.lines, 1)
  }

  /** Number of cells. */
  get cells(): number {
    return this.nx * this.lines
  }

  /** Fills the tables of the transfer. To be called once they are bound to the memory. */
  start(): void {
    for (const transfer of this.transfers) transfer.start()
  }

  /** The matrix A, as arguments of a kernel. */
  get matrixArguments() {
    const [ax, ay, az] = this.coefficients
    return { ax, ay, az, e: this.extraDiagonal, inverse: this.inverse }
  }

  /** The lines and their neighbours, as arguments of a kernel. */
  get lineArguments() {
    return { ny: this.ny, ...this.wraps }
  }

  /** The volume fractions and the coefficients of faces, as arguments of a kernel. */
  get coefficientArguments() {
    const [ax, ay, az] = this.coefficients
    const [bx, by, bz] = this.edgeCoefficients
    return { v: this.fraction, ax, ay, az, bx, by, bz }
  }

  /** The openness of faces, as arguments of a kernel. */
  get opennessArguments() {
    const [ox, oy, oz] = this.openness
    return { ox, oy, oz }
  }

  /** The tables of the transfer, as arguments of a kernel. */
  get tableArguments() {
    const [x, y, z] = this.transfers
    return { xTable: x.table, yTable: y.table, zTable: z.table }
  }
}

/** All grids, from the finest to one of a single cell. */
export type MultigridLevels = readonly [finest: MultigridLevel, ...coarser: MultigridLevel[]]

export function makeLevels(memory: SolverMemory, axes: AlongAxes<PoissonAxis>): MultigridLevels {
  let level = new MultigridLevel(memory, axes)
  const levels: [MultigridLevel, ...MultigridLevel[]] = [level]
  while (level.cells > 1) {
    level = new MultigridLevel(memory, axes, level)
    levels.push(level)
  }
  return levels
}
