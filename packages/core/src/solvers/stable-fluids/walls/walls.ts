// The boundaries of a fluid: the edges of its box and the solids in it, as immersed boundaries.
//
//   box-edges           boundary conditions on the sides of the box
//   solids              shapes and motion of the solids; painted-solids: those that strokes build
//   cell-openness       the part of each cell that is fluid
//   face-conditions     flag, velocity and openness of each face
//   extension-layers    layers of faces inside free-slip solids that the flow is extended into
//   solvability         whether the flow has a solution, from the connected-parts of the box

import type { Arena } from '../../../fields/arena.js'
import type { Patch } from '../../../fields/cell-box.js'
import type { VolumeField, VolumeGrid } from '../../../fields/volume-field.js'
import type { PoissonAxis } from '../../../operators/poisson/axis.js'
import type { FluidFiles } from '../../../scene/fluid-load.js'
import type { FluidEdge, FluidScene } from '../../../scene/schema/fluid.js'
import type { AxisNumber } from '../axes.js'
import { BoxEdges } from './box-edges.js'
import { CellOpenness } from './cell-openness.js'
import { type CellRange, coverFaces, emptyRange, uniteWithLast } from './cell-range.js'
import { rejectedStrokeError } from './errors.js'
import { numberLayers } from './extension-layers.js'
import { FaceConditions } from './face-conditions.js'
import { PaintedSolids } from './painted-solids.js'
import { Solids } from './solids.js'
import { hasRoom, unsolvable } from './solvability.js'
import { type WallFields, wallFields } from './wall-fields.js'

export class FluidWalls {
  readonly #grid: VolumeGrid
  /** Time step [s]. */
  readonly #dt: number
  /** Time of the solids [s], in an array: a number that is passed to a function may be allocated. */
  readonly #clock = new Float64Array(1)
  readonly #edges: BoxEdges
  readonly #fields: WallFields
  /** Undefined in a volume: strokes are flat. */
  readonly #painted: PaintedSolids | undefined
  readonly #solids: Solids
  readonly #cells: CellOpenness
  readonly #faces: FaceConditions
  /** Cells that moving solids can change: at their last positions, and at the last and the current ones. */
  readonly #lastRange = emptyRange()
  readonly #range = emptyRange()

  /** `dt`: the time step [s]. */
  constructor(grid: VolumeGrid, { boundaries, solids }: FluidScene, dt: number, arena: Arena) {
    this.#grid = grid
    this.#dt = dt
    this.#edges = new BoxEdges(grid, boundaries)
    const isFlat = this.#edges.axes.length === 2
    this.#fields = wallFields(arena, grid, this.#edges.axes, solids.length > 0 || isFlat)
    this.#painted = isFlat ? new PaintedSolids(arena, grid) : undefined
    this.#solids = new Solids(grid, solids, this.#painted)
    this.#cells = new CellOpenness(grid, this.#fields, this.#edges, this.#solids)
    this.#faces = new FaceConditions(grid, this.#fields, this.#edges, this.#solids)
  }

  /** Boundary conditions of faces: kernels/fluids/boundary.ts has the table of flags. */
  get faceFlag(): readonly VolumeField[] {
    return this.#fields.faceFlag
  }

  /** Velocity of solids and edges on faces [m/s]. */
  get faceVelocity(): readonly VolumeField[] {
    return this.#fields.faceVelocity
  }

  /** Openness of the face towards lower x, y or z of each cell, 0 to 1. */
  get openFaces(): readonly VolumeField[] {
    return this.#fields.openFaces
  }

  /** Openness of cells, 0 to 1. */
  get open(): VolumeField {
    return this.#fields.open
  }

  /** Solids that strokes have built (1) and erased (-1); undefined in a volume. */
  get painted(): VolumeField | undefined {
    return this.#painted?.field
  }

  get resources(): VolumeField[] {
    const painted = this.painted ? [this.painted] : []
    return [...this.faceFlag, ...this.faceVelocity, ...new Set([...this.openFaces, this.open]), ...painted]
  }

  /** Whether any solid moves. */
  get moves(): boolean {
    return this.#solids.anyMoves
  }

