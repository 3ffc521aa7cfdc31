import { sin } from '../../numerics/elementary.js'
import type { Series } from '../schema/inflow.js'

/** Value of a series at a time [s]. */
export function valueAt(series: Series, time: number): number {
  if (typeof series === 'number') return series
  if (!Array.isArray(series)) return series.mean + series.amplitude * sinusoid(time, series.period, series.phase)
  let k = 0
  while (k < series.length && series[k]![0] <= time) k++
  if (k === 0) return series[0]![1]
  if (k === series.length) return series[k - 1]![1]
  const [t0, before] = series[k - 1]!
  const [t1, after] = series[k]!
  return before + ((time - t0) / (t1 - t0)) * (after - before)
}

/** Sine with a period [s] and a phase [degrees] at a time [s]. Whole periods are subtracted before the factor 2π, which is exact. */
export function sinusoid(time: number, period: number, phase: number): number {
  const turns = time / period
  return sin(2 * Math.PI * (turns - Math.floor(turns)) + (phase * Math.PI) / 180)
}
