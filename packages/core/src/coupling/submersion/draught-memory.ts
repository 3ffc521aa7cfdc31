// The surface and its blocks of 4 × 4 cells, for the outer parts of wide kernels, as the kernels of draughts see them (kernels/modules/draughts): in the
// room for bodies in the memory of the fields. Without a room, in a memory of its own to which the surface is copied for the time of an exchange.
//
// Between the centres of blocks heights are bilinear. Sums over blocks use the same weights: with h the bilinear height of a cell,
// Σ h eta over cells = Σ h eta over blocks, for sums `eta` of the levels of cells. Reading and raising through blocks are therefore
// reciprocal, and raise exactly the volume of the blocks.

import { ScratchModule } from '../../backend/wasm/scratch-module.js'
import type { Grid } from '../../fields/grid.js'
import { draughtsWasm } from '../../generated/draughts.js'
import { BLOCK, Draughts, SPLIT } from '../../generated/layouts/modules/draughts.js'
import type { BodyRoom } from '../body-room.js'
import type { SurfaceValues, WaterSurface } from '../water-coupling.js'

/** Sources that stand for the waterplane along each axis, at most. */
export const MOST_SOURCES = 4

/** kernels/modules/draughts. `draughts`: the address of the record. */
interface Kernels {
  sumBlocks(draughts: number): void
  weigh(
    draughts: number,
    left: number,
    right: number,
    back: number,
    front: number,
    leftCell: number,
    rightCell: number,
    backCell: number,
    frontCell: number,
  ): void
  raiseKernel(draughts: number, factor: number): void
  raiseBlocks(draughts: number, left: number, right: number, back: number, front: number): void
}

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
  /** Address of the record. */
  readonly #record: number
  /** Copies of the surface, in a memory of its own. */
  readonly #copies:
    | { readonly level: Float32Array; readonly eta: Float32Array; readonly openness: Float32Array }
    | undefined
  readonly #rise: Float64Array
  /** Blocks whose rise is not 0 lie in these rows and columns. */
  #left = 0
  #right = -1
  #back = 0
  #front = -1

  constructor(grid: Grid, surface: WaterSurface, given: BodyRoom | undefined) {
    const { nx, nz } = grid
    // A cell has one index for level and elevation.
    const room = surface.level.stride === surface.eta.stride ? given : undefined
    this.#grid = grid
    this.#surface = surface
    this.blocksX = Math.ceil(nx / BLOCK)
    this.blocksZ = Math.ceil(nz / BLOCK)
    const module = new ScratchModule<Kernels>(draughtsWasm)
    this.#kernels = room ? (room.kernels as unknown as Kernels) : module.kernels
    const cells = nx * nz
    const blocks = this.blocksX * this.blocksZ
    const sources = MOST_SOURCES * MOST_SOURCES
    let end = 16
    const take = (bytes: number) => {
      if (room) return room.take(bytes)
      const address = 16 * Math.ceil(end / 16)
      end = address + bytes
      return address
    }
    this.#record = take(Draughts.bytes)
    const level = room ? addressOf(surface.level) : take(4 * cells)
    const eta = room ? addressOf(surface.eta) : surface.eta === surface.level ? level : take(4 * cells)
    // Rows are weighed in whole vectors.
    const rowLength = nx + 8
    const addresses: Partial<Record<keyof typeof Draughts.word, number>> = {
      level,
      eta,
      openness: room ? addressOf(surface.openness) : take(4 * cells),
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
      rowWeights: take(3 * 4 * rowLength),
      cells: take(4 * cells),
      cellOpenness: take(4 * cells),
      cellWeights: take(4 * cells),
      blocks: take(4 * blocks),
      blockWeights: take(4 * blocks),
      areas: take(8 * sources),
      columns: take(8 * sources),
      rows: take(8 * sources),
    }
    const buffer = room ? room.buffer : module.room(end).doubles.buffer
    const doubles = (at: number, length: number) => new Float64Array(buffer, at, length)
    this.doubles = doubles(this.#record, Draughts.doubles)
    this.integers = new Int32Array(buffer, this.#record, Draughts.words)
    for (const [name, address] of Object.entries(addresses))
      this.integers[Draughts.word[name as keyof typeof Draughts.word]] = address
    this.integers[Draughts.word.nx] = nx
    this.integers[Draughts.word.nz] = nz
    this.integers[Draughts.word.stride] = room ? surface.level.stride : nx
    this.integers[Draughts.word.openStride] = room ? surface.openness.stride : nx
    this.integers[Draughts.word.rowLength] = rowLength
    this.integers[Draughts.word.blocksX] = this.blocksX
    this.integers[Draughts.word.blocksZ] = this.blocksZ
    const floats = (at: number) => new Float32Array(buffer, at, cells)
    if (!room) this.#copies = { level: floats(level), eta: floats(eta), openness: floats(addresses.openness!) }
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

  /** Sums the levels of the surface over blocks. */
  begin(): void {
    const { level, eta, openness } = this.#surface
    const copies = this.#copies
    if (copies) {
      this.#copyIn(level, copies.level)
      if (eta !== level) this.#copyIn(eta, copies.eta)
      this.#copyIn(openness, copies.openness)
    }
    this.doubles[Draughts.double.raised] = this.#surface.raised
    this.#kernels.sumBlocks(this.#record)
  }

  /** Raises the water by the bilinear heights of the blocks. Returns the rounding error, summed over cells [m]. */
  end(): number {
    const error = this.#raiseBlocks()
    if (this.#copies) this.#copyOut(this.#copies.eta, this.#surface.eta)
    this.#surface.raised = this.doubles[Draughts.double.raised]!
    return error
  }

  /**
   * Weighs blocks and cells of the kernel in the record, whose sources are between columns x0 and x1 and rows z0 and z1. `radius`: of the kernel.
   * The sums are then in the record.
   */
  weigh(x0: number, x1: number, z0: number, z1: number, radius: number): void {
    const { nx, nz } = this.#grid
    const left = Math.max(0, Math.floor((x0 - radius) / BLOCK))
    const right = Math.min(this.blocksX - 1, Math.floor((x1 + radius) / BLOCK))
    const back = Math.max(0, Math.floor((z0 - radius) / BLOCK))
    const front = Math.min(this.blocksZ - 1, Math.floor((z1 + radius) / BLOCK))
    this.#kernels.weigh(
      this.#record,
      left,
      right,
      back,
      front,
      Math.max(0, Math.ceil(x0 - SPLIT)),
      Math.min(nx - 1, Math.floor(x1 + SPLIT)),
      Math.max(0, Math.ceil(z0 - SPLIT)),
      Math.min(nz - 1, Math.floor(z1 + SPLIT)),
    )
    const isFirst = this.#right < this.#left
    this.#left = isFirst ? left : Math.min(this.#left, left)
    this.#right = isFirst ? right : Math.max(this.#right, right)
    this.#back = isFirst ? back : Math.min(this.#back, back)
    this.#front = isFirst ? front : Math.max(this.#front, front)
  }

  /** Raises the water by a factor times the weights of the kernel, the outer part in `end`. Returns the rounding error, summed over cells [m]. */
  raise(factor: number): number {
    this.#kernels.raiseKernel(this.#record, factor)
    return this.doubles[Draughts.double.error]!
  }

  #raiseBlocks(): number {
    if (this.#right < this.#left) return 0
    const { nx, nz } = this.#grid
    this.#kernels.raiseBlocks(
      this.#record,
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

/** Address of cell (0, 0). */
function addressOf({ data, offset }: SurfaceValues): number {
  return data.byteOffset + 4 * offset
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
