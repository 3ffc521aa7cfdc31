// The spectrum of a probe, and the period of its highest peak.

import { type PowerSpectrum, powerSpectrum } from 'seiche'

export interface ProbeSpectrum extends PowerSpectrum {
  /** Period at the highest peak [s]; undefined where the water is still. */
  peakPeriod: number | undefined
}

/** Fewest values that a spectrum is made of. */
const fewestValues = 64
/** Fewest cycles in a record from which a period is read. */
const fewestCycles = 1.5
/** Changes of a height by the rounding of single precision, relative to it. */
const rounding = 1e-6

/** Spectrum of values at equal intervals [s]; undefined as long as there are too few. */
export function spectrumOf(values: ArrayLike<number>, interval: number): ProbeSpectrum | undefined {
  if (values.length < fewestValues) return undefined
  const spectrum = powerSpectrum(values, interval)
  const isStill = spanOf(values) <= rounding * Math.abs(values[0]!)
  return { ...spectrum, peakPeriod: isStill ? undefined : peakPeriodOf(spectrum, values.length * interval) }
}

/**
 * The period of the highest peak, at the top of the parabola through the logarithms of its three highest densities. A peak of fewer cycles
 * than `fewestCycles` in the record has no period yet: the record is too short, or the water only changes its level.
 */
function peakPeriodOf({ frequencies, densities }: PowerSpectrum, duration: number): number | undefined {
  const spacing = frequencies[1]!
  let peak = 1
  for (let k = 1; k < densities.length - 1; k++) if (densities[k]! > densities[peak]!) peak = k
  const [below, top, above] = [-1, 0, 1].map((by) => Math.log(densities[peak + by] ?? 0)) as [number, number, number]
  if (!Number.isFinite(top) || peak * spacing * duration < fewestCycles) return undefined
  const bend = below - 2 * top + above
  const shift = Number.isFinite(bend) && bend < 0 ? Math.max(-0.5, Math.min(0.5, (below - above) / (2 * bend))) : 0
  return 1 / ((peak + shift) * spacing)
}

/** Difference between the highest and the lowest value. */
function spanOf(values: ArrayLike<number>): number {
  let [low, high] = [values[0]!, values[0]!]
  for (let k = 1; k < values.length; k++) {
    low = Math.min(low, values[k]!)
    high = Math.max(high, values[k]!)
  }
  return high - low
}
