// Sources of spray: bodies that hit the water fast, and breaking waves.

import type { BodyWorld } from '../../bodies/world.js'
import { cellX, cellZ } from '../../fields/grid.js'
import type { Submersion } from '../submersion/submersion.js'
import type { WaterCoupling } from '../water-coupling.js'
import { Spray } from './spray.js'

/** Fraction of the newly displaced volume that becomes drops, at most. */
const SPRAY_FRACTION = 0.15
/** Speed relative to the water above which a body throws drops, in units of √(g × width). */
const SPLASH_SPEED = 0.6
/** Drops that a body throws in a step, at most. */
const DROPS = 12
/** Slope of the surface from which a wave breaks: steeper than any travelling wave (Stokes' limiting crest has 30° on either side). */
const BREAKING = 0.6
/** A step tests one in this many cells for breaking. */
const CELL_STRIDE = 16
/** Volume of the drop of a breaking cell, as a fraction of the step in level across the cell. */
const CREST_FRACTION = 0.02
/** Fraction of the excess height of a breaking face that collapses in one step. */
const COLLAPSE = 0.8

export class Splashes {
  readonly spray: Spray
  readonly #water: WaterCoupling
  #nextCell = 0
  /** Cells of a row that are tested, with their neighbours, and their levels [m]. */
  readonly #cells: Int32Array
  readonly #levels: Float64Array

  constructor(water: WaterCoupling) {
    this.#water = water
    const count = 5 * Math.ceil(water.grid.nx / CELL_STRIDE)
    const { room } = water
    this.#cells = room ? new Int32Array(room.buffer, room.take(4 * count), count) : new Int32Array(count)
    this.#levels = room ? new Float64Array(room.buffer, room.take(8 * count), count) : new Float64Array(count)
    this.spray = new Spray(water)
  }

  /** Throws drops where a body has hit the water. `displacedBefore`: displaced volume of each body before the step [m³]. */
  hit(body: number, submersion: Submersion, world: BodyWorld, displacedBefore: readonly number[]): void {
    const { gravity, grid } = this.#water
    const submerged = submersion.bodies[body]!
    const grown = submerged.displaced - (displacedBefore[body] ?? 0)
    const speed = submerged.undisturbedRate - world.velocities[3 * body + 1]!
    const area = submerged.area[0]!
    if (grown <= 0 || area === 0 || submerged.end === submerged.first) return
    const threshold = SPLASH_SPEED * Math.sqrt(gravity * Math.sqrt(area))
    if (speed <= threshold) return
    const { spray } = this
    const x = world.centers[3 * body]!
    const z = world.centers[3 * body + 2]!
    const volume = SPRAY_FRACTION * grown * (1 - threshold / speed)
    const reach = Math.sqrt(area) / 2 + grid.cellSize
    for (let drop = 0; drop < DROPS && !spray.isFull; drop++) {
      const cell =
        submersion.columns.spans.cell[submerged.first + Math.floor(spray.random() * (submerged.end - submerged.first))]!
      const i = cell % grid.nx
      const dx = cellX(grid, i) - x
      const dz = cellZ(grid, (cell - i) / grid.nx) - z
      const distance = Math.sqrt(dx * dx + dz * dz)
      if (distance === 0) continue
      const ux = dx / distance
      const uz = dz / distance
      const out = speed * (0.2 + 0.4 * spray.random())
      const up = speed * (0.4 + 0.6 * spray.random())
      const share = 0.5 + spray.random()
      spray.emit(x + ux * reach, z + uz * reach, ux * out, up, uz * out, (share * volume) / DROPS)
    }
  }

