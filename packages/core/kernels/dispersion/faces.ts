// Parts of all kernels of dispersive shallow water. Neighbours of a row in a field: rows beyond a periodic edge are those of the opposite one.

import { Field } from '../abi/field'
import { abs as magnitude, at, greaterThan, put, splat, where } from '../abi/simd'

/** The row before row j; beyond an edge that is not periodic, row j itself. */
@inline export function rowBefore(field: Field, j: i32, joined: bool): usize {
  return j > 0 ? field.row(j - 1) : field.row(joined ? field.nz - 1 : 0)
}

/** The row behind row j, by the same rule. */
@inline export function rowBehind(field: Field, j: i32, joined: bool): usize {
  return j + 1 < field.nz ? field.row(j + 1) : field.row(joined ? 0 : field.nz - 1)
}

/** Fills the ghost columns of a row: the opposite edge, or the edge cell itself. */
@inline export function closeRow(row: usize, nx: i32, joined: bool): void {
  put(row, -1, at(row, joined ? nx - 1 : 0))
  put(row, nx, at(row, joined ? 0 : nx - 1))
}

/** Mask of the lanes of a vector from column i on that are columns of the grid. */
@inline export function columnsOf(i: i32, nx: i32): v128 {
  return i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(nx - i))
}

/**
 * A value, or 0 if it is smaller than `least` either way. The pressure of still water far from all waves, and products of it, would else
 * be subnormal numbers, with which processors are up to a hundred times slower.
 */
@inline export function flushed(value: v128, least: f32): v128 {
  return where(greaterThan(magnitude(value), splat(least)), value)
}
