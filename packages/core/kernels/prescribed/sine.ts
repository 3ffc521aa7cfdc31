// Sines and cosines of four phases at once.
//
// A phase is a frequency times a time and may be millions of turns. It is a double, in quarter turns: the remainder after the
// nearest whole quarter is a float within ±1/2, the only range of the polynomials. The number of whole quarters decides whether
// sine and cosine are exchanged, and their signs. Error below 2e-7.

import { add, mul, splat, sub } from '../abi/simd'

/**
 * 1.5 · 2^52: doubles of this size are integers, so that adding it rounds to a whole number, whose bits are then the lowest ones of
 * the mantissa. Valid up to 2^51 quarter turns.
 */
const WHOLE: f64 = 6755399441055744

/** Two phases [quarter turns], rounded to whole quarters, whose number is in the lowest bits. */
@inline export function wholeQuarters(phases: v128): v128 { return f64x2.add(phases, f64x2.splat(WHOLE)) }

/** Four numbers of whole quarters as integers, of which the lowest two bits are significant. */
@inline export function quadrantsOf(whole01: v128, whole23: v128): v128 {
  return v128.shuffle<i32>(whole01, whole23, 0, 2, 4, 6)
}

/** Remainders of four phases after their whole quarters, within ±1/2. */
@inline export function fractionsOf(phases01: v128, whole01: v128, phases23: v128, whole23: v128): v128 {
  const none = f64x2.splat(WHOLE)
  const low = f32x4.demote_f64x2_zero(f64x2.sub(phases01, f64x2.sub(whole01, none)))
  const high = f32x4.demote_f64x2_zero(f64x2.sub(phases23, f64x2.sub(whole23, none)))
  return v128.shuffle<f32>(low, high, 0, 1, 4, 5)
}

/** sin(f π/2) for f within ±1/2: interpolation at the Chebyshev nodes of f², error 1e-8. */
@inline export function sineSeries(f: v128): v128 {
  const u = mul(f, f)
  let sum = add(mul(splat(-0.0046021492), u), splat(0.0796802176))
  sum = add(mul(sum, u), splat(-0.6459634777))
  return mul(f, add(mul(sum, u), splat(1.570796322)))
}

/** cos(f π/2) for f within ±1/2, likewise; 1 at f = 0. */
@inline export function cosineSeries(f: v128): v128 {
  const u = mul(f, f)
  let sum = add(mul(splat(0.0009067399), u), splat(-0.0208615283))
  sum = add(mul(sum, u), splat(0.2536694104))
  sum = add(mul(sum, u), splat(-1.2337005494))
  return add(mul(sum, u), splat(1))
}

/** Mask of the lanes of odd quadrants, where sine and cosine are exchanged. */
@inline function odd(quadrants: v128): v128 {
  return i32x4.eq(v128.and(quadrants, i32x4.splat(1)), i32x4.splat(1))
}

/** Bit 1 of each lane moved to the sign. */
@inline function signOf(quadrants: v128): v128 {
  return i32x4.shl(v128.and(quadrants, i32x4.splat(2)), 30)
}

/** The sine, given both series and the quadrants. */
@inline export function sineOf(sine: v128, cosine: v128, quadrants: v128): v128 {
  return v128.xor(v128.bitselect(cosine, sine, odd(quadrants)), signOf(quadrants))
}

/** The cosine: its sign is that of the next quadrant's sine. */
@inline export function cosineOf(sine: v128, cosine: v128, quadrants: v128): v128 {
  return v128.xor(v128.bitselect(sine, cosine, odd(quadrants)), signOf(i32x4.add(quadrants, i32x4.splat(1))))
}
