// The fast Fourier transform of four sequences at once, one in each lane, in place.
//
// The forward transform is decimation in frequency: a stage splits blocks of r m numbers into r blocks of m,
//   y_q(j) = e^(-2πi jq/(rm)) sum_p x(j + pm) e^(-2πi pq/r),
// until m = 1. The result is in digit-reversed order and is not reordered: operations on a spectrum work mode by mode, with tables
// in the same order, and the inverse executes the stages backwards. src/numerics/fourier.ts plans the same stages, the twiddle
// factors (as shears, see lifting.ts) and the order.
//
// Radices 5, 3, 4 and 2, in this order: the powers of two come last, where stages have few twiddle factors or none.

import { COMPLEX, IM, spread, rotateAndStore, rotateBack } from './lifting'
import { add, load, mul, splat, store, sub } from '../abi/simd'

// The reflections in the butterflies of 3 and 5, as shears: see butterfly3 and butterfly5.
const THREE_T: f32 = 0.7320508075688772
const THREE_S: f32 = 0.5773502691896258
/** Of tan φ = 2. */
const FIVE_T: f32 = 0.6180339887498948
const FIVE_S: f32 = 0.8944271909999159
/** Of sin φ = 2/√5 sin 144°. */
const FIVE_ODD_T: f32 = 0.2840790438404123
const FIVE_ODD_S: f32 = 0.5257311121191337

/** Bytes of a shear with its quarters. */
const SHEAR: usize = 12

/** Bytes of the twiddle factors of one j: two floats for each shear, and its quarters where they vary. */
@inline function bytesOf(radix: i32): usize {
  return radix == 4 ? 24 : radix == 2 ? 8 : <usize>(radix - 1) * SHEAR
}

@inline function radixOf(n: i32): i32 {
  return n % 5 == 0 ? 5 : n % 3 == 0 ? 3 : n % 4 == 0 ? 4 : 2
}

/**
 * Longest transform that is executed stage by stage. The blocks of a longer one are transformed one after the other, each by all stages that
 * remain, so that it stays in the first-level cache: 512 numbers are 16 KiB. The operations are the same.
 */
const LONGEST_IN_CACHE: i32 = 512

@inline function forwardStage(radix: i32, data: usize, end: usize, m: i32, table: usize): void {
  if (radix == 4) forward4(data, end, m, table)
  else if (radix == 2) forward2(data, end, m, table)
  else if (radix == 3) forward3(data, end, m, table)
  else forward5(data, end, m, table)
}

@inline function inverseStage(radix: i32, data: usize, end: usize, m: i32, table: usize): void {
  if (radix == 4) inverse4(data, end, m, table)
  else if (radix == 2) inverse2(data, end, m, table)
  else if (radix == 3) inverse3(data, end, m, table)
  else inverse5(data, end, m, table)
}

/**
 * e^(-2πi jk/n), times 2/√3 for each factor of 3 and 2/√5 for each of 5 (`scaleOf` in src/numerics/fourier.ts); natural
 * order in, digit-reversed order out.
 */
export function transform(data: usize, n: i32, twiddles: usize): void {
  const end = data + <usize>n * COMPLEX
  let table = twiddles
  for (let length = n; length > 1;) {
    const radix = radixOf(length)
    const m = length / radix
    forwardStage(radix, data, end, m, table)
    table += <usize>(m - 1) * bytesOf(radix)
    if (length > LONGEST_IN_CACHE) {
      for (let block = data, size = <usize>m * COMPLEX; block < end; block += size) transform(block, m, table)
      return
    }
    length = m
  }
}

/**
 * The inverse of `transform`, times 2 for each factor of 2 and 4 for each factor of 3 and 5 (`gainOf`). `twiddlesEnd` is the end of the
 * table of `transform`. `done`: the radix of the first stage if it has been executed already, else 1. Returns the beginning of the table.
 */
export function inverse(data: usize, n: i32, twiddlesEnd: usize, done: i32 = 1): usize {
  const end = data + <usize>n * COMPLEX
  let table = twiddlesEnd
  let m = done
  if (n > LONGEST_IN_CACHE) {
    m = n / radixOf(n)
    for (let block = data, size = <usize>m * COMPLEX; block < end; block += size) table = inverse(block, m, twiddlesEnd, done)
  }
  while (m < n) {
    // The stages of `transform` in reverse: fives were its first stages, so they are the last ones here.
    const radix = backRadixOf(n / m)
    table -= <usize>(m - 1) * bytesOf(radix)
    inverseStage(radix, data, end, m, table)
    m *= radix
  }
  return table
}

