// Columns: several substeps in one sweep over memory. The equations of a substep are those of columns.ts, and so are the bits.
//
// A drift needs the kicked potential of the row and its neighbours; the next kick needs the drifted elevation of the row alone. While the
// rows of a wavefront are in the cache, a row is therefore advanced through all substeps: substep s follows substep s - 1 at a distance of
// two rows. Fields go through memory once for all substeps instead of once for each.
//
//   drift   eta -= (H dt / dx²) ((right - left) + (down - up)),   the differences of phi across the four faces of the cell
//   kick    phi  = keep phi - g dt (eta - level)                  of the next substep, in place
//
// The difference across a face is computed once for the two cells that share it: c - l is exactly -(l - c), so that the sum is that of
// stencil.ts to the last bit. A kick in place overwrites the potential that the next row still needs. That row needs it only in
// the difference across their common face, which is kept in a line of scratch for each substep.
//
// Threads own bands of rows, and no band may read rows of another that are advanced at the same time. Row i of a band, counted from a seam
// between bands, is therefore kicked floor(i / 2) + 1 times and drifted floor((i + 1) / 2) times in the pass over bands: its last drift needs
// no row beyond the seam, and no later kick overwrites a potential that a row at the seam still needs. The pass over seams completes
// the rows on both sides of each seam. A band is at least four blocks of BLOCK_ROWS rows (thread-loop.ts gives each thread four rows of a
// pass at least), so that seams do not meet.

import { ABSORB, copyRow, PERIODIC } from '../boundary/edges'
import { rowBefore } from '../boundary/radiation'
import { afterKick, beforeKick, closeHaloRow, ColumnsPass, fillGhosts, kickRow, restOf } from './columns'
import { add, at, mul, splat, sub, WIDE } from '../abi/simd'

/** Open water, water among solids, and water that solids divide into pools of different level. */
export const OPEN: i32 = 0
export const SOLIDS: i32 = 1
export const POOLS: i32 = 2

/** Most substeps in one sweep: lines of scratch of a thread. */
export const MOST_SUBSTEPS: i32 = 8
/** Rows of a block: at least the number of substeps. */
export const BLOCK_ROWS: i32 = MOST_SUBSTEPS

/** Differences of phi between a row and the next, of substep s: one line for each thread and substep. */
@inline function lineOf(pass: ColumnsPass, thread: i32, s: i32): usize {
  return pass.lines.row(thread * MOST_SUBSTEPS + s - 1)
}

/** The row at a periodic edge that j stands for; j itself at others, halo rows included. */
@inline function wrapped(pass: ColumnsPass, j: i32): i32 {
  const nz = pass.phi.nz
  if (pass.zBefore != PERIODIC) return j
  return j < 0 ? j + nz : j >= nz ? j - nz : j
}

/** Whether the halo row next to row j belongs to the edge, and is advanced with the row. */
@inline function isEdge(pass: ColumnsPass, j: i32): bool {
  return pass.zBefore != PERIODIC && (j == 0 || j == pass.phi.nz - 1)
}

/** The differences to the left of four cells: the last of the four before, and the first three of their own. */
@inline function shifted(before: v128, differences: v128): v128 {
  return v128.shuffle<f32>(before, differences, 3, 4, 5, 6)
}

/** The drift of four cells. Openness is that at `m` and in the rows above and below; `solids` is a compile-time constant. */
@inline function drifted(
  solids: bool, eta: v128, left: v128, right: v128, up: v128, down: v128, m: usize, mUp: usize, mDown: usize, drift: v128,
): v128 {
  if (!solids) return sub(eta, mul(drift, add(sub(right, left), sub(down, up))))
  const alongX = sub(mul(v128.load(m, 4), right), mul(v128.load(m - 4), left))
  const alongZ = sub(mul(v128.load(mDown), down), mul(v128.load(mUp), up))
  const isOpen = f32x4.ne(v128.load(m), splat(0))
  return sub(eta, mul(drift, v128.and(isOpen, add(alongX, alongZ))))
}

