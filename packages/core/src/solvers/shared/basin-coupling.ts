// Coupling of bodies with water that has elevation and potential.

import { CellByCell } from '../../coupling/cell-by-cell.js'
import type { WaterSurface } from '../../coupling/water-coupling.js'
import type { Field } from '../../fields/field.js'
import { type Grid, rowOf } from '../../fields/grid.js'
import { CoupledWater } from '../../generated/layouts/bodies/coupled-water.js'
import type { Basin } from './basin.js'
import { verticalVelocity } from './surface-velocity.js'

export interface BasinCouplingSetup {
  readonly grid: Grid
  readonly gravity: number
  /** Depth of the still water [m]. */
  readonly depth: number
  /** Elevation and potential that bodies change. `total`: those that act on bodies, including incident waves. */
  readonly eta: Field
  readonly phi: Field
  readonly total: { readonly eta: Field; readonly phi: Field }
  /** Rate of the elevation [m/s], of steep waves: their potential is that of the water at the sloping surface. */
  readonly rise?: Field | undefined
  readonly basin: Basin
  readonly isDispersive: boolean
  readonly lead?: number
}

/** kernels/bodies/basin-cells.ts and cell-list.ts. Fields are given by their records, lists by their addresses. */
interface BasinKernels {
  readCells(field: number, cells: number, first: number, end: number, values: number): void
  readBasinLevels(eta: number, openness: number, cells: number, first: number, end: number, levels: number): void
  readBasinFlow(
    phi: number,
    openness: number,
    cellSize: number,
    cells: number,
    first: number,
    end: number,
    flowX: number,
    flowZ: number,
  ): void
  raiseBasin(
    eta: number,
    openness: number,
    cells: number,
    first: number,
    end: number,
    heights: number,
    raised: number,
  ): number
  pressBasin(phi: number, cells: number, first: number, end: number, impulses: number): void
}

export class BasinCoupling extends CellByCell {
  readonly isTwoWay = true
  readonly grid: Grid
  readonly gravity: number
  readonly isDispersive: boolean
  readonly lead: number
  readonly carriesDisplaced: boolean
  readonly #depth: number
  readonly #eta: Field
  readonly #phi: Field
  readonly #totalEta: Field
  readonly #totalPhi: Field
  readonly #rise: Field | undefined
  readonly #openness: Field
  readonly #basin: Basin
  readonly surface: WaterSurface

