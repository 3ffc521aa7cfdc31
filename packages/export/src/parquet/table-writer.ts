// A Parquet file that grows row by row (https://parquet.apache.org/docs/file-format/). Rows are collected into groups, each is written when
// it is full, and the file ends with the list of groups. Between two groups nothing but that list is in memory.

import { type FileHandle, open } from 'node:fs/promises'
import type { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { PartFile } from '../part-file.js'
import type { ColumnInfo } from '../run-info.js'

/** Rows of a group: some megabytes of a wide table. */
const rowsPerGroup = 16_384

/** Columns that count. All other numbers are floating-point numbers of 64 bits. */
const counts = new Set(['step', 'substeps', 'iterations'])
/** Columns of text. */
const names = new Set(['body', 'probe'])

/** A value of a row. */
export type Cell = number | string

/** A table that is being written. */
export class TableWriter {
  readonly #part: PartFile
  readonly #file: FileHandle
  readonly #bytes: ByteWriter
  readonly #parquet: ParquetWriter
  readonly #columns: readonly ColumnInfo[]
  #rows: (readonly Cell[])[] = []
  #count = 0

  private constructor(
    part: PartFile,
    file: FileHandle,
    bytes: ByteWriter,
    parquet: ParquetWriter,
    columns: readonly ColumnInfo[],
  ) {
    this.#part = part
    this.#file = file
    this.#bytes = bytes
    this.#parquet = parquet
    this.#columns = columns
  }

  /**
   * Creates the file of a table.
   *
   * @param folder Where.
   * @param name Name of the table, without `.parquet`.
   * @param columns Its columns. Their units become part of the file's metadata, as JSON with the key `units`.
   * @param metadata More texts for the file's metadata.
   */
  static async create(
    folder: string,
    name: string,
    columns: readonly ColumnInfo[],
    metadata: Readonly<Record<string, string>>,
  ): Promise<TableWriter> {
    const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
    const bytes = new ByteWriter()
    const units = JSON.stringify(Object.fromEntries(columns.map(({ name, unit }) => [name, unit])))
    const parquet = new ParquetWriter({
      writer: bytes,
      schema: [{ name: 'root', num_children: columns.length }, ...columns.map(({ name }) => schemaOf(name))],
      kvMetadata: Object.entries({ ...metadata, units }).map(([key, value]) => ({ key, value })),
    })
    const part = new PartFile(folder, `${name}.parquet`)
    return new TableWriter(part, await open(part.path, 'w'), bytes, parquet, columns)
  }

  /** Number of rows so far. */
  get count(): number {
    return this.#count
  }

  /** Adds a row, a cell for each column. */
  async add(row: readonly Cell[]): Promise<void> {
    this.#rows.push(row)
    this.#count++
    if (this.#rows.length >= rowsPerGroup) await this.#writeGroup()
  }

  /** On return the file is complete. */
  async finish(): Promise<void> {
    if (this.#rows.length > 0) await this.#writeGroup()
    await this.#parquet.finish()
    await this.#flush()
    await this.#file.close()
    await this.#part.complete()
  }

  /** Removes the file if it is not finished. */
  async dispose(): Promise<void> {
    await this.#file.close()
    await this.#part.discard()
  }

  async #writeGroup(): Promise<void> {
    const rows = this.#rows
    this.#rows = []
    await this.#parquet.write({
      columnData: this.#columns.map(({ name }, k) => ({ name, data: rows.map((row) => row[k]!), offsetIndex: false })),
      rowGroupSize: rows.length,
    })
    await this.#flush()
  }

  async #flush(): Promise<void> {
    await this.#file.appendFile(this.#bytes.getBytes())
    this.#bytes.index = 0
  }
}

function schemaOf(name: string) {
  const required = { name, repetition_type: 'REQUIRED' } as const
  if (names.has(name)) return { ...required, type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const
  return { ...required, type: counts.has(name) ? 'INT32' : 'DOUBLE' } as const
}
