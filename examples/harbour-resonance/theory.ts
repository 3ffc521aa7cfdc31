// Amplification of a long rectangular harbour that opens fully to a straight coast, by linear long-wave theory.
//
//        open sea
//   ───────┐   ┌───────  coast, x = 0
//          │2a │
//          │   │
//          └───┘         back wall, x = -L
//
// Inside, the wave is plane: η = B cos k(x + L). Outside, it is the standing wave of the closed coast, of height S at the
// mouth, and the wave that the mouth radiates. With the slope q = ∂η/∂x constant across the mouth, Green's function of
// the half-plane, (i/2) H₀(kr), gives the mean height at the mouth
//
//     S - (i/2) q M,     M = 4a ∫₀¹ (1 - u) H₀(2ka u) du,
//
// and with q = -kB sin kL and the mean height B cos kL inside
//
//     B/S = 1 / (cos kL - (i/2) k M sin kL).
//
// Without the sea's response (M = 0) the peaks are at kL = π/2 (2n + 1). The imaginary part of M, the inertia of the
// water before the mouth, shifts them to lower kL; its real part, radiation, limits their height to about 1/(ka).
// Miles & Munk, "Harbor paradox", J. Waterways Harbors Div. ASCE 87 (1961); Mei, "The Applied Dynamics of Ocean Surface
// Waves" (1983), section on the narrow bay: for small ka his matched expansions give ln(ka) + γ - 1.452 where the mean
// over the mouth gives ln(ka) + γ - 3/2.

/** The harbour of `harbour.json`. */
export const harbour = {
  /** Length L [m]. */
  length: 640,
  /** Width 2a [m]. */
  width: 120,
  /** Speed of long waves √(g depth) [m/s]. */
  speed: Math.sqrt(9.81 * 10),
}

/** kL of waves of a period [s]. */
export function phaseOf(period: number): number {
  return (2 * Math.PI * harbour.length) / (harbour.speed * period)
}

/** |B/S| at kL: height at the back wall over the height at the closed coast. */
export function amplification(kL: number): number {
  const { length, width } = harbour
  const k = kL / length
  const [re, im] = mouthIntegral(k, width)
  // cos kL - (i/2) k (re + i im) sin kL
  const real = Math.cos(kL) + 0.5 * k * im * Math.sin(kL)
  const imaginary = -0.5 * k * re * Math.sin(kL)
  return 1 / Math.hypot(real, imaginary)
}

/** Real and imaginary part of M [m]. */
function mouthIntegral(k: number, width: number): [number, number] {
  // u = v² tames the logarithm of Y₀ at 0; the midpoint rule then converges fast.
  const count = 200
  let [re, im] = [0, 0]
  for (let n = 0; n < count; n++) {
    const v = (n + 0.5) / count
    const u = v * v
    const weight = ((1 - u) * 2 * v) / count
    re += weight * besselJ0(k * width * u)
    im += weight * besselY0(k * width * u)
  }
  return [2 * width * re, 2 * width * im]
}

/** Power series of J₀, for the arguments below 4 that occur here. */
function besselJ0(x: number): number {
  let [term, sum] = [1, 1]
  for (let m = 1; m < 25; m++) {
    term *= -((x / 2) ** 2) / (m * m)
    sum += term
  }
  return sum
}

const eulerGamma = 0.5772156649015329

/** Power series of Y₀ (Abramowitz & Stegun 9.1.13). */
function besselY0(x: number): number {
  let [term, harmonic, sum] = [1, 0, 0]
  for (let m = 1; m < 25; m++) {
    term *= -((x / 2) ** 2) / (m * m)
    harmonic += 1 / m
    sum -= term * harmonic
  }
  return (2 / Math.PI) * ((Math.log(x / 2) + eulerGamma) * besselJ0(x) + sum)
}

export interface Peak {
  kL: number
  height: number
}

/** Maxima of the amplification between two values of kL. */
export function theoreticalPeaks(from: number, to: number): Peak[] {
  const count = 800
  const curve = Array.from({ length: count + 1 }, (_, n) => {
    const kL = from + ((to - from) * n) / count
    return { kL, height: amplification(kL) }
  })
  return peaksOf(curve)
}

/** Maxima of a curve in the order of kL: the tops of parabolas through the three points around each. */
export function peaksOf(curve: readonly Peak[]): Peak[] {
  return curve.flatMap((middle, n) => {
    const [before, after] = [curve[n - 1], curve[n + 1]]
    return before && after && middle.height > before.height && middle.height >= after.height
      ? [topOf(before, middle, after)]
      : []
  })
}

/** Newton's interpolation through three points, and the place where its slope is 0. */
function topOf(a: Peak, b: Peak, c: Peak): Peak {
  const first = (b.height - a.height) / (b.kL - a.kL)
  const second = ((c.height - b.height) / (c.kL - b.kL) - first) / (c.kL - a.kL)
  const kL = (a.kL + b.kL) / 2 - first / (2 * second)
  return { kL, height: a.height + first * (kL - a.kL) + second * (kL - a.kL) * (kL - b.kL) }
}
