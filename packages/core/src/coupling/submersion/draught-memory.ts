// The surface and its blocks of 4 × 4 cells, for the outer parts of wide kernels, as the kernels of draughts see them (kernels/modules/draughts): in the
// room for bodies in the memory of the fields. Without a room, in a memory of its own to which the surface is copied for the time of an exchange.
//
// Between the centres of blocks heights are bilinear. Sums over blocks use the same weights: with h the bilinear height of a cell,
// Σ h eta over cells = Σ h eta over blocks, for sums `eta` of the levels of cells. Reading and raising through blocks are therefore
// reciprocal, and raise exactly the volume of the blocks.

import type { RowPass } from '../../backend/row-pass.js'
import { ScratchModule } from '../../backend/wasm/scratch-module.js'
import type { Grid } from '../../fields/grid.js'
import { draughtsWasm } from '../../generated/draughts.js'
import { BLOCK, Draughts, SPLIT } from '../../generated/layouts/modules/draughts.js'
import type { BodyRoom } from '../body-room.js'
import {
  BLOCK_LIST_BYTES,
  CELL_LIST_BYTES,
  KERNEL_DOUBLES,
  listBytes,
  MOST_SOURCES,
  rowLength,
  rowWeightBytes,
} from '../draught-room.js'
import type { SurfaceValues, WaterSurface } from '../water-coupling.js'

/** kernels/modules/draughts. `draughts`: the address of the record. */
interface Kernels {
  sumBlocks(draughts: number): void
  weigh(draughts: number): void
  sumCellLevels(draughts: number): void
  raiseKernel(draughts: number, factor: number): void
  raiseBlocks(draughts: number, left: number, right: number, back: number, front: number): void
}

