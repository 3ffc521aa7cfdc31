// Metrics: numbers that describe a run, from the columns of its diagnostics.csv.

import { amplitudeAt } from './harmonic.js'
import { suggest } from '../file/nearest.js'
import { formatPoint, type Point } from '../points/points.js'
import type { MetricSpec, Quantity, reductions } from '../file/schema.js'
import type { SweepFile } from '../file/sweep-file.js'

/** A metric of one run: all quantities are numbers. */
export interface Metric {
  name: string
  /** Column of diagnostics.csv. */
  of: string
  take: (typeof reductions)[number]
  /** First and last time that count [s]. */
  from: number
  to: number
  /** Angular frequency of an amplitude [rad/s], else 0. */
  omega: number
  /** A number, or the name of an earlier metric. */
  dividedBy: number | string
}

/** Columns of a table by name. */
export type Columns = ReadonlyMap<string, readonly number[]>

/** Fewest periods in the window of an amplitude: below one, the fit cannot tell the oscillation from the mean. */
const fewestPeriods = 1

/**
 * The metrics of a point, in the order of the file.
 * @param duration duration of the run [s]
 * @param known columns of diagnostics.csv
 */
export function metricsAt(file: SweepFile, point: Point, duration: number, known: readonly string[]): Metric[] {
  const names = Object.keys(file.spec.metrics)
  return Object.entries(file.spec.metrics).map(([name, spec], k): Metric => {
    const mistake = (key: string, message: string) => file.mistake(['metrics', name, key], message)
    if (!known.includes(spec.of))
      throw mistake(
        'of',
        `there is no column "${spec.of}" in the diagnostics of this scene; ${suggest(spec.of, known)}`,
      )
    const { dividedBy = 1 } = spec
    if (typeof dividedBy === 'string' && !names.slice(0, k).includes(dividedBy))
      throw mistake('dividedBy', `"${dividedBy}" is not the name of an earlier metric`)
    const number = (key: keyof MetricSpec & ('from' | 'to' | 'period' | 'frequency')) => {
      const quantity = spec[key]
      return quantity === undefined ? undefined : resolveQuantity(quantity, point, (text) => mistake(key, text))
    }
    const [from, to] = [number('from') ?? 0, Math.min(number('to') ?? duration, duration)]
    if (!(from < to))
      throw mistake('from', `at ${formatPoint(point)} the metric counts from ${from} s, and it ends at ${to} s`)
    const [period, frequency] = [number('period'), number('frequency')]
    const cycles = frequency ?? (period === undefined ? 0 : 1 / period)
    if (spec.take === 'amplitude') {
      const key = period === undefined ? 'frequency' : 'period'
      if (!(cycles > 0 && Number.isFinite(cycles)))
        throw mistake(key, `at ${formatPoint(point)} it is ${period ?? frequency}; expected more than 0`)
      if ((to - from) * cycles < fewestPeriods)
        throw mistake(
          key,
          `at ${formatPoint(point)} the ${to - from} s that count are shorter than the period of ${1 / cycles} s; make the duration longer, or "from" smaller`,
        )
    }
    return { name, of: spec.of, take: spec.take, from, to, omega: 2 * Math.PI * cycles, dividedBy }
  })
}

function resolveQuantity(quantity: Quantity, point: Point, mistake: (message: string) => Error): number {
  if (typeof quantity === 'number') return quantity
  const value = point[quantity.axis]
  if (value === undefined)
    throw mistake(`there is no axis "${quantity.axis}"; ${suggest(quantity.axis, Object.keys(point))}`)
  if (typeof value !== 'number')
    throw mistake(`the value of the axis "${quantity.axis}" is not a number: ${JSON.stringify(value)}`)
  return value * quantity.times
}

/** Values of the metrics. */
export function evaluateMetrics(metrics: readonly Metric[], columns: Columns): Record<string, number> {
  const values: Record<string, number> = {}
  for (const metric of metrics) {
    const divisor = typeof metric.dividedBy === 'string' ? values[metric.dividedBy]! : metric.dividedBy
    values[metric.name] = reduce(metric, columns) / divisor
  }
  return values
}

function reduce({ of, take, from, to, omega }: Metric, columns: Columns): number {
  const [allTimes, allValues] = [columns.get('time'), columns.get(of)]
  if (!allTimes || !allValues) throw new Error(`diagnostics.csv has no column ${of}`)
  // Times are rounded multiples of the step: a line at the limit belongs to the window.
  const slack = 1e-9 * Math.max(1, Math.abs(to))
  const inside = allTimes.flatMap((time, k) => (time >= from - slack && time <= to + slack ? [k] : []))
  const times = inside.map((k) => allTimes[k]!)
  const values = inside.map((k) => allValues[k]!)
  if (values.length === 0) throw new Error(`no line of diagnostics.csv is between ${from} s and ${to} s`)
  const sum = (of: (value: number) => number) => values.reduce((total, value) => total + of(value), 0)
  const largest = values.reduce((best, value, k) => (value > values[best]! ? k : best), 0)
  switch (take) {
    case 'max':
      return values[largest]!
    case 'min':
      return values.reduce((least, value) => Math.min(least, value))
    case 'mean':
      return sum((value) => value) / values.length
    case 'rms':
      return Math.sqrt(sum((value) => value * value) / values.length)
    case 'last':
      return values.at(-1)!
    case 'timeOfMax':
      return times[largest]!
    case 'amplitude':
      return amplitudeAt(omega, times, values)
  }
}

/** Reads a table of numbers as `diagnostics.csv` has it. */
export function parseColumns(csv: string): Columns {
  const [header, ...rows] = csv.trimEnd().split('\n')
  const names = splitHeader(header!)
  const columns = names.map((): number[] => [])
  for (const row of rows) for (const [k, text] of row.split(',').entries()) columns[k]!.push(Number(text))
  return new Map(names.map((name, k) => [name, columns[k]!]))
}

/** Names may be quoted according to RFC 4180. */
function splitHeader(line: string): string[] {
  return [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)|([^,]*)(?:,|$)/g)]
    .filter(([all], k) => all !== '' || k === 0)
    .map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!)
}
