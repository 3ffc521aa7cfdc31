import { createSimulation, type Scene, type SceneInput, type SimulationEvent } from 'seiche'
import { expect, it } from 'vitest'
import type { Frame, FromWorker } from '../worker/protocol.js'
import { SimulationHost } from '../worker/simulation-host.js'
import { infoOf } from '../worker/simulation-info.js'
import { cellGridOf, comparedQuantity } from './compared-quantity.js'
import { DifferenceMeter } from './difference-meter.js'
import { Lockstep } from './lockstep.js'

/** Two runs that only remember where they were sent. */
function setUp(timeSteps: [number, number], step = 0) {
  const sent: [number[], number[]] = [[], []]
  const run = (which: 0 | 1) => ({
    timeStep: timeSteps[which],
    goTo: (step: number) => void sent[which].push(step),
  })
  const lockstep = new Lockstep(run(0), step, run(1))
  return {
    lockstep,
    sent,
    /** Both arrive; the second took some time [ms], the first less. */
    arrive: (duration = 1) => {
      for (const which of [0, 1] as const)
        lockstep.reached(which, lockstep.goalOf(which), which === 1 ? duration : duration / 2)
    },
  }
}

it('sends the second run to the time of the first, and waits for it', () => {
  const { lockstep, sent } = setUp([0.01, 0.005], 30)
  expect(sent).toEqual([[], [60]])
  lockstep.tick(0, 1)
  lockstep.tick(100, 1)
  expect(sent).toEqual([[], [60]])
  lockstep.reached(1, 60, 5)
  lockstep.tick(110, 1)
  expect(sent).toEqual([[31], [60, 62]])
})

it('lets the slower run set the pace: neither is sent on before both have arrived', () => {
  const { lockstep, sent } = setUp([0.01, 0.01])
  lockstep.tick(0, 1)
  lockstep.tick(20, 1)
  lockstep.reached(0, 1, 5)
  for (let now = 40; now < 400; now += 20) lockstep.tick(now, 1)
  expect(sent).toEqual([[1], [1]])
  lockstep.reached(1, 1, 300)
  lockstep.tick(420, 1)
  expect(sent[0]).toEqual(sent[1])
  expect(sent[0].length).toBe(2)
})

it('follows the wall clock at the speed that is asked for, and stands still at speed 0', () => {
  const { lockstep, sent, arrive } = setUp([0.01, 0.01])
  lockstep.tick(0, 2)
  for (let now = 10; now <= 1000; now += 10) {
    lockstep.tick(now, 2)
    arrive()
  }
  // The first steps are made one by one until their duration is known.
  expect(sent[0].at(-1)).toBeGreaterThan(195)
  expect(sent[0].at(-1)).toBeLessThanOrEqual(200)
  const before = sent[0].length
  for (let now = 1010; now <= 2000; now += 10) lockstep.tick(now, 0)
  expect(sent[0].length).toBe(before)
})

it('makes slow steps one by one, and does not catch up afterwards', () => {
  const { lockstep, sent, arrive } = setUp([0.01, 0.01])
  lockstep.tick(0, 1)
  for (let now = 500; now <= 3000; now += 500) {
    lockstep.tick(now, 1)
    arrive(500)
  }
  expect(sent[0]).toEqual([1, 2, 3, 4, 5, 6])
})

it('a page that draws slowly makes as many steps a frame as it needs: only the time of the workers counts', () => {
  const { lockstep, sent, arrive } = setUp([0.01, 0.01])
  lockstep.tick(0, 1)
  for (let now = 500; now <= 3000; now += 500) {
    lockstep.tick(now, 1)
    arrive(sent[0].length === 1 ? 0.4 : 20)
  }
  // The first step is made alone, until its duration is known; then all of half a second.
  expect(sent[0]).toEqual([1, 51, 101, 151, 201, 251])
})

it('steps of different lengths meet at the steps of the longer one', () => {
  const { lockstep, sent, arrive } = setUp([0.01, 0.025])
  for (let count = 0; count < 4; count++) {
    lockstep.singleStep()
    arrive()
  }
  expect(sent).toEqual([
    [3, 5, 8, 10],
    [1, 2, 3, 4],
  ])
})

