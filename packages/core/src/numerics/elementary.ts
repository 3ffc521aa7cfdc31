// Elementary functions from + - * / and square roots only.
//
// JavaScript leaves the last bit of Math.sin and its relatives to the engine, and engines differ. IEEE additions,
// multiplications and square roots do not. Every value that reaches a field is computed with these functions, so that a
// scene gives the same bits in every browser. Accurate to a few units in the last place over the ranges given.

const LN2_HIGH = 0.6931471803691238
const LN2_LOW = 1.9082149292705877e-10

/** 2^n for whole n between -1074 and 1023, by repeated squaring: exact. */
function powerOfTwo(n: number): number {
  let base = n < 0 ? 0.5 : 2
  let result = 1
  for (let left = n < 0 ? -n : n; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result *= base
    base *= base
  }
  return result
}

/** e^x: x = n ln 2 + r with |r| <= ln 2 / 2, then the Taylor series of e^r to r^13 (remainder below 1e-17). */
export function exp(x: number): number {
  if (x < -745) return 0
  if (x > 709) return Number.POSITIVE_INFINITY
  const n = Math.round(x * Math.LOG2E)
  const r = x - n * LN2_HIGH - n * LN2_LOW
  let sum = 1
  for (let k = 13; k > 0; k--) sum = 1 + (r / k) * sum
  return n < -1000 ? sum * powerOfTwo(n + 100) * powerOfTwo(-100) : sum * powerOfTwo(n)
}

/** e^x - 1, with full relative precision near 0: the series without its 1, scaled by 2^n. */
export function expm1(x: number): number {
  if (x < -40) return -1
  if (x > 709) return Number.POSITIVE_INFINITY
  const n = Math.round(x * Math.LOG2E)
  const r = x - n * LN2_HIGH - n * LN2_LOW
  let sum = 1
  for (let k = 13; k > 1; k--) sum = 1 + (r / k) * sum
  const scale = powerOfTwo(n)
  return scale * (r * sum) + (scale - 1)
}

/** Hyperbolic tangent, from e^2x - 1: no cancellation for small x, no overflow for large. */
export function tanh(x: number): number {
  const t = x < 0 ? -x : x
  const grown = expm1(2 * t)
  const value = t < 0.5 ? grown / (grown + 2) : 1 - 2 / (grown + 2)
  return x < 0 ? -value : value
}

/** The rounding error of a product: a b - product, exactly (Dekker 1971). */
function productError(a: number, b: number, product: number): number {
  const half = 134217729 // 2^27 + 1 cuts a double into two halves whose products are exact.
  const aHigh = a * half - (a * half - a)
  const bHigh = b * half - (b * half - b)
  const aLow = a - aHigh
  const bLow = b - bHigh
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow)
}

const bits = new DataView(new ArrayBuffer(8))

/** The logarithm of `setLog`, as value and rest. */
const parts = new Float64Array(2)

/**
 * Sets `parts` to ln x for finite x > 0 as the sum of two doubles, with about 60 bits: power() multiplies the error of the logarithm by
 * its exponent.
 *
 * x = m 2^e with m within sqrt(2) of 1. ln m = 2 artanh(s) = 2 s + 2 s³/3 + ..., s = (m - 1)/(m + 1), |s| < .172. The
 * first term is a sum of two doubles; the others are below a hundredth of it, so that plain doubles suffice.
 */
function setLog(x: number): void {
  const tiny = x < 1e-300 // may be subnormal: scaled by 2^54
  bits.setFloat64(0, tiny ? x * 18014398509481984 : x)
  const word = bits.getUint32(0)
  let e = (word >>> 20) - 1023 - (tiny ? 54 : 0)
  bits.setUint32(0, (word & 0xfffff) | 0x3ff00000)
  let m = bits.getFloat64(0)
  if (m > Math.SQRT2) {
    m *= 0.5
    e += 1
  }
  const f = m - 1
  const below = m + 1
  const belowRest = m - (below - 1)
  const s = f / below
  const product = s * below
  const sRest = (f - product - productError(s, below, product) - s * belowRest) / below
  const square = s * s
  let sum = 0
  for (let k = 25; k > 1; k -= 2) sum = 2 / k + square * sum
  const whole = e * LN2_HIGH
  const high = whole + 2 * s
  const low = (e === 0 ? 0 : whole - high + 2 * s) + (s * square * sum + 2 * sRest + e * LN2_LOW)
  parts[0] = high + low
  parts[1] = high - (high + low) + low
}

