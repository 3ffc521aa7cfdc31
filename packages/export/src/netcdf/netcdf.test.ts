import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { pool, recordRun } from '../../testing/recorded-run.js'
import { outputAt, scratchOutput, writeRun } from '../../testing/scratch-output.js'
import { netcdf } from './netcdf.js'

describe('the NetCDF file', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('has the same bytes for the same frames at another time', async () => {
    const recorded = await recordRun(pool, ['eta', 'phi'])
    const first = readFileSync(join(await writeRun(netcdf, recorded), 'run.nc'))
    vi.useFakeTimers({ now: Date.now() + 1e9, toFake: ['Date'] })
    const second = readFileSync(join(await writeRun(netcdf, recorded), 'run.nc'))
    expect(second.equals(first)).toBe(true)
  })

  it('leaves the clock as it was', async () => {
    const { now } = Date
    await writeRun(netcdf, await recordRun(pool, ['eta']))
    expect(Date.now).toBe(now)
    expect(Date.now()).toBeGreaterThan(1e12)
  })

  it('says why it cannot be created', async () => {
    const { run } = await recordRun(pool, ['eta'])
    const { path } = await scratchOutput()
    await expect(netcdf.open(run, ['eta'], outputAt(join(path, 'missing')))).rejects.toMatchObject({
      message: 'cannot write run.nc: no such file or directory',
      code: 'ENOENT',
    })
  })

  it.skipIf(!existsSync('/dev/full'))('says that the disk is full', async () => {
    const { run, frames } = await recordRun(pool, ['eta'])
    const output = await scratchOutput()
    await symlink('/dev/full', join(output.path, 'run.nc.part'))
    const write = async () => {
      const writer = await netcdf.open(run, ['eta'], output)
      try {
        for (const frame of frames) await writer.add(frame)
        await writer.finish()
      } finally {
        await writer.dispose?.()
      }
    }
    await expect(write()).rejects.toMatchObject({
      message: 'cannot write run.nc: no space left on device',
      code: 'ENOSPC',
    })
    expect(readdirSync(output.path)).toEqual([])
    // The library goes on to work.
    await writeRun(netcdf, await recordRun(pool, ['eta']))
  })
})