export class DraughtMemory {
  /** Blocks along x and z. */
  readonly blocksX: number
  readonly blocksZ: number
  /** Numbers of the records of kernels, `KERNEL_DOUBLES` each: by `Draughts.double` and `Draughts.word`, followed by the sources. */
  readonly doubles: Float64Array
  readonly integers: Int32Array
  /** Kernels that there is room for. */
  readonly kernels: number
  readonly #surface: WaterSurface
  readonly #grid: Grid
  readonly #kernels: Kernels
  /** Address of the record. */
  readonly #record: number
  readonly #own: Float64Array
  /** Weighs kernels on all threads, where there is room for that. */
  readonly #weighing: RowPass | undefined
  /** Lists of all kernels: address, bytes, and how many of them are used. */
  readonly #listsAt: number
  readonly #listBytes: number
  #used = 0
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
    const shared = room?.draughts
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
      rowWeights: shared ? 0 : take(rowWeightBytes(nx)),
    }
    const kernelsAt = shared ? shared.kernels.data.byteOffset : take(8 * KERNEL_DOUBLES)
    this.kernels = shared ? shared.kernels.rows : 1
    this.#weighing = shared?.weighing
    this.#listBytes = shared ? shared.lists.data.byteLength : listBytes(nx, nz)
    this.#listsAt = shared ? shared.lists.data.byteOffset : take(this.#listBytes)
    const buffer = room ? room.buffer : module.room(end).doubles.buffer
    const doubles = (at: number, length: number) => new Float64Array(buffer, at, length)
    this.#own = doubles(this.#record, Draughts.doubles)
    const own = new Int32Array(buffer, this.#record, Draughts.words)
    for (const [name, address] of Object.entries(addresses))
      own[Draughts.word[name as keyof typeof Draughts.word]] = address
    own[Draughts.word.nx] = nx
    own[Draughts.word.nz] = nz
    own[Draughts.word.stride] = room ? surface.level.stride : nx
    own[Draughts.word.openStride] = room ? surface.openness.stride : nx
    own[Draughts.word.rowLength] = rowLength(nx)
    own[Draughts.word.blocksX] = this.blocksX
    own[Draughts.word.blocksZ] = this.blocksZ
    this.doubles = doubles(kernelsAt, KERNEL_DOUBLES * this.kernels)
    this.integers = new Int32Array(buffer, kernelsAt, 2 * this.doubles.length)
    for (let kernel = 0; kernel < this.kernels; kernel++) {
      const word = 2 * KERNEL_DOUBLES * kernel
      this.integers.set(own, word)
      const sources = this.addressOf(kernel) + Draughts.bytes
      this.integers[word + Draughts.word.areas] = sources
      this.integers[word + Draughts.word.columns] = sources + 8 * MOST_SOURCES * MOST_SOURCES
      this.integers[word + Draughts.word.rows] = sources + 16 * MOST_SOURCES * MOST_SOURCES
    }
    const floats = (at: number) => new Float32Array(buffer, at, cells)
    if (!room) this.#copies = { level: floats(level), eta: floats(eta), openness: floats(addresses.openness!) }
    this.#rise = doubles(addresses.rise!, blocks)
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
    this.#own[Draughts.double.raised] = this.#surface.raised
    this.#kernels.sumBlocks(this.#record)
  }

  /** Raises the water by the bilinear heights of the blocks. Returns the rounding error, summed over cells [m]. */
  end(): number {
    const error = this.#raiseBlocks()
    if (this.#copies) this.#copyOut(this.#copies.eta, this.#surface.eta)
    this.#surface.raised = this.#own[Draughts.double.raised]!
    return error
  }

  /** Address of the record of a kernel. */
  addressOf(kernel: number): number {
    return this.doubles.byteOffset + 8 * KERNEL_DOUBLES * kernel
  }

  /** Forgets all kernels. */
  clear(): void {
    this.#used = 0
  }

  /**
   * Makes room for the lists of a kernel. `extent`: first and last column and first and last row of its sources, and its radius [cells]. Returns false if
   * there is none left.
   */
  reach(kernel: number, extent: Float64Array): boolean {
    const { nx, nz } = this.#grid
    const x0 = extent[0]!
    const x1 = extent[1]!
    const z0 = extent[2]!
    const z1 = extent[3]!
    const radius = extent[4]!
    const left = Math.max(0, Math.floor((x0 - radius) / BLOCK))
    const right = Math.min(this.blocksX - 1, Math.floor((x1 + radius) / BLOCK))
    const back = Math.max(0, Math.floor((z0 - radius) / BLOCK))
    const front = Math.min(this.blocksZ - 1, Math.floor((z1 + radius) / BLOCK))
    const leftCell = Math.max(0, Math.ceil(x0 - SPLIT))
    const rightCell = Math.min(nx - 1, Math.floor(x1 + SPLIT))
    const backCell = Math.max(0, Math.ceil(z0 - SPLIT))
    const frontCell = Math.min(nz - 1, Math.floor(z1 + SPLIT))
    const blocks = Math.max(0, right - left + 1) * Math.max(0, front - back + 1)
    const cells = Math.max(0, rightCell - leftCell + 1) * Math.max(0, frontCell - backCell + 1)
    const bytes = CELL_LIST_BYTES * cells + BLOCK_LIST_BYTES * blocks
    if (this.#used + bytes > this.#listBytes) return false
    const { word } = Draughts
    const integers = this.integers
    const at = 2 * KERNEL_DOUBLES * kernel
    integers[at + word.left] = left
    integers[at + word.right] = right
    integers[at + word.back] = back
    integers[at + word.front] = front
    integers[at + word.leftCell] = leftCell
    integers[at + word.rightCell] = rightCell
    integers[at + word.backCell] = backCell
    integers[at + word.frontCell] = frontCell
    const lists = this.#listsAt + this.#used
    integers[at + word.cellFalls] = lists
    integers[at + word.cells] = lists + 8 * cells
    integers[at + word.cellOpenness] = lists + 12 * cells
    integers[at + word.cellWeights] = lists + 16 * cells
    integers[at + word.blocks] = lists + CELL_LIST_BYTES * cells
    integers[at + word.blockWeights] = lists + CELL_LIST_BYTES * cells + 4 * blocks
    this.#used += 8 * Math.ceil(bytes / 8)
    const isFirst = this.#right < this.#left
    this.#left = isFirst ? left : Math.min(this.#left, left)
    this.#right = isFirst ? right : Math.max(this.#right, right)
    this.#back = isFirst ? back : Math.min(this.#back, back)
    this.#front = isFirst ? front : Math.max(this.#front, front)
    return true
  }

  /** Weighs blocks and cells of the first kernels. The sums are then in their records, without the levels of cells. */
  weigh(kernels: number): void {
    if (this.#weighing) this.#weighing.run(kernels)
    else for (let kernel = 0; kernel < kernels; kernel++) this.#kernels.weigh(this.addressOf(kernel))
  }

  /** Adds the levels of cells, as they are now, to the sums of a kernel. */
  sumLevels(kernel: number): void {
    this.#kernels.sumCellLevels(this.addressOf(kernel))
  }

  /**
   * Raises the water by a factor times the weights of a kernel, the outer part in `end`. Returns the rounding error, summed over cells [m].
   */
  raise(kernel: number, factor: number): number {
    const { raised, error } = Draughts.double
    const at = KERNEL_DOUBLES * kernel
    this.doubles[at + raised] = this.#own[raised]!
    this.#kernels.raiseKernel(this.addressOf(kernel), factor)
    this.#own[raised] = this.doubles[at + raised]!
    return this.doubles[at + error]!
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
    return this.#own[Draughts.double.error]!
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
