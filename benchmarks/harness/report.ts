/** What a benchmark case hands back, and how it is printed: the same Markdown on a terminal and in a file. */
import type { Spread } from './interleave.js'

export interface Table {
  title: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

export interface CaseReport {
  tables: readonly Table[]
  /** Sentences printed under the tables. */
  notes: readonly string[]
  /** The raw measurements, for the JSON file. */
  data: unknown
}

export interface CaseOptions {
  /** Fewer rounds and less work in each: minutes become seconds, and the spread grows. */
  quick: boolean
  /** Tells what is being done; goes to stderr. */
  progress: (message: string) => void
}

export interface BenchmarkCase {
  name: string
  /** One line for `--help`. */
  about: string
  run(options: CaseOptions): Promise<CaseReport>
}

export function renderCase(name: string, { tables, notes }: CaseReport): string {
  const parts = [`## ${name}`, ...tables.map(renderTable)]
  if (notes.length > 0) parts.push(notes.map((note) => `* ${note}`).join('\n'))
  return parts.join('\n\n')
}

export function renderTable({ title, columns, rows }: Table): string {
  const widths = columns.map((column, c) => Math.max(column.length, 3, ...rows.map((row) => row[c]!.length)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, c) => cell.padEnd(widths[c]!)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [title, '', line(columns), rule, ...rows.map(line)].join('\n')
}

/** "1.52× (1.49 to 1.55)": median and quartiles. */
export function renderRatio({ lowerQuartile, median, upperQuartile }: Spread): string {
  return `${median.toFixed(2)}× (${lowerQuartile.toFixed(2)} to ${upperQuartile.toFixed(2)})`
}
