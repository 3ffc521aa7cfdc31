// Reads the tables of a run, which are CSV files with a header. Their first column is the step.

import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { ColumnInfo, Table } from '../run-info.js'

/** Where the rows of a step are [bytes]. */
interface Place {
  readonly start: number
  length: number
}

/** A table in a file. Memory does not grow with its length. */
export class TableFile implements Table {
  readonly path: string
  readonly columns: readonly ColumnInfo[]

  constructor(path: string, columns: readonly ColumnInfo[]) {
    this.path = path
    this.columns = columns
  }

  async *rows(): AsyncGenerator<readonly (number | string)[]> {
    for await (const { line, number } of this.#lines()) if (number > 1) yield this.#cells(line, number)
  }

  /** Finds the rows of some steps, for random access. The file is read once from start to end. */
  async index(steps: ReadonlySet<number>): Promise<RowsOfSteps> {
    const places = new Map<number, Place>()
    let start = 0
    for await (const { line, number } of this.#lines()) {
      const length = Buffer.byteLength(line) + 1
      const step = Number(line.slice(0, line.indexOf(',')))
      if (number > 1 && steps.has(step)) {
        const place = places.get(step)
        if (place) place.length += length
        else places.set(step, { start, length })
      }
      start += length
    }
    return new RowsOfSteps(this.path, places, (line) => this.#cells(line))
  }

  async *#lines(): AsyncGenerator<{ line: string; number: number }> {
    let number = 0
    const lines = createInterface({ input: createReadStream(this.path), crlfDelay: Number.POSITIVE_INFINITY })
    for await (const line of lines) yield { line, number: ++number }
    if (number === 0) throw new Error(`${this.path} is empty; its first line should name the columns`)
  }

  /** Names of bodies have no commas or quotes. */
  #cells(line: string, number?: number): (number | string)[] {
    const cells = line.split(',')
    if (cells.length !== this.columns.length) {
      const where = number === undefined ? this.path : `line ${number} of ${this.path}`
      throw new Error(`${where} has ${cells.length} cells, there are ${this.columns.length} columns`)
    }
    return cells.map((cell, k) => (this.columns[k]!.name === 'body' ? cell : Number(cell)))
  }
}

/** The rows of some steps of a table. */
export class RowsOfSteps {
  readonly #path: string
  readonly #places: ReadonlyMap<number, Place>
  readonly #cells: (line: string) => (number | string)[]

  constructor(path: string, places: ReadonlyMap<number, Place>, cells: (line: string) => (number | string)[]) {
    this.#path = path
    this.#places = places
    this.#cells = cells
  }

  /** The rows of a step; none if the table has none. */
  async of(step: number): Promise<(number | string)[][]> {
    const place = this.#places.get(step)
    if (!place) return []
    const file = await open(this.#path, 'r')
    try {
      const text = await readAt(file, place)
      return text.trimEnd().split('\n').map(this.#cells)
    } finally {
      await file.close()
    }
  }
}

async function readAt(file: FileHandle, { start, length }: Place): Promise<string> {
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, start)
  return buffer.toString('utf8')
}