/** The radix of the last stage of `transform` for a length. */
@inline export function backRadixOf(n: i32): i32 {
  if (n % 2 == 0) {
    // All stages of radix 4 come before a single one of radix 2.
    return (ctz(n) & 1) != 0 ? 2 : 4
  }
  return n % 3 == 0 ? 3 : 5
}

// --- radix 4 -------------------------------------------------------------------------------------------------------

/**
 * Twiddle angles of output q are qα, α = (π/2) j/m. Output 1 rotates by less than a quarter turn. Outputs 2 and 3 are rotated by a
 * whole quarter turn in the butterfly (an exchange of real and imaginary parts), and their shears rotate by the remainder; beyond
 * α = π/3 output 3 is rotated by two quarter turns (`far`).
 */
@inline function butterfly4(
  p0: usize, step: usize, twisted: bool, far: bool, t1: v128, s1: v128, t2: v128, s2: v128, t3: v128, s3: v128,
): void {
  const p1 = p0 + step, p2 = p1 + step, p3 = p2 + step
  const ar = load(p0), ai = v128.load(p0, IM), br = load(p1), bi = v128.load(p1, IM)
  const cr = load(p2), ci = v128.load(p2, IM), dr = load(p3), di = v128.load(p3, IM)
  const acR = add(ar, cr), acI = add(ai, ci), aMcR = sub(ar, cr), aMcI = sub(ai, ci)
  const bdR = add(br, dr), bdI = add(bi, di), bMdR = sub(br, dr), bMdI = sub(bi, di)
  store(p0, add(acR, bdR))
  v128.store(p0, add(acI, bdI), IM)
  let x = add(aMcR, bMdI), y = sub(aMcI, bMdR)
  if (twisted) {
    x = add(x, mul(t1, y))
    y = sub(y, mul(s1, x))
    x = add(x, mul(t1, y))
  }
  store(p1, x)
  v128.store(p1, y, IM)
  if (twisted) {
    x = sub(acI, bdI)
    y = sub(bdR, acR)
    x = add(x, mul(t2, y))
    y = sub(y, mul(s2, x))
    x = add(x, mul(t2, y))
  } else {
    x = sub(acR, bdR)
    y = sub(acI, bdI)
  }
  store(p2, x)
  v128.store(p2, y, IM)
  if (twisted) {
    x = far ? sub(bMdI, aMcR) : add(aMcI, bMdR)
    y = far ? f32x4.neg(add(aMcI, bMdR)) : sub(bMdI, aMcR)
    x = add(x, mul(t3, y))
    y = sub(y, mul(s3, x))
    x = add(x, mul(t3, y))
  } else {
    x = sub(aMcR, bMdI)
    y = add(aMcI, bMdR)
  }
  store(p3, x)
  v128.store(p3, y, IM)
}

/** The inverse of `butterfly4`: the same operations in reverse order. */
@inline function unbutterfly4(
  p0: usize, step: usize, twisted: bool, far: bool, t1: v128, s1: v128, t2: v128, s2: v128, t3: v128, s3: v128,
): void {
  const p1 = p0 + step, p2 = p1 + step, p3 = p2 + step
  const ar = load(p0), ai = v128.load(p0, IM)
  let br = load(p1), bi = v128.load(p1, IM), cr = load(p2), ci = v128.load(p2, IM), dr = load(p3), di = v128.load(p3, IM)
  if (twisted) {
    br = sub(br, mul(t1, bi))
    bi = add(bi, mul(s1, br))
    br = sub(br, mul(t1, bi))
    cr = sub(cr, mul(t2, ci))
    ci = add(ci, mul(s2, cr))
    cr = sub(cr, mul(t2, ci))
    dr = sub(dr, mul(t3, di))
    di = add(di, mul(s3, dr))
    dr = sub(dr, mul(t3, di))
  }
  const acR = twisted ? sub(ar, ci) : add(ar, cr), acI = twisted ? add(ai, cr) : add(ai, ci)
  const aMcR = twisted ? add(ar, ci) : sub(ar, cr), aMcI = twisted ? sub(ai, cr) : sub(ai, ci)
  const bdR = !twisted ? add(br, dr) : far ? sub(br, dr) : sub(br, di)
  const bdI = !twisted ? add(bi, di) : far ? sub(bi, di) : add(bi, dr)
  const bMdR = !twisted ? sub(br, dr) : far ? add(br, dr) : add(br, di)
  const bMdI = !twisted ? sub(bi, di) : far ? add(bi, di) : sub(bi, dr)
  store(p0, add(acR, bdR))
  v128.store(p0, add(acI, bdI), IM)
  store(p1, sub(aMcR, bMdI))
  v128.store(p1, add(aMcI, bMdR), IM)
  store(p2, sub(acR, bdR))
  v128.store(p2, sub(acI, bdI), IM)
  store(p3, add(aMcR, bMdI))
  v128.store(p3, sub(aMcI, bMdR), IM)
}

