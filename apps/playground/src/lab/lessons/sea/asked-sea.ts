// The sea that the settings ask for: wind, depth and spectrum.

import { seaDensity } from '@seiche/textbook'
import type { SeaValues } from './sea.settings.js'

/** Depth of the water [m]; only TMA has one. */
export function depthOf({ spectrum, depth }: SeaValues): number {
  return spectrum === 'tma' ? depth : Number.POSITIVE_INFINITY
}

/** The wind, for the spectra of the textbook. */
export function windOf(values: SeaValues) {
  return { windSpeed: values.wind, fetch: 1000 * values.fetch, depth: depthOf(values) }
}

/** S(ω) of wind sea and swell [m² s]; the swell is a normal distribution of 7 % width around its frequency. */
export function askedDensity(values: SeaValues, omega: number): number {
  const windSea = seaDensity(values.spectrum, windOf(values), omega)
  if (values.by === 'textbook' || values.swell === 0) return windSea
  const peak = (2 * Math.PI) / values['swell-period']
  const off = (omega - peak) / (0.07 * peak)
  return windSea + ((values.swell / 4) ** 2 * Math.exp(-0.5 * off * off)) / (Math.sqrt(2 * Math.PI) * 0.07 * peak)
}

/** ∫ S dω [m²] over all waves that the spectrum holds. */
export function askedVariance(values: SeaValues): number {
  const panels = 3000
  let sum = 0
  for (let n = 0; n < panels; n++) {
    const omega = 0.05 * 400 ** ((n + 0.5) / panels)
    sum += (askedDensity(values, omega) * omega * Math.log(400)) / panels
  }
  return sum
}
