import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSimulation, parseScene, type SceneInput } from 'seiche'
import type { RunRecord } from '../sweep/runs/task.js'

/** A scene of 64 cells and 20 steps: processes and files take longer than the water. */
export const tinyScene: SceneInput = {
  seiche: 1,
  name: 'Tiny',
  grid: { cells: [8, 8], cellSize: 0.1 },
  timeStep: 0.02,
  duration: 0.4,
  solver: { type: 'columns', depth: 0.5 },
  initial: { eta: [{ shape: 'gaussian', radius: 0.2, height: 0.1 }] },
  probes: [{ name: 'middle', at: [0, 0] }],
}

/** Writes a sweep of `depths` × `heights` runs and returns its path. */
export async function writeTinySweep(folder: string, depths: number, heights: number, more = ''): Promise<string> {
  const path = join(folder, 'sweep.yaml')
  await writeFile(
    path,
    `seiche-sweep: 1
name: Tiny sweep
scene: ${JSON.stringify(tinyScene)}
axes:
  - path: solver.depth
    range: { from: 0.1, to: 1, count: ${depths} }
  - path: initial.eta[0].height
    range: { from: 0.01, to: 0.1, count: ${heights} }
metrics:
  highest: { of: probe:middle, take: max, from: 0.1 }
${more}`,
  )
  return path
}

/** Hashes of the results in the folder of a sweep, by the name of the run. */
export async function hashesOf(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(join(folder, 'runs'))).filter((name) => name.endsWith('.json'))
  const records = names.map(async (name) => JSON.parse(await readFile(join(folder, 'runs', name), 'utf8')) as RunRecord)
  return new Map((await Promise.all(records)).map(({ run, hash }) => [run, hash]))
}

/** Hashes of the same scenes, simulated one by one in this process. */
export async function hashesOneByOne(folder: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  const names = (await readdir(join(folder, 'scenes'))).filter((name) => name.endsWith('.json'))
  for (const name of names) {
    const scene = parseScene(await readFile(join(folder, 'scenes', name), 'utf8'))
    const simulation = await createSimulation(scene)
    simulation.step(Math.round(scene.duration / scene.timeStep))
    hashes.set(name.slice(0, -'.json'.length), simulation.hash())
    simulation.dispose()
  }
  return hashes
}

/** Rows of a table without quoted cells, by column. */
export function readTable(csv: string): Record<string, string>[] {
  const [header, ...lines] = csv.trimEnd().split('\n')
  const names = header!.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, k) => [names[k]!, cell])))
}
