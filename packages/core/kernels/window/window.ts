// The window of one level of Λ (src/numerics/window-fit.ts), plus the interpolated result of the coarser level:
//
//   out = sum_m a_m (D_m^x + D_m^z) phi + sum_t (sum_m h_tm D_m^x) (sum_m v_tm D_m^z) phi + Rᵀ coarse
//
// with the second difference D_m phi = phi(-m) + phi(+m) - 2 phi(0). b_m of the fit is -D_m / 2; the taps include the factor.
// Differences are exactly zero on a constant, however the taps are rounded.
//
// Each row is read from memory once. The differences along z are computed once for all terms. The terms are then combined before
// the sum along x, because both cells at distance m have the same weight:
//
//   g_m = a_m phi + sum_t h_tm (sum_n v_tn D_n^z phi),      out = sum_m a_m D_m^z phi + sum_m (g_m(-m) + g_m(+m) - 2 g_m(0))
//
// so that the sum along x needs no multiplications. The g_m are kept in scratch lines, which stay in the first-level cache and have
// ghost columns. Scratch lines: 0 to P - 1 the g_m, P twice their sum, P + 1 the sum of the a_m D_m^z, P + 2 the list of rows.
//
// Threads: each row of the result is computed by one thread, in scratch lines of its own; phi is only read.

import { foldIndex } from '../boundary/edges'
import { Field } from '../abi/field'
import { addProlonged, LINES, scratchLine } from './pyramid'
import { add, at, LANE, LANES, load, mul, put, splat, store, sub, WIDE } from '../abi/simd'

@unmanaged
export class WindowPass {
  phi: Field
  /** Λ phi of this level and the coarser ones [1/m times phi]. */
  lambdaPhi: Field
  /**
   * Row m - 1 for the distance m: the vectors a, v1, v2, v3, h1, h2, h3, each of four equal lanes.
   */
  taps: Field
  scratch: Field
  /** Result of the coarser level and the tables of its interpolation; ignored if `coarser` is 0. */
  coarse: Field
  xUp: Field
  zUp: Field
  coarser: i32
  /** P, at most WIDEST_WINDOW. */
  halfWidth: i32
  xBefore: i32
  xAfter: i32
  zBefore: i32
  zAfter: i32
}

/** Largest half width for which there are enough scratch lines. */
export const WIDEST_WINDOW: i32 = LINES - 3
/** Vectors of a row of taps, each of four equal lanes: a, then v and h of three terms. */
export const TAP_VECTORS: i32 = 7
/** The first vectors of v and of h. */
export const TAP_V: i32 = 1
export const TAP_H: i32 = 4
/** Words of an entry of the list of rows: two addresses and two signs. */
export const ENTRY_WORDS: i32 = 4
const ENTRY: usize = 4 * <usize>ENTRY_WORDS

/** Writes the list of the rows above and below row j. Returns whether some of them have a negative sign. */
function listRows(pass: WindowPass, j: i32, list: usize): bool {
  let isSigned = false
  for (let m = 1; m <= pass.halfWidth; m++) {
    const entry = list + <usize>(m - 1) * ENTRY
    const above = foldIndex(j - m, pass.phi.nz, pass.zBefore, pass.zAfter)
    const below = foldIndex(j + m, pass.phi.nz, pass.zBefore, pass.zAfter)
    i32.store(entry, <i32>pass.phi.row(above < 0 ? ~above : above))
    i32.store(entry, <i32>pass.phi.row(below < 0 ? ~below : below), 4)
    f32.store(entry, above < 0 ? -1 : 1, 8)
    f32.store(entry, below < 0 ? -1 : 1, 12)
    if (above < 0 || below < 0) isSigned = true
  }
  return isSigned
}

/** D_m^z = above + below - 2 phi of four cells; with the signs of the entry if `isSigned`. */
@inline function differenceZ(isSigned: bool, entry: usize, above: v128, below: v128, twice: v128): v128 {
  if (!isSigned) return sub(add(above, below), twice)
  return sub(add(mul(above, v128.load32_splat(entry, 8)), mul(below, v128.load32_splat(entry, 12))), twice)
}

