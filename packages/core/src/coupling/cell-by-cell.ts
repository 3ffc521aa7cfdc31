import type { Grid } from '../fields/grid.js'
import type { BodyRoom, KernelFunctions } from './body-room.js'
import type { WaterCoupling } from './water-coupling.js'

/** Coupling with water whose cells are read and changed one by one. */
export abstract class CellByCell implements WaterCoupling {
  abstract readonly grid: Grid
  abstract readonly gravity: number
  abstract readonly isTwoWay: boolean
  abstract readonly isDispersive: boolean
  room: BodyRoom | undefined
  /** Functions of the kernels, which compute in the memory of the fields. */
  protected functions: KernelFunctions = {}
  readonly #flow = new Float64Array(2)

  connect(functions: KernelFunctions, room: BodyRoom | undefined): void {
    this.functions = functions
    this.room = room
  }

  abstract levelAt(cell: number): number
  abstract floorAt(cell: number): number
  abstract depthAt(cell: number): number
  abstract opennessAt(cell: number): number
  abstract wetnessAt(cell: number): number
  abstract flowAt(cell: number, flow: Float64Array): void
  abstract raise(cell: number, height: number): number
  abstract press(cell: number, impulse: number): number
  abstract settle(): void

  readLevels(cells: Int32Array, first: number, end: number, levels: Float64Array): void {
    for (let k = first; k < end; k++) levels[k] = this.levelAt(cells[k]!)
  }

  readDepths(cells: Int32Array, first: number, end: number, depths: Float64Array): void {
    for (let k = first; k < end; k++) depths[k] = this.depthAt(cells[k]!)
  }

  readOpenness(cells: Int32Array, first: number, end: number, openness: Float64Array): void {
    for (let k = first; k < end; k++) openness[k] = this.opennessAt(cells[k]!)
  }

  readWetness(cells: Int32Array, first: number, end: number, wetness: Float64Array): void {
    for (let k = first; k < end; k++) wetness[k] = this.wetnessAt(cells[k]!)
  }

  readFlow(cells: Int32Array, first: number, end: number, flowX: Float64Array, flowZ: Float64Array): void {
    for (let k = first; k < end; k++) {
      this.flowAt(cells[k]!, this.#flow)
      flowX[k] = this.#flow[0]!
      flowZ[k] = this.#flow[1]!
    }
  }

  raiseCells(cells: Int32Array, first: number, end: number, heights: Float64Array): void {
    for (let k = first; k < end; k++) heights[k] = this.raise(cells[k]!, heights[k]!)
  }

  pressCells(cells: Int32Array, first: number, end: number, impulses: Float64Array): void {
    for (let k = first; k < end; k++) impulses[k] = this.press(cells[k]!, impulses[k]!)
  }
}
