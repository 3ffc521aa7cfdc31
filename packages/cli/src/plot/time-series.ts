// Probes and diagnostics over time.

import type { RunFolder } from '../results/run-folder.js'
import { badInput } from '../terminal/failure.js'
import type { Figure, Panel } from './figure.js'
import { lineColor } from './look.js'
import { labelsOf, titleOf, unitText } from './runs-title.js'

const probePrefix = 'probe:'

/** Columns of the diagnostics that are plotted unless others are asked for. */
const usualColumns = ['energy', 'kinetic_energy', 'volume', 'maximum', 'minimum', 'speed', 'divergence']
/** Most columns by default. */
const mostPanels = 4

/** Names of the probes of all runs, or those asked for. */
export function probesOf(runs: readonly RunFolder[], asked: readonly string[] | undefined): string[] {
  const known = [...new Set(runs.flatMap(({ manifest }) => columnNames(manifest).filter(isProbe).map(probeName)))]
  if (known.length === 0) {
    throw badInput(`${runs.map(({ name }) => name).join(', ')}: the scene has no probes`, {
      advice: 'Add some to the scene, for example "probes": [{ "name": "middle", "at": [0, 0] }], and run it again.',
    })
  }
  return chosen(known, asked, 'probe')
}

/** The elevation at the probes: all in one panel for one run, a panel for each probe for several runs. */
export async function probesFigure(runs: readonly RunFolder[], asked?: readonly string[]): Promise<Figure> {
  const probes = probesOf(runs, asked)
  const labels = labelsOf(runs)
  const tables = await Promise.all(runs.map((run) => run.diagnostics()))
  const line = (run: number, probe: string, color: string) => ({
    color,
    x: tables[run]!.numbers('time'),
    y: tables[run]!.numbers(probePrefix + probe),
  })
  const axes = { x: { label: 'time [s]' }, y: { label: 'elevation [m]' } }
  const isSingle = runs.length === 1
  const panels: Panel[] = isSingle
    ? [{ ...axes, series: probes.map((probe, at) => line(0, probe, lineColor(at))) }]
    : probes.map((probe) => ({
        ...axes,
        ...(probes.length > 1 && { title: probe }),
        series: runs.map((_, at) => line(at, probe, lineColor(at))),
      }))
  return {
    title: titleOf(runs),
    subtitle: isSingle || probes.length > 1 ? 'elevation at the probes' : `elevation at ${probes[0]}`,
    legend: (isSingle ? probes : labels).map((label, at) => ({ label, color: lineColor(at) })),
    panels,
    columns: panels.length > 3 ? 2 : 1,
  }
}

/** Columns of the diagnostics, a panel each. */
export async function diagnosticsFigure(runs: readonly RunFolder[], asked?: readonly string[]): Promise<Figure> {
  const known = [...new Set(runs.flatMap(({ manifest }) => columnNames(manifest)))].filter((name) => name !== 'time')
  const totals = known.filter((name) => name.startsWith('total:'))
  const usual = [...usualColumns.filter((name) => known.includes(name)), ...totals]
  const columns = asked ? chosen(known, asked, 'column') : withoutPart(usual).slice(0, mostPanels)
  const units = new Map(
    runs.flatMap(({ manifest }) => manifest.diagnostics.columns.map(({ name, unit }) => [name, unit])),
  )
  const tables = await Promise.all(runs.map((run) => run.diagnostics()))
  return {
    title: titleOf(runs),
    subtitle: 'diagnostics',
    legend: runs.length > 1 ? labelsOf(runs).map((label, at) => ({ label, color: lineColor(at) })) : [],
    panels: columns.map((name) => ({
      x: { label: 'time [s]' },
      y: { label: `${name.replaceAll('_', ' ')} ${unitText(units.get(name) ?? '')}` },
      series: tables.map((table, at) => ({ color: lineColor(at), x: table.numbers('time'), y: table.numbers(name) })),
    })),
    columns: columns.length > 1 ? 2 : 1,
  }
}

/** Kinetic energy only where there is no energy. */
const withoutPart = (columns: string[]) =>
  columns.includes('energy') ? columns.filter((name) => name !== 'kinetic_energy') : columns

const columnNames = (manifest: RunFolder['manifest']) => manifest.diagnostics.columns.map(({ name }) => name)
const isProbe = (name: string) => name.startsWith(probePrefix)
const probeName = (column: string) => column.slice(probePrefix.length)

function chosen(known: readonly string[], asked: readonly string[] | undefined, noun: string): string[] {
  for (const name of asked ?? [])
    if (!known.includes(name)) {
      throw badInput(`there is no ${noun} "${name}"`, { advice: `There are ${known.join(', ')}.` })
    }
  return [...(asked ?? known)]
}
