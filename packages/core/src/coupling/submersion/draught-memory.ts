// The surface in the memory of the kernels of draughts (kernels/modules/draughts), copied for the time of an exchange, and its blocks of 4 × 4 cells
// for the outer parts of wide kernels.
//
// Between the centres of blocks heights are bilinear. Sums over blocks use the same weights: with h the bilinear height of a cell,
// Σ h eta over cells = Σ h eta over blocks, for sums `eta` of the levels of cells. Reading and raising through blocks are therefore
// reciprocal, and raise exactly the volume of the blocks.

import { ScratchModule } from '../../backend/wasm/scratch-module.js'
import type { Grid } from '../../fields/grid.js'
import { draughtsWasm } from '../../generated/draughts.js'
import { BLOCK, Draughts, SPLIT } from '../../generated/layouts/modules/draughts.js'
import type { SurfaceValues, WaterSurface } from '../water-coupling.js'

/** Sources that stand for the waterplane along each axis, at most. */
export const MOST_SOURCES = 4

/** kernels/modules/draughts. `draughts`: the address of the record. */
interface Kernels {
  sumBlocks(draughts: number): void
  weigh(draughts: number, left: number, right: number, back: number, front: number): void
  raiseKernel(draughts: number, factor: number): void
  raiseBlocks(draughts: number, left: number, right: number, back: number, front: number): void
}

const RECORD = 16
/** Cells within the split around a source, at most. */
const SPLIT_CELLS = (2 * SPLIT + 1) * (2 * SPLIT + 1)

export class DraughtMemory {
  /** Blocks along x and z. */
  readonly blocksX: number
  readonly blocksZ: number
  /** Areas of the sources, and their centres as fractional columns and rows. */
  readonly sourceArea: Float64Array
  readonly sourceColumn: Float64Array
  readonly sourceRow: Float64Array
  /** Numbers of the record, by `Draughts.double` and `Draughts.word`. */
  readonly doubles: Float64Array
  readonly integers: Int32Array
  readonly #surface: WaterSurface
  readonly #grid: Grid
  readonly #kernels: Kernels
  readonly #level: Float32Array
  readonly #eta: Float32Array
  readonly #openness: Float32Array
  readonly #rise: Float64Array
  /** Blocks whose rise is not 0 lie in these rows and columns. */
  #left = 0
  #right = -1
  #back = 0
  #front = -1

  constructor(grid: Grid, surface: WaterSurface) {
    const { nx, nz } = grid
    this.#grid = grid
    this.#surface = surface
    this.blocksX = Math.ceil(nx / BLOCK)
    this.blocksZ = Math.ceil(nz / BLOCK)
    const module = new ScratchModule<Kernels>(draughtsWasm)
    this.#kernels = module.kernels
    const cells = nx * nz
    const blocks = this.blocksX * this.blocksZ
    const sources = MOST_SOURCES * MOST_SOURCES
    // A cell is within the split of each source at most.
    const listed = Math.min(cells, SPLIT_CELLS) * sources
    let end = RECORD + Draughts.bytes
    const take = (bytes: number) => {
      const address = 16 * Math.ceil(end / 16)
      end = address + bytes
      return address
    }
    const level = take(4 * cells)
    const addresses: Partial<Record<keyof typeof Draughts.word, number>> = {
      level,
      eta: surface.eta === surface.level ? level : take(4 * cells),
      openness: take(4 * cells),
      beforeX: take(4 * nx),
      beforeZ: take(4 * nz),
      nextX: take(8 * nx),
      nextZ: take(8 * nz),
      open: take(8 * blocks),
      sum: take(8 * blocks),
      rise: take(8 * blocks),
      // The kernels read a block beyond the last.
      rowOpen: take(8 * this.blocksX + 8),
      rowSum: take(8 * this.blocksX + 8),
      cells: take(4 * listed),
      cellWeights: take(8 * listed),
      blocks: take(4 * blocks),
      blockWeights: take(8 * blocks),
      areas: take(8 * sources),
      columns: take(8 * sources),
      rows: take(8 * sources),
    }
    const { buffer } = module.room(end).doubles
    const floats = (at: number) => new Float32Array(buffer, at, cells)
    const doubles = (at: number, length: number) => new Float64Array(buffer, at, length)
    this.doubles = doubles(RECORD, Draughts.doubles)
    this.integers = new Int32Array(buffer, RECORD, Draughts.words)
    for (const [name, address] of Object.entries(addresses))
      this.integers[Draughts.word[name as keyof typeof Draughts.word]] = address
    this.integers[Draughts.word.nx] = nx
    this.integers[Draughts.word.nz] = nz
    this.integers[Draughts.word.blocksX] = this.blocksX
    this.integers[Draughts.word.blocksZ] = this.blocksZ
    this.#level = floats(level)
    this.#eta = floats(addresses.eta!)
    this.#openness = floats(addresses.openness!)
    this.#rise = doubles(addresses.rise!, blocks)
    this.sourceArea = doubles(addresses.areas!, sources)
    this.sourceColumn = doubles(addresses.columns!, sources)
    this.sourceRow = doubles(addresses.rows!, sources)
    new Int32Array(buffer, addresses.beforeX, nx).set(
      Int32Array.from({ length: nx }, (_, i) => before(i, this.blocksX)),
    )
    new Int32Array(buffer, addresses.beforeZ, nz).set(
      Int32Array.from({ length: nz }, (_, j) => before(j, this.blocksZ)),
    )
    doubles(addresses.nextX!, nx).set(Float64Array.from({ length: nx }, (_, i) => next(i, this.blocksX)))
    doubles(addresses.nextZ!, nz).set(Float64Array.from({ length: nz }, (_, j) => next(j, this.blocksZ)))
  }

