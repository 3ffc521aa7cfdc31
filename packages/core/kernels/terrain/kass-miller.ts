// Kass and Miller's implicit step, along x in every row or along z in every column (src/solvers/terrain/kass-miller.ts has the
// equations, flow-lines.ts the solves, one line in each lane).
//
// Along z, lanes are neighbouring columns and a strip of columns is solved where it lies. Along x, lanes are rows: a group
// of rows is turned over into scratch, 4 × 4 cells at a time in registers, solved there, and its flows are turned back. So
// no vector is ever gathered float by float. No line knows which others it is solved with.

import { FLUX, inwardOf, JOINED, kindOf, LEVEL, levelOf, OPEN } from './boundary-data'
import { Field } from '../abi/field'
import { changeDepth, changeOpenDepth, flowAlong, Lines, setConstants } from './tridiagonal-flux'
import { storeTransposed } from '../spectral/spectrum'
import { load, mul, splat, store, WIDE } from '../abi/simd'

/** Columns that are shared out among threads together. */
export const STRIP: i32 = 32
/** Columns that a thread solves together, at most: the wider, the longer the pieces of rows that are read in one go. */
export const WIDEST: i32 = 512
/** Rows of a group. */
export const GROUP: i32 = 16
/** Cells of a row that are turned over before the next row's, so that what is written for them stays in the nearest cache. */
const CHUNK: i32 = 64
/** Bytes of scratch for the record of a group, and with it for the nine values that each line has one of. */
const RECORD: usize = 256
export const HEAD: usize = RECORD + 9 * 4 * WIDEST
/** Values of a cell in the scratch behind: along x depth, ground, flow, z, openness; along z h, flow and z. */
export const X_VALUES: i32 = 5
export const Z_VALUES: i32 = 3
/** A face less deep than this lets nothing through [m]: a film that thin clings to the ground. */
const DRY: f32 = 1e-6

/** What came in through the ends of a line so far [m of one cell]. */
@unmanaged
export class LineEntered {
  first: f64
  last: f64
}

@unmanaged
export class KassMillerPass {
  /** Depth of the water [m], and what rounding left of it. */
  depth: Field
  depthError: Field
  /** Ground [m]. */
  bed: Field
  /** Discharge per width along the pass's direction, through the face after each cell [m2/s]. */
  q: Field
  /** Openness of the cells; only read by the openness kernels. */
  openness: Field
  /** What lies beyond the first and the last cell of the lines (edge-water.ts). */
  before: Field
  after: Field
  /** LineBooks of each line. */
  entered: Field
  /** A double: the time step [s]. */
  clock: Field
  /** A row for each thread. */
  scratch: Field
  /** Gravity [m/s2]. */
  gravity: f32
  /** Cell size [m]. */
  cellSize: f32
  /** What is left of the motion after a step without forces, 1 - τ. */
  keep: f32
}

/** The record of a group of lines at the beginning of the thread's scratch, with all that does not depend on the direction. */
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
 * The end face of a line, as inflow I with the level eta' of its cell still open: I = s - K (eta' - eta).
 *
 * LEVEL: the face itself, half a cell from the middle, is held at the level. OPEN: waves inside and outside are long, so
 * u + eta g/c, with u inwards, comes in unchanged and belongs to the water outside; eta at the face is taken as the cell's:
 *   u + eta' g/c = inward + level g/c,   I = D u dt/dx = (D inward + c (level - eta')) dt/dx,   c = sqrt(g D).
 * A wave with eta = level and u = inward passes as it is, one that goes out, eta = -u c/g, meets nothing. Where the
 * ground is above the level there is no water outside, and what is inside falls out as fast as waves go, c d'.
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

/** The ends of the lines from number `first` on, of which there are `count`; lanes left over repeat the last one. */
function meetEnds(pass: KassMillerPass, lines: Lines, first: i32, count: i32, openness: bool): bool {
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
    // The last face's flow counts outwards.
    f32.store(lines.lastS + x, -f32.load(lines.lastS + x))
    f32.store(lines.joined + x, isJoined ? 1 : 0)
    f32.store(lines.firstBed + x, f32.load(lines.bed + x))
    joined = joined || isJoined
  }
  return joined
}

