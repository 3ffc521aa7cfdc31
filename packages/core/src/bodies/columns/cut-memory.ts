// Memory and pass of the bodies that all threads cut: planned with the fields, before a page has loaded the code that fills it
// (parallel-columns.ts).

import type { Resource } from '../../backend/backend.js'
import { pass } from '../../backend/pass.js'
import { PassList } from '../../backend/pass-list.js'
import type { Arena } from '../../fields/arena.js'
import { RowSums } from '../../fields/field.js'
import { CutJob } from '../../generated/layouts/bodies/cut-bodies.js'
import { Lattice, Round } from '../../generated/layouts/modules/rounds.js'

export const MOST_JOBS = 1024
export const JOB_BYTES = CutJob.bytes + Round.bytes + 2 * Lattice.bytes
/** Bytes for corners, triangles and spans of all jobs. */
export const DATA_BYTES = 1 << 21
/** Bytes of scratch for each thread: enough for a piece of 60 × 60 cells. */
export const SCRATCH_BYTES = 3 << 16

/** The backend of a simulation, and functions of its kernels (kernels/bodies/cut-bodies.ts). */
export interface ColumnBackend {
  run(list: PassList): void
  readonly functions: {
    /** The kernel itself, for the calling thread alone. */
    cutBodies(pass: number, begin: number, end: number, thread: number): void
    /** Appends the spans of a job to the columns that a record describes. */
    unpackSpans(columns: number, job: number, first: number): number
  }
}

export class CutMemory implements Resource {
  readonly resources: readonly Resource[]
  readonly list: PassList
  /** Address of the arguments of the pass. */
  readonly argumentsAt: number
  backend: ColumnBackend | undefined
  /** The whole memory of the fields. */
  doubles: Float64Array = new Float64Array(0)
  integers: Int32Array = new Int32Array(0)
  /** Addresses of the first job and of the data. */
  jobsAt = 0
  dataAt = 0
  readonly #jobs: RowSums
  readonly #data: RowSums

  constructor(arena: Arena, threads: number) {
    this.#jobs = new RowSums(arena, MOST_JOBS, JOB_BYTES / 8)
    this.#data = new RowSums(arena, 1, DATA_BYTES / 8)
    const scratch = new RowSums(arena, threads, SCRATCH_BYTES / 8)
    this.list = new PassList(arena, [pass('cutBodies', MOST_JOBS, { jobs: this.#jobs, scratch })])
    this.argumentsAt = this.list.encoded.argumentAddress(this.list.passes[0]!, 'jobs')
    this.resources = [this.#jobs, this.#data, scratch, this.list, this]
  }

  bind(memory: ArrayBufferLike): void {
    this.doubles = new Float64Array(memory, 0, Math.floor(memory.byteLength / 8))
    this.integers = new Int32Array(memory, 0, Math.floor(memory.byteLength / 4))
    this.jobsAt = this.#jobs.data.byteOffset
    this.dataAt = this.#data.data.byteOffset
  }
}
