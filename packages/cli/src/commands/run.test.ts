import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from '@seiche/export'
import { decode } from 'fast-png'
import { createSimulation, type SceneInput } from 'seiche'
import { rapier } from 'seiche/bodies'
import { readNpy, writeNpy } from 'seiche/npy'
import { describe, expect, it } from 'vitest'
import { writeNew } from '../output/durable-write.js'
import type { RunOptions } from '../recording/run-options.js'
import { formatReport } from '../recording/run-report.js'
import { readBytes } from '../scene/read-bytes.js'
import { exitCode, Failure } from '../terminal/failure.js'
import { capturedTerminal } from '../testing/captured-terminal.js'
import { pool, scratchFolder, writeScene } from '../testing/scratch.js'
import { run } from './run.js'

async function runPool(options: Partial<RunOptions> = {}, scene: object = pool) {
  const root = await scratchFolder()
  const path = await writeScene(root, scene)
  const out = join(root, 'out')
  const { terminal, err } = capturedTerminal()
  const report = await run(path, { out, ...options }, terminal)
  const manifest = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')) as Manifest
  return { root, path, out, report, manifest, messages: err() }
}

async function npy(folder: string, name: string): Promise<Float32Array> {
  return Float32Array.from(readNpy(await readBytes(join(folder, name))).data)
}

