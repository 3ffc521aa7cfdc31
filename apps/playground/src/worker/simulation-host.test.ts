import { createSimulation, type SceneInput, type SimulationEvent } from 'seiche'
import { rapier } from 'seiche/bodies'
import { expect, it } from 'vitest'
import type { Frame, FromWorker } from './protocol.js'
import { SimulationHost } from './simulation-host.js'
import { infoOf } from './simulation-info.js'

const scene: SceneInput = {
  seiche: 1,
  grid: { cells: [24, 24], cellSize: 0.1 },
  solver: { type: 'shallow-water' },
  terrain: { shape: 'plane', height: -0.6 },
  bodies: [],
}
const ball: SimulationEvent = {
  type: 'addBody',
  body: {
    shape: 'sphere',
    radius: 0.2,
    position: [0.5, 0.4, 0.5],
    rotation: [0, 0, 0, 1],
    kind: 'dynamic',
    density: 400,
    velocity: [0, 0, 0],
    angularVelocity: [0, 0, 0],
    drag: 0.5,
    friction: 0.5,
    restitution: 0.2,
  },
}

async function setUp() {
  const sim = await createSimulation(scene, { threads: 1, rigidBodies: rapier })
  const messages: FromWorker[] = []
  const host = new SimulationHost(sim, infoOf(sim, true), false, { postMessage: (message) => messages.push(message) })
  /** The messages since the last call; frames are given back. */
  const received = (): FromWorker[] => {
    const list = messages.splice(0)
    for (const message of list) if (message.type === 'frame') host.recycle(message)
    return [...list, ...messages.splice(0)]
  }
  const undo = (direction: 'undo' | 'redo'): void => {
    host.undo(direction)
    while (host.isReplaying) host.tick()
  }
  return { sim, host, received, undo }
}

const frameOf = (messages: FromWorker[]) => messages.find((message): message is Frame => message.type === 'frame')!

it('sends solids, terrain, bodies and sources anew after an undo, which no event has changed', async () => {
  const { sim, host, received, undo } = await setUp()
  host.tick()
  const first = frameOf(received())
  const [openness, bed] = [first.openness!.slice(), first.bed!.slice()]
  host.apply([{ type: 'build', from: [0, 0], to: [0, 0], radius: 0.2, softness: 0, strength: 1 }], 1)
  host.apply([{ type: 'raise', from: [-0.5, 0], to: [-0.5, 0], radius: 0.3, softness: 0.5, height: 0.2 }], 2)
  host.apply([ball], 3)
  host.apply(
    [{ type: 'setSource', source: 'a', x: -0.5, z: 0, radius: 0.2, quantity: 'height', rate: 0.1, phase: 0 }],
    4,
  )
  host.step(5)
  host.tick()
  received()
  for (let k = 0; k < 4; k++) undo('undo')
  const messages = received()
  const frame = messages.findLast((message): message is Frame => message.type === 'frame')!
  expect(frame.openness).toEqual(openness)
  expect(frame.bed).toEqual(bed)
  expect(frame.poses).toHaveLength(0)
  expect(messages.findLast(({ type }) => type === 'bodies')).toEqual({ type: 'bodies', bodies: [] })
  expect(messages.findLast(({ type }) => type === 'sources')).toEqual({ type: 'sources', sources: [] })
  expect(messages.findLast(({ type }) => type === 'actions')).toEqual({ type: 'actions', undoable: 0, redoable: 4 })
  expect(messages.findLast(({ type }) => type === 'report')).toMatchObject({ hash: sim.hash() })
  host.sendRecord()
  expect(received()).toEqual([{ type: 'recorded', events: [], step: 5 }])
  sim.dispose()
})

it('sends no frames of the past during a replay', async () => {
  const { sim, host, received } = await setUp()
  host.apply([ball], 1)
  host.step(30)
  const last = received()
  host.undo('undo')
  host.show([])
  expect(host.isReplaying).toBe(true)
  expect(received().map(({ type }) => type)).toEqual(['actions'])
  while (host.isReplaying) host.tick()
  expect(frameOf(received()).step).toBe(30)
  expect(last.length).toBeGreaterThan(0)
  sim.dispose()
})

it('a host that the page paces makes no step by itself, and reports the hash of a step only while time stands still', async () => {
  const { sim, host, received } = await setUp()
  host.setRunning(true, true)
  for (let count = 0; count < 3; count++) host.tick()
  expect(sim.stepCount).toBe(0)
  received()
  host.goTo(40)
  while (host.isGoing) host.tick()
  const running = received()
  expect(sim.stepCount).toBe(40)
  expect(running.at(-1)).toMatchObject({ type: 'reached', step: 40 })
  expect(frameOf(running.toReversed()).step).toBe(40)
  expect(running.some((message) => message.type === 'report' && message.hash !== undefined)).toBe(false)
  host.setRunning(false, true)
  received()
  host.goTo(41)
  while (host.isGoing) host.tick()
  const report = received().find((message) => message.type === 'report')
  expect(report).toMatchObject({ hash: sim.hash(), diagnostics: { step: 41 } })
})
