// Kass and Miller's implicit step, along x in every row or along z in every column. src/solvers/terrain/kass-miller.ts has the
// equations, tridiagonal-flux.ts the solves, one line in each SIMD lane.
//
// Along z, lanes are neighbouring columns, and a strip of columns is solved in place. Along x, lanes are rows: a group of rows is
// transposed into scratch, 4 × 4 cells at a time in registers, solved there, and its flows are transposed back. No vector is
// gathered float by float.
//
// Threads: lines are independent of each other; a thread writes only to its own lines and its own scratch.

import { FLUX, inwardOf, JOINED, kindOf, LEVEL, levelOf, OPEN } from './boundary-data'
import { Field } from '../abi/field'
import { changeDepth, changeOpenDepth, flowAlong, Lines, setConstants } from './tridiagonal-flux'
import { storeTransposed } from '../spectral/spectrum'
import { load, mul, splat, store, WIDE } from '../abi/simd'

/** Columns of a strip, the unit that is distributed among threads. */
export const STRIP: i32 = 32
/** Largest number of columns that a thread solves together: more columns mean longer contiguous reads. */
export const WIDEST: i32 = 512
/** Rows of a group. */
export const GROUP: i32 = 16
/** Cells of a row that are transposed before those of the next row, so that the written cells stay in the first-level cache. */
const CHUNK: i32 = 64
/** Bytes of scratch for the record of a group, and for the record with the nine values that each line has one of. */
const RECORD: usize = 256
export const HEAD: usize = RECORD + 9 * 4 * WIDEST
/** Values of a cell in the scratch after it: along x depth, bed, flow, z, openness; along z h, flow and z. */
export const X_VALUES: i32 = 5
export const Z_VALUES: i32 = 3
/** Faces of a smaller depth are closed [m]: a film that thin does not flow. */
const DRY: f32 = 1e-6

/** Water that has entered through the ends of a line so far [m of one cell]. */
@unmanaged
export class LineEntered {
  first: f64
  last: f64
}

@unmanaged
export class KassMillerPass {
  /** Depth of the water [m], and its compensation term. */
  depth: Field
  depthError: Field
  /** Elevation of the terrain [m]. */
  bed: Field
  /** Discharge per width in the direction of the pass, through the face after each cell [m²/s]. */
  q: Field
  /** Openness of the cells; only read by the kernels `…AmongSolids`. */
  openness: Field
  /** Boundary data beyond the first and the last cell of the lines (boundary-data.ts). */
  before: Field
  after: Field
  /** LineEntered of each line. */
  entered: Field
  /** A double: the time step [s]. */
  clock: Field
  /** A row for each thread. */
  scratch: Field
  /** Gravity [m/s2]. */
  gravity: f32
  /** Cell size [m]. */
  cellSize: f32
  /** Factor of the discharge in a step without forces, 1 - τ. */
  keep: f32
}

/** The record of a group of lines at the beginning of the thread's scratch, with all values that do not depend on the direction. */
@inline function linesOf(pass: KassMillerPass, scratch: usize, lanes: i32): Lines {
  const lines = changetype<Lines>(scratch)
  const bytes = <usize>lanes << 2
  const dt = f64.load(pass.clock.origin), dx = <f64>pass.cellSize
  lines.r = <f32>(dt / dx)
  lines.k = <f32>(<f64>pass.gravity * dt * dt / (dx * dx))
  lines.keep = pass.keep
  lines.dry = DRY
  setConstants(lines)
  lines.bytes = bytes
  let at = scratch + RECORD
  lines.firstK = at
  lines.firstS = at += bytes
  lines.lastK = at += bytes
  lines.lastS = at += bytes
  lines.joined = at += bytes
  lines.firstBed = at += bytes
  lines.sums = at += bytes
  return lines
}

/**
 * The end face of a line, as inflow I that is linear in the unknown level eta' of its cell: I = s - K (eta' - eta).
 *
 * LEVEL: the level is prescribed at the face itself, half a cell from the centre. OPEN: waves inside and outside are long, so that the
 * incoming characteristic u + eta g/c, with u inwards, has the value outside; eta at the face is taken from the cell:
 *   u + eta' g/c = inward + level g/c,   I = D u dt/dx = (D inward + c (level - eta')) dt/dx,   c = sqrt(g D).
 * A wave with eta = level and u = inward enters unchanged; an outgoing wave, eta = -u c/g, leaves without reflection. If the terrain is
 * above the level, there is no water outside, and the water inside flows out at the speed of waves, c d'.
 */
