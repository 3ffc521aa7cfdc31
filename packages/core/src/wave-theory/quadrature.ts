// Integration of a spectrum: its division into portions of variance.

import { exp, log } from '../numerics/elementary.js'
import { angularFrequency, groupToPhase, type Water, wavenumberOf } from './airy.js'
import type { Spectrum } from './spectrum.js'

/** A range of wavenumbers [rad/m]. */
export interface Band {
  from: number
  to: number
}

/** Five-point Gauss quadrature on -1..1 (Abramowitz and Stegun, table 25.4). */
const GAUSS = [
  [-0.906179845938664, 0.23692688505618908],
  [-0.5384693101056831, 0.47862867049936647],
  [0, 0.5688888888888889],
  [0.5384693101056831, 0.47862867049936647],
  [0.906179845938664, 0.23692688505618908],
] as const

/**
 * Range of the portions below and above the peak, in ln k. Below e⁻⁴ times the peak's wavenumber, all spectra here are
 * zero to rounding. Above 1e8 times the peak's wavenumber, a spectrum ~ k⁻³ has 1e-16 of its variance.
 */
const REACH_BELOW = 4
const REACH_ABOVE = 18.5

/** F(k) [m³] of a spectrum over either variable. */
export function overWavenumber({ over, density }: Spectrum, k: number, omega: number, group: number): number {
  return over === 'wavenumber' ? density(k) : density(omega) * group
}

/**
 * Visits the portions in order of k [rad/m], each with its variance [m²]: Gauss quadrature of F dk over ln k, in panels
 * as wide as the spectrum's finest feature, with a joint at its peak, where JONSWAP has a kink.
 */
export function eachPortion(
  spectrum: Spectrum,
  water: Water,
  band: Band | undefined,
  visit: (k: number, variance: number) => void,
): void {
  const peak = spectrum.over === 'wavenumber' ? spectrum.peak : wavenumberOf(spectrum.peak, water)
  const lowest = band ? Math.max(-REACH_BELOW, log(band.from / peak)) : -REACH_BELOW
  const highest = band ? Math.min(REACH_ABOVE, log(band.to / peak)) : REACH_ABOVE
  const stretch = (from: number, to: number) => {
    if (!(from < to)) return
    const panels = Math.ceil((to - from) / spectrum.fineness)
    const half = (to - from) / (2 * panels)
    for (let panel = 0; panel < panels; panel++)
      for (const [place, share] of GAUSS) {
        const k = peak * exp(from + (2 * panel + 1 + place) * half)
        const omega = angularFrequency(k, water)
        const group = (omega / k) * groupToPhase(k, water)
        visit(k, share * half * k * overWavenumber(spectrum, k, omega, group))
      }
  }
  stretch(lowest, Math.min(0, highest))
  stretch(Math.max(0, lowest), highest)
}
