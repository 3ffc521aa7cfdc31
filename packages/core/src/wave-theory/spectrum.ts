// Spectra: the distribution of the variance of a random sea over wavelengths.
//
// A spectrum is a density of variance: over angular frequency S(ω) [m² s], or over wavenumber F(k) [m³], all directions
// together. Its integral m0 is the variance of the elevation, and 4 sqrt(m0) the significant wave height.

import { exp, log, power, tanh } from '../numerics/elementary.js'
import { BOTTOMLESS, groupToPhase, STANDARD_GRAVITY, wavenumberOf } from './airy.js'

export interface Spectrum {
  /** Variable of the density. The dispersion relation, S dω = F dk, converts one into the other. */
  readonly over: 'frequency' | 'wavenumber'
  /** S(ω) [m² s] or F(k) [m³] at an angular frequency [rad/s] or wavenumber [rad/m] above 0. */
  readonly density: (at: number) => number
  /** Position of the maximum of the density, at least approximately [rad/s or rad/m]. A quadrature has a panel boundary there. */
  readonly peak: number
  /** Width of the finest feature relative to the peak [1]: the width of the panels of a quadrature. */
  readonly fineness: number
}

/** A sea without wind. */
const CALM: Spectrum = { over: 'frequency', density: () => 0, peak: 1, fineness: 1 }

export interface JonswapSea {
  /** Wind speed 10 m above the water [m/s]. 0 is a calm. */
  windSpeed: number
  /** Distance over which the wind has blown on water [m]. Longer makes waves higher and longer. */
  fetch: number
  /** Peak enhancement γ [1]. Default 3.3, the mean of the JONSWAP measurements; 1 is the spectrum of Pierson and Moskowitz. */
  gamma?: number
  /** Gravity [m/s²]. Default 9.81. */
  gravity?: number
}

/** Widths of JONSWAP's peak below and above it, over its frequency [1]. */
const PEAK_BELOW = 0.07
const PEAK_ABOVE = 0.09

/**
 * A young sea in deep water, which grows with the fetch: Hasselmann et al. 1973, "Measurements of wind-wave growth and
 * swell decay during the Joint North Sea Wave Project".
 *
 *   S(ω) = α g² ω⁻⁵ exp(-5/4 (ωp/ω)⁴) γ^r      r = exp(-(ω - ωp)²/(2 σ² ωp²)), σ = .07 below the peak, .09 above
 *   α = .076 (U²/(F g))^.22                     ωp = 22 (g²/(U F))^(1/3)
 *
 * With γ = 1 its integral is m0 = α g²/(5 ωp⁴).
 */
export function jonswap({ windSpeed, fetch, gamma = 3.3, gravity = STANDARD_GRAVITY }: JonswapSea): Spectrum {
  if (!(windSpeed > 0 && fetch > 0)) return CALM
  const alpha = 0.076 * power((windSpeed * windSpeed) / (fetch * gravity), 0.22)
  const peak = 22 * power((gravity * gravity) / (windSpeed * fetch), 1 / 3)
  return jonswapShape(alpha * gravity * gravity, peak, gamma)
}

function jonswapShape(scale: number, peak: number, gamma: number): Spectrum {
  const logGamma = log(gamma)
  const density = (omega: number) => {
    if (!(omega > 0)) return 0
    const ratio = peak / omega
    const square = ratio * ratio
    const off = (omega - peak) / (peak * (omega < peak ? PEAK_BELOW : PEAK_ABOVE))
    const exponent = -1.25 * square * square + logGamma * exp(-0.5 * off * off)
    // Far below the peak ω⁻⁵ overflows where the product with the exponential is 0.
    return exponent < -700 ? 0 : (scale * exp(exponent)) / (omega * omega * omega * omega * omega)
  }
  return { over: 'frequency', density, peak, fineness: PEAK_BELOW }
}

/**
 * The wind sea of finite depth: JONSWAP times the depth factor of Kitaigorodskii (Bouws et al. 1985, "Similarity of the
 * wind wave spectrum in finite depth water"; named after the Texel, Marsen and Arsloe measurements).
 */
