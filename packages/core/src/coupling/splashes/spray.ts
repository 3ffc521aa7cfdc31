// Drops in the air. A drop takes its volume from the cell where it starts and gives it to the cell where it lands. The volume in the air
// is counted, so that no water is lost. The momentum of a drop is lost: the flow of whole columns cannot represent it.

import type { Grid } from '../../fields/grid.js'
import { columnAt, rowAt } from '../../fields/grid.js'
import { exp, log } from '../../numerics/elementary.js'
import type { WaterCells } from '../water-coupling.js'

/** Drops in the air at once, at most; beyond it no drop is thrown. */
const MOST_DROPS = 4096
/** Fraction of the depth of a cell, or of its size if that is less, that one drop may take. */
const MOST_OF_CELL = 0.1
/** Numbers of a drop: position (3), velocity (3), volume. */
const NUMBERS = 7

/** State for snapshots. */
export interface SprayState {
  readonly seed: number
  readonly drops: readonly number[]
}

/** The drops as programs see them: live arrays, of which the first `count` drops are valid. */
export interface SprayView {
  readonly count: number
  /** x, y, z of each drop [m]. */
  readonly positions: Float32Array
  /** Velocity along x, y, z of each drop [m/s]. */
  readonly velocities: Float32Array
  /** Radius of each drop [m]. */
  readonly radii: Float32Array
}

export class Spray {
  #count = 0
  readonly #drops = new Float64Array(MOST_DROPS * NUMBERS)
  readonly #radii = new Float32Array(MOST_DROPS)
  readonly #positions = new Float32Array(MOST_DROPS * 3)
  readonly #velocities = new Float32Array(MOST_DROPS * 3)
  readonly #water: WaterCells
  readonly #grid: Grid
  /** State of the random number generator. */
  #seed = 1
  /** Volume of landed drops that rounding kept out of the water [m³]. */
  #roundingRemainder = 0

  constructor(water: WaterCells) {
    this.#water = water
    this.#grid = water.grid
  }

  get isFull(): boolean {
    return this.#count === MOST_DROPS
  }

  /** A pseudo-random number from 0 to 1, the same in every run: a linear congruential generator (Numerical Recipes). */
  random(): number {
    this.#seed = (Math.imul(this.#seed, 1664525) + 1013904223) >>> 0
    return this.#seed / 4294967296
  }

  /** Throws a drop of a volume [m³] from the surface at (x, z) with a velocity [m/s]. */
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
    const at = this.#count * NUMBERS
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

  /** Moves the drops on by `dt`, and removes those that land. */
  step(dt: number): void {
    const { gravity } = this.#water
    const drops = this.#drops
    for (let drop = 0; drop < this.#count; ) {
      const at = drop * NUMBERS
      drops[at + 1]! += dt * (drops[at + 4]! - 0.5 * dt * gravity)
      drops[at + 4]! -= dt * gravity
      this.#fly(at, 0, this.#grid.nx, dt)
      this.#fly(at, 2, this.#grid.nz, dt)
      if (this.#land(at)) this.#remove(drop)
      else drop++
    }
  }

  /** Motion along x or z. Edges and solids reflect drops, with half of the velocity. */
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

  /** Gives a drop back to the water if it has reached the surface. */
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
    this.#drops.copyWithin(drop * NUMBERS, this.#count * NUMBERS, (this.#count + 1) * NUMBERS)
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

  /** Volume in the air [m³], with the rounding remainder of landed drops. */
  get volume(): number {
    let sum = this.#roundingRemainder
    for (let drop = 0; drop < this.#count; drop++) sum += this.#drops[drop * NUMBERS + 6]!
    return sum
  }

  get view(): SprayView {
    for (let drop = 0; drop < this.#count; drop++)
      for (let axis = 0; axis < 3; axis++) {
        this.#positions[3 * drop + axis] = this.#drops[drop * NUMBERS + axis]!
        this.#velocities[3 * drop + axis] = this.#drops[drop * NUMBERS + 3 + axis]!
      }
    return { count: this.#count, positions: this.#positions, velocities: this.#velocities, radii: this.#radii }
  }

  get state(): SprayState {
    return { seed: this.#seed, drops: [this.#roundingRemainder, ...this.#drops.subarray(0, this.#count * NUMBERS)] }
  }

  set state({ seed, drops: [roundingRemainder = 0, ...drops] }: SprayState) {
    this.#seed = seed
    this.#roundingRemainder = roundingRemainder
    this.#drops.set(drops)
    this.#count = drops.length / NUMBERS
    for (let drop = 0; drop < this.#count; drop++) this.#radii[drop] = radiusOf(this.#drops[drop * NUMBERS + 6]!)
  }

  /** Adds the drops to a hash. */
  hash(hash: { doubles(values: Float64Array): void }): void {
    hash.doubles(this.#drops.subarray(0, this.#count * NUMBERS))
  }
}

/** Radius of a sphere of a volume [m]. */
function radiusOf(volume: number): number {
  return exp(log((0.75 * volume) / Math.PI) / 3)
}