/** Computes the scratch lines at the four cells at x and, if `two`, at the next four. */
@inline function mixZ(two: bool, isSigned: bool, pass: WindowPass, row: usize, list: usize, x: usize, line: usize, pitch: usize): void {
  const c = load(row + x), d = two ? v128.load(row + x, WIDE) : c
  const c2 = add(c, c), d2 = two ? add(d, d) : c2
  let a = splat(0), p = a, q = a, r = a
  let b = a, s = a, t = a, u = a
  const stride = <usize>pass.taps.stride, end = pass.taps.row(pass.halfWidth)
  let entry = list
  for (let tap = pass.taps.row(0); tap < end; tap += stride) {
    const above = <usize>i32.load(entry) + x, below = <usize>i32.load(entry, 4) + x
    const wa = v128.load(tap), wp = v128.load(tap, WIDE), wq = v128.load(tap, 2 * WIDE), wr = v128.load(tap, 3 * WIDE)
    const f = differenceZ(isSigned, entry, load(above), load(below), c2)
    a = add(a, mul(wa, f))
    p = add(p, mul(wp, f))
    q = add(q, mul(wq, f))
    r = add(r, mul(wr, f))
    if (two) {
      const g = differenceZ(isSigned, entry, v128.load(above, WIDE), v128.load(below, WIDE), d2)
      b = add(b, mul(wa, g))
      s = add(s, mul(wp, g))
      t = add(t, mul(wq, g))
      u = add(u, mul(wr, g))
    }
    entry += ENTRY
  }
  let to = line + x
  let sum = splat(0), more = sum
  for (let tap = pass.taps.row(0); tap < end; tap += stride) {
    const wa = v128.load(tap), wp = v128.load(tap, 4 * WIDE), wq = v128.load(tap, 5 * WIDE), wr = v128.load(tap, 6 * WIDE)
    const g = add(add(mul(wa, c), mul(wp, p)), add(mul(wq, q), mul(wr, r)))
    store(to, g)
    sum = add(sum, g)
    if (two) {
      const h = add(add(mul(wa, d), mul(wp, s)), add(mul(wq, t), mul(wr, u)))
      v128.store(to, h, WIDE)
      more = add(more, h)
    }
    to += pitch
  }
  store(to, add(sum, sum))
  store(to + pitch, a)
  if (two) {
    v128.store(to, add(more, more), WIDE)
    v128.store(to + pitch, b, WIDE)
  }
}

/**
 * Sums along x for the four cells at `line` and, if `four`, for the next twelve, into `out`. The pairs are added in the order in
 * which mixZ added the central terms: on a constant the two sums are equal to the last bit.
 */
@inline function sumX(four: bool, pass: WindowPass, line: usize, pitch: usize, out: usize): void {
  let a = splat(0), b = a, c = a, d = a
  let before = line - LANE, after = line + LANE
  for (let m = 0; m < pass.halfWidth; m++) {
    a = add(a, add(load(before), load(after)))
    if (four) {
      b = add(b, add(v128.load(before, WIDE), v128.load(after, WIDE)))
      c = add(c, add(v128.load(before, 2 * WIDE), v128.load(after, 2 * WIDE)))
      d = add(d, add(v128.load(before, 3 * WIDE), v128.load(after, 3 * WIDE)))
    }
    before += pitch - LANE
    after += pitch + LANE
  }
  const middle = line + <usize>pass.halfWidth * pitch, finished = middle + pitch
  store(out, add(sub(a, load(middle)), load(finished)))
  if (four) {
    v128.store(out, add(sub(b, v128.load(middle, WIDE)), v128.load(finished, WIDE)), WIDE)
    v128.store(out, add(sub(c, v128.load(middle, 2 * WIDE)), v128.load(finished, 2 * WIDE)), 2 * WIDE)
    v128.store(out, add(sub(d, v128.load(middle, 3 * WIDE)), v128.load(finished, 3 * WIDE)), 3 * WIDE)
  }
}

/** Fills the ghost cells on both sides of the lines: m in the line of distance m, plus those that the last vector reaches. */
function closeLines(pass: WindowPass, line: usize, pitch: usize): void {
  const nx = pass.phi.nx, halfWidth = pass.halfWidth
  const padding = -nx & (LANES - 1)
  for (let g = 0; g < halfWidth + padding; g++) {
    const before = foldIndex(-1 - g, nx, pass.xBefore, pass.xAfter), after = foldIndex(nx + g, nx, pass.xBefore, pass.xAfter)
    let m = max(0, g - padding)
    for (let one = line + <usize>m * pitch; m < halfWidth; m++) {
      put(one, -1 - g, before < 0 ? -at(one, ~before) : at(one, before))
      put(one, nx + g, after < 0 ? -at(one, ~after) : at(one, after))
      one += pitch
    }
  }
}

@inline function mixRow(isSigned: bool, pass: WindowPass, j: i32, list: usize, line: usize, pitch: usize, bytes: usize): void {
  const row = pass.phi.row(j)
  let x: usize = 0
  for (; x + 2 * WIDE <= bytes; x += 2 * WIDE) mixZ(true, isSigned, pass, row, list, x, line, pitch)
  if (x < bytes) mixZ(false, isSigned, pass, row, list, x, line, pitch)
}

/** Postcondition: lambdaPhi = W phi + Rᵀ coarse. */
export function windowSum(pass: WindowPass, begin: i32, end: i32, thread: i32): void {
  const nx = pass.phi.nx
  const line = scratchLine(pass.scratch, thread, 0), list = scratchLine(pass.scratch, thread, pass.halfWidth + 2)
  const pitch = <usize>pass.scratch.stride
  const bytes = <usize>((nx + LANES - 1) & ~(LANES - 1)) << 2
  for (let j = begin; j < end; j++) {
    if (listRows(pass, j, list)) mixRow(true, pass, j, list, line, pitch, bytes)
    else mixRow(false, pass, j, list, line, pitch, bytes)
    closeLines(pass, line, pitch)
    const out = pass.lambdaPhi.row(j)
    let x: usize = 0
    for (; x + 4 * WIDE <= bytes; x += 4 * WIDE) sumX(true, pass, line + x, pitch, out + x)
    for (; x < bytes; x += WIDE) sumX(false, pass, line + x, pitch, out + x)
    if (pass.coarser) addProlonged(out, nx, j, pass.coarse, pass.xUp, pass.zUp, pass.xBefore, pass.zBefore, line)
  }
}
