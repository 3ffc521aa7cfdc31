import { appendFile, copyFile, mkdir, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Manifest, manifestName } from '@seiche/export'
import { describe, expect, it } from 'vitest'
import { type WriteFile, writeNew } from '../output/durable-write.js'
import { computer } from '../output/leftovers.js'
import { packChecked, unpackChecked } from '../recording/checked-file.js'
import type { Order } from '../recording/order.js'
import type { RunOptions } from '../recording/run-options.js'
import { exitCode, Failure } from '../terminal/failure.js'
import { capturedTerminal } from '../testing/captured-terminal.js'
import { outputsOf } from '../testing/outputs.js'
import { pool, scratchFolder, writeScene } from '../testing/scratch.js'
import { resume } from './resume.js'
import { run } from './run.js'

/** Twenty steps with a frame every second, a line every third and a checkpoint every fourth of them, and files of all kinds. */
const settings: Partial<RunOptions> = {
  every: { steps: 2 },
  logEvery: 3,
  checkpointEvery: { steps: 4 },
  fields: ['phi'],
  formats: ['npy', 'png16', 'relief'],
  saveEvents: true,
}

const withBodies = {
  ...pool,
  obstacles: [],
  bodies: [{ name: 'buoy', shape: 'sphere', radius: 0.3, density: 400, position: [0.5, 0.1, 0] }],
  events: [{ time: 0.2, type: 'addBody', body: { shape: 'sphere', radius: 0.1, position: [0, 0.5, -0.6] } }],
}

const periodic = { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' }

/** The bed of water over terrain. */
const floor = { shape: 'plane', height: -0.5, slope: [0.1, 0] }

/** Writes until a file has the name, then fails with the code of a system error. */
function failingAt(name: string, code: string): WriteFile {
  return async (path, content) => {
    if (basename(path) === name) throw Object.assign(new Error('injected'), { code })
    await writeNew(path, content)
  }
}

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Failure)) throw new Error(`expected a Failure, got ${String(error)}`)
  return error
}

/** A run that fails when it writes a file, and the folder that it leaves. */
async function interrupted(options: Partial<RunOptions> = {}, scene: object = pool, at = 'phi_000006.npy') {
  const root = await scratchFolder()
  const path = await writeScene(root, scene)
  const out = join(root, 'out')
  const { terminal } = capturedTerminal()
  const failure = await failureOf(run(path, { out, ...settings, ...options }, terminal, failingAt(at, 'EIO')))
  const [name] = (await readdir(root)).filter((entry) => entry.startsWith('out.partial-'))
  if (!name) throw new Error(`nothing was left behind: ${failure.message}`)
  return { root, path, out, failure, partial: join(root, name) }
}

async function resumed(out: string) {
  const { terminal, err } = capturedTerminal()
  const report = await resume(out, {}, terminal)
  return { report, messages: err() }
}

/** The outputs of the same run without interruption, written from the same scene file. */
async function uninterrupted(path: string, root: string, options: Partial<RunOptions> = {}) {
  const out = join(root, 'whole')
  await run(path, { out, ...settings, ...options }, capturedTerminal().terminal)
  return outputsOf(out)
}

