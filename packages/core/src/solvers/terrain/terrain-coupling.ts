// Coupling of bodies with water over terrain, which has depth and discharge.

import { CellByCell } from '../../coupling/cell-by-cell.js'
import type { ExchangeMemory } from '../../coupling/exchange-memory.js'
import type { SettleMemory } from '../../coupling/settle-memory.js'
import type { Arena } from '../../fields/arena.js'
import type { CellBox } from '../../fields/cell-box.js'
import { type Field, RowSums } from '../../fields/field.js'
import { type Grid, rowOf } from '../../fields/grid.js'
import { CoupledWater } from '../../generated/layouts/bodies/coupled-water.js'
import type { FlowFields } from './flow-fields.js'
import type { TerrainFunctions } from './terrain-functions.js'
import { TouchedBox } from './touched-box.js'

export class TerrainCoupling extends CellByCell {
  readonly isTwoWay = true
  readonly isDispersive = false
  readonly grid: Grid
  readonly gravity: number
  readonly #water: FlowFields
  readonly #depth: Field
  readonly #bed: Field
  readonly #openness: Field
  readonly #changed: (box: CellBox) => void
  /** Pressure impulse of each cell since the last `settle` [m²/s]. */
  readonly #impulses: RowSums
  #isPressed = false
  /** The cells that have changed since the last `settle`. */
  readonly #touched: TouchedBox
  readonly #box = { i: 0, j: 0, nx: 0, nz: 0 }
  /** The record by which passes over bodies know the water. */
  #words: Int32Array | undefined

  /** `changed`: called after each exchange, with the box of the cells that it has changed. */
  constructor(water: FlowFields, arena: Arena, changed: (box: CellBox) => void) {
    super()
    this.grid = water.grid
    this.gravity = water.discretization.gravity
    this.#water = water
    this.#depth = water.depth
    this.#bed = water.bed.field
    this.#openness = water.openness.field
    this.#changed = changed
    this.#impulses = new RowSums(arena, water.grid.nz, water.grid.nx)
    this.#touched = new TouchedBox(arena)
  }

  get resources() {
    return [this.#impulses, this.#touched]
  }

  /** Index of a cell in the fields; all fields of one grid have the same layout. */
  #indexOf(cell: number): number {
    const j = rowOf(this.grid, cell)
    return this.#depth.offset + cell + j * (this.#depth.stride - this.grid.nx)
  }

  levelAt(cell: number): number {
    const at = this.#indexOf(cell)
    const deep = this.#flowing(at)
    return deep > 0 ? deep + this.#bed.data[at]! : Number.NEGATIVE_INFINITY
  }

  floorAt(cell: number): number {
    return this.#bed.data[this.#indexOf(cell)]!
  }

  depthAt(cell: number): number {
    return this.#depth.data[this.#indexOf(cell)]!
  }

  opennessAt(cell: number): number {
    return this.#openness.data[this.#indexOf(cell)]!
  }

  wetnessAt(cell: number): number {
    const at = this.#indexOf(cell)
    return this.#depth.data[at]! > this.#water.discretization.dry ? this.#openness.data[at]! : 0
  }

