// Displaced water: the height by which bodies have raised the level of each cell [m].
//
// The level of a cell is the level without the body: water that the body has displaced counts in the body's own columns. A boat on a
// still lake therefore changes nothing; a moving boat raises the level in front of it and lowers it behind.
//
// The displaced volume is the volume below the undisturbed level around the body. The rest of the submerged volume, where the local
// level is higher, presses on the water instead (reaction.ts). If it counted as displaced, a body held in place while the level under
// it rises would displace more, which would raise the level further, without end.
//
// The flow of waves of finite height reaches up to the surface, and through the columns of a body. A body that drifts with it therefore
// displaces no water anew: the heights that it has raised drift along (`carry`). Otherwise a buoy on a steep wave would make waves half as
// high as the wave itself.
//
// In dispersive water, heave raises the surface through the draught of the body (submersion/heave.ts). `heave.raised` of the waterplane then is
// in the water already; only the remaining changes, by sliding and tilting, are raised in the columns of the body.

import type { BodyWorld } from '../bodies/world.js'
import { rowOf } from '../fields/grid.js'
import type { SubmergedBody } from './submersion/submerged-body.js'
import type { Submersion } from './submersion/submersion.js'
import type { WaterCoupling } from './water-coupling.js'

/** A height that rounding may leave in a cell without a body [m]. It is moved to the rounding remainder. */
const ROUNDING = 1e-6
/** Time in which the level under a body relaxes to its plane, in units of √(width / g). */
const RELAXATION_TIME = 0.25

export class Displaced {
  /** Raised height of each cell [m]. */
  readonly heights: Float64Array
  /** Cells that are raised, or were in the last exchange. */
  #cells: number[] = []
  /** Raised height of each cell after the exchange [m]; all 0 between two exchanges. */
  readonly #target: Float64Array
  /** 1 for the cells in the list; all 0 between two exchanges. */
  readonly #marks: Uint8Array
  /** Height that rounding has left in cells that bodies have left, summed over cells [m]. */
  #roundingRemainder = 0
  readonly #water: WaterCoupling
  readonly #flow = new Float64Array(2)

  constructor(water: WaterCoupling) {
    const { nx, nz } = water.grid
    this.#water = water
    this.heights = new Float64Array(nx * nz)
    this.#target = new Float64Array(nx * nz)
    this.#marks = new Uint8Array(nx * nz)
  }

