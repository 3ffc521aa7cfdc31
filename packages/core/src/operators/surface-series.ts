// Waves of finite height by the higher-order spectral method, as passes: the rates of elevation and potential to order M, and the stages of
// a step of Runge and Kutta around the exact rotation of the linear waves. kernels/nonlinear-waves/series.ts and
// kernels/nonlinear-waves/stages.ts have the equations.
//
// A product of M waves has up to M times their wavenumber. Waves of (M + 1) |index| < n are kept on an axis of n cells: a product of M of them
// that the grid takes for a longer wave (an alias) falls beyond those that are kept, and is removed.

import { type Pass, pass } from '../backend/pass.js'
import type { Arena } from '../fields/arena.js'
import type { Boundaries } from '../fields/boundaries.js'
import { Field, RowSums } from '../fields/field.js'
import type { Grid } from '../fields/grid.js'
import { LANES } from '../generated/layouts/abi/simd.js'
import { Breaking, SeriesSet } from '../generated/layouts/nonlinear-waves/series.js'
import { STAGE_SYMBOLS, Stage, StageSymbol } from '../generated/layouts/nonlinear-waves/stages.js'
import { COMPLEX } from '../generated/layouts/spectral/lifting.js'
import type { AxisTable } from './axis-table.js'
import { SlopeTable } from './slope-table.js'

const WORK_SPACE = { name: 'series', unit: '', description: 'work space' }
const FLOATS = COMPLEX / 4
/** Buffers of a thread: rates, the fields of the stage, and one for the transforms. Each has room for modes and their conjugates. */
const BUFFERS = 3

/** Figures of a mode of wavenumber k. */
export interface ModeFigures {
  /** k tanh(k d) [1/m]. */
  readonly rise: number
  /** Rotation in half a step, as shears, and its damping factor: see `rotateModes` in kernels/spectral/rotate-modes.ts. */
  readonly t: number
  readonly s: number
  readonly keep: number
  /** Factor of the filter at the end of a step. */
  readonly filter: number
}

/** A point where the surface is too steep for the method. */
export interface SteepPoint {
  /** Cell along x and z. */
  readonly i: number
  readonly j: number
  /** Slope of the surface [1]; NaN if the run is no longer finite. */
  readonly slope: number
}

export class SurfaceSeries {
  readonly order: number
  /** The stages 1 to 4: their arguments `step` and `sumStep` are set for the time step. */
  readonly stages: readonly Pass<'advanceStage'>[]
  readonly #grid: Grid
  readonly #groups: number
  readonly #x: SlopeTable
  readonly #z: SlopeTable
  readonly #isPaired: boolean
  /** Positions along x of the modes that are kept, whole tasks, and number of those that are not repetitions. */
  readonly #places: readonly number[]
  readonly #count: number
  /** Positions of all modes that are kept, in the order of the sets. */
  readonly #order: readonly number[]
  readonly #sets: Field
  readonly #tiles: Field
  readonly #values: Field
  /** Byte offsets of the modes along x, in the order of the sets: those of `places`, then their conjugates. */
  readonly #kept: Field
  readonly #columns: Field
  readonly #symbols: Field
  readonly #modes: Field
  readonly #sum: Field
  readonly #scratch: Field
  readonly #breaking: RowSums
  readonly #lost: RowSums
  readonly #gravity: number
  readonly #limit: number

