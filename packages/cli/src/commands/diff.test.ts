import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readNpy, writeNpy } from 'seiche/npy'
import { describe, expect, it } from 'vitest'
import { main } from '../main.js'
import { exitCode } from '../terminal/failure.js'
import { capturedTerminal } from '../testing/captured-terminal.js'
import { makeRun } from '../testing/finished-run.js'
import { pool, scratchFolder } from '../testing/scratch.js'
import { diff, formatDiff } from './diff.js'

async function seiche(...words: string[]) {
  const { terminal, out, err } = capturedTerminal()
  return { code: await main(words, terminal), out: out(), err: err() }
}

describe('diff', () => {
  it('finds runs of the same scene the same, on any number of threads', async () => {
    const root = await scratchFolder()
    const a = await makeRun(root, 'a', pool, { threads: 1 })
    const b = await makeRun(root, 'b', { ...pool, name: 'Another name' }, { threads: 2 })
    const report = await diff(a, b)
    expect(report).toMatchObject({ same: true, scene: [], notes: [], fields: [{ name: 'eta', largest: 0, rms: 0 }] })
    expect(formatDiff(report)).toContain('eta: the same bits in every frame')
    expect(await seiche('diff', a, b)).toMatchObject({ code: 0, err: '' })
  })

  it('finds the place, the size and the first frame of a difference', async () => {
    const root = await scratchFolder()
    const [a, b] = [await makeRun(root, 'a'), await makeRun(root, 'b')]
    const file = join(b, 'eta_000002.npy')
    const { data, shape } = readNpy(await readFile(file))
    const values = Float32Array.from(data as Float32Array)
    values[3 * 24 + 7]! += 0.25
    await writeFile(file, writeNpy(values, shape))
    const report = await diff(a, b)
    expect(report.same).toBe(false)
    const [eta] = report.fields
    expect(eta).toMatchObject({ firstFrame: { frame: 2 }, place: { frame: 2, cell: [7, 3] } })
    expect(eta!.largest).toBeCloseTo(0.25, 6)
    // One of 5 frames of 24 × 16 values.
    expect(eta!.rms).toBeCloseTo(0.25 / Math.sqrt(5 * 24 * 16), 7)
    // The middle of cell i is at (i + 1/2) cells from the edge at -1.2 m, and -0.8 m.
    expect(eta!.place!.position[0]).toBeCloseTo(-1.2 + 7.5 * 0.1, 9)
    expect(eta!.place!.position[1]).toBeCloseTo(-0.8 + 3.5 * 0.1, 9)
    expect((await diff(a, b, 0.3)).same).toBe(true)
    expect((await diff(a, b, 0.2)).same).toBe(false)
  })

  it('names the path of each difference between the scenes, and the probes that follow from it', async () => {
    const root = await scratchFolder()
    const a = await makeRun(root, 'a')
    const b = await makeRun(root, 'b', { ...pool, solver: { type: 'columns', depth: 0.6 }, obstacles: [] })
    const report = await diff(a, b)
    expect(report.scene).toMatchObject([
      { path: 'solver.depth', a: 0.5, b: 0.6 },
      { path: 'obstacles[0]', b: undefined },
    ])
    expect(report.probes).toMatchObject([{ name: 'probe:middle', unit: 'm', firstTime: 0.1 }])
    expect(report.hashes.a).not.toBe(report.hashes.b)
    const { code, out, err } = await seiche('diff', a, b)
    expect({ code, err }).toEqual({ code: 1, err: '' })
    expect(out).toMatch(/^the runs differ\n/)
    expect(out).toMatch(/scene +solver\.depth: 0\.5 in the first, 0\.6 in the second/)
  })

  it('reports fields, frames and grids that do not match instead of comparing them', async () => {
    const root = await scratchFolder()
    const a = await makeRun(root, 'a', pool, { fields: ['eta', 'phi'] })
    const b = await makeRun(root, 'b', { ...pool, grid: { cells: [12, 8], cellSize: 0.2 } }, { every: { steps: 10 } })
    const report = await diff(a, b)
    expect(report.same).toBe(false)
    expect(report.fields).toMatchObject([{ name: 'eta', incomparable: '24 × 16 values in a, 12 × 8 in b' }])
    expect(report.notes.join()).toMatch(/a has 5 frames, b 3.*different times.*only a has phi/)
  })

  it('compares bodies', async () => {
    const root = await scratchFolder()
    const afloat = (x: number) => ({
      ...pool,
      obstacles: [],
      bodies: [{ name: 'ball', shape: 'sphere', radius: 0.2, density: 400, position: [x, 0, 0] }],
    })
    const report = await diff(await makeRun(root, 'a', afloat(0)), await makeRun(root, 'b', afloat(0.01)))
    expect(report.bodies.find(({ name }) => name === 'x')).toMatchObject({ unit: 'm', firstTime: 0 })
  })

  it('prints one JSON object', async () => {
    const root = await scratchFolder()
    const [a, b] = [await makeRun(root, 'a'), await makeRun(root, 'b', { ...pool, duration: 0.2 })]
    const { code, out } = await seiche('diff', a, b, '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ same: false, a, b })
  })

  it.each<[string, (root: string) => Promise<unknown>, RegExp]>([
    [
      'a folder without a manifest',
      async () => {},
      /is not the folder of a finished run: its manifest\.json cannot be read/,
    ],
    ['a manifest that is not JSON', (root) => writeFile(join(root, 'manifest.json'), '{'), /manifest\.json is damaged/],
    [
      'the manifest of another program',
      (root) => writeFile(join(root, 'manifest.json'), '{}'),
      /not the manifest of a Seiche run/,
    ],
    [
      'a manifest of a later version',
      (root) => writeFile(join(root, 'manifest.json'), '{"format":"seiche-run","formatVersion":9}'),
      /formatVersion 9, this version of Seiche reads 2/,
    ],
  ])('refuses %s with exit code 2', async (_, prepare, message) => {
    const root = await scratchFolder()
    await prepare(root)
    const { code, out, err } = await seiche('diff', root, root)
    expect({ code, out }).toEqual({ code: exitCode.badInput, out: '' })
    expect(err).toMatch(message)
  })

  it('does not follow a manifest out of its folder', async () => {
    const root = await scratchFolder()
    const a = await makeRun(root, 'a')
    await writeFile(join(root, 'secret.csv'), 'step,time\n')
    const path = join(a, 'manifest.json')
    const manifest = JSON.parse(await readFile(path, 'utf8'))
    manifest.diagnostics.file = '../secret.csv'
    await writeFile(path, JSON.stringify(manifest))
    await expect(diff(a, a)).rejects.toMatchObject({ message: expect.stringContaining('outside of its folder') })
  })
})