/** Natural logarithm; -Infinity at 0, NaN below. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN
  if (x === Number.POSITIVE_INFINITY) return x
  setLog(x)
  return parts[0]!
}

/** x^y for x >= 0; 0^0 is 1. */
export function power(x: number, y: number): number {
  if (y === 0 || x === 1) return 1
  if (!(x > 0 && x < Number.POSITIVE_INFINITY)) return exp(y * log(x))
  setLog(x)
  const value = parts[0]!
  const rest = parts[1]!
  const exponent = y * value
  if (!(exponent > -745 && exponent < 709)) return exp(exponent)
  const e = exp(exponent)
  return e + e * (productError(y, value, exponent) + y * rest)
}

// pi/2 in three parts; the first two have trailing zeros, so products with a quadrant number below 2^20 are exact.
const QUARTER_HIGH = 1.5707963267341256
const QUARTER_MIDDLE = 6.077100506303966e-11
const QUARTER_LOW = 2.0222662487959506e-21
const TWO_OVER_PI = 0.6366197723675814

function sineSeries(r: number): number {
  const square = r * r
  let sum = 1
  for (let k = 16; k >= 2; k -= 2) sum = 1 - (square / (k * (k + 1))) * sum
  return r * sum
}

function cosineSeries(r: number): number {
  const square = r * r
  let sum = 1
  for (let k = 15; k >= 1; k -= 2) sum = 1 - (square / (k * (k + 1))) * sum
  return sum
}

/** sin(x + quadrants pi/2) for |x| up to about a million. */
function sineFrom(x: number, quadrants: number): number {
  const n = Math.round(x * TWO_OVER_PI)
  const r = x - n * QUARTER_HIGH - n * QUARTER_MIDDLE - n * QUARTER_LOW
  switch ((((n + quadrants) % 4) + 4) % 4) {
    case 0:
      return sineSeries(r)
    case 1:
      return cosineSeries(r)
    case 2:
      return -sineSeries(r)
    default:
      return -cosineSeries(r)
  }
}

export function sin(x: number): number {
  return sineFrom(x, 0)
}

export function cos(x: number): number {
  return sineFrom(x, 1)
}

/**
 * Replaces an angle, `values[at]` [rad], by its cosine and the value after it by its sine, with the bits of `cos` and `sin`. For code that runs in
 * each step: a number that a function returns may be allocated on the heap.
 */
export function setCosSin(values: Float64Array, at: number): void {
  const x = values[at]!
  const n = Math.round(x * TWO_OVER_PI)
  const r = x - n * QUARTER_HIGH - n * QUARTER_MIDDLE - n * QUARTER_LOW
  const quadrant = ((n % 4) + 4) % 4
  const isTurned = quadrant % 2 === 1
  const sine = sineSeries(r)
  const cosine = cosineSeries(r)
  const c = isTurned ? sine : cosine
  const s = isTurned ? cosine : sine
  values[at] = quadrant === 1 || quadrant === 2 ? -c : c
  values[at + 1] = quadrant >= 2 ? -s : s
}

/** tan(pi/8). */
const TAN_EIGHTH = Math.SQRT2 - 1
/** Difference between pi and its double. */
const PI_LOW = 1.2246467991473532e-16

/** Angle from -pi/2 to pi/2 whose tangent is x [rad]. */
export function atan(x: number): number {
  return x < 0 ? -angleOf(-x, 1) : angleOf(x, 1)
}

/** Angle from -pi to pi of the vector (x, y), from +x toward +y [rad]; 0 for the zero vector. */
export function atan2(y: number, x: number): number {
  const acute = angleOf(y < 0 ? -y : y, x < 0 ? -x : x)
  const angle = x < 0 ? Math.PI - (acute - PI_LOW) : acute
  return y < 0 ? -angle : angle
}

/**
 * Angle of (x, y) in the first quadrant. Mirrored at the diagonal it is below pi/4, rotated by -pi/4 below pi/8 in size,
 * halved below pi/16, where each term of the series of the arc tangent is smaller than the last by a factor of 25.
 */
function angleOf(y: number, x: number): number {
  if (y === 0) return 0
  const steep = y > x
  const t = steep ? (y === Number.POSITIVE_INFINITY ? 0 : x / y) : x === Number.POSITIVE_INFINITY ? 0 : y / x
  const turned = t > TAN_EIGHTH
  const r = turned ? (t - 1) / (t + 1) : t
  const half = r / (1 + Math.sqrt(1 + r * r))
  const square = half * half
  let sum = 0
  for (let k = 25; k > 0; k -= 2) sum = 1 / k - square * sum
  const small = 2 * half * sum
  const low = turned ? small + PI_LOW / 4 : small
  const angle = turned ? Math.PI / 4 + low : low
  return steep ? Math.PI / 2 - (angle - PI_LOW / 2) : angle
}
