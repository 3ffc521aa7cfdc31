// The window of one level of Λ (src/numerics/window-fit.ts), plus the interpolated result of the coarser level:
//
//   out = sum_m a_m (D_m^x + D_m^z) phi + sum_t (sum_m h_tm D_m^x) (sum_m v_tm D_m^z) phi + Rᵀ coarse
//
// with the second difference D_m phi = phi(-m) + phi(+m) - 2 phi(0). b_m of the fit is -D_m / 2; the taps include the factor.
//
// Every D_m is a sum of second differences of neighbours, D = D_1:
//
//   D_m phi = sum of (m - |k|) D phi(k) over |k| < m,     sum_m a_m D_m phi = sum of A_k (D phi(-k) + D phi(+k)) over k < P,
//
// with A_k = sum of (m - k) a_m over m > k. A pair of cells then costs one addition for all terms instead of two, and there is one pair
// less. Differences are exactly zero on a constant, however the taps are rounded.
//
// Each row is read from memory once. The terms are combined before the sum along x, because both cells at distance k have the
// same weight:
//
//   u_k = A_k phi + sum_t H_tk (sum_n V_tn D^z phi(n)),      out = sum_n A_n D^z phi(n) + D^x (sum_k (u_k(-k) + u_k(+k)))
//
// so that the sum along x needs no multiplications; window-mix.ts computes the u_k and the sum along z for two rows at once. Scratch of a
// thread, which stays in its caches; lines have ghost columns:
//
//   the ring      D^z phi of the rows j - K + 1 … j + K, K being P or 6 if P is less: for each four columns all rows one after the other,
//                 twice, so that the rows around j always are contiguous
//   lines         K lines u_k of row j, K of row j + 1, two sums along z, two sums along x, the coarser level at this row
//
// Threads: each row of the result is computed by one thread, in scratch lines of its own; phi is only read.

import { foldIndex } from '../boundary/edges'
import { Field } from '../abi/field'
import { mixCoarse, prolonged, scratchLine } from './pyramid'
import { differenceRows, mixRows, ringRows, UNROLLED } from './window-mix'
import { add, at, LANE, LANES, load, put, store, sub, WIDE } from '../abi/simd'

@unmanaged
export class WindowPass {
  phi: Field
  /** Λ phi of this level and the coarser ones [1/m times phi]. */
  lambdaPhi: Field
  /** For each distance k the vectors A, V1, V2, H1, H2, each of four equal lanes. */
  taps: Field
  scratch: Field
  /** Result of the coarser level and the tables of its interpolation; ignored if `coarser` is 0. */
  coarse: Field
  xUp: Field
  zUp: Field
  coarser: i32
  /** 1 if a coarse cell is exactly two fine cells wide along x. */
  xRegular: i32
  /** P, at most WIDEST_WINDOW. */
  halfWidth: i32
  xBefore: i32
  xAfter: i32
  zBefore: i32
  zAfter: i32
}

/** Largest half width. */
export const WIDEST_WINDOW: i32 = 12

/** Bytes of a block of columns, and of the columns at its end whose sum along x needs the next block. */
const BLOCK: usize = 512
const BEHIND: usize = 64

/** Distances with taps: those beyond the half width are 0. An even number. */
@inline function reachOf(halfWidth: i32): i32 { return max(UNROLLED, (halfWidth + 1) & ~1) }

/** Scratch lines of a thread: twice the rows of differences, the u_k of two rows, their sums along z and x, and a line of the coarser level. */
@inline function linesOf(reach: i32): i32 { return 2 * ringRows(reach) + 2 * reach + 5 }

@inline function foldedRow(pass: WindowPass, j: i32): i32 { return foldIndex(j, pass.phi.nz, pass.zBefore, pass.zAfter) }

/** Place of row j in the ring, in bytes; rows may be outside the grid. */
@inline function slotOf(j: i32, reach: i32): usize {
  const rows = ringRows(reach)
  return <usize>((j + rows) % rows) * WIDE
}

