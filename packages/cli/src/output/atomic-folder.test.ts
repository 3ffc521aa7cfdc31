import { spawnSync } from 'node:child_process'
import { access, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exitCode, Failure } from '../terminal/failure.js'
import { scratchFolder } from '../testing/scratch.js'
import { AtomicFolder } from './atomic-folder.js'
import { computer } from './leftovers.js'

const plain = { force: false }

/** The number of a process that has ended. */
function deadProcess(): number {
  return spawnSync(process.execPath, ['-e', '0']).pid
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Failure)) throw new Error(`expected a Failure, got ${String(error)}`)
  return error
}

describe('AtomicFolder', () => {
  it('shows nothing under its name before commit and everything after it', async () => {
    const root = await scratchFolder()
    const folder = await AtomicFolder.open(join(root, 'deep', 'er', 'out'), plain)
    await folder.write('a.txt', 'one')
    const log = await folder.append('b.txt')
    await log.append('two ')
    await log.append('three')
    await log.finish()
    await log.close()
    expect(await exists(folder.target)).toBe(false)
    expect(await folder.commit()).toEqual([])
    expect(await readFile(join(folder.target, 'a.txt'), 'utf8')).toBe('one')
    expect(await readFile(join(folder.target, 'b.txt'), 'utf8')).toBe('two three')
    expect(await readdir(join(root, 'deep', 'er'))).toEqual(['out'])
  })

  it('leaves no trace when discarded, not even of the folders above it', async () => {
    const root = await scratchFolder()
    const folder = await AtomicFolder.open(join(root, 'deep', 'er', 'out'), plain)
    await folder.write('a.txt', 'one')
    await folder.discard()
    expect(await readdir(root)).toEqual([])
    await folder.discard()
  })

  it('takes an empty folder', async () => {
    const root = await scratchFolder()
    await mkdir(join(root, 'out'))
    const folder = await AtomicFolder.open(join(root, 'out'), plain)
    await folder.write('a.txt', 'one')
    await folder.commit()
    expect(await readdir(join(root, 'out'))).toEqual(['a.txt'])
  })

  it('refuses a filled folder, and replaces it whole when forced', async () => {
    const root = await scratchFolder()
    await mkdir(join(root, 'out'))
    await writeFile(join(root, 'out', 'old.txt'), 'old')
    const failure = await failureOf(AtomicFolder.open(join(root, 'out'), plain))
    expect(failure).toMatchObject({ exitCode: exitCode.badInput, advice: expect.stringContaining('--force') })

    const folder = await AtomicFolder.open(join(root, 'out'), { force: true })
    await folder.write('new.txt', 'new')
    expect(await readdir(join(root, 'out'))).toEqual(['old.txt'])
    await folder.commit()
    expect(await readdir(join(root, 'out'))).toEqual(['new.txt'])
    expect(await readdir(root)).toEqual(['out'])
  })

  it('keeps the old folder when a forced run is given up', async () => {
    const root = await scratchFolder()
    await mkdir(join(root, 'out'))
    await writeFile(join(root, 'out', 'old.txt'), 'old')
    const folder = await AtomicFolder.open(join(root, 'out'), { force: true })
    await folder.discard()
    expect(await readdir(root)).toEqual(['out'])
    expect(await readdir(join(root, 'out'))).toEqual(['old.txt'])
  })

  it('does not write over files that appeared at the target during the run', async () => {
    const root = await scratchFolder()
    const folder = await AtomicFolder.open(join(root, 'out'), plain)
    await mkdir(join(root, 'out'))
    await writeFile(join(root, 'out', 'theirs.txt'), 'theirs')
    expect(await failureOf(folder.commit())).toMatchObject({ exitCode: exitCode.failed })
    await folder.discard()
    expect(await readdir(root)).toEqual(['out'])
    expect(await readdir(join(root, 'out'))).toEqual(['theirs.txt'])
  })

  it('never forces away the current folder or what the run reads', async () => {
    const root = await scratchFolder()
    await writeFile(join(root, 'scene.json'), '{}')
    const reading = AtomicFolder.open(root, { force: true, inputs: [join(root, 'scene.json')] })
    expect((await failureOf(reading)).message).toContain('scene.json')
    expect((await failureOf(AtomicFolder.open('.', { force: true }))).message).toContain('current folder')
    expect(await readdir(root)).toEqual(['scene.json'])
  })

  it('refuses a file, a place inside a file and a link to nowhere', async () => {
    const root = await scratchFolder()
    await writeFile(join(root, 'file'), '')
    await symlink(join(root, 'nowhere'), join(root, 'link'))
    for (const path of ['file', join('file', 'out'), join('file', 'deep', 'out'), 'link', join('link', 'out')]) {
      const failure = await failureOf(AtomicFolder.open(join(root, path), plain))
      expect([path, failure.exitCode]).toEqual([path, exitCode.badInput])
    }
    expect((await readdir(root)).sort()).toEqual(['file', 'link'])
  })

  it('replaces the folder behind a link, not the link', async () => {
    const root = await scratchFolder()
    await mkdir(join(root, 'real'))
    await symlink(join(root, 'real'), join(root, 'link'))
    const folder = await AtomicFolder.open(join(root, 'link'), plain)
    await folder.write('a.txt', 'one')
    await folder.commit()
    expect(await readdir(join(root, 'real'))).toEqual(['a.txt'])
    expect(await readdir(join(root, 'link'))).toEqual(['a.txt'])
  })

  it('says which file could not be written, why, and what to do', async () => {
    const root = await scratchFolder()
    const folder = await AtomicFolder.open(join(root, 'out'), {
      force: false,
      write: () => Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' })),
    })
    const failure = await failureOf(folder.write('eta_000007.npy', 'x'))
    expect(failure.message).toMatch(/eta_000007\.npy: no space is left on the device \(ENOSPC\)/)
    expect(failure.advice).toContain('Free some space')
    await folder.discard()
    expect(await readdir(root)).toEqual([])
  })
})

