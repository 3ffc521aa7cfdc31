// Columns through many bodies, cut by all threads of a simulation. A job is a piece of a body: a round one or a convex polyhedron. Jobs are
// collected until the table or the room for their spans is full, or until the last body; then one pass cuts them all (kernels/bodies/cut-bodies.ts).
// Bodies that are too large for a job, and those of polyhedra that are not convex, are cut by `BodyColumns` in between, in the order of the bodies.

import type { Grid } from '../../fields/grid.js'
import { CutJob } from '../../generated/layouts/bodies/cut-bodies.js'
import { Box, ConvexSums, Corner, POLYGONS } from '../../generated/layouts/modules/polyhedra.js'
import { Lattice, Round, Span } from '../../generated/layouts/modules/rounds.js'
import type { Polyhedron } from '../geometry/polyhedron.js'
import type { Piece, RoundShape, Solid } from '../geometry/solid.js'
import type { BodyColumns } from './body-columns.js'
import { type CutMemory, DATA_BYTES, JOB_BYTES, MOST_JOBS, SCRATCH_BYTES } from './cut-memory.js'
import { PiecePose } from './piece-pose.js'
import { placeCorners } from './polyhedron-columns.js'
import { copySpans, linesFor, roundScratch, thinnestOf, writeRound } from './round-columns.js'
import type { Spans } from './spans.js'

/** The columns of a body, from `first` to before `end`. */
interface ColumnRange {
  first: number
  end: number
}

export class ParallelColumns {
  readonly #memory: CutMemory
  readonly #grid: Grid
  #count = 0
  /** Bytes of the data in use. */
  #used = 0
  /** Number of jobs of each body since the last run, from body `#from` on. */
  #from = 0
  #jobsOf = new Int32Array(256)
  readonly #fits = new WeakMap<Solid, number>()
  readonly #pose = new PiecePose()
  readonly #box = { i: 0, j: 0, nx: 0, nz: 0 }

  constructor(memory: CutMemory, grid: Grid) {
    this.#memory = memory
    this.#grid = grid
  }

