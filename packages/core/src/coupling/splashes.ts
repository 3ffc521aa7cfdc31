// Where drops come from: bodies that hit the water fast, and waves that break.

import type { BodyWorld } from '../bodies/world.js'
import { cellX, cellZ } from '../fields/grid.js'
import { Spray } from './spray.js'
import type { SubmergedBody, Submersion } from './submersion.js'
import type { WaterCoupling } from './water-coupling.js'

/** Part of the water that a body pushes aside in a hit that flies off, at the most. */
const FLYING = 0.15
/** Speed of a hit, in √(g × width of the body), from which drops fly. */
const HIT = 0.6
/** Drops that a body throws in a step at most. */
const DROPS = 12
/** Slope of the surface from which a wave breaks: steeper than any wave that travels (Stokes' crest is 30° on either side). */
const BREAKING = 0.6
/** One cell in so many is looked at in a step. */
const LOOKED_AT = 16
/** Drops of a breaking cell: part of its water above its lower neighbours, and how much faster than the wave they are. */
const CREST = 0.02
/** Part of what makes a face too steep that falls down it at once. */
const COLLAPSE = 0.8

export class Splashes {
  readonly spray: Spray
  readonly #water: WaterCoupling
  #nextCell = 0

  constructor(water: WaterCoupling) {
    this.#water = water
    this.spray = new Spray(water)
  }

  /** A body has displaced more than a step ago, by `grown` [m³]. */
  hit(submerged: SubmergedBody, submersion: Submersion, world: BodyWorld, body: number, grown: number): void {
    const { gravity, grid } = this.#water
    const speed = submerged.undisturbedRate - world.velocities[3 * body + 1]!
    const area = submerged.area[0]!
    if (grown <= 0 || area === 0 || submerged.end === submerged.first) return
    const undisturbed = HIT * Math.sqrt(gravity * Math.sqrt(area))
    if (speed <= undisturbed) return
    const { spray } = this
    const [x, z] = [world.centers[3 * body]!, world.centers[3 * body + 2]!]
    const volume = FLYING * grown * (1 - undisturbed / speed)
    const reach = Math.sqrt(area) / 2 + grid.cellSize
    for (let drop = 0; drop < DROPS && !spray.isFull; drop++) {
      const cell =
        submersion.spans.cell[submerged.first + Math.floor(spray.random() * (submerged.end - submerged.first))]!
      const i = cell % grid.nx
      const [dx, dz] = [cellX(grid, i) - x, cellZ(grid, (cell - i) / grid.nx) - z]
      const distance = Math.sqrt(dx * dx + dz * dz)
      if (distance === 0) continue
      const [ux, uz] = [dx / distance, dz / distance]
      const out = speed * (0.2 + 0.4 * spray.random())
      const up = speed * (0.4 + 0.6 * spray.random())
      const share = 0.5 + spray.random()
      spray.emit(x + ux * reach, z + uz * reach, ux * out, up, uz * out, (share * volume) / DROPS)
    }
  }

  /** Looks for waves that break, some cells a step. */
  break(): void {
    const { grid } = this.#water
    const { nx, nz, cellSize } = grid
    this.#nextCell = (this.#nextCell + 7) % LOOKED_AT
    for (let j = 1; j < nz - 1; j++)
      for (let i = 1 + ((this.#nextCell + 5 * j) % LOOKED_AT); i < nx - 1; i += LOOKED_AT) {
        const cell = j * nx + i
        const here = this.#water.levelAt(cell)
        if (here === Number.NEGATIVE_INFINITY) continue
        const slopeX = this.#slope(cell - 1, cell + 1)
        const slopeZ = this.#slope(cell - nx, cell + nx)
        const steepness = Math.sqrt(slopeX * slopeX + slopeZ * slopeZ) / (2 * cellSize)
        if (steepness <= BREAKING || !(this.#water.depthAt(cell) > 0.5 * cellSize)) continue
        this.#throwCrest(i, j, slopeX, slopeZ, 2 * cellSize * steepness)
      }
  }

  /** Difference of two levels [m]; none beside dry ground and solids. */
  #slope(before: number, behind: number): number {
    const [one, two] = [this.#water.levelAt(before), this.#water.levelAt(behind)]
    return one === Number.NEGATIVE_INFINITY || two === Number.NEGATIVE_INFINITY ? 0 : two - one
  }

  /** Drops fly down the face, at the speed of a wave as high as the face. */
  #throwCrest(i: number, j: number, slopeX: number, slopeZ: number, height: number): void {
    const { spray } = this
    const { gravity, grid } = this.#water
    const size = Math.sqrt(slopeX * slopeX + slopeZ * slopeZ)
    const speed = Math.sqrt(gravity * height)
    const volume = CREST * height * grid.cellSize * grid.cellSize
    const out = speed * (0.5 + spray.random())
    const up = speed * (0.5 + spray.random())
    const x = cellX(grid, i) + (spray.random() - 0.5) * grid.cellSize
    const z = cellZ(grid, j) + (spray.random() - 0.5) * grid.cellSize
    spray.emit(x, z, (-slopeX / size) * out, up, (-slopeZ / size) * out, volume)
    this.#collapseCrest(i, j, slopeX, slopeZ, height)
  }

  /** The crest falls down its face until that is no steeper than waves are: so a breaking wave loses its energy. */
  #collapseCrest(i: number, j: number, slopeX: number, slopeZ: number, height: number): void {
    const { nx, cellSize } = this.#water.grid
    const step = Math.abs(slopeX) > Math.abs(slopeZ) ? 1 : nx
    const side = (step === 1 ? slopeX : slopeZ) > 0 ? step : -step
    const cell = j * nx + i
    const [upper, lower] = [this.#water.opennessAt(cell + side), this.#water.opennessAt(cell - side)]
    const fallen = (COLLAPSE * (height - 2 * cellSize * BREAKING)) / (1 / upper + 1 / lower)
    const taken = -this.#water.raise(cell + side, -fallen / upper) * upper
    const given = this.#water.raise(cell - side, taken / lower) * lower
    // What rounding keeps is given back.
    this.#water.raise(cell + side, (taken - given) / upper)
  }

  get nextCell(): number {
    return this.#nextCell
  }

  set nextCell(turn: number) {
    this.#nextCell = turn
  }
}
