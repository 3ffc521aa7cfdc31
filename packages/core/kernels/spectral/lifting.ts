// Rotations by shears ("lifting": Oraintara, Chen and Nguyen, IEEE Trans. Signal Processing 50, 2002).
//
//   e^(-iθ) (x + iy):   x += t y,  y -= s x,  x += t y,   t = tan(θ/2), s = sin θ
//
// takes as many operations as the usual four products and two sums, and its determinant is 1 however t and s are rounded. A rounded
// cosine and sine have a modulus of up to 1 + 1e-8, which would amplify a wave by 1e-4 in ten thousand steps; shears do not. The
// inverse undoes the same three shears in reverse order. Angles are within a quarter turn in either direction (t at most 1); whole
// quarter turns are exchanges of x and y and need no arithmetic.
//
// A complex vector is four real parts followed by four imaginary parts: four transforms, one in each SIMD lane.

import { add, load, mul, splat, store, sub, WIDE } from '../abi/simd'

/** Bytes of a complex vector. */
export const COMPLEX: usize = 2 * WIDE
/** Offset of its imaginary parts [bytes]. */
export const IM: usize = WIDE

/** Stores x + iy times e^(-i(θ + quarters π/2)) at `p`; θ is given by its shears. */
@inline export function rotateAndStore(p: usize, x: v128, y: v128, t: v128, s: v128, quarters: i32): void {
  if (quarters == 1) { const old = x; x = y; y = f32x4.neg(old) }
  else if (quarters == 2) { x = f32x4.neg(x); y = f32x4.neg(y) }
  else if (quarters == 3) { const old = x; x = f32x4.neg(y); y = old }
  x = add(x, mul(t, y))
  y = sub(y, mul(s, x))
  store(p, add(x, mul(t, y)))
  v128.store(p, y, IM)
}

/** Multiplies the number at `p` by e^(-i(θ + quarters π/2)). */
export function rotateBy(p: usize, t: v128, s: v128, quarters: i32): void {
  rotateAndStore(p, load(p), v128.load(p, IM), t, s, quarters)
}

/** The inverse of `rotateBy`. */
export function rotateBack(p: usize, t: v128, s: v128, quarters: i32): void {
  let x = load(p), y = v128.load(p, IM)
  x = sub(x, mul(t, y))
  y = add(y, mul(s, x))
  x = sub(x, mul(t, y))
  if (quarters == 1) { const old = x; x = f32x4.neg(y); y = old }
  else if (quarters == 2) { x = f32x4.neg(x); y = f32x4.neg(y) }
  else if (quarters == 3) { const old = x; x = y; y = f32x4.neg(old) }
  store(p, x)
  v128.store(p, y, IM)
}

/** One float of a table, in all lanes. */
@inline export function spread(table: usize): v128 { return v128.load32_splat(table) }

/** Multiplies the number at `p` by a real factor. */
@inline export function scale(p: usize, factor: f32): void {
  const four = splat(factor)
  store(p, mul(load(p), four))
  v128.store(p, mul(v128.load(p, IM), four), IM)
}
