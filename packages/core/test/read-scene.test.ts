// A scene that was read once is used many times: nothing reads it again, and errors still know its text.

import { createSimulation, planSimulation, readScene, SceneError, type SceneInput } from 'seiche'
import { describe, expect, it } from 'vitest'

const pond: SceneInput = {
  seiche: 1,
  grid: { cells: [8, 6], cellSize: 0.5 },
  solver: { type: 'columns', depth: 1 },
  initial: { eta: { npy: 'eta0.npy' } },
}

/** A pond that counts how often its grid is looked at. */
function watched(): { scene: SceneInput; looks: () => number } {
  let count = 0
  const scene = {
    ...pond,
    initial: {},
    get grid() {
      count++
      return pond.grid
    },
  }
  return { scene, looks: () => count }
}

async function refusal(work: () => unknown): Promise<SceneError> {
  try {
    await work()
  } catch (error) {
    if (error instanceof SceneError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('readScene', () => {
  it('reads a scene once, whatever is made of it', async () => {
    const { scene, looks } = watched()
    const parsed = readScene(scene)
    planSimulation(parsed)
    for (const threads of [1, 2]) {
      using sim = await createSimulation(parsed, { threads })
      expect(sim.scene.grid.cells).toEqual([8, 6])
    }
    expect(readScene(parsed)).toBe(parsed)
    expect(looks()).toBe(1)
  })

  it('gives the simulation that the text gives', async () => {
    const text = JSON.stringify({ ...pond, initial: { eta: [{ shape: 'gaussian', radius: 1, height: 0.1 }] } })
    using one = await createSimulation(text)
    using other = await createSimulation(readScene(text))
    for (const sim of [one, other]) sim.step(10)
    expect(other.hash()).toBe(one.hash())
  })

  it('keeps line and column for errors that are found later', async () => {
    const text = JSON.stringify(pond, null, 2)
    const parsed = readScene(text, { source: 'pond.json' })
    const error = await refusal(() => createSimulation(parsed))
    const line = text.slice(0, text.indexOf('"eta0.npy"')).split('\n').length
    expect(error.message).toMatch(`pond.json:${line}:`)
    expect(error.issues).toMatchObject([{ path: 'initial.eta.npy', line }])
    expect((await refusal(() => createSimulation(parsed, { source: 'other.json' }))).message).toMatch(
      `other.json:${line}:`,
    )
    const huge = readScene(JSON.stringify({ ...pond, grid: { cells: [32768, 32768], cellSize: 1 } }, null, 2))
    expect((await refusal(() => planSimulation(huge))).issues).toMatchObject([{ path: 'grid.cells', line: 4 }])
  })

  it('refuses what is wrong at once, with its place', async () => {
    const error = await refusal(() => readScene('{\n  "seiche": 1,\n  "solver": {}\n}', { source: 'pond.json' }))
    expect(error.issues).toContainEqual(expect.objectContaining({ path: 'solver.type', line: 3 }))
  })

  it('is frozen, since nothing checks it again', () => {
    const { scene } = readScene(pond)
    expect(() => {
      scene.grid.cells[0] = -1
    }).toThrow(TypeError)
    expect(() => scene.events.push({ type: 'release', body: 0, step: 0 })).toThrow(TypeError)
  })

  it('does not take a copy of itself for itself', async () => {
    const parsed = readScene(pond)
    await expect(createSimulation({ ...parsed } as never)).rejects.toThrow(SceneError)
  })
})