  /** Copies the surface, and sums its levels over blocks. */
  begin(): void {
    const { level, eta, openness } = this.#surface
    this.#copyIn(level, this.#level)
    if (eta !== level) this.#copyIn(eta, this.#eta)
    this.#copyIn(openness, this.#openness)
    this.doubles[Draughts.double.raised] = this.#surface.raised
    this.#kernels.sumBlocks(RECORD)
  }

  /** Raises the water by the bilinear heights of the blocks, and gives the surface back. Returns the rounding error, summed over cells [m]. */
  end(): number {
    const error = this.#raiseBlocks()
    this.#copyOut(this.#eta, this.#surface.eta)
    this.#surface.raised = this.doubles[Draughts.double.raised]!
    return error
  }

  /** Weighs blocks and cells of the kernel in the record, from its first to its last block. The sums are then in the record. */
  weigh(left: number, right: number, back: number, front: number): void {
    this.#kernels.weigh(RECORD, left, right, back, front)
    const isFirst = this.#right < this.#left
    this.#left = isFirst ? left : Math.min(this.#left, left)
    this.#right = isFirst ? right : Math.max(this.#right, right)
    this.#back = isFirst ? back : Math.min(this.#back, back)
    this.#front = isFirst ? front : Math.max(this.#front, front)
  }

  /** Raises the water by a factor times the weights of the kernel, the outer part in `end`. Returns the rounding error, summed over cells [m]. */
  raise(factor: number): number {
    this.#kernels.raiseKernel(RECORD, factor)
    return this.doubles[Draughts.double.error]!
  }

  #raiseBlocks(): number {
    if (this.#right < this.#left) return 0
    const { nx, nz } = this.#grid
    this.#kernels.raiseBlocks(
      RECORD,
      Math.max(0, BLOCK * (this.#left - 1)),
      Math.min(nx, BLOCK * (this.#right + 2)),
      Math.max(0, BLOCK * (this.#back - 1)),
      Math.min(nz, BLOCK * (this.#front + 2)),
    )
    for (let j = this.#back; j <= this.#front; j++)
      this.#rise.fill(0, j * this.blocksX + this.#left, j * this.blocksX + this.#right + 1)
    this.#left = this.#back = 0
    this.#right = this.#front = -1
    return this.doubles[Draughts.double.error]!
  }

  #copyIn({ data, offset, stride }: SurfaceValues, to: Float32Array): void {
    const { nx, nz } = this.#grid
    for (let j = 0; j < nz; j++) {
      const from = offset + j * stride - j * nx
      for (let cell = j * nx; cell < (j + 1) * nx; cell++) to[cell] = data[from + cell]!
    }
  }

  #copyOut(from: Float32Array, { data, offset, stride }: SurfaceValues): void {
    const { nx, nz } = this.#grid
    for (let j = 0; j < nz; j++) {
      const to = offset + j * stride - j * nx
      for (let cell = j * nx; cell < (j + 1) * nx; cell++) data[to + cell] = from[cell]!
    }
  }
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
