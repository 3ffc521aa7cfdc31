// Poisson's equation on a grid, by multigrid or by conjugate gradients with multigrid as the preconditioner, in passes for the
// backend:
//
//   Σ over the faces of a cell of a (p - p') + shift p = rhs
//
// p lives at cell centres, the openness a of faces, 0 to 1, between them; a = 0 is a wall. Surfaces have nx × ny cells, volumes
// nx × ny × nz, stored as ny nz lines (kernels/poisson/lines.ts). Cell size and units are the caller's: for -∇²p = s on cells of
// width h, rhs is h² s.
//
// Letters of the kernels and names in this file. Each grid has these fields, one value for each cell:
//
//   p          solution           solution; on the finest grid the correction z of a cycle
//   f          rhs                right-hand side; on the finest grid the residual r of the solve
//   r          residual           f - A p
//   v          fraction           volume fraction of the cell that is open, in cells of the finest grid
//   ox oy oz   openness           openness of the faces towards lower x, y, z
//   ax ay az   coefficients       coefficients of these faces: openness × area / distance of the centres
//   bx by bz   edgeCoefficients   coefficients of faces on fixed edges, where p is zero
//   e          extraDiagonal      part of the diagonal that is not from faces between cells: b and the shift
//   inverse    inverse            1 over the diagonal of A; 0 in cells without an equation
//   sums       equations          number of cells with an equation, for each line
//
// Conjugate gradients have these fields on the finest grid: b right-hand side, x + rest solution as a sum of two floats, d search
// direction.
//
// The V-cycle (Brandt 1977), on grids that each have half the cells of the finer one along each axis:
//
//   sweep      Gauss–Seidel, red cells then black; after the coarser grid black then red, so that the cycle is symmetric
//   restrict   Pᵀ of the residual
//   prolong    P: linear between the centres of the nearest coarse cells (Kwak 1999). One neighbour on each axis is used instead of the
//              corners of a box. Each is reached through one face, whose openness is its weight: a wall contributes nothing
//   coarse a   the sum over the fine faces that make up a coarse face, over the distance of the coarse centres
//
// Pᵀ only moves parts of the residual between neighbouring cells. The sum of the right-hand side is therefore the same on all grids,
// and singular problems stay solvable on the coarse ones. The last grid is one cell. Small grids run on a single thread.
//
// Conjugate gradients: sums are doubles, by lines, added in one order. x is a sum of two floats, because the residual depends on
// differences of neighbours, and one float has a relative precision of 1e-7 in p, not in the difference. The residual is computed from
// its definition in every iteration: with the usual recurrence, a residual of 6e-5 was reported as 1e-6. It is the residual of x
// before x is rounded to p.
//
// Where neither a fixed edge nor a mask nor a shift determines the level of p, the operator is singular, separately in each connected
// component of open cells: the means of the right-hand side and of p are subtracted there (kernels/poisson/components.ts).
//
// A. Brandt, "Multi-level adaptive solutions to boundary-value problems", Math. Comp. 31 (1977).
// D. Y. Kwak, "V-cycle multigrid for cell-centered finite differences", SIAM J. Sci. Comput. 21 (1999).
// O. Tatebe, "The multigrid preconditioned conjugate gradient method", 6th Copper Mountain Conference (1993).

import { type Pass, pass } from '../../backend/pass.js'
import { skipIf } from '../../backend/skip-if.js'
import { SerialBlock } from '../../backend/wasm/serial-block.js'
import type { Arena } from '../../fields/arena.js'
import type { Boundaries } from '../../fields/boundaries.js'
import { Field, type KernelResource, RowSums } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import { CellKind } from '../../generated/layouts/poisson/build.js'
import { ComponentTotal } from '../../generated/layouts/poisson/components.js'
import { SolveState, Stage } from '../../generated/layouts/poisson/conjugate-gradient.js'
import { ComponentsFound, ResidualSums } from '../../generated/layouts/poisson/lines.js'
import { type PoissonAxis, type PoissonEdge, PoissonTable } from './axis.js'

