import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pool, recordRun } from '../testing/recorded-run.js'
import { scratchOutput, writeRun } from '../testing/scratch-output.js'
import { zarr } from './zarr.js'

describe('the Zarr store', () => {
  it('has the same bytes for the same frames', async () => {
    const recorded = await recordRun(pool, ['eta', 'phi'])
    const [first, second] = [await writeRun(zarr, recorded), await writeRun(zarr, recorded)]
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