/** Postcondition: the ring holds D^z phi of the rows j and j + 1. */
function addDifferences(pass: WindowPass, ring: usize, reach: i32, j: i32): void {
  differenceRows(
    pass.phi, ring, reach, slotOf(j, reach), slotOf(j + 1, reach),
    foldedRow(pass, j - 1), foldedRow(pass, j), foldedRow(pass, j + 1), foldedRow(pass, j + 2),
  )
}

/**
 * Postcondition: the bytes `begin` to `end` of the line `sum` hold the sum along x of the u_k in the lines from `line` on. A vector is stored before the next one is
 * loaded: V8 would otherwise load all of them first, for which there are not enough registers.
 */
function sumX(begin: usize, end: usize, reach: i32, line: usize, sum: usize, pitch: usize): void {
  const next = pitch - LANE
  if (begin >= end) return
  let x = begin
  do {
    const p0 = line + x, p1 = p0 + next, p2 = p1 + next, p3 = p2 + next, p4 = p3 + next, p5 = p4 + next
    const to = sum + x
    v128.store(
      to,
      add(add(add(v128.load(p0), add(v128.load(p1), v128.load(p1, 8))), add(add(v128.load(p2), v128.load(p2, 16)), add(v128.load(p3), v128.load(p3, 24)))), add(add(v128.load(p4), v128.load(p4, 32)), add(v128.load(p5), v128.load(p5, 40)))),
    )
    v128.store(
      to,
      add(add(add(v128.load(p0, 16), add(v128.load(p1, 16), v128.load(p1, 24))), add(add(v128.load(p2, 16), v128.load(p2, 32)), add(v128.load(p3, 16), v128.load(p3, 40)))), add(add(v128.load(p4, 16), v128.load(p4, 48)), add(v128.load(p5, 16), v128.load(p5, 56)))), 16,
    )
    x += 2 * WIDE
  } while (x < end)
  for (let k = UNROLLED; k < reach; k++) {
    const before = line + <usize>k * next, after = before + (<usize>k << 3)
    for (let x = begin; x < end; x += WIDE) store(sum + x, add(load(sum + x), add(load(before + x), load(after + x))))
  }
}

/** Copies a cell of a line into the ghost cell i; a negative index stands for the opposite sign. */
@inline function putImage(line: usize, i: i32, folded: i32): void {
  put(line, i, folded < 0 ? -at(line, ~folded) : at(line, folded))
}

/** Fills the ghost cells on both sides of `count` lines: one in the first line, two in the second … */
@inline function closeSides(pass: WindowPass, line: usize, count: i32): void {
  const nx = pass.phi.nx, pitch = <usize>pass.scratch.stride
  for (let g = 0; g < count; g++) {
    const before = foldIndex(-1 - g, nx, pass.xBefore, pass.xAfter), after = foldIndex(nx + g, nx, pass.xBefore, pass.xAfter)
    for (let k = g, one = line + <usize>g * pitch; k < count; k++, one += pitch) {
      putImage(one, -1 - g, before)
      putImage(one, nx + g, after)
    }
  }
}

/** The last vector of a row reaches these cells of a line: results in the padding are finite. */
@inline function clearAfter(line: usize, first: i32): void {
  for (let i = 0; i < LANES; i++) put(line, first + i, 0)
}

/** D^x of the sum along x, plus the sum along z. */
@inline function finished(sumOfX: usize, sumOfZ: usize): v128 {
  const c = load(sumOfX)
  return add(add(sub(load(sumOfX - LANE), c), sub(load(sumOfX + LANE), c)), load(sumOfZ))
}

/** The same plus the coarser level, for a row. */
@inline function finishWithCoarse(isRegular: bool, out: usize, bytes: usize, sumOfX: usize, sumOfZ: usize, coarse: usize, xUp: Field): void {
  let x: usize = 0
  do {
    store(out + x, add(finished(sumOfX + x, sumOfZ + x), prolonged(isRegular, coarse, xUp, x)))
    x += WIDE
  } while (x < bytes)
}

