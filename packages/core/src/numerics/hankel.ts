// The Hankel function H0 = J0 + i Y0: the outgoing wave of two dimensions around a point, as e^(ix) is that of one dimension.
//
// Up to SERIES_END the power series (Abramowitz and Stegun 9.1.12 and 9.1.13), whose largest term loses five digits there. Beyond, the
// asymptotic series (DLMF 10.17.5), summed to its smallest term, which is below e^(-2x). Error about 1e-11 where they meet.

import { cos, log, sin } from './elementary.js'

/** Value and derivative of H0 at a point. */
export interface Hankel {
  /** J0 [1]. */
  readonly re: number
  /** Y0 [1]. */
  readonly im: number
  /** dJ0/dx [1]. */
  readonly reSlope: number
  /** dY0/dx [1]. */
  readonly imSlope: number
}

/** Argument where the power series ends and the asymptotic series begins. */
const SERIES_END = 12

const EULER_GAMMA = 0.5772156649015329

/** H0 and its derivative for x > 0. */
export function hankel0(x: number): Hankel {
  return x < SERIES_END ? powerSeries(x) : asymptotic(x)
}

/** J0 = Σ t_m with t_m = (-x²/4)^m/m!², and Y0 = 2/π ((ln(x/2) + γ) J0 - Σ t_m (1 + 1/2 + ... 1/m)); derivatives term by term. */
function powerSeries(x: number): Hankel {
  const quarter = (-x * x) / 4
  let [term, harmonic] = [1, 0]
  let [j, jSlope, sum, sumSlope] = [1, 0, 0, 0]
  for (let m = 1; m < 60 && Math.abs(term) > 1e-20; m++) {
    term *= quarter / (m * m)
    harmonic += 1 / m
    const slope = (2 * m * term) / x
    j += term
    jSlope += slope
    sum += term * harmonic
    sumSlope += slope * harmonic
  }
  const logarithm = log(x / 2) + EULER_GAMMA
  const scale = 2 / Math.PI
  return {
    re: j,
    im: scale * (logarithm * j - sum),
    reSlope: jSlope,
    imSlope: scale * (j / x + logarithm * jSlope - sumSlope),
  }
}

/** H0' = -H1. */
function asymptotic(x: number): Hankel {
  const [re, im] = hankelAt(0, x)
  const [reFirst, imFirst] = hankelAt(1, x)
  return { re, im, reSlope: -reFirst, imSlope: -imFirst }
}

/** H of order n: sqrt(2/(πx)) e^(i(x - nπ/2 - π/4)) Σ a_m (i/x)^m, a_m = a_(m-1) (4n² - (2m - 1)²)/(8m). */
function hankelAt(n: number, x: number): [number, number] {
  let [re, im] = [1, 0]
  let [size, last] = [1, Number.POSITIVE_INFINITY]
  for (let m = 1; m < 60 && Math.abs(size) < last && Math.abs(size) > 1e-17; m++) {
    last = Math.abs(size)
    size *= (4 * n * n - (2 * m - 1) * (2 * m - 1)) / (8 * m * x)
    if (Math.abs(size) >= last) break
    // i^m: 1, i, -1, -i.
    const signed = m % 4 < 2 ? size : -size
    if (m % 2 === 0) re += signed
    else im += signed
  }
  const angle = x - (n * Math.PI) / 2 - Math.PI / 4
  const [c, s] = [cos(angle), sin(angle)]
  const scale = Math.sqrt(2 / (Math.PI * x))
  return [scale * (c * re - s * im), scale * (c * im + s * re)]
}
