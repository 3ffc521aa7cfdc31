import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { seiche, startSeiche } from './testing/child.js'
import { endlessPool, pool, scratchFolder, writeScene } from './testing/scratch.js'

/** Starting a process and compiling the source takes a while on a busy computer. */
const patience = 60_000

describe('the command', { timeout: patience }, () => {
  it('runs a scene and ends with 0', async () => {
    const cwd = await scratchFolder()
    await writeScene(cwd)
    const { code, out, err } = await seiche(['run', 'scene.json', '--out', 'out', '--threads', '2'], { cwd })
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('simulating 100 %') })
    expect(out).toContain(join(cwd, 'out'))
    expect((await readdir(cwd)).sort()).toEqual(['out', 'scene.json'])
  })

  it('reads a scene from standard input', async () => {
    const cwd = await scratchFolder()
    const options = { cwd, input: JSON.stringify(pool) }
    const { code, out, err } = await seiche(['run', '-', '--out', 'out', '--json', '--quiet'], options)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(out)).toMatchObject({ ok: true, frames: 21 })
  })

  it('ends with 2 for a bad scene, which it names with line and column', async () => {
    const cwd = await scratchFolder()
    const { code, out, err } = await seiche(['check', '-'], { cwd, input: '{\n  "seiche": 1,\n  oops\n}' })
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^error: standard input:3:3: /)
  })

  it('does not colour what is not a terminal', async () => {
    const { err } = await seiche(['walk'], { cwd: await scratchFolder(), env: { NO_COLOR: '1' } })
    expect(err).toMatch(/^error: unknown command/)
  })

  it('prints its help', async () => {
    const { code, out } = await seiche(['--help'], { cwd: await scratchFolder() })
    expect(code).toBe(0)
    expect(out).toContain('Examples:')
  })
})

/** Frames come quickly and never end. */
const endless = ['run', 'scene.json', '--out', 'deep/out', '--every-steps', '1000']

describe('a run that is stopped', { timeout: patience }, () => {
  it.skipIf(process.platform === 'win32').each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('by %s leaves nothing behind and ends with %i', async (signal, code) => {
    const cwd = await scratchFolder()
    await writeScene(cwd, endlessPool)
    const child = startSeiche(endless, { cwd })
    await partialFolder(join(cwd, 'deep'))
    child.process.kill(signal)
    expect(await child.ended).toMatchObject({ code, signal: null, err: expect.stringContaining('stopped by') })
    expect(await readdir(cwd)).toEqual(['scene.json'])
  })

  it('by SIGTERM keeps its checkpoints, and can be resumed', async () => {
    const cwd = await scratchFolder()
    await writeScene(cwd, endlessPool)
    const child = startSeiche([...endless, '--checkpoint-every', '1000steps'], { cwd })
    const partial = await partialFolder(join(cwd, 'deep'))
    await until(async () => (await listing(join(cwd, 'deep', partial, '.unfinished'))).length > 2)
    child.process.kill('SIGTERM')
    const { code, err } = await child.ended
    expect(code).toBe(143)
    expect(err).toContain(`The run can be continued with: seiche resume ${join(cwd, 'deep', 'out')}`)
    expect(await readdir(join(cwd, 'deep'))).toEqual([partial])

    const next = startSeiche(['resume', 'deep/out'], { cwd })
    await next.says(/continuing at step \d+000 of/)
    next.process.kill('SIGTERM')
    expect((await next.ended).code).toBe(143)
  })

  it('by SIGKILL shows nothing under its name, and the next run tidies up', async () => {
    const cwd = await scratchFolder()
    await writeScene(cwd, endlessPool)
    const child = startSeiche(endless, { cwd })
    const partial = await partialFolder(join(cwd, 'deep'))
    expect(partial).toMatch(new RegExp(`^out\\.partial-${child.process.pid}@`))
    child.process.kill('SIGKILL')
    await child.ended
    expect(await readdir(join(cwd, 'deep'))).toEqual([partial])

    const next = await seiche([...endless, '--duration', '0.1'], { cwd })
    expect(next).toMatchObject({ code: 0, err: expect.stringContaining(`removed ${join(cwd, 'deep', partial)}`) })
    expect(await readdir(join(cwd, 'deep'))).toEqual(['out'])
  })

  it('by SIGKILL while replacing keeps the old result whole', async () => {
    const cwd = await scratchFolder()
    await writeScene(cwd, endlessPool)
    await seiche([...endless, '--duration', '0.1'], { cwd })
    const before = await readFile(join(cwd, 'deep', 'out', 'manifest.json'), 'utf8')
    const child = startSeiche([...endless, '--force'], { cwd })
    await partialFolder(join(cwd, 'deep'))
    child.process.kill('SIGKILL')
    await child.ended
    expect(await readFile(join(cwd, 'deep', 'out', 'manifest.json'), 'utf8')).toBe(before)
  })

  it('because its messages cannot be written leaves nothing behind', async () => {
    const cwd = await scratchFolder()
    // Ten lines of progress: the first that meets the closed pipe ends the run.
    await writeScene(cwd, { ...endlessPool, duration: 20_000 })
    const child = startSeiche(endless, { cwd })
    await partialFolder(join(cwd, 'deep'))
    child.process.stderr?.destroy()
    const [code] = await once(child.process, 'exit')
    expect(code).toBe(1)
    expect(await readdir(cwd)).toEqual(['scene.json'])
  })
})

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await pause(20)
}

/** Waits until a run is writing into a folder; returns the name of its partial folder once it holds a frame. */
async function partialFolder(parent: string): Promise<string> {
  for (;;) {
    const names = await listing(parent)
    const partial = names.find((name) => name.includes('.partial-'))
    if (partial && (await listing(join(parent, partial))).includes('eta_000000.npy')) return partial
    await pause(20)
  }
}

/** What a folder holds; nothing if it is not there. */
async function listing(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch {
    return []
  }
}
