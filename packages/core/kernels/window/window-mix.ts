// The part of a window along z: sums over the rows above and below, and the combinations u_k that window.ts sums along x.
//
// Two rows of the result are computed at once: they share differences and taps that are loaded. The first UNROLLED distances are
// written out, each behind a condition that always holds for it: within one block of code V8 would load the taps of all of them first, for
// which there are not enough registers (docs/decisions/0031-two-terms-fitted-together.md).

import { Field } from '../abi/field'
import { add, load, mul, splat, store, sub, WIDE } from '../abi/simd'

/** Distances that are written out; narrower windows have taps 0. */
export const UNROLLED: i32 = 6
/** Vectors of the taps of a distance, each of four equal lanes: A, then V and H of two terms. */
export const TAP_VECTORS: i32 = 5
/** The first vectors of V and of H. */
export const TAP_V: i32 = 1
export const TAP_H: i32 = 3
const TAP: usize = <usize>TAP_VECTORS * WIDE

/** Rows of differences that two rows of the result need. */
@inline export function ringRows(reach: i32): i32 { return 2 * reach }

/** Bytes of the ring for each four columns: every row twice. */
@inline export function ringGroup(reach: i32): usize { return 2 * WIDE * <usize>ringRows(reach) }

/** A row of phi and its sign. */
@inline function rowOf(phi: Field, folded: i32): usize { return phi.row(folded < 0 ? ~folded : folded) }
@inline function signOf(folded: i32): v128 { return splat(folded < 0 ? -1 : 1) }

/** Stores D^z of four cells twice, `rows` rows apart: any `rows` successive rows then are contiguous somewhere. */
@inline function keep(to: usize, rows: usize, difference: v128): void {
  store(to, difference)
  store(to + rows, difference)
}

/**
 * Postcondition: the slots `first` and `second` of the ring hold D^z phi of the middle two of four rows, which are given by their folded
 * indices. Differences of close values are exact.
 */
export function differenceRows(phi: Field, ring: usize, reach: i32, first: usize, second: usize, i: i32, j: i32, k: i32, l: i32): void {
  const group = ringGroup(reach), again = group >> 1
  const a = rowOf(phi, i), b = rowOf(phi, j), c = rowOf(phi, k), d = rowOf(phi, l)
  const bytes = <usize>phi.nx << 2
  let to = ring
  if ((i | j | k | l) >= 0) {
    let x: usize = 0
    do {
      const vb = load(b + x), vc = load(c + x)
      const between = sub(vc, vb)
      keep(to + first, again, sub(between, sub(vb, load(a + x))))
      keep(to + second, again, sub(sub(load(d + x), vc), between))
      to += group
      x += WIDE
    } while (x < bytes)
    return
  }
  const sa = signOf(i), sb = signOf(j), sc = signOf(k), sd = signOf(l)
  for (let x: usize = 0; x < bytes; x += WIDE) {
    const vb = mul(sb, load(b + x)), vc = mul(sc, load(c + x))
    const between = sub(vc, vb)
    keep(to + first, again, sub(between, sub(vb, mul(sa, load(a + x)))))
    keep(to + second, again, sub(sub(mul(sd, load(d + x)), vc), between))
    to += group
  }
}

@inline function plus(sum: v128, weight: v128, value: v128): v128 { return add(sum, mul(weight, value)) }
@inline function mix(a: v128, phi: v128, b: v128, p: v128, c: v128, q: v128): v128 {
  return add(add(mul(a, phi), mul(b, p)), mul(c, q))
}

/**
 * Postcondition: for the bytes `begin` to `until` of the rows `upper` and `lower` of phi, the lines at `line` and at `line + apart` hold u_k, k lines down, and the lines
 * `sums` and `sums + pitch` the sums along z. `slots` is the row of the ring that is UNROLLED - 1 rows above `upper`.
 */
