// The surface on a grid of blocks of 4 × 4 cells, for the outer parts of wide kernels.
//
// Between the centres of blocks heights are bilinear. Sums over blocks use the same weights: with h the bilinear height of a cell,
// Σ h eta over cells = Σ h eta over blocks, for sums `eta` of the levels of cells. Reading and raising through blocks are therefore
// reciprocal, and raise exactly the volume of the blocks.

import type { Grid } from '../../fields/grid.js'
import type { WaterCoupling } from '../water-coupling.js'

/** Cells along a block. */
export const BLOCK = 4

export class CoarseSurface {
  /** Blocks along x and z. */
  readonly nx: number
  readonly nz: number
  /** Open cells of each block, and sum of their levels [m], in bilinear weights. */
  readonly open: Float64Array
  readonly level: Float64Array
  /** Height by which each block is to be raised [m]; all 0 between two exchanges. */
  readonly rise: Float64Array
  readonly #water: WaterCoupling
  readonly #grid: Grid
  /** Block before each column or row of cells, and the weight of the next block. */
  readonly #beforeX: Int32Array
  readonly #beforeZ: Int32Array
  readonly #nextX: Float64Array
  readonly #nextZ: Float64Array
  readonly #rowOpen: Float64Array
  readonly #rowLevel: Float64Array
  /** Blocks whose rise is not 0 lie in these rows and columns. */
  #left = 0
  #right = -1
  #back = 0
  #front = -1

  constructor(water: WaterCoupling) {
    const { nx, nz } = water.grid
    this.#water = water
    this.#grid = water.grid
    this.nx = Math.ceil(nx / BLOCK)
    this.nz = Math.ceil(nz / BLOCK)
    this.open = new Float64Array(this.nx * this.nz)
    this.level = new Float64Array(this.nx * this.nz)
    this.rise = new Float64Array(this.nx * this.nz)
    this.#rowOpen = new Float64Array(this.nx)
    this.#rowLevel = new Float64Array(this.nx)
    this.#beforeX = Int32Array.from({ length: nx }, (_, i) => before(i, this.nx))
    this.#beforeZ = Int32Array.from({ length: nz }, (_, j) => before(j, this.nz))
    this.#nextX = Float64Array.from({ length: nx }, (_, i) => next(i, this.nx))
    this.#nextZ = Float64Array.from({ length: nz }, (_, j) => next(j, this.nz))
  }

  /** Sums the levels of the water. */
  read(): void {
    const { open, level } = this
    const [rowOpen, rowLevel] = [this.#rowOpen, this.#rowLevel]
    const [beforeX, nextX] = [this.#beforeX, this.#nextX]
    const { nx, nz } = this.#grid
    open.fill(0)
    level.fill(0)
    for (let j = 0; j < nz; j++) {
      rowOpen.fill(0)
      rowLevel.fill(0)
      for (let i = 0; i < nx; i++) {
        const wet = this.#water.wetnessAt(j * nx + i)
        if (wet === 0) continue
        const height = wet * this.#water.levelAt(j * nx + i)
        const block = beforeX[i]!
        const share = nextX[i]!
        rowOpen[block]! += (1 - share) * wet
        rowLevel[block]! += (1 - share) * height
        if (share === 0) continue
        rowOpen[block + 1]! += share * wet
        rowLevel[block + 1]! += share * height
      }
      this.#addRow(j, open, rowOpen)
      this.#addRow(j, level, rowLevel)
    }
  }

  #addRow(j: number, sums: Float64Array, row: Float64Array): void {
    const at = this.#beforeZ[j]! * this.nx
    const share = this.#nextZ[j]!
    for (let block = 0; block < this.nx; block++) {
      sums[at + block]! += (1 - share) * row[block]!
      if (share > 0) sums[at + this.nx + block]! += share * row[block]!
    }
  }

  /** Marks blocks whose rise has changed. */
  touch(left: number, right: number, back: number, front: number): void {
    const isFirst = this.#right < this.#left
    this.#left = isFirst ? left : Math.min(this.#left, left)
    this.#right = isFirst ? right : Math.max(this.#right, right)
    this.#back = isFirst ? back : Math.min(this.#back, back)
    this.#front = isFirst ? front : Math.max(this.#front, front)
  }

  /** Raises the water by the bilinear heights of `rise`. Returns the rounding error of the fields, summed over cells [m]. */
  raise(): number {
    if (this.#right < this.#left) return 0
    const { rise } = this
    const { nx, nz } = this.#grid
    const [left, right] = [Math.max(0, BLOCK * (this.#left - 1)), Math.min(nx, BLOCK * (this.#right + 2))]
    const [back, front] = [Math.max(0, BLOCK * (this.#back - 1)), Math.min(nz, BLOCK * (this.#front + 2))]
    let error = 0
    for (let j = back; j < front; j++) {
      const row = this.#beforeZ[j]! * this.nx
      const down = this.#nextZ[j]!
      const below = down > 0 ? row + this.nx : row
      for (let i = left; i < right; i++) {
        const block = this.#beforeX[i]!
        const share = this.#nextX[i]!
        const after = share > 0 ? block + 1 : block
        const upper = rise[row + block]! + share * (rise[row + after]! - rise[row + block]!)
        const lower = rise[below + block]! + share * (rise[below + after]! - rise[below + block]!)
        const height = upper + down * (lower - upper)
        if (height === 0) continue
        const wet = this.#water.wetnessAt(j * nx + i)
        if (wet > 0) error += (this.#water.raise(j * nx + i, height) - height) * wet
      }
    }
    for (let j = this.#back; j <= this.#front; j++)
      rise.fill(0, j * this.nx + this.#left, j * this.nx + this.#right + 1)
    this.#left = this.#back = 0
    this.#right = this.#front = -1
    return error
  }
}

/** Centre of a block along an axis of `cells` cells, as a fractional index of cells. */
export function blockCenter(block: number, cells: number): number {
  return Math.min(BLOCK * block + (BLOCK - 1) / 2, cells - 1)
}

/** The block whose centre is before a cell. Beyond the centres of the first and the last block heights are constant. */
function before(cell: number, blocks: number): number {
  return Math.max(0, Math.min(blocks - 1, Math.floor((cell - (BLOCK - 1) / 2) / BLOCK)))
}

/** Weight of the block after that one. */
function next(cell: number, blocks: number): number {
  const at = (cell - (BLOCK - 1) / 2) / BLOCK
  return at <= 0 || at >= blocks - 1 ? 0 : at - Math.floor(at)
}
