// Drops in the air. A drop takes its water out of the cell that it leaves and gives it to the one it falls into: what is in the
// air is counted, so that no water is lost. Its momentum becomes heat: the flow of whole columns has no place for that of a drop.

import type { Grid } from '../fields/grid.js'
import { columnAt, rowAt } from '../fields/grid.js'
import { exp, log } from '../numerics/elementary.js'
import type { WaterCoupling } from './water-coupling.js'

/** Drops in the air at once at most; when all are flying, water stays where it is. */
const MOST = 4096
/** Part of the depth of a cell that one drop may take. */
const MOST_OF_CELL = 0.1
/** Numbers of a drop: position, velocity, volume. */
const WIDTH = 7

/** State, for snapshots. */
export interface SprayState {
  readonly seed: number
  readonly drops: readonly number[]
}

/** What people see of the spray: arrays of now, of which `count` drops count. */
export interface SprayView {
  readonly count: number
  /** x, y, z of each drop [m]. */
  readonly positions: Float32Array
  /** Radius of each drop [m]. */
  readonly radii: Float32Array
}

export class Spray {
  #count = 0
  readonly #drops = new Float64Array(MOST * WIDTH)
  readonly #radii = new Float32Array(MOST)
  readonly #positions = new Float32Array(MOST * 3)
  readonly #water: WaterCoupling
  readonly #grid: Grid
  /** State of the dice. */
  #seed = 1
  /** What rounding has kept of drops that came down [m³]. */
  #roundingRemainder = 0

  constructor(water: WaterCoupling) {
    this.#water = water
    this.#grid = water.grid
  }

  get isFull(): boolean {
    return this.#count === MOST
  }

  /** A number from 0 to 1, the same in every run. */
  random(): number {
    this.#seed = (Math.imul(this.#seed, 1664525) + 1013904223) >>> 0
    return this.#seed / 4294967296
  }

  /** Lets a drop of some volume [m³] fly off the surface over (x, z), at a velocity [m/s]. */
  emit(x: number, z: number, vx: number, vy: number, vz: number, volume: number): void {
    const cell = this.#cellAt(x, z)
    if (this.isFull || cell < 0) return
    const level = this.#water.levelAt(cell)
    const openness = this.#water.opennessAt(cell)
    if (level === Number.NEGATIVE_INFINITY || openness === 0) return
    const area = this.#grid.cellSize * this.#grid.cellSize * openness
    const most = MOST_OF_CELL * Math.min(this.#water.depthAt(cell), this.#grid.cellSize)
    const taken = -this.#water.raise(cell, -Math.min(volume / area, most)) * area
    if (!(taken > 0)) return
    const at = this.#count * WIDTH
    const drops = this.#drops
    drops[at] = x
    drops[at + 1] = level
    drops[at + 2] = z
    drops[at + 3] = vx
    drops[at + 4] = vy
    drops[at + 5] = vz
    drops[at + 6] = taken
    this.#radii[this.#count] = radiusOf(taken)
    this.#count++
  }

  /** Moves the drops on, and lands those that have come down. */
  step(dt: number): void {
    const { gravity } = this.#water
    const drops = this.#drops
    for (let drop = 0; drop < this.#count; ) {
      const at = drop * WIDTH
      drops[at + 1]! += dt * (drops[at + 4]! - 0.5 * dt * gravity)
      drops[at + 4]! -= dt * gravity
      this.#fly(at, 0, this.#grid.nx, dt)
      this.#fly(at, 2, this.#grid.nz, dt)
      if (this.#land(at)) this.#remove(drop)
      else drop++
    }
  }

  /** Along x or z; edges throw drops back, solids too. */
  #fly(at: number, axis: 0 | 2, cells: number, dt: number): void {
    const drops = this.#drops
    const before = drops[at + axis]!
    const half = (cells * this.#grid.cellSize) / 2
    let next = before + dt * drops[at + 3 + axis]!
    if (next > half || next < -half) {
      next = Math.max(-half, Math.min(half, next))
      drops[at + 3 + axis]! *= -0.5
    }
    drops[at + axis] = next
    if (this.#water.opennessAt(this.#cellAt(drops[at]!, drops[at + 2]!)) > 0) return
    drops[at + axis] = before
    drops[at + 3 + axis]! *= -0.5
  }

  /** Gives a drop back to the water if it has come down to it. */
  #land(at: number): boolean {
    const drops = this.#drops
    const cell = this.#cellAt(drops[at]!, drops[at + 2]!)
    const level = this.#water.levelAt(cell)
    const surface = level === Number.NEGATIVE_INFINITY ? this.#water.floorAt(cell) : level
    if (drops[at + 4]! > 0 || drops[at + 1]! > surface) return false
    const area = this.#grid.cellSize * this.#grid.cellSize * this.#water.opennessAt(cell)
    const given = this.#water.raise(cell, drops[at + 6]! / area) * area
    this.#roundingRemainder += drops[at + 6]! - given
    return true
  }

  #remove(drop: number): void {
    this.#count--
    this.#drops.copyWithin(drop * WIDTH, this.#count * WIDTH, (this.#count + 1) * WIDTH)
    this.#radii[drop] = this.#radii[this.#count]!
  }

  /** Cell under a point of the grid, -1 beyond it. */
  #cellAt(x: number, z: number): number {
    const { nx, nz } = this.#grid
    const i = Math.round(columnAt(this.#grid, x))
    const j = Math.round(rowAt(this.#grid, z))
    if (i < -1 || j < -1 || i > nx || j > nz) return -1
    return Math.max(0, Math.min(nz - 1, j)) * nx + Math.max(0, Math.min(nx - 1, i))
  }

  /** Water in the air [m³], and what rounding has kept of what came down. */
  get volume(): number {
    let sum = this.#roundingRemainder
    for (let drop = 0; drop < this.#count; drop++) sum += this.#drops[drop * WIDTH + 6]!
    return sum
  }

  get view(): SprayView {
    for (let drop = 0; drop < this.#count; drop++)
      for (let axis = 0; axis < 3; axis++) this.#positions[3 * drop + axis] = this.#drops[drop * WIDTH + axis]!
    return { count: this.#count, positions: this.#positions, radii: this.#radii }
  }

  get state(): SprayState {
    return { seed: this.#seed, drops: [this.#roundingRemainder, ...this.#drops.subarray(0, this.#count * WIDTH)] }
  }

  set state({ seed, drops: [roundingRemainder = 0, ...drops] }: SprayState) {
    this.#seed = seed
    this.#roundingRemainder = roundingRemainder
    this.#drops.set(drops)
    this.#count = drops.length / WIDTH
    for (let drop = 0; drop < this.#count; drop++) this.#radii[drop] = radiusOf(this.#drops[drop * WIDTH + 6]!)
  }

  /** Mixes the drops into a fingerprint. */
  hash(hash: { doubles(values: Float64Array): void }): void {
    hash.doubles(this.#drops.subarray(0, this.#count * WIDTH))
  }
}

/** Radius of a ball of some volume [m]. */
function radiusOf(volume: number): number {
  return exp(log((0.75 * volume) / Math.PI) / 3)
}
