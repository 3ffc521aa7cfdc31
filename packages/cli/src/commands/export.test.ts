// Finished runs as recordings, and their export. The recording itself is in packages/export.

import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { manifestName, Recording } from '@seiche/export'
import { createSimulation, type SceneInput } from 'seiche'
import { rapier } from 'seiche/bodies'
import { readNpy } from 'seiche/npy'
import { describe, expect, it } from 'vitest'
import type { RunOptions } from '../recording/run-options.js'
import { exitCode, Failure } from '../terminal/failure.js'
import { capturedTerminal } from '../testing/captured-terminal.js'
import { pool, scratchFolder, writeScene } from '../testing/scratch.js'
import { type ExportOptions, exportRun } from './export.js'
import { run } from './run.js'

const withBodies: SceneInput = {
  ...pool,
  obstacles: [],
  bodies: [
    { name: 'buoy', shape: 'sphere', radius: 0.3, density: 400, position: [0.5, 0.1, 0] },
    { shape: 'box', size: [0.4, 0.3, 0.4], density: 600, position: [-0.6, 0.2, 0.1] },
  ],
  events: [],
}

async function recorded(options: Partial<RunOptions> = {}, scene: object = pool) {
  const root = await scratchFolder()
  const out = join(root, 'run')
  await run(await writeScene(root, scene), { out, every: { steps: 5 }, ...options }, capturedTerminal().terminal)
  return { root, out }
}

describe('a recording', () => {
  it('has the fields, bodies and probes of the simulation', async () => {
    const { out } = await recorded({ logEvery: 2 }, withBodies)
    const recording = await Recording.open(out)
    const sim = await createSimulation(withBodies, { rigidBodies: rapier })
    expect(recording.run.frames.map(({ step }) => step)).toEqual([0, 5, 10, 15, 20])
    for await (const frame of recording.frames()) {
      sim.step(frame.step - sim.stepCount)
      expect(frame.time).toBe(sim.time)
      expect(await frame.values('eta')).toEqual(sim.field('eta').read())
      expect(frame.bodies.map(({ index, name }) => [index, name])).toEqual([
        [0, 'buoy'],
        [1, undefined],
      ])
      sim.bodies.forEach(({ position, rotation, velocity, submerged }, k) => {
        const pose = frame.bodies[k]!
        expect(pose.position).toEqual([...position])
        expect(pose.rotation).toEqual([...rotation])
        expect(pose.velocity).toEqual([...velocity])
        expect(pose.submerged).toBe(submerged)
      })
      // With --log-every 2 the diagnostics have no line at odd steps.
      expect(frame.probes).toEqual(frame.step % 2 === 0 ? sim.probes() : [])
    }
    sim.dispose()
  })

  it('has the rows of its tables', async () => {
    const { out } = await recorded({ logEvery: 4 })
    const { tables } = (await Recording.open(out)).run
    const steps: unknown[] = []
    for await (const [step] of tables!.diagnostics.rows()) steps.push(step)
    expect(steps).toEqual([0, 4, 8, 12, 16, 20])
  })

  it('of a region of every second cell has the right shapes, positions and values', async () => {
    const { out } = await recorded({ region: [-0.5, -0.3, 0.5, 0.3], stride: 2, frames: [1, 3] })
    const { run: info } = await Recording.open(out)
    expect(info.frames.map(({ frame }) => frame)).toEqual([1, 2, 3])
    expect(info).toMatchObject({
      grid: { nx: 5, nz: 3, cellSize: 0.2 },
      fields: { eta: { shape: [3, 5], cellSize: 0.2 } },
      selection: { region: { x: [-0.5, 0.5], z: [-0.3, 0.3] }, stride: 2 },
    })
    const { origin } = info.fields.eta!
    expect([origin.x, origin.z]).toEqual([expect.closeTo(-0.45, 12), expect.closeTo(-0.25, 12)])
    const sim = await createSimulation(pool)
    sim.step(5)
    const eta = sim.field('eta')
    const frame = await (await Recording.open(out)).frame(1)
    const expected = [5, 7, 9].flatMap((j) => [7, 9, 11, 13, 15].map((i) => eta.at(i, j)))
    expect([...(await frame.values('eta'))]).toEqual(expected)
    expect((await readdir(out)).filter((name) => name.endsWith('.npy'))).toEqual(
      [1, 2, 3].map((k) => `eta_00000${k}.npy`),
    )
    sim.dispose()
  })

  it.each<[string, (out: string) => Promise<unknown>, RegExp]>([
    [
      'a frame cut short',
      (out) => truncate(join(out, 'eta_000002.npy'), 300),
      /eta_000002\.npy is damaged: .*cut short/,
    ],
    ['a missing frame', (out) => rm(join(out, 'eta_000002.npy')), /cannot read .*eta_000002\.npy/],
    [
      'a frame of another shape',
      (out) => edit(join(out, manifestName), '16,\n        24', '24,\n        16'),
      /has 16 × 24 values, the manifest says 24 × 16/,
    ],
    [
      'a manifest of another version',
      (out) => edit(join(out, manifestName), '"formatVersion": 2', '"formatVersion": 7'),
      /formatVersion 7, this version of Seiche reads 2: run the scene again/,
    ],
    ['a damaged manifest', (out) => truncate(join(out, manifestName), 500), /manifest\.json is damaged/],
    ['no manifest', (out) => rm(join(out, manifestName)), /is not the folder of a finished run/],
    [
      'a manifest without frames',
      (out) => edit(join(out, manifestName), '"frames": [', '"steps2": ['),
      /damaged: "frames" is missing or incomplete/,
    ],
  ])('with %s is refused', async (_, damage, message) => {
    const { out } = await recorded()
    await damage(out)
    await expect(exporting(out, { formats: ['png16'] })).rejects.toThrow(message)
  })
})

