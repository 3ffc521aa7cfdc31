import { createSimulation, type SceneInput } from 'seiche'
import { expect, it } from 'vitest'
import type { Frame, FromWorker } from '../protocol.js'
import { infoOf } from '../simulation-info.js'
import { FrameSender } from './frame-sender.js'

const scene: SceneInput = { seiche: 1, grid: { cells: [12, 8], cellSize: 0.1 }, solver: { type: 'columns' } }

/** A port that keeps what was posted, and the buffers that went with it. */
function fakePort() {
  const messages: FromWorker[] = []
  const transfers: Transferable[][] = []
  return {
    messages,
    transfers,
    frames: () => messages.filter((message): message is Frame => message.type === 'frame'),
    postMessage(message: FromWorker, transfer: Transferable[] = []): void {
      messages.push(message)
      transfers.push(transfer)
    },
  }
}

async function setUp(of: SceneInput = scene) {
  const sim = await createSimulation(of, { threads: 1 })
  const port = fakePort()
  return { sim, port, sender: new FrameSender(sim, infoOf(sim, false), port) }
}

it('sends the heights as they are, and every buffer as a transfer', async () => {
  const { sim, port, sender } = await setUp()
  sim.apply({ type: 'drop', x: 0, z: 0, radius: 0.2, height: 0.1 })
  sim.step(3)
  sender.sendIfPossible()
  const [frame] = port.frames()
  expect(frame).toMatchObject({ step: 3, time: sim.time })
  expect(frame!.heights).toEqual(sim.field('eta').read())
  expect(frame!.openness).toHaveLength(96)
  expect(port.transfers[0]).toEqual([frame!.heights!.buffer, frame!.openness!.buffer])
  sim.dispose()
})

it('sends nothing twice, and no more than two frames that nobody has given back', async () => {
  const { sim, port, sender } = await setUp()
  sender.sendIfPossible()
  sender.sendIfPossible()
  expect(port.frames()).toHaveLength(1)
  for (let k = 0; k < 5; k++) {
    sender.markChanged()
    sender.sendIfPossible()
  }
  expect(port.frames()).toHaveLength(2)
  const [first] = port.frames()
  sim.step(1)
  sender.recycle(first!)
  sender.sendIfPossible()
  const third = port.frames()[2]
  expect(third!.heights).toBe(first!.heights)
  expect(third!.step).toBe(1)
  sim.dispose()
})

it('sends the solids with the first frame, and again only when they have changed', async () => {
  const { sim, port, sender } = await setUp()
  sender.sendIfPossible()
  sender.recycle(port.frames()[0]!)
  sender.markChanged()
  sender.sendIfPossible()
  expect(port.frames()[1]!.openness).toBeUndefined()
  sender.recycle(port.frames()[1]!)
  sim.apply({ type: 'build', from: [0, 0], to: [0, 0], radius: 0.2 })
  sender.markChanged()
  sender.sendIfPossible()
  expect(port.frames()[2]!.openness?.some((open) => open === 0)).toBe(true)
  sim.dispose()
})

it('sends the fields of a fluid that were asked for', async () => {
  const { sim, port, sender } = await setUp({
    seiche: 1,
    grid: { cells: [8, 6], cellSize: 0.1 },
    solver: { type: 'stable-fluids' },
    fluid: { dyes: { ink: {} } },
  })
  sender.sendIfPossible()
  expect(port.frames()[0]).not.toHaveProperty('heights')
  expect(port.frames()[0]!.fluid).toEqual({})
  sender.recycle(port.frames()[0]!)
  sender.show(['ink', 'u'])
  sender.sendIfPossible()
  expect(Object.keys(port.frames()[1]!.fluid!)).toEqual(['ink', 'u'])
  sim.dispose()
})
