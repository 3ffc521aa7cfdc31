// Columns through spheres, capsules, cylinders and cones.
//
// Vertical lines cut a round body exactly. They form a lattice that is fixed to the centre of the body and spans its silhouette. Each line
// represents a small square, whose area is divided among the cells below it. The sum over all cells therefore does not change when the
// body moves by a fraction of a cell, and the coverage of cells at the rim is continuous. The lattice misses at most 0.3 % of the volume
// of a sphere and a few per cent of that of a tilted cylinder or cone; the thickness of the spans is scaled to correct this.

import { ScratchModule } from '../../backend/wasm/scratch-module.js'
import type { Grid } from '../../fields/grid.js'
import { CellSums, CUT, Lattice, Line, PAIR, Round, RoundKind, Span } from '../../generated/layouts/modules/rounds.js'
import { roundsWasm } from '../../generated/rounds.js'
import { type Piece, type RoundShape, reachOf } from '../geometry/solid.js'
import type { PiecePose } from './piece-pose.js'
import type { Spans } from './spans.js'

/** Lines across the silhouette, at least and, because of slender bodies, at most; lines for each cell. */
const LEAST_LINES = 24
const MOST_FOR_SLENDER = 256
const LINES_PER_CELL = 4
/** Lines over the radius, or over the height of a flat cylinder. */
const LINES_PER_RADIUS = 4

// Where the kernel's records are in the scratch, in bytes; the rest follows as whole vectors.
const ROUND = 8
const ALONG_X = ROUND + Round.bytes
const ALONG_Z = ALONG_X + Lattice.bytes
const REST = 16 * Math.ceil((ALONG_Z + Lattice.bytes) / 16)

/** kernels/rounds. Arguments are addresses. */
const module = new ScratchModule<{
  /** Cuts a round body. Returns how many spans it has made. */
  roundColumns(
    round: number,
    alongX: number,
    alongZ: number,
    lines: number,
    cuts: number,
    row: number,
    sums: number,
    spans: number,
  ): number
}>(roundsWasm)

export class RoundColumns {
  readonly #grid: Grid

  constructor(grid: Grid) {
    this.#grid = grid
  }

  /** Adds the spans of a piece, whose shape is a round one. */
  add(shape: RoundShape, piece: Piece, pose: PiecePose, spans: Spans): void {
    const before = module.room(REST)
    if (!writeRound(before.doubles, before.integers, ROUND, this.#grid, shape, piece, pose)) return
    const { word } = Lattice
    const lineCount = before.integers[ALONG_X / 4 + word.count]!
    const cellsX = before.integers[ALONG_X / 4 + word.cells]!
    const cells = cellsX * before.integers[ALONG_Z / 4 + word.cells]!
    const cuts = 16 * Math.ceil((REST + Line.bytes * lineCount) / 16)
    const row = cuts + CUT * lineCount
    const sums = row + PAIR * cellsX
    const out = sums + CellSums.bytes * cells
    const { doubles } = module.room(out + Span.bytes * cells)
    const count = module.kernels.roundColumns(ROUND, ALONG_X, ALONG_Z, REST, cuts, row, sums, out)
    copySpans(doubles, out / 8, count, spans)
  }
}

/** Bytes of the scratch for a piece of so many lines along x, cells along x and cells. */
export function roundScratch(lines: number, cellsX: number, cells: number): number {
  return 16 + (Line.bytes + CUT) * lines + PAIR * cellsX + CellSums.bytes * cells
}

/**
 * Writes the kernel's records of a piece, whose shape is a round one, from an address on: the shape, and its lines along x and z. Returns false, and writes nothing, if it is
 * beyond the grid.
 */
export function writeRound(
  doubles: Float64Array,
  integers: Int32Array,
  address: number,
  { nx, nz, cellSize }: Grid,
  shape: RoundShape,
  { volume }: Piece,
  { x, y, z, matrix: m }: PiecePose,
): boolean {
  const reachX = reachOf(shape, m[1]!) / cellSize
  const reachZ = reachOf(shape, m[7]!) / cellSize
  const middleX = x / cellSize + nx / 2
  const middleZ = z / cellSize + nz / 2
  const startX = Math.max(0, Math.floor(middleX - reachX))
  const startZ = Math.max(0, Math.floor(middleZ - reachZ))
  const cellsX = Math.min(nx - 1, Math.floor(middleX + reachX)) - startX + 1
  const cellsZ = Math.min(nz - 1, Math.floor(middleZ + reachZ)) - startZ + 1
  if (cellsX <= 0 || cellsZ <= 0) return false
  const thin = thinnestOf(shape) / cellSize
  const { double, word } = Round
  const at = address / 8
  doubles[at + double.radius] = shape.kind === 'cone' ? (shape.radius + shape.top) / 2 : shape.radius
  doubles[at + double.slope] = shape.kind === 'cone' ? (shape.top - shape.radius) / shape.height : 0
  doubles[at + double.half] =
    shape.kind === 'sphere' ? 0 : shape.kind === 'capsule' ? shape.height / 2 - shape.radius : shape.height / 2
  integers[2 * at + word.kind] = RoundKind[shape.kind]
  integers[2 * at + word.nx] = nx
  doubles[at + double.cellSize] = cellSize
  doubles[at + double.y] = y
  doubles[at + double.volume] = volume
  for (let k = 0; k < 9; k++) doubles[at + double.m0 + k] = m[k]!
  lay(doubles, integers, address + Round.bytes, middleX, reachX, thin, startX, cellsX)
  lay(doubles, integers, address + Round.bytes + Lattice.bytes, middleZ, reachZ, thin, startZ, cellsZ)
  return true
}

/** Adds spans as the kernel wrote them, from `first` on. */
export function copySpans(doubles: Float64Array, first: number, count: number, spans: Spans): void {
  spans.reserve(count)
  const { cell, bottom, top, bottomSpread, topSpread, coverage } = spans
  const end = spans.count + count
  for (let k = spans.count, at = first; k < end; k++, at += Span.doubles) {
    cell[k] = doubles[at + Span.double.cell]!
    bottom[k] = doubles[at + Span.double.bottom]!
    top[k] = doubles[at + Span.double.top]!
    bottomSpread[k] = doubles[at + Span.double.bottomSpread]!
    topSpread[k] = doubles[at + Span.double.topSpread]!
    coverage[k] = doubles[at + Span.double.coverage]!
  }
  spans.count = end
}

/** The kernel's record of the lines along one axis, in cells. */
function lay(
  doubles: Float64Array,
  integers: Int32Array,
  record: number,
  middle: number,
  reach: number,
  thin: number,
  start: number,
  cells: number,
): void {
  const count = linesFor(reach, thin)
  const { double, word } = Lattice
  const at = record / 8
  doubles[at + double.middle] = middle
  doubles[at + double.reach] = reach
  doubles[at + double.spacing] = (2 * reach) / count
  integers[2 * at + word.count] = count
  integers[2 * at + word.start] = start
  integers[2 * at + word.cells] = cells
}

/** Smallest width of a shape that its lines resolve [m]. */
export function thinnestOf(shape: RoundShape): number {
  const isFlat = shape.kind === 'cylinder' || shape.kind === 'cone'
  return isFlat ? Math.min(shape.radius, shape.height) : shape.radius
}

/** Number of lines of a body along an axis, by its extent and its smallest width, in cells. */
export function linesFor(reach: number, thin: number): number {
  const slender = Math.min(MOST_FOR_SLENDER, ((2 * reach) / thin) * LINES_PER_RADIUS)
  return Math.ceil(Math.max(LEAST_LINES, slender, 2 * reach * LINES_PER_CELL))
}