/** Postcondition: row j of lambdaPhi is finished. */
function finishRow(pass: WindowPass, j: i32, sumOfZ: usize, sumOfX: usize, coarse: usize): void {
  const nx = pass.phi.nx
  closeSides(pass, sumOfX, 1)
  clearAfter(sumOfX, nx + 1)
  clearAfter(sumOfZ, nx)
  const out = pass.lambdaPhi.row(j), bytes = <usize>nx << 2
  if (!pass.coarser) {
    for (let x: usize = 0; x < bytes; x += WIDE) store(out + x, finished(sumOfX + x, sumOfZ + x))
    return
  }
  mixCoarse(pass.coarse, pass.zUp, j, pass.xBefore, pass.zBefore, coarse)
  if (pass.xRegular) finishWithCoarse(true, out, bytes, sumOfX, sumOfZ, coarse, pass.xUp)
  else finishWithCoarse(false, out, bytes, sumOfX, sumOfZ, coarse, pass.xUp)
}

/**
 * Postcondition: the lines `sums` hold the sums along z and x of the rows j and j + 1, in this order. The sum along x follows in blocks of
 * columns, while the u_k are in the first-level cache; ends that need ghost columns come last.
 */
function sumRows(pass: WindowPass, j: i32, reach: i32, slots: usize, line: usize, sums: usize): void {
  const phi = pass.phi, pitch = <usize>pass.scratch.stride, apart = <usize>reach * pitch
  const bytes = <usize>phi.nx << 2, sumOfX = sums + 2 * pitch, taps = pass.taps.row(0)
  // If the last row has no partner, phi of a row that is not used stands in for it.
  const upper = phi.row(j), lower = phi.row(min(j + 1, phi.nz - 1))
  let done = BEHIND
  for (let x: usize = 0; x < bytes; x += BLOCK) {
    mixRows(x, min(x + BLOCK, bytes), reach, taps, slots, upper, lower, line, apart, sums, pitch)
    if (x + BLOCK >= bytes) break
    const ready = x + BLOCK - BEHIND
    sumX(done, ready, reach, line, sumOfX, pitch)
    sumX(done, ready, reach, line + apart, sumOfX + pitch, pitch)
    done = ready
  }
  for (let row: usize = 0; row < 2; row++) {
    closeSides(pass, line + row * apart + pitch, reach - 1)
    sumX(0, min(BEHIND, bytes), reach, line + row * apart, sumOfX + row * pitch, pitch)
    sumX(done, bytes, reach, line + row * apart, sumOfX + row * pitch, pitch)
  }
}

/** Postcondition: lambdaPhi = W phi + Rᵀ coarse. */
export function windowSum(pass: WindowPass, begin: i32, end: i32, thread: i32): void {
  const reach = reachOf(pass.halfWidth), pitch = <usize>pass.scratch.stride
  const first = linesOf(reach) * thread, ring = pass.scratch.row(first)
  const line = scratchLine(pass.scratch, first + 2 * ringRows(reach)), sums = line + 2 * <usize>reach * pitch
  const sumOfX = sums + 2 * pitch, coarse = sumOfX + 2 * pitch
  for (let j = begin - reach + 1; j < begin + reach - 1; j += 2) addDifferences(pass, ring, reach, j)
  for (let j = begin; j < end; j += 2) {
    addDifferences(pass, ring, reach, j + reach - 1)
    sumRows(pass, j, reach, ring + slotOf(j - reach + 1, reach) + <usize>(reach - UNROLLED) * WIDE, line, sums)
    finishRow(pass, j, sums, sumOfX, coarse)
    if (j + 1 < end) finishRow(pass, j + 1, sums + pitch, sumOfX + pitch, coarse)
  }
}