it('goes to a time once both can be there', () => {
  const { lockstep, sent } = setUp([0.01, 0.02])
  lockstep.goTo(0.5)
  expect(sent).toEqual([[50], [25]])
  lockstep.goTo(0.3)
  expect(sent).toEqual([[50], [25]])
})

const pool: SceneInput = {
  seiche: 1,
  grid: { cells: [48, 32], cellSize: 0.05 },
  solver: { type: 'columns', depth: 0.4 },
  timeStep: 0.01,
}
const drop: SimulationEvent = { type: 'drop', x: 0.3, z: -0.2, radius: 0.2, height: 0.05 } as SimulationEvent

/** Simulations of the scene, each with its worker's host, in step. */
async function compare(other: Partial<SceneInput>) {
  const sides = await Promise.all(
    [pool, { ...pool, ...other } as SceneInput].map(async (scene) => {
      const sim = await createSimulation(scene, { threads: 1 })
      const info = infoOf(sim, false)
      const messages: FromWorker[] = []
      const port = { postMessage: (message: FromWorker) => void messages.push(message) }
      return { sim, info, messages, host: new SimulationHost(sim, info, true, port, true) }
    }),
  )
  const [a, b] = sides as [(typeof sides)[0], (typeof sides)[0]]
  const run = ({ host, info }: typeof a) => ({ timeStep: info.timeStep, goTo: (step: number) => host.goTo(step) })
  const lockstep = new Lockstep(run(a), 0, run(b))
  const quantity = comparedQuantity(a.info, undefined)
  const meter = new DifferenceMeter(a.info, b.info, quantity)
  /** Lets the workers compute until both have arrived; measures the difference of their frames. */
  const arrive = () => {
    while (!lockstep.isIdle)
      for (const [which, { host, messages }] of [a, b].entries()) {
        host.tick()
        for (const message of messages.splice(0)) {
          if (message.type === 'reached') lockstep.reached(which as 0 | 1, message.step, message.duration)
          if (message.type !== 'frame') continue
          meter.take(which as 0 | 1, message as Frame)
          host.recycle(message)
        }
      }
    return meter.measure(undefined)
  }
  return { a, b, lockstep, arrive, cells: cellGridOf(b.info).counts }
}

it('the same scene twice differs by exactly 0, and the first has the hash of a run without comparison', async () => {
  const { a, b, lockstep, arrive } = await compare({})
  for (let frame = 0; frame < 40; frame++) {
    if (frame === 7) for (const { host } of [a, b]) host.apply([drop], 1)
    lockstep.singleStep()
    const numbers = arrive()
    expect(a.sim.time).toBe(b.sim.time)
    expect(numbers).toMatchObject({ rms: 0, maximum: 0 })
  }
  expect(arrive()!.rmsOfA).toBeGreaterThan(1e-4)
  const alone = await createSimulation(pool, { threads: 1 })
  alone.step(7)
  alone.apply(drop)
  alone.step(33)
  expect(a.sim.hash()).toBe(alone.hash())
  expect(b.sim.hash()).toBe(alone.hash())
})

it('another solver on a finer grid with shorter steps differs, and has the same time at every frame', async () => {
  const { a, b, lockstep, arrive } = await compare({
    solver: { type: 'iwave', depth: 0.4 } as Scene['solver'],
    grid: { cells: [96, 64], cellSize: 0.025 },
    timeStep: 0.005,
  })
  for (const { host } of [a, b]) host.apply([drop], 1)
  for (let frame = 0; frame < 30; frame++) {
    lockstep.singleStep()
    arrive()
    expect(a.sim.time).toBeCloseTo(b.sim.time, 12)
  }
  expect(b.sim.stepCount).toBe(60)
  const { rms, maximum, rmsOfA } = arrive()!
  expect(rms).toBeGreaterThan(0.05 * rmsOfA)
  expect(maximum).toBeGreaterThan(rms)
})

it('an event has the same time in both, at different steps', async () => {
  const { a, b, lockstep, arrive } = await compare({ timeStep: 0.005 })
  lockstep.goTo(0.5)
  arrive()
  for (const { host } of [a, b]) host.apply([drop], 1)
  expect(a.sim.events.at(-1)).toMatchObject({ type: 'drop', step: 50 })
  expect(b.sim.events.at(-1)).toMatchObject({ type: 'drop', step: 100 })
})