describe('a run that was interrupted and resumed', () => {
  it.each<[string, object, string]>([
    ['while frames are recorded', pool, 'phi_000006.npy'],
    ['at its first frame, before any checkpoint', pool, 'phi_000000.npy'],
    ['while a checkpoint is written', pool, 'step-12.checkpoint.new'],
    ['at its last checkpoint', pool, 'step-20.checkpoint.new'],
    ['while pictures are made', pool, 'relief_000004.png'],
    ['while the manifest is written', pool, 'manifest.json.new'],
    ['with bodies', withBodies, 'phi_000007.npy'],
  ])('has the same files: %s', async (_, scene, at) => {
    const { root, path, out } = await interrupted({}, scene, at)
    const { report } = await resumed(out)
    expect(report).toMatchObject({ ok: true, out, steps: 20, frames: 11 })
    expect(await outputsOf(out)).toEqual(await uninterrupted(path, root))
    expect((await readdir(root)).sort()).toEqual(['out', 'scene.json', 'whole'])
  })

  const drop = { shape: 'gaussian', radius: 0.3, height: 0.1 }
  const basin = { seiche: 1, grid: { cells: [24, 16], cellSize: 0.1 }, timeStep: 0.02, duration: 0.4 }
  it.each<[string, object, string]>([
    ['iwave', { ...basin, solver: { type: 'iwave', depth: 0.5 }, initial: { eta: [drop] } }, 'eta'],
    ['kass-miller', { ...basin, solver: { type: 'kass-miller' }, terrain: [floor], initial: { eta: [drop] } }, 'depth'],
    [
      'shallow-water',
      { ...basin, solver: { type: 'shallow-water', foamLife: 5 }, terrain: [floor], initial: { eta: [drop] } },
      'foam',
    ],
    [
      'ocean',
      {
        ...basin,
        grid: { cells: [32, 32], cellSize: 1 },
        solver: { type: 'ocean', windSpeed: 15, cascades: 1 },
        boundaries: periodic,
      },
      'foam',
    ],
    [
      'stable-fluids',
      {
        ...basin,
        grid: { cells: [12, 10, 8], cellSize: 0.1 },
        solver: { type: 'stable-fluids' },
        fluid: { dyes: { smoke: { initial: [{ shape: 'sphere', radius: 0.3 }] } } },
      },
      'smoke',
    ],
  ])('has the same files with the solver %s', async (_, scene, field) => {
    const options = { formats: ['npy'], fields: [field] }
    const { root, path, out } = await interrupted(options, scene, `${field}_000006.npy`)
    await resumed(out)
    expect(await outputsOf(out)).toEqual(await uninterrupted(path, root, options))
  })

  it('continues from the last checkpoint and says so', async () => {
    const { out } = await interrupted()
    const { messages } = await resumed(out)
    expect(messages).toContain('continuing at step 8 of 20')
    const manifest = JSON.parse(await readFile(join(out, manifestName), 'utf8')) as Manifest
    expect(manifest.execution.resumed).toBe(1)
  })

  it('records a region of every second cell as a whole run does', async () => {
    const part = { region: [-0.5, -0.5, 0.7, 0.3], stride: 2, frames: [2, 8] as const, formats: ['npy'] }
    const { root, path, out } = await interrupted(part)
    await resumed(out)
    expect(await outputsOf(out)).toEqual(await uninterrupted(path, root, part))
  })

  it('replaces the folder that --force named', async () => {
    const root = await scratchFolder()
    const path = await writeScene(root)
    const out = join(root, 'out')
    await mkdir(out)
    await writeFile(join(out, 'old.txt'), 'old')
    const options = { out, ...settings, force: true }
    await failureOf(run(path, options, capturedTerminal().terminal, failingAt('phi_000006.npy', 'ENOSPC')))
    expect(await readdir(out)).toEqual(['old.txt'])
    await resumed(out)
    expect(await readdir(out)).toContain('manifest.json')
    expect(await readdir(out)).not.toContain('old.txt')
  })

  it('that was killed while it was put in place needs no step', async () => {
    const root = await scratchFolder()
    const path = await writeScene(root)
    const out = join(root, 'out')
    await run(path, { out, ...settings }, capturedTerminal().terminal)
    const whole = await outputsOf(out)
    // The moment before the last rename: the folder is complete, and its work has not been removed.
    const partial = `${out}.partial-${process.pid}@${computer}`
    await rename(out, partial)
    await mkdir(join(partial, '.unfinished'))
    await resumed(out)
    expect(await outputsOf(out)).toEqual(whole)
    expect((await readdir(root)).sort()).toEqual(['out', 'scene.json'])
  })

  it('that was killed between the two renames of a replacement takes the place of the old result', async () => {
    const root = await scratchFolder()
    const path = await writeScene(root)
    const out = join(root, 'out')
    await run(path, { out, ...settings }, capturedTerminal().terminal)
    const whole = await outputsOf(out)
    await rename(out, `${out}.partial-${process.pid}@${computer}`)
    const old = `${out}.replaced-${process.pid}@${computer}`
    await mkdir(old)
    await writeFile(join(old, 'old.txt'), 'old')
    await resumed(out)
    expect(await outputsOf(out)).toEqual(whole)
    expect((await readdir(root)).sort()).toEqual(['out', 'scene.json'])
  })

  it('that is complete does not replace a folder of others', async () => {
    const root = await scratchFolder()
    const path = await writeScene(root)
    const out = join(root, 'out')
    await run(path, { out, ...settings }, capturedTerminal().terminal)
    const partial = `${out}.partial-${process.pid}@${computer}`
    await rename(out, partial)
    await mkdir(out)
    await writeFile(join(out, 'mine.txt'), 'mine')
    const failure = await failureOf(resumed(out))
    expect(failure.message).toMatch(/meanwhile another program has put files there/)
    expect(await readdir(out)).toEqual(['mine.txt'])
    await rm(out, { recursive: true })
    await resumed(out)
    expect(await readdir(out)).toContain('manifest.json')
  })

  it('is complete when resumed once more', async () => {
    const { out } = await interrupted()
    const { report } = await resumed(out)
    const again = await resumed(out)
    expect(again.report).toEqual(report)
    expect(again.messages).toContain('is complete')
  })

  it('goes back to the checkpoint before one that is damaged', async () => {
    const { root, path, out, partial } = await interrupted()
    await appendFile(join(partial, '.unfinished', 'step-8.checkpoint'), 'x')
    const { messages } = await resumed(out)
    expect(messages).toMatch(/step-8\.checkpoint is damaged: its checksum does not match.*the checkpoint before it/)
    expect(messages).toContain('continuing at step 4 of 20')
    expect(await outputsOf(out)).toEqual(await uninterrupted(path, root))
  })
})