  /**
   * Adds the spans of all bodies, and sets their ranges. `columns`: address of the record of the spans; 0 if they are in another memory. `alone`
   * cuts the bodies that have no jobs.
   */
  cut(
    bodies: readonly { readonly solid: Solid }[],
    positions: ArrayLike<number>,
    rotations: ArrayLike<number>,
    spans: Spans,
    ranges: readonly ColumnRange[],
    columns: () => number,
    alone: BodyColumns,
  ): void {
    if (this.#jobsOf.length < bodies.length) this.#jobsOf = new Int32Array(2 * bodies.length)
    this.#from = 0
    for (let body = 0; body < bodies.length; body++) {
      const { solid } = bodies[body]!
      const bytes = this.#bytesFor(solid)
      if (bytes > DATA_BYTES || solid.pieces.length > MOST_JOBS) {
        this.#finish(body, spans, ranges, columns)
        ranges[body]!.first = spans.count
        alone.add(solid, positions, rotations, body, spans)
        ranges[body]!.end = spans.count
        this.#from = body + 1
        continue
      }
      if (this.#used + bytes > DATA_BYTES || this.#count + solid.pieces.length > MOST_JOBS)
        this.#finish(body, spans, ranges, columns)
      const before = this.#count
      this.#addJobs(solid, positions, rotations, body)
      this.#jobsOf[body] = this.#count - before
    }
    this.#finish(bodies.length, spans, ranges, columns)
  }

  /** Makes all jobs, which are those of the bodies before `end`. */
  #finish(end: number, spans: Spans, ranges: readonly ColumnRange[], columns: () => number): void {
    this.#memory.cutting.run(this.#count)
    const { integers } = this.#memory
    const words = JOB_BYTES / 4
    let job = this.#memory.jobsAt / 4
    let total = 0
    for (let k = 0; k < this.#count; k++) total += integers[job + k * words + CutJob.word.count]!
    spans.reserve(total)
    const record = columns()
    for (let body = this.#from; body < end; body++) {
      const range = ranges[body]!
      range.first = spans.count
      for (let k = 0; k < this.#jobsOf[body]!; k++, job += words) {
        const count = integers[job + CutJob.word.count]!
        if (record > 0) {
          integers[job + CutJob.word.first] = spans.count
          spans.count += count
        } else copySpans(this.#memory.doubles, integers[job + CutJob.word.spans]! / 8, count, spans)
      }
      range.end = spans.count
    }
    if (record > 0) {
      this.#memory.columns.set(record)
      this.#memory.unpacking.run(this.#count)
    }
    this.#from = end
    this.#count = this.#used = 0
  }

  /** Bytes of data for the jobs of a body, at most; Infinity if it cannot have jobs. */
  #bytesFor(solid: Solid): number {
    let bytes = this.#fits.get(solid)
    if (bytes === undefined) {
      bytes = 0
      for (const piece of solid.pieces) bytes += this.#bytesForPiece(piece)
      this.#fits.set(solid, bytes)
    }
    return bytes
  }

  #bytesForPiece({ shape }: Piece): number {
    const { cellSize } = this.#grid
    const isConvex = 'polyhedron' in shape
    if (isConvex && !shape.polyhedron.convex) return Infinity
    const reach = (isConvex ? farthest(shape.polyhedron) : roundReach(shape)) / cellSize
    const across = Math.ceil(2 * reach) + 2
    const cells = across * across
    const thin = isConvex ? 1 : thinnestOf(shape) / cellSize
    const scratch = isConvex ? POLYGONS + ConvexSums.bytes * cells : roundScratch(linesFor(reach, thin), across, cells)
    if (!(scratch <= SCRATCH_BYTES)) return Infinity
    const mesh = isConvex ? meshBytes(shape.polyhedron) : 0
    return mesh + Span.bytes * cells
  }

  #addJobs({ pieces }: Solid, positions: ArrayLike<number>, rotations: ArrayLike<number>, body: number): void {
    const pose = this.#pose
    pose.setBody(rotations, body)
    for (let piece = 0; piece < pieces.length; piece++) {
      const { shape } = pieces[piece]!
      pose.setPiece(pieces[piece]!, positions, body)
      const job = this.#memory.jobsAt + this.#count * JOB_BYTES
      const records = job + CutJob.bytes
      const integers = this.#memory.integers
      if ('polyhedron' in shape) {
        if (!this.#addConvex(job, records, shape.polyhedron)) continue
      } else {
        if (!writeRound(this.#memory.doubles, integers, records, this.#grid, shape, pieces[piece]!, pose)) continue
        integers[job / 4 + CutJob.word.triangleCount] = 0
        const cells = (records + Round.bytes) / 4 + Lattice.word.cells
        this.#takeSpans(job, integers[cells]! * integers[cells + Lattice.words]!)
      }
      this.#count++
    }
  }

  /** Writes the job of a convex polyhedron. Returns false if it is beyond the grid. */
  #addConvex(job: number, records: number, { vertices, triangles }: Polyhedron): boolean {
    const pose = this.#pose
    const integers = this.#memory.integers
    const box = this.#box
    const corners = this.#memory.dataAt + this.#used
    placeCorners(this.#memory.doubles, corners / 8, vertices, pose, this.#grid, box)
    if (box.nx <= 0 || box.nz <= 0) return false
    const list = corners + Corner.bytes * (vertices.length / 3)
    for (let k = 0; k < triangles.length; k++) integers[list / 4 + k] = triangles[k]!
    this.#used = 8 * Math.ceil((list + 4 * triangles.length) / 8) - this.#memory.dataAt
    const { word } = CutJob
    integers[job / 4 + word.corners] = corners
    integers[job / 4 + word.triangles] = list
    integers[job / 4 + word.triangleCount] = triangles.length / 3
    integers[job / 4 + word.nx] = this.#grid.nx
    this.#memory.doubles[job / 8 + CutJob.double.y] = pose.y
    integers[records / 4 + Box.word.i] = box.i
    integers[records / 4 + Box.word.j] = box.j
    integers[records / 4 + Box.word.nx] = box.nx
    integers[records / 4 + Box.word.nz] = box.nz
    this.#takeSpans(job, box.nx * box.nz)
    return true
  }

  /** Reserves data for the spans of a job. */
  #takeSpans(job: number, cells: number): void {
    this.#memory.integers[job / 4 + CutJob.word.spans] = this.#memory.dataAt + this.#used
    this.#used += Span.bytes * cells
  }
}

function meshBytes({ vertices, triangles }: Polyhedron): number {
  return Corner.bytes * (vertices.length / 3) + 4 * triangles.length + 8
}

/** Distance of the farthest corner from the origin [m]. */
function farthest({ vertices }: Polyhedron): number {
  let square = 0
  for (let v = 0; v < vertices.length; v += 3) {
    const x = vertices[v]!
    const y = vertices[v + 1]!
    const z = vertices[v + 2]!
    square = Math.max(square, x * x + y * y + z * z)
  }
  return Math.sqrt(square)
}

/** Half extent of a round shape in any pose, at most [m]. */
function roundReach(shape: RoundShape): number {
  if (shape.kind === 'sphere') return shape.radius
  if (shape.kind === 'capsule') return shape.height / 2
  const half = shape.height / 2
  return Math.sqrt(half * half + shape.radius * shape.radius)
}
