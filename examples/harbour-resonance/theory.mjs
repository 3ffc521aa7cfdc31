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

/**
 * |B/S|: height at the back wall over the height at the closed coast.
 * @param {number} k wavenumber [1/m]
 * @param {number} length length L of the harbour [m]
 * @param {number} width width 2a of the harbour [m]
 */
export function amplification(k, length, width) {
  const [re, im] = mouthIntegral(k, width)
  // cos kL - (i/2) k (re + i im) sin kL
  const real = Math.cos(k * length) + 0.5 * k * im * Math.sin(k * length)
  const imaginary = -0.5 * k * re * Math.sin(k * length)
  return 1 / Math.hypot(real, imaginary)
}

/** Real and imaginary part of M [m]. */
function mouthIntegral(k, width) {
  // u = v² tames the logarithm of Y₀ at 0; the midpoint rule then converges fast.
  const count = 2000
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

/** Power series of J₀; ka stays below 2 here, where a few terms suffice. */
function besselJ0(x) {
  let [term, sum] = [1, 1]
  for (let m = 1; m < 40; m++) {
    term *= -((x / 2) ** 2) / (m * m)
    sum += term
  }
  return sum
}

const eulerGamma = 0.5772156649015329

/** Power series of Y₀ (Abramowitz & Stegun 9.1.13). */
function besselY0(x) {
  let [term, harmonic, sum] = [1, 0, 0]
  for (let m = 1; m < 40; m++) {
    term *= -((x / 2) ** 2) / (m * m)
    harmonic += 1 / m
    sum -= term * harmonic
  }
  return (2 / Math.PI) * ((Math.log(x / 2) + eulerGamma) * besselJ0(x) + sum)
}

/** Maxima of a function of kL between two limits: places and heights. */
export function peaks(height, from, to) {
  const step = (to - from) / 4000
  const found = []
  for (let x = from + step; x < to - step; x += step) {
    const [before, here, after] = [height(x - step), height(x), height(x + step)]
    if (here > before && here >= after) found.push({ at: x, height: here })
  }
  return found
}
