import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeNpy } from 'seiche/npy'
import { describe, expect, it } from 'vitest'
import { makeRun } from '../testing/finished-run.js'
import { scratchFolder } from '../testing/scratch.js'
import { describeRun } from '../viewer/run-description.js'
import { RunFolder } from './run-folder.js'

interface EditedManifest {
  frames: { frame: number; files: string[] }[]
  fields: Record<string, { shape: number[] }>
}

async function edit(folder: string, change: (manifest: EditedManifest) => void): Promise<void> {
  const path = join(folder, 'manifest.json')
  const manifest = JSON.parse(await readFile(path, 'utf8')) as EditedManifest
  change(manifest)
  await writeFile(path, JSON.stringify(manifest))
}

describe('RunFolder', () => {
  it('reads a run that does not begin with frame 0', async () => {
    const folder = await makeRun(await scratchFolder(), 'run')
    const whole = await RunFolder.open(folder)
    const expected = await whole.values('eta', 3)
    await edit(folder, (manifest) => manifest.frames.splice(0, 2))
    await rm(join(folder, 'eta_000000.npy'))
    const part = await RunFolder.open(folder)
    expect(part.fields).toEqual(['eta'])
    expect(part.indexOf(3)).toBe(1)
    expect(await part.values('eta', 1)).toEqual(expected)
    expect(() => part.indexOf(0)).toThrow('run has no frame 0')
  })

  it('refuses a field file of another shape than the manifest says', async () => {
    const folder = await makeRun(await scratchFolder(), 'run')
    await writeFile(join(folder, 'eta_000001.npy'), writeNpy(new Float32Array(6), [2, 3]))
    const run = await RunFolder.open(folder)
    await expect(run.values('eta', 1)).rejects.toThrow(/shape is \(2, 3\), and the manifest has \(16, 24\)/)
  })

  it('of a part of the grid is described with the grid of that part', async () => {
    const folder = await makeRun(await scratchFolder(), 'run', undefined, { stride: 2 })
    const { description, start } = await describeRun(await RunFolder.open(folder))
    expect(description.grid).toMatchObject({ nx: 12, nz: 8 })
    expect(description.notices).toEqual([expect.stringContaining('A part of the grid was recorded')])
    expect([...start.keys()]).toEqual([])
  })
})
