// Transfer between a grid and one of cells twice as wide: linear interpolation and its exact transpose R, along both axes.
//
// Tables (src/operators/pyramid-axis.ts) hold for each cell the indices of its neighbours on the other grid and their weights;
// mirrored edges are folded into the weights. Cells outside the grid have weight zero, except on periodic axes, where indices
// wrap around. Threads: each row of the result is computed by one thread, in scratch lines of its own.

import { PERIODIC } from '../boundary/edges'
import { Field } from '../abi/field'
import { add, at, load, LANE, LANES, mul, put, splat, store, WIDE } from '../abi/simd'

/** Floats before cell 0 of a scratch line: the ghost cells of the widest window, rounded up to whole vectors. */
export const MARGIN: i32 = 16
/** Largest number of fine cells with a weight in a coarse one (four if it is two fine cells wide), and of coarse cells in a fine one. */
export const DOWN_TAPS: i32 = 5
export const UP_TAPS: i32 = 2

/** Line r of the scratch of all threads, at its cell 0. */
@inline export function scratchLine(scratch: Field, r: i32): usize {
  return scratch.row(r) + (<usize>MARGIN << 2)
}

@unmanaged
export class RestrictPass {
  fine: Field
  coarse: Field
  /** Tables of the axes: row 0 the first fine cell of each coarse one, rows 1 to 5 the weights; regular axes use only four. */
  xDown: Field
  zDown: Field
  scratch: Field
  /** Scratch lines of a thread. */
  lines: i32
  /** 1 if the first fine cell of coarse cell I is 2 I - 1, for all I. */
  xRegular: i32
  zRegular: i32
  xBefore: i32
  zBefore: i32
}

/** Integer i in row 0 of a table. */
@inline function whole(table: Field, i: i32): i32 { return i32.load(table.row(0) + (<usize>i << 2)) }

/** Row j of a field, wrapped on periodic axes, else clamped to the grid. */
@inline function rowNear(field: Field, j: i32, edge: i32): usize {
  const nz = field.nz
  if (edge == PERIODIC) return field.row((j % nz + nz) % nz)
  return field.row(min(max(j, 0), nz - 1))
}

/** Fills the margins of a line: wrapped or zero. */
@inline function closeLine(line: usize, nx: i32, edge: i32): void {
  const wraps = edge == PERIODIC
  for (let g = 1; g <= LANES; g++) put(line, -g, wraps ? at(line, (nx - 1) - (g - 1) % nx) : 0)
  for (let g = 0; g < 3 * LANES; g++) put(line, nx + g, wraps ? at(line, g % nx) : 0)
}

@inline function evens(a: v128, b: v128): v128 { return v128.shuffle<f32>(a, b, 0, 2, 4, 6) }
@inline function odds(a: v128, b: v128): v128 { return v128.shuffle<f32>(a, b, 1, 3, 5, 7) }

/** Postcondition: coarse = R fine. */
export function restrict(pass: RestrictPass, begin: i32, end: i32, thread: i32): void {
  const fine = pass.fine, coarse = pass.coarse
  const nx = fine.nx
  const line = scratchLine(pass.scratch, thread * pass.lines)
  const w0 = pass.xDown.row(1), w1 = pass.xDown.row(2), w2 = pass.xDown.row(3), w3 = pass.xDown.row(4)
  const w4 = pass.xDown.row(5)
  for (let j = begin; j < end; j++) {
    const first = whole(pass.zDown, j)
    const a = rowNear(fine, first, pass.zBefore), b = rowNear(fine, first + 1, pass.zBefore)
    const c = rowNear(fine, first + 2, pass.zBefore), d = rowNear(fine, first + 3, pass.zBefore)
    const wa = splat(at(pass.zDown.row(1), j)), wb = splat(at(pass.zDown.row(2), j))
    const wc = splat(at(pass.zDown.row(3), j)), wd = splat(at(pass.zDown.row(4), j))
    for (let x: usize = 0, bytes = <usize>nx << 2; x < bytes; x += WIDE)
      store(line + x, add(
        add(mul(wa, load(a + x)), mul(wd, load(d + x))), add(mul(wb, load(b + x)), mul(wc, load(c + x))),
      ))
    if (!pass.zRegular) {
      const e = rowNear(fine, first + 4, pass.zBefore), we = splat(at(pass.zDown.row(5), j))
      for (let x: usize = 0, bytes = <usize>nx << 2; x < bytes; x += WIDE)
        store(line + x, add(load(line + x), mul(we, load(e + x))))
    }
    closeLine(line, nx, pass.xBefore)
    const out = coarse.row(j)
    if (pass.xRegular) {
      for (let x: usize = 0, bytes = <usize>coarse.nx << 2; x < bytes; x += WIDE) {
        const from = line + 2 * x - LANE
        const p = load(from), q = load(from + 2 * LANE), r = load(from + WIDE), s = load(from + WIDE + 2 * LANE)
        store(out + x, add(
          add(mul(load(w0 + x), evens(p, r)), mul(load(w3 + x), odds(q, s))),
          add(mul(load(w1 + x), odds(p, r)), mul(load(w2 + x), evens(q, s))),
        ))
      }
    } else {
      for (let i = 0; i < coarse.nx; i++) {
        const from = line + (<usize>whole(pass.xDown, i) << 2)
        const outer = at(w0, i) * at(from, 0) + at(w3, i) * at(from, 3), inner = at(w1, i) * at(from, 1) + at(w2, i) * at(from, 2)
        put(out, i, outer + inner + at(w4, i) * at(from, 4))
      }
    }
  }
}

/** Postcondition: `line` holds the coarse rows around the fine row j, with the weights of the table. */
@inline export function mixCoarse(coarse: Field, zUp: Field, j: i32, xBefore: i32, zBefore: i32, line: usize): void {
  const first = whole(zUp, j)
  const a = rowNear(coarse, first, zBefore), b = rowNear(coarse, first + 1, zBefore)
  const wa = splat(at(zUp.row(1), j)), wb = splat(at(zUp.row(2), j))
  for (let x: usize = 0, bytes = <usize>coarse.nx << 2; x < bytes; x += WIDE)
    store(line + x, add(mul(wa, load(a + x)), mul(wb, load(b + x))))
  closeLine(line, coarse.nx, xBefore)
}

/**
 * Rᵀ of a coarse line at the four fine cells at x. Tables: row 0 the first coarse cell of each fine one, rows 1 and 2 the weights.
 * Four adjacent fine cells need at most four adjacent coarse cells, from the first coarse cell of the first one on; rows 3 and 4
 * are the byte indices of a swizzle that selects among them. On a regular axis the first coarse cell is the one before half of x.
 */
@inline export function prolonged(isRegular: bool, line: usize, xUp: Field, x: usize): v128 {
  if (isRegular) {
    const near = load(line + (x >> 1) - LANE)
    const before = v128.shuffle<f32>(near, near, 0, 1, 1, 2), after = v128.shuffle<f32>(near, near, 1, 2, 2, 3)
    return add(mul(load(xUp.row(1) + x), before), mul(load(xUp.row(2) + x), after))
  }
  const near = load(line + (<usize>i32.load(xUp.row(0) + x) << 2))
  const before = v128.swizzle(near, load(xUp.row(3) + x)), after = v128.swizzle(near, load(xUp.row(4) + x))
  return add(mul(load(xUp.row(1) + x), before), mul(load(xUp.row(2) + x), after))
}
