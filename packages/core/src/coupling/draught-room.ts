// Memory and pass of the kernels of draughts of many bodies (submersion/draught-memory.ts): planned with the fields of dispersive water.

import type { Backend, Resource } from '../backend/backend.js'
import { pass } from '../backend/pass.js'
import { PORTION, RowPass } from '../backend/row-pass.js'
import type { Arena } from '../fields/arena.js'
import { RowSums } from '../fields/field.js'
import type { Grid } from '../fields/grid.js'
import { Draughts } from '../generated/layouts/modules/draughts.js'

/** Sources that stand for the waterplane of a body along each axis, at most. */
export const MOST_SOURCES = 4
/** Doubles of a kernel: its record, then areas, columns and rows of its sources. */
export const KERNEL_DOUBLES = Draughts.doubles + 3 * MOST_SOURCES * MOST_SOURCES
/** Bytes of lists for a cell of a kernel, and for a block: indices, weights, openness and derivatives. */
export const CELL_LIST_BYTES = 4 + 4 + 4 + 8
export const BLOCK_LIST_BYTES = 4 + 4
/** Kernels that are weighed at a time, at most, and bytes for their lists, at least. */
const MOST_KERNELS = 512
const LIST_BYTES = 1 << 22

export class DraughtRoom {
  readonly resources: readonly Resource[]
  readonly weighing: RowPass
  readonly kernels: RowSums
  readonly lists: RowSums

  constructor(arena: Arena, { nx, nz }: Grid, threads: number) {
    this.kernels = new RowSums(arena, MOST_KERNELS, KERNEL_DOUBLES)
    this.lists = new RowSums(arena, 1, Math.max(LIST_BYTES, listBytes(nx, nz)) / 8)
    const scratch = new RowSums(arena, threads, rowWeightBytes(nx) / 8)
    const { kernels } = this
    this.weighing = new RowPass(arena, pass('weighBodies', MOST_KERNELS, { kernels, scratch }), PORTION)
    this.resources = [kernels, this.lists, scratch, this.weighing]
  }

  connect(backend: Backend): void {
    this.weighing.connect(backend)
  }
}

/** Bytes of the lists of a kernel that reaches all cells. There are no more blocks than cells. */
export function listBytes(nx: number, nz: number): number {
  return 16 * Math.ceil(((CELL_LIST_BYTES + BLOCK_LIST_BYTES) * nx * nz) / 16) + 128
}

/** Bytes of the weights of a row of cells, in whole vectors, and of their derivatives along x and z. */
export function rowWeightBytes(nx: number): number {
  return 3 * 4 * rowLength(nx)
}

/** Floats of a row of weights: whole vectors. */
export function rowLength(nx: number): number {
  return 8 * Math.ceil(nx / 8) + 8
}
