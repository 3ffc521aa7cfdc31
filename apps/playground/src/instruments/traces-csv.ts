import type { Trace } from './trace.js'

/** The traces of probes as a table: the time [s] and a column for each probe. A field is empty where a probe has no value. */
export function tracesCsv(traces: ReadonlyMap<string, Trace>, timeStep: number): string {
  const held = [...traces.values()].filter(({ length }) => length > 0)
  const first = Math.min(...held.map((trace) => trace.first))
  const end = Math.max(...held.map((trace) => trace.end))
  const rows = [['time', ...traces.keys()].join(',')]
  for (let step = first; step < end; step++) {
    const values = [...traces.values()].map((trace) => {
      const value = trace.at(step)
      // Seven digits: all that single precision has.
      return Number.isNaN(value) ? '' : Number(value.toPrecision(7))
    })
    rows.push([Number((step * timeStep).toPrecision(12)), ...values].join(','))
  }
  return `${rows.join('\n')}\n`
}
