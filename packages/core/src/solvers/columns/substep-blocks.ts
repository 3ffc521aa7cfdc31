// Several substeps of `columns` in one sweep over memory (kernels/linear-waves/columns-blocks.ts), with the bits of as many single ones.

import { type Pass, pass } from '../../backend/pass.js'
import { type Parameter, PassList } from '../../backend/pass-list.js'
import type { Arena } from '../../fields/arena.js'
import { Field, type FieldInfo } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import { BLOCK_ROWS, MOST_SUBSTEPS } from '../../generated/layouts/linear-waves/columns-blocks.js'
import type { Run } from '../solver.js'

/** Arguments of the kernels of kick and drift. */
export type WaveArguments = Pass<'columnsSweep'>['arguments']

const LINES: FieldInfo = { name: 'lines', unit: 'm²/s', description: 'differences of the potential between rows' }

/** Blocks of rows that a band has at least: those on either side of a seam are completed after the others. */
const FEWEST_BLOCKS = 4

/**
 * Cells from which a sweep of several substeps is worth it. Measured on an AMD EPYC with 1 MiB of second-level cache in two short runs, time of
 * single substeps over that of sweeps on one and two threads: 256² 0.97 and 0.76; 512² 1.08 and 0.94; 1024² 1.16 and 1.12, then 1.05 and
 * 1.04. Why two threads lose on small grids was not measured; the transfer of the rows around a seam between the cores' caches may be it.
 */
const FEWEST_CELLS = 1024 * 512

export class SubstepBlocks {
  readonly list: PassList
  readonly resources: readonly [Field, PassList]
  /** The number of substeps, of each pass. */
  readonly #substeps: readonly Parameter[]

  /** Whether the grid is large enough. */
  static pays({ nx, nz }: Grid): boolean {
    return nx * nz >= FEWEST_CELLS && nz >= FEWEST_BLOCKS * BLOCK_ROWS
  }

  /** `threads`: the largest number of threads; each has scratch of its own. */
  constructor(arena: Arena, { nx, nz }: Grid, wave: WaveArguments, threads: number) {
    const lines = new Field(arena, LINES, nx, MOST_SUBSTEPS * threads)
    const rows = Math.floor(nz / BLOCK_ROWS)
    const block = { ...wave, lines, substeps: MOST_SUBSTEPS }
    this.list = new PassList(arena, [
      { ...pass('columnsAdvanceBands', rows, block), keepsBands: true },
      pass('columnsAdvanceSeams', rows, block),
    ])
    this.resources = [lines, this.list]
    this.#substeps = this.list.passes.map((one) => this.list.parameter(one, 'substeps'))
  }

  /** Makes `count` substeps: sweeps of MOST_SUBSTEPS, and one of the remaining substeps. `single`: the list of one substep. */
  run(count: number, single: PassList, run: Run): void {
    const rest = count % MOST_SUBSTEPS
    if (count >= MOST_SUBSTEPS) run(this.list, (count - rest) / MOST_SUBSTEPS)
    if (rest === 1) run(single)
    if (rest < 2) return
    this.#setSubsteps(rest)
    run(this.list)
    this.#setSubsteps(MOST_SUBSTEPS)
  }

  #setSubsteps(count: number): void {
    for (const substeps of this.#substeps) substeps.set(count)
  }
}