export interface PoissonOptions {
  /** Whether conjugate gradients are used, with the cycle as preconditioner. Default true: more robust among solids, slightly slower. */
  readonly gradient?: boolean
  /** Residual at which to stop, relative to the right-hand side (Euclidean norms). Default 1e-6. */
  readonly tolerance?: number
  /**
   * A record whose first double is the largest residual allowed in any cell, in the unit of the right-hand side. It replaces the
   * tolerance, for callers that guarantee a bound in every cell.
   */
  readonly limit?: KernelResource
  /** Largest number of iterations; each contains one cycle. Default 24. */
  readonly iterations?: number
  /** Sweeps before and again after each coarser grid. Default 2 with conjugate gradients, 3 without: the fastest for each. */
  readonly sweeps?: number
  /** Added to the diagonal of every cell, for implicit diffusion: x = x0 + a Σ (x' - x) has shift 1/a and rhs x0/a. Default 0. */
  readonly shift?: number
  /** Whether solves start from the values in p. Default false: from zero. */
  readonly warm?: boolean
}

/** Openness of cells and faces. All fields have one value for each cell. */
export interface PoissonOpenness {
  /** Openness of cells, 0 (solid) to 1. The openness of a face is the product of those of its two cells. */
  readonly solids?: Field
  /** p is unknown where this is > 0, and zero elsewhere. Excludes `solids`. */
  readonly mask?: Field
  /** Openness of the faces towards lower x, y (and z), an additional factor. */
  readonly faces?: readonly Field[]
}

/** Grids of up to this many cells run on a single thread. */
const SERIAL_CELLS = 4096
/** Largest number of singular components whose means are subtracted. */
const MAX_COMPONENTS = 65536
/** Columns of the state of a solve. */
const STATE = SolveState.double

/** The axes of a surface grid. */
export function surfaceAxes(grid: Grid, boundaries: Boundaries): PoissonAxis[] {
  const edge = (name: keyof Boundaries): PoissonEdge => {
    const kind = boundaries[name]
    if (kind === 'absorb') throw new RangeError(`Poisson's equation has no absorbing edges, and ${name} is one`)
    return kind
  }
  return [
    { cells: grid.nx, before: edge('x-'), after: edge('x+') },
    { cells: grid.nz, before: edge('z-'), after: edge('z+') },
  ]
}

/** One grid. The table in the header describes the fields; triples are for faces along x, y and z. */
interface Level {
  /** Lines of a plane, planes, and lines of the whole grid. */
  readonly ny: number
  readonly planes: number
  readonly lines: number
  readonly wraps: { readonly xWraps: number; readonly yWraps: number; readonly zWraps: number }
  readonly solution: Field
  readonly rhs: Field
  readonly residual: Field
  readonly fraction: Field
  readonly openness: readonly [Field, Field, Field]
  readonly coefficients: readonly [Field, Field, Field]
  readonly edgeCoefficients: readonly [Field, Field, Field]
  readonly extraDiagonal: Field
  readonly inverse: Field
  readonly equations: RowSums
  /** Weights of the transfer to and from the next coarser grid, for x, y and z. */
  readonly tables: readonly [PoissonTable, PoissonTable, PoissonTable]
}

export class Poisson {
  /** Resources to bind to the memory; complete after the last call of `passes`, `cycle` and `build`. */
  readonly resources: { bind(memory: ArrayBufferLike): void }[] = []
  readonly #arena: Arena
  readonly #axes: readonly [PoissonAxis, PoissonAxis, PoissonAxis]
  readonly #options: Required<Omit<PoissonOptions, 'limit'>>
  readonly #limit: KernelResource | undefined
  readonly #levels: readonly Level[]
  readonly #state: RowSums
  readonly #never: RowSums
  readonly #found: RowSums
  readonly #totals: RowSums
  readonly #components: Field
  readonly #sums: RowSums
  readonly #inner: { readonly b: Field; readonly x: Field; readonly rest: Field; readonly d: Field }

