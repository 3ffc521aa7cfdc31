import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableFromIPC } from 'apache-arrow'
import { readParquet } from 'parquet-wasm'
import type { ProbeReading } from 'seiche'
import { describe, expect, it } from 'vitest'
import { pool, type RecordedRun, recordRun } from '../../testing/recorded-run.js'
import { writeRun } from '../../testing/scratch-output.js'
import type { BodyPose } from '../frame.js'
import type { Table } from '../run-info.js'
import { parquet } from './parquet.js'

/** Reads a file with the Parquet library of Arrow for Rust, which shares no code with the writer. */
function read(folder: string, name: string) {
  const table = tableFromIPC(readParquet(readFileSync(join(folder, `${name}.parquet`))).intoIPCStream())
  return {
    columns: Object.fromEntries(table.schema.fields.map((field) => [field.name, String(field.type)])),
    metadata: table.schema.metadata,
    rows: table.toArray().map((row) => Object.values(row.toJSON())),
  }
}

const duck: BodyPose = {
  index: 0,
  name: 'Ente, gelb 🦆',
  position: [0.1, 0.2, 0.3],
  rotation: [0, 0.6, 0, 0.8],
  velocity: [1, -2, 1e-20],
  submerged: 0.37,
}
const crate: BodyPose = { ...duck, index: 1, name: undefined, submerged: 1 }

/** Rows of diagnostics, more of them than frames, as a recording has them. */
function diagnostics(count: number): Table {
  const columns = ['step', 'time', 'volume', 'substeps', 'probe:middle', 'probe:east end']
  return {
    columns: columns.map((name) => ({ name, unit: name === 'step' ? '1' : 'm' })),
    async *rows() {
      for (let step = 0; step < count; step++) yield [step, step * 0.02, 1 / (step + 3), 2, Math.sqrt(step), -step / 7]
    },
  }
}

async function recordTables(count: number): Promise<RecordedRun> {
  const { run, frames } = await recordRun(pool, [])
  const bodies: Table = {
    columns: [
      { name: 'step', unit: '1' },
      { name: 'body', unit: '' },
      { name: 'x', unit: 'm' },
    ],
    async *rows() {
      yield [0, 'duck', 0.5]
      yield [0, '1', -0.5]
    },
  }
  return { run: { ...run, tables: { diagnostics: diagnostics(count), bodies } }, frames }
}

describe('Parquet tables', () => {
  it('have all rows of the diagnostics of a recording, in several groups', async () => {
    const folder = await writeRun(parquet, await recordTables(20_000))
    const { columns, rows } = read(folder, 'diagnostics')
    expect(columns).toEqual({ step: 'Int32', time: 'Float64', volume: 'Float64', substeps: 'Int32' })
    const expected = Array.from({ length: 20_000 }, (_, k) => [k, k * 0.02, 1 / (k + 3), 2])
    expect(JSON.stringify(rows)).toBe(JSON.stringify(expected))
  })

  it('have a row for each probe and time', async () => {
    const folder = await writeRun(parquet, await recordTables(20_000))
    const { columns, rows } = read(folder, 'probes')
    expect(columns).toEqual({
      step: 'Int32',
      time: 'Float64',
      probe: 'Utf8',
      x: 'Float64',
      z: 'Float64',
      eta: 'Float64',
    })
    expect(rows).toHaveLength(40_000)
    expect(rows.slice(-2)).toEqual([
      [19_999, 19_999 * 0.02, 'middle', 0, 0, Math.sqrt(19_999)],
      [19_999, 19_999 * 0.02, 'east end', 0.8, 0.1, -19_999 / 7],
    ])
  })

  it('have the bodies of a recording', async () => {
    const { columns, rows } = read(await writeRun(parquet, await recordTables(1)), 'bodies')
    expect(columns).toEqual({ step: 'Int32', body: 'Utf8', x: 'Float64' })
    expect(rows).toEqual([
      [0, 'duck', 0.5],
      [0, '1', -0.5],
    ])
  })

  it('have the probes and bodies of frames without a recording', async () => {
    const { run, frames } = await recordRun(pool, [])
    const folder = await writeRun(parquet, {
      run,
      frames: frames.map((frame) => ({ ...frame, bodies: [duck, crate] })),
    })
    const readings = frames.flatMap(({ step, time, probes }) =>
      probes.map(({ name, x, z, eta }: ProbeReading) => [step, time, name, x, z, eta]),
    )
    expect(readings).toHaveLength(6)
    expect(read(folder, 'probes').rows).toEqual(readings)
    const { rows } = read(folder, 'bodies')
    expect(rows).toHaveLength(6)
    expect(rows[5]).toEqual([10, 0.2, '1', 0.1, 0.2, 0.3, 0, 0.6, 0, 0.8, 1, -2, 1e-20, 1])
    expect(rows[0]![2]).toBe('Ente, gelb 🦆')
    expect(existsSync(join(folder, 'diagnostics.parquet'))).toBe(false)
  })

  it('name the units of their columns and the scene', async () => {
    const recorded = await recordTables(2)
    const { metadata } = read(await writeRun(parquet, recorded), 'probes')
    expect(JSON.parse(metadata.get('units')!)).toMatchObject({ time: 's', probe: '', eta: 'm' })
    expect(JSON.parse(metadata.get('scene')!)).toEqual(recorded.run.scene)
  })

  it('have the same bytes for the same rows', async () => {
    const recorded = await recordTables(300)
    const [first, second] = [await writeRun(parquet, recorded), await writeRun(parquet, recorded)]
    for (const name of ['diagnostics', 'probes', 'bodies'])
      expect(readFileSync(join(second, `${name}.parquet`)).equals(readFileSync(join(first, `${name}.parquet`)))).toBe(
        true,
      )
  })
})
