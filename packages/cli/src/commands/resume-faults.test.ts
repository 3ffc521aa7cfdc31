// A disk that is full, and one that is read-only, for real: a small file system in memory. Only root may mount one.

import { execFileSync, spawnSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { capturedTerminal } from '../testing/captured-terminal.js'
import { seiche } from '../testing/child.js'
import { outputsOf } from '../testing/outputs.js'
import { pool, scratchFolder, writeScene } from '../testing/scratch.js'
import { run } from './run.js'

const canMount = process.platform === 'linux' && spawnSync('unshare', ['--mount', 'true']).status === 0
if (!canMount)
  console.warn('resume-faults.test.ts is skipped: only root on Linux may mount the small disk that it fills')

const words = ['--every-steps', '1', '--checkpoint-every', '20steps', '--threads', '1']
const patience = 120_000

/** A folder on a disk of its own, with a scene, and the files of its run on another disk. */
async function smallDisk(size: string) {
  const root = await scratchFolder()
  const scene = await writeScene(root, { ...pool, duration: 4 })
  const disk = join(root, 'disk')
  execFileSync('mkdir', [disk])
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk])
  onTestFinished(() => void execFileSync('umount', [disk]))
  const options = { out: join(root, 'whole'), every: { steps: 1 }, checkpointEvery: { steps: 20 } }
  await run(scene, options, capturedTerminal().terminal)
  const remount = (options: string) => execFileSync('mount', ['-o', `remount,${options}`, disk])
  return { scene, disk, remount, expected: await outputsOf(join(root, 'whole')) }
}

describe.skipIf(!canMount)('a run with checkpoints', { timeout: patience }, () => {
  it('on a disk that becomes full ends with one line, and is resumed when there is space', async () => {
    const { scene, disk, remount, expected } = await smallDisk('400k')
    const out = join(disk, 'out')
    const full = await seiche(['run', scene, '--out', out, '--quiet', ...words], { cwd: disk })
    expect(full.code).toBe(1)
    expect(full.err).toMatch(/^error: cannot write [^\n]*: no space is left on the device \(ENOSPC\)\nFree some space/)
    expect(full.err.match(/error:/g)).toHaveLength(1)
    expect(full.err).toContain(`seiche resume ${out}`)

    const still = await seiche(['resume', out, '--quiet'], { cwd: disk })
    expect({ code: still.code, err: still.err }).toEqual({ code: 1, err: expect.stringContaining('ENOSPC') })

    remount('size=16m')
    expect(await seiche(['resume', out], { cwd: disk })).toMatchObject({ code: 0 })
    expect(await outputsOf(out)).toEqual(expected)
    expect(await readdir(disk)).toEqual(['out'])
  })

  it('on a disk that is read-only ends with one line, and is resumed when it is not', async () => {
    const { scene, disk, remount, expected } = await smallDisk('400k')
    const out = join(disk, 'out')
    await seiche(['run', scene, '--out', out, ...words], { cwd: disk })
    remount('size=16m,ro')
    const refused = await seiche(['resume', out, '--quiet'], { cwd: disk })
    expect(refused.code).toBe(1)
    expect(refused.err).toMatch(/^error: cannot take over [^\n]*: the file system is read-only \(EROFS\)/)
    const other = await seiche(['run', scene, '--out', join(disk, 'other'), '--quiet', ...words], { cwd: disk })
    expect(other.code).toBe(1)
    expect(other.err).toMatch(/^error: cannot write [^\n]*: the file system is read-only \(EROFS\)/)

    remount('rw')
    expect(await seiche(['resume', out], { cwd: disk })).toMatchObject({ code: 0 })
    expect(await outputsOf(out)).toEqual(expected)
  })
})