/** Drift of row j. `isFirst`: the line does not hold the differences to the row before yet. */
function driftRow(pass: ColumnsPass, j: i32, line: usize, isFirst: bool, solids: bool): void {
  const here = wrapped(pass, j)
  const phi = pass.phi.row(here), eta = pass.eta.row(here)
  const up = pass.phi.row(wrapped(pass, j - 1)), down = pass.phi.row(wrapped(pass, j + 1))
  const m = pass.openness.row(here), mUp = pass.openness.row(here - 1), mDown = pass.openness.row(here + 1)
  const drift = splat(pass.drift)
  let before = splat(at(phi, 0) - at(phi, -1))
  for (let x: usize = 0, end = <usize>pass.phi.nx << 2; x < end; x += WIDE) {
    const c = v128.load(phi + x)
    const right = sub(v128.load(phi + x, 4), c), below = sub(v128.load(down + x), c)
    const above = isFirst ? sub(c, v128.load(up + x)) : v128.load(line + x)
    v128.store(line + x, below)
    v128.store(eta + x, drifted(solids, v128.load(eta + x), shifted(before, right), right, above, below, m + x, mUp + x, mDown + x, drift))
    before = right
  }
}

/** Kick of row j, and of the halo row next to it at an edge. */
function kickOne(pass: ColumnsPass, j: i32, pools: bool): void {
  const phi = pass.phi
  const nx = phi.nx, last = phi.nz - 1
  const row = wrapped(pass, j)
  if (!isEdge(pass, row)) {
    kickRow(pass, row, pools)
    return
  }
  if (row == 0 && pass.zBefore == ABSORB) rowBefore(phi.row(-1), phi.row(0), nx, pass.radiation)
  if (row == last && pass.zAfter == ABSORB) rowBefore(phi.row(last + 1), phi.row(last), nx, pass.radiation)
  kickRow(pass, row, pools)
  if (row == 0) closeHaloRow(pass, pass.zBefore, pass.zBeforeHeight, phi.row(-1), phi.row(0))
  if (row == last) closeHaloRow(pass, pass.zAfter, pass.zAfterHeight, phi.row(last + 1), phi.row(last))
}

/**
 * Drift of rows j and j + 1 and, if `kicks`, their next kick. Two rows at once, because the differences between them then stay in registers.
 * Precondition: the line holds the differences to row j - 1. Postcondition: those between row j + 1 and the next, before the kick.
 *
 * The loop ends with its condition, so that V8 computes the addresses of rows once (docs/decisions/0033-loops-that-v8-keeps-lean.md).
 */
@inline function advancePair(pass: ColumnsPass, j: i32, line: usize, kicks: bool, solids: bool, pools: bool): void {
  const j0 = wrapped(pass, j), j1 = wrapped(pass, j + 1)
  const phi0 = pass.phi.row(j0), phi1 = pass.phi.row(j1), phi2 = pass.phi.row(wrapped(pass, j + 2))
  const eta0 = pass.eta.row(j0), eta1 = pass.eta.row(j1)
  const m = pass.openness.row(j0), mUp = pass.openness.row(j0 - 1), mDown = pass.openness.row(j0 + 1)
  const n = pass.openness.row(j1), nUp = pass.openness.row(j1 - 1), nDown = pass.openness.row(j1 + 1)
  const levels0 = pass.levels.row(j0), levels1 = pass.levels.row(j1)
  const keep = splat(pass.keep), kick = splat(pass.kick), level = splat(pass.kick * pass.level), drift = splat(pass.drift)
  const ghostBefore0 = beforeKick(pass, phi0), ghostAfter0 = afterKick(pass, phi0)
  const ghostBefore1 = beforeKick(pass, phi1), ghostAfter1 = afterKick(pass, phi1)
  let before0 = splat(at(phi0, 0) - at(phi0, -1)), before1 = splat(at(phi1, 0) - at(phi1, -1))
  const bytes = <usize>pass.phi.nx << 2
  let x: usize = 0
  do {
    const p0 = phi0 + x, p1 = phi1 + x, e0 = eta0 + x, e1 = eta1 + x, between = line + x
    const c0 = v128.load(p0), c1 = v128.load(p1)
    const right0 = sub(v128.load(p0, 4), c0), middle = sub(c1, c0)
    const h0 = drifted(solids, v128.load(e0), shifted(before0, right0), right0, v128.load(between), middle, m + x, mUp + x, mDown + x, drift)
    v128.store(e0, h0)
    if (kicks) v128.store(p0, sub(mul(keep, c0), sub(mul(kick, h0), restOf(pools, level, kick, levels0 + x))))
    before0 = right0
    const right1 = sub(v128.load(p1, 4), c1), below = sub(v128.load(phi2 + x), c1)
    v128.store(between, below)
    const h1 = drifted(solids, v128.load(e1), shifted(before1, right1), right1, middle, below, n + x, nUp + x, nDown + x, drift)
    v128.store(e1, h1)
    if (kicks) v128.store(p1, sub(mul(keep, c1), sub(mul(kick, h1), restOf(pools, level, kick, levels1 + x))))
    before1 = right1
    x += WIDE
  } while (x < bytes)
  if (kicks) {
    fillGhosts(pass, phi0, ghostBefore0, ghostAfter0)
    fillGhosts(pass, phi1, ghostBefore1, ghostAfter1)
  }
}

