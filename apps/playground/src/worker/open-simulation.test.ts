import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LargeSceneError, openSimulation } from './open-simulation.js'

async function infoOf(name: string) {
  const scene = readFileSync(new URL(`../../../../scenes/${name}.json`, import.meta.url), 'utf8')
  const { sim, info } = await openSimulation({
    type: 'open',
    scene,
    source: `${name}.json`,
    threads: 1,
    files: {},
    running: false,
  })
  sim.dispose()
  return info
}

it('tells what a scene is made of', async () => {
  expect(await infoOf('rain')).toMatchObject({ hasTerrain: false, hasBodies: false, surfaceFieldNames: [] })
  expect(await infoOf('dam-break')).toMatchObject({ hasTerrain: true, hasBodies: false })
  expect(await infoOf('lid-driven-cavity')).toMatchObject({ hasTerrain: false, fluid: { cells: expect.anything() } })
})

it('does not take the bed of prescribed waves for terrain that can be changed', async () => {
  expect(await infoOf('beach-swell')).toMatchObject({ hasTerrain: false })
})

it('says which file is missing', async () => {
  const scene = JSON.stringify({
    seiche: 1,
    grid: { cells: [4, 4], cellSize: 1 },
    solver: { type: 'columns' },
    initial: { eta: { npy: 'none.npy' } },
  })
  const request = { type: 'open', scene, source: 'a.json', files: {}, running: false } as const
  await expect(openSimulation(request)).rejects.toThrow(/none\.npy is not among the files of this page/)
})

it('a scene that needs more memory than was allowed is not opened, but measured', async () => {
  const sceneOf = (side: number) =>
    JSON.stringify({ seiche: 1, grid: { cells: [side, side], cellSize: 1 }, solver: { type: 'columns' } })
  const request = { type: 'open', source: 'wide.json', files: {}, running: false, mostBytes: 2 ** 29 } as const
  const error = await openSimulation({ ...request, scene: sceneOf(8192) }).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(LargeSceneError)
  expect((error as LargeSceneError).size).toMatchObject({ cells: 2 ** 26, bytes: expect.any(Number) })
  await expect(openSimulation({ ...request, scene: sceneOf(32768) })).rejects.toThrow(
    /need .* GiB; one simulation can have/,
  )
})

it('a copy that begins with a snapshot goes on like the run, with the events of the scene that are still to come', async () => {
  const pool = {
    seiche: 1,
    grid: { cells: [16, 16], cellSize: 0.1 },
    solver: { type: 'columns', depth: 0.5 },
    events: [{ step: 9, type: 'drop', x: 0.2, z: 0.1, radius: 0.3, height: 0.02 }],
  }
  const request = { type: 'open', scene: JSON.stringify(pool), source: 'a.json', files: {}, running: false } as const
  const { sim } = await openSimulation({ ...request, threads: 1 })
  sim.step(4)
  sim.apply({ type: 'drop', x: 0, z: 0, radius: 0.2, height: 0.05 })
  const { sim: copy } = await openSimulation({ ...request, threads: 1, snapshot: sim.snapshot() })
  expect(copy.stepCount).toBe(4)
  for (const one of [sim, copy]) one.step(10)
  expect(copy.hash()).toBe(sim.hash())
  expect(copy.events).toHaveLength(2)
  for (const one of [sim, copy]) one.dispose()
})