describe('leftovers', () => {
  it('of a process that is gone are removed', async () => {
    const root = await scratchFolder()
    await mkdir(join(root, `out.partial-${deadProcess()}@${computer}`))
    const folder = await AtomicFolder.open(join(root, 'out'), plain)
    expect(folder.notes).toHaveLength(1)
    await folder.discard()
    expect(await readdir(root)).toEqual([])
  })

  it('of a run that is going on keep others away', async () => {
    const root = await scratchFolder()
    const name = `out.partial-${process.ppid}@${computer}`
    await mkdir(join(root, name))
    const failure = await failureOf(AtomicFolder.open(join(root, 'out'), { force: true }))
    expect(failure).toMatchObject({ exitCode: exitCode.failed, message: expect.stringContaining(`${process.ppid}`) })
    expect(await readdir(root)).toEqual([name])
  })

  it('of another computer are left alone and mentioned', async () => {
    const root = await scratchFolder()
    const name = `out.partial-${deadProcess()}@elsewhere.example`
    await mkdir(join(root, name))
    const folder = await AtomicFolder.open(join(root, 'out'), plain)
    expect(folder.notes.join()).toContain('elsewhere.example')
    await folder.discard()
    expect(await readdir(root)).toEqual([name])
  })

  it('of a run killed between its renames are put back', async () => {
    const root = await scratchFolder()
    const aside = join(root, `out.replaced-${deadProcess()}@${computer}`)
    await mkdir(aside)
    await writeFile(join(aside, 'old.txt'), 'old')
    const failure = await failureOf(AtomicFolder.open(join(root, 'out'), plain))
    expect(failure.message).toContain('not empty')
    expect(await readdir(root)).toEqual(['out'])
    expect(await readdir(join(root, 'out'))).toEqual(['old.txt'])
  })

  it('are not confused with folders of similar names', async () => {
    const root = await scratchFolder()
    const names = ['out.partial', `out.partial-x@${computer}`, `other.partial-${deadProcess()}@${computer}`]
    for (const name of names) await mkdir(join(root, name))
    const folder = await AtomicFolder.open(join(root, 'out'), plain)
    await folder.discard()
    expect((await readdir(root)).sort()).toEqual(names.sort())
  })
})
