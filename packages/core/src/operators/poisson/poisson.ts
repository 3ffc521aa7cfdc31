// Poisson's equation on a grid by multigrid, alone or as the preconditioner of conjugate gradient, in passes for the backend:
//
//   Σ over the faces of a cell of a (p - p') + shift p = rhs
//
// p lives at cell centres, the openness a of faces, 0 to 1, between them. Where a = 0 nothing flows: a wall. Surfaces are nx × ny cells,
// volumes nx × ny × nz, stored as ny nz lines (kernels/poisson/lines.ts). Cell size and units are the caller's: for
// -∇²p = s on cells of width h give rhs = h² s.
//
// The V-cycle (Brandt 1977), between grids each of half the cells along each axis:
//
//   sweep      Gauss–Seidel, red cells then black; on the way back black then red, so that the cycle is symmetric
//   restrict   Pᵀ of the residual
//   prolong    P: linear between the centres of the nearest coarse cells (Kwak 1999), one per axis instead of the corners of a box, so that
//              each takes part through a face, whose openness weighs it: nothing is taken from behind a wall
//   coarse a   the mean openness of the faces that make up a coarse face, over the distance of the coarse centres
//
// Pᵀ moves what it takes from a cell to its neighbours, so the sum of the right-hand side is the same on all grids, and so are the
// problems solvable that have no edge to hold p. The last grid is one cell. Small grids are one thread's errand.
//
// Conjugate gradient: sums in doubles by lines, in one order. x is the sum of two floats, because differences of
// neighbours decide about the residual and one float holds them to 1e-7 of p, not of the difference. The residual is computed from its
// definition in every iteration: by its recurrence it was believed to be 1e-6 where it was 6e-5. It is that of x before it is rounded to p.
//
// Where neither an edge nor a mask nor a shift holds p it is known but for a constant, in each lake that walls cut off one of its own: the
// mean of the right-hand side is removed there, and the mean of p (kernels/poisson/components.ts).
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
  /** Whether conjugate gradient goes around the cycles. Default true: surer among solids, and a little dearer. */
  readonly gradient?: boolean
  /** Residual at which to stop, as a part of the right-hand side (Euclidean norms). Default 1e-6. */
  readonly tolerance?: number
  /**
   * A record whose first double is the largest residual that any cell may have, in the unit of the right-hand side; it decides instead of
   * the tolerance. For callers who promise something of every cell.
   */
  readonly limit?: KernelResource
  /** Most iterations, a cycle each. Default 24. */
  readonly iterations?: number
  /** Sweeps before and again after each coarser grid. Default 2 with conjugate gradient, 3 without: what each is fastest with. */
  readonly sweeps?: number
  /** Added to the diagonal of every cell, for implicit diffusion: x = x0 + a Σ (x' - x) is shift 1/a and rhs x0/a. Default 0. */
  readonly shift?: number
  /** Whether solves start from what p holds. Default false: from zero. */
  readonly warm?: boolean
}

/** What the cells and faces let through. All fields have one value a cell. */
export interface PoissonOpenness {
  /** Openness of cells, 0 to 1, walls around what is not open; that of a face is the product of its cells'. */
  readonly solids?: Field
  /** p is unknown where this is > 0 and zero elsewhere. Instead of solids. */
  readonly mask?: Field
  /** Openness of the faces towards lower x, y (and z), in addition. */
  readonly faces?: readonly Field[]
}

/** Grids of up to this many cells are one thread's errand. */
const ERRAND_CELLS = 4096
/** Lakes whose means are removed; more are left with theirs. */
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

interface Level {
  readonly ny: number
  readonly planes: number
  readonly lines: number
  readonly wraps: { readonly xWraps: number; readonly yWraps: number; readonly zWraps: number }
  /** Solution, right-hand side, residual. */
  readonly p: Field
  readonly f: Field
  readonly r: Field
  /** How much of the cells counts; openness of faces, their coefficients, bonds to fixed edges, along x, y and z. */
  readonly v: Field
  readonly o: readonly [Field, Field, Field]
  readonly a: readonly [Field, Field, Field]
  readonly b: readonly [Field, Field, Field]
  readonly e: Field
  readonly inverse: Field
  readonly built: RowSums
  /** The way to the next coarser grid. */
  readonly tables: readonly [PoissonTable, PoissonTable, PoissonTable]
}

