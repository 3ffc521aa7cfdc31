import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SceneInput } from 'seiche'
import { onTestFinished } from 'vitest'

/** A folder that is removed after the test. */
export async function scratchFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'seiche-cli-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A small scene with all inputs that output depends on. It is wider than deep: swapped rows and columns are noticed. */
export const pool: SceneInput = {
  seiche: 1,
  name: 'Test pool',
  grid: { cells: [24, 16], cellSize: 0.1 },
  timeStep: 0.02,
  duration: 0.4,
  solver: { type: 'columns', depth: 0.5 },
  initial: { eta: [{ shape: 'gaussian', center: [0.3, -0.2], radius: 0.3, height: 0.1 }] },
  obstacles: [{ shape: 'disc', center: [-0.8, 0.3], radius: 0.2 }],
  events: [{ time: 0.1, type: 'drop', x: 0, z: 0.2, radius: 0.2, height: 0.03 }],
  probes: [{ name: 'middle', at: [0, 0] }],
}

/** Runs for hours; for tests that stop it. */
export const endlessPool: SceneInput = { ...pool, name: 'Endless pool', duration: 1e6 }

export async function writeScene(folder: string, scene: object = pool, name = 'scene.json'): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, JSON.stringify(scene, null, 2))
  return path
}
