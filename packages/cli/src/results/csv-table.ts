import { badInput } from '../terminal/failure.js'

/** A table of numbers and names, by columns. */
export class CsvTable {
  readonly columns: readonly string[]
  readonly #cells: ReadonlyMap<string, readonly string[]>
  readonly length: number

  private constructor(header: readonly string[], rows: readonly (readonly string[])[]) {
    this.columns = header
    this.length = rows.length
    this.#cells = new Map(header.map((name, at) => [name, rows.map((row) => row[at]!)]))
  }

  /**
   * Parses a file according to RFC 4180.
   *
   * @param name path for messages
   */
  static parse(text: string, name: string): CsvTable {
    const [header, ...rows] = records(text)
    if (!header)
      throw badInput(`${name} is empty`, { advice: 'The file was changed after the run: run the scene again.' })
    const wrong = rows.findIndex((row) => row.length !== header.length)
    if (wrong >= 0) {
      throw badInput(`${name}:${wrong + 2}: expected ${header.length} values, got ${rows[wrong]!.length}`, {
        advice: 'The file was changed after the run: run the scene again.',
      })
    }
    return new CsvTable(header, rows)
  }

  texts(column: string): readonly string[] {
    return this.#cells.get(column) ?? []
  }

  numbers(column: string): Float64Array {
    return Float64Array.from(this.texts(column), Number)
  }
}

function records(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  // A cell is quoted, with quotes inside doubled, or has no quotes, commas and line ends at all.
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === ',') continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  return rows
}
