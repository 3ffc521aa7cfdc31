// Undo and redo against the real engine: every state has the hash of a run that never had the undone actions.

import { createSimulation, type SceneInput, type Simulation, type SimulationEvent } from 'seiche'
import { rapier } from 'seiche/bodies'
import { expect, it } from 'vitest'
import { SnapshotStore } from './snapshot-store.js'
import { UndoHistory } from './undo-history.js'

interface Case {
  scene: SceneInput
  /** One event of each action; each is repeated in the steps that follow, as a stroke is. */
  events: SimulationEvent[]
}

const drop = (x: number, z = 0): SimulationEvent => ({ type: 'drop', x, z, radius: 0.3, height: 0.05 })
const build = (x: number): SimulationEvent => ({
  type: 'build',
  from: [x, -0.4],
  to: [x, 0.4],
  radius: 0.12,
  softness: 0,
  strength: 1,
})
const ball = (x: number): SimulationEvent => ({
  type: 'addBody',
  body: {
    shape: 'sphere',
    radius: 0.2,
    position: [x, 0.4, 0.6],
    rotation: [0, 0, 0, 1],
    kind: 'dynamic',
    density: 400,
    velocity: [0, 0, 0],
    angularVelocity: [0, 0, 0],
    drag: 0.5,
    friction: 0.5,
    restitution: 0.2,
  },
})
const spring = (source: string, x: number): SimulationEvent => ({
  type: 'setSource',
  source,
  x,
  z: 0.3,
  radius: 0.3,
  quantity: 'height',
  rate: 0.1,
  period: 0.5,
  phase: 0,
})

const grid: SceneInput['grid'] = { cells: [32, 24], cellSize: 0.1 }
/** An event of the scene itself, in the middle of the actions. */
const scheduled = { type: 'drop', time: 0.4, x: 0.5, z: 0.2, radius: 0.3, height: 0.1 } as const

const cases: Record<string, Case> = {
  columns: {
    scene: { seiche: 1, grid, timeStep: 0.02, solver: { type: 'columns', depth: 0.5 }, events: [scheduled] },
    events: [drop(-1), build(0), spring('a', 0.8), drop(0.4), { type: 'removeSource', source: 'a' }],
  },
  iwave: {
    scene: { seiche: 1, grid, timeStep: 0.02, solver: { type: 'iwave' }, events: [scheduled] },
    events: [drop(-1), build(0), drop(0.4), spring('b', 0.5)],
  },
  'shallow water on terrain': {
    scene: {
      seiche: 1,
      grid,
      timeStep: 0.01,
      solver: { type: 'shallow-water' },
      terrain: { shape: 'plane', height: -0.2, slope: [0.2, 0] },
      events: [scheduled],
    },
    events: [
      drop(-1),
      { type: 'raise', from: [0.2, 0], to: [0.5, 0], radius: 0.3, softness: 0.5, height: 0.1 },
      drop(-0.8, 0.5),
      { type: 'dig', from: [0.2, 0], to: [0.6, 0.1], radius: 0.2, softness: 0.5, level: -0.2 },
    ],
  },
  'stable fluids': {
    scene: {
      seiche: 1,
      grid: { cells: [24, 20], cellSize: 0.1 },
      timeStep: 0.02,
      solver: { type: 'stable-fluids' },
      fluid: { dyes: { ink: {} } },
    },
    events: [
      { type: 'inject', at: [0, 0], radius: 0.3, dye: 'ink', amount: 1 },
      { type: 'stir', at: [0.2, 0.1], radius: 0.3, velocity: [1, 0] },
      { type: 'build', from: [0.5, -0.3], to: [0.5, 0.3], radius: 0.12, softness: 0, strength: 1 },
    ],
  },
  bodies: {
    scene: {
      seiche: 1,
      grid,
      timeStep: 0.02,
      solver: { type: 'shallow-water' },
      terrain: { shape: 'plane', height: -0.6 },
      bodies: [{ name: 'crate', shape: 'box', size: [0.4, 0.3, 0.3], density: 500, position: [-0.8, 0.1, -0.5] }],
      events: [scheduled],
    },
    events: [
      ball(0.6),
      { type: 'grab', body: 1, at: [0, 0, 0], to: [0, 0.3, 0.6] },
      { type: 'release', body: 1 },
      { type: 'setDensity', body: 0, density: 900 },
      drop(0),
    ],
  },
}

