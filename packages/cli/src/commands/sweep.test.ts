import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { encode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { lockFolder } from '../sweep/results/folder-lock.js'
import { SweepPlan } from '../sweep/plan.js'
import { capturedTerminal } from '../testing/captured-terminal.js'
import { seiche, seicheCommand, startSeiche } from '../testing/child.js'
import { scratchFolder } from '../testing/scratch.js'
import { hashesOf, hashesOneByOne, readTable, tinyScene, writeTinySweep } from '../testing/tiny-sweep.js'
import { dryRun, formatDryRun, sweep } from './sweep.js'

const command = seicheCommand

describe('a sweep in processes of this computer', () => {
  it('has 200 results, once each, with the hashes of single runs', async () => {
    const folder = await scratchFolder()
    const out = join(folder, 'out')
    const file = await writeTinySweep(folder, 20, 10)
    const { terminal, err } = capturedTerminal()
    expect(await sweep(file, { out, jobs: 2, command }, terminal)).toMatchObject({ ok: true, runs: 200, reused: 0 })
    expect(err()).toMatch(/sweeping 50 % {2}100 of 200 runs, .* runs\/s, .* left/)
    const rows = readTable(await readFile(join(out, 'results.csv'), 'utf8'))
    expect(rows).toHaveLength(200)
    expect(new Set(rows.map(({ run }) => run)).size).toBe(200)
    expect(new Set(rows.map(({ depth, height }) => `${depth} ${height}`)).size).toBe(200)
    const alone = await hashesOneByOne(out)
    expect(alone.size).toBe(200)
    expect(new Map(rows.map(({ run, hash }) => [run!, hash!]))).toEqual(alone)
    expect(await hashesOf(out)).toEqual(alone)
    // Nothing is kept but results.
    expect((await readdir(join(out, 'runs'))).filter((name) => !name.endsWith('.json'))).toEqual([])
    const { rows: described } = JSON.parse(await readFile(join(out, 'results.json'), 'utf8'))
    expect(described[0]).toMatchObject({
      axes: { depth: 0.1, height: 0.01 },
      metrics: { highest: Number(rows[0]!.highest) },
      error: null,
    })
  })

  it('continues after SIGKILL: finished runs are not run again', async () => {
    const cwd = await scratchFolder()
    await writeTinySweep(cwd, 20, 3)
    const words = ['sweep', 'sweep.yaml', '--out', 'out', '--jobs', '1']
    const child = startSeiche(words, { cwd })
    while ((await records(join(cwd, 'out'))) < 5) await pause(5)
    child.process.kill('SIGKILL')
    await child.ended
    // The child process notices the end of its parent and gives up.
    await pause(500)
    const before = await hashesOf(join(cwd, 'out'))
    expect(before.size).toBeLessThan(60)
    const next = await seiche([...words, '--json', '--quiet'], { cwd })
    expect(JSON.parse(next.out)).toMatchObject({ ok: true, runs: 60, reused: before.size })
    expect(await hashesOf(join(cwd, 'out'))).toEqual(await hashesOneByOne(join(cwd, 'out')))
    expect(await readdir(join(cwd, 'out', 'runs'))).toHaveLength(60)
  })

  it('stops in order by SIGINT and writes the results so far', async () => {
    const cwd = await scratchFolder()
    await writeTinySweep(cwd, 50, 6)
    const child = startSeiche(['sweep', 'sweep.yaml', '--out', 'out', '--jobs', '1'], { cwd })
    while ((await records(join(cwd, 'out'))) < 5) await pause(5)
    child.process.kill('SIGINT')
    expect(await child.ended).toMatchObject({ code: 130, err: expect.stringContaining('stopped by Ctrl-C') })
    const rows = readTable(await readFile(join(cwd, 'out', 'results.csv'), 'utf8'))
    expect(rows).toHaveLength(300)
    expect(rows[0]).toMatchObject({ error: '', hash: expect.stringMatching(/^\w{16}$/) })
    expect(rows.at(-1)).toMatchObject({ error: 'not run', hash: '' })
  })

  it('goes on when the process of a run dies, and tries the run again', async () => {
    const folder = await scratchFolder()
    const file = await writeTinySweep(folder, 3, 1)
    // The first process ends at once; later ones are real.
    const flag = join(folder, 'died')
    const fragile = join(folder, 'fragile.mjs')
    await writeFile(
      fragile,
      `import { existsSync, writeFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
if (!existsSync(${JSON.stringify(flag)})) { writeFileSync(${JSON.stringify(flag)}, ''); process.kill(process.pid, 'SIGKILL') }
const [program, ...words] = ${JSON.stringify([...command, 'sweep-runner'])}
const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
process.on('message', (message) => child.send(message))
child.on('message', (message) => process.send(message))
process.on('disconnect', () => child.disconnect())
`,
    )
    const { terminal, err } = capturedTerminal()
    const options = { out: join(folder, 'out'), jobs: 1, command: [process.execPath, fragile] }
    expect(await sweep(file, options, terminal)).toMatchObject({ runs: 3 })
    expect(err()).toMatch(/its process ended by SIGKILL; trying again/)
  })

  it('reports runs that cannot work, and keeps the others', async () => {
    const folder = await scratchFolder()
    const file = join(folder, 'sweep.yaml')
    // Only the first picture is looked at before the runs begin.
    await writeFile(join(folder, 'fits.png'), picture(8, 0))
    await writeFile(join(folder, 'large.png'), picture(9, 0))
    await writeFile(
      file,
      `seiche-sweep: 1
scene: ${JSON.stringify({ ...tinyScene, obstacles: [{ image: 'fits.png' }] })}
axes:
  - path: obstacles[0].image
    values: [fits.png, large.png]
metrics:
  highest: { of: maximum, take: max }
`,
    )
    const out = join(folder, 'out')
    const { terminal, err } = capturedTerminal()
    await expect(sweep(file, { out, jobs: 1, command }, terminal)).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(
        /^1 of 2 runs failed; the first, \w{16} at image = large\.png: .*obstacles\[0\]\.image/,
      ),
      advice: expect.stringContaining('repeats only the runs that failed'),
    })
    // Another attempt would fail in the same way.
    expect(err()).not.toContain('trying again')
    expect(await hashesOf(out)).toHaveProperty('size', 1)
  })

  it('keeps outputs on request, as seiche run writes them', async () => {
    const folder = await scratchFolder()
    const file = await writeTinySweep(folder, 2, 1, 'keep: { fields: [eta, phi], every: 0.2 }\n')
    const out = join(folder, 'out')
    await sweep(file, { out, jobs: 1, command }, capturedTerminal().terminal)
    const [run] = [...(await hashesOf(out)).keys()]
    expect((await readdir(join(out, 'runs', run!))).sort()).toEqual([
      'diagnostics.csv',
      ...['eta_000000.npy', 'eta_000001.npy', 'eta_000002.npy', 'manifest.json'],
      ...['phi_000000.npy', 'phi_000001.npy', 'phi_000002.npy'],
    ])
  })

  it('copies the files that scenes name, and runs of other content have other names', async () => {
    const folder = await scratchFolder()
    await mkdir(join(folder, 'maps'))
    await writeFile(join(folder, 'maps', 'walls.png'), picture(8, 0))
    const scene = { ...tinyScene, obstacles: [{ image: 'maps/walls.png' }] }
    await writeFile(join(folder, 'scene.json'), JSON.stringify(scene))
    const text =
      'seiche-sweep: 1\nscene: scene.json\naxes: [{ path: solver.depth, values: [1] }]\nmetrics: { top: { of: maximum, take: max } }\n'
    await writeFile(join(folder, 'sweep.yaml'), text)
    const names = async () =>
      (await (await SweepPlan.read(join(folder, 'sweep.yaml'))).runs()).map(({ task }) => task.run)
    const before = await names()
    expect(await names()).toEqual(before)
    await writeFile(join(folder, 'maps', 'walls.png'), picture(8, 9))
    expect(await names()).not.toEqual(before)
    const out = join(folder, 'out')
    await sweep(join(folder, 'sweep.yaml'), { out, jobs: 1, command }, capturedTerminal().terminal)
    expect(await readdir(join(out, 'scenes', 'files'))).toEqual([expect.stringMatching(/^\w{16}-walls\.png$/)])
  })
})