  /** Finds breaking waves and throws drops from their crests. A step tests a part of the cells; all have been tested after `CELL_STRIDE` steps. */
  break(): void {
    const { grid } = this.#water
    const { nx, nz, cellSize } = grid
    const levels = this.#levels
    this.#nextCell = (this.#nextCell + 7) % CELL_STRIDE
    for (let j = 1; j < nz - 1; j++) {
      const first = 1 + ((this.#nextCell + 5 * j) % CELL_STRIDE)
      // What a breaking wave changes is too near to it for the next cell of the row to see.
      this.#readRow(j, first)
      for (let i = first, at = 0; i < nx - 1; i += CELL_STRIDE, at += 5) {
        if (levels[at] === Number.NEGATIVE_INFINITY) continue
        const slopeX = slope(levels[at + 1]!, levels[at + 2]!)
        const slopeZ = slope(levels[at + 3]!, levels[at + 4]!)
        const steepness = Math.sqrt(slopeX * slopeX + slopeZ * slopeZ) / (2 * cellSize)
        if (steepness <= BREAKING || !(this.#water.depthAt(j * nx + i) > 0.5 * cellSize)) continue
        this.#throwCrest(i, j, slopeX, slopeZ, 2 * cellSize * steepness)
      }
    }
  }

  /** Reads the levels of the cells of a row that are tested, each followed by those of its four neighbours. */
  #readRow(j: number, first: number): void {
    const { nx } = this.#water.grid
    const cells = this.#cells
    let count = 0
    for (let i = first; i < nx - 1; i += CELL_STRIDE) {
      const cell = j * nx + i
      cells[count++] = cell
      cells[count++] = cell - 1
      cells[count++] = cell + 1
      cells[count++] = cell - nx
      cells[count++] = cell + nx
    }
    this.#water.readLevels(cells, 0, count, this.#levels)
  }

  /** Throws a drop down the face of a breaking wave, at about the speed √(g × height) of a wave as high as the face. */
  #throwCrest(i: number, j: number, slopeX: number, slopeZ: number, height: number): void {
    const { spray } = this
    const { gravity, grid } = this.#water
    const size = Math.sqrt(slopeX * slopeX + slopeZ * slopeZ)
    const speed = Math.sqrt(gravity * height)
    const volume = CREST_FRACTION * height * grid.cellSize * grid.cellSize
    const out = speed * (0.5 + spray.random())
    const up = speed * (0.5 + spray.random())
    const x = cellX(grid, i) + (spray.random() - 0.5) * grid.cellSize
    const z = cellZ(grid, j) + (spray.random() - 0.5) * grid.cellSize
    spray.emit(x, z, (-slopeX / size) * out, up, (-slopeZ / size) * out, volume)
    this.#collapseCrest(i, j, slopeX, slopeZ, height)
  }

  /** Moves water from the upper to the lower neighbour until the face is no steeper than the limit: a breaking wave loses energy. */
  #collapseCrest(i: number, j: number, slopeX: number, slopeZ: number, height: number): void {
    const { nx, cellSize } = this.#water.grid
    const step = Math.abs(slopeX) > Math.abs(slopeZ) ? 1 : nx
    const side = (step === 1 ? slopeX : slopeZ) > 0 ? step : -step
    const cell = j * nx + i
    const upper = this.#water.opennessAt(cell + side)
    const lower = this.#water.opennessAt(cell - side)
    const fallen = (COLLAPSE * (height - 2 * cellSize * BREAKING)) / (1 / upper + 1 / lower)
    const taken = -this.#water.raise(cell + side, -fallen / upper) * upper
    const given = this.#water.raise(cell - side, taken / lower) * lower
    // The lower cell may round its rise: the difference goes back to the upper cell.
    this.#water.raise(cell + side, (taken - given) / upper)
  }

  /** Offset of the cells that the next step tests, for snapshots. */
  get nextCell(): number {
    return this.#nextCell
  }

  set nextCell(offset: number) {
    this.#nextCell = offset
  }
}

/** Difference of two levels [m]; 0 beside dry ground and solids. */
function slope(one: number, two: number): number {
  return one === Number.NEGATIVE_INFINITY || two === Number.NEGATIVE_INFINITY ? 0 : two - one
}