function forward4(data: usize, end: usize, m: i32, table: usize): void {
  const step = <usize>m * COMPLEX, block = 4 * step
  const none = splat(0)
  let p = data
  do {
    butterfly4(p, step, false, false, none, none, none, none, none, none)
    p += block
  } while (p < end)
  let start = data + COMPLEX
  const near = 2 * m / 3
  for (let j = 1; j < m; j++, start += COMPLEX, table += 24) {
    const t1 = spread(table), s1 = spread(table + 4), t2 = spread(table + 8), s2 = spread(table + 12)
    const t3 = spread(table + 16), s3 = spread(table + 20)
    p = start
    if (j <= near)
      do {
        butterfly4(p, step, true, false, t1, s1, t2, s2, t3, s3)
        p += block
      } while (p < end)
    else
      do {
        butterfly4(p, step, true, true, t1, s1, t2, s2, t3, s3)
        p += block
      } while (p < end)
  }
}

function inverse4(data: usize, end: usize, m: i32, table: usize): void {
  const step = <usize>m * COMPLEX, block = 4 * step
  const none = splat(0)
  let p = data
  do {
    unbutterfly4(p, step, false, false, none, none, none, none, none, none)
    p += block
  } while (p < end)
  let start = data + COMPLEX
  const near = 2 * m / 3
  for (let j = 1; j < m; j++, start += COMPLEX, table += 24) {
    const t1 = spread(table), s1 = spread(table + 4), t2 = spread(table + 8), s2 = spread(table + 12)
    const t3 = spread(table + 16), s3 = spread(table + 20)
    p = start
    if (j <= near)
      do {
        unbutterfly4(p, step, true, false, t1, s1, t2, s2, t3, s3)
        p += block
      } while (p < end)
    else
      do {
        unbutterfly4(p, step, true, true, t1, s1, t2, s2, t3, s3)
        p += block
      } while (p < end)
  }
}

// --- radix 2: its butterfly also rotates by a quarter turn --------------------------------------------------------------

function forward2(data: usize, end: usize, m: i32, table: usize): void {
  const step = <usize>m * COMPLEX, block = 2 * step
  for (let j = 0; j < m; j++) {
    const shear = table + <usize>(j - 1) * 8
    for (let p = data + <usize>j * COMPLEX; p < end; p += block) {
      const q = p + step
      const ar = load(p), ai = v128.load(p, IM), br = load(q), bi = v128.load(q, IM)
      store(p, add(ar, br))
      v128.store(p, add(ai, bi), IM)
      let x = sub(ar, br), y = sub(ai, bi)
      if (j > 0) {
        const t = spread(shear), s = spread(shear + 4)
        x = sub(ai, bi)
        y = sub(br, ar)
        x = add(x, mul(t, y))
        y = sub(y, mul(s, x))
        x = add(x, mul(t, y))
      }
      store(q, x)
      v128.store(q, y, IM)
    }
  }
}