describe('a failed run with checkpoints', () => {
  it.each(['ENOSPC', 'EIO', 'EROFS'])('ends with one line and advice for %s, and can be resumed', async (code) => {
    const root = await scratchFolder()
    const path = await writeScene(root)
    const out = join(root, 'out')
    const { terminal } = capturedTerminal()
    const failure = await failureOf(run(path, { out, ...settings }, terminal, failingAt('phi_000006.npy', code)))
    expect(failure.exitCode).toBe(exitCode.failed)
    expect(failure.message).toMatch(new RegExp(`^cannot write [^\\n]*phi_000006\\.npy: [^\\n]* \\(${code}\\)$`))
    expect(failure.advice).toContain(`seiche resume ${out}`)
    await resumed(out)
    expect(await outputsOf(out)).toEqual(await uninterrupted(path, root))
  })

  it('keeps the last two checkpoints', async () => {
    const { partial } = await interrupted({}, pool, 'relief_000000.png')
    const kept = (await readdir(join(partial, '.unfinished'))).filter((name) => name.endsWith('.checkpoint'))
    expect(kept.sort()).toEqual(['step-16.checkpoint', 'step-20.checkpoint'])
  })

  it('is not removed by another run, unless it is forced', async () => {
    const { root, path, out } = await interrupted()
    const refused = await failureOf(run(path, { out }, capturedTerminal().terminal))
    expect(refused).toMatchObject({
      exitCode: exitCode.badInput,
      message: `an earlier run to ${out} has not ended`,
      advice: expect.stringContaining(`seiche resume ${out}`),
    })
    await run(path, { out, force: true }, capturedTerminal().terminal)
    expect((await readdir(root)).sort()).toEqual(['out', 'scene.json'])
  })
})

