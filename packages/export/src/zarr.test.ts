import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { checksumOf, checksumOfField, type DataSetDescription } from '../testing/expected-arrays.js'
import { box, pool, type RecordedRun, recordRun, volume } from '../testing/recorded-run.js'
import { requirePython, runPython } from '../testing/require-tool.js'
import { scratchOutput } from '../testing/scratch-output.js'
import { zarr } from './zarr.js'

const program = (name: string) => readFileSync(fileURLToPath(new URL(`../testing/${name}`, import.meta.url)), 'utf8')

/** Readers that share no code with the writer. Debian 13 has a Zarr library for version 3 of the format, Debian 12 has none. */
const readers = [
  {
    reader: 'a reader after the specification',
    missing: requirePython(['numpy', 'numcodecs'], ['python3-numpy', 'python3-numcodecs']),
    read: (store: string) => runPython(program('read_zarr.py'), store) as DataSetDescription,
  },
  {
    reader: 'xarray with zarr-python',
    missing: requirePython(['xarray', 'zarr.abc.store'], ['python3-xarray', 'python3-zarr']),
    read: (store: string) => runPython(program('read_with_xarray.py'), store) as DataSetDescription,
  },
]

async function writeStore({ run, frames }: RecordedRun): Promise<string> {
  const output = await scratchOutput()
  const writer = await zarr.open(run, Object.keys(run.fields), output)
  for (const frame of frames) await writer.add(frame)
  await writer.finish()
  return join(output.path, 'run.zarr')
}

describe.each(readers)('the Zarr store, read by $reader', ({ missing, read }) => {
  it.skipIf(missing)('has the values, positions and units of surface water', async () => {
    const recorded = await recordRun(pool, ['eta', 'phi'])
    const { attributes, arrays } = read(await writeStore(recorded))
    expect(attributes).toMatchObject({ Conventions: 'CF-1.11', title: 'Test pool, 8 × 6 cells' })
    expect(JSON.parse(attributes.scene as string)).toEqual(recorded.run.scene)
    expect(Object.keys(arrays).sort()).toEqual(['eta', 'phi', 'time', 'x', 'z'])
    expect(arrays.eta).toEqual({
      dimensions: ['time', 'z', 'x'],
      shape: [3, 6, 8],
      attributes: {
        standard_name: 'sea_surface_height_above_mean_sea_level',
        long_name: 'elevation of the surface over its rest level',
        units: 'm',
      },
      sha256: await checksumOfField(recorded, 'eta'),
    })
    expect(arrays.phi).toMatchObject({
      attributes: { units: 'm2 s-1' },
      sha256: await checksumOfField(recorded, 'phi'),
    })
    expect(arrays.x!.sha256).toBe(checksumOf([-0.875, -0.625, -0.375, -0.125, 0.125, 0.375, 0.625, 0.875]))
    expect(arrays.z!.sha256).toBe(checksumOf([-0.625, -0.375, -0.125, 0.125, 0.375, 0.625]))
    expect(arrays.time!.sha256).toBe(checksumOf([0, 5 * 0.02, 10 * 0.02]))
  })

  it.skipIf(missing)('has velocities of a fluid at the positions of faces', async () => {
    const recorded = await recordRun(box, ['u', 'v', 'ink', 'x', 'temperature'])
    const { arrays } = read(await writeStore(recorded))
    expect(Object.fromEntries(Object.entries(arrays).map(([name, { dimensions }]) => [name, dimensions]))).toEqual({
      u: ['time', 'y', 'x_face'],
      v: ['time', 'y_face', 'x'],
      ink: ['time', 'y', 'x'],
      x_: ['time', 'y', 'x'],
      temperature: ['time', 'y', 'x'],
      ...Object.fromEntries(['time', 'x', 'x_face', 'y', 'y_face'].map((name) => [name, [name]])),
    })
    expect(arrays.x_face!.sha256).toBe(checksumOf([-0.375, -0.25, -0.125, 0, 0.125, 0.25, 0.375]))
    expect(arrays.y!.attributes).toMatchObject({ axis: 'Z', positive: 'up' })
    expect(arrays.temperature!.attributes.units).toBe('degree_Celsius')
    for (const field of ['u', 'v', 'ink', 'temperature'])
      expect(arrays[field]!.sha256).toBe(await checksumOfField(recorded, field))
    expect(arrays.x_!.sha256).toBe(await checksumOfField(recorded, 'x'))
  })

  it.skipIf(missing)('has volumes', async () => {
    const recorded = await recordRun(volume, ['w', 'smoke'])
    const { arrays } = read(await writeStore(recorded))
    expect(arrays.w).toMatchObject({
      dimensions: ['time', 'z_face', 'y', 'x'],
      shape: [3, 5, 8, 6],
      sha256: await checksumOfField(recorded, 'w'),
    })
    expect(arrays.smoke).toMatchObject({
      dimensions: ['time', 'z', 'y', 'x'],
      shape: [3, 4, 8, 6],
      sha256: await checksumOfField(recorded, 'smoke'),
    })
  })

  it.skipIf(missing)('has large frames in several chunks', async () => {
    const recorded = largeRun(2049, 2050)
    const store = await writeStore(recorded)
    expect(readdirSync(join(store, 'eta/c/1')).sort()).toEqual(['0', '1'])
    const { arrays } = read(store)
    expect(arrays.eta).toMatchObject({ shape: [2, 2049, 2050], sha256: await checksumOfField(recorded, 'eta') })
  })
})

describe('the Zarr store', () => {
  it('has the same bytes for the same frames', async () => {
    const recorded = await recordRun(pool, ['eta', 'phi'])
    const [first, second] = [await writeStore(recorded), await writeStore(recorded)]
    const files = readdirSync(first, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    // Five arrays, three coordinates with a chunk each, two fields with three frames, and the group.
    expect(files).toHaveLength(5 + 3 + 2 * 3 + 1)
    for (const { parentPath, name } of files) {
      const file = join(parentPath, name)
      expect(readFileSync(join(second, file.slice(first.length)))).toEqual(readFileSync(file))
    }
  })

  it('cannot be opened before it is finished', async () => {
    const { run, frames } = await recordRun(pool, ['eta'])
    const output = await scratchOutput()
    const writer = await zarr.open(run, ['eta'], output)
    await writer.add(frames[0]!)
    expect(existsSync(join(output.path, 'run.zarr/zarr.json'))).toBe(false)
    await expect(writer.finish()).rejects.toThrow('run.zarr was opened for 3 frames, and 1 have been added')
    expect(existsSync(join(output.path, 'run.zarr/zarr.json'))).toBe(false)
  })
})

/** A run of two frames on a grid of which a frame is more than one chunk. */
function largeRun(nz: number, nx: number): RecordedRun {
  const grid = { nx, nz, cellSize: 1 }
  const values = (frame: number) => Float32Array.from({ length: nx * nz }, (_, k) => ((k % 1009) + frame) / 8)
  const times = [0, 1].map((frame) => ({ frame, step: frame, time: frame }))
  return {
    run: {
      scene: { name: 'large', solver: { type: 'columns' } } as RecordedRun['run']['scene'],
      kind: 'surface',
      grid,
      fields: {
        eta: {
          unit: 'm',
          meaning: 'elevation',
          shape: [nz, nx],
          origin: { x: 0.5 - nx / 2, z: 0.5 - nz / 2 },
          cellSize: 1,
        },
      },
      frames: times,
    },
    frames: times.map((time) => ({ ...time, bodies: [], probes: [], values: async () => values(time.frame) })),
  }
}