describe('a dry run', () => {
  it('has the names, steps, time and memory of all runs, and writes nothing', async () => {
    const folder = await scratchFolder()
    const file = await writeTinySweep(folder, 20, 10)
    const report = await dryRun(file, { jobs: 2 })
    expect(report).toMatchObject({ jobs: 2, steps: 200 * 20 })
    expect(report.runs).toHaveLength(200)
    expect(report.stepTime).toBeGreaterThan(0)
    expect(report.processorTime).toBeCloseTo(4000 * report.stepTime, 9)
    expect(report.wallTime).toBeCloseTo(report.processorTime / 2, 9)
    expect(report.memory).toBeGreaterThan(64 * 4)
    expect(formatDryRun(report)).toMatch(
      /^Tiny sweep: 200 runs\n {2}\w{16} {2}depth = 0\.1, height = 0\.01\n[\s\S]*… 194 more/,
    )
    expect(await readdir(folder)).toEqual(['sweep.yaml'])
  })
})

describe('the folder of a sweep', () => {
  it('of another sweep is refused with the difference', async () => {
    const folder = await scratchFolder()
    const out = join(folder, 'out')
    const { terminal } = capturedTerminal()
    await sweep(await writeTinySweep(folder, 2, 1), { out, jobs: 1, command }, terminal)
    const before = await readdir(out)
    const other = await writeTinySweep(folder, 3, 1)
    await expect(sweep(other, { out, command }, terminal)).rejects.toMatchObject({
      exitCode: 2,
      message: `${out} has the results of another sweep:\n  axes[0].values: 2 values there, 3 here`,
    })
    expect(await readdir(out)).toEqual(before)
  })

  it('is refused while another call works at it, and not after that was killed', async () => {
    const cwd = await scratchFolder()
    await writeTinySweep(cwd, 50, 6)
    const words = ['sweep', 'sweep.yaml', '--out', 'out', '--jobs', '1']
    const child = startSeiche(words, { cwd })
    while ((await records(join(cwd, 'out'))) < 1) await pause(5)
    const options = { out: join(cwd, 'out'), jobs: 1, command }
    await expect(sweep(join(cwd, 'sweep.yaml'), options, capturedTerminal().terminal)).rejects.toMatchObject({
      exitCode: 1,
      message: `process ${child.process.pid} is working at the sweep in ${join(cwd, 'out')} at this moment`,
    })
    child.process.kill('SIGKILL')
    await child.ended
    const unlock = await lockFolder(join(cwd, 'out'))
    expect(await readFile(join(cwd, 'out', 'sweep.lock'), 'utf8')).toMatch(new RegExp(`^${process.pid}@`))
    await unlock()
    expect(await readdir(join(cwd, 'out'))).not.toContain('sweep.lock')
  })

  it('with other files is refused', async () => {
    const folder = await scratchFolder()
    const file = await writeTinySweep(folder, 2, 1)
    await expect(sweep(file, { out: folder, command }, capturedTerminal().terminal)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/is not the folder of a sweep: it has sweep\.yaml$/),
    })
  })
})

/** A grey square as PNG. */
function picture(size: number, grey: number): Uint8Array {
  return encode({ width: size, height: size, channels: 1, data: new Uint8Array(size * size).fill(grey) })
}

async function records(out: string): Promise<number> {
  try {
    return (await readdir(join(out, 'runs'))).filter((name) => name.endsWith('.json')).length
  } catch {
    return 0
  }
}
