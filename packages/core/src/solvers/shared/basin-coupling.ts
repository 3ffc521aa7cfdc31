// Coupling of bodies with water that has elevation and potential.

import type { WaterCoupling, WaterSurface } from '../../coupling/water-coupling.js'
import type { Field } from '../../fields/field.js'
import { type Grid, rowOf } from '../../fields/grid.js'
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

export class BasinCoupling implements WaterCoupling {
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
  readonly #flow = new Float64Array(2)

  constructor(setup: BasinCouplingSetup) {
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

  readLevels(cells: Int32Array, first: number, end: number, levels: Float64Array): void {
    const { nx } = this.grid
    const eta = this.#totalEta.data
    const open = this.#openness.data
    const etaOffset = this.#totalEta.offset
    const etaGap = this.#totalEta.stride - nx
    const openOffset = this.#openness.offset
    const openGap = this.#openness.stride - nx
    // Cells of a list follow each other in rows: the division that finds a row is slower than all else.
    let start = 0
    let after = -1
    let etaRow = 0
    let openRow = 0
    for (let k = first; k < end; k++) {
      const cell = cells[k]!
      if (cell >= after || cell < start) {
        const j = (cell / nx) | 0
        start = j * nx
        after = start + nx
        etaRow = etaOffset + j * etaGap
        openRow = openOffset + j * openGap
      }
      levels[k] = open[openRow + cell]! > 0 ? eta[etaRow + cell]! : Number.NEGATIVE_INFINITY
    }
  }

  readDepths(_: Int32Array, first: number, end: number, depths: Float64Array): void {
    depths.fill(this.#depth, first, end)
  }

  readOpenness(cells: Int32Array, first: number, end: number, openness: Float64Array): void {
    const { nx } = this.grid
    const { data, offset, stride } = this.#openness
    let start = 0
    let after = -1
    let row = 0
    for (let k = first; k < end; k++) {
      const cell = cells[k]!
      if (cell >= after || cell < start) {
        const j = (cell / nx) | 0
        start = j * nx
        after = start + nx
        row = offset + j * (stride - nx)
      }
      openness[k] = data[row + cell]!
    }
  }

  readWetness(cells: Int32Array, first: number, end: number, wetness: Float64Array): void {
    this.readOpenness(cells, first, end, wetness)
  }

  readFlow(cells: Int32Array, first: number, end: number, flowX: Float64Array, flowZ: Float64Array): void {
    if (this.#rise) {
      for (let k = first; k < end; k++) {
        this.flowAt(cells[k]!, this.#flow)
        flowX[k] = this.#flow[0]!
        flowZ[k] = this.#flow[1]!
      }
      return
    }
    const { nx, nz, cellSize } = this.grid
    const { data: phi, offset, stride } = this.#totalPhi
    const { data: open, offset: openOffset, stride: openStride } = this.#openness
    let start = 0
    let after = -1
    let row = 0
    let openRow = 0
    let j = 0
    for (let k = first; k < end; k++) {
      const cell = cells[k]!
      if (cell >= after || cell < start) {
        j = (cell / nx) | 0
        start = j * nx
        after = start + nx
        row = offset + j * (stride - nx)
        openRow = openOffset + j * (openStride - nx)
      }
      const at = row + cell
      const openAt = openRow + cell
      const here = phi[at]!
      const right = cell + 1 < after && open[openAt + 1]! > 0 ? phi[at + 1]! - here : 0
      const left = cell > start && open[openAt - 1]! > 0 ? here - phi[at - 1]! : 0
      const front = j + 1 < nz && open[openAt + openStride]! > 0 ? phi[at + stride]! - here : 0
      const back = j > 0 && open[openAt - openStride]! > 0 ? here - phi[at - stride]! : 0
      flowX[k] = (0.5 * (right + left)) / cellSize
      flowZ[k] = (0.5 * (front + back)) / cellSize
    }
  }

  raiseCells(cells: Int32Array, first: number, end: number, heights: Float64Array): void {
    const { nx } = this.grid
    const { data: eta, offset, stride } = this.#eta
    const { data: open, offset: openOffset, stride: openStride } = this.#openness
    let raised = this.surface.raised
    let start = 0
    let after = -1
    let row = 0
    let openRow = 0
    for (let k = first; k < end; k++) {
      const cell = cells[k]!
      if (cell >= after || cell < start) {
        const j = (cell / nx) | 0
        start = j * nx
        after = start + nx
        row = offset + j * (stride - nx)
        openRow = openOffset + j * (openStride - nx)
      }
      const at = row + cell
      const openness = open[openRow + cell]!
      if (openness === 0) {
        heights[k] = 0
        continue
      }
      const before = eta[at]!
      eta[at] = before + heights[k]!
      const rise = eta[at]! - before
      raised += rise * openness
      heights[k] = rise
    }
    this.surface.raised = raised
  }

  pressCells(cells: Int32Array, first: number, end: number, impulses: Float64Array): void {
    const { nx } = this.grid
    const { data: phi, offset, stride } = this.#phi
    let start = 0
    let after = -1
    let row = 0
    for (let k = first; k < end; k++) {
      const cell = cells[k]!
      if (cell >= after || cell < start) {
        const j = (cell / nx) | 0
        start = j * nx
        after = start + nx
        row = offset + j * (stride - nx)
      }
      const at = row + cell
      const before = phi[at]!
      phi[at] = before - impulses[k]!
      impulses[k] = before - phi[at]!
    }
  }

  settle(): void {
    this.#basin.shiftLevel(this.surface.raised)
    this.surface.raised = 0
  }
}