export function mixRows(
  begin: usize, until: usize, reach: i32, taps: usize, slots: usize, upper: usize, lower: usize, line: usize, apart: usize, sums: usize, pitch: usize,
): void {
  const group = ringGroup(reach), end = taps + <usize>reach * TAP
  slots += begin / WIDE * group
  let x = begin
  do {
    // Differences of the upper row are f, of the lower one g: f_k = D(-k) + D(k), g_k = D(1 - k) + D(1 + k).
    let lo = v128.load(slots, 5 * WIDE), hi = v128.load(slots, 6 * WIDE)
    let w = v128.load(taps), a = mul(w, lo), b = mul(w, hi)
    w = v128.load(taps, WIDE)
    let p = mul(w, lo), s = mul(w, hi)
    w = v128.load(taps, 2 * WIDE)
    let q = mul(w, lo), t = mul(w, hi)
    let above = lo, below = hi, f = lo, g = hi
    if (reach > 1) {
      above = v128.load(slots, 4 * WIDE), below = v128.load(slots, 7 * WIDE)
      f = add(above, hi), g = add(lo, below)
      w = v128.load(taps, TAP), a = plus(a, w, f), b = plus(b, w, g)
      w = v128.load(taps, TAP + WIDE), p = plus(p, w, f), s = plus(s, w, g)
      w = v128.load(taps, TAP + 2 * WIDE), q = plus(q, w, f), t = plus(t, w, g)
    }
    if (reach > 2) {
      lo = v128.load(slots, 3 * WIDE), hi = v128.load(slots, 8 * WIDE)
      f = add(lo, below), g = add(above, hi)
      w = v128.load(taps, 2 * TAP), a = plus(a, w, f), b = plus(b, w, g)
      w = v128.load(taps, 2 * TAP + WIDE), p = plus(p, w, f), s = plus(s, w, g)
      w = v128.load(taps, 2 * TAP + 2 * WIDE), q = plus(q, w, f), t = plus(t, w, g)
    }
    if (reach > 3) {
      above = v128.load(slots, 2 * WIDE), below = v128.load(slots, 9 * WIDE)
      f = add(above, hi), g = add(lo, below)
      w = v128.load(taps, 3 * TAP), a = plus(a, w, f), b = plus(b, w, g)
      w = v128.load(taps, 3 * TAP + WIDE), p = plus(p, w, f), s = plus(s, w, g)
      w = v128.load(taps, 3 * TAP + 2 * WIDE), q = plus(q, w, f), t = plus(t, w, g)
    }
    if (reach > 4) {
      lo = v128.load(slots, WIDE), hi = v128.load(slots, 10 * WIDE)
      f = add(lo, below), g = add(above, hi)
      w = v128.load(taps, 4 * TAP), a = plus(a, w, f), b = plus(b, w, g)
      w = v128.load(taps, 4 * TAP + WIDE), p = plus(p, w, f), s = plus(s, w, g)
      w = v128.load(taps, 4 * TAP + 2 * WIDE), q = plus(q, w, f), t = plus(t, w, g)
    }
    if (reach > 5) {
      above = v128.load(slots), below = v128.load(slots, 11 * WIDE)
      f = add(above, hi), g = add(lo, below)
      w = v128.load(taps, 5 * TAP), a = plus(a, w, f), b = plus(b, w, g)
      w = v128.load(taps, 5 * TAP + WIDE), p = plus(p, w, f), s = plus(s, w, g)
      w = v128.load(taps, 5 * TAP + 2 * WIDE), q = plus(q, w, f), t = plus(t, w, g)
    }
    for (let more = taps + <usize>UNROLLED * TAP, far = WIDE; more < end; more += TAP, far += WIDE) {
      const distant = slots + far
      f = add(load(slots - far), v128.load(distant, 10 * WIDE))
      g = add(v128.load(slots - far, WIDE), v128.load(distant, 11 * WIDE))
      w = v128.load(more), a = plus(a, w, f), b = plus(b, w, g)
      w = v128.load(more, WIDE), p = plus(p, w, f), s = plus(s, w, g)
      w = v128.load(more, 2 * WIDE), q = plus(q, w, f), t = plus(t, w, g)
    }

    store(sums + x, a)
    store(sums + pitch + x, b)
    f = load(upper + x), g = load(lower + x)
    let to = line + x, k = taps
    do {
      a = v128.load(k), b = v128.load(k, 3 * WIDE), w = v128.load(k, 4 * WIDE)
      store(to, mix(a, f, b, p, w, q))
      store(to + apart, mix(a, g, b, s, w, t))
      to += pitch
      a = v128.load(k, TAP), b = v128.load(k, TAP + 3 * WIDE), w = v128.load(k, TAP + 4 * WIDE)
      store(to, mix(a, f, b, p, w, q))
      store(to + apart, mix(a, g, b, s, w, t))
      to += pitch
      k += 2 * TAP
    } while (k < end)
    slots += group
    x += WIDE
  } while (x < until)
}