describe('resume refuses', () => {
  it.each<[string, (work: { path: string; partial: string; root: string }) => Promise<unknown>, number, RegExp]>([
    [
      'a scene that has changed',
      ({ root }) => writeScene(root, { ...pool, solver: { type: 'columns', depth: 0.7 } }),
      exitCode.badInput,
      /scene\.json has changed since the run began: solver\.depth was 0\.5 and is 0\.7$/,
    ],
    ['a scene that is gone', ({ path }) => rm(path), exitCode.badInput, /cannot read the scene .*scene\.json/],
    [
      'the engine of another version',
      ({ partial }) => editOrder(partial, (order) => ({ ...order, versions: { ...order.versions, seiche: '0.0.9' } })),
      exitCode.badInput,
      /started with version 0\.0\.9 of seiche, this is version \d/,
    ],
    [
      'a damaged order',
      ({ partial }) => appendFile(join(partial, '.unfinished', 'order'), 'x'),
      exitCode.failed,
      /order is damaged: its checksum does not match/,
    ],
    [
      'damaged checkpoints',
      async ({ partial }) => {
        for (const step of [4, 8]) await truncate(join(partial, '.unfinished', `step-${step}.checkpoint`), 1000)
      },
      exitCode.failed,
      /step-8\.checkpoint is damaged: .*step-4\.checkpoint is damaged/,
    ],
    [
      'a table that was edited',
      async ({ partial }) => {
        const path = join(partial, 'diagnostics.csv')
        await writeFile(path, (await readFile(path, 'utf8')).replace('0.02', '0.03'))
      },
      exitCode.failed,
      /diagnostics\.csv is damaged: its content is not that of the checkpoint/,
    ],
    [
      'a frame that is cut short',
      ({ partial }) => truncate(join(partial, 'phi_000001.npy'), 500),
      exitCode.failed,
      /phi_000001\.npy has 500 bytes instead of 1664/,
    ],
    [
      'a frame that is missing',
      ({ partial }) => rm(join(partial, 'phi_000002.npy')),
      exitCode.failed,
      /phi_000002\.npy is missing/,
    ],
    [
      'the run of another computer',
      ({ partial }) => rename(partial, partial.replace(/@.*$/, '@elsewhere')),
      exitCode.badInput,
      /belongs to a run on the computer elsewhere/,
    ],
    [
      'a run that goes on',
      ({ partial }) => rename(partial, partial.replace(/-\d+@/, `-${process.ppid}@`)),
      exitCode.failed,
      /process \d+ is writing to .*out at this moment/,
    ],
    [
      'a folder that was filled meanwhile',
      async ({ root }) => {
        await mkdir(join(root, 'out'))
        await writeFile(join(root, 'out', 'a.txt'), 'a')
      },
      exitCode.badInput,
      /out has been filled since the run began/,
    ],
  ])('%s', async (_, change, code, message) => {
    const work = await interrupted()
    await change(work)
    const failure = await failureOf(resumed(work.out))
    expect(failure.message).toMatch(message)
    expect(failure).toMatchObject({ exitCode: code, advice: expect.stringMatching(/\S/) })
  })

  it('a file of the scene that has changed', async () => {
    const root = await scratchFolder()
    const duck = new URL('../../../../scenes/duck.glb', import.meta.url)
    await copyFile(duck, join(root, 'duck.glb'))
    const bodies = [{ shape: 'mesh', file: 'duck.glb', density: 300 }]
    const path = await writeScene(root, { ...pool, obstacles: [], bodies })
    const out = join(root, 'out')
    const options = { out, ...settings }
    await failureOf(run(path, options, capturedTerminal().terminal, failingAt('phi_000006.npy', 'EIO')))
    await appendFile(join(root, 'duck.glb'), ' ')
    expect((await failureOf(resumed(out))).message).toMatch(/duck\.glb has changed since the run began/)
    await copyFile(duck, join(root, 'duck.glb'))
    await resumed(out)
  })

  it('a folder without a run, and a run without checkpoints', async () => {
    const root = await scratchFolder()
    const nothing = await failureOf(resumed(join(root, 'out')))
    expect(nothing).toMatchObject({
      exitCode: exitCode.badInput,
      advice: expect.stringContaining('--checkpoint-every'),
    })
    const other = join(root, `out.partial-${process.pid}@${computer}`)
    await mkdir(other)
    expect((await failureOf(resumed(join(root, 'out')))).message).toBe(
      `${other} has no checkpoint: it cannot be resumed`,
    )
  })
})

async function editOrder(partial: string, edit: (order: Order) => Order): Promise<void> {
  const path = join(partial, '.unfinished', 'order')
  const kind = { name: 'seiche-order', version: 1 }
  const { header } = unpackChecked(await readFile(path), kind)
  await writeFile(path, packChecked(kind, edit(header as Order)))
}
