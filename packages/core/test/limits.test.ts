// Numbers that fields cannot hold are refused before they get there, with their path and the limit; what is legal stays finite.

import {
  type AnySimulation,
  createSimulation,
  NonFiniteError,
  SceneError,
  type SceneInput,
  type SimulationEventInput,
} from 'seiche'
import { writeNpy } from 'seiche/npy'
import { expect, it } from 'vitest'
import { simulateAny } from '../testing/running.js'

const grid = { cells: [24, 16] as [number, number], cellSize: 0.1 }
const columns: SceneInput = { seiche: 1, grid, solver: { type: 'columns' } }
const iwave: SceneInput = { seiche: 1, grid, solver: { type: 'iwave' } }
const shallow: SceneInput = {
  seiche: 1,
  grid,
  solver: { type: 'shallow-water' },
  terrain: { shape: 'plane', height: -1 },
}
const kassMiller: SceneInput = { ...shallow, solver: { type: 'kass-miller' } }
const fluid: SceneInput = {
  seiche: 1,
  grid,
  solver: { type: 'stable-fluids' },
  fluid: { dyes: { ink: {} }, temperature: {} },
}

const HUGE = [1e13, 1e30, 3e38, 1e300, -1e13, -1e300]
const drop: SimulationEventInput = { type: 'drop', x: 0, z: 0, radius: 0.3, height: 0.1 }
const stroke: SimulationEventInput = { type: 'stroke', from: [0, 0], to: [0.5, 0], radius: 0.3, strength: 0.1 }
const raise: SimulationEventInput = { type: 'raise', from: [0, 0], to: [0.5, 0], radius: 0.3, height: 0.1 }
const stir: SimulationEventInput = { type: 'stir', at: [0, 0], radius: 0.3, velocity: [1, 0] }
const ink: SimulationEventInput = { type: 'inject', at: [0, 0], radius: 0.3, dye: 'ink', amount: 1 }

type Case = [solver: string, event: object, key: string, scene: SceneInput]
const cases: Case[] = [
  ...[columns, iwave, shallow, kassMiller].flatMap((scene): Case[] => [
    [scene.solver.type, drop, 'height', scene],
    [scene.solver.type, drop, 'radius', scene],
    [scene.solver.type, drop, 'x', scene],
    [scene.solver.type, stroke, 'strength', scene],
  ]),
  ['shallow-water', raise, 'height', shallow],
  ['stable-fluids', ink, 'amount', fluid],
  ['stable-fluids', ink, 'radius', fluid],
  ['stable-fluids', stir, 'velocity', fluid],
]
const exchanged = (event: object, key: string, value: number) =>
  ({ ...event, [key]: key === 'velocity' ? [0, value] : value }) as unknown as SimulationEventInput
/** Radii and what ground is raised by have no sign. */
const isUnsigned = (event: object, key: string) => key === 'radius' || event === raise

function holdsNumbers(sim: AnySimulation): boolean {
  return sim.fieldNames.every((name) => sim.field(name).read().every(Number.isFinite))
}

it.each(cases)(
  '%s: an event with more than fields can hold is refused, by apply and in a scene: %o %s',
  async (_, event, key, scene) => {
    const sim = await simulateAny(scene)
    const before = sim.hash()
    for (const value of HUGE) {
      const bad = exchanged(event, key, value)
      const path = key === 'velocity' ? 'velocity[1]' : key
      const limit = isUnsigned(event, key) && value < 0 ? /more than 0/ : /at (most|least) -?1000000000000/
      for (const [refused, prefix] of [
        [async () => sim.apply(bad), ''],
        [() => createSimulation({ ...scene, events: [{ ...bad, step: 0 }] } as SceneInput), 'events[0].'],
      ] as const) {
        const error = await refused().catch((thrown: unknown) => thrown)
        expect(error).toBeInstanceOf(SceneError)
        const [issue] = (error as SceneError).issues
        expect(issue!.path).toBe(prefix + path)
        expect(issue!.message).toMatch(limit)
      }
    }
    expect(sim.hash()).toBe(before)
    expect(sim.events).toEqual([])
  },
)

it.each(cases)('%s: an event at the limit leaves fields finite: %o %s', async (_, event, key, scene) => {
  for (const value of [1e12, -1e12].slice(0, isUnsigned(event, key) ? 1 : 2)) {
    const sim = await simulateAny(scene)
    sim.apply(exchanged(event, key, value))
    expect(holdsNumbers(sim)).toBe(true)
    // Water that runs too fast for its cells is refused by its own limit, before a field is touched.
    try {
      sim.step(3)
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError)
    }
    expect(holdsNumbers(sim)).toBe(true)
  }
})

it.each(['drop', 'stroke'])('a %s on a fluid is refused as a SceneError', async (type) => {
  const sim = await simulateAny(fluid)
  let error: unknown
  try {
    sim.apply(type === 'drop' ? drop : stroke)
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(SceneError)
  expect((error as SceneError).issues[0]).toMatchObject({
    path: 'type',
    message: expect.stringMatching(/"stir" and "inject"/),
  })
  expect(sim.events).toEqual([])
})

it('a dye that only a prototype has is none', async () => {
  const sim = await simulateAny(fluid)
  expect(() => sim.apply({ ...ink, dye: 'toString' } as SimulationEventInput)).toThrow(SceneError)
  expect(() => sim.apply({ ...ink, dye: 'constructor' } as SimulationEventInput)).toThrow(SceneError)
})

it.each([
  ['initial.eta.npy', columns, { initial: { eta: { npy: 'x.npy' } } }],
  ['initial.phi.npy', iwave, { initial: { phi: { npy: 'x.npy' } } }],
  ['terrain.npy', shallow, { terrain: { npy: 'x.npy' } }],
  ['fluid.dyes.ink.initial[0].npy', fluid, { fluid: { dyes: { ink: { initial: [{ npy: 'x.npy' }] } } } }],
])('a file with more than fields can hold is refused: %s', async (path, scene, more) => {
  for (const value of [1e13, -1e300, Number.NaN]) {
    const values = new Float64Array(24 * 16)
    values[3 * 24 + 5] = value
    const read = async () => writeNpy(values, [16, 24])
    const error = await createSimulation({ ...scene, ...more } as SceneInput, { readFile: read }).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(SceneError)
    expect((error as SceneError).issues[0]!.path).toBe(path)
    expect((error as SceneError).issues[0]!.message).toMatch(
      /x\.npy has the value .* at row 3, column 5; every value must be/,
    )
  }
})

it('shapes whose numbers multiply to more than fields can hold are refused', async () => {
  const eta = [{ shape: 'paraboloid' as const, radius: 1e-12, height: 1e12 }]
  const error = await createSimulation({ ...columns, initial: { eta } }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(SceneError)
  expect((error as SceneError).issues[0]).toMatchObject({ path: 'initial.eta' })
})

it('what legal numbers make of each other in a run stops it, with the place', async () => {
  const sim = await simulateAny({
    ...fluid,
    solver: { type: 'stable-fluids', gravity: 1e12 },
    fluid: { temperature: { expansion: 1e12, initial: [{ shape: 'sphere', radius: 0.3, amount: 1e12 }] } },
  })
  expect(() => sim.step(300)).toThrow(NonFiniteError)
  expect(() => sim.step()).toThrow(
    /^after step \d+ the run is no longer finite: field "\w+" is NaN in cell \[\d+, \d+\]$/,
  )
})