/** The same for the surroundings of the water; both are constants of the loop. */
function advanceRows(pass: ColumnsPass, j: i32, line: usize, kicks: bool, surroundings: i32): void {
  if (surroundings == OPEN) {
    if (kicks) advancePair(pass, j, line, true, false, false)
    else advancePair(pass, j, line, false, false, false)
  } else if (!kicks) advancePair(pass, j, line, false, true, false)
  else if (surroundings == SOLIDS) advancePair(pass, j, line, true, true, false)
  else advancePair(pass, j, line, true, true, true)
}

/**
 * Rows `first` and `first + 1` of a substep. Rows from `begin` to `end` - 1 are drifted, and those from `kickBegin` to `kickEnd` - 1 then kicked.
 */
function advanceTwo(
  pass: ColumnsPass, first: i32, line: usize, begin: i32, end: i32, kickBegin: i32, kickEnd: i32, surroundings: i32,
): void {
  const isInner = first > begin && first + 2 <= end
  const isKicked = first >= kickBegin && first + 2 <= kickEnd && !isEdge(pass, first) && !isEdge(pass, first + 1)
  const isNotKicked = first + 1 < kickBegin || first >= kickEnd
  if (isInner && (isKicked || isNotKicked)) advanceRows(pass, first, line, isKicked, surroundings)
  else
    for (let j = max(first, begin); j < min(first + 2, end); j++) {
      driftRow(pass, j, line, j == begin, surroundings != OPEN)
      if (j >= kickBegin && j < kickEnd) kickOne(pass, j, surroundings == POOLS)
    }
}

/**
 * Advances blocks of rows, each of BLOCK_ROWS rows of the grid; the last block ends with the grid. Postcondition: all rows of the band are
 * advanced by `substeps` substeps, except near seams.
 */
export function advanceBands(pass: ColumnsPass, firstBlock: i32, lastBlock: i32, thread: i32, surroundings: i32): void {
  const substeps = pass.substeps, nz = pass.phi.nz
  const begin = firstBlock * BLOCK_ROWS, end = lastBlock == nz / BLOCK_ROWS ? nz : lastBlock * BLOCK_ROWS
  const wraps = pass.zBefore == PERIODIC
  const hasSeamAbove = begin > 0 || wraps, hasSeamBelow = end < nz || wraps
  for (let front = begin, last = end + 2 * substeps; front < last; front += 2) {
    for (let j = front; j < min(front + 2, end); j++) kickOne(pass, j, surroundings == POOLS)
    for (let s = 1; s <= substeps; s++) {
      const first = front + 1 - 2 * s
      const from = hasSeamAbove ? begin + 2 * s - 1 : begin, to = hasSeamBelow ? end - 2 * s + 1 : end
      if (first + 2 <= from || first >= to) continue
      const kicks = s < substeps
      const kickFrom = kicks ? hasSeamAbove ? from + 1 : from : to, kickTo = hasSeamBelow && kicks ? to - 1 : to
      advanceTwo(pass, first, lineOf(pass, thread, s), from, to, kickFrom, kickTo, surroundings)
    }
  }
}

/** Postcondition: the rows near the seam before the first block are advanced, too; periodic halo rows are filled. */
export function advanceSeams(pass: ColumnsPass, firstBlock: i32, thread: i32, surroundings: i32): void {
  const substeps = pass.substeps, phi = pass.phi
  const seam = firstBlock * BLOCK_ROWS
  if (seam == 0 && pass.zBefore != PERIODIC) return
  for (let s = 1; s <= substeps; s++) {
    const from = seam - 2 * s + 1, to = seam + 2 * s - 1
    const kicks = s < substeps
    for (let first = from - 1; first < to; first += 2)
      advanceTwo(pass, first, lineOf(pass, thread, s), from, to, kicks ? from : to, to, surroundings)
    if (kicks) {
      kickOne(pass, from - 1, surroundings == POOLS)
      kickOne(pass, to, surroundings == POOLS)
    }
  }
  if (seam == 0) {
    copyRow(phi.row(-1), phi.row(phi.nz - 1), phi.nx)
    copyRow(phi.row(phi.nz), phi.row(0), phi.nx)
  }
}
