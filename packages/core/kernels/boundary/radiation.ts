// Open edges: the one-way wave equation d/dt phi = -c d/dn phi at the outermost face (Engquist and Majda, Math. Comp. 31,
// 1977), in the box of two cells and two times of Mur (IEEE Trans. EMC 23, 1981):
//
//   ghost(new) = near(old) + r (near(new) - ghost(old)),   r = (c dt - dx) / (c dt + dx).
//
// The update is split in two, before and after the kick of the potential; the ghost cell stores the intermediate value.
// The condition removes energy for any incident wave. Higdon's product of two such conditions reflects far less at oblique
// incidence, but can add energy: see docs/decisions/0006-open-edges.md.

import { add, load, mul, splat, store, sub, WIDE } from '../abi/simd'

/** The terms of the ghost value that are known before the kick. */
@inline export function radiatedBefore(ghostOld: f32, nearOld: f32, r: f32): f32 {
  return nearOld - r * ghostOld
}

/** The ghost value, after the kick. */
@inline export function radiatedAfter(before: f32, nearNew: f32, r: f32): f32 {
  return before + r * nearNew
}

/** `radiatedBefore` for a whole halo row, into the halo row. */
export function rowBefore(ghost: usize, near: usize, nx: i32, r: f32): void {
  const four = splat(r)
  for (let x: usize = 0, bytes = <usize>nx << 2; x < bytes; x += WIDE)
    store(ghost + x, sub(load(near + x), mul(four, load(ghost + x))))
}

/** `radiatedAfter` for a whole halo row. */
export function rowAfter(ghost: usize, near: usize, nx: i32, r: f32): void {
  const four = splat(r)
  for (let x: usize = 0, bytes = <usize>nx << 2; x < bytes; x += WIDE)
    store(ghost + x, add(load(ghost + x), mul(four, load(near + x))))
}