  /** Takes the present displacement as given: the initial level of a scene includes the water that its bodies displace. */
  start({ bodies, columns: { spans, displacedHeight } }: Submersion): void {
    this.heights.fill(0)
    this.#cells = []
    this.#roundingRemainder = 0
    if (!this.#water.isTwoWay) return
    for (const { first, end } of bodies)
      for (let k = first; k < end; k++) {
        if (displacedHeight[k] === 0) continue
        this.#include(spans.cell[k]!)
        this.heights[spans.cell[k]!]! += displacedHeight[k]!
      }
    for (const cell of this.#cells) this.#marks[cell] = 0
  }

  /**
   * Moves the raised heights of bodies that drift with the water, in waves of finite height, as far as the water has taken them since the
   * last exchange, `dt` ago [s]. Precedes `update`, which then raises what remains.
   */
  carry({ bodies, columns: { spans, displacedHeight } }: Submersion, { velocities }: BodyWorld, dt: number): void {
    if (!this.#water.carriesDisplaced) return
    for (const cell of this.#cells) this.#marks[cell] = 1
    for (let body = 0; body < bodies.length; body++) {
      const { first, end } = bodies[body]!
      const [u, w] = [velocities[3 * body]!, velocities[3 * body + 2]!]
      const courant = (this.#drift(bodies[body]!, displacedHeight, spans.cell, u, w) * dt) / this.#water.grid.cellSize
      if (courant === 0) continue
      // Central differences: a difference in the direction of the flow would spread the heights.
      for (let k = first; k < end; k++) {
        this.#shift(spans.cell[k]!, 1, 0, 0.5 * courant * u * displacedHeight[k]!)
        this.#shift(spans.cell[k]!, 0, 1, 0.5 * courant * w * displacedHeight[k]!)
      }
    }
    for (const cell of this.#cells) this.#marks[cell] = 0
  }

  /** Share of a body's motion (u, w) that its water makes with it, 0 to 1. */
  #drift(
    { first, end }: SubmergedBody,
    heights: { readonly [column: number]: number },
    cells: { readonly [column: number]: number },
    u: number,
    w: number,
  ): number {
    const square = u * u + w * w
    if (square === 0) return 0
    let along = 0
    let weight = 0
    for (let k = first; k < end; k++) {
      if (heights[k] === 0) continue
      this.#water.flowAt(cells[k]!, this.#flow)
      along += heights[k]! * (this.#flow[0]! * u + this.#flow[1]! * w)
      weight += heights[k]!
    }
    return weight > 0 ? Math.min(1, Math.max(0, along / (weight * square))) : 0
  }

  /** Moves a raised height [m] from the cell behind to the one ahead along an axis. None crosses the edge of the grid. */
  #shift(cell: number, di: number, dj: number, height: number): void {
    if (height === 0) return
    const { nx, nz } = this.#water.grid
    const j = rowOf(this.#water.grid, cell)
    const i = cell - j * nx
    const ahead = i + di < nx && j + dj < nz ? cell + di + dj * nx : cell
    const behind = i - di >= 0 && j - dj >= 0 ? cell - di - dj * nx : cell
    this.#include(ahead)
    this.#include(behind)
    this.heights[ahead]! += height
    this.heights[behind]! -= height
  }

  /** Raises the water in cells that bodies have entered and lowers it in those that they have left. */
  update({ bodies, raisedError, columns: { spans, displacedHeight, waterplane } }: Submersion): void {
    this.#roundingRemainder += raisedError
    for (const cell of this.#cells) this.#marks[cell] = 1
    for (let body = 0; body < bodies.length; body++) {
      const { first, end, heave } = bodies[body]!
      for (let k = first; k < end; k++) {
        if (heave.raised !== 0 && waterplane[k] !== 0) {
          this.#include(spans.cell[k]!)
          this.heights[spans.cell[k]!]! += heave.raised * waterplane[k]!
        }
        if (displacedHeight[k] === 0) continue
        this.#include(spans.cell[k]!)
        this.#target[spans.cell[k]!]! += displacedHeight[k]!
      }
    }
    let kept = 0
    for (const cell of this.#cells) {
      this.#marks[cell] = 0
      const change = this.#target[cell]! - this.heights[cell]!
      if (change !== 0) this.heights[cell]! += this.#water.raise(cell, change)
      if (this.#target[cell] !== 0 || Math.abs(this.heights[cell]!) > ROUNDING) this.#cells[kept++] = cell
      else {
        this.#roundingRemainder += this.heights[cell]! * this.#water.opennessAt(cell)
        this.heights[cell] = 0
      }
      this.#target[cell] = 0
    }
    this.#cells.length = kept
  }

  /**
   * Relaxes the level under bodies to its plane. The ripples that this removes are an error of finite steps with a moving body; in a
   * closed basin they would accumulate. The plane and the volume stay.
   */
  smooth(
    { bodies, columns: { spans, x, z, level, openness } }: Submersion,
    { masses, velocities }: BodyWorld,
    dt: number,
  ): void {
    for (let body = 0; body < bodies.length; body++) {
      const submerged = bodies[body]!
      if (submerged.volume[0] === 0) continue
      // A body that the scene moves, such as a wave paddle, makes waves on purpose.
      const isWaveMaker = masses[body] === Infinity && (velocities[3 * body] !== 0 || velocities[3 * body + 2] !== 0)
      if (isWaveMaker) continue
      const time = RELAXATION_TIME * Math.sqrt(Math.sqrt(submerged.area[0]!) / this.#water.gravity)
      const fraction = dt / (dt + time)
      // The mean deviation is subtracted: beside solids and other bodies the deviations do not add up to 0.
      let sum = 0
      let weight = 0
      for (let k = submerged.first; k < submerged.end; k++) {
        if (level[k] === Number.NEGATIVE_INFINITY) continue
        const open = spans.coverage[k]! * openness[k]!
        sum += open * (submerged.local.at(x[k]!, z[k]!) - level[k]!)
        weight += open
      }
      if (weight === 0) continue
      const mean = sum / weight
      for (let k = submerged.first; k < submerged.end; k++) {
        if (level[k] === Number.NEGATIVE_INFINITY) continue
        const change = fraction * spans.coverage[k]! * (submerged.local.at(x[k]!, z[k]!) - level[k]! - mean)
        this.#roundingRemainder += this.#water.raise(spans.cell[k]!, change) * openness[k]!
      }
    }
  }

  #include(cell: number): void {
    if (this.#marks[cell] === 1) return
    this.#marks[cell] = 1
    this.#cells.push(cell)
  }

  /** Volume by which the level is raised [m³]. */
  get volume(): number {
    const { cellSize } = this.#water.grid
    let sum = this.#roundingRemainder
    for (const cell of this.#cells) sum += this.heights[cell]! * this.#water.opennessAt(cell)
    return sum * cellSize * cellSize
  }

  /** State for snapshots. */
  get state(): DisplacedState {
    const heights = this.#cells.map((cell) => this.heights[cell]!)
    return { cells: [...this.#cells], heights, roundingRemainder: this.#roundingRemainder }
  }

  set state({ cells, heights, roundingRemainder }: DisplacedState) {
    for (const cell of this.#cells) this.heights[cell] = 0
    this.#cells = [...cells]
    for (const [k, cell] of cells.entries()) this.heights[cell] = heights[k]!
    this.#roundingRemainder = roundingRemainder
  }
}

export interface DisplacedState {
  readonly cells: readonly number[]
  readonly heights: readonly number[]
  readonly roundingRemainder: number
}
