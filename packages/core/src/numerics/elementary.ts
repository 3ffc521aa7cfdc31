// exp, sin, cos and tanh from additions and multiplications only.
//
// JavaScript leaves the last bit of Math.sin and its relatives to the engine, and engines differ. IEEE additions,
// multiplications and square roots do not. Whatever reaches a field goes through these functions, so that a scene gives
// the same bits in every browser. Accurate to about one unit in the last place over the ranges given.

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

/** Terms of the continued fraction of tanh: enough for |x| <= 1/2. */
const TANH_DEPTH = 17

/** tanh(x): Lambert's continued fraction x / (1 + x²/(3 + x²/(5 + …))) near 0, where 1 - 2/(e^2x + 1) would cancel. */
export function tanh(x: number): number {
  const size = Math.abs(x)
  if (size > 0.5) {
    const far = size > 20 ? 1 : 1 - 2 / (exp(2 * size) + 1)
    return x < 0 ? -far : far
  }
  let denominator = TANH_DEPTH
  for (let n = TANH_DEPTH - 2; n > 0; n -= 2) denominator = n + (x * x) / denominator
  return x / denominator
}
