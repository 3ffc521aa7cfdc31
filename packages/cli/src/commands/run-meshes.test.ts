// `seiche run` with the formats for artists.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Recording } from '@seiche/export'
import { expect, it } from 'vitest'
import type { RunOptions } from '../recording/run-options.js'
import { exitCode } from '../terminal/failure.js'
import { capturedTerminal } from '../testing/captured-terminal.js'
import { pool, scratchFolder, writeScene } from '../testing/scratch.js'
import { run } from './run.js'

async function runScene(scene: object, options: Partial<RunOptions>): Promise<string> {
  const root = await scratchFolder()
  const out = join(root, 'out')
  await run(await writeScene(root, scene), { out, ...options }, capturedTerminal().terminal)
  return out
}

const ball = { name: 'ball', shape: 'sphere', radius: 0.1, position: [0, 0.2, 0], color: '#cc3311' }

it('pictures, meshes and an animation are made from the recorded frames, which do not remain', async () => {
  const out = await runScene(
    { ...pool, obstacles: [], bodies: [ball] },
    { every: { steps: 10 }, formats: ['exr', 'glb', 'gltf'] },
  )
  expect((await readdir(out)).sort()).toEqual([
    'animation.glb',
    'bodies.csv',
    'bodies.json',
    'diagnostics.csv',
    'frame_000000.exr',
    'frame_000001.exr',
    'frame_000002.exr',
    'manifest.json',
    'surface_000000.glb',
    'surface_000001.glb',
    'surface_000002.glb',
  ])
  const animation = await readFile(join(out, 'animation.glb'))
  const { nodes, animations } = JSON.parse(animation.toString('utf8', 20, 20 + animation.readUInt32LE(12)))
  expect(nodes.map(({ name }: { name: string }) => name)).toEqual(['surface', 'ball'])
  expect(animations[0].channels.length).toBe(3)
})

it('a recording keeps the shapes of its bodies, of those that were added too', async () => {
  const added = { time: 0.1, type: 'addBody', body: { shape: 'box', size: [0.2, 0.1, 0.1], position: [0.5, 0.3, 0] } }
  const out = await runScene(
    { ...pool, obstacles: [], bodies: [ball, { ...ball, name: 'second', position: [0, 0.2, 0.4] }], events: [added] },
    { every: { steps: 10 } },
  )
  const { run: recorded } = await Recording.open(out)
  expect(recorded.bodies).toMatchObject([
    { name: 'ball', color: '#cc3311', pieces: [{ shape: { kind: 'sphere', radius: 0.1 } }] },
    { name: 'second' },
    { pieces: [{ shape: { kind: 'box', size: [0.2, 0.1, 0.1] } }] },
  ])
  expect(recorded.bodies![1]!.pieces).toBe(recorded.bodies![0]!.pieces)
})

it('an animation that would be too large is refused before the first step', async () => {
  const large = { ...pool, grid: { cells: [512, 512], cellSize: 0.01 }, obstacles: [], duration: 2 }
  await expect(runScene(large, { every: { steps: 1 }, formats: ['gltf'] })).rejects.toMatchObject({
    exitCode: exitCode.badInput,
    message: expect.stringMatching(/^--format gltf: the glTF animation would have 606 MiB, more than the 512 MiB/),
  })
})
