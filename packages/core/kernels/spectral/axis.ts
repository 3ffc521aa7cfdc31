// Transforms along one axis of the grid, by the kinds of its two edges:
//
//   both periodic    Fourier,  e^(-2πi jk/n)
//   both reflect     cosine,   cos(π (j + 1/2) k/n)              even about both outer faces
//   both fixed       sine,     sin(π (j + 1/2) (k + 1)/n)        odd about both outer faces
//   one of each      quarter,  cos(π (j + 1/2) (k + 1/2)/n)      even about one, odd about the other
//
// All are computed by a Fourier transform of the same length. A sequence x that continues beyond its end as its mirror image (times
// -1 at an odd edge) is determined by every other value, v(j) = x(2j): the values of even index forwards, then those of odd index
// backwards (Makhoul, IEEE Trans. ASSP 28, 1980). With V the transform of v, the cosine transform is
//   X(k) = Re e^(-iθ) V(k),  X(n - k) = -Im e^(-iθ) V(k),   θ = πk/(2n),
// which is again a rotation by shears. Quarter waves first multiply v(j) by e^(-iπj/n), and pair k with n - 1 - k at
// θ = π(k + 1/2)/(2n). A sine transform is the cosine transform of (-1)^j x(j), read backwards.
//
// Real and imaginary parts hold two real sequences, elevation and potential. Their transforms are separated by the symmetry of real
// sequences: V(k) and V(n - k) are conjugate to each other.
//
// Modes are scaled by factors that differ from mode to mode; the inverse removes them. Transform and inverse together are the
// identity times the power of two of fft.ts.

import { inverse, transform } from './fft'
import { COMPLEX, IM, scale, spread, rotateBy, rotateBack } from './lifting'
import { add, load, mul, splat, store, sub } from '../abi/simd'

/** Kinds of transforms. From `sine` on, half of the values change their sign. */
export const enum Transform { fourier, cosine, sine, quarter }

/** A table that describes an axis; src/operators/axis-table.ts writes it. */
@unmanaged
export class Axis {
  n: i32
  kind: i32
  /** Addresses of the first shear of the stages and of the end of the table. */
  twiddles: usize
  twiddlesEnd: usize
  /** Byte offset in the buffer of each value of the sequence. */
  places: usize
  /** For each position in the buffer, the byte offset of the mode -k (Fourier), or of the mode itself (all others). */
  partners: usize
  /** Pairs of modes that are rotated into each other: two byte offsets and a shear. */
  pairs: usize
  pairCount: i32
  /** Shears of the quarter waves before the transform, one for each j; each excludes a quarter turn. */
  quarters: usize
}

@inline export function axisOf(table: usize): Axis { return changetype<Axis>(table) }

/** Byte offset in the buffer of value i of a sequence. */
@inline export function placeOf(axis: Axis, i: i32): usize { return placeIn(axis.places, i) }

/** The same, for loops that load `places` only once. */
@inline export function placeIn(places: usize, i: i32): usize { return <usize>i32.load(places + (<usize>i << 2)) }

/** Byte offset in the buffer of the conjugate of the mode with a byte offset. */
@inline export function partnerAt(axis: Axis, place: usize): usize { return <usize>i32.load(axis.partners + place / COMPLEX * 4) }

/** Forward transform of sequences whose values are at the positions `places`. */
export function intoModes(axis: Axis, data: usize): void {
  if (axis.kind >= Transform.sine) flipSecondHalf(axis, data)
  if (axis.kind == Transform.quarter)
    for (let j = 1, p = data + COMPLEX, table = axis.quarters; j < axis.n; j++, p += COMPLEX, table += 8)
      rotateBy(p, spread(table), spread(table + 4), 1)
  transform(data, axis.n, axis.twiddles)
  for (let pair = 0, table = axis.pairs; pair < axis.pairCount; pair++, table += 16)
    separate(data + <usize>i32.load(table), data + <usize>i32.load(table, 4), spread(table + 8), spread(table + 12))
}

/** Inverse transform, scaled as by `inverse`. */
export function intoValues(axis: Axis, data: usize): void {
  for (let pair = 0, table = axis.pairs; pair < axis.pairCount; pair++, table += 16)
    unite(data + <usize>i32.load(table), data + <usize>i32.load(table, 4), spread(table + 8), spread(table + 12))
  inverse(data, axis.n, axis.twiddlesEnd)
  if (axis.kind == Transform.quarter)
    for (let j = 1, p = data + COMPLEX, table = axis.quarters; j < axis.n; j++, p += COMPLEX, table += 8)
      rotateBack(p, spread(table), spread(table + 4), 1)
  if (axis.kind >= Transform.sine) flipSecondHalf(axis, data)
}

/** Changes the sign of the values of odd index, which are in the second half of the buffer. */
function flipSecondHalf(axis: Axis, data: usize): void {
  const end = data + <usize>axis.n * COMPLEX
  for (let p = data + <usize>((axis.n + 1) / 2) * COMPLEX; p < end; p += COMPLEX) scale(p, -1)
}

/** From V(k) at `p` and V(n - k) at `q`, the modes k and n - k of both real sequences. */
@inline function separate(p: usize, q: usize, t: v128, s: v128): void {
  const a = load(p), b = v128.load(p, IM), c = load(q), d = v128.load(q, IM)
  const half = splat(0.5)
  // V(k) of each sequence: (V(k) + V(n-k)*) / 2 and (V(k) - V(n-k)*) / 2i.
  let x = mul(half, add(a, c)), y = mul(half, sub(b, d))
  x = add(x, mul(t, y))
  y = sub(y, mul(s, x))
  store(p, add(x, mul(t, y)))
  store(q, f32x4.neg(y))
  x = mul(half, add(b, d))
  y = mul(half, sub(c, a))
  x = add(x, mul(t, y))
  y = sub(y, mul(s, x))
  v128.store(p, add(x, mul(t, y)), IM)
  v128.store(q, f32x4.neg(y), IM)
}

/** The inverse of `separate`. */
@inline function unite(p: usize, q: usize, t: v128, s: v128): void {
  let x1 = load(p), y1 = f32x4.neg(load(q)), x2 = v128.load(p, IM), y2 = f32x4.neg(v128.load(q, IM))
  x1 = sub(x1, mul(t, y1))
  y1 = add(y1, mul(s, x1))
  x1 = sub(x1, mul(t, y1))
  x2 = sub(x2, mul(t, y2))
  y2 = add(y2, mul(s, x2))
  x2 = sub(x2, mul(t, y2))
  store(p, sub(x1, y2))
  v128.store(p, add(x2, y1), IM)
  store(q, add(x1, y2))
  v128.store(q, sub(x2, y1), IM)
}