export class Poisson {
  /** What has to be attached to the memory: after the last call of `passes` and `build`. */
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

  /** `axes`: x, y and for volumes z, in the order of memory. */
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
    this.#components = field('lakes')
    this.#inner = { b: field('b'), x: field('x'), rest: field('rest'), d: field('d') }
  }

  /** Fills the tables, once the tenants are attached. */
  start(): void {
    for (const { tables } of this.#levels) for (const table of tables) table.start()
  }

  /** Iterations of the last solve, a cycle each. */
  get iterations(): number {
    return this.#state.data[STATE.iterations]!
  }

  /** What the last solve left of the right-hand side, as a part of it, of p before rounding; 0 for a right-hand side of zeros. */
  get residual(): number {
    const given = this.#state.data[STATE.given]!
    return given > 0 ? Math.sqrt(this.#state.data[STATE.left]! / given) : 0
  }

  /** The largest residual that the last solve left in a cell, of p before rounding. */
  get largestResidual(): number {
    return this.#state.data[STATE.given]! > 0 ? this.#state.data[STATE.largest]! : 0
  }

  /** Passes that make the operators of all grids. Needed before the first solve and whenever the openness has changed. */
  build({ solids, mask, faces }: PoissonOpenness = {}): Pass[] {
    if (solids && mask) throw new RangeError('cells have solids or a mask, not both')
    const finest = this.#levels[0]!
    const { v, a, b, ny } = finest
    const cells = solids ?? mask ?? v
    const ends = (axis: PoissonAxis) => [Number(axis.before === 'fixed'), Number(axis.after === 'fixed')] as const
    const [[xBefore, xAfter], [yBefore, yAfter], [zBefore, zAfter]] = [
      ends(this.#axes[0]),
      ends(this.#axes[1]),
      ends(this.#axes[2]),
    ]
    const kind = solids ? CellKind.solids : mask ? CellKind.mask : CellKind.open
    const given = {
      cells,
      xFaces: faces?.[0] ?? v,
      yFaces: faces?.[1] ?? v,
      zFaces: faces?.[2] ?? v,
      kind,
      given: Number(faces !== undefined),
    }
    const fields = { v, ax: a[0], ay: a[1], az: a[2], bx: b[0], by: b[1], bz: b[2] }
    const edges = { xBefore, xAfter, yBefore, yAfter, zBefore, zAfter }
    const args = { ...given, ...fields, ...edges, ...finest.wraps, ny }
    return [
      pass('poissonCells', finest.lines, args),
      pass('poissonFaces', finest.lines, args),
      this.#diagonal(finest, kind),
      ...this.#levels
        .slice(1)
        .flatMap((level, l) => [this.#coarsen(this.#levels[l]!, level), this.#diagonal(level, kind)]),
      pass('poissonLabelComponents', 1, this.#lakesArguments(this.#inner.b)),
    ]
  }

  /** Passes that solve for p. Postcondition: `residual` is at most the tolerance, or the largest residual the limit, or all iterations are used up. */
  passes(rhs: Field, p: Field): Pass[] {
    const { gradient, iterations, warm } = this.#options
    const finest = this.#levels[0]!
    const lines = finest.lines
    const args = { ...this.#gradientArguments(), rhs, p, halt: this.#state }
    const cycle = this.cycle()
    const start = pass('poissonStart', lines, args)
    const list = [
      pass('poissonBegin', lines, args),
      pass('poissonSubtractComponentMeans', 1, this.#lakesArguments(this.#inner.b)),
      this.#tally(Stage.begin, this.#never),
      warm ? start : pass('poissonStartFromZero', lines, args),
      this.#tally(Stage.check),
    ] as Pass[]
    const center = [
      pass('poissonRemoveMean', lines, args),
      pass('poissonSubtractComponentMeans', 1, { ...this.#lakesArguments(finest.f), halt: this.#state }),
    ]
    const turn = [
      pass('poissonDotRZ', lines, args),
      this.#tally(Stage.turn),
      pass('poissonUpdateDirection', lines, args),
      pass('poissonApply', lines, args),
      this.#tally(Stage.step),
      pass('poissonUpdateSolution', lines, args),
      start,
      this.#tally(Stage.count),
    ]
    const add = [pass('poissonAddCorrection', lines, args), start, this.#tally(Stage.count)]
    const iteration = [...center, ...cycle, ...(gradient ? turn : add)]
    for (let k = iterations; k > 0; k--) list.push(skipIf(k * (iteration.length + 1) - 1, this.#state), ...iteration)
    list.push(
      this.#tally(Stage.end, this.#never),
      pass('poissonSubtractComponentMeans', 1, this.#lakesArguments(this.#inner.x)),
      pass('poissonFinish', lines, args),
    )
    return list
  }

  /** What a cycle takes, and what it gives: for callers with an iteration of their own. */
  get residualField(): Field {
    return this.#levels[0]!.f
  }

  get correctionField(): Field {
    return this.#levels[0]!.p
  }

  /** One V-cycle from zero. Postcondition: `correctionField` is what the preconditioner makes of `residualField`. */
  cycle(): Pass[] {
    const small = this.#levels.findIndex(({ p, lines }) => p.nx * lines <= ERRAND_CELLS)
    const down: Pass[] = []
    const up: Pass[] = []
    for (const [l, level] of this.#levels.slice(0, small).entries()) {
      down.push(...this.#down(level, this.#levels[l + 1]!))
      up.unshift(...this.#up(level, this.#levels[l + 1]!))
    }
    const alone = this.#levels.slice(small)
    const errand = this.#own(
      new SerialBlock(this.#arena, [
        ...alone.slice(0, -1).flatMap((level, l) => this.#down(level, alone[l + 1]!)),
        pass('poissonSweepFirst', 1, this.#sweepArguments(alone.at(-1)!)),
        ...alone
          .slice(0, -1)
          .map((level, l) => this.#up(level, alone[l + 1]!))
          .reverse()
          .flat(),
      ]),
    )
    return [...down, errand.pass, ...up]
  }

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

  #up(level: Level, coarse: Level): Pass[] {
    return [
      pass('poissonProlong', level.lines, this.#transferArguments(level, coarse)),
      ...this.#sweeps(level, false).reverse(),
    ]
  }

  /** Red then black in each block, as often as asked; `first` from p = 0. */
  #sweeps(level: Level, first: boolean): Pass[] {
    const common = this.#sweepArguments(level)
    const once = blocksOf(level).flatMap(({ yFirst, ys, zFirst, zs }) =>
      [0, 1].map((colour) => pass('poissonSweep', ys * zs, { ...common, yFirst, ys, zFirst, zs, colour })),
    )
    const all = Array.from({ length: this.#options.sweeps }, () => once).flat()
    return first ? [pass('poissonSweepFirst', level.lines, once[0]!.arguments), ...all.slice(1)] : all
  }

  #sweepArguments({ p, f, a, inverse, e, r, ny, planes, wraps }: Level) {
    const fields = { halt: this.#state, p, f, ax: a[0], ay: a[1], az: a[2], inverse, e, r }
    return { ...fields, ny, yFirst: 0, ys: ny, zFirst: 0, zs: planes, colour: 0, ...wraps }
  }

  #transferArguments(level: Level, coarse: Level) {
    const [ox, oy, oz] = level.o
    const [xTable, yTable, zTable] = level.tables
    return {
      halt: this.#state,
      r: level.r,
      p: level.p,
      inverse: level.inverse,
      fCoarse: coarse.f,
      pCoarse: coarse.p,
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
    const { f, p, a, e, inverse, ny, wraps } = this.#levels[0]!
    const operator = { ax: a[0], ay: a[1], az: a[2], e, inverse, ny, ...wraps }
    return {
      ...this.#inner,
      ...operator,
      r: f,
      z: p,
      state: this.#state,
      sums: this.#sums,
      warm: Number(this.#options.warm),
    }
  }

  #lakesArguments(values: Field) {
    const { a, e, inverse, ny, wraps } = this.#levels[0]!
    const operator = { inverse, e, ax: a[0], ay: a[1], az: a[2], ny, ...wraps }
    // d is free outside the iteration.
    const tables = {
      components: this.#components,
      held: this.#inner.d,
      found: this.#found,
      totals: this.#totals,
      sums: this.#sums,
    }
    return { halt: this.#never, ...operator, ...tables, values }
  }

  #tally(stage: number, halt = this.#state): Pass {
    const tables = { halt, state: this.#state, sums: this.#sums, found: this.#found }
    const built = this.#levels[0]!.built
    const limit = { limit: this.#limit ?? this.#never, limited: Number(this.#limit !== undefined) }
    return pass('poissonUpdateScalars', 1, { ...tables, built, stage, tolerance: this.#options.tolerance, ...limit })
  }

  #diagonal({ v, a, b, e, inverse, built, tables, ny, lines, wraps }: Level, kind: number): Pass {
    const [xTable, yTable, zTable] = tables.map(({ table }) => table) as [Field, Field, Field]
    const { yWraps, zWraps } = wraps
    const fields = { v, ax: a[0], ay: a[1], az: a[2], bx: b[0], by: b[1], bz: b[2], e, inverse, sums: built }
    return pass('poissonDiagonal', lines, {
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

  #coarsen({ v, o, a, b, ny, tables, wraps }: Level, coarse: Level): Pass {
    return pass('poissonCoarsen', coarse.lines, {
      v,
      ox: o[0],
      oy: o[1],
      oz: o[2],
      ax: a[0],
      ay: a[1],
      az: a[2],
      bx: b[0],
      by: b[1],
      bz: b[2],
      vCoarse: coarse.v,
      oxCoarse: coarse.o[0],
      oyCoarse: coarse.o[1],
      ozCoarse: coarse.o[2],
      axCoarse: coarse.a[0],
      ayCoarse: coarse.a[1],
      azCoarse: coarse.a[2],
      bxCoarse: coarse.b[0],
      byCoarse: coarse.b[1],
      bzCoarse: coarse.b[2],
      xTable: tables[0].table,
      yTable: tables[1].table,
      zTable: tables[2].table,
      ny,
      nyCoarse: coarse.ny,
      xWraps: wraps.xWraps,
    })
  }

  /** From the finest grid to one of a single cell. */
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
    // A surface has no faces along z; v stands in for their fields and is never looked at.
    const v = field('v')
    const along = (name: string): [Field, Field, Field] => [
      field(`${name}x`),
      field(`${name}y`),
      this.#axes[2].cells > 1 ? field(`${name}z`) : v,
    ]
    const table = (axis: 0 | 1 | 2) => new PoissonTable(this.#arena, widths[axis]!, this.#axes[axis])
    const tables = [table(0), table(1), table(2)] as const
    const a = along('a')
    this.resources.push(...tables.map(({ table }) => table))
    const wraps = (axis: 0 | 1 | 2) => Number(this.#axes[axis].before === 'periodic' && widths[axis]!.length > 1)
    return {
      ny,
      planes,
      lines,
      wraps: { xWraps: wraps(0), yWraps: wraps(1), zWraps: wraps(2) },
      p: field('p'),
      f: field('f'),
      r: field('r'),
      v,
      // Cells of the finest grid are 1 wide, so that coefficients and openness are the same.
      o: finest ? a : along('o'),
      a,
      b: along('b'),
      e: field('e'),
      inverse: field('inverse'),
      built: this.#own(new RowSums(this.#arena, lines, 1)),
      tables,
    }
  }

  #field(name: string, nx: number, lines: number): Field {
    return this.#own(
      new Field(this.#arena, { name, unit: '', description: "inner field of Poisson's problem" }, nx, lines),
    )
  }

  #own<Tenant extends { bind(memory: ArrayBufferLike): void }>(resource: Tenant): Tenant {
    this.resources.push(resource)
    return resource
  }
}

/**
 * Blocks of lines within which cells of one colour are no neighbours: all lines, but around an odd number of them the first would meet
 * the last, which is then a block of its own.
 */
function blocksOf({ ny, planes, wraps }: Level) {
  const parts = (n: number, wrap: number) =>
    wrap && n % 2 ? [[0, n - 1] as const, [n - 1, 1] as const] : [[0, n] as const]
  return parts(planes, wraps.zWraps).flatMap(([zFirst, zs]) =>
    parts(ny, wraps.yWraps).map(([yFirst, ys]) => ({ yFirst, ys, zFirst, zs })),
  )
}