export function tma({ depth, ...sea }: JonswapSea & { /** Depth of the water [m]. */ depth: number }): Spectrum {
  const deep = jonswap(sea)
  if (depth === Number.POSITIVE_INFINITY) return deep
  const density = (omega: number) => {
    const inDeepWater = deep.density(omega)
    return inDeepWater > 0 ? inDeepWater * depthFactor(omega, depth, sea.gravity) : 0
  }
  return { ...deep, density }
}

/**
 * Kitaigorodskii's factor [1], 0 at zero depth and 1 in deep water: a saturated sea has one spectrum over wavenumbers, F ~ k⁻³,
 * at any depth, so S over frequency changes as k⁻³ dk/dω does. With gravity alone that is tanh²(k d)/(2 Cg/C).
 */
export function depthFactor(omega: number, depth: number, gravity = STANDARD_GRAVITY): number {
  if (!(depth > 0)) return 0
  if (omega * omega * depth > BOTTOMLESS * gravity) return 1
  const water = { depth, gravity }
  const k = wavenumberOf(omega, water)
  const steep = tanh(k * depth)
  return (steep * steep) / (2 * groupToPhase(k, water))
}

export interface PhillipsSea {
  /** Wind speed [m/s]. 0 is a calm. */
  windSpeed: number
  /** Phillips' constant α of the saturated range [1]. Default .0081. Greater makes all waves higher. */
  alpha?: number
  /** Length below which waves are smoothed away [m], Tessendorf's ℓ. Default 0: none. */
  shortest?: number
  /** Gravity [m/s²]. Default 9.81. */
  gravity?: number
}

/**
 * Phillips' saturated sea in the form used in computer graphics (Tessendorf 2001, "Simulating ocean water"):
 *
 *   P(kx, kz) = A k⁻⁴ exp(-1/(k L)²) cos²θ exp(-(k ℓ)²),    L = U²/g, θ the angle to the wind
 *
 * Tessendorf leaves A open. All directions together give F(k) = π A k⁻³ exp(...); Phillips' saturation range is
 * α/2 k⁻³ (Phillips 1958 and 1977), so A = α/(2π). Then m0 = α L²/4 without ℓ, and with the default α the significant
 * height is .18 U²/g. To be used with `cosineSquared` of spreading.ts.
 */
export function phillips(sea: PhillipsSea): Spectrum {
  const { windSpeed, alpha = 0.0081, shortest = 0, gravity = STANDARD_GRAVITY } = sea
  if (!(windSpeed > 0)) return CALM
  const longest = (windSpeed * windSpeed) / gravity
  const density = (k: number) => {
    if (!(k > 0)) return 0
    const exponent = -1 / (k * longest * (k * longest)) - k * shortest * (k * shortest)
    return exponent < -700 ? 0 : (0.5 * alpha * exp(exponent)) / (k * k * k)
  }
  return { over: 'wavenumber', density, peak: Math.sqrt(2 / 3) / longest, fineness: 0.3 }
}

export interface SwellSea {
  /** Significant height 4 sqrt(m0) [m]. */
  height: number
  /** Period of the peak [s]. */
  period: number
  /** Standard deviation of frequency over its peak [1]. Default .07. Smaller makes longer groups of more equal waves. */
  bandwidth?: number
}

/** Swell: the waves of a distant storm, a narrow Gaussian over frequency, m0 = (height/4)². */
export function swell({ height, period, bandwidth = PEAK_BELOW }: SwellSea): Spectrum {
  if (!(height > 0 && period > 0)) return CALM
  const peak = (2 * Math.PI) / period
  const sigma = bandwidth * peak
  const top = (height * height) / (16 * sigma * Math.sqrt(2 * Math.PI))
  const density = (omega: number) => {
    const off = (omega - peak) / sigma
    return top * exp(-0.5 * off * off)
  }
  return { over: 'frequency', density, peak, fineness: bandwidth }
}