  flowAt(cell: number, flow: Float64Array): void {
    const j = rowOf(this.grid, cell)
    const i = cell - j * this.grid.nx
    const at = this.#indexOf(cell)
    const deep = this.#depth.data[at]!
    const { data: alongX, stride } = this.#water.qx
    const alongZ = this.#water.qz.data
    flow[0] = flow[1] = 0
    if (deep <= this.#water.discretization.dry) return
    const faces = this.#water.discretization.onFaces
    flow[0] = (faces ? 0.5 * ((i > 0 ? alongX[at - 1]! : 0) + alongX[at]!) : alongX[at]!) / deep
    flow[1] = (faces ? 0.5 * ((j > 0 ? alongZ[at - stride]! : 0) + alongZ[at]!) : alongZ[at]!) / deep
  }

  raise(cell: number, height: number): number {
    const j = rowOf(this.grid, cell)
    const i = cell - j * this.grid.nx
    if (this.#openness.at(i, j) === 0) return 0
    this.#touched.add(i, j)
    const raised = this.#water.addDepth(i, j, height)
    const { data, offset, stride } = this.#water.eta
    data[offset + j * stride + i]! += raised
    return raised
  }

  /** Sums pressure impulses; `settle` applies them to the discharge together. */
  press(cell: number, impulse: number): number {
    const j = rowOf(this.grid, cell)
    this.#impulses.data[cell]! += impulse
    this.#isPressed = true
    this.#touched.add(cell - j * this.grid.nx, j)
    return impulse
  }

  describe(words: Int32Array, doubles: Float64Array): boolean {
    const { word, double } = CoupledWater
    const { depthError, eta, qx, qz, discretization } = this.#water
    words[word.openness] = this.#openness.record
    words[word.eta] = eta.record
    words[word.depth] = this.#depth.record
    words[word.depthError] = depthError.record
    words[word.bed] = this.#bed.record
    words[word.qx] = qx.record
    words[word.qz] = qz.record
    words[word.pressed] = this.#impulses.record
    words[word.onFaces] = Number(discretization.onFaces)
    doubles[double.dry] = discretization.dry
    doubles[double.gravity] = this.gravity
    doubles[double.cellSize] = this.grid.cellSize
    return true
  }

  override readLevels(cells: Int32Array, first: number, end: number, levels: Float64Array): void {
    const { dry } = this.#water.discretization
    if (!this.room?.isUsed) super.readLevels(cells, first, end, levels)
    else
      this.#kernels.readTerrainLevels(
        this.#depth.record,
        this.#bed.record,
        this.#openness.record,
        dry,
        cells.byteOffset,
        first,
        end,
        levels.byteOffset,
      )
  }

  override readDepths(cells: Int32Array, first: number, end: number, depths: Float64Array): void {
    if (!this.room?.isUsed) super.readDepths(cells, first, end, depths)
    else this.#kernels.readCells(this.#depth.record, cells.byteOffset, first, end, depths.byteOffset)
  }

  override readOpenness(cells: Int32Array, first: number, end: number, openness: Float64Array): void {
    if (!this.room?.isUsed) super.readOpenness(cells, first, end, openness)
    else this.#kernels.readCells(this.#openness.record, cells.byteOffset, first, end, openness.byteOffset)
  }

  override readWetness(cells: Int32Array, first: number, end: number, wetness: Float64Array): void {
    const { dry } = this.#water.discretization
    if (!this.room?.isUsed) super.readWetness(cells, first, end, wetness)
    else
      this.#kernels.readTerrainWetness(
        this.#depth.record,
        this.#openness.record,
        dry,
        cells.byteOffset,
        first,
        end,
        wetness.byteOffset,
      )
  }