describe('run', () => {
  it('writes the fields that the engine computes, frame by frame', async () => {
    const { out, report, manifest } = await runPool({ every: { seconds: 0.1 }, fields: ['eta', 'phi'] })
    const simulation = await createSimulation(pool)
    for (const { frame, step, time } of manifest.frames) {
      simulation.step(step - simulation.stepCount)
      expect(time).toBeCloseTo(simulation.time, 12)
      const number = String(frame).padStart(6, '0')
      expect(await npy(out, `eta_${number}.npy`)).toEqual(simulation.field('eta').read())
      expect(await npy(out, `phi_${number}.npy`)).toEqual(simulation.field('phi').read())
    }
    expect(readNpy(await readBytes(join(out, 'eta_000000.npy'))).shape).toEqual([16, 24])
    expect(manifest.frames.map(({ step }) => step)).toEqual([0, 5, 10, 15, 20])
    expect(report).toMatchObject({ ok: true, out, frames: 5, steps: 20, hash: simulation.hash() })
    simulation.dispose()
  })

  it('reports the times of passes if it is asked to, and the results are the same', async () => {
    const { report } = await runPool({ profile: true })
    const plain = await runPool()
    expect(report.profile?.passes.map(({ kernel }) => kernel)).toContain('columnsSweepAmongSolids')
    // Each of its steps is one run; those of the diagnostics come on top.
    expect(report.profile?.runs).toBeGreaterThanOrEqual(report.steps)
    expect(formatReport(report)).toMatch(/^kernel +ms\/step.*\n(.*\n)*columnsSweepAmongSolids /)
    expect(plain.report.profile).toBeUndefined()
    expect(formatReport(plain.report)).not.toContain('columnsSweepAmongSolids')
    expect(report.hash).toBe(plain.report.hash)
  })

  it('writes volumes of a fluid, what it carries first', async () => {
    const smoke = {
      seiche: 1,
      grid: { cells: [6, 5, 4], cellSize: 0.1 },
      duration: 0.05,
      solver: { type: 'stable-fluids' },
      fluid: { dyes: { smoke: { initial: [{ shape: 'sphere', radius: 0.2 }] } } },
    }
    const { out, manifest } = await runPool({}, smoke)
    expect(readNpy(await readBytes(join(out, 'smoke_000000.npy'))).shape).toEqual([4, 5, 6])
    expect(Object.keys(manifest.fields)).toEqual(['smoke'])
    expect(manifest.fields.smoke).toMatchObject({
      shape: [4, 5, 6],
      origin: { x: -0.25, y: -0.2, z: expect.closeTo(-0.15) },
    })
    const names = manifest.diagnostics.columns.map(({ name }) => name)
    expect(names).toContain('total:smoke')
    expect((await readFile(join(out, 'diagnostics.csv'), 'utf8')).split('\n')[1]!.split(',')).toHaveLength(names.length)
    await expect(runPool({ formats: ['relief'] }, smoke)).rejects.toThrow(/pictures are of water with a surface/)
  })

  it('describes everything in the manifest', async () => {
    const { out, path, manifest } = await runPool({ every: { steps: 10 }, threads: 2, saveEvents: true })
    expect(manifest).toMatchObject({
      format: 'seiche-run',
      scene: { name: 'Test pool', solver: { type: 'columns', gravity: 9.81 } },
      sceneFile: path,
      inputs: [],
      execution: { threads: 2, resumed: 0, node: process.version },
      steps: 20,
      timeStep: 0.02,
      hash: expect.stringMatching(/^[0-9a-f]{16}$/),
      fields: { eta: { unit: 'm', shape: [16, 24], dtype: 'float32', cellSize: 0.1 } },
      kind: 'surface',
      grid: { nx: 24, nz: 16, cellSize: 0.1 },
      selection: null,
      formats: { npy: { fields: ['eta'], details: {} } },
      events: 'events.json',
      frames: [
        { frame: 0, step: 0, time: 0, files: ['eta_000000.npy'] },
        { frame: 1, step: 10, files: ['eta_000001.npy'] },
        { frame: 2, step: 20, files: ['eta_000002.npy'] },
      ],
    })
    const { origin } = manifest.fields.eta!
    expect(origin.x).toBeCloseTo(-1.15, 12)
    expect(origin.z).toBeCloseTo(-0.75, 12)
    const listed = [...manifest.frames.flatMap(({ files }) => files), 'diagnostics.csv', 'events.json', 'manifest.json']
    expect((await readdir(out)).sort()).toEqual(listed.sort())
  })

  it('gives the same files for any number of threads', async () => {
    const one = await runPool({ threads: 1 })
    const three = await runPool({ threads: 3 })
    expect(three.report.hash).toBe(one.report.hash)
    for (const name of await readdir(one.out)) {
      if (name === 'manifest.json') continue
      expect(await readFile(join(three.out, name))).toEqual(await readFile(join(one.out, name)))
    }
  })

  it('writes a line of diagnostics a frame and one at the end', async () => {
    const { out, manifest } = await runPool({ every: { steps: 8 } })
    const lines = (await readFile(join(out, 'diagnostics.csv'), 'utf8')).trimEnd().split('\n')
    expect(lines[0]!.split(',')).toEqual(manifest.diagnostics.columns.map(({ name }) => name))
    expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual([0, 8, 16, 20])
    expect(lines[0]).toMatch(/,probe:middle$/)
  })

  it('logs at its own pace when asked', async () => {
    const { out, manifest } = await runPool({ every: { steps: 10 }, logEvery: 3 })
    const lines = (await readFile(join(out, 'diagnostics.csv'), 'utf8')).trimEnd().split('\n')
    expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual([0, 3, 6, 9, 12, 15, 18, 20])
    expect(manifest.frames).toHaveLength(3)
  })

  it('writes the initial state alone for no duration', async () => {
    const { out, report } = await runPool({ duration: 0 })
    expect(report).toMatchObject({ frames: 1, steps: 0, time: 0 })
    expect(await readdir(out)).toContain('eta_000000.npy')
  })

  it('reads .npy files beside the scene and records their fingerprints', async () => {
    const root = await scratchFolder()
    const eta = Float32Array.from({ length: 24 * 16 }, (_, k) => Math.sin(k) / 100)
    await writeFile(join(root, 'eta0.npy'), writeNpy(eta, [16, 24]))
    const path = await writeScene(root, { ...pool, obstacles: [], initial: { eta: { npy: 'eta0.npy' } } })
    const out = join(root, 'out')
    await run(path, { out, duration: 0 }, capturedTerminal().terminal)
    expect(await npy(out, 'eta_000000.npy')).toEqual(eta)
    const manifest = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')) as Manifest
    expect(manifest.inputs).toEqual([
      { name: 'eta0.npy', path: join(root, 'eta0.npy'), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
  })

  it('replays recorded events to the same hash, in place of those of the scene', async () => {
    const first = await runPool({ saveEvents: true })
    const log = join(first.out, 'events.json')
    const again = await runPool({ events: log })
    expect(again.report.hash).toBe(first.report.hash)
    const bare = await runPool({ events: log }, { ...pool, events: [] })
    expect(bare.report.hash).toBe(first.report.hash)
    const without = await runPool({}, { ...pool, events: [] })
    expect(without.report.hash).not.toBe(first.report.hash)
  })
})

interface Mapping {
  offset: number
  scale: number
  clipped: number
}

describe('pictures', () => {
  it('share one range that covers the whole run', async () => {
    const { out, manifest } = await runPool({ every: { steps: 5 }, formats: ['npy', 'png16'], fields: ['eta', 'phi'] })
    const mappings = manifest.formats.png16!.details as Record<string, Mapping>
    for (const field of ['eta', 'phi']) {
      const { offset, scale, clipped } = mappings[field]!
      let extreme = 0
      for (let frame = 0; frame < 5; frame++) {
        const values = await npy(out, `${field}_00000${frame}.npy`)
        const picture = decode(await readBytes(join(out, `${field}_00000${frame}.png`)))
        expect(picture).toMatchObject({ width: 24, height: 16, depth: 16, channels: 1 })
        expect(Number(picture.text.scale)).toBe(scale)
        values.forEach((value, k) => {
          expect(Math.abs(offset + scale * picture.data[k]! - value)).toBeLessThanOrEqual(scale * 0.5001)
          extreme = Math.max(extreme, Math.abs(picture.data[k]! - 32768))
        })
      }
      expect(extreme).toBe(32767)
      expect(clipped).toBe(0)
    }
  })

  it('keep to the range that is asked for and say what it clips', async () => {
    const ranges = [{ field: undefined, minimum: -0.01, maximum: 0.01 }]
    const { manifest, messages } = await runPool({ duration: 0, formats: ['png16'], ranges })
    expect(manifest.formats.png16!.details.eta).toMatchObject({ minimum: -0.01, maximum: 0.01, offset: -0.01 })
    expect((manifest.formats.png16!.details.eta as Mapping).clipped).toBeGreaterThan(0)
    expect(messages).toMatch(/values of eta lie outside its --range/)
  })

  it('leave no .npy files that nobody asked for', async () => {
    const { out, manifest } = await runPool({ every: { steps: 10 }, formats: ['relief'], fields: ['phi'] })
    const names = ['diagnostics.csv', 'manifest.json', 'relief_000000.png', 'relief_000001.png', 'relief_000002.png']
    expect((await readdir(out)).sort()).toEqual(names)
    expect(manifest.formats.relief!.details).toMatchObject({ azimuth: 315, altitude: 45 })
    expect(decode(await readBytes(join(out, 'relief_000001.png')))).toMatchObject({
      width: 24,
      height: 16,
      channels: 3,
    })
  })
})

describe('bodies', () => {
  const withBodies: SceneInput = {
    ...pool,
    obstacles: [],
    bodies: [
      { name: 'buoy', shape: 'sphere', radius: 0.3, density: 400, position: [0.5, 0.1, 0] },
      { shape: 'box', size: [0.4, 0.3, 0.4], density: 600, position: [-0.6, 0.2, 0.1] },
    ],
    events: [
      { time: 0.2, type: 'addBody', body: { name: 'late', shape: 'sphere', radius: 0.1, position: [0, 0.5, -0.6] } },
    ],
  }

  it('have a table of their own, and columns in the diagnostics', async () => {
    const { out, manifest } = await runPool({ every: { steps: 10 } }, withBodies)
    const lines = (await readFile(join(out, 'bodies.csv'), 'utf8')).trimEnd().split('\n')
    expect(lines[0]!.split(',')).toEqual(manifest.bodies!.columns.map(({ name }) => name))
    const rows = lines.slice(1).map((line) => line.split(','))
    expect(rows.map(([step, , body]) => `${step} ${body}`)).toEqual([
      '0 buoy',
      '0 1',
      '10 buoy',
      '10 1',
      '20 buoy',
      '20 1',
      '20 late',
    ])
    const simulation = await createSimulation(withBodies, { rigidBodies: rapier })
    simulation.step(20)
    expect(manifest.hash).toBe(simulation.hash())
    const { position, rotation, velocity, submerged } = simulation.bodies[1]!
    expect(rows[5]!.slice(3).map(Number)).toEqual([...position, ...rotation, ...velocity, submerged])
    simulation.dispose()
    const log = (await readFile(join(out, 'diagnostics.csv'), 'utf8')).trimEnd().split('\n')
    const last = Object.fromEntries(log[0]!.split(',').map((name, k) => [name, Number(log.at(-1)!.split(',')[k])]))
    expect(last.displaced_volume).toBeGreaterThan(0.01)
    expect(last.exchange_water).toBeCloseTo(last.exchange_bodies!, 4)
  })

  it('leave no trace in scenes without any', async () => {
    const { out, manifest } = await runPool()
    expect(await readdir(out)).not.toContain('bodies.csv')
    expect(manifest).not.toHaveProperty('bodies')
    expect(await readFile(join(out, 'diagnostics.csv'), 'utf8')).not.toContain('displaced')
  })

  it('may share a file, which is read once', async () => {
    const duck = { shape: 'mesh', file: 'duck.glb', density: 300 }
    const scene = { ...withBodies, events: [], bodies: [-0.5, 0.5].map((x) => ({ ...duck, position: [x, 0, 0] })) }
    const root = await scratchFolder()
    await copyFile(new URL('../../../../scenes/duck.glb', import.meta.url), join(root, 'duck.glb'))
    const out = join(root, 'out')
    await run(await writeScene(root, scene), { out, duration: 0.1 }, capturedTerminal().terminal)
    const { inputs } = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')) as Manifest
    expect(inputs).toEqual([
      { name: 'duck.glb', path: join(root, 'duck.glb'), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
  })
})

describe('a run that fails', () => {
  async function failing(options: Partial<RunOptions>, scene: object = pool, write = writeNew) {
    const root = await scratchFolder()
    const path = await writeScene(root, scene)
    const { terminal, err } = capturedTerminal()
    const error = await run(path, { out: join(root, 'out'), ...options }, terminal, write).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (!(error instanceof Failure)) throw new Error(`expected a Failure, got ${String(error)}`)
    return { failure: error, left: (await readdir(root)).filter((name) => name !== 'scene.json'), messages: err() }
  }

  it.each([['eta_000003.npy'], ['manifest.json'], ['eta_000002.png']])(
    'leaves nothing behind when the disk is full at %s',
    async (name) => {
      const { failure, left, messages } = await failing({ formats: ['npy', 'png16'] }, pool, async (path, content) => {
        if (path.includes(name)) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
        await writeNew(path, content)
      })
      expect(failure).toMatchObject({ exitCode: exitCode.failed, message: expect.stringContaining(name) })
      expect(left).toEqual([])
      expect(messages).toContain('the unfinished output was removed')
    },
  )

  it('says so when the water blows up', async () => {
    // Each number is within its limit; their products are not.
    const scene = {
      ...pool,
      solver: { type: 'iwave', gravity: 1e12, depth: 1e-12 },
      initial: { eta: [{ shape: 'gaussian', radius: 0.3, height: 1e12 }] },
    }
    const { failure, left } = await failing({ every: { steps: 1 } }, scene)
    expect(failure).toMatchObject({
      exitCode: exitCode.failed,
      message: expect.stringMatching(
        /^after step \d+ the run is no longer finite: field "eta" is NaN in cell \[0, 0\]$/,
      ),
    })
    expect(left).toEqual([])
  })

  it('says when an event cannot happen', async () => {
    const bodies = [{ name: 'ball', shape: 'sphere', radius: 0.2 }]
    for (const [event, message] of [
      [{ type: 'steer', body: 'boat' }, /events\[0\]\.body: no body is named "boat"/],
      [
        { type: 'addBody', body: { shape: 'sphere', radius: 0.2 } },
        /an event before step 5 \(0\.100 s\) cannot happen: bodies\[1\]: begins [\d.]+ m deep in bodies\[0\]/,
      ],
    ] as const) {
      const { failure, left } = await failing({}, { ...pool, obstacles: [], bodies, events: [{ time: 0.1, ...event }] })
      expect(failure).toMatchObject({ exitCode: exitCode.badInput, message: expect.stringMatching(message) })
      expect(left).toEqual([])
    }
  })

  it.each<[string, Partial<RunOptions>, RegExp]>([
    ['an unknown field', { fields: ['eta', 'foam'] }, /no field "foam"/],
    [
      'a range without a field',
      { fields: ['eta', 'phi'], ranges: [{ field: undefined, minimum: 0, maximum: 1 }] },
      /name one/,
    ],
    ['a range of a field not written', { ranges: [{ field: 'phi', minimum: 0, maximum: 1 }] }, /"phi" is not written/],
    ['an interval below a step', { every: { seconds: 0.001 } }, /shorter than one time step/],
    ['a missing log of events', { events: 'nowhere.json' }, /nowhere\.json/],
  ])('refuses %s', async (_, options, message) => {
    const { failure, left } = await failing(options)
    expect(failure.exitCode).toBe(exitCode.badInput)
    expect(failure.message).toMatch(message)
    expect(left).toEqual([])
  })
})
