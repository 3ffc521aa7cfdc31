// Forward and inverse transforms along x of two real fields, which are the real and imaginary part of one complex field.
//
// Four rows are transformed together, one in each SIMD lane. Their modes stay together: a row of `tiles` holds the modes of four
// rows, as complex numbers of four lanes each, so that the transforms along z (rotate-modes.ts) find four rows and four
// neighbouring modes in two cache lines. The excess lanes of the last group repeat the last row.
//
// Threads: a group of four rows is processed by one thread, in its own row of tiles.

import { Axis, axisOf, intoModes, intoValues, placeIn, placeOf } from './axis'
import { Field } from '../abi/field'
import { IM } from './lifting'
import { load, mul, store, WIDE } from '../abi/simd'

@unmanaged
export class SpectrumPass {
  re: Field
  im: Field
  tiles: Field
  /** The table of the axis x. */
  axis: Field
  /** Factor of each cell's values after the inverse transform; only read by `inverseTransformMasked`. */
  keep: Field
}

/** Rows 4g .. 4g + 3 of a field, in lanes. */
@inline function rowOf(field: Field, g: i32, lane: i32): usize {
  return field.row(min(4 * g + lane, field.nz - 1))
}

/** Transposes four vectors and stores them at four addresses. */
@inline export function storeTransposed(
  a: v128, b: v128, c: v128, d: v128, p0: usize, p1: usize, p2: usize, p3: usize,
): void {
  const abLow = v128.shuffle<f32>(a, b, 0, 4, 1, 5), abHigh = v128.shuffle<f32>(a, b, 2, 6, 3, 7)
  const cdLow = v128.shuffle<f32>(c, d, 0, 4, 1, 5), cdHigh = v128.shuffle<f32>(c, d, 2, 6, 3, 7)
  store(p0, v128.shuffle<f32>(abLow, cdLow, 0, 1, 4, 5))
  store(p1, v128.shuffle<f32>(abLow, cdLow, 2, 3, 6, 7))
  store(p2, v128.shuffle<f32>(abHigh, cdHigh, 0, 1, 4, 5))
  store(p3, v128.shuffle<f32>(abHigh, cdHigh, 2, 3, 6, 7))
}

/** One column of four rows as a vector, for the remainder if the length is not a multiple of four. */
@inline function column(r0: usize, r1: usize, r2: usize, r3: usize, x: usize): v128 {
  return f32x4(f32.load(r0 + x), f32.load(r1 + x), f32.load(r2 + x), f32.load(r3 + x))
}

/** Four rows of a part, re or im, to their positions in the buffer. */
export function gatherRows(field: Field, g: i32, axis: Axis, data: usize): void {
  const r0 = rowOf(field, g, 0), r1 = rowOf(field, g, 1), r2 = rowOf(field, g, 2), r3 = rowOf(field, g, 3)
  const nx = field.nx
  const places = axis.places
  let i = 0, x: usize = 0
  if (nx >= 4)
    do {
      const place = places + x
      storeTransposed(
        load(r0 + x), load(r1 + x), load(r2 + x), load(r3 + x),
        data + i32.load(place), data + i32.load(place, 4), data + i32.load(place, 8), data + i32.load(place, 12),
      )
      i += 4
      x += WIDE
    } while (i + 4 <= nx)
  for (; i < nx; i++) store(data + placeOf(axis, i), column(r0, r1, r2, r3, <usize>i << 2))
}

/** Four rows of a part from their positions in the buffer, times `keep` if `kept`. */
export function scatterRows(field: Field, g: i32, axis: Axis, data: usize, keep: Field, kept: bool): void {
  const r0 = rowOf(field, g, 0), r1 = rowOf(field, g, 1), r2 = rowOf(field, g, 2), r3 = rowOf(field, g, 3)
  const k0 = rowOf(keep, g, 0), k1 = rowOf(keep, g, 1), k2 = rowOf(keep, g, 2), k3 = rowOf(keep, g, 3)
  const rows = min(4, field.nz - 4 * g), nx = field.nx
  const places = axis.places
  let i = 0, x: usize = 0
  if (nx >= 4)
    do {
      const place = places + x
      const a = load(data + i32.load(place)), b = load(data + i32.load(place, 4))
      const c = load(data + i32.load(place, 8)), d = load(data + i32.load(place, 12))
      const abLow = v128.shuffle<f32>(a, b, 0, 4, 1, 5), abHigh = v128.shuffle<f32>(a, b, 2, 6, 3, 7)
      const cdLow = v128.shuffle<f32>(c, d, 0, 4, 1, 5), cdHigh = v128.shuffle<f32>(c, d, 2, 6, 3, 7)
      // Excess rows have the address of the last row, and its values: stored first, they change nothing.
      put(r3 + x, v128.shuffle<f32>(abHigh, cdHigh, 2, 3, 6, 7), k3 + x, kept)
      put(r2 + x, v128.shuffle<f32>(abHigh, cdHigh, 0, 1, 4, 5), k2 + x, kept)
      put(r1 + x, v128.shuffle<f32>(abLow, cdLow, 2, 3, 6, 7), k1 + x, kept)
      put(r0 + x, v128.shuffle<f32>(abLow, cdLow, 0, 1, 4, 5), k0 + x, kept)
      i += 4
      x += WIDE
    } while (i + 4 <= nx)
  for (; i < nx; i++)
    for (let lane = 0; lane < rows; lane++) {
      const x = <usize>i << 2
      const value = f32.load(data + placeOf(axis, i) + (<usize>lane << 2))
      f32.store(rowOf(field, g, lane) + x, kept ? value * f32.load(rowOf(keep, g, lane) + x) : value)
    }
}