  /** `boundaries`: periodic or closed. `steepest`: slope at which the method stops [1]. */
  constructor(
    arena: Arena,
    grid: Grid,
    boundaries: Boundaries,
    { order, gravity, steepest }: { order: number; gravity: number; steepest: number },
    threads: number,
  ) {
    const { nx, nz, cellSize } = grid
    this.order = order
    this.#grid = grid
    this.#gravity = gravity
    this.#limit = steepest * steepest
    this.#groups = Math.ceil(nz / LANES)
    this.#x = new SlopeTable(arena, nx, boundaries['x-'] === 'periodic', cellSize)
    this.#z = new SlopeTable(arena, nz, boundaries['z-'] === 'periodic', cellSize)
    this.#isPaired = this.#x.isPeriodic

    const make = (width: number, rows: number) => new Field(arena, WORK_SPACE, width, rows)
    const isKept = keptModes(this.#x.values, order)
    const partners = this.#x.values.partners()
    // The first position of each pair of conjugate modes.
    const kept = Array.from({ length: nx }, (_, place) => place).filter(
      (place) => isKept[place] && place <= partners[place]!,
    )
    const tasks = Math.ceil(kept.length / LANES)
    this.#count = kept.length
    this.#places = Array.from({ length: tasks * LANES }, (_, k) => kept[Math.min(k, kept.length - 1)]!)
    const sets = firstSetOf(order, order) + 2
    this.#order = [...kept, ...kept.map((place) => partners[place]!).filter((place) => !kept.includes(place))]
    this.#kept = make(this.#order.length, 1)
    this.#sets = make(this.#order.length * FLOATS, sets * this.#groups)
    this.#tiles = make(nx * FLOATS, this.#groups)
    this.#values = make(sets * nx * FLOATS, threads)
    this.#columns = make(2 * LANES, tasks)
    this.#symbols = make(nz * STAGE_SYMBOLS * LANES, tasks)
    const pairs = this.#isPaired ? 2 : 1
    this.#modes = make(pairs * nz * FLOATS, tasks)
    this.#sum = make(pairs * nz * FLOATS, tasks)
    this.#scratch = make(BUFFERS * 2 * nz * FLOATS, threads)
    this.#breaking = new RowSums(arena, this.#groups, Breaking.doubles)
    this.#lost = new RowSums(arena, tasks, 1)
    this.stages = [Stage.first, Stage.second, Stage.third, Stage.fourth].map((stage) => this.#stage(stage))
  }

  get resources() {
    const sets = [this.#sets, this.#tiles, this.#values, this.#kept]
    const fields = [...sets, this.#columns, this.#symbols, this.#modes, this.#sum]
    return [...this.#x.resources, ...this.#z.resources, ...fields, this.#scratch, this.#breaking, this.#lost]
  }

  /** The passes of a step of both fields, which end multiplied by `keep` if it is given. */
  step(eta: Field, psi: Field, keep?: Field): Pass[] {
    const rates = this.#rates()
    const args = { re: eta, im: psi, tiles: this.#tiles, axis: this.#x.values, keep: keep ?? eta }
    return [
      ...this.#begin(eta, psi),
      ...this.stages.flatMap((stage) => [...rates, stage]),
      this.#series('expandModes', this.order),
      pass(keep ? 'inverseTransformMasked' : 'inverseTransform', this.#groups, args),
    ]
  }

  /** The passes that compute d/dt of both fields; that of the potential without -g eta, and without its mean. */
  rates(eta: Field, psi: Field, etaRate: Field, psiRate: Field): Pass[] {
    const args = { re: etaRate, im: psiRate, tiles: this.#tiles, axis: this.#x.values, keep: etaRate }
    return [
      ...this.#begin(eta, psi),
      ...this.#rates(),
      this.#stage(Stage.rates),
      this.#series('expandModes', this.order),
      pass('inverseTransform', this.#groups, args),
    ]
  }

  #begin(eta: Field, psi: Field): Pass[] {
    const args = { re: eta, im: psi, tiles: this.#tiles, axis: this.#x.values, keep: eta }
    return [
      pass('forwardTransform', this.#groups, args),
      this.#series('compressModes', this.order),
      this.#stage(Stage.start),
    ]
  }

  /** The potentials of orders 2 to M, and the products of the rates. */
  #rates(): Pass[] {
    const passes: Pass[] = []
    for (let level = 2; level < this.order; level++)
      passes.push(this.#series('seriesPotential', level), this.#modesPass('derivePotential', level, Stage.start))
    return [...passes, this.#series('seriesRates', this.order)]
  }

  #series<Kernel extends 'seriesPotential' | 'seriesRates' | 'compressModes' | 'expandModes'>(
    kernel: Kernel,
    level: number,
  ): Pass {
    const { order } = this
    const first = (of: number) => firstSetOf(order, Math.min(of, order))
    return pass(kernel as 'seriesRates', this.#groups, {
      sets: this.#sets,
      tiles: this.#tiles,
      scratch: this.#values,
      axis: this.#x.values,
      slopeAxis: this.#x.slopes,
      slopes: this.#x.table,
      turns: Number(this.#x.isPeriodic),
      kept: this.#kept,
      groups: this.#groups,
      order,
      term: level,
      level2: first(2),
      level3: first(3),
      level4: first(4),
      rates: first(order),
      breaking: this.#breaking,
      limit: this.#limit,
    })
  }

  #stage(stage: number): Pass<'advanceStage'> {
    return this.#modesPass('advanceStage', 1, stage)
  }

  #modesPass<Kernel extends 'advanceStage' | 'derivePotential'>(
    kernel: Kernel,
    level: number,
    stage: number,
  ): Pass<Kernel> {
    return pass<'advanceStage' | 'derivePotential'>(kernel, this.#columns.nz, {
      sets: this.#sets,
      groups: this.#groups,
      axis: this.#z.values,
      slopeAxis: this.#z.slopes,
      slopes: this.#z.table,
      turns: Number(this.#z.isPeriodic),
      columns: this.#columns,
      symbols: this.#symbols,
      modes: this.#modes,
      sum: this.#sum,
      scratch: this.#scratch,
      paired: Number(this.#isPaired),
      first: firstSetOf(this.order, level),
      end: firstSetOf(this.order, level + 1),
      rates: firstSetOf(this.order, this.order),
      stage,
      step: 0,
      sumStep: 0,
      gravity: this.#gravity,
      lost: this.#lost,
    }) as Pass<Kernel>
  }

  /** Fills the tables. `figuresOf`: of a mode by its wavenumber [rad/m] and its largest index relative to the cut-off, 0 to 1. */
  start(figuresOf: (k: number, share: number) => ModeFigures): void {
    this.#x.start()
    this.#z.start()
    this.#lost.data.fill(0)
    this.#fillColumns()
    const { cellSize } = this.#grid
    const [x, z] = [this.#x.values, this.#z.values]
    const [kx, kz] = [x.wavenumbers(), z.wavenumbers()]
    const isKept = keptModes(z, this.order)
    const [shareX, shareZ] = [sharesOf(x, this.order), sharesOf(z, this.order)]
    const [weightX, weightZ] = [weightsOf(x), weightsOf(z, !this.#isPaired)]
    // Of n values 1, the mean mode has the square n / gain, and the sum of squares is n.
    const gain = x.gain * z.gain
    const scale = 1 / gain
    const { data, offset, stride } = this.#symbols
    this.#places.forEach((place, k) => {
      const row = offset + Math.floor(k / LANES) * stride + (k % LANES)
      for (let zPlace = 0; zPlace < z.length; zPlace++) {
        const at = row + zPlace * STAGE_SYMBOLS * LANES
        const put = (symbol: number, value: number) => {
          data[at + symbol * LANES] = value
        }
        const square = (kx[place]! * kx[place]! + kz[zPlace]! * kz[zPlace]!) / (cellSize * cellSize)
        const figures = figuresOf(Math.sqrt(square), Math.max(shareX[place]!, shareZ[zPlace]!))
        const kept = isKept[zPlace] ? scale : 0
        put(StageSymbol.meanScale, kept)
        put(StageSymbol.scale, square > 0 ? kept : 0)
        put(StageSymbol.rise, figures.rise)
        put(StageSymbol.square, square)
        put(StageSymbol.t, figures.t)
        put(StageSymbol.s, figures.s)
        put(StageSymbol.keep, figures.keep)
        put(StageSymbol.filter, figures.filter)
        const weight = k < this.#count ? gain * weightX[place]! * weightZ[zPlace]! : 0
        put(StageSymbol.loss, weight * (1 - figures.filter * figures.filter))
      }
    })
  }

  #fillColumns(): void {
    const partners = this.#x.values.partners()
    const wordsOf = ({ data }: Field) => new Uint32Array(data.buffer, data.byteOffset, data.length)
    const kept = wordsOf(this.#kept)
    const indices = new Map(this.#order.map((place, index) => [place, index]))
    for (const [place, index] of indices) kept[this.#kept.offset + index] = COMPLEX * place
    const columns = wordsOf(this.#columns)
    this.#places.forEach((place, k) => {
      const at = this.#columns.offset + Math.floor(k / LANES) * this.#columns.stride + (k % LANES)
      columns[at] = COMPLEX * indices.get(place)!
      columns[at + LANES] = COMPLEX * indices.get(partners[place]!)!
    })
  }

  /** A point where the surface was too steep in the last stage; undefined if there was none. */
  steepPoint(): SteepPoint | undefined {
    const { data, width } = this.#breaking
    const column = Breaking.double
    for (let group = 0; group < this.#groups; group++) {
      const square = data[group * width + column.slope]!
      if (square === 0) continue
      const i = this.#x.values.values()[data[group * width + column.place]!]!
      const j = Math.min(this.#grid.nz - 1, LANES * group + data[group * width + column.lane]!)
      return { i, j, slope: Math.sqrt(square) }
    }
    return undefined
  }

  /** Takes out twice the energy that the filter has removed since the last call, for a density and cells of size 1 [m³/s²]. */
  takeLoss(): number {
    const { data } = this.#lost
    let sum = 0
    for (let row = 0; row < data.length; row++) sum += data[row]!
    data.fill(0)
    return sum
  }
}

/** Index of the first set of a level; of order M itself: that of the rates. The header of kernels/nonlinear-waves/series.ts has the list. */
function firstSetOf(order: number, level: number): number {
  let set: number = SeriesSet.level1
  // Level 1 has the elevation and M derivatives, level m the derivatives 1 to M - m + 1.
  for (let below = 1; below < level; below++) set += Math.ceil((order - below + (below === 1 ? 2 : 1)) / 2)
  return set
}

/** The largest index that is kept: (M + 1) index < n waves, or < 2n half waves. */
function cutOffOf({ kind, length }: AxisTable, order: number): number {
  return Math.ceil((kind === 'fourier' ? length : 2 * length) / (order + 1)) - 1
}

/** Largest wavenumber times cell size that is kept on an axis of a length [rad]. */
export function cutOffWavenumber(length: number, isPeriodic: boolean, order: number): number {
  const kind = isPeriodic ? 'fourier' : 'cosine'
  return ((isPeriodic ? 2 : 1) * Math.PI * cutOffOf({ kind, length } as AxisTable, order)) / length
}

/** For each position, whether its mode is kept. */
function keptModes(axis: AxisTable, order: number): boolean[] {
  const cutOff = cutOffOf(axis, order)
  return Array.from(axis.indices(), (index) => Math.abs(index) <= cutOff)
}

/** For each position, the index of its mode relative to the cut-off. */
function sharesOf(axis: AxisTable, order: number): number[] {
  const cutOff = cutOffOf(axis, order)
  return Array.from(axis.indices(), (index) => (cutOff > 0 ? Math.abs(index) / cutOff : 0))
}

/**
 * For each position, the number of modes that its square stands for in a sum over cells. Of a pair of conjugate modes only one is summed, if
 * `isHalved`. The cosine of index n/2 is stored times sqrt(2).
 */
function weightsOf(axis: AxisTable, isHalved = true): number[] {
  const partners = axis.partners()
  return Array.from(axis.indices(), (index, place) => {
    if (axis.kind === 'fourier') return isHalved && partners[place] !== place ? 2 : 1
    return index === 0 || 2 * index === axis.length ? 1 : 2
  })
}
