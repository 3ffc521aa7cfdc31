// Rotations by shears ("lifting": Oraintara, Chen and Nguyen, IEEE Trans. Signal Processing 50, 2002).
//
//   e^(-iθ) (x + iy):   x += t y,  y -= s x,  x += t y,   t = tan(θ/2), s = sin θ
//
// takes as many operations as the usual four products and two sums, and its determinant is 1 however t and s are
// rounded. A factor of modulus 1 + 1e-8, which is what a rounded cosine and sine give, would grow a wave by 1e-4 in
// ten thousand steps; a shear cannot. The inverse undoes the same three shears one by one, so that a transform and
// its inverse are mirror images. Angles stay within a quarter turn either way (t at most 1); whole quarters are
// exchanges of x and y and cost nothing.
//
// A wide complex number is four real parts and then four imaginary parts: four transforms side by side in the lanes.

import { add, load, mul, splat, store, sub, WIDE } from '../abi/simd'

/** Bytes of a wide complex number. */
export const COMPLEX: usize = 2 * WIDE
/** Where its imaginary parts are. */
export const IM: usize = WIDE

/** Stores x + iy times e^(-i(θ + quarters π/2)) at `p`, θ given by its shears. */
@inline export function turnAndStore(p: usize, x: v128, y: v128, t: v128, s: v128, quarters: i32): void {
  if (quarters == 1) { const old = x; x = y; y = f32x4.neg(old) }
  else if (quarters == 2) { x = f32x4.neg(x); y = f32x4.neg(y) }
  else if (quarters == 3) { const old = x; x = f32x4.neg(y); y = old }
  x = add(x, mul(t, y))
  y = sub(y, mul(s, x))
  store(p, add(x, mul(t, y)))
  store(p + IM, y)
}

/** Multiplies the number at `p` by e^(-i(θ + quarters π/2)). */
export function turnBack(p: usize, t: v128, s: v128, quarters: i32): void {
  turnAndStore(p, load(p), load(p + IM), t, s, quarters)
}

/** Undoes `turnBack`. */
export function turnForth(p: usize, t: v128, s: v128, quarters: i32): void {
  let x = load(p), y = load(p + IM)
  x = sub(x, mul(t, y))
  y = add(y, mul(s, x))
  x = sub(x, mul(t, y))
  if (quarters == 1) { const old = x; x = f32x4.neg(y); y = old }
  else if (quarters == 2) { x = f32x4.neg(x); y = f32x4.neg(y) }
  else if (quarters == 3) { const old = x; x = y; y = f32x4.neg(old) }
  store(p, x)
  store(p + IM, y)
}

/** A float of a table in all lanes. */
@inline export function spread(table: usize): v128 { return v128.load32_splat(table) }

/** Multiplies the number at `p` by a real factor. */
@inline export function scale(p: usize, factor: f32): void {
  const wide = splat(factor)
  store(p, mul(load(p), wide))
  store(p + IM, mul(load(p + IM), wide))
}
