// The table of results. A format of the table is one line in `writers`.

import { join } from 'node:path'
import { version } from 'seiche'
import { formatValue, type Point } from '../points/points.js'
import type { RunRecord } from '../runs/task.js'
import { writeAside } from './write-aside.js'

/** A run of the table: its point, and its result or the reason why there is none. */
export interface ResultRow {
  run: string
  point: Point
  record: RunRecord | undefined
  error: string | undefined
}

export interface ResultTable {
  /** Name of the sweep. */
  name: string
  axes: readonly string[]
  metrics: readonly string[]
  rows: readonly ResultRow[]
}

/** Formats by their extension. */
const writers: Readonly<Record<string, (table: ResultTable) => string>> = { csv: formatCsv, json: formatJson }

/** Writes the table in all formats. Returns the paths. */
export async function writeResults(folder: string, stem: string, table: ResultTable): Promise<string[]> {
  const paths: string[] = []
  for (const [extension, format] of Object.entries(writers)) {
    const path = join(folder, `${stem}.${extension}`)
    await writeAside(path, format(table))
    paths.push(path)
  }
  return paths
}

export function formatCsv({ axes, metrics, rows }: ResultTable): string {
  const header = ['run', ...axes, ...metrics, 'hash', 'steps', 'time', 'wall_time', 'error']
  const lines = rows.map(({ run, point, record, error }) => [
    run,
    ...axes.map((axis) => formatValue(point[axis])),
    ...metrics.map((metric) => record?.metrics[metric] ?? ''),
    ...(record ? [record.hash, record.steps, record.time, record.wallTime] : ['', '', '', '']),
    error ?? '',
  ])
  return [header, ...lines].map((line) => `${line.map((cell) => quote(String(cell))).join(',')}\n`).join('')
}

export function formatJson({ name, axes, metrics, rows }: ResultTable): string {
  const table = {
    format: 'seiche-sweep-results',
    formatVersion: 1,
    name,
    created: new Date().toISOString(),
    seiche: version,
    axes,
    metrics,
    rows: rows.map(({ run, point, record, error }) => ({
      run,
      axes: point,
      metrics: record?.metrics ?? null,
      hash: record?.hash ?? null,
      steps: record?.steps ?? null,
      time: record?.time ?? null,
      wallTime: record?.wallTime ?? null,
      error: error ?? null,
    })),
  }
  return `${JSON.stringify(table, null, 2)}\n`
}

/** Quotes a cell according to RFC 4180. */
function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
