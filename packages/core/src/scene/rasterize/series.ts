import { setCosSin, sin } from '../../numerics/elementary.js'
import type { Series } from '../schema/inflow.js'

/**
 * Replaces a time, `values[0]` [s], by the value of a series at this time. `values` has room for a second number. For code that runs in each step:
 * a number that a function returns may be allocated on the heap.
 */
export function setValueAt(series: Series, values: Float64Array): void {
  if (typeof series === 'number') values[0] = series
  else if (Array.isArray(series)) values[0] = interpolated(series, values[0]!)
  else {
    values[0] = angleAt(values[0]!, series.period, series.phase)
    setCosSin(values, 0)
    values[0] = series.mean + series.amplitude * values[1]!
  }
}

function interpolated(series: readonly (readonly [number, number])[], time: number): number {
  let k = 0
  while (k < series.length && series[k]![0] <= time) k++
  if (k === 0) return series[0]![1]
  if (k === series.length) return series[k - 1]![1]
  const [t0, before] = series[k - 1]!
  const [t1, after] = series[k]!
  return before + ((time - t0) / (t1 - t0)) * (after - before)
}

/** Sine with a period [s] and a phase [degrees] at a time [s]. */
export function sinusoid(time: number, period: number, phase: number): number {
  return sin(angleAt(time, period, phase))
}

/** Angle of that sine [rad]. Whole periods are subtracted before the factor 2π, which is exact. */
function angleAt(time: number, period: number, phase: number): number {
  const turns = time / period
  return 2 * Math.PI * (turns - Math.floor(turns)) + (phase * Math.PI) / 180
}
