// Tables of a run as Parquet files, for pandas, DuckDB, Polars and Arrow:
//
//   diagnostics.parquet   a row for each line of diagnostics.csv, without its probes
//   probes.parquet        a row for each probe and time: step, time, probe, x, z, eta
//   bodies.parquet        a row for each body and time, the columns of bodies.csv
//
// A recording has these tables complete: with `--log-every` they have more rows than there are frames. A program that feeds the frames of
// a running simulation gets probes and bodies of these frames; diagnostics are not part of a frame.

import { version } from 'seiche'
import type { Format, FrameWriter } from '../format.js'
import type { Frame } from '../frame.js'
import type { ColumnInfo, RunInfo, Table } from '../run-info.js'
import { type Cell, TableWriter } from './table-writer.js'

const time: readonly ColumnInfo[] = [
  { name: 'step', unit: '1' },
  { name: 'time', unit: 's' },
]
const probeColumns: readonly ColumnInfo[] = [
  ...time,
  { name: 'probe', unit: '' },
  ...['x', 'z', 'eta'].map((name) => ({ name, unit: 'm' })),
]
const bodyColumns: readonly ColumnInfo[] = [
  ...time,
  { name: 'body', unit: '' },
  ...['x', 'y', 'z'].map((name) => ({ name, unit: 'm' })),
  ...['qx', 'qy', 'qz', 'qw'].map((name) => ({ name, unit: '1' })),
  ...['vx', 'vy', 'vz'].map((name) => ({ name, unit: 'm/s' })),
  { name: 'submerged', unit: '1' },
]
/** Columns of diagnostics.csv that are probes have this before their names. */
const probePrefix = 'probe:'

/**
 * Parquet: the diagnostics, probes and bodies of a run as tables, `diagnostics.parquet`, `probes.parquet` and `bodies.parquet`. Tables
 * without rows are left out.
 */
export const parquet: Format = {
  name: 'parquet',
  summary: 'Parquet tables of diagnostics, probes and bodies, for pandas and DuckDB',
  fieldsFor: () => [],
  filesOf: () => [],
  open: async (run, _fields, output) => new ParquetTables(run, output.path),
}

class ParquetTables implements FrameWriter {
  readonly #run: RunInfo
  readonly #folder: string
  readonly #tables = new Map<string, TableWriter>()

  constructor(run: RunInfo, folder: string) {
    this.#run = run
    this.#folder = folder
  }

  async add({ step, time, probes, bodies }: Frame): Promise<void> {
    if (this.#run.tables) return
    for (const { name, x, z, eta } of probes) await this.#addRow('probes', probeColumns, [step, time, name, x, z, eta])
    for (const { index, name, position, rotation, velocity, submerged } of bodies) {
      const body = name ?? String(index)
      await this.#addRow('bodies', bodyColumns, [step, time, body, ...position, ...rotation, ...velocity, submerged])
    }
  }

  async finish(): Promise<Readonly<Record<string, unknown>>> {
    const { tables } = this.#run
    if (tables) await this.#copyDiagnostics(tables.diagnostics)
    if (tables?.bodies)
      for await (const row of tables.bodies.rows()) await this.#addRow('bodies', tables.bodies.columns, row)
    for (const table of this.#tables.values()) await table.finish()
    return Object.fromEntries(
      [...this.#tables].map(([name, { count }]) => [name, { file: `${name}.parquet`, rows: count }]),
    )
  }

  async dispose(): Promise<void> {
    for (const table of this.#tables.values()) await table.dispose()
    this.#tables.clear()
  }

  /** Divides the rows of diagnostics.csv into diagnostics and probes. */
  async #copyDiagnostics(table: Table): Promise<void> {
    const { columns } = table
    const all = columns.map(({ name }, k) => ({ name, k }))
    const own = all.filter(({ name }) => !name.startsWith(probePrefix)).map(({ k }) => k)
    const ownColumns = own.map((k) => columns[k]!)
    const [step, time] = ['step', 'time'].map((wanted) => all.find(({ name }) => name === wanted)!.k) as [
      number,
      number,
    ]
    const probes = this.#run.scene.probes.flatMap(({ name, at: [x, z] }) => {
      const column = all.find((column) => column.name === probePrefix + name)
      return column ? [{ name, x, z, k: column.k }] : []
    })
    for await (const row of table.rows()) {
      await this.#addRow(
        'diagnostics',
        ownColumns,
        own.map((k) => row[k]!),
      )
      for (const { name, x, z, k } of probes)
        await this.#addRow('probes', probeColumns, [row[step]!, row[time]!, name, x, z, row[k]!])
    }
  }

  /** The first row creates the table. */
  async #addRow(name: string, columns: readonly ColumnInfo[], row: readonly Cell[]): Promise<void> {
    const table = this.#tables.get(name) ?? (await this.#create(name, columns))
    await table.add(row)
  }

  async #create(name: string, columns: readonly ColumnInfo[]): Promise<TableWriter> {
    const { scene } = this.#run
    const metadata = { source: `Seiche ${version}`, title: scene.name, scene: JSON.stringify(scene) }
    const table = await TableWriter.create(this.#folder, name, columns, metadata)
    this.#tables.set(name, table)
    return table
  }
}