@inline function put(address: usize, value: v128, keep: usize, kept: bool): void {
  store(address, kept ? mul(value, load(keep)) : value)
}

/** Postcondition: the tiles hold the modes along x of re + i im. */
export function forwardTransform(pass: SpectrumPass, begin: i32, end: i32): void {
  const axis = axisOf(pass.axis.origin)
  for (let g = begin; g < end; g++) {
    const data = pass.tiles.row(g)
    gatherRows(pass.re, g, axis, data)
    gatherRows(pass.im, g, axis, data + IM)
    intoModes(axis, data)
  }
}

/** Postcondition: re and im hold the values of the modes in the tiles, which are overwritten. */
export function inverseTransform(pass: SpectrumPass, begin: i32, end: i32): void {
  const axis = axisOf(pass.axis.origin)
  for (let g = begin; g < end; g++) {
    const data = pass.tiles.row(g)
    intoValues(axis, data)
    scatterRows(pass.re, g, axis, data, pass.re, false)
    scatterRows(pass.im, g, axis, data + IM, pass.im, false)
  }
}

/** The same, times `keep`: solids, sponges and damping. */
export function inverseTransformMasked(pass: SpectrumPass, begin: i32, end: i32): void {
  const axis = axisOf(pass.axis.origin)
  for (let g = begin; g < end; g++) {
    const data = pass.tiles.row(g)
    intoValues(axis, data)
    scatterRows(pass.re, g, axis, data, pass.keep, true)
    scatterRows(pass.im, g, axis, data + IM, pass.keep, true)
  }
}

/**
 * Copies four modes of all rows, at byte offsets q0 .. q3 of the tiles, to the positions of an axis along z, or `back`; lanes are modes. The
 * constant `back` needs functions that are not arms of one `if` (docs/decisions/0033-loops-that-v8-keeps-lean.md).
 */
@inline function copyModes(
  tiles: Field, axis: Axis, data: usize, q0: usize, q1: usize, q2: usize, q3: usize, back: bool,
): void {
  const last = axis.n - 1, places = axis.places, stride = tiles.stride
  let row = tiles.row(0), j = 0
  do {
    // Excess rows have the position of the last row, and its values.
    const p0 = data + placeIn(places, j), p1 = data + placeIn(places, min(j + 1, last))
    const p2 = data + placeIn(places, min(j + 2, last)), p3 = data + placeIn(places, min(j + 3, last))
    const a = row + q0, b = row + q1, c = row + q2, d = row + q3
    if (back) {
      storeTransposed(load(p0), load(p1), load(p2), load(p3), a, b, c, d)
      storeTransposed(v128.load(p0, IM), v128.load(p1, IM), v128.load(p2, IM), v128.load(p3, IM), a + IM, b + IM, c + IM, d + IM)
    } else {
      storeTransposed(load(a), load(b), load(c), load(d), p0, p1, p2, p3)
      storeTransposed(v128.load(a, IM), v128.load(b, IM), v128.load(c, IM), v128.load(d, IM), p0 + IM, p1 + IM, p2 + IM, p3 + IM)
    }
    row += stride
    j += 4
  } while (j <= last)
}

export function gatherModes(tiles: Field, axis: Axis, data: usize, q0: usize, q1: usize, q2: usize, q3: usize): void {
  copyModes(tiles, axis, data, q0, q1, q2, q3, false)
}

export function scatterModes(tiles: Field, axis: Axis, data: usize, q0: usize, q1: usize, q2: usize, q3: usize): void {
  copyModes(tiles, axis, data, q0, q1, q2, q3, true)
}