/** Enters what came through the ends. What goes round joined ends comes in here and leaves there. */
@inline function keepBooks(pass: KassMillerPass, lines: Lines, first: i32, count: i32): void {
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
    // h and t side by side, behind them z.
    lines.hStep = lines.tStep = bytes + bytes
    lines.h = scratch + HEAD + lines.hStep
    lines.t = lines.h + bytes
    lines.zStep = bytes
    lines.z = lines.h + <usize>lines.n * lines.hStep + bytes
    const joined = meetEnds(pass, lines, first, count, openness)
    const wild = joined ? flowAlong(lines, openness, true) : flowAlong(lines, openness, false)
    keepBooks(pass, lines, first, count)
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
    // Side by side depth; ground, then h; discharge, then y and the flow. Behind them z and openness. Rows are whole tiles.
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
        turnOver(depth, i, j, lines.depth + x, step)
        turnOver(pass.bed, i, j, lines.bed + x, step)
        turnOver(pass.q, i, j, lines.q + x, step)
        if (openness) turnOver(pass.openness, i, j, lines.openness + x, lines.opennessStep)
      }
    for (let lane = 0; lane < count; lane += 4) turnOverEnd(pass.q, first + lane, lines.q - step + (<usize>lane << 2))
    const joined = meetEnds(pass, lines, first, count, openness)
    const wild = joined ? flowAlong(lines, openness, true) : flowAlong(lines, openness, false)
    keepBooks(pass, lines, first, count)
    endRows(pass, lines, first, count)
    for (let i = 0; i < lines.n; i += CHUNK)
      for (let lane = 0; lane < count; lane += 4)
        if (wild) settleRows(pass, lines, i, first + lane, lane, openness, true)
        else settleRows(pass, lines, i, first + lane, lane, openness, false)
  }
}

/** A strip's flows back into its columns, and what they change. */
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

/** CHUNK cells of four rows into lanes. Whole tiles: what lies past the last cell is carried along and not used. */
@inline function turnOver(field: Field, i: i32, j: i32, lanes: usize, step: usize): void {
  const r0 = rowOf(field, j, 0), r1 = rowOf(field, j, 1), r2 = rowOf(field, j, 2), r3 = rowOf(field, j, 3)
  let to = lanes + <usize>i * step
  for (let x = <usize>i << 2, end = <usize>min(i + CHUNK, field.nx) << 2; x < end; x += WIDE, to += 4 * step)
    storeTransposed(load(r0 + x), load(r1 + x), load(r2 + x), load(r3 + x), to, to + step, to + 2 * step, to + 3 * step)
}

/** The values before cell 0 of four rows into lanes. */
@inline function turnOverEnd(field: Field, j: i32, to: usize): void {
  for (let lane = 0; lane < 4; lane++) f32.store(to + (<usize>lane << 2), f32.load(rowOf(field, j, lane) - 4))
}

/** The flows through the first faces back; and past the last cell such that nothing changes there. */
@inline function endRows(pass: KassMillerPass, lines: Lines, first: i32, count: i32): void {
  const step = lines.tStep, n = lines.n, end = lines.t + <usize>(n - 1) * step
  for (let lane = 0; lane < count; lane++)
    f32.store(pass.q.row(first + lane) - 4, f32.load(lines.t - step + (<usize>lane << 2)) * (1 / lines.r))
  for (let i = n; i & 3; i++)
    for (let x: usize = 0; x < lines.bytes; x += WIDE) store(lines.t + <usize>i * step + x, load(end + x))
}

/** The flows of CHUNK cells of four rows back from lanes, and what they change. */
@inline function settleRows(
  pass: KassMillerPass, lines: Lines, i: i32, j: i32, lane: i32, openness: bool, wild: bool,
): void {
  const step = lines.tStep, n = lines.n, rows = min(4, pass.depth.nz - j)
  const toDischarge = splat(1 / lines.r)
  let t = lines.t + (<usize>lane << 2) + <usize>i * step
  // The flows before the chunk, as the last of four cells.
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

/** Four cells of a row, from the flows through their right faces and those of the four cells before. */
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