function inverse2(data: usize, end: usize, m: i32, table: usize): void {
  const step = <usize>m * COMPLEX, block = 2 * step
  for (let j = 0; j < m; j++) {
    const shear = table + <usize>(j - 1) * 8
    for (let p = data + <usize>j * COMPLEX; p < end; p += block) {
      const q = p + step
      const ar = load(p), ai = v128.load(p, IM)
      let x = load(q), y = v128.load(q, IM)
      if (j > 0) {
        const t = spread(shear), s = spread(shear + 4)
        x = sub(x, mul(t, y))
        y = add(y, mul(s, x))
        x = sub(x, mul(t, y))
        const old = x
        x = f32x4.neg(y)
        y = old
      }
      store(p, add(ar, x))
      v128.store(p, add(ai, y), IM)
      store(q, sub(ar, x))
      v128.store(q, sub(ai, y), IM)
    }
  }
}

// --- radix 3 and 5 -----------------------------------------------------------------------------------------------------

/** Stores x + iy times its twiddle factor; `shear` is the address of the factor in the table. */
@inline function storeTwisted(p: usize, x: v128, y: v128, twisted: bool, shear: usize): void {
  if (twisted) {
    rotateAndStore(p, x, y, spread(shear), spread(shear + 4), i32.load(shear + 8))
  } else {
    store(p, x)
    v128.store(p, y, IM)
  }
}

/**
 * The transform of three numbers times 2/√3, so that transform and inverse (`back`) together multiply by 4. With S and D the sum and
 * the difference of x1 and x2,
 *   y0 = 2/√3 (x0 + S),   y1, y2 = u ∓ iD,   u = 2/√3 (x0 - S/2).
 * (2 x0, S) to (y0, u) has the determinant -1 and is its own inverse. In the form of shears this holds however t and s are rounded:
 *   x = 2 x0 + tS,   u = sx - S,   y0 = x - tu,   t = √3 - 1, s = 1/√3.
 */
@inline function butterfly3(p0: usize, step: usize, back: bool, twisted: bool, table: usize): void {
  const p1 = p0 + step, p2 = p1 + step
  const t = splat(THREE_T), s = splat(THREE_S)
  const ar = load(p0), ai = v128.load(p0, IM), br = load(p1), bi = v128.load(p1, IM), cr = load(p2), ci = v128.load(p2, IM)
  const sumR = add(br, cr), sumI = add(bi, ci)
  const difR = back ? sub(cr, br) : sub(br, cr), difI = back ? sub(ci, bi) : sub(bi, ci)
  const xR = add(add(ar, ar), mul(t, sumR)), xI = add(add(ai, ai), mul(t, sumI))
  const uR = sub(mul(s, xR), sumR), uI = sub(mul(s, xI), sumI)
  store(p0, sub(xR, mul(t, uR)))
  v128.store(p0, sub(xI, mul(t, uI)), IM)
  storeTwisted(p1, add(uR, difI), sub(uI, difR), twisted, table)
  storeTwisted(p2, sub(uR, difI), add(uI, difR), twisted, table + SHEAR)
}

/**
 * The transform of five numbers times 2/√5, so that transform and inverse together multiply by 4. With S1 and D1 the sum and the
 * difference of x1 and x4, S2 and D2 those of x2 and x3, and cos 72°, cos 144° = (-1 ± √5)/4,
 *   y0 = 2/√5 (x0 + S1 + S2),         w = 4/√5 (x0 - (S1 + S2)/4),
 *   y1, y4 = (w + S1 - S2)/2 ∓ i v1,   v1 = 2/√5 (sin 72° D1 + sin 144° D2),
 *   y2, y3 = (w - S1 + S2)/2 ∓ i v2,   v2 = 2/√5 (sin 144° D1 - sin 72° D2).
 * (2 x0, S1 + S2) to (y0, w) and (D1, D2) to (v1, v2) are reflections, (a, b) to (a cos φ + b sin φ, a sin φ - b cos φ):
 *   x = a + tb,   b' = sx - b,   a' = x - tb',   t = tan(φ/2), s = sin φ.
 */
