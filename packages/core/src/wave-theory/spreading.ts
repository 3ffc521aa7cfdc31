// Spreading functions: the distribution of the waves of one frequency over directions.
//
// A spreading D(θ, ω) [1/rad] has the integral 1 over a full turn at every frequency. Its argument is the cosine of the
// angle θ from the main direction, which a wavenumber grid gives without an inverse function.

import { exp, power, tanh } from '../numerics/elementary.js'
import { STANDARD_GRAVITY } from './airy.js'

/** D [1/rad] for the cosine of the angle from the main direction, at the angular frequency ω [rad/s]. */
export type Spreading = (cosine: number, omega: number) => number

/** Tessendorf's: cos²θ/π, half of the waves against the wind. */
export const cosineSquared: Spreading = (cosine) => (cosine * cosine) / Math.PI

/**
 * Γ(s + 1)/(2 sqrt(π) Γ(s + 1/2)) [1/rad] for s >= 0: the factor that makes the integral of cos^(2s)(θ/2) over a turn 1.
 *
 * With w = s + 1/4 the quotient is Γ(w + 3/4)/Γ(w + 1/4), whose logarithm has the series
 * ln(w)/2 - Σ E(2j)/(4 j (4w)^(2j)), E Euler's numbers: even powers only, since 3/4 and 1/4 lie alike around 1/2. From
 * w = 12 on its first six terms are exact to rounding; smaller s climb there by Γ(x + 1) = x Γ(x).
 */
export function cosineNorm(s: number): number {
  let climbed = 1
  let w = s + 0.25
  for (; w < 12; w++) climbed *= (w + 0.25) / (w + 0.75)
  const v = 1 / (16 * w * w)
  const series = v * (1 / 4 - v * (5 / 8 - v * (61 / 12 - v * (1385 / 16 - v * (50521 / 20 - v * (2702765 / 24))))))
  return (climbed * Math.sqrt(w) * exp(series)) / (2 * Math.sqrt(Math.PI))
}

/**
 * cos^(2s)(θ/2), normalised (Longuet-Higgins, Cartwright and Smith 1963), with s a function of frequency. For s = 0 all
 * directions are equal; a large s is a narrow beam of about 2/sqrt(2s) rad to each side.
 */
export function cosinePower(s: (omega: number) => number): Spreading {
  return (cosine, omega) => {
    const exponent = s(omega)
    return cosineNorm(exponent) * power(Math.min(1, Math.max(0, 0.5 + 0.5 * cosine)), exponent)
  }
}

export interface WindSpreading {
  /** Wind speed 10 m above the water [m/s]. */
  windSpeed: number
  /** Peak of the frequency spectrum ωp [rad/s]. */
  peak: number
  /** Gravity [m/s²]. Default 9.81. */
  gravity?: number
  /**
   * Swell ξ from 0 to 1 [1]. Default 0. Aligns the crests, of long waves most, by adding 16 ξ² tanh(ωp/ω)
   * to s (Horvath 2015, "Empirical directional wave spectra for computer graphics").
   */
  swell?: number
}

/**
 * Narrowest at the peak, wider on both sides: Hasselmann, Dunckel and Ewing 1980, "Directional wave spectra observed
 * during JONSWAP 1973".
 */
export function hasselmannSpreading({ windSpeed, peak, gravity = STANDARD_GRAVITY, swell }: WindSpreading): Spreading {
  const above = -2.33 - 1.45 * ((windSpeed * peak) / gravity - 1.17)
  return cosinePower((omega) => {
    const ratio = omega / peak
    const s = omega > peak ? 9.77 * power(ratio, above) : 6.97 * power(ratio, 4.06)
    return s + swellPower(omega, peak, swell)
  })
}

/** Mitsuyasu et al. 1975, "Observations of the directional spectrum of ocean waves using a cloverleaf buoy". */
export function mitsuyasuSpreading({ windSpeed, peak, gravity = STANDARD_GRAVITY, swell }: WindSpreading): Spreading {
  const most = windSpeed > 0 ? 11.5 * power((windSpeed * peak) / gravity, -2.5) : 0
  return cosinePower((omega) => {
    const s = most * power(omega / peak, omega > peak ? -2.5 : 5)
    return s + swellPower(omega, peak, swell)
  })
}

function swellPower(omega: number, peak: number, swell = 0): number {
  return omega > 0 ? 16 * swell * swell * tanh(peak / omega) : 16 * swell * swell
}

/**
 * The same s at all frequencies: for swell. Goda and Suzuki 1975 give 25 after a short way from the storm and 75 after
 * a long one.
 */
export function steadySpreading(s: number): Spreading {
  const norm = cosineNorm(s)
  return (cosine) => norm * power(Math.min(1, Math.max(0, 0.5 + 0.5 * cosine)), s)
}
