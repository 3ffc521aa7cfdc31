// Boundary conditions fill the halo, so that stencils have no branches at edges.
// The codes are those of src/fields/boundaries.ts.

import { add, at, load, mul, put, splat, store, sub, WIDE } from './wide'

export const REFLECT: i32 = 0
export const FIXED: i32 = 1
export const ABSORB: i32 = 2
export const PERIODIC: i32 = 3

/**
 * The ghost beyond a radiating edge, from the one-way wave equation phi_t = -c phi_n discretised by Mur's box
 * scheme at the face between the ghost and its neighbour:
 *   ghost(new) = neighbour(old) + r (neighbour(new) - ghost(old)),   r = (c dt - dx) / (c dt + dx).
 */
@inline export function radiated(neighbourOld: f32, neighbourNew: f32, ghostOld: f32, r: f32): f32 {
  return neighbourOld + r * (neighbourNew - ghostOld)
}

/** Writes a float into the ghost after cell nx - 1 and through the padding behind it, which vectors also touch. */
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
  const wide = splat(value)
  for (let x: usize = 0, end = <usize>nx << 2; x < end; x += WIDE) store(row + x, wide)
}

/** First half of `radiated` for a whole halo row, while the neighbour row is still old: ghost = neighbour - r ghost. */
@inline export function radiateBefore(ghost: usize, neighbour: usize, nx: i32, r: f32): void {
  const wide = splat(r)
  for (let x: usize = 0, end = <usize>nx << 2; x < end; x += WIDE)
    store(ghost + x, sub(load(neighbour + x), mul(wide, load(ghost + x))))
}

/** Second half, when the neighbour row is new: ghost += r neighbour. */
@inline export function radiateAfter(ghost: usize, neighbour: usize, nx: i32, r: f32): void {
  const wide = splat(r)
  for (let x: usize = 0, end = <usize>nx << 2; x < end; x += WIDE)
    store(ghost + x, add(load(ghost + x), mul(wide, load(neighbour + x))))
}

/** Ghost column before cell 0 for every kind but ABSORB. */
@inline export function ghostBefore(kind: i32, row: usize, nx: i32): f32 {
  return kind == PERIODIC ? at(row, nx - 1) : kind == FIXED ? 0 : at(row, 0)
}

/** Ghost column after cell nx - 1 for every kind but ABSORB. */
@inline export function ghostAfter(kind: i32, row: usize, nx: i32): f32 {
  return kind == PERIODIC ? at(row, 0) : kind == FIXED ? 0 : at(row, nx - 1)
}