@inline function endFace(
  pass: KassMillerPass, lines: Lines, edge: Field, line: i32, d: f32, bed: f32, open: f32, inflow: f32, K: usize, S: usize,
): bool {
  const kind = kindOf(edge, line)
  let k: f32 = 0, s: f32 = 0
  if (kind == FLUX) s = open > 0 ? lines.r * inwardOf(edge, line) : 0
  else if (kind == LEVEL || kind == OPEN) {
    const eta = d + bed, level = max(levelOf(edge, line), bed)
    const deep = open * (min(eta, level) > bed ? <f32>0.5 * (d + (level - bed)) : max(eta, level) - bed)
    if (deep > lines.dry) {
      if (kind == LEVEL) {
        k = 2 * lines.k * deep
        s = lines.r * lines.keep * inflow
      } else {
        k = lines.r * open * sqrt(pass.gravity * deep / open)
        s = level > bed ? lines.r * deep * inwardOf(edge, line) : 0
      }
      s += k * (level - eta)
    }
  }
  f32.store(K, k)
  f32.store(S, s)
  return kind == JOINED
}

/** Sets the end faces of `count` lines from number `first` on; excess lanes repeat the last line. */
function setEndFaces(pass: KassMillerPass, lines: Lines, first: i32, count: i32, openness: bool): bool {
  const far = <usize>(lines.n - 1)
  const depth = lines.depth + far * lines.depthStep, bed = lines.bed + far * lines.bedStep
  const m = lines.openness + far * lines.opennessStep, q = lines.q + far * lines.qStep
  let joined = false
  for (let x: usize = 0; x < lines.bytes; x += 4) {
    const line = first + min(<i32>(x >> 2), count - 1)
    const open = openness ? f32.load(lines.openness + x) : 1, openFar = openness ? f32.load(m + x) : 1
    const isJoined = endFace(
      pass, lines, pass.before, line, f32.load(lines.depth + x), f32.load(lines.bed + x), open,
      f32.load(lines.q - lines.qStep + x), lines.firstK + x, lines.firstS + x,
    )
    endFace(
      pass, lines, pass.after, line, f32.load(depth + x), f32.load(bed + x), openFar, -f32.load(q + x),
      lines.lastK + x, lines.lastS + x,
    )
    // The flow through the last face is positive outwards.
    f32.store(lines.lastS + x, -f32.load(lines.lastS + x))
    f32.store(lines.joined + x, isJoined ? 1 : 0)
    f32.store(lines.firstBed + x, f32.load(lines.bed + x))
    joined = joined || isJoined
  }
  return joined
}

/** Adds the inflow through the ends to LineEntered. On a periodic line it enters at one end and leaves at the other. */
@inline function countEntered(pass: KassMillerPass, lines: Lines, first: i32, count: i32): void {
  const start = lines.t - lines.tStep, end = lines.t + <usize>(lines.n - 1) * lines.tStep
  for (let lane = 0; lane < count; lane++) {
    const x = <usize>lane << 2, entered = changetype<LineEntered>(pass.entered.row(first + lane))
    entered.first += <f64>f32.load(start + x)
    entered.last -= <f64>f32.load(end + x)
  }
}

/** Steps along z in strips of columns. */
@inline function alongZ(pass: KassMillerPass, begin: i32, end: i32, thread: i32, openness: bool): void {
  const depth = pass.depth, scratch = pass.scratch.row(thread)
  const until = min(end * STRIP, depth.nx)
  for (let first = begin * STRIP; first < until; first += WIDEST) {
    const count = min(WIDEST, until - first)
    const lines = linesOf(pass, scratch, (count + 3) & ~3)
    const x = <usize>first << 2, bytes = lines.bytes
    lines.n = depth.nz
    lines.depth = depth.row(0) + x
    lines.depthStep = depth.stride
    lines.bed = pass.bed.row(0) + x
    lines.bedStep = pass.bed.stride
    lines.q = pass.q.row(0) + x
    lines.qStep = pass.q.stride
    lines.openness = pass.openness.row(0) + x
    lines.opennessStep = pass.openness.stride
    // h and t interleaved, then z.
    lines.hStep = lines.tStep = bytes + bytes
    lines.h = scratch + HEAD + lines.hStep
    lines.t = lines.h + bytes
    lines.zStep = bytes
    lines.z = lines.h + <usize>lines.n * lines.hStep + bytes
    const joined = setEndFaces(pass, lines, first, count, openness)
    const wild = flowAlong(lines, openness, joined)
    countEntered(pass, lines, first, count)
    if (wild) settleColumns(pass, lines, x, openness, true)
    else settleColumns(pass, lines, x, openness, false)
  }
}

