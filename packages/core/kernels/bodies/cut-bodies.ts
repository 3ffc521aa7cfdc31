// Columns through the pieces of bodies, on all threads: round ones by lines (modules/rounds), convex polyhedra by their triangles (modules/polyhedra).
// Each job has room for its spans. The result of a job depends on nothing but the job, so that it does not matter which thread makes it.

import { Field } from '../abi/field'
import { Box, ConvexSums, NO_AREA, POLYGONS, sumConvex } from '../modules/polyhedra/index'
import { CellSums, CUT, Lattice, Line, PAIR, Round, roundColumns, Span } from '../modules/rounds/index'
import { Columns } from '../modules/submersion/index'

@unmanaged
export class CutBodiesPass {
  /** A CutJob in each row. */
  jobs: Field
  /** A row for each thread. */
  scratch: Field
}

/** A piece of a body. Its records follow the job: of a round piece Round and two Lattices, of a polyhedron its Box. */
@unmanaged
export class CutJob {
  /** Where spans are written, and how many were. */
  spans: usize
  count: i32
  /** Of a convex polyhedron: addresses of corners and triangles, and number of triangles, which is 0 for a round piece. */
  corners: usize
  triangles: usize
  triangleCount: i32
  /** Cells of the grid in a row. */
  nx: i32
  /** Index of the first of its spans among the columns. */
  first: i32
  pad: i32
  /** Height of the origin of a polyhedron [m]. */
  y: f64
}

export function cutBodies(pass: CutBodiesPass, begin: i32, end: i32, thread: i32): void {
  const scratch = pass.scratch.row(thread)
  for (let k = begin; k < end; k++) {
    const job = changetype<CutJob>(pass.jobs.row(k))
    job.count = job.triangleCount == 0 ? cutRound(job, scratch) : cutConvex(job, scratch)
  }
}

@inline function aligned(address: usize): usize { return (address + 15) & ~15 }

function cutRound(job: CutJob, scratch: usize): i32 {
  const round = changetype<usize>(job) + offsetof<CutJob>()
  const alongX = changetype<Lattice>(round + offsetof<Round>())
  const alongZ = changetype<Lattice>(round + offsetof<Round>() + offsetof<Lattice>())
  const lines = scratch
  const cuts = aligned(lines + offsetof<Line>() * <usize>alongX.count)
  const row = cuts + CUT * <usize>alongX.count
  const sums = row + PAIR * <usize>alongX.cells
  return roundColumns(changetype<Round>(round), alongX, alongZ, lines, cuts, row, sums, job.spans)
}

function cutConvex(job: CutJob, scratch: usize): i32 {
  const box = changetype<Box>(changetype<usize>(job) + offsetof<CutJob>())
  const cells = box.nx * box.nz
  const sums = scratch + POLYGONS
  memory.fill(sums, 0, offsetof<ConvexSums>() * <usize>cells)
  sumConvex(job.corners, job.triangles, job.triangleCount, box, scratch, sums)
  let count = 0
  for (let j = 0; j < box.nz; j++)
    for (let i = 0; i < box.nx; i++) {
      const cell = changetype<ConvexSums>(sums + offsetof<ConvexSums>() * <usize>(j * box.nx + i))
      const entered = cell.entered, left = cell.left, low = cell.low, high = cell.high
      if (entered < NO_AREA || left < NO_AREA || high <= low) continue
      const coverage = Math.min(1, entered)
      const bottom = low / entered, top = high / left
      const middle = (bottom + top) / 2
      const half = (top - bottom) * (entered / coverage / 2)
      const span = changetype<Span>(job.spans + offsetof<Span>() * <usize>count)
      span.cell = <f64>((box.j + j) * job.nx + box.i + i)
      span.bottom = job.y + middle - half
      span.top = job.y + middle + half
      span.bottomSpread = spread(bottom, cell.lowSquare / entered)
      span.topSpread = spread(top, cell.highSquare / left)
      span.coverage = coverage
      count++
    }
  return count
}

/** Half the range of a uniform distribution with this variance, which is a third of its square. */
@inline function spread(mean: f64, meanSquare: f64): f64 {
  return Math.sqrt(3 * Math.max(0, meanSquare - mean * mean))
}

@unmanaged
export class UnpackJobsPass {
  /** A CutJob in each row. */
  jobs: Field
  /** Address of the Columns. */
  columns: i32
}

/** Copies the spans of jobs to the columns, each from its `first` on. There is room for them. */
export function unpackJobs(pass: UnpackJobsPass, begin: i32, end: i32): void {
  const columns = changetype<Columns>(<usize>pass.columns)
  for (let k = begin; k < end; k++) unpackSpans(columns, changetype<CutJob>(pass.jobs.row(k)))
}

function unpackSpans(columns: Columns, job: CutJob): void {
  const first = job.first, count = job.count
  for (let k = 0; k < count; k++) {
    const span = changetype<Span>(job.spans + offsetof<Span>() * <usize>k)
    const at = <usize>(first + k) << 3
    i32.store(columns.cell + (at >> 1), <i32>span.cell)
    f64.store(columns.bottom + at, span.bottom)
    f64.store(columns.top + at, span.top)
    f64.store(columns.bottomSpread + at, span.bottomSpread)
    f64.store(columns.topSpread + at, span.topSpread)
    f64.store(columns.coverage + at, span.coverage)
  }
}