  override readFlow(cells: Int32Array, first: number, end: number, flowX: Float64Array, flowZ: Float64Array): void {
    const { qx, qz, discretization } = this.#water
    const { dry, onFaces } = discretization
    if (!this.room?.isUsed) super.readFlow(cells, first, end, flowX, flowZ)
    else
      this.#kernels.readTerrainFlow(
        this.#depth.record,
        qx.record,
        qz.record,
        dry,
        onFaces,
        cells.byteOffset,
        first,
        end,
        flowX.byteOffset,
        flowZ.byteOffset,
      )
  }

  override raiseCells(cells: Int32Array, first: number, end: number, heights: Float64Array): void {
    const { depthError, eta, qx, qz, discretization } = this.#water
    const raising = this.room?.exchange.raising
    if (!this.room?.isUsed) super.raiseCells(cells, first, end, heights)
    else if (raising && first === 0 && raising.isWorth(end)) {
      this.#describe(this.room.exchange)
      raising.run(cells, end, heights, this.#touched)
    } else
      this.#kernels.raiseTerrain(
        this.#depth.record,
        depthError.record,
        eta.record,
        this.#openness.record,
        qx.record,
        qz.record,
        discretization.onFaces,
        cells.byteOffset,
        first,
        end,
        heights.byteOffset,
        0,
        this.grid.nx * this.grid.nz,
        this.#touched.address,
      )
  }

  notePressed(i: number, j: number): void {
    this.#isPressed = true
    this.#touched.add(i, j)
  }

  override pressCells(cells: Int32Array, first: number, end: number, impulses: Float64Array): void {
    if (first < end) this.#isPressed = true
    if (!this.room?.isUsed) super.pressCells(cells, first, end, impulses)
    else
      this.#kernels.pressTerrain(
        this.#impulses.record,
        cells.byteOffset,
        first,
        end,
        impulses.byteOffset,
        this.#touched.address,
      )
  }

  dragCells(cells: Int32Array, first: number, end: number, heights: Float64Array, x: number, z: number): void {
    const { qx, qz, discretization } = this.#water
    if (!this.room?.isUsed) for (let k = first; k < end; k++) this.#drag(cells[k]!, heights[k]! * x, heights[k]! * z)
    else
      this.#kernels.dragTerrain(
        this.#depth.record,
        qx.record,
        qz.record,
        discretization.dry,
        cells.byteOffset,
        first,
        end,
        heights.byteOffset,
        x,
        z,
        this.#touched.address,
      )
  }

  #drag(cell: number, x: number, z: number): void {
    const at = this.#indexOf(cell)
    if (this.#depth.data[at]! <= this.#water.discretization.dry) return
    this.#water.qx.data[at]! += x
    this.#water.qz.data[at]! += z
    const j = rowOf(this.grid, cell)
    this.#touched.add(cell - j * this.grid.nx, j)
  }

  get #kernels(): TerrainFunctions {
    return this.functions as unknown as TerrainFunctions
  }

  /** Depth of a cell, by its index in the fields [m]; 0 if it is dry or solid. */
  #flowing(at: number): number {
    const deep = this.#depth.data[at]!
    return deep > this.#water.discretization.dry && this.#openness.data[at]! > 0 ? deep : 0
  }

  /** Largest |u| + |v| + 2 c within a box [m/s], at least `fastest`. */
  fastestWithin(box: CellBox, fastest: number): number {
    const settling = this.#settling()
    if (settling) return settling.fastestWithin(box, fastest)
    const { i, j, nx, nz } = box
    const { qx, qz, discretization } = this.#water
    const { dry } = discretization
    return this.#kernels.fastestWithin(
      this.#depth.record,
      qx.record,
      qz.record,
      this.gravity,
      dry,
      i,
      j,
      nx,
      nz,
      fastest,
    )
  }

  settle(): void {
    const box = this.#box
    if (!this.#touched.take(this.grid, box)) return
    if (this.#isPressed) this.#applyImpulses(box)
    this.#isPressed = false
    this.#changed(box)
  }

  /** The passes that end an exchange on all threads, where there is room for bodies. The kernels then know the water. */
  #settling(): SettleMemory | undefined {
    const exchange = this.room?.exchange
    if (!exchange) return undefined
    this.#describe(exchange)
    return exchange.settling
  }

  #describe(exchange: ExchangeMemory): void {
    this.#words ??= exchange.waterWords
    this.describe(this.#words, exchange.water)
  }

  /** Applies d q/dt = -depth grad (p/ρ) within a box, and clears the impulses there. */
  #applyImpulses(box: CellBox): void {
    const settling = this.#settling()
    if (settling) {
      settling.applyImpulses(box)
      return
    }
    const { qx, qz, discretization } = this.#water
    const { dry, onFaces } = discretization
    this.#kernels.applyImpulses(
      this.#impulses.record,
      this.#depth.record,
      this.#openness.record,
      qx.record,
      qz.record,
      this.grid.cellSize,
      dry,
      onFaces,
      box.i,
      box.j,
      box.nx,
      box.nz,
    )
    const { nx } = this.grid
    for (let j = box.j; j < box.j + box.nz; j++) this.#impulses.data.fill(0, j * nx + box.i, j * nx + box.i + box.nx)
  }
}