  constructor(setup: BasinCouplingSetup) {
    super()
    this.grid = setup.grid
    this.gravity = setup.gravity
    this.isDispersive = setup.isDispersive
    this.lead = setup.lead ?? 0
    this.#depth = setup.depth
    this.#eta = setup.eta
    this.#phi = setup.phi
    this.#totalEta = setup.total.eta
    this.#totalPhi = setup.total.phi
    this.#rise = setup.rise
    this.carriesDisplaced = setup.rise !== undefined
    this.#openness = setup.basin.openness.field
    this.#basin = setup.basin
    this.surface = { level: this.#totalEta, eta: this.#eta, openness: this.#openness, raised: 0 }
  }

  levelAt(cell: number): number {
    const j = rowOf(this.grid, cell)
    const i = cell - j * this.grid.nx
    return this.#openness.at(i, j) > 0 ? this.#totalEta.at(i, j) : Number.NEGATIVE_INFINITY
  }

  get isDivided(): boolean {
    return this.#basin.isDivided
  }

  floorAt(): number {
    return -this.#depth
  }

  /**
   * The depth of the still water. With the present depth, a body on the floor would raise the level, displace more water in the deeper
   * column, and raise the level further, without end.
   */
  depthAt(): number {
    return this.#depth
  }

  opennessAt(cell: number): number {
    const j = rowOf(this.grid, cell)
    const i = cell - j * this.grid.nx
    return this.#openness.at(i, j)
  }

  wetnessAt(cell: number): number {
    return this.opennessAt(cell)
  }

  flowAt(cell: number, flow: Float64Array): void {
    const j = rowOf(this.grid, cell)
    const i = cell - j * this.grid.nx
    const phi = this.#totalPhi
    flow[0] = this.#slope(phi, i, j, 1, 0)
    flow[1] = this.#slope(phi, i, j, 0, 1)
    if (!this.#rise) return
    const etaX = this.#slope(this.#totalEta, i, j, 1, 0)
    const etaZ = this.#slope(this.#totalEta, i, j, 0, 1)
    const w = verticalVelocity(this.#rise.at(i, j), flow[0]!, flow[1]!, etaX, etaZ)
    flow[0]! -= w * etaX
    flow[1]! -= w * etaZ
  }

  /** Gradient of the potential [m/s] or of the elevation in a direction. 0 through the faces of solids. */
  #slope(phi: Field, i: number, j: number, di: number, dj: number): number {
    const { nx, nz, cellSize } = this.grid
    const openness = this.#openness
    const ahead = i + di < nx && j + dj < nz && openness.at(i + di, j + dj) > 0
    const behind = i - di >= 0 && j - dj >= 0 && openness.at(i - di, j - dj) > 0
    const here = phi.at(i, j)
    const forward = ahead ? phi.at(i + di, j + dj) - here : 0
    const backward = behind ? here - phi.at(i - di, j - dj) : 0
    return (0.5 * (forward + backward)) / cellSize
  }

  raise(cell: number, height: number): number {
    const j = rowOf(this.grid, cell)
    const i = cell - j * this.grid.nx
    const openness = this.#openness.at(i, j)
    if (openness === 0) return 0
    const { data, offset, stride } = this.#eta
    const at = offset + j * stride + i
    const before = data[at]!
    data[at] = before + height
    const rise = data[at]! - before
    this.surface.raised += rise * openness
    return rise
  }

  press(cell: number, impulse: number): number {
    const j = rowOf(this.grid, cell)
    const i = cell - j * this.grid.nx
    const { data, offset, stride } = this.#phi
    const at = offset + j * stride + i
    const before = data[at]!
    data[at] = before - impulse
    return before - data[at]!
  }

  /** The flow of steep waves is not known to the kernels. */
  describe(words: Int32Array, doubles: Float64Array): boolean {
    const { word, double } = CoupledWater
    words[word.openness] = this.#openness.record
    words[word.eta] = this.#totalEta.record
    words[word.phi] = this.#totalPhi.record
    words[word.pressed] = this.#phi.record
    words[word.isDispersive] = Number(this.isDispersive)
    doubles[double.stillDepth] = this.#depth
    doubles[double.gravity] = this.gravity
    doubles[double.cellSize] = this.grid.cellSize
    return !this.#rise
  }

  override readLevels(cells: Int32Array, first: number, end: number, levels: Float64Array): void {
    if (!this.room?.isUsed) super.readLevels(cells, first, end, levels)
    else
      this.#kernels.readBasinLevels(
        this.#totalEta.record,
        this.#openness.record,
        cells.byteOffset,
        first,
        end,
        levels.byteOffset,
      )
  }

  override readDepths(_: Int32Array, first: number, end: number, depths: Float64Array): void {
    depths.fill(this.#depth, first, end)
  }

  override readOpenness(cells: Int32Array, first: number, end: number, openness: Float64Array): void {
    if (!this.room?.isUsed) super.readOpenness(cells, first, end, openness)
    else this.#kernels.readCells(this.#openness.record, cells.byteOffset, first, end, openness.byteOffset)
  }

  override readWetness(cells: Int32Array, first: number, end: number, wetness: Float64Array): void {
    this.readOpenness(cells, first, end, wetness)
  }

  override readFlow(cells: Int32Array, first: number, end: number, flowX: Float64Array, flowZ: Float64Array): void {
    if (this.#rise || !this.room?.isUsed) super.readFlow(cells, first, end, flowX, flowZ)
    else
      this.#kernels.readBasinFlow(
        this.#totalPhi.record,
        this.#openness.record,
        this.grid.cellSize,
        cells.byteOffset,
        first,
        end,
        flowX.byteOffset,
        flowZ.byteOffset,
      )
  }

  override raiseCells(cells: Int32Array, first: number, end: number, heights: Float64Array): void {
    if (!this.room?.isUsed) super.raiseCells(cells, first, end, heights)
    else
      this.surface.raised = this.#kernels.raiseBasin(
        this.#eta.record,
        this.#openness.record,
        cells.byteOffset,
        first,
        end,
        heights.byteOffset,
        this.surface.raised,
      )
  }

  override pressCells(cells: Int32Array, first: number, end: number, impulses: Float64Array): void {
    if (!this.room?.isUsed) super.pressCells(cells, first, end, impulses)
    else this.#kernels.pressBasin(this.#phi.record, cells.byteOffset, first, end, impulses.byteOffset)
  }

  get #kernels(): BasinKernels {
    return this.functions as unknown as BasinKernels
  }

  settle(): void {
    this.#basin.shiftLevel(this.surface.raised)
    this.surface.raised = 0
  }
}
