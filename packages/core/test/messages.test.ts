// Messages about every key of the scenes of the repository, each value in turn of the wrong type, each key misspelt and each object with
// a key of another one. A message names the values allowed, and no suggestion repeats the word that it is about.

import { parseScene, SceneError, type SceneIssue } from 'seiche'
import { expect, it } from 'vitest'
import { exchanged, places } from '../testing/scene-mutants.js'
import { scenes } from '../testing/scenes.js'

const river = {
  seiche: 1,
  grid: { cells: [8, 8], cellSize: 1 },
  solver: { type: 'shallow-water' },
  terrain: [{ shape: 'plane', height: -1 }],
  inflows: [
    { edge: 'x-', discharge: { mean: 1, amplitude: 2, period: 3 } },
    { edge: 'x+', stage: [[0, 1]], from: 0, to: 2 },
    { edge: 'z-', level: 0, wave: { height: 0.1, period: 2 } },
    { edge: 'z+', wave: { solitary: 0.2, arrival: 2 } },
  ],
}

const WRONG = ['wall', 7, true, {}, [1], { foo: 1 }]
const FOREIGN = ['level', 'stage', 'npy', 'y+', 'radius']

function issuesOf(scene: unknown): readonly SceneIssue[] {
  try {
    parseScene(scene)
    return []
  } catch (error) {
    if (error instanceof SceneError) return error.issues
    throw error
  }
}

/** The scene with each key changed, once for every path without its indices. */
function* changes(scene: unknown, seen: Set<string>): Generator<[name: string, scene: unknown]> {
  for (const { path, value } of places(scene)) {
    const name = path.filter((part) => typeof part === 'string').join('.')
    if (typeof path.at(-1) !== 'string' || seen.has(name)) continue
    seen.add(name)
    for (const wrong of WRONG) yield [`${name} = ${JSON.stringify(wrong)}`, exchanged(scene, path, wrong)]
    const [parent, key] = [path.slice(0, -1), String(path.at(-1))]
    const object = parent.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], scene) as object
    const { [key]: _, ...rest } = object as Record<string, unknown>
    yield [`${name} misspelt`, exchanged(scene, parent, { ...rest, [`${key}x`]: value })]
    for (const foreign of FOREIGN)
      if (!Object.hasOwn(object, foreign))
        yield [`${name} with ${foreign}`, exchanged(scene, parent, { ...object, [foreign]: 1 })]
  }
}

it('no message names an empty key, suggests the word that it refuses, or is left to the schema library', () => {
  const seen = new Set<string>()
  const bad: string[] = []
  for (const scene of [river, ...Object.values(scenes)])
    for (const [name, changed] of changes(scene, seen))
      for (const { path, message } of issuesOf(changed)) {
        const last = /(?:^|\.|\[")([^.[\]"]+)(?:"\])?$/.exec(path)?.[1]
        const isBad = /"": |Invalid|undefined/.test(message) || message.includes(`did you mean "${last}"`)
        if (isBad) bad.push(`${name}: ${path}: ${message}`)
      }
  expect(seen.size).toBeGreaterThan(200)
  expect(bad).toEqual([])
})