/** Steps along x in groups of rows. */
@inline function alongX(pass: KassMillerPass, begin: i32, end: i32, thread: i32, openness: bool): void {
  const depth = pass.depth, scratch = pass.scratch.row(thread)
  for (let group = begin; group < end; group++) {
    const first = group * GROUP, count = min(GROUP, depth.nz - first)
    const lines = linesOf(pass, scratch, (count + 3) & ~3)
    const bytes = lines.bytes, step = bytes + bytes + bytes
    lines.n = depth.nx
    // Interleaved: depth; bed, later h; discharge, later y and the flow. Then z and openness. Rows are whole tiles.
    lines.depthStep = lines.bedStep = lines.hStep = lines.qStep = lines.tStep = step
    lines.depth = scratch + HEAD + step
    lines.bed = lines.h = lines.depth + bytes
    lines.q = lines.t = lines.bed + bytes
    lines.zStep = lines.opennessStep = bytes + bytes
    lines.z = lines.depth + <usize>((lines.n + 3) & ~3) * step + lines.zStep
    lines.openness = lines.z + bytes
    for (let i = 0; i < lines.n; i += CHUNK)
      for (let lane = 0; lane < count; lane += 4) {
        const x = <usize>lane << 2, j = first + lane
        transposeIn(depth, i, j, lines.depth + x, step)
        transposeIn(pass.bed, i, j, lines.bed + x, step)
        transposeIn(pass.q, i, j, lines.q + x, step)
        if (openness) transposeIn(pass.openness, i, j, lines.openness + x, lines.opennessStep)
      }
    for (let lane = 0; lane < count; lane += 4) transposeEndIn(pass.q, first + lane, lines.q - step + (<usize>lane << 2))
    const joined = setEndFaces(pass, lines, first, count, openness)
    const wild = flowAlong(lines, openness, joined)
    countEntered(pass, lines, first, count)
    endRows(pass, lines, first, count)
    for (let i = 0; i < lines.n; i += CHUNK)
      for (let lane = 0; lane < count; lane += 4)
        if (wild) settleRows(pass, lines, i, first + lane, lane, openness, true)
        else settleRows(pass, lines, i, first + lane, lane, openness, false)
  }
}

/** Writes the flows of a strip back to its columns and updates the depths. */
@inline function settleColumns(pass: KassMillerPass, lines: Lines, x0: usize, openness: bool, wild: bool): void {
  const bytes = lines.bytes, tStep = lines.tStep, toDischarge = splat(1 / lines.r)
  let depth = lines.depth, depthError = pass.depthError.row(0) + x0, m = lines.openness, t = lines.t, q = lines.q
  for (let x: usize = 0; x < bytes; x += WIDE) store(q - lines.qStep + x, mul(load(t - tStep + x), toDischarge))
  for (let j = 0; j < lines.n; j++) {
    for (let x: usize = 0; x < bytes; x += WIDE) {
      const before = load(t - tStep + x), flow = load(t + x)
      store(q + x, mul(flow, toDischarge))
      if (openness) changeOpenDepth(depth + x, depthError + x, before, flow, load(m + x))
      else changeDepth(depth + x, depthError + x, before, flow, wild)
    }
    depth += lines.depthStep
    depthError += pass.depthError.stride
    m += lines.opennessStep
    t += tStep
    q += lines.qStep
  }
}

@inline function rowOf(field: Field, j: i32, lane: i32): usize { return field.row(min(j + lane, field.nz - 1)) }

/** Transposes CHUNK cells of four rows into lanes. In whole tiles: values beyond the last cell are copied but not used. */
@inline function transposeIn(field: Field, i: i32, j: i32, lanes: usize, step: usize): void {
  const r0 = rowOf(field, j, 0), r1 = rowOf(field, j, 1), r2 = rowOf(field, j, 2), r3 = rowOf(field, j, 3)
  let to = lanes + <usize>i * step
  for (let x = <usize>i << 2, end = <usize>min(i + CHUNK, field.nx) << 2; x < end; x += WIDE, to += 4 * step)
    storeTransposed(load(r0 + x), load(r1 + x), load(r2 + x), load(r3 + x), to, to + step, to + 2 * step, to + 3 * step)
}

/** Transposes the values before cell 0 of four rows into lanes. */
@inline function transposeEndIn(field: Field, j: i32, to: usize): void {
  for (let lane = 0; lane < 4; lane++) f32.store(to + (<usize>lane << 2), f32.load(rowOf(field, j, lane) - 4))
}

