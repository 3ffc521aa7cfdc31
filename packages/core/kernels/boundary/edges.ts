// Boundary conditions: they fill the halo, so that stencils have no branches at edges. The kinds of edges are those of
// src/fields/boundaries.ts.

import { at, put, splat, store, WIDE } from '../abi/simd'

export const REFLECT: i32 = 0
export const FIXED: i32 = 1
export const ABSORB: i32 = 2
export const PERIODIC: i32 = 3

/** Writes a float into the ghost cell after cell nx - 1 and into the padding that whole SIMD vectors may reach. */
@inline export function putAfter(row: usize, nx: i32, value: f32): void {
  const end = (nx + 4) & ~3
  for (let i = nx; i <= end; i++) put(row, i, value)
}

/** Copies the cells of one row onto another. */
@inline export function copyRow(to: usize, from: usize, nx: i32): void {
  memory.copy(to, from, <usize>nx << 2)
}

/** Sets the cells of a row. */
@inline export function fillRow(row: usize, nx: i32, value: f32): void {
  const four = splat(value)
  for (let x: usize = 0, end = <usize>nx << 2; x < end; x += WIDE) store(row + x, four)
}

/** Value of the ghost column before cell 0, at a wall or a periodic edge. */
@inline export function ghostBefore(kind: i32, row: usize, nx: i32): f32 {
  return kind == PERIODIC ? at(row, nx - 1) : at(row, 0)
}

/** Value of the ghost column after cell nx - 1, at a wall or a periodic edge. */
@inline export function ghostAfter(kind: i32, row: usize, nx: i32): f32 {
  return kind == PERIODIC ? at(row, 0) : at(row, nx - 1)
}

/**
 * The image inside the grid of cell i of a row or column of n cells, at any distance outside: mirrored about the edge faces or
 * wrapped around. An image with the opposite sign, from behind a FIXED edge, is returned as ~cell. ABSORB mirrors.
 */
export function foldIndex(i: i32, n: i32, before: i32, after: i32): i32 {
  let negative = false
  while (i < 0 || i >= n) {
    if (i < 0) {
      if (before == FIXED) negative = !negative
      i = before == PERIODIC ? i + n : -1 - i
    } else {
      if (after == FIXED) negative = !negative
      i = after == PERIODIC ? i - n : 2 * n - 1 - i
    }
  }
  return negative ? ~i : i
}
