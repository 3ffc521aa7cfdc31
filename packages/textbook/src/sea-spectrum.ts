/**
 * A sea from a spectrum, as a sum of sinusoids.
 *
 * Source: Jerry Tessendorf, "Simulation of Interactive Surface Waves" (2008), the slide of waves on a game console. It shows a
 * sea by fast Fourier transform at 460 frames a second, without a formula. The formulas here are those of the sources: K.
 * Hasselmann et al., "Measurements of wind-wave growth and swell decay during the Joint North Sea Wave Project" (1973), and
 * O. M. Phillips, "The equilibrium range in the spectrum of wind-generated waves", J. Fluid Mech. 4 (1958).
 *
 * S(ω) is the variance of the surface in the waves of each frequency [m² s]. With wind U over a fetch F on deep water:
 *
 *     JONSWAP    S = α g² ω⁻⁵ exp(-5/4 (ωp/ω)⁴) 3.3^r,    r = exp(-(ω - ωp)²/(2 σ² ωp²)),  σ = .07 below ωp, .09 above
 *                α = .076 (U²/(F g))^.22,  ωp = 22 (g²/(U F))^(1/3)
 *     Phillips   S = .0081 g² ω⁻⁵ exp(-(g/(U ω))⁴),        fully grown: no fetch
 *     TMA        JONSWAP times tanh²(k d)/(2 Cg/C) on water of depth d (E. Bouws et al. 1985)
 *
 * The significant height is 4 sqrt(m0) with m0 = ∫ S dω. A sea of N sinusoids divides m0 into N equal parts: each wave has
 * the amplitude sqrt(2 m0/N) and the frequency in the middle of its part. Directions and phases are random; directions have
 * the density cos² around the wind.
 *
 * Known defects:
 *
 * 1. A surface of n points costs N n cosines a frame. The transform gets n waves at once for about n log n: on 256 × 256
 *    points, 65,536 waves for the price of some 30.
 * 2. All waves have the same amplitude, so that the last one, for all short waves together, is far too steep. Few waves
 *    also repeat visibly.
 * 3. Crests are as round as troughs. The "cuspy" sea of the slide also moves the water sideways, toward the crests.
 */

import { airyGroupSpeed, airyPhaseSpeed, airyWavenumber } from './airy.js'
import type { Sinusoid } from './sinusoids.js'

/** The wind that made a sea. */
export interface SeaWind {
  /** Wind speed U 10 m above the water [m/s]. */
  windSpeed: number
  /** Distance F over which it has blown on water [m]; without effect on Phillips' spectrum. */
  fetch: number
  /** Depth d of the water [m], for TMA. Default Infinity. */
  depth?: number
}

/** A spectrum by the name of its authors or of their measurements. */
export type SeaSpectrum = 'jonswap' | 'phillips' | 'tma'

const g = 9.81

/** Variance of the surface for each angular frequency, S(ω) [m² s], at ω > 0 [rad/s]. */
export function seaDensity(spectrum: SeaSpectrum, wind: SeaWind, omega: number): number {
  const { windSpeed, fetch, depth = Number.POSITIVE_INFINITY } = wind
  if (spectrum === 'phillips') return ((0.0081 * g * g) / omega ** 5) * Math.exp(-((g / (windSpeed * omega)) ** 4))
  const alpha = 0.076 * (windSpeed ** 2 / (fetch * g)) ** 0.22
  const peak = seaPeak(spectrum, { windSpeed, fetch })
  const sigma = omega < peak ? 0.07 : 0.09
  const r = Math.exp(-((omega - peak) ** 2) / (2 * sigma ** 2 * peak ** 2))
  const deep = ((alpha * g * g) / omega ** 5) * Math.exp(-1.25 * (peak / omega) ** 4) * 3.3 ** r
  if (spectrum === 'jonswap') return deep
  const k = airyWavenumber(omega, { depth })
  return (deep * Math.tanh(k * depth) ** 2 * airyPhaseSpeed(k, { depth })) / (2 * airyGroupSpeed(k, { depth }))
}

/** Angular frequency of the greatest density [rad/s]; that of TMA in deep water. */
export function seaPeak(spectrum: SeaSpectrum, { windSpeed, fetch }: SeaWind): number {
  if (spectrum === 'phillips') return (g / windSpeed) * (4 / 5) ** 0.25
  return 22 * (g ** 2 / (windSpeed * fetch)) ** (1 / 3)
}

/** Variance m0 = ∫ S dω [m²] between two frequencies [rad/s], by the midpoint rule over ln ω. */
export function seaVariance(spectrum: SeaSpectrum, wind: SeaWind, from: number, to: number): number {
  const panels = 4000
  const step = Math.log(to / from) / panels
  let m0 = 0
  for (let i = 0; i < panels; i++) {
    const omega = from * Math.exp((i + 0.5) * step)
    m0 += seaDensity(spectrum, wind, omega) * omega * step
  }
  return m0
}

/**
 * A sea of `count` sinusoids, from half of the peak's frequency to the length `shortest` [m] in deep water.
 * @param random numbers from 0 to 1
 */
export function seaSinusoids(
  spectrum: SeaSpectrum,
  wind: SeaWind,
  count: number,
  shortest: number,
  random: () => number,
): Sinusoid[] {
  const from = seaPeak(spectrum, wind) / 2
  const to = Math.sqrt((g * 2 * Math.PI) / shortest)
  const water = { depth: spectrum === 'tma' ? (wind.depth ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY }
  const m0 = seaVariance(spectrum, wind, from, to)
  const panels = 4000
  const step = Math.log(to / from) / panels
  const waves: Sinusoid[] = []
  let sum = 0
  for (let i = 0; i < panels && waves.length < count; i++) {
    const omega = from * Math.exp((i + 0.5) * step)
    sum += seaDensity(spectrum, wind, omega) * omega * step
    // The middle of the next part has been reached. The last one or two may fall into one panel.
    while (waves.length < count && sum >= ((waves.length + 0.5) / count) * m0)
      waves.push({
        amplitude: Math.sqrt((2 * m0) / count),
        direction: cosineSquared(random()),
        wavelength: (2 * Math.PI) / airyWavenumber(omega, water),
        period: (2 * Math.PI) / omega,
        phase: 2 * Math.PI * random(),
      })
  }
  return waves
}

/** The angle [rad] below which a share of cos² between -π/2 and π/2 lies, by halving. */
function cosineSquared(share: number): number {
  let [low, high] = [-Math.PI / 2, Math.PI / 2]
  for (let n = 0; n < 40; n++) {
    const middle = (low + high) / 2
    if ((middle + Math.sin(middle) * Math.cos(middle)) / Math.PI + 0.5 < share) low = middle
    else high = middle
  }
  return low
}