  /** `axes`: x, y and, for volumes, z, from the fastest in memory to the slowest. */
  constructor(arena: Arena, axes: readonly PoissonAxis[], options: PoissonOptions = {}) {
    const [x, y, z = { cells: 1, before: 'reflect', after: 'reflect' } as const] = axes
    if (!x || !y || axes.length > 3) throw new RangeError(`a surface has two axes, a volume three, got ${axes.length}`)
    for (const { cells, before, after } of [x, y, z]) {
      if (!Number.isInteger(cells) || cells < 1)
        throw new RangeError(`an axis has a whole number of cells, got ${cells}`)
      if ((before === 'periodic') !== (after === 'periodic'))
        throw new RangeError(`an axis is periodic at both ends or at none, got ${before} and ${after}`)
    }
    this.#arena = arena
    this.#axes = [x, y, z]
    const sweeps = options.gradient === false ? 3 : 2
    this.#limit = options.limit
    this.#options = { gradient: true, tolerance: 1e-6, iterations: 24, sweeps, shift: 0, warm: false, ...options }
    this.#state = this.#own(new RowSums(arena, 1, SolveState.doubles))
    this.#never = this.#own(new RowSums(arena, 1, 1))
    this.#found = this.#own(new RowSums(arena, 1, ComponentsFound.doubles))
    const cells = x.cells * y.cells * z.cells
    this.#totals = this.#own(new RowSums(arena, Math.min(MAX_COMPONENTS, Math.ceil(cells / 2)), ComponentTotal.doubles))
    this.#sums = this.#own(new RowSums(arena, y.cells * z.cells, ResidualSums.doubles))
    this.#levels = this.#makeLevels()
    const field = (name: string) => this.#field(name, x.cells, y.cells * z.cells)
    this.#components = field('components')
    this.#inner = { b: field('b'), x: field('x'), rest: field('rest'), d: field('d') }
  }

