import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { capturedTerminal } from '../testing/captured-terminal.js'
import { pool, scratchFolder, writeScene } from '../testing/scratch.js'
import { run } from './run.js'

describe('seiche run, formats for data', () => {
  it('writes tables and data sets, and no recording that was not asked for', async () => {
    const folder = await scratchFolder()
    const out = join(folder, 'out')
    const scene = await writeScene(folder)
    await run(scene, { out, formats: ['zarr', 'netcdf', 'parquet'], logEvery: 1 }, capturedTerminal().terminal)
    expect(readdirSync(out).sort()).toEqual([
      'diagnostics.csv',
      'diagnostics.parquet',
      'manifest.json',
      'probes.parquet',
      'run.nc',
      'run.zarr',
    ])
    const { formats } = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))
    const rows = Math.round(pool.duration! / pool.timeStep!) + 1
    expect(formats).toMatchObject({
      zarr: { fields: ['eta'], details: { file: 'run.zarr', variables: ['eta'] } },
      netcdf: { fields: ['eta'], details: { file: 'run.nc', variables: ['eta'] } },
      parquet: { fields: [], details: { diagnostics: { rows }, probes: { rows } } },
    })
  })

  it('warns about options of videos without a video', async () => {
    const folder = await scratchFolder()
    const { terminal, err } = capturedTerminal()
    await run(
      await writeScene(folder),
      { out: join(folder, 'out'), fps: 25, light: { azimuth: 0, altitude: 45 } },
      terminal,
    )
    expect(err()).toContain('--fps has no effect without --format mp4 or webm')
    expect(err()).toContain('--light has no effect without --format relief or mp4 or webm')
  })

  it('says at once how to install ffmpeg', async () => {
    vi.stubEnv('SEICHE_FFMPEG', '/nowhere/ffmpeg')
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    const folder = await scratchFolder()
    const { terminal, err } = capturedTerminal()
    const out = join(folder, 'out')
    const scene = await writeScene(folder)
    await expect(run(scene, { out, formats: ['npy', 'mp4'] }, terminal)).rejects.toThrow(
      'mp4 was not written: the program ffmpeg was not found; everything else is complete',
    )
    const [first] = err().split('\n')
    expect(first).toMatch(/^warning: mp4 will not be written: the program ffmpeg was not found. .*apt install ffmpeg/)
    expect(readdirSync(out)).toContain('eta_000020.npy')
  })
})
