// Open edges: the one-way wave equation d/dt phi = -c d/dn phi at the outermost face (Engquist and Majda, Math. Comp. 31,
// 1977), in the box of two cells and two times of Mur (IEEE Trans. EMC 23, 1981):
//
//   ghost(new) = near(old) + r (near(new) - ghost(old)),   r = (c dt - dx) / (c dt + dx).
//
// It is done in two halves, before and after the potential is kicked; the ghost itself is all the memory it needs.
// It takes energy out whatever arrives. Higdon's product of two such conditions reflects far less at an angle, but it
// does not: see docs/decisions/0006-open-edges.md.

import { add, load, mul, splat, store, sub, WIDE } from '../abi/simd'

/** The part of a ghost that is known before the kick. */
@inline export function radiatedBefore(ghostOld: f32, nearOld: f32, r: f32): f32 {
  return nearOld - r * ghostOld
}

/** The whole of it, after the kick. */
@inline export function radiatedAfter(before: f32, nearNew: f32, r: f32): f32 {
  return before + r * nearNew
}

/** `radiatedBefore` for a whole halo row, into the halo row. */
export function rowBefore(ghost: usize, near: usize, nx: i32, r: f32): void {
  const wide = splat(r)
  for (let x: usize = 0, bytes = <usize>nx << 2; x < bytes; x += WIDE)
    store(ghost + x, sub(load(near + x), mul(wide, load(ghost + x))))
}

/** `radiatedAfter` for a whole halo row. */
export function rowAfter(ghost: usize, near: usize, nx: i32, r: f32): void {
  const wide = splat(r)
  for (let x: usize = 0, bytes = <usize>nx << 2; x < bytes; x += WIDE)
    store(ghost + x, add(load(ghost + x), mul(wide, load(near + x))))
}
