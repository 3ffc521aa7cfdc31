// Scenes of the repository with one value exchanged for a hostile one. `npm run soak -- --only mutants` tries many more.

import fc from 'fast-check'
import { planSimulation, SceneError, type SceneInput } from 'seiche'
import { expect, it } from 'vitest'
import { mutantsOf } from '../testing/scene-mutants.js'
import { scenes } from '../testing/scenes.js'

/** Mutants of each scene that are tried; which ones, SEICHE_SEED=… says. */
const EACH = 40

it.each(Object.entries(scenes))('%s: a mutant is planned, or refused by a SceneError', (_, scene) => {
  const mutants = [...mutantsOf(scene)]
  const seed = Number(process.env.SEICHE_SEED ?? 1)
  for (const { name, scene: mutant } of fc.sample(fc.constantFrom(...mutants), { numRuns: EACH, seed })) {
    try {
      planSimulation(mutant as SceneInput)
    } catch (error) {
      expect(error, name).toBeInstanceOf(SceneError)
      expect((error as SceneError).issues.length, name).toBeGreaterThan(0)
    }
  }
})

// Each took from seconds to forever, or threw an error of the typed array that was to hold its table.
it.each([
  ['depth', 1e9],
  ['depth', 1e12],
  ['depth', 1e18],
  ['depth', 1e300],
  ['period', 1e-3],
  ['period', 1e-6],
  ['period', 1e-30],
])('waves over a slope are planned or refused at once with %s %d', (key, value) => {
  const { solver, ...rest } = scenes['beach-swell'] as SceneInput & { solver: { type: 'waves'; trains: object[] } }
  const mutant = {
    ...rest,
    solver:
      key === 'depth'
        ? { ...solver, depth: value }
        : { ...solver, trains: solver.trains.map((train) => ({ ...train, period: value })) },
  } as SceneInput
  try {
    expect(planSimulation(mutant).cells).toBe(320 * 256)
  } catch (error) {
    expect(error).toBeInstanceOf(SceneError)
  }
})
