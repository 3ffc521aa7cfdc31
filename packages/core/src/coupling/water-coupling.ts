// The water as bodies see it, between two substeps. Cells are numbered j nx + i.

import type { Field } from '../fields/field.js'
import type { Grid } from '../fields/grid.js'
import type { BodyRoom, KernelFunctions } from './body-room.js'

/** The values of a field. */
export type SurfaceValues = Readonly<Pick<Field, 'data' | 'offset' | 'stride'>>

/** The fields of a surface that bodies raise. */
export interface WaterSurface {
  /** Level that acts on bodies, and elevation that they raise [m]: the same field, unless there are incident waves. */
  readonly level: SurfaceValues
  readonly eta: SurfaceValues
  readonly openness: SurfaceValues
  /** Sum of the raised heights since the last `settle`, weighted by openness [m]. */
  raised: number
}

/** The water, one cell at a time. */
export interface WaterCells {
  readonly grid: Grid
  /** [m/s²] */
  readonly gravity: number
  /** Whether bodies act on the water. False for prescribed waves. */
  readonly isTwoWay: boolean
  /** Level of the water [m]; -Infinity in solids and on dry ground. Under a body it is the level without the body: the pressure head there. */
  levelAt(cell: number): number
  /** Height of the terrain or of the bottom [m]; -Infinity if there is none. */
  floorAt(cell: number): number
  /** Depth of the water, including the water that bodies displace [m]; Infinity if there is no bottom. */
  depthAt(cell: number): number
  /** Whether short waves leave deep water at rest. If not, the whole depth takes part in every flow. */
  readonly isDispersive: boolean
  /**
   * Time from an exchange to the moment that its pressures act at, in the mean over the step that follows, as a fraction of that step. Only for
   * dispersive water that bodies act on.
   */
  readonly lead?: number
  /** The surface of dispersive water that bodies act on. */
  readonly surface?: WaterSurface | undefined
  /**
   * Whether a body that drifts with the water displaces none anew. True for waves of finite height: their flow reaches up to the surface, and
   * through the columns of bodies.
   */
  readonly carriesDisplaced?: boolean
  /** Whether solids divide the water into several pools. */
  readonly isDivided?: boolean
  /** Openness of a cell: 1 water, 0 solid. */
  opennessAt(cell: number): number
  /** Openness of a cell with water; 0 if the cell is dry. */
  wetnessAt(cell: number): number
  /** Fills `flow` with the velocity of the water along x and z [m/s]. */
  flowAt(cell: number, flow: Float64Array): void
  /** Raises the level of a cell by a height [m]. Returns the height by which it rose: less if rounding or a dry cell limits it. */
  raise(cell: number, height: number): number
  /** Applies a pressure impulse to a cell: pressure × time / density [m²/s]. Returns the impulse that the fields hold. */
  press(cell: number, impulse: number): number
  /** Completes the changes of an exchange. To be called after the last of them. */
  settle(): void
}

/**
 * The water, many cells at a time: what the loops over the columns of bodies use. An exchange visits hundreds of thousands of cells, and a
 * call for each costs more than the cell itself. The cells are `cells[first]` to before `cells[end]`; values belong to the cell of the same index.
 */
export interface WaterCoupling extends WaterCells {
  /** Room for bodies in the memory of the fields, if the scene has bodies that act on the water. While it is used, all lists of cells are in it. */
  readonly room?: BodyRoom | undefined
  /** Gives the water the functions of the kernels, once there are any, and the room. */
  connect?(functions: KernelFunctions, room: BodyRoom | undefined): void
  /**
   * Fills the record by which passes over bodies know the water, `CoupledWater` of kernels/bodies/coupled-water.ts, as words and as doubles. Returns
   * false if they do not know the flow of this water.
   */
  describe?(words: Int32Array, doubles: Float64Array): boolean
  /** Notes that a pass has pressed a cell in column i and row j, and perhaps cells between it and others that are noted. */
  notePressed?(i: number, j: number): void
  /** Fills `levels` with the levels of cells, as `levelAt`. */
  readLevels(cells: Int32Array, first: number, end: number, levels: Float64Array): void
  /** Fills `depths`, as `depthAt`. */
  readDepths(cells: Int32Array, first: number, end: number, depths: Float64Array): void
  /** Fills `openness`, as `opennessAt`. */
  readOpenness(cells: Int32Array, first: number, end: number, openness: Float64Array): void
  /** Fills `wetness`, as `wetnessAt`. */
  readWetness(cells: Int32Array, first: number, end: number, wetness: Float64Array): void
  /** Fills `flowX` and `flowZ`, as `flowAt`. */
  readFlow(cells: Int32Array, first: number, end: number, flowX: Float64Array, flowZ: Float64Array): void
  /** Raises cells one after the other, as `raise`. Each height is replaced by the height by which its cell rose. */
  raiseCells(cells: Int32Array, first: number, end: number, heights: Float64Array): void
  /** Presses cells one after the other, as `press`. Each impulse is replaced by the impulse that the fields hold. */
  pressCells(cells: Int32Array, first: number, end: number, impulses: Float64Array): void
  /**
   * Adds horizontal momentum to cells, per area and density: `x` and `z` [m/s] times the heights [m]. Absent in potential flow, which cannot
   * represent it.
   */
  dragCells?(cells: Int32Array, first: number, end: number, heights: Float64Array, x: number, z: number): void
}
