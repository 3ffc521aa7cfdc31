// Memory and passes of the bodies that all threads cut: planned with the fields, before a page has loaded the code that fills it
// (parallel-columns.ts).

import type { Backend, Resource } from '../../backend/backend.js'
import { pass } from '../../backend/pass.js'
import type { Parameter } from '../../backend/pass-list.js'
import { PORTION, RowPass } from '../../backend/row-pass.js'
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

export class CutMemory implements Resource {
  readonly resources: readonly Resource[]
  /** Passes over jobs: one cuts them, one copies their spans to the columns whose record is at the address `columns`. */
  readonly cutting: RowPass
  readonly unpacking: RowPass
  readonly columns: Parameter
  /** The whole memory of the fields. */
  doubles: Float64Array = new Float64Array(0)
  integers: Int32Array = new Int32Array(0)
  /** Addresses of the first job and of the data. */
  jobsAt = 0
  dataAt = 0
  readonly #jobs: RowSums
  readonly #data: RowSums

  constructor(arena: Arena, threads: number) {
    const jobs = new RowSums(arena, MOST_JOBS, JOB_BYTES / 8)
    const scratch = new RowSums(arena, threads, SCRATCH_BYTES / 8)
    this.#jobs = jobs
    this.#data = new RowSums(arena, 1, DATA_BYTES / 8)
    this.cutting = new RowPass(arena, pass('cutBodies', MOST_JOBS, { jobs, scratch }), PORTION)
    this.unpacking = new RowPass(arena, pass('unpackJobs', MOST_JOBS, { jobs, columns: 0 }), PORTION)
    this.columns = this.unpacking.parameter('columns')
    this.resources = [jobs, this.#data, scratch, this.cutting, this.unpacking, this]
  }

  bind(memory: ArrayBufferLike): void {
    this.doubles = new Float64Array(memory, 0, Math.floor(memory.byteLength / 8))
    this.integers = new Int32Array(memory, 0, Math.floor(memory.byteLength / 4))
    this.jobsAt = this.#jobs.data.byteOffset
    this.dataAt = this.#data.data.byteOffset
  }

  connect(backend: Backend): void {
    this.cutting.connect(backend)
    this.unpacking.connect(backend)
  }
}