/** Writes the flows through the first faces back, and flows beyond the last cell that change nothing there. */
@inline function endRows(pass: KassMillerPass, lines: Lines, first: i32, count: i32): void {
  const step = lines.tStep, n = lines.n, end = lines.t + <usize>(n - 1) * step
  for (let lane = 0; lane < count; lane++)
    f32.store(pass.q.row(first + lane) - 4, f32.load(lines.t - step + (<usize>lane << 2)) * (1 / lines.r))
  for (let i = n; i & 3; i++)
    for (let x: usize = 0; x < lines.bytes; x += WIDE) store(lines.t + <usize>i * step + x, load(end + x))
}

/** Transposes the flows of CHUNK cells of four rows back from lanes and updates the depths. */
@inline function settleRows(
  pass: KassMillerPass, lines: Lines, i: i32, j: i32, lane: i32, openness: bool, wild: bool,
): void {
  const step = lines.tStep, n = lines.n, rows = min(4, pass.depth.nz - j)
  const toDischarge = splat(1 / lines.r)
  let t = lines.t + (<usize>lane << 2) + <usize>i * step
  // The flows before the chunk, as those of the last of four cells.
  const first = load(t - step)
  let p0 = f32x4.splat(f32x4.extract_lane(first, 0)), p1 = f32x4.splat(f32x4.extract_lane(first, 1))
  let p2 = f32x4.splat(f32x4.extract_lane(first, 2)), p3 = f32x4.splat(f32x4.extract_lane(first, 3))
  for (let x = <usize>i << 2, end = <usize>min(i + CHUNK, n) << 2; x < end; x += WIDE, t += 4 * step) {
    const a = load(t), b = load(t + step), c = load(t + 2 * step), d = load(t + 3 * step)
    const abLow = v128.shuffle<f32>(a, b, 0, 4, 1, 5), abHigh = v128.shuffle<f32>(a, b, 2, 6, 3, 7)
    const cdLow = v128.shuffle<f32>(c, d, 0, 4, 1, 5), cdHigh = v128.shuffle<f32>(c, d, 2, 6, 3, 7)
    const f0 = v128.shuffle<f32>(abLow, cdLow, 0, 1, 4, 5), f1 = v128.shuffle<f32>(abLow, cdLow, 2, 3, 6, 7)
    const f2 = v128.shuffle<f32>(abHigh, cdHigh, 0, 1, 4, 5), f3 = v128.shuffle<f32>(abHigh, cdHigh, 2, 3, 6, 7)
    settleFour(pass, j, x, p0, f0, toDischarge, openness, wild)
    if (rows > 1) settleFour(pass, j + 1, x, p1, f1, toDischarge, openness, wild)
    if (rows > 2) settleFour(pass, j + 2, x, p2, f2, toDischarge, openness, wild)
    if (rows > 3) settleFour(pass, j + 3, x, p3, f3, toDischarge, openness, wild)
    p0 = f0
    p1 = f1
    p2 = f2
    p3 = f3
  }
}

/** Updates four cells of a row, from the flows through their right faces and those of the previous four cells. */
@inline function settleFour(
  pass: KassMillerPass, j: i32, x: usize, previous: v128, flow: v128, toDischarge: v128, openness: bool, wild: bool,
): void {
  store(pass.q.row(j) + x, mul(flow, toDischarge))
  const before = v128.shuffle<f32>(previous, flow, 3, 4, 5, 6)
  const depth = pass.depth.row(j) + x, depthError = pass.depthError.row(j) + x
  if (openness) changeOpenDepth(depth, depthError, before, flow, load(pass.openness.row(j) + x))
  else changeDepth(depth, depthError, before, flow, wild)
}

/** Postcondition: one step along x, in groups of 16 rows. */
export function kassMillerX(pass: KassMillerPass, begin: i32, end: i32, thread: i32): void {
  alongX(pass, begin, end, thread, false)
}

/** The same where solids close faces. */
export function kassMillerXAmongSolids(pass: KassMillerPass, begin: i32, end: i32, thread: i32): void {
  alongX(pass, begin, end, thread, true)
}

/** Postcondition: one step along z, in strips of 32 columns. */
export function kassMillerZ(pass: KassMillerPass, begin: i32, end: i32, thread: i32): void {
  alongZ(pass, begin, end, thread, false)
}

/** The same where solids close faces. */
export function kassMillerZAmongSolids(pass: KassMillerPass, begin: i32, end: i32, thread: i32): void {
  alongZ(pass, begin, end, thread, true)
}
