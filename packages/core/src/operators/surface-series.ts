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
import { Breaking, SCRATCH_GAP, SeriesSet } from '../generated/layouts/nonlinear-waves/series.js'
import { STAGE_SYMBOLS, Stage, StageSymbol } from '../generated/layouts/nonlinear-waves/stages.js'
import { COMPLEX } from '../generated/layouts/spectral/lifting.js'
import type { AxisTable } from './axis-table.js'
import { BandTable, wordsOf } from './band-table.js'
import { SlopeTable } from './slope-table.js'

const WORK_SPACE = { name: 'series', unit: '', description: 'work space' }
const FLOATS = COMPLEX / 4
/** Buffers of a thread: rates, the fields of the stage and their derivatives, each with room for modes and their conjugates; values. */
const BUFFERS = 3 * 2 + 1

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
  /** Positions along x of the modes of the tasks, and number of those that are not repetitions. */
  readonly #places: readonly number[]
  readonly #count: number
  readonly #sets: Field
  readonly #values: Field
  /** The modes that are kept: along x in the order of the sets, along z with the byte offsets of their conjugates. */
  readonly #bandX: BandTable
  readonly #bandZ: BandTable
  readonly #partnersZ: Field
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
    const keptOf = (axis: AxisTable) => keptModes(axis, order)
    this.#x = new SlopeTable(arena, nx, boundaries['x-'] === 'periodic', cellSize, keptOf)
    this.#z = new SlopeTable(arena, nz, boundaries['z-'] === 'periodic', cellSize, keptOf)
    this.#isPaired = this.#x.isPeriodic

    const make = (width: number, rows: number) => new Field(arena, WORK_SPACE, width, rows)
    const [bandX, bandZ] = [keptOf(this.#x.values), keptOf(this.#z.values)]
    this.#bandX = new BandTable(arena, nx, bandX)
    this.#bandZ = new BandTable(arena, nz, bandZ)
    this.#partnersZ = make(bandZ.length, 1)
    const partners = this.#x.values.partners()
    const firsts = bandX.filter((place) => place <= partners[place]!)
    const tasks = Math.ceil(firsts.length / LANES)
    this.#count = firsts.length
    this.#places = Array.from({ length: tasks * LANES }, (_, k) => firsts[Math.min(k, firsts.length - 1)]!)
    const sets = firstSetOf(order, order) + 2
    this.#sets = make(bandX.length * FLOATS, sets * this.#groups)
    this.#values = make(sets * (nx + SCRATCH_GAP) * FLOATS, threads)
    this.#columns = make(2 * LANES, tasks)
    this.#symbols = make(bandZ.length * STAGE_SYMBOLS * LANES, tasks)
    const pairs = this.#isPaired ? 2 : 1
    this.#modes = make(pairs * bandZ.length * FLOATS, tasks)
    this.#sum = make(pairs * bandZ.length * FLOATS, tasks)
    this.#scratch = make(BUFFERS * nz * FLOATS, threads)
    this.#breaking = new RowSums(arena, this.#groups, Breaking.doubles)
    this.#lost = new RowSums(arena, tasks, 1)
    this.stages = [Stage.first, Stage.second, Stage.third, Stage.fourth].map((stage) => this.#stage(stage))
  }

  get resources() {
    const sets = [this.#sets, this.#values, this.#bandX, this.#bandZ, this.#partnersZ]
    const fields = [...sets, this.#columns, this.#symbols, this.#modes, this.#sum]
    return [...this.#x.resources, ...this.#z.resources, ...fields, this.#scratch, this.#breaking, this.#lost]
  }

  /** The passes of a step of both fields, which end multiplied by `keep` if it is given. */
  step(eta: Field, psi: Field, keep?: Field): Pass[] {
    const rates = this.#rates()
    return [
      ...this.#begin(eta, psi),
      ...this.stages.flatMap((stage) => [...rates, stage]),
      this.#transform('seriesIntoFields', eta, psi, keep),
    ]
  }

  /** The passes that compute d/dt of both fields; that of the potential without -g eta, and without its mean. */
  rates(eta: Field, psi: Field, etaRate: Field, psiRate: Field): Pass[] {
    return [
      ...this.#begin(eta, psi),
      ...this.#rates(),
      this.#stage(Stage.rates),
      this.#transform('seriesIntoFields', etaRate, psiRate),
    ]
  }

  #begin(eta: Field, psi: Field): Pass[] {
    return [this.#transform('seriesFromFields', eta, psi), this.#stage(Stage.start)]
  }

  /** The potentials of orders 2 to M, and the products of the rates. */
  #rates(): Pass[] {
    const passes: Pass[] = []
    for (let level = 2; level < this.order; level++)
      passes.push(this.#series('seriesPotential', level), this.#modesPass('derivePotential', level, Stage.start))
    return [...passes, this.#series('seriesRates', this.order)]
  }

  /** Two groups share the transforms of phi. */
  #series(kernel: 'seriesPotential' | 'seriesRates', level: number): Pass {
    return pass(kernel, Math.ceil(this.#groups / 2), { ...this.#seriesArguments, term: level })
  }

  #transform(kernel: 'seriesFromFields' | 'seriesIntoFields', eta: Field, psi: Field, keep?: Field): Pass {
    const fields = { eta, psi, keep: keep ?? eta, fades: Number(keep !== undefined) }
    return pass(kernel, this.#groups, { ...this.#seriesArguments, ...fields })
  }

  get #seriesArguments() {
    const { order } = this
    const first = (level: number) => firstSetOf(order, Math.min(level, order))
    return {
      sets: this.#sets,
      // Only the transforms from and to fields have these.
      eta: this.#sets,
      psi: this.#sets,
      keep: this.#sets,
      fades: 0,
      scratch: this.#values,
      axis: this.#x.values,
      slopeAxis: this.#x.slopes,
      slopes: this.#x.table,
      turns: Number(this.#x.isPeriodic),
      band: this.#bandX,
      count: this.#bandX.places.length,
      halfCount: this.#count,
      groups: this.#groups,
      order,
      term: order,
      level2: first(2),
      level3: first(3),
      level4: first(4),
      rates: first(order),
      breaking: this.#breaking,
      limit: this.#limit,
    }
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
      band: this.#bandZ,
      count: this.#bandZ.places.length,
      partners: this.#partnersZ,
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
    this.#fillBand()
    const { cellSize } = this.#grid
    const [x, z] = [this.#x.values, this.#z.values]
    const [kx, kz] = [x.wavenumbers(), z.wavenumbers()]
    const [shareX, shareZ] = [sharesOf(x, this.order), sharesOf(z, this.order)]
    const [weightX, weightZ] = [weightsOf(x), weightsOf(z, !this.#isPaired)]
    // Of n values 1, the mean mode has the square n / gain, and the sum of squares is n.
    const gain = x.gain * z.gain
    const scale = 1 / gain
    const { data, offset, stride } = this.#symbols
    this.#places.forEach((place, k) => {
      const row = offset + Math.floor(k / LANES) * stride + (k % LANES)
      this.#bandZ.places.forEach((zPlace, entry) => {
        const at = row + entry * STAGE_SYMBOLS * LANES
        const put = (symbol: number, value: number) => {
          data[at + symbol * LANES] = value
        }
        const square = (kx[place]! * kx[place]! + kz[zPlace]! * kz[zPlace]!) / (cellSize * cellSize)
        const figures = figuresOf(Math.sqrt(square), Math.max(shareX[place]!, shareZ[zPlace]!))
        put(StageSymbol.meanScale, scale)
        put(StageSymbol.scale, square > 0 ? scale : 0)
        put(StageSymbol.rise, figures.rise)
        put(StageSymbol.square, square)
        put(StageSymbol.t, figures.t)
        put(StageSymbol.s, figures.s)
        put(StageSymbol.f, figures.keep / 2)
        put(StageSymbol.filter, figures.filter)
        const weight = k < this.#count ? gain * weightX[place]! * weightZ[zPlace]! : 0
        put(StageSymbol.loss, weight * (1 - figures.filter * figures.filter))
      })
    })
  }

  #fillColumns(): void {
    this.#bandX.start()
    const partners = this.#x.values.partners()
    const indexOf = new Map(this.#bandX.places.map((place, index) => [place, index]))
    const columns = wordsOf(this.#columns)
    this.#places.forEach((place, k) => {
      const at = this.#columns.offset + Math.floor(k / LANES) * this.#columns.stride + (k % LANES)
      columns[at] = COMPLEX * indexOf.get(place)!
      columns[at + LANES] = COMPLEX * indexOf.get(partners[place]!)!
    })
  }

  #fillBand(): void {
    this.#bandZ.start()
    const partners = this.#z.values.partners()
    const indexOf = new Map(this.#bandZ.places.map((place, index) => [place, index]))
    const words = wordsOf(this.#partnersZ)
    for (const [place, index] of indexOf)
      words[this.#partnersZ.offset + index] = COMPLEX * indexOf.get(partners[place]!)!
  }

  /** Forgets where the surface was too steep. To be called before the passes of a step. */
  clearSteepPoints(): void {
    const { data, width } = this.#breaking
    for (let at: number = Breaking.double.slope; at < data.length; at += width) data[at] = 0
  }

  /** A point where the surface was too steep since the last `clearSteepPoints`; undefined if there was none. */
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

/** Positions of the modes that are kept: first one of each pair of conjugates, then the other. */
function keptModes(axis: AxisTable, order: number): number[] {
  const cutOff = cutOffOf(axis, order)
  const [indices, partners] = [axis.indices(), axis.partners()]
  const kept = Array.from({ length: axis.length }, (_, place) => place).filter(
    (place) => Math.abs(indices[place]!) <= cutOff,
  )
  const firsts = kept.filter((place) => place <= partners[place]!)
  return [...firsts, ...kept.filter((place) => place > partners[place]!)]
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
