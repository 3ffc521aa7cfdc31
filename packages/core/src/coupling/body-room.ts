// Room for the columns of bodies in the memory of the fields: functions of the kernels read and change the water there without a copy between
// two memories. The memory of the fields is fixed, and bodies come and go; columns that no longer fit move to a memory of their own
// (submersion/column-memory.ts), where the water is read and changed cell by cell.

import type { Backend, Resource } from '../backend/backend.js'
import { CutMemory } from '../bodies/columns/cut-memory.js'
import type { Arena } from '../fields/arena.js'
import type { Grid } from '../fields/grid.js'
import { DraughtRoom } from './draught-room.js'
import { ExchangeMemory } from './exchange-memory.js'

/** Columns that there is room for: so many, and half as many more as there are cells. */
const LEAST_COLUMNS = 8192
/** Bytes of a column with its values, of a cell of the grid in lists and blocks, and of the records. */
const COLUMN_BYTES = 160
const CELL_BYTES = 128
const RECORD_BYTES = 65536

export type KernelFunctions = Backend['functions']

export class BodyRoom implements Resource {
  /** Columns that there is room for. */
  readonly columns: number
  /** What threads cut bodies with. */
  readonly cutting: CutMemory
  /** What threads measure bodies with. */
  readonly exchange: ExchangeMemory
  /** What threads weigh draughts with, in dispersive water. */
  readonly draughts: DraughtRoom | undefined
  /** The memory of the fields. */
  buffer: ArrayBufferLike = new ArrayBuffer(0)
  /** Functions that compute in it. */
  kernels: KernelFunctions = {}
  /** Whether columns and lists are here. */
  isUsed = true
  #next: number
  readonly #end: number

  constructor(arena: Arena, grid: Grid, threads: number, isDispersive: boolean) {
    const { nx, nz } = grid
    this.cutting = new CutMemory(arena, threads)
    this.exchange = new ExchangeMemory(arena, grid, threads)
    this.draughts = isDispersive ? new DraughtRoom(arena, grid, threads) : undefined
    this.columns = LEAST_COLUMNS + Math.ceil((nx * nz) / 2)
    const bytes = RECORD_BYTES + COLUMN_BYTES * this.columns + CELL_BYTES * nx * nz
    this.#next = arena.allocate(bytes)
    this.#end = this.#next + bytes
  }

  bind(memory: ArrayBufferLike): void {
    this.buffer = memory
  }

  connect(backend: Backend): void {
    this.kernels = backend.functions
    this.cutting.connect(backend)
    this.exchange.connect(backend)
    this.draughts?.connect(backend)
  }

  get resources(): readonly Resource[] {
    return [this, ...this.cutting.resources, ...this.exchange.resources, ...(this.draughts?.resources ?? [])]
  }

  /** Reserves bytes and returns their address. */
  take(bytes: number): number {
    const address = this.#next
    this.#next = 16 * Math.ceil((address + bytes) / 16)
    if (this.#next > this.#end) throw new Error('the room of bodies is planned too small')
    return address
  }
}
