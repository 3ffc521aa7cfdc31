// Spectra of the elevation at the probes.

import { powerSpectrum } from 'seiche'
import type { RunFolder } from '../results/run-folder.js'
import { badInput } from '../terminal/failure.js'
import type { Figure, Label, Series } from './figure.js'
import { dashOf, lineColor } from './look.js'
import { labelsOf, titleOf } from './runs-title.js'
import { probesOf } from './time-series.js'

/** Decades below the highest peak that are shown. */
const decades = 6
/** Fewest values that a spectrum is made of. */
const fewestValues = 16

/** A line for each probe and run: color by probe for one run, by run for several. */
export async function spectrumFigure(runs: readonly RunFolder[], asked?: readonly string[]): Promise<Figure> {
  const probes = probesOf(runs, asked)
  const labels = labelsOf(runs)
  const byRun = runs.length > 1
  const lines: { series: Series; label: Label; name: string }[] = []
  for (const [at, run] of runs.entries()) {
    const table = await run.diagnostics()
    const interval = regularInterval(run.name, table.numbers('time'))
    for (const [which, probe] of probes.entries()) {
      const values = table.numbers(`probe:${probe}`).subarray(0, interval.count)
      if (values.length === 0) continue
      const { frequencies, densities } = powerSpectrum(values, interval.seconds)
      const color = lineColor(byRun ? at : which)
      // The mean was removed: the first frequency, zero, has nothing.
      const peak = densities.indexOf(Math.max(...densities.subarray(1)))
      const period = 1 / frequencies[peak]!
      lines.push({
        name: [...(byRun ? [labels[at]!] : []), ...(probes.length > 1 || !byRun ? [probe] : [])].join(', '),
        series: {
          color,
          x: frequencies.subarray(1),
          y: densities.subarray(1),
          dash: byRun ? dashOf(which) : undefined,
        },
        label: { x: frequencies[peak]!, y: densities[peak]!, text: `${Number(period.toPrecision(3))} s`, color },
      })
    }
  }
  const highest = Math.max(...lines.map(({ label }) => label.y))
  const top = highest > 0 ? 10 ** Math.ceil(Math.log10(highest) + 0.3) : 1
  const bottom = top / 10 ** decades
  const visible = lines.map(({ series: { x, y } }) => {
    for (let k = y.length - 1; k > 0; k--) if (y[k]! > bottom) return x[k]!
    return x[0]!
  })
  const rightmost = Math.max(...visible)
  // Zero has no logarithm; lines end at the lower edge.
  const floored = ({ y, ...series }: Series) => ({
    ...series,
    y: Float64Array.from(y, (value) => Math.max(value, bottom / 10)),
  })
  return {
    title: titleOf(runs),
    subtitle: 'variance spectrum of the elevation at the probes, with the period of each peak',
    legend: lines.map(({ name, series: { color, dash } }) => ({ label: name, color, dash })),
    panels: [
      {
        x: { label: 'frequency [Hz]', domain: [0, rightmost] },
        y: { label: 'spectral density [m²/Hz]', type: 'log', domain: [bottom, top] },
        series: lines.map(({ series }) => floored(series)),
        labels: withoutNeighbors(
          lines.map(({ label }) => label).filter(({ y }) => y > bottom),
          0.08 * rightmost,
        ),
      },
    ],
    columns: 1,
  }
}

/** Labels nearer to each other than a distance would lie over each other: the highest remains. */
function withoutNeighbors(labels: readonly Label[], distance: number): Label[] {
  const kept: Label[] = []
  for (const label of [...labels].sort((a, b) => b.y - a.y))
    if (!kept.some(({ x }) => Math.abs(x - label.x) < distance)) kept.push(label)
  return kept
}

/** Interval of the rows, and how many have it: the last row, at the end of the run, may come early. */
function regularInterval(name: string, times: Float64Array): { seconds: number; count: number } {
  const seconds = times[1]! - times[0]!
  const isRegular = (at: number) => Math.abs(times[at]! - times[at - 1]! - seconds) <= 1e-6 * seconds
  const last = times.length - 1
  const count = last > 1 && !isRegular(last) ? last : times.length
  for (let at = 2; at < count; at++)
    if (!isRegular(at)) {
      throw badInput(`${name}: the rows of its diagnostics are not at equal intervals, at ${times[at]} s`, {
        advice: 'Run the scene again with --log-every 1.',
      })
    }
  if (count < fewestValues) {
    throw badInput(`${name}: ${count} rows of diagnostics are too few for a spectrum`, {
      advice: 'Run the scene again with --log-every 1, or longer with --duration.',
    })
  }
  return { seconds, count }
}