@inline function butterfly5(p0: usize, step: usize, back: bool, twisted: bool, table: usize): void {
  const p1 = p0 + step, p2 = p1 + step, p3 = p2 + step, p4 = p3 + step
  const half = splat(0.5)
  const t = splat(FIVE_T), s = splat(FIVE_S), oddT = splat(FIVE_ODD_T), oddS = splat(FIVE_ODD_S)
  const ar = load(p0), ai = v128.load(p0, IM)
  const s1R = add(load(p1), load(p4)), s1I = add(v128.load(p1, IM), v128.load(p4, IM))
  const s2R = add(load(p2), load(p3)), s2I = add(v128.load(p2, IM), v128.load(p3, IM))
  const d1R = difference(p1, p4, back), d1I = difference(p1 + IM, p4 + IM, back)
  const d2R = difference(p2, p3, back), d2I = difference(p2 + IM, p3 + IM, back)
  const sumR = add(s1R, s2R), sumI = add(s1I, s2I), spreadR = sub(s1R, s2R), spreadI = sub(s1I, s2I)
  const xR = add(add(ar, ar), mul(t, sumR)), xI = add(add(ai, ai), mul(t, sumI))
  const wR = sub(mul(s, xR), sumR), wI = sub(mul(s, xI), sumI)
  const u1R = mul(half, add(wR, spreadR)), u1I = mul(half, add(wI, spreadI))
  const u2R = mul(half, sub(wR, spreadR)), u2I = mul(half, sub(wI, spreadI))
  const zR = add(d1R, mul(oddT, d2R)), zI = add(d1I, mul(oddT, d2I))
  const v2R = sub(mul(oddS, zR), d2R), v2I = sub(mul(oddS, zI), d2I)
  const v1R = sub(zR, mul(oddT, v2R)), v1I = sub(zI, mul(oddT, v2I))
  store(p0, sub(xR, mul(t, wR)))
  v128.store(p0, sub(xI, mul(t, wI)), IM)
  storeTwisted(p1, add(u1R, v1I), sub(u1I, v1R), twisted, table)
  storeTwisted(p2, add(u2R, v2I), sub(u2I, v2R), twisted, table + SHEAR)
  storeTwisted(p3, sub(u2R, v2I), add(u2I, v2R), twisted, table + 2 * SHEAR)
  storeTwisted(p4, sub(u1R, v1I), add(u1I, v1R), twisted, table + 3 * SHEAR)
}

/** The difference of two values, or its negative for the inverse, which rotates in the opposite direction. */
@inline function difference(p: usize, q: usize, back: bool): v128 {
  return back ? sub(load(q), load(p)) : sub(load(p), load(q))
}

function forward3(data: usize, end: usize, m: i32, table: usize): void {
  const step = <usize>m * COMPLEX, block = 3 * step
  for (let p = data; p < end; p += block) butterfly3(p, step, false, false, table)
  let start = data + COMPLEX
  for (let j = 1; j < m; j++, start += COMPLEX, table += 2 * SHEAR)
    for (let p = start; p < end; p += block) butterfly3(p, step, false, true, table)
}

function inverse3(data: usize, end: usize, m: i32, table: usize): void {
  untwist(data, end, m, 3, table)
  const step = <usize>m * COMPLEX
  for (let block = data; block < end; block += 3 * step)
    for (let p = block; p < block + step; p += COMPLEX) butterfly3(p, step, true, false, table)
}

function forward5(data: usize, end: usize, m: i32, table: usize): void {
  const step = <usize>m * COMPLEX, block = 5 * step
  for (let p = data; p < end; p += block) butterfly5(p, step, false, false, table)
  let start = data + COMPLEX
  for (let j = 1; j < m; j++, start += COMPLEX, table += 4 * SHEAR)
    for (let p = start; p < end; p += block) butterfly5(p, step, false, true, table)
}

function inverse5(data: usize, end: usize, m: i32, table: usize): void {
  untwist(data, end, m, 5, table)
  const step = <usize>m * COMPLEX
  for (let block = data; block < end; block += 5 * step)
    for (let p = block; p < block + step; p += COMPLEX) butterfly5(p, step, true, false, table)
}

/** Divides input q of every butterfly by its twiddle factor. */
@inline function untwist(data: usize, end: usize, m: i32, radix: i32, table: usize): void {
  const step = <usize>m * COMPLEX, block = <usize>radix * step
  for (let j = 1; j < m; j++)
    for (let q = 1; q < radix; q++, table += SHEAR) {
      const t = spread(table), s = spread(table + 4), quarters = i32.load(table + 8)
      for (let p = data + <usize>j * COMPLEX + <usize>q * step; p < end; p += block) rotateBack(p, t, s, quarters)
    }
}