  /** Whether there are solids, or have been. */
  get hasSolids(): boolean {
    return !this.#solids.isEmpty
  }

  /** Whether strokes have built or erased anything. */
  get isPainted(): boolean {
    return this.#painted?.isPainted ?? false
  }

  /** Set from a snapshot; `start` then computes the boundary conditions. */
  set isPainted(isPainted: boolean) {
    const painted = this.#painted
    if (!painted) return
    if (isPainted) this.#solids.includePainted(painted)
    else painted.field.fill(0)
    painted.isPainted = isPainted
  }

  /** The boundary condition at the low or high end of an axis. */
  edge(axis: AxisNumber, after: boolean): FluidEdge {
    return this.#edges.edge(axis, after)
  }

  /** 1 if the box is periodic along an axis, else 0. */
  wraps(axis: AxisNumber): number {
    return Number(this.#edges.isPeriodic(axis))
  }

  /** The axes of the pressure's Poisson problem. */
  get poissonAxes(): PoissonAxis[] {
    return this.#edges.poissonAxes
  }

  /** Prescribed value of a velocity component parallel to an edge [m/s]; undefined where its normal derivative is zero. */
  heldAlong(component: AxisNumber, axis: AxisNumber, after: boolean): number | undefined {
    return this.#edges.heldAlong(component, axis, after)
  }

  /** Gives solids from files their shape. */
  load(files: FluidFiles): void {
    this.#solids.load(files)
  }

  /** Computes the boundary conditions of all cells and faces at a time [s]. */
  start(time: number): void {
    const { nx, ny, nz } = this.#grid
    this.#clock[0] = time
    this.#solids.moveTo(this.#clock)
    if (this.hasSolids || this.#painted) for (const faces of this.openFaces) faces.data.fill(1)
    this.#update({ low: [0, 0, 0], high: [nx, ny, nz] })
    this.#solids.movingRange(this.#lastRange)
  }

  /** Moves solids to their positions after so many steps, and updates the cells and faces around them. */
  moveTo(steps: number): void {
    const range = this.#range
    this.#clock[0] = (steps - 1) * this.#dt + this.#dt
    this.#solids.moveTo(this.#clock)
    this.#solids.movingRange(range)
    uniteWithLast(range, this.#lastRange)
    this.#update(range)
  }

  /**
   * Builds or erases solids under a brush. Moving solids cannot be erased. Throws `SceneError`, and changes nothing, if
   * fluid that enters could no longer leave, or if there were no room left.
   */
  paint(kind: 'build' | 'erase', brush: Patch, strength: number): void {
    const painted = this.#painted!
    const undo = painted.paint(kind, brush, strength)
    this.#solids.includePainted(painted)
    const { i, j, nx, nz: rows } = brush
    const range: CellRange = { low: [i, j, 0], high: [i + nx, j + rows, 1] }
    coverFaces(range, this.#edges.cells)
    this.#update(range)
    // Without an inflow the parts need not be searched: none can be imbalanced.
    if (this.#edges.inflowNames.length === 0 && hasRoom(this.#fields)) return
    const error = unsolvable(this.#grid, this.#fields, this.#edges)
    if (!error) return
    undo()
    this.#update(range)
    throw rejectedStrokeError(error)
  }

  /** Throws `SceneError` if there is no room for the fluid, or if fluid that enters a part of the box cannot leave it. */
  check(): void {
    const error = unsolvable(this.#grid, this.#fields, this.#edges)
    if (error) throw error
  }

  /**
   * Computes the boundary conditions of the cells of a range and of their faces. The order matters: edge faces read the
   * openness of cells, cells are then closed if all their faces are, and layers start from free faces.
   */
  #update(range: CellRange): void {
    const { axes } = this.#edges
    this.#cells.fill(range)
    for (let a = 0; a < axes.length; a++) this.#faces.fill(axes[a]!, range)
    if (this.hasSolids) this.#cells.matchFaces(range)
    if (this.#solids.hasFreeSlip) for (let a = 0; a < axes.length; a++) numberLayers(this.faceFlag[axes[a]!]!, range)
  }
}
