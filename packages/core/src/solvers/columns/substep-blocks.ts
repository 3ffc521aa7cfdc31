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
 * Cells of a thread from which a sweep of several substeps is worth it. Time of single substeps over that of sweeps on an AMD EPYC with 1 MiB of
 * second-level cache, least times: one thread 256² 1.02, 512² 1.08; two threads 256² 0.78, 512² 0.92. Two threads at 1024², medians of earlier
 * runs: 1.12 and 1.04. One thread completes the rows around a seam while the other waits, 128 of 2048 rows of a sweep at 256²; this alone
 * does not explain 0.78.
 */
const FEWEST_CELLS = 512 * 512

export class SubstepBlocks {
  readonly list: PassList
  readonly resources: readonly [Field, PassList]
  /** The number of substeps, of each pass. */
  readonly #substeps: readonly Parameter[]

  /** Whether the grid is large enough. Only one and two threads were measured. */
  static pays({ nx, nz }: Grid, threads: number): boolean {
    return nx * nz >= FEWEST_CELLS * Math.min(threads, 2) && nz >= FEWEST_BLOCKS * BLOCK_ROWS
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