async function exporting(out: string, options: Partial<ExportOptions>) {
  const { terminal, err } = capturedTerminal()
  const report = await exportRun(out, { out: `${out}-other`, ...options }, terminal)
  return { report, messages: err() }
}

async function edit(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  expect(text).toContain(from)
  await writeFile(path, text.replace(from, to))
}

describe('export', () => {
  it('writes the pictures that the run itself would have written', async () => {
    const formats = ['npy', 'png16', 'relief']
    const { out } = await recorded({ formats, fields: ['eta', 'openness'] })
    const { report } = await exporting(out, { formats: ['png16', 'relief'], fields: ['eta', 'openness'] })
    expect(report).toMatchObject({ ok: true, formats: ['png16', 'relief'], frames: 5 })
    const pictures = (await readdir(out)).filter((name) => name.endsWith('.png'))
    expect((await readdir(report.out)).sort()).toEqual([...pictures, 'export.json'].sort())
    expect(pictures).toHaveLength(15)
    for (const name of pictures) expect(await readFile(join(report.out, name))).toEqual(await readFile(join(out, name)))
  })

  it('writes a part of the frames and of the values', async () => {
    const { out } = await recorded()
    const { report } = await exporting(out, { formats: ['npy'], frames: [2, 2], region: [0, 0, 9, 9], stride: 3 })
    expect((await readdir(report.out)).sort()).toEqual(['eta_000002.npy', 'export.json'])
    const whole = readNpy(await readFile(join(out, 'eta_000002.npy'))).data
    const { shape, data } = readNpy(await readFile(join(report.out, 'eta_000002.npy')))
    expect(shape).toEqual([3, 4])
    expect(data[5]).toBe(whole[(8 + 3) * 24 + 12 + 3])
    expect(JSON.parse(await readFile(join(report.out, 'export.json'), 'utf8'))).toMatchObject({
      format: 'seiche-export',
      formats: { npy: { fields: ['eta'] } },
      selection: { stride: 3 },
    })
  })

  it.each<[string, Partial<ExportOptions>, RegExp]>([
    ['a field that was not recorded', { formats: ['npy'], fields: ['phi'] }, /no field "phi" here/],
    ['frames that do not exist', { formats: ['npy'], frames: [3, 9] }, /the frames of this recording are 0 to 4/],
    ['a region outside', { formats: ['npy'], region: [5, 5, 6, 6] }, /--region: no value lies between/],
    ['a region of a volume', { formats: ['npy'], region: [0, 0, 0, 1, 1, 1] }, /6 coordinates .* needs 4/],
  ])('refuses %s', async (_, options, message) => {
    const { root, out } = await recorded()
    const error = await exporting(out, options).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Failure)
    expect(error).toMatchObject({ exitCode: exitCode.badInput, message: expect.stringMatching(message) })
    expect((await readdir(root)).sort()).toEqual(['run', 'scene.json'])
  })

  it('refuses a run whose fields were not kept', async () => {
    const { out } = await recorded({ formats: ['relief'] })
    await expect(exporting(out, { formats: ['png16'] })).rejects.toThrow(
      /has no recorded fields: run the scene again with npy/,
    )
  })

  it('refuses a relief of a recording without heights', async () => {
    const { out } = await recorded({ fields: ['phi'] })
    await expect(exporting(out, { formats: ['relief'] })).rejects.toThrow(/--format relief: it needs the field eta/)
  })
})