const stepsApart = 9

async function open(scene: SceneInput): Promise<Simulation> {
  return createSimulation(scene, { threads: 1, ...(scene.bodies && { rigidBodies: rapier }) })
}

/** Lets an action happen: its event now, and again two steps later where it is a stroke. */
function act(apply: (event: SimulationEvent) => void, event: SimulationEvent, sim: Simulation): void {
  apply(event)
  sim.step(2)
  if (event.type !== 'addBody' && event.type !== 'removeSource') apply(event)
  sim.step(stepsApart - 2)
}

/** A run with some of the actions only, in which nothing is undone. */
async function plainRun({ scene, events }: Case, actions: ReadonlySet<number>, steps: number) {
  const sim = await open(scene)
  for (const [action, event] of events.entries()) act((event) => actions.has(action) && sim.apply(event), event, sim)
  sim.step(steps - sim.stepCount)
  const result = { hash: sim.hash(), events: [...sim.events], bodies: sim.bodies.length, sources: sim.sources }
  sim.dispose()
  return result
}

function finish(history: UndoHistory): void {
  while (history.isReplaying) history.continue()
}

/** Pseudo-random numbers below 1, the same in every run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

it.each(Object.entries(cases))(
  '%s: undone and redone at random, a run is as if it had only the remaining actions',
  async (_, example) => {
    const { scene, events } = example
    const sim = await open(scene)
    const history = new UndoHistory(sim)
    for (const [action, event] of events.entries()) act((event) => history.apply(event, action), event, sim)
    const random = randomNumbers(7)
    let remaining = events.length
    const seen = new Set<number>()
    for (let k = 0; k < 9; k++) {
      const direction = random() < 0.55 ? 'undo' : 'redo'
      remaining = Math.min(events.length, Math.max(0, remaining + (direction === 'undo' ? -1 : 1)))
      seen.add(remaining)
      expect(history.begin(direction, 1)).toBeUndefined()
      finish(history)
      sim.step(Math.floor(3 * random()))
      expect(history.counts).toEqual({ undoable: remaining, redoable: events.length - remaining })
      const expected = await plainRun(
        example,
        new Set(Array.from({ length: remaining }, (_, action) => action)),
        sim.stepCount,
      )
      const found = { hash: sim.hash(), events: [...sim.events], bodies: sim.bodies.length, sources: sim.sources }
      expect(found).toEqual(expected)
    }
    expect(seen.size).toBeGreaterThan(2)
    sim.dispose()
  },
)

it('a new action after an undo clears the actions that could be redone', async () => {
  const { scene } = cases.columns!
  const sim = await open(scene)
  const history = new UndoHistory(sim)
  act((event) => history.apply(event, 1), drop(-1), sim)
  act((event) => history.apply(event, 2), build(0), sim)
  history.begin('undo', 1)
  finish(history)
  act((event) => history.apply(event, 3), drop(1), sim)
  expect(history.counts).toEqual({ undoable: 2, redoable: 0 })
  expect(history.begin('redo', 1)).toBeUndefined()
  expect(history.isReplaying).toBe(false)
  history.begin('undo', 1)
  finish(history)
  const only = await plainRun({ scene, events: [drop(-1)] }, new Set([0]), sim.stepCount)
  expect(sim.hash()).toBe(only.hash)
  sim.dispose()
})

it('an action that is undone before it ends has no further effect, and is redone with its end', async () => {
  const { scene } = cases.columns!
  const [sim, whole, none] = await Promise.all([open(scene), open(scene), open(scene)])
  const history = new UndoHistory(sim!)
  history.apply(spring('held', 0), 1)
  sim!.step(20)
  history.begin('undo', 1)
  finish(history)
  sim!.step(5)
  history.apply({ type: 'removeSource', source: 'held' }, 1)
  sim!.step(5)
  none!.step(30)
  expect(sim!.hash()).toBe(none!.hash())
  history.begin('redo', 1)
  finish(history)
  whole!.apply(spring('held', 0))
  whole!.step(25)
  whole!.apply({ type: 'removeSource', source: 'held' })
  whole!.step(5)
  expect(sim!.hash()).toBe(whole!.hash())
  expect(sim!.sources).toEqual([])
  for (const each of [sim, whole, none]) each!.dispose()
})

it('an action that has begun before and continues after the undone one stays as it was', async () => {
  const { scene } = cases.columns!
  const [sim, alone] = await Promise.all([open(scene), open(scene)])
  const history = new UndoHistory(sim!)
  const steer = (event: SimulationEvent): void => {
    history.apply(event, 1)
    alone!.apply(event)
  }
  steer(spring('long', -0.5))
  for (const each of [sim, alone]) each!.step(12)
  history.apply(build(0.5), 2)
  for (const each of [sim, alone]) each!.step(12)
  history.begin('undo', 1)
  finish(history)
  steer({ type: 'removeSource', source: 'long' })
  for (const each of [sim, alone]) each!.step(3)
  expect(sim!.hash()).toBe(alone!.hash())
  history.begin('redo', 1)
  finish(history)
  expect(sim!.events.map(({ type }) => type)).toEqual(['setSource', 'build', 'drop', 'removeSource'])
  for (const each of [sim, alone]) each!.dispose()
})

it('a rejected event is no action, and leaves the actions that can be redone', async () => {
  const { scene } = cases.columns!
  const sim = await open(scene)
  const history = new UndoHistory(sim)
  history.apply(drop(0), 1)
  const first = sim.hash()
  sim.step(3)
  history.begin('undo', 1)
  finish(history)
  sim.step(17)
  // The snapshot that is taken before the rejected event is later than the action that is redone.
  expect(() => history.apply({ type: 'removeSource', source: 'none' }, 2)).toThrow('no source has the name')
  expect(history.counts).toEqual({ undoable: 0, redoable: 1 })
  history.begin('redo', 1)
  finish(history)
  const plain = await open(scene)
  plain.apply(drop(0))
  expect(plain.hash()).toBe(first)
  plain.step(20)
  expect(sim.hash()).toBe(plain.hash())
  sim.dispose()
  plain.dispose()
})

it('a second undo during a replay begins the replay anew, and ends at the same step', async () => {
  const example = cases.columns!
  const sim = await open(example.scene)
  const history = new UndoHistory(sim)
  for (const [action, event] of example.events.entries()) act((event) => history.apply(event, action), event, sim)
  const end = sim.stepCount
  history.begin('undo', 1)
  expect(history.counts.replaying).toBe('undo')
  history.begin('undo', 1)
  history.begin('redo', 1)
  expect(sim.stepCount).toBeLessThan(end)
  expect(history.counts).toMatchObject({ undoable: example.events.length - 1, replaying: 'redo' })
  finish(history)
  expect(sim.hash()).toBe((await plainRun(example, new Set([0, 1, 2, 3]), end)).hash)
  sim.dispose()
})

it('refuses a replay of more than twenty seconds, says so, and changes nothing', async () => {
  const sim = await open(cases.columns!.scene)
  const history = new UndoHistory(sim)
  history.apply(drop(0), 1)
  sim.step(250)
  const before = sim.hash()
  expect(history.begin('undo', 100)).toMatch(/compute 250 steps again and take about 25 s.*restart the scene/)
  expect(history.counts).toEqual({ undoable: 1, redoable: 0 })
  expect(sim.hash()).toBe(before)
  expect(history.begin('undo', 10)).toBeUndefined()
  expect(history.isReplaying).toBe(true)
  sim.dispose()
})

it('goes back from few snapshots as from many', async () => {
  const example = cases.columns!
  const sim = await open(example.scene)
  const history = new UndoHistory(sim, new SnapshotStore(1))
  const many = Array.from({ length: 12 }, (_, k) => drop(0.2 * k - 1.2))
  for (const [action, event] of many.entries()) act((event) => history.apply(event, action), event, sim)
  for (let k = 0; k < 5; k++) {
    history.begin('undo', 1)
    finish(history)
  }
  const expected = await plainRun({ scene: example.scene, events: many }, new Set([0, 1, 2, 3, 4, 5, 6]), sim.stepCount)
  expect(sim.hash()).toBe(expected.hash)
  sim.dispose()
})