  /** Fills the tables. To be called once the resources are bound to the memory. */
  start(): void {
    for (const { tables } of this.#levels) for (const table of tables) table.start()
  }

  /** Iterations of the last solve; each contains one cycle. */
  get iterations(): number {
    return this.#state.data[STATE.iterations]!
  }

  /** Norm of the residual of the last solve, relative to the right-hand side, before p is rounded; 0 if the right-hand side is zero. */
  get residual(): number {
    const rhsSquares = this.#state.data[STATE.rhsSquares]!
    return rhsSquares > 0 ? Math.sqrt(this.#state.data[STATE.residualSquares]! / rhsSquares) : 0
  }

  /** Largest residual of a cell after the last solve, before p is rounded. */
  get largestResidual(): number {
    return this.#state.data[STATE.rhsSquares]! > 0 ? this.#state.data[STATE.largest]! : 0
  }

  /** Passes that compute the operators of all grids. To be run before the first solve and whenever the openness has changed. */
  build({ solids, mask, faces }: PoissonOpenness = {}): Pass[] {
    if (solids && mask) throw new RangeError('cells have solids or a mask, not both')
    const finest = this.#levels[0]!
    const { fraction, ny } = finest
    const cells = solids ?? mask ?? fraction
    const ends = (axis: PoissonAxis) => [Number(axis.before === 'fixed'), Number(axis.after === 'fixed')] as const
    const [[xBefore, xAfter], [yBefore, yAfter], [zBefore, zAfter]] = [
      ends(this.#axes[0]),
      ends(this.#axes[1]),
      ends(this.#axes[2]),
    ]
    const kind = solids ? CellKind.solids : mask ? CellKind.mask : CellKind.open
    const given = {
      cells,
      xFaces: faces?.[0] ?? fraction,
      yFaces: faces?.[1] ?? fraction,
      zFaces: faces?.[2] ?? fraction,
      kind,
      given: Number(faces !== undefined),
    }
    const fields = operatorArguments(finest)
    const edges = { xBefore, xAfter, yBefore, yAfter, zBefore, zAfter }
    const args = { ...given, ...fields, ...edges, ...finest.wraps, ny }
    return [
      pass('poissonCells', finest.lines, args),
      pass('poissonFaces', finest.lines, args),
      this.#diagonal(finest, kind),
      ...this.#levels
        .slice(1)
        .flatMap((level, l) => [this.#coarsen(this.#levels[l]!, level), this.#diagonal(level, kind)]),
      pass('poissonLabelComponents', 1, this.#componentArguments(this.#inner.b)),
    ]
  }

  /**
   * Passes that solve for p. Postcondition: `residual` is at most the tolerance (or `largestResidual` at most the limit), or
   * the largest number of iterations has been reached.
   */
  passes(rhs: Field, p: Field): Pass[] {
    const { gradient, iterations, warm } = this.#options
    const finest = this.#levels[0]!
    const lines = finest.lines
    const args = { ...this.#gradientArguments(), rhs, p, halt: this.#state }
    const cycle = this.cycle()
    const start = pass('poissonStart', lines, args)
    const list = [
      pass('poissonBegin', lines, args),
      pass('poissonSubtractComponentMeans', 1, this.#componentArguments(this.#inner.b)),
      this.#updateScalars(Stage.begin, this.#never),
      warm ? start : pass('poissonStartFromZero', lines, args),
      this.#updateScalars(Stage.check),
    ] as Pass[]
    const removeMeans = [
      pass('poissonRemoveMean', lines, args),
      pass('poissonSubtractComponentMeans', 1, { ...this.#componentArguments(finest.rhs), halt: this.#state }),
    ]
    const gradientStep = [
      pass('poissonDotRZ', lines, args),
      this.#updateScalars(Stage.direction),
      pass('poissonUpdateDirection', lines, args),
      pass('poissonApply', lines, args),
      this.#updateScalars(Stage.stepLength),
      pass('poissonUpdateSolution', lines, args),
      start,
      this.#updateScalars(Stage.count),
    ]
    const cycleStep = [pass('poissonAddCorrection', lines, args), start, this.#updateScalars(Stage.count)]
    const iteration = [...removeMeans, ...cycle, ...(gradient ? gradientStep : cycleStep)]
    // Each iteration begins with a conditional skip of itself and all later ones, their skips included.
    for (let k = iterations; k > 0; k--) list.push(skipIf(k * (iteration.length + 1) - 1, this.#state), ...iteration)
    list.push(
      this.#updateScalars(Stage.end, this.#never),
      pass('poissonSubtractComponentMeans', 1, this.#componentArguments(this.#inner.x)),
      pass('poissonFinish', lines, args),
    )
    return list
  }

  /** Input of a cycle, for callers with an iteration of their own. */
  get residualField(): Field {
    return this.#levels[0]!.rhs
  }

  /** Output of a cycle. */
  get correctionField(): Field {
    return this.#levels[0]!.solution
  }

  /** One V-cycle from zero. Postcondition: `correctionField` is the preconditioner applied to `residualField`. */
  cycle(): Pass[] {
    const small = this.#levels.findIndex(({ solution, lines }) => solution.nx * lines <= SERIAL_CELLS)
    const down: Pass[] = []
    const up: Pass[] = []
    for (const [l, level] of this.#levels.slice(0, small).entries()) {
      down.push(...this.#down(level, this.#levels[l + 1]!))
      up.unshift(...this.#up(level, this.#levels[l + 1]!))
    }
    const serial = this.#levels.slice(small)
    const block = this.#own(
      new SerialBlock(this.#arena, [
        ...serial.slice(0, -1).flatMap((level, l) => this.#down(level, serial[l + 1]!)),
        pass('poissonSweepFirst', 1, this.#sweepArguments(serial.at(-1)!)),
        ...serial
          .slice(0, -1)
          .map((level, l) => this.#up(level, serial[l + 1]!))
          .reverse()
          .flat(),
      ]),
    )
    return [...down, block.pass, ...up]
  }

  /** The descending part of a cycle on one grid: sweeps, then the residual restricted to the coarser grid. */
  #down(level: Level, coarse: Level): Pass[] {
    return [
      ...this.#sweeps(level, true),
      pass('poissonResidual', level.lines, this.#sweepArguments(level)),
      pass(
        this.#options.gradient ? 'poissonRestrict' : 'poissonCollect',
        coarse.lines,
        this.#transferArguments(level, coarse),
      ),
    ]
  }

  /** The ascending part: the correction from the coarser grid, then sweeps in reverse order. */
  #up(level: Level, coarse: Level): Pass[] {
    return [
      pass('poissonProlong', level.lines, this.#transferArguments(level, coarse)),
      ...this.#sweeps(level, false).reverse(),
    ]
  }

  /** Red then black cells in each block, `sweeps` times; `first`: from p = 0. */
  #sweeps(level: Level, first: boolean): Pass[] {
    const common = this.#sweepArguments(level)
    const once = blocksOf(level).flatMap(({ yFirst, ys, zFirst, zs }) =>
      [0, 1].map((colour) => pass('poissonSweep', ys * zs, { ...common, yFirst, ys, zFirst, zs, colour })),
    )
    const all = Array.from({ length: this.#options.sweeps }, () => once).flat()
    return first ? [pass('poissonSweepFirst', level.lines, once[0]!.arguments), ...all.slice(1)] : all
  }

  #sweepArguments(level: Level) {
    const { solution: p, rhs: f, residual: r, ny, planes, wraps } = level
    const fields = { halt: this.#state, p, f, r, ...matrixArguments(level) }
    return { ...fields, ny, yFirst: 0, ys: ny, zFirst: 0, zs: planes, colour: 0, ...wraps }
  }

  #transferArguments(level: Level, coarse: Level) {
    const [ox, oy, oz] = level.openness
    const [xTable, yTable, zTable] = level.tables
    return {
      halt: this.#state,
      r: level.residual,
      p: level.solution,
      inverse: level.inverse,
      fCoarse: coarse.rhs,
      pCoarse: coarse.solution,
      ox,
      oy,
      oz,
      inverseCoarse: coarse.inverse,
      xTable: xTable.table,
      yTable: yTable.table,
      zTable: zTable.table,
      ny: level.ny,
      nyCoarse: coarse.ny,
      ...level.wraps,
    }
  }

  #gradientArguments() {
    const finest = this.#levels[0]!
    return {
      ...this.#inner,
      ...matrixArguments(finest),
      ...finest.wraps,
      ny: finest.ny,
      r: finest.rhs,
      z: finest.solution,
      state: this.#state,
      sums: this.#sums,
      warm: Number(this.#options.warm),
    }
  }

  #componentArguments(values: Field) {
    const finest = this.#levels[0]!
    const operator = { ...matrixArguments(finest), ny: finest.ny, ...finest.wraps }
    // The labelling may use d as scratch: no solve is in progress.
    const tables = {
      components: this.#components,
      held: this.#inner.d,
      found: this.#found,
      totals: this.#totals,
      sums: this.#sums,
    }
    return { halt: this.#never, ...operator, ...tables, values }
  }

  #updateScalars(stage: number, halt = this.#state): Pass {
    const tables = { halt, state: this.#state, sums: this.#sums, found: this.#found }
    const built = this.#levels[0]!.equations
    const limit = { limit: this.#limit ?? this.#never, limited: Number(this.#limit !== undefined) }
    return pass('poissonUpdateScalars', 1, { ...tables, built, stage, tolerance: this.#options.tolerance, ...limit })
  }

  #diagonal(level: Level, kind: number): Pass {
    const [xTable, yTable, zTable] = level.tables.map(({ table }) => table) as [Field, Field, Field]
    const { yWraps, zWraps } = level.wraps
    const { ny, equations: sums } = level
    const fields = { ...operatorArguments(level), ...matrixArguments(level), sums }
    return pass('poissonDiagonal', level.lines, {
      ...fields,
      xTable,
      yTable,
      zTable,
      shift: this.#options.shift,
      kind,
      ny,
      yWraps,
      zWraps,
    })
  }

  #coarsen(level: Level, coarse: Level): Pass {
    const { openness, tables } = level
    return pass('poissonCoarsen', coarse.lines, {
      ...operatorArguments(level),
      ox: openness[0],
      oy: openness[1],
      oz: openness[2],
      vCoarse: coarse.fraction,
      oxCoarse: coarse.openness[0],
      oyCoarse: coarse.openness[1],
      ozCoarse: coarse.openness[2],
      axCoarse: coarse.coefficients[0],
      ayCoarse: coarse.coefficients[1],
      azCoarse: coarse.coefficients[2],
      bxCoarse: coarse.edgeCoefficients[0],
      byCoarse: coarse.edgeCoefficients[1],
      bzCoarse: coarse.edgeCoefficients[2],
      xTable: tables[0].table,
      yTable: tables[1].table,
      zTable: tables[2].table,
      ny: level.ny,
      nyCoarse: coarse.ny,
      xWraps: level.wraps.xWraps,
    })
  }

  /** All grids, from the finest to one of a single cell. */
  #makeLevels(): Level[] {
    const levels: Level[] = []
    let widths = this.#axes.map(({ cells }) => new Array<number>(cells).fill(1))
    for (;;) {
      const level = this.#makeLevel(widths, levels.length === 0)
      levels.push(level)
      if (widths.every((axis) => axis.length === 1)) return levels
      widths = level.tables.map(({ coarse }) => [...coarse])
    }
  }

  #makeLevel(widths: readonly number[][], finest: boolean): Level {
    const [nx, ny, planes] = widths.map((axis) => axis.length) as [number, number, number]
    const lines = ny * planes
    const field = (name: string) => this.#field(name, nx, lines)
    // A surface has no faces along z. Kernels need a valid field there, but do not read it.
    const fraction = field('v')
    const along = (name: string): [Field, Field, Field] => [
      field(`${name}x`),
      field(`${name}y`),
      this.#axes[2].cells > 1 ? field(`${name}z`) : fraction,
    ]
    const table = (axis: 0 | 1 | 2) => new PoissonTable(this.#arena, widths[axis]!, this.#axes[axis])
    const tables = [table(0), table(1), table(2)] as const
    const coefficients = along('a')
    this.resources.push(...tables.map(({ table }) => table))
    const wraps = (axis: 0 | 1 | 2) => Number(this.#axes[axis].before === 'periodic' && widths[axis]!.length > 1)
    return {
      ny,
      planes,
      lines,
      wraps: { xWraps: wraps(0), yWraps: wraps(1), zWraps: wraps(2) },
      solution: field('p'),
      rhs: field('f'),
      residual: field('r'),
      fraction,
      // Cells of the finest grid have width 1, so that the coefficients are equal to the openness.
      openness: finest ? coefficients : along('o'),
      coefficients,
      edgeCoefficients: along('b'),
      extraDiagonal: field('e'),
      inverse: field('inverse'),
      equations: this.#own(new RowSums(this.#arena, lines, 1)),
      tables,
    }
  }

  #field(name: string, nx: number, lines: number): Field {
    return this.#own(
      new Field(this.#arena, { name, unit: '', description: "inner field of Poisson's problem" }, nx, lines),
    )
  }

  #own<Resource extends { bind(memory: ArrayBufferLike): void }>(resource: Resource): Resource {
    this.resources.push(resource)
    return resource
  }
}

/** The matrix A of a grid, as arguments of a kernel. */
function matrixArguments({ coefficients: [ax, ay, az], extraDiagonal: e, inverse }: Level) {
  return { ax, ay, az, e, inverse }
}

/** The fields that the matrix is computed from, and the face coefficients, as arguments of a kernel. */
function operatorArguments({ fraction: v, coefficients, edgeCoefficients }: Level) {
  const [ax, ay, az] = coefficients
  const [bx, by, bz] = edgeCoefficients
  return { v, ax, ay, az, bx, by, bz }
}

/**
 * Blocks of lines in which cells of one colour are never neighbours. This holds for all lines together, except on a periodic axis with
 * an odd number of lines: the first and the last line would then have the same parity, so that the last is a block of its own.
 */
function blocksOf({ ny, planes, wraps }: Level) {
  const parts = (n: number, wrap: number) =>
    wrap && n % 2 ? [[0, n - 1] as const, [n - 1, 1] as const] : [[0, n] as const]
  return parts(planes, wraps.zWraps).flatMap(([zFirst, zs]) =>
    parts(ny, wraps.yWraps).map(([yFirst, ys]) => ({ yFirst, ys, zFirst, zs })),
  )
}
